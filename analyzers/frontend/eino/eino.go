// Package eino reads graphs of github.com/cloudwego/eino, v0.7 to v0.9.
//
// It is for programs that use compose (Graph, Chain, Workflow), the prebuilt agents of flow, and
// the agents of adk. The one idea to hold: whatever builds it, what Eino runs is one graph with
// one of two engines. Graph and Chain run in lock step, where any predecessor starts a node;
// Workflow, and a Graph compiled with AllPredecessor, run as dataflow, where a node waits for all.
// Which one it is shows at Compile, and until then a [graph] remembers what it needs to know.
//
// Limits:
//   - Edges are the order of execution. Workflow inputs that carry data only are not edges.
//   - Of values that several edges bring to one node those are listed as fan-ins that are known not to
//     merge: two of one type, or two under one output key. Two of different types never merge either,
//     and are not listed; nor are maps whose keys the code of the nodes decides.
//   - Tools that are not made by code in sight, such as those that an MCP adapter lists, are a gap of
//     the node that calls them.
//   - Graphs that one call of one function makes, as a helper that is called once for each does, have
//     one name, and a node that runs one of them may be taken to run another.
//   - Prebuilt agents show the nodes that the framework adds for their work, not the bookkeeping
//     nodes of its current version.
package eino

import (
	"maps"
	"slices"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

const (
	root    = "github.com/cloudwego/eino"
	compose = root + "/compose"
)

// Eino's names of the virtual nodes, compose.START and compose.END.
const (
	start = "start"
	end   = "end"
)

// Frontend reads Eino.
var Frontend = frontend.Frontend{
	Name: "eino",
	Packages: []string{
		compose, adkPath, reactPath, hostPath, toolUtils,
		adkPath + "/prebuilt/deep", adkPath + "/prebuilt/planexecute", adkPath + "/prebuilt/supervisor",
	},
	Handlers: handlers,
	Values:   madeValues,
}

// madeValues are the functions that make tools, tools nodes and the functions of nodes. Whoever makes
// an option has a graph to give it to, if only behind an interface.
func madeValues() []graphmodel.FuncRef {
	var refs []graphmodel.FuncRef
	for _, table := range []map[graphmodel.FuncRef]eval.Handler{toolHandlers(), lambdaHandlers()} {
		refs = slices.AppendSeq(refs, maps.Keys(table))
	}
	return refs
}

// lockStep is the dialect of Graph and Chain.
var lockStep = graphmodel.Dialect{
	Framework: "eino",
	// The interrupted node runs again from its first line, its pre-handler too: ran on v0.7.36 and
	// v0.9.18.
	RerunOnResume: graphmodel.Yes,
	ResumeEntry:   graphmodel.EnterAtPause,
	// compose/graph.go, compile: runTypePregel without a trigger mode.
	LockStep: graphmodel.Yes,
	// State is one value under one lock per run: of two writes the later one stays (ran: five
	// parallel increments, each in two ProcessState calls, left 1). What two edges bring to one
	// node is something else, and fails without a merge function.
	Conflict: graphmodel.ConflictLastWins,
	Fate:     "so the one that runs last overwrites the other",
	// compose/graph_run.go: a checkpoint is written when a run is interrupted, and only then.
	CheckpointEachStep: graphmodel.No,
	// A handler holds the state's lock while it runs: one that reads a field and writes it back
	// merges, one that only writes overwrites (ran: lost updates need two handlers). Which of them
	// it is, is not known of a field as such.
	DefaultReducer: graphmodel.Unknown,
	// compose/state.go, getState: the state of the type that is asked for, of the nearest graph that
	// has one; the same in v0.7.36 and v0.9.18.
	OwnState: graphmodel.Yes,
	// compose.Interrupt and its kin return the error that the node has to return.
	PauseIsError: graphmodel.Yes,
	// compose/graph_run.go: a node's input is made of the outputs of its predecessors.
	PassesOutputs: graphmodel.Yes,
}

// dataflow is the dialect of Workflow and of a Graph with AllPredecessor: compose/graph.go,
// compile: runTypeDAG, and eager, so that a node starts when the last of its predecessors ends.
var dataflow = func() graphmodel.Dialect {
	d := lockStep
	d.LockStep = graphmodel.No
	return d
}()

// reader holds what the handlers of one package share.
type reader struct {
	sink *frontend.Sink
}

func handlers(sink *frontend.Sink) map[graphmodel.FuncRef]eval.Handler {
	r := &reader{sink: sink}
	all := make(map[graphmodel.FuncRef]eval.Handler)
	for _, table := range []map[graphmodel.FuncRef]eval.Handler{
		r.graphHandlers(), r.chainHandlers(), r.workflowHandlers(), branchHandlers(), optionHandlers(),
		lambdaHandlers(), toolHandlers(), r.mergeHandlers(), r.flowHandlers(), r.agentHandlers(), r.workflowAgentHandlers(),
	} {
		maps.Copy(all, table)
	}
	return all
}

// function and method spell the names by which handlers are found.
func function(pkg, name string) graphmodel.FuncRef { return graphmodel.FuncRef(pkg + "." + name) }

func method(pkg, typ, name string) graphmodel.FuncRef {
	return graphmodel.FuncRef("(*" + pkg + "." + typ + ")." + name)
}

// ifaceMethod is the name of an interface's method.
func ifaceMethod(pkg, typ, name string) graphmodel.FuncRef {
	return graphmodel.FuncRef("(" + pkg + "." + typ + ")." + name)
}

// unknown is the result of a call that says nothing about the graph.
func unknown(c *eval.Call, what string) eval.Value {
	return eval.Unknown{Reason: what, Pos: c.Pos}
}

// isSet reports whether a value is known to be there, or at least not known to be absent.
func isSet(v eval.Value) bool {
	switch v.(type) {
	case nil, eval.Nil, eval.Zero:
		return false
	}
	return true
}

// reasonOf says why a value is not what was wanted.
func reasonOf(v eval.Value) string {
	if reason, _ := eval.Reason(v); reason != "" {
		return reason
	}
	return "it is not made by a call that is followed"
}
