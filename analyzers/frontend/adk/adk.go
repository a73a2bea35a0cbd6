// Package adk reads graphs of ADK Go: the workflows of version 2, and the sequential, parallel and
// loop agents of both versions.
//
// The one idea to hold: nothing is added to a workflow. Nodes are values, edges are structs that
// name two of them, and a list of edges is the graph, so the graph is read at the call that takes
// the list; a node belongs to it because an edge names it. The agents that run other agents are
// graphs too, with the order that their kind gives.
//
// Limits: which routes a node takes is decided by its own function, which sets them on an event;
// edges of one source are taken as exclusive unless their routes overlap, though a node may set
// several routes at once. What a dynamic node runs with RunNode is bound to its function by name,
// see funcValue, and is no node of the graph. Callbacks of agents (BeforeAgentCallbacks and the
// like) are not read. WithMaxConcurrency is not read, so nodes that it keeps apart count as running
// at one time. The flag ParallelWorker of a node's configuration
// does nothing in the framework (v2.2.0, no reader in the module) and so nothing here.
package adk

import (
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// Frontend reads ADK Go.
var Frontend = frontend.Frontend{
	Name:     "adk",
	Packages: packages(),
	Handlers: handlers,
}

// roots are the modules: the major versions of the framework. Version 1 has no workflow package.
var roots = []string{"google.golang.org/adk", "google.golang.org/adk/v2"}

func packages() []string {
	var out []string
	for _, root := range roots {
		for _, p := range []string{
			"/agent", "/agent/llmagent", "/agent/remoteagent", "/agent/remoteagent/v2", "/agent/workflowagent", "/agent/workflowagents/loopagent",
			"/agent/workflowagents/parallelagent", "/agent/workflowagents/sequentialagent", "/runner", "/tool", "/tool/agenttool", "/tool/exitlooptool",
			"/tool/functiontool", "/tool/geminitool", "/tool/loadartifactstool", "/tool/loadmemorytool", "/tool/preloadmemorytool",
			"/workflow",
		} {
			out = append(out, root+p)
		}
	}
	return out
}

// reader has the handlers of one major version.
type reader struct {
	sink *frontend.Sink
	root string
	// attached are the graphs that are nodes of others, by name; see subgraph.
	attached map[string]*frontend.Draft
	table    map[graphmodel.FuncRef]eval.Handler
}

func handlers(sink *frontend.Sink) map[graphmodel.FuncRef]eval.Handler {
	table := make(map[graphmodel.FuncRef]eval.Handler)
	attached := make(map[string]*frontend.Draft)
	for _, root := range roots {
		r := &reader{sink: sink, root: root, attached: attached, table: table}
		r.nodes()
		r.edges()
		r.workflows()
		r.agents()
		r.tools()
		r.runs()
	}
	return table
}

// fn registers the handler of a function.
func (r *reader) fn(pkg, name string, h eval.Handler) { r.table[r.ref(pkg+"."+name)] = h }

// method registers the handler of a method; typ has a star for a pointer receiver.
func (r *reader) method(pkg, typ, name string, h eval.Handler) {
	typ, pointer := strings.CutPrefix(typ, "*")
	star := ""
	if pointer {
		star = "*"
	}
	r.table[r.ref("("+star+pkg+"."+typ+")."+name)] = h
}

// ref spells the name of a function of the framework: "(agent.Agent).Run" of the module is
// "(google.golang.org/adk/v2/agent.Agent).Run".
func (r *reader) ref(name string) graphmodel.FuncRef {
	if name == "" {
		return ""
	}
	for _, open := range []string{"(*", "("} {
		if rest, found := strings.CutPrefix(name, open); found {
			return graphmodel.FuncRef(open + r.root + "/" + rest)
		}
	}
	return graphmodel.FuncRef(r.root + "/" + name)
}

// ok is a result without error: what the framework rejects does not run.
func ok(v eval.Value) eval.Value { return eval.Tuple{v, eval.Nil{}} }

func object(data any) eval.Value { return &eval.Object{Data: data} }

// field reads a field of a configuration, which may be a pointer; nil when the value is no struct.
func field(v eval.Value, names ...string) eval.Value {
	for _, name := range names {
		switch s := inside(v).(type) {
		case *eval.Struct:
			f, ok := s.Field(name)
			if !ok {
				return eval.Zero{}
			}
			v = f
		case eval.Zero, eval.Nil:
			return eval.Zero{}
		default:
			return v
		}
	}
	return v
}

// reason says why a value is not known.
func reason(v eval.Value) string {
	if s, _ := eval.Reason(v); s != "" {
		return s
	}
	return "this value is not followed"
}

// at is the call c as if it had been made where and when another value was.
func at(c *eval.Call, pos graphmodel.Position, conds []graphmodel.Position) *eval.Call {
	other := *c
	other.Conditions = conds
	if pos.IsValid() {
		other.Pos = pos
	}
	return &other
}

// item is one element of a list, with the condition under which it is there, if any.
type item struct {
	eval.Value
	conds []graphmodel.Position
}

// items are the elements of a list, and the reason why there may be more.
func items(v eval.Value) ([]item, string) {
	elems, open := eval.Elements(v)
	l, isList := v.(*eval.List)
	out := make([]item, len(elems))
	for i, e := range elems {
		out[i].Value = e
		if isList {
			if at, doubtful := l.Maybe(i); doubtful {
				out[i].conds = []graphmodel.Position{at}
			}
		}
	}
	if _, several := v.(eval.Choice); several && open == "" {
		open = "which list it is depends on a condition"
	}
	return out, open
}

// rest are the variadic arguments from the i-th on.
func rest(c *eval.Call, i int) ([]item, string) {
	if c.Spread && i == len(c.Args)-1 {
		return items(c.Args[i])
	}
	vals, open := c.Rest(i)
	out := make([]item, len(vals))
	for k, v := range vals {
		out[k].Value = v
	}
	return out, open
}

// under is the call c as if it had been made under more conditions.
func under(c *eval.Call, more ...[]graphmodel.Position) *eval.Call {
	conds := slices.Clone(c.Conditions)
	for _, ps := range more {
		for _, p := range ps {
			if !slices.Contains(conds, p) {
				conds = append(conds, p)
			}
		}
	}
	return at(c, c.Pos, conds)
}
