package stategraph

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"
)

// The two names that every graph has. Start is where a turn enters, End where
// a branch ends. Both are used in edges only.
const (
	Start = "__start__"
	End   = "__end__"
)

// NodeFunc is a node: it reads the snapshot and returns what it writes. When it
// returns an error its writes are dropped.
//
// The context carries the principal of the run (custody.Principal) and what
// [Interrupt], [Resumed], [Attempt] and [Emit] need. Under an [Engine] it
// carries nothing else of the caller, because another process could not restore
// it after a crash. It is cancelled when the node's [Timeout] is over, when the
// thread is cancelled ([Engine.Cancel]) and when the engine closes.
type NodeFunc func(ctx context.Context, s State) (Update, error)

// Router decides where a conditional edge leads: to one of its declared
// targets. It sees the snapshot of its node with the node's own writes. It
// must not call [Interrupt].
type Router func(ctx context.Context, s State) (string, error)

// Splitter decides the tasks of a fan-out: one activation of the target per
// update. The update is laid over the state that the task reads (it replaces,
// reducers are not asked) and nobody else sees it.
type Splitter func(ctx context.Context, s State) ([]Update, error)

// NodeOption configures a node: [Retry], [Timeout].
type NodeOption func(*node)

// FanOutOption configures a fan-out edge.
type FanOutOption func(*edge)

// Limit lets at most n tasks of the fan-out run at once; without it all do.
func Limit(n int) FanOutOption {
	return func(e *edge) { e.limit, e.limited = n, true }
}

type node struct {
	name string
	fn   NodeFunc
	sub  *Graph
	pos  string

	retry   *RetryPolicy
	timeout time.Duration
	timed   bool
}

type edge struct {
	from    string
	to      []string // the target, or all declared targets of a router
	route   Router
	split   Splitter
	limit   int
	limited bool
	pos     string
}

// Graph is a graph under construction. Its methods return the graph, so calls
// can be chained, and never fail: mistakes are collected and [Graph.Compile]
// reports all of them with the place of the call. A Graph is not safe for
// concurrent use; a [Compiled] is.
type Graph struct {
	name   string
	pos    string
	fields []declared
	nodes  []*node
	edges  []*edge
	errs   []error
}

type declared struct {
	field AnyField
	pos   string
}

// New makes an empty graph. The name identifies it in the store.
func New(name string, fields ...AnyField) *Graph {
	g := &Graph{name: name, pos: caller()}
	if err := checkName(name); err != nil {
		g.fail(g.pos, "graph name: %v", err)
	}
	return g.addFields(g.pos, fields)
}

// AddField declares fields.
func (g *Graph) AddField(fields ...AnyField) *Graph {
	return g.addFields(caller(), fields)
}

func (g *Graph) addFields(pos string, fields []AnyField) *Graph {
	for _, f := range fields {
		if f == nil {
			g.fail(pos, "nil field")
			continue
		}
		g.fields = append(g.fields, declared{field: f, pos: pos})
	}
	return g
}

// AddNode adds a node. The name identifies it in the store: a thread that is
// parked at a node can only be resumed while the graph has a node of that name.
func (g *Graph) AddNode(name string, fn NodeFunc, opts ...NodeOption) *Graph {
	pos := caller()
	if fn == nil {
		g.fail(pos, "node %q has no function", name)
	}
	return g.addNode(&node{name: name, fn: fn, pos: pos}, opts)
}

// AddSubgraph adds a graph as a node. It shares the fields that both declare
// by name; its other fields stay inside. Later changes to sub do not change g
// once g is compiled.
func (g *Graph) AddSubgraph(name string, sub *Graph, opts ...NodeOption) *Graph {
	pos := caller()
	if sub == nil {
		g.fail(pos, "subgraph %q is nil", name)
	}
	return g.addNode(&node{name: name, sub: sub, pos: pos}, opts)
}

func (g *Graph) addNode(n *node, opts []NodeOption) *Graph {
	if err := checkName(n.name); err != nil {
		g.fail(n.pos, "node name: %v", err)
	}
	for _, opt := range opts {
		if opt != nil {
			opt(n)
		}
	}
	g.checkOptions(n)
	g.nodes = append(g.nodes, n)
	return g
}

// checkOptions refuses options that could not do what they say.
func (g *Graph) checkOptions(n *node) {
	if n.sub != nil && (n.retry != nil || n.timed) {
		g.fail(n.pos, "subgraph %q has Retry or Timeout: they work on single nodes, give them to those inside", n.name)
	}
	if n.retry != nil {
		if msg := n.retry.check(); msg != "" {
			g.fail(n.pos, "node %q, Retry: %s", n.name, msg)
		}
	}
	if n.timed && n.timeout <= 0 {
		g.fail(n.pos, "node %q: Timeout(%v), want more than 0", n.name, n.timeout)
	}
}

// AddEdge makes to run in the superstep after from.
func (g *Graph) AddEdge(from, to string) *Graph {
	g.edges = append(g.edges, &edge{from: from, to: []string{to}, pos: caller()})
	return g
}

// AddConditionalEdge lets route choose one of the targets. A result that is
// not among them fails the node that the edge leaves.
func (g *Graph) AddConditionalEdge(from string, route Router, targets ...string) *Graph {
	pos := caller()
	if route == nil {
		g.fail(pos, "conditional edge from %q has no router", from)
	}
	if len(targets) == 0 {
		g.fail(pos, "conditional edge from %q declares no target", from)
	}
	g.edges = append(g.edges, &edge{from: from, to: targets, route: route, pos: pos})
	return g
}

// AddFanOut runs target once per update that split returns.
func (g *Graph) AddFanOut(from string, split Splitter, target string, opts ...FanOutOption) *Graph {
	e := &edge{from: from, to: []string{target}, split: split, pos: caller()}
	for _, opt := range opts {
		if opt != nil {
			opt(e)
		}
	}
	if split == nil {
		g.fail(e.pos, "fan-out from %q has no splitter", from)
	}
	if e.limited && e.limit < 1 {
		g.fail(e.pos, "fan-out from %q: Limit(%d), want at least 1", from, e.limit)
	}
	g.edges = append(g.edges, e)
	return g
}

func (g *Graph) fail(pos, format string, args ...any) {
	g.errs = append(g.errs, &BuildError{Graph: g.name, Pos: pos, Msg: fmt.Sprintf(format, args...)})
}

// checkName refuses what would make a pause ID or a stored name ambiguous.
func checkName(name string) error {
	switch {
	case name == "":
		return fmt.Errorf("empty")
	case strings.HasPrefix(name, "__"):
		return fmt.Errorf("%q is reserved: it begins with two underscores", name)
	case strings.ContainsAny(name, "/#:"):
		return fmt.Errorf("%q contains a slash, a hash or a colon", name)
	}
	return nil
}

// caller is the place of the call of an exported method of this file.
func caller() string {
	_, file, line, ok := runtime.Caller(2)
	if !ok {
		return "unknown place"
	}
	return fmt.Sprintf("%s:%d", file, line)
}
