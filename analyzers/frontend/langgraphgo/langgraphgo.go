// Package langgraphgo reads graphs of github.com/smallnest/langgraphgo in its three generations, and
// of the small github.com/tmc/langgraphgo from which it came.
//
// It is for programs that use the packages graph and prebuilt. The one idea to hold: the
// generations spell the same calls alike, so one table of handlers reads them all; which one it is
// shows in the receiver's type and in type arguments, and decides the dialect, see [graph.dialect].
//
//	v0.3 to v0.5   state is interface{}; StateGraph and MessageGraph are two types
//	v0.6 and v0.7  one untyped StateGraph, and StateGraphTyped[S] beside it
//	v0.8           StateGraph[S]
//
// Routers declare no targets. They are what the router can return: constants in its code become
// edges, anything else a gap.
//
// Limits:
//   - A router is asked when it is added. One that reads a variable which nodes change later is
//     taken at the value that the variable has then.
//   - A node that is an argument map of AddParallelNodes, AddMapReduceNode or FanOutFanIn is one
//     node whose workers are its bound functions, as the framework's own export has it.
//   - v0.5 and v0.6 call an untyped NewStateGraph alike, and only the latter can pause it; which
//     one it is stays unknown unless another call tells.
//   - State keys are fields as far as a node's results show them or a schema names them.
package langgraphgo

import (
	"maps"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

const (
	smallnest = "github.com/smallnest/langgraphgo"
	path      = smallnest + "/graph"
	prebuilt  = smallnest + "/prebuilt"
	tmc       = "github.com/tmc/langgraphgo/graph"
)

// The framework's name of the end, graph.END. The start has none, SetEntryPoint names the first
// node.
const (
	start = graphmodel.Start
	end   = "END"
)

// Frontend reads langgraphgo.
var Frontend = frontend.Frontend{
	Name:     "langgraphgo",
	Packages: []string{path, prebuilt, tmc},
	Handlers: handlers,
}

// table is a part of the handlers.
type table map[graphmodel.FuncRef]eval.Handler

func handlers(sink *frontend.Sink) map[graphmodel.FuncRef]eval.Handler {
	r := &reader{sink: sink}
	all := make(map[graphmodel.FuncRef]eval.Handler)
	for _, t := range []table{
		r.constructors(), r.buildHandlers(), routeHandlers(), schemaHandlers(), wrapperHandlers(),
		r.subgraphHandlers(), runHandlers(), configHandlers(), r.prebuiltHandlers(), r.tmcHandlers(),
	} {
		maps.Copy(all, t)
	}
	return all
}

// reader holds what the handlers of one package share.
type reader struct {
	sink *frontend.Sink
}

func function(name string) graphmodel.FuncRef { return graphmodel.FuncRef(path + "." + name) }

func method(typ, name string) graphmodel.FuncRef {
	return graphmodel.FuncRef("(*" + path + "." + typ + ")." + name)
}

// The graph types by name, of all generations. MessageGraph and its kin are those of v0.3 to v0.5.
var (
	baseTypes       = []string{"MessageGraph", "StateGraph", "StateGraphTyped"}
	listenableTypes = []string{
		"ListenableMessageGraph", "ListenableStateGraph", "ListenableStateGraphTyped",
	}
)

// on makes handlers of one method on several types. Each works on the receiver's graph, which
// learns from the receiver's type which generation it is of. A receiver that is not known is not
// guessed.
func on(t table, types []string, name string, f func(*graph, *eval.Call) eval.Value) {
	for _, typ := range types {
		t[method(typ, name)] = func(c *eval.Call) eval.Value {
			return onGraph(typ, c, f)
		}
	}
}

func onGraph(typ string, c *eval.Call, f func(*graph, *eval.Call) eval.Value) eval.Value {
	var out []eval.Value
	for _, v := range eval.Alternatives(c.Recv) {
		if g, ok := eval.Data(v).(*graph); ok {
			g.calledOn(c, typ)
			out = append(out, f(g, c))
		}
	}
	if out == nil {
		return eval.Unknown{Reason: "the graph is not known", Pos: c.Pos}
	}
	return eval.Join(out...)
}

// nothing is the result of a call that has none.
func nothing() eval.Value { return eval.Nil{} }

// unknown is the result of a call that says nothing about a graph.
func unknown(what string) eval.Handler {
	return func(c *eval.Call) eval.Value { return eval.Unknown{Reason: what, Pos: c.Pos} }
}

// same is the handler of a method that returns its receiver.
func same(c *eval.Call) eval.Value { return c.Recv }

// isNil reports whether v is nil for sure.
func isNil(v eval.Value) bool {
	switch v.(type) {
	case eval.Nil, eval.Zero:
		return true
	}
	return false
}
