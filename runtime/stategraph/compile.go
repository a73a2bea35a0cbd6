package stategraph

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
)

// DefaultStepLimit is the greatest number of supersteps of one call of Run,
// Start, Resume or Retry, when Compile is not given a [StepLimit].
const DefaultStepLimit = 100

// CompileOption configures Compile.
type CompileOption func(*compileConfig)

type compileConfig struct {
	limit   int
	version string
	migrate func(Stored) (map[string]json.RawMessage, error)
}

// StepLimit bounds the supersteps of one call of Run, Start, Resume or Retry,
// and of each visit of a subgraph, to n. It stops a loop that does not end by
// itself; a loop that pauses for a human each time around is not stopped.
// Reaching it is a [*StepLimitError].
func StepLimit(n int) CompileOption {
	return func(c *compileConfig) { c.limit = n }
}

// Compiled is a graph that was checked and can run. It is immutable and safe
// for concurrent use.
type Compiled struct {
	name   string
	limit  int
	fields fieldSet
	nodes  map[string]*compiledNode
	start  *compiledNode

	version    string // of the schema, as declared
	migrate    func(Stored) (map[string]json.RawMessage, error)
	schema     *schema // of a top graph
	schemaHash string
}

// Name returns the name of the graph.
func (c *Compiled) Name() string { return c.name }

// compiledNode is a node with the edges that leave it. The node of Start has
// neither function nor subgraph.
type compiledNode struct {
	name   string
	fn     NodeFunc
	sub    *Compiled
	shared map[string]bool // of a subgraph: fields shared with this graph
	out    []*edge
	routed bool // some edge has to ask a router or splitter

	retry   RetryPolicy // with its defaults
	timeout time.Duration
}

func (c *Compiled) node(name string) *compiledNode {
	if name == Start {
		return c.start
	}
	return c.nodes[name]
}

// fanLimit is the limit of the fan-out that a is a task of; 0 is none.
func (c *Compiled) fanLimit(a *activation) int {
	if a.Task == nil {
		return 0
	}
	for _, e := range c.node(a.From).out {
		if e.split != nil && e.to[0] == a.Node {
			return e.limit
		}
	}
	return 0
}

// enter is the checkpoint with which a visit of the subgraph n begins: the
// shared fields as the parent sees them, and nothing else.
func (n *compiledNode) enter(view values) *checkpoint {
	state := values{}
	for name := range n.shared {
		if v, ok := view[name]; ok {
			state[name] = v
		}
	}
	return &checkpoint{Graph: n.sub.name, State: state, Acts: entry()}
}

// entry is the activation with which a turn begins.
func entry() []*activation { return []*activation{{Node: Start}} }

// Compile checks the graph and freezes it. The error joins a [*BuildError] for
// every mistake, with the place of the builder call.
func (g *Graph) Compile(opts ...CompileOption) (*Compiled, error) {
	cfg := compileConfig{limit: DefaultStepLimit}
	for _, opt := range opts {
		if opt != nil {
			opt(&cfg)
		}
	}
	var errs []error
	if cfg.limit < 1 {
		pos := caller()
		errs = append(errs, &BuildError{Graph: g.name, Pos: pos, Msg: fmt.Sprintf("StepLimit(%d), want at least 1", cfg.limit)})
	}
	c, more := g.compile(cfg, nil)
	if errs = append(errs, more...); len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	c.schema = c.describeSchema()
	c.schemaHash, _ = c.schema.encode()
	return c, nil
}

// compile checks g and, through its nodes, its subgraphs; above are the graphs
// around it.
func (g *Graph) compile(cfg compileConfig, above []*Graph) (*Compiled, []error) {
	ck := &checker{graph: g, errs: slices.Clone(g.errs), nodes: map[string]*node{}}
	c := &Compiled{name: g.name, limit: cfg.limit, version: cfg.version, migrate: cfg.migrate, nodes: map[string]*compiledNode{}}
	c.fields = ck.fieldSet()
	for _, n := range g.nodes {
		if !ck.addNode(n) {
			continue
		}
		cn := &compiledNode{name: n.name, fn: n.fn, retry: n.retry.completed(), timeout: n.timeout}
		if n.sub != nil {
			cn.sub = ck.subgraph(n, cfg, append(above, g))
			cn.shared = ck.share(n, c.fields, cn.sub)
		}
		c.nodes[n.name] = cn
	}
	c.start = &compiledNode{name: Start, retry: (*RetryPolicy)(nil).completed()}
	for _, e := range g.edges {
		if ck.edge(e) {
			from := c.node(e.from)
			from.out = append(from.out, ptr(*e))
			from.routed = from.routed || e.route != nil || e.split != nil
		}
	}
	ck.reachable()
	return c, ck.errs
}

// version identifies the structure of the graphs: two programs with the same
// version can go on with each other's runs. Code inside of nodes does not
// count; nodes, edges, fields and the shape of their values do.
func version(graphs []*Compiled) string {
	h := sha256.New()
	for _, c := range graphs {
		fmt.Fprintf(h, "schema %s\n", c.schemaHash)
		c.describe(h, "")
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

func (c *Compiled) describe(w io.Writer, indent string) {
	fmt.Fprintf(w, "%sgraph %q limit %d\n", indent, c.name, c.limit)
	for _, name := range slices.Sorted(maps.Keys(c.fields)) {
		f := c.fields[name]
		fmt.Fprintf(w, "%sfield %q %s %t\n", indent, name, f.typ(), f.reduces())
	}
	c.start.describe(w, indent)
	for _, name := range slices.Sorted(maps.Keys(c.nodes)) {
		c.nodes[name].describe(w, indent)
	}
}

func (n *compiledNode) describe(w io.Writer, indent string) {
	fmt.Fprintf(w, "%snode %q\n", indent, n.name)
	for _, e := range n.out {
		fmt.Fprintf(w, "%s edge %q route %t split %t limit %d\n", indent, e.to, e.route != nil, e.split != nil, e.limit)
	}
	if n.sub != nil {
		n.sub.describe(w, indent+"  ")
	}
}
