package graphmodel

import "fmt"

// Position is a place in source. The zero Position means "no place known".
type Position struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"` // in bytes, from 1, as go/token counts
}

// IsValid reports whether the position names a place.
func (p Position) IsValid() bool { return p.File != "" && p.Line > 0 }

// String gives file:line:column, the form that terminals and editors link.
func (p Position) String() string {
	if !p.IsValid() {
		return "-"
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Before orders positions by file, line and column.
func (p Position) Before(q Position) bool {
	if p.File != q.File {
		return p.File < q.File
	}
	if p.Line != q.Line {
		return p.Line < q.Line
	}
	return p.Column < q.Column
}

// FuncRef is the stable name of a function, the key that joins graphs, summaries and knowledge:
//
//	example.com/app.Send              a function
//	(example.com/app.T).Send          a method with a value receiver
//	(*example.com/app.T).Send         a method with a pointer receiver
//	example.com/app.lit@app.go:12:9   a function literal, by base name of its file, line and column
//
// Methods of generic types and instances of generic functions carry the name of their origin,
// without type arguments. The empty FuncRef means "not known".
type FuncRef string

// FuncValue is a function together with what is known of the values it closes over.
type FuncValue struct {
	Ref FuncRef  `json:"ref,omitempty"`
	Pos Position `json:"pos,omitzero"`
	// Bound says which functions stand behind captured variables, parameters that a wrapper
	// captured, or fields of a method value's receiver. Sorted by name.
	Bound []Binding `json:"bound,omitempty"`
	// State says how the function is given the state of its graph and how it gives it back, where
	// a framework passes state as a value; nil: by calls of the framework only.
	State *StateShape `json:"state,omitempty"`
	// Before and After are functions that the framework calls around this one in the same
	// activation, in order: handlers of a node. They are part of what the function does.
	Before []FuncValue `json:"before,omitempty"`
	After  []FuncValue `json:"after,omitempty"`
	// Tools are functions that the framework may call while this one runs, each by itself, in the
	// order of their list. One that pauses runs again alone.
	Tools []FuncValue `json:"tools,omitempty"`
}

// StateKind is the form in which a function is given state.
type StateKind string

// The forms of state.
const (
	StateAny    StateKind = ""       // either: the parameter is an interface, or nobody knows
	StateMap    StateKind = "map"    // fields are the keys
	StateStruct StateKind = "struct" // fields are the fields of a struct, or of the one it points to
)

// StateShape is how a function is passed the state of its graph as a value.
type StateShape struct {
	Kind StateKind `json:"kind,omitempty"`
	// Param is the index of the parameter that is the state, not counting the receiver; -1: none.
	Param int `json:"param"`
	// Result is the index of the result whose keys or fields are written to the state; -1: none.
	Result int `json:"result"`
	// InPlace: what is written through the parameter is written to the state. Without it the
	// function works on a copy.
	InPlace bool `json:"in_place,omitempty"`
	// Parts are names of fields of the result in which an update may stand, too, as "Update" in a
	// command. The other fields of a struct with such a field are no state.
	Parts []string `json:"parts,omitempty"`
}

// Binding names one captured function. Name is the captured variable's name ("next"), or for a
// field of a method value's receiver ".field" ("." stands for the receiver).
type Binding struct {
	Name string    `json:"name"`
	Func FuncValue `json:"func"`
}

// Tri is an answer that may be unknown. The zero value is Unknown.
type Tri int

// The three answers.
const (
	Unknown Tri = iota
	No
	Yes
)

// Graph is one agent graph as its source declares it.
type Graph struct {
	// Name is the name given in source, or the name of the function that builds the graph.
	Name    string   `json:"name"`
	Pos     Position `json:"pos,omitzero"`
	Builder FuncRef  `json:"builder,omitempty"` // the function in which the graph value is made
	Dialect Dialect  `json:"dialect"`

	Nodes  []Node  `json:"nodes"`
	Edges  []Edge  `json:"edges"`
	Fields []Field `json:"fields,omitempty"`
	FanIns []FanIn `json:"fan_ins,omitempty"`
	Gaps   []Gap   `json:"gaps,omitempty"`

	// Checkpointer says whether runs of this graph are saved. No means that every use of the
	// graph in sight runs it without a store.
	Checkpointer Tri `json:"checkpointer,omitempty"`
	// StepLimit is the number of supersteps after which a run is stopped; 0 means the
	// framework's default.
	StepLimit int `json:"step_limit,omitempty"`
}

// The names by which Graph spells the virtual nodes at which a run begins and ends. Frontends
// translate their framework's own spelling.
const (
	Start = "__start__"
	End   = "__end__"
)

// Node is a named unit of work.
type Node struct {
	Name string    `json:"name"`
	Func FuncValue `json:"func,omitzero"` // empty Ref: the function is not known, and a gap says so
	Pos  Position  `json:"pos,omitzero"`  // the call that adds the node
	// Subgraph is the name of the graph that this node runs; empty for a plain node.
	Subgraph string `json:"subgraph,omitempty"`
	// RerunOnResume is what the node does in place of what the dialect says of all nodes, where the
	// framework lets a node decide; Unknown: as the dialect says.
	RerunOnResume Tri `json:"rerun_on_resume,omitempty"`
	// PauseBefore and PauseAfter say that the framework itself parks the run before or behind each
	// activation of this node, because the program told it to (a static interrupt). Nothing of the
	// node runs twice for it: a resumed run enters at the node, or behind it.
	PauseBefore bool `json:"pause_before,omitempty"`
	PauseAfter  bool `json:"pause_after,omitempty"`
	// Reads and Writes are names of state fields that the framework itself hands to the node or
	// takes from what it returns, beside what the node's function reads and writes.
	Reads  []string `json:"reads,omitempty"`
	Writes []string `json:"writes,omitempty"`
	// Leaves are names of state fields that a node of the framework's own writes whatever the program
	// wants of it. That such a write is lost matters only to what reads the field.
	Leaves []string `json:"leaves,omitempty"`
}

// EdgeKind says when an edge is taken.
type EdgeKind int

// The kinds of edges.
const (
	// Always is taken whenever its source has run.
	Always EdgeKind = iota
	// Conditional is one of the alternatives of a router; exactly one of those with the same
	// source and the same Group is taken.
	Conditional
	// FanOut starts several activations of its target in one step.
	FanOut
	// Join is taken when all Join edges with the same target and the same Group have arrived; the
	// target runs once, in the step after the last of them, and the join starts again from none.
	Join
)

var edgeKindNames = [...]string{"always", "conditional", "fanout", "join"}

// String names the kind as in the JSON form.
func (k EdgeKind) String() string {
	if k < 0 || int(k) >= len(edgeKindNames) {
		return fmt.Sprintf("EdgeKind(%d)", int(k))
	}
	return edgeKindNames[k]
}

// Edge is an allowed step from one node to another.
type Edge struct {
	From string   `json:"from"`
	To   string   `json:"to"`
	Kind EdgeKind `json:"kind"`
	// Group tells the routers (or fan-outs) of one source apart, and the joins of one target.
	Group int `json:"group,omitempty"`
	// Func is the router of a conditional edge or the splitter of a fan-out.
	Func FuncValue `json:"func,omitzero"`
	// Limit is how many activations of a fan-out may run at once; 0 means no limit was given.
	Limit int `json:"limit,omitempty"`
	// Limited is Yes when a limit was given, also one whose number is not known.
	Limited Tri      `json:"limited,omitempty"`
	Pos     Position `json:"pos,omitzero"`
}

// Field is one piece of shared state (LangGraph: a channel).
type Field struct {
	Name string   `json:"name"`
	Type TypeDesc `json:"type,omitzero"`
	// Reducer is the function that merges a write with what is there; empty: none.
	Reducer FuncValue `json:"reducer,omitzero"`
	// HasReducer is Yes also when the reducer's function is not known.
	HasReducer Tri `json:"has_reducer,omitempty"`
	// Refs are the symbols by which code names the field, sorted: "example.com/app.Basket" for a
	// package-level variable, "example.com/app.fields.basket" for a struct field that holds it.
	Refs []string `json:"refs,omitempty"`
	Pos  Position `json:"pos,omitzero"`
}

// FanIn is a node whose input the framework would have to make of several outputs that it cannot
// make one of: what travels on edges and is no state. A frontend lists only what it knows not to
// merge; whether the outputs can arrive together is for [Index.Meet] to say.
type FanIn struct {
	// Node is the node that is given the input, or End.
	Node string `json:"node"`
	// From are the nodes whose outputs come, or Start; no two of them merge.
	From []string `json:"from"`
	// How is how a message describes them, behind "outputs of a and b meet in c": "as string".
	How string `json:"how"`
	// Fate is the clause that says what then happens: "so the run fails".
	Fate string `json:"fate"`
}

// TypeDesc describes a Go type as far as rules need it.
type TypeDesc struct {
	// Name is the type as source spells it, qualified by import paths.
	Name string `json:"name,omitempty"`
	// Kind is the kind of the underlying type: string, struct, map, slice, pointer, interface,
	// chan, func, basic.
	Kind string `json:"kind,omitempty"`
	// Parts are the fields of a struct, or of the struct that a pointer, slice or map holds; one
	// level deep.
	Parts []TypePart `json:"parts,omitempty"`
}

// TypePart is one field of a struct type.
type TypePart struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Tag  string `json:"tag,omitempty"`
}

// Gap is something that was seen and not resolved.
type Gap struct {
	Kind   GapKind  `json:"kind"`
	Pos    Position `json:"pos,omitzero"`
	Reason string   `json:"reason"` // a clause without full stop: "node name is a parameter of an exported function"
	// Node is the node or field that the gap is about, when that much is known.
	Node string `json:"node,omitempty"`
}

// GapKind says what could be missing from the graph because of a gap.
type GapKind string

// The kinds of gaps.
const (
	GapNode  GapKind = "node"  // a node whose name, or whose function, is not known
	GapEdge  GapKind = "edge"  // an edge with an unknown end, or a router with unknown targets
	GapField GapKind = "field" // a state field with unknown name, type or reducer
	GapGraph GapKind = "graph" // the whole graph escapes to code that was not followed
)

// HasGap reports whether the graph has a gap of one of the kinds; GapGraph counts for every kind.
func (g *Graph) HasGap(kinds ...GapKind) bool {
	for _, gap := range g.Gaps {
		if gap.Kind == GapGraph {
			return true
		}
		for _, k := range kinds {
			if gap.Kind == k {
				return true
			}
		}
	}
	return false
}

// Reruns says whether the node runs again from its first line when its pause is answered: by its
// own word, else by the dialect's.
func (g *Graph) Reruns(n *Node) Tri {
	if n.RerunOnResume != Unknown {
		return n.RerunOnResume
	}
	return g.Dialect.RerunOnResume
}

// Node returns the node of that name. O(n): who asks for many of them has an [Index].
func (g *Graph) Node(name string) (*Node, bool) {
	for i := range g.Nodes {
		if g.Nodes[i].Name == name {
			return &g.Nodes[i], true
		}
	}
	return nil, false
}
