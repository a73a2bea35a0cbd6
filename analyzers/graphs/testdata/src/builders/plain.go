// want package:"builder code"

package builders

import (
	"context"
	"errors"
	"fmt"

	"lib"

	sg "github.com/skewlint/skewlint/runtime/stategraph"
)

type Item struct{ SKU string }

var (
	basket = sg.NewField[string]("basket")
	items  = sg.NewField("items", sg.WithReducer(sg.Append[Item]))
	notes  = sg.NewField[[]string]("notes", appending[string]())
)

func appending[E any]() sg.FieldOption[[]E] { return sg.WithReducer(sg.Append[E]) }

func work(ctx context.Context, s sg.State) (sg.Update, error)    { return nil, nil }
func route(ctx context.Context, s sg.State) (string, error)      { return "", nil }
func split(ctx context.Context, s sg.State) ([]sg.Update, error) { return nil, nil }

const (
	nodePlan  = "plan"
	nodeWrite = "write"
)

// Plain: statements, constants, conditional edges, a fan-out with a limit.
func Plain() (*sg.Compiled, error) {
	g := sg.New("plain", basket, items)
	g.AddField(notes)
	g.AddNode(nodePlan, work)
	g.AddNode("search", work)
	g.AddNode(nodeWrite, func(ctx context.Context, s sg.State) (sg.Update, error) { return nil, nil })
	g.AddEdge(sg.Start, nodePlan)
	g.AddFanOut(nodePlan, split, "search", sg.Limit(4))
	g.AddConditionalEdge("search", route, nodePlan, nodeWrite)
	g.AddEdge(nodeWrite, sg.End)
	return g.Compile(sg.StepLimit(50))
}

// Chained calls are the same thing.
func Chained() *sg.Graph {
	return sg.New("chained").AddNode("a", work).AddNode("b", work).
		AddEdge(sg.Start, "a").AddEdge("a", "b").AddEdge("b", sg.End)
}

type app struct {
	mail func(string) error
	name string
}

func (a *app) greet(ctx context.Context, s sg.State) (sg.Update, error) { return nil, a.mail(a.name) }

// node is a method that adds nodes.
func (a *app) node(g *sg.Graph, name string, fn sg.NodeFunc) {
	g.AddNode(fmt.Sprintf("%s_%s", a.name, name), fn)
}

func sendSMTP(to string) error { return nil }

// Methods: method values, a helper method that adds nodes, names made with Sprintf.
func Methods() *sg.Graph {
	a := &app{mail: sendSMTP, name: "shop"}
	g := sg.New("methods")
	a.node(g, "greet", a.greet)
	a.node(g, "work", lib.WithRetry(work))
	for i := range 2 {
		g.AddNode(fmt.Sprint("worker", i), work)
		g.AddEdge("shop_greet", fmt.Sprint("worker", i))
	}
	g.AddEdge(sg.Start, "shop_greet")
	return g
}

// Table: a loop over a table of nodes in another package.
func Table() *sg.Graph {
	g := sg.New("table", lib.Query)
	g.AddEdge(sg.Start, "fetch")
	for _, s := range lib.Steps() {
		g.AddNode(s.Name, s.Fn)
		for _, n := range s.Next {
			g.AddEdge(s.Name, n)
		}
	}
	return g
}

// Wrapper: a builder type of another package.
func Wrapper() *sg.Graph {
	return lib.NewBuilder("wrapper", basket).Then("one", work).Then("two", lib.Rank).Build()
}

// Foreign: the complete graph is reported in lib, the custom one here.
func Foreign() (*sg.Graph, *sg.Graph) { return lib.Standard(), lib.Custom("mine", work) }

type plugin interface{ register(g *sg.Graph) }

type audit struct{ node string }

func (p audit) register(g *sg.Graph) { g.AddNode(p.node, work) }

type embedding struct {
	*sg.Graph
}

// Dynamic: interface methods on known values, and an embedded graph.
func Dynamic() *sg.Graph {
	e := embedding{sg.New("dynamic")}
	for _, p := range []plugin{audit{"audit"}, &audit{node: "audit2"}} {
		p.register(e.Graph)
	}
	e.AddNode("own", work)
	return e.Graph
}

type nodeOpt func(*spec)

type spec struct {
	name string
	fn   sg.NodeFunc
}

func named(n string) nodeOpt { return func(s *spec) { s.name = n } }

func addWith(g *sg.Graph, fn sg.NodeFunc, opts ...nodeOpt) {
	s := spec{name: "default", fn: fn}
	for _, o := range opts {
		o(&s)
	}
	g.AddNode(s.name, s.fn)
}

// Options: functional options decide the name.
func Options() *sg.Graph {
	g := sg.New("options")
	addWith(g, work)
	addWith(g, work, named("given"))
	return g
}

var registry = map[string]sg.NodeFunc{"x": work, "y": lib.Fetch}

// Registry: a loop over a package-level map.
func Registry() (*sg.Graph, error) {
	if registry == nil {
		return nil, errors.New("no registry")
	}
	g := sg.New("registry")
	for name, fn := range registry {
		g.AddNode(name, fn)
	}
	return g, nil
}

// Gaps: what is not known is said, with place and reason.
func Gaps(name string, fns []sg.NodeFunc, review bool) *sg.Graph {
	g := sg.New("gaps")
	g.AddNode(name, work)
	g.AddNode("known", pick())
	if review {
		g.AddNode("review", work)
		g.AddEdge("known", "review")
	} else {
		g.AddEdge("known", sg.End)
	}
	for i, fn := range fns {
		g.AddNode(fmt.Sprintf("fn%d", i), fn)
	}
	return g
}

var external func() sg.NodeFunc

func pick() sg.NodeFunc { return external() }

func storedAndNot(ctx context.Context) {
	stored, err := sg.New("stored").AddNode("a", work).Compile()
	if err != nil {
		panic(err)
	}
	memory, _ := sg.New("memory").AddNode("a", work).Compile()
	_, _ = memory.Run(ctx, nil)
	_, _ = sg.Open(ctx, sg.Options{}, stored)
}

// Structs: nodes of another package that are asked for their names.
func Structs() *sg.Graph {
	g := sg.New("structs")
	r, n := &lib.Reviewer{}, lib.Named{ID: "editor"}
	g.AddNode(r.Name(), r.Work)
	g.AddNode(n.Name(), n.Work)
	g.AddEdge(sg.Start, r.Name())
	g.AddEdge(r.Name(), n.Name())
	return g.AddEdge(n.Name(), sg.End)
}

// greeting only asks for a name, which builds nothing.
func greeting() string { return "hello " + (&lib.Reviewer{}).Name() }
