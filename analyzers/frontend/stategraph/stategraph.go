// Package stategraph reads graphs of skewlint's companion runtime.
//
// The one idea to hold: builder calls return the graph they were called on, so chains and
// statements are the same thing; a graph is stored as soon as it is given to an engine.
//
// Limits: a subgraph is a graph of its own and its node names it; what it writes is not counted
// as written by the node.
package stategraph

import (
	"strconv"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

const path = "github.com/skewlint/skewlint/runtime/stategraph"

// The runtime's names of the virtual nodes.
const (
	start = "__start__"
	end   = "__end__"
)

// Frontend reads stategraph.
var Frontend = frontend.Frontend{
	Name:     "stategraph",
	Packages: []string{path},
	Handlers: handlers,
}

// dialect: see the package documentation of runtime/stategraph, which its tests hold to.
var dialect = graphmodel.Dialect{
	Framework:          "stategraph",
	RerunOnResume:      graphmodel.Yes,
	ResumeEntry:        graphmodel.EnterAtPause,
	LockStep:           graphmodel.Yes,
	Conflict:           graphmodel.ConflictError,
	CheckpointEachStep: graphmodel.Yes,
	DefaultReducer:     graphmodel.No,
	LimitOption:        path + ".Limit",
	PauseIsError:       graphmodel.Yes,
}

// compiled is the value of a *Compiled: the draft, and a type of its own since it has methods.
type compiled struct{ draft *frontend.Draft }

// option is a value of one of the option types.
type option struct {
	limit   eval.Value
	steps   eval.Value
	reducer eval.Value
}

type handler struct{ sink *frontend.Sink }

func handlers(sink *frontend.Sink) map[graphmodel.FuncRef]eval.Handler {
	h := &handler{sink: sink}
	fn := func(name string) graphmodel.FuncRef { return graphmodel.FuncRef(path + "." + name) }
	method := func(typ, name string) graphmodel.FuncRef {
		return graphmodel.FuncRef("(*" + path + "." + typ + ")." + name)
	}
	opt := func(set func(*option, eval.Value)) eval.Handler {
		return func(c *eval.Call) eval.Value {
			o := &option{}
			set(o, c.Arg(0))
			return &eval.Object{Data: o}
		}
	}
	// What these set does not change the graph: how often a node runs inside its
	// superstep, for how long, and what becomes of threads of another schema.
	plain := func(*eval.Call) eval.Value { return &eval.Object{Data: &option{}} }
	return map[graphmodel.FuncRef]eval.Handler{
		fn("Retry"):         plain,
		fn("Timeout"):       plain,
		fn("SchemaVersion"): plain,
		fn("Migrate"):       plain,

		fn("New"):         h.newGraph,
		fn("NewField"):    newField,
		fn("WithReducer"): opt(func(o *option, v eval.Value) { o.reducer = v }),
		fn("Limit"):       opt(func(o *option, v eval.Value) { o.limit = v }),
		fn("StepLimit"):   opt(func(o *option, v eval.Value) { o.steps = v }),
		fn("Open"):        open,

		method("Graph", "AddField"):           on(addField),
		method("Graph", "AddNode"):            on(addNode),
		method("Graph", "AddSubgraph"):        on(addSubgraph),
		method("Graph", "AddEdge"):            on(addEdge),
		method("Graph", "AddConditionalEdge"): on(addConditional),
		method("Graph", "AddFanOut"):          on(addFanOut),
		method("Graph", "Compile"):            compile,
		method("Compiled", "Run"):             run,
	}
}

// on wraps a builder method: it works on the receiver's draft and returns the receiver. A
// receiver that is not known is not guessed.
func on(f func(*frontend.Draft, *eval.Call)) eval.Handler {
	return func(c *eval.Call) eval.Value {
		for _, v := range eval.Alternatives(c.Recv) {
			if d, ok := eval.Data(v).(*frontend.Draft); ok {
				f(d, c)
			}
		}
		return c.Recv
	}
}

func (h *handler) newGraph(c *eval.Call) eval.Value {
	name, _ := eval.String(c.Arg(0))
	d := h.sink.New(name, c, dialect)
	addFields(d, c, 1)
	return &eval.Object{Data: d}
}

func addField(d *frontend.Draft, c *eval.Call) { addFields(d, c, 0) }

func addFields(d *frontend.Draft, c *eval.Call, from int) {
	fields, open := c.Rest(from)
	for _, f := range fields {
		d.AddField(c, f)
	}
	if open != "" {
		d.Gap(graphmodel.GapField, c.Pos, "", "there may be more state fields: %s", open)
	}
}

func newField(c *eval.Call) eval.Value {
	f := &frontend.Field{}
	f.Pos, f.HasReducer = c.Pos, graphmodel.No
	if len(c.Types) > 0 {
		f.Type = c.Types[0]
	}
	name, ok := eval.String(c.Arg(0))
	if ok {
		f.Name = name
		f.AddRef(strconv.Quote(name))
	} else {
		reason, _ := eval.Reason(c.Arg(0))
		f.Gap = &graphmodel.Gap{Kind: graphmodel.GapField, Pos: c.Pos, Reason: "the name of a state field is not known: " + reason}
	}
	opts, more := c.Rest(1)
	for _, v := range opts {
		o, ok := eval.Data(v).(*option)
		switch {
		case !ok:
			more = "an option is not known"
		case o.reducer != nil:
			f.HasReducer = graphmodel.Yes
			f.Reducer, _ = frontend.FuncValue(o.reducer)
		}
	}
	if more != "" && f.HasReducer == graphmodel.No {
		f.HasReducer = graphmodel.Unknown
	}
	return &eval.Object{Data: f}
}

func addNode(d *frontend.Draft, c *eval.Call) { d.AddNode(c, c.Arg(0), c.Arg(1)) }

func addSubgraph(d *frontend.Draft, c *eval.Call) {
	n := d.AddNode(c, c.Arg(0), nil)
	if n == nil {
		return
	}
	sub, ok := eval.Data(c.Arg(1)).(*frontend.Draft)
	if !ok {
		reason, _ := eval.Reason(c.Arg(1))
		d.Gap(graphmodel.GapNode, c.Pos, n.Name, "the subgraph of node %q is not known: %s", n.Name, reason)
		return
	}
	n.Subgraph = sub.Graph.Name
	d.Subgraph(sub)
}

func addEdge(d *frontend.Draft, c *eval.Call) {
	for _, from := range eval.Alternatives(c.Arg(0)) {
		d.AddEdge(c, frontend.Edge{From: from, To: c.Arg(1)}, start, end)
	}
}

func addConditional(d *frontend.Draft, c *eval.Call) {
	targets, open := c.Rest(2)
	group := d.NextGroup(c.Arg(0))
	for _, to := range targets {
		d.AddEdge(c, frontend.Edge{
			From: c.Arg(0), To: to, Kind: graphmodel.Conditional, Group: group, Func: c.Arg(1),
		}, start, end)
	}
	if open != "" {
		from, _ := eval.String(c.Arg(0))
		d.Gap(graphmodel.GapEdge, c.Pos, from, "a router may have more targets: %s", open)
	}
}

func addFanOut(d *frontend.Draft, c *eval.Call) {
	e := frontend.Edge{
		From: c.Arg(0), To: c.Arg(2), Kind: graphmodel.FanOut, Group: d.NextGroup(c.Arg(0)),
		Func: c.Arg(1), Limited: graphmodel.No,
	}
	opts, open := c.Rest(3)
	for _, v := range opts {
		o, ok := eval.Data(v).(*option)
		switch {
		case !ok:
			open = "an option is not known"
		case o.limit != nil:
			e.Limited = graphmodel.Yes
			e.Limit, _ = eval.Int(o.limit)
		}
	}
	if open != "" && e.Limited == graphmodel.No {
		e.Limited = graphmodel.Unknown
	}
	d.AddEdge(c, e, start, end)
}

func compile(c *eval.Call) eval.Value {
	d, ok := eval.Data(c.Recv).(*frontend.Draft)
	if !ok {
		return eval.Tuple{eval.Unknown{Reason: "the graph is not known", Pos: c.Pos}, eval.Nil{}}
	}
	opts, _ := c.Rest(0)
	for _, v := range opts {
		if o, ok := eval.Data(v).(*option); ok && o.steps != nil {
			d.Graph.StepLimit, _ = eval.Int(o.steps)
		}
	}
	// The error is nil here: a graph that does not compile does not run.
	return eval.Tuple{&eval.Object{Data: &compiled{d}}, eval.Nil{}}
}

// open notes that the graphs are run with a store.
func open(c *eval.Call) eval.Value {
	graphs, _ := c.Rest(2)
	for _, v := range graphs {
		for _, a := range eval.Alternatives(v) {
			if g, ok := eval.Data(a).(*compiled); ok {
				g.draft.MarkStored()
			}
		}
	}
	return eval.Tuple{eval.Unknown{Reason: "an engine", Pos: c.Pos}, eval.Nil{}}
}

func run(c *eval.Call) eval.Value {
	if g, ok := eval.Data(c.Recv).(*compiled); ok {
		g.draft.InMemory = true
	}
	return eval.Unknown{Reason: "the result of a run", Pos: c.Pos}
}

// Escape notes that a compiled graph leaves the code in sight.
func (g *compiled) Escape() { g.draft.Escapes = true }
