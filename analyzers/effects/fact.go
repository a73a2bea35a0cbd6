package effects

// The fact of a package. It is written once and read by every package above, so it is made of
// small numbers: strings stand in one table, and positions point into one list of files.
// Slices only, in an order that the source fixes: the same package gives the same bytes.

// Summaries is the package fact: what the functions of one package do, each by itself.
type Summaries struct {
	Path string
	// Agent: the package imports an agent package, or one of the user's that does.
	Agent   bool
	Files   []string
	Strings []string // 0 is the empty string
	Funcs   []function
	// FieldFuncs are struct fields of func type that are stored once in the package.
	FieldFuncs []fieldFunc
}

// AFact marks Summaries as a fact.
func (*Summaries) AFact() {}

// String keeps test expectations short.
func (s *Summaries) String() string { return "summaries of " + s.Path }

type (
	str  = int32 // index in Summaries.Strings
	node = int32 // index in function.Nodes; 0 is "nothing known"
)

type place struct{ File, Line, Col int32 }

type fieldFunc struct {
	Field str // "example.com/app.Type.field"
	Func  str
}

// function is the local summary of one function.
type function struct {
	Ref    str
	Pos    place
	Params []str // names; a receiver is the first
	Recv   bool
	Data   []int // the parameters that can hold data: no receiver, context, function or service
	Free   []str // names of captured variables
	// Parent and Binds say, for a literal, where it stands and what it captures there (nodes of
	// the parent, in the order of Free).
	Parent str
	Binds  []node

	Nodes  []valueNode
	Blocks []block // 0 is the entry
	Events []event
	Loops  []loop

	Returns []node
	// ParamWrites and FreeWrites are what the function puts into what a parameter or a captured
	// variable refers to: nodes in the order of Params and Free, 0 for none.
	ParamWrites []node
	FreeWrites  []node
	// Peeks are the fields and keys that it takes out of what a parameter or a captured variable
	// refers to: reads of state, if that turns out to be the state.
	Peeks []peek
	// Updates are the maps that it puts into fields of which a row says that they are written to the
	// state, and the entries that it puts into such maps.
	Updates []update
	// Waits: the function waits for others, so that what it started does not pile up.
	Waits bool
	// Takes: all that it does, it does behind a place of a semaphore that came from outside.
	Takes bool
	// Serves: by its signature, it is a handler of a server.
	Serves bool
	Width  width
}

// block is a piece of straight code. A block without successors leaves the function.
type block struct {
	Events []int
	Succs  []int
	// Cond is the condition on which Succs[0] is taken and not Succs[1]; 0 when it is not about
	// being resumed.
	Cond node
}

type eventKind uint8

const (
	callEvent eventKind = iota
	goEvent
	deferEvent
)

// event is a call that matters or may matter.
type event struct {
	Kind eventKind
	// Guess: Callee is the one implementation in sight of an interface's method.
	Guess bool
	Recv  bool // Args[0] is the receiver
	// Field: no call but a field that is set or read, see build_field.go.
	Field bool
	// Yield: a function among Args is called whatever else the callee does.
	Yield bool
	// Skips: a path on which the function succeeds passes it by.
	Skips bool
	// Fails: whenever the call is made, the function ends with an error. Stops: when the call
	// returns an error, the function ends with one, and nothing that matters happens before.
	Fails, Stops bool
	// Each: it is called for each item of a sequence, as the body of a loop.
	Each   bool
	Callee str  // the function called; 0: a value is called, see Dyn
	Dyn    node // the function value called
	// Why is set when the target is not known at all.
	Why  str
	Pos  place
	Args []node
	// Pick is the key by which the receiver, a tool, was taken out of a map.
	Pick node
	Loop int32 // index in Loops, plus one
	// Limit is set for a go statement and a spawn: what limits it from outside its loop.
	Limit Bound
}

// spot is a place in the function's own file. Skips: a path on which the function succeeds passes
// it by.
type spot struct {
	Line, Col int32
	Skips     bool
}

// peek is one element taken out of a value.
type peek struct {
	Of   node
	Elem str
	Spot spot
}

// update is one write to the state by a field: of the entries of a map, or of one entry, whose key
// is Field.
type update struct {
	Of, Field node
	Row       str // the field
	Spot      spot
}

type loop struct {
	Bound  Bound
	N      int
	Source node // the data that decides
	Text   str  // how source spells it
	Outer  int  // index plus one
	Event  int  // index plus one: as often as what this call returns is long
	// Peers: the items are servers, or connections to them.
	Peers bool
}

type width struct {
	Bound  Bound
	N      int
	Source node
	Text   str
	Pos    place
	Event  int // index plus one: as wide as what this call returns
	Param  int // index plus one: as wide as this parameter
}

type nodeKind uint8

const (
	unknownNode   nodeKind = iota
	paramNode              // A: index
	freeNode               // S: name
	constNode              // S: text, A: 1 for strings
	globalNode             // S: symbol
	funcNode               // S: ref, Kids: bindings; A: 1 when the only binding is the receiver
	resultNode             // A: event, B: result
	unionNode              // Kids
	selectNode             // S: element, Kids[0]: of what
	compositeNode          // Kids by Elems (element 0: the whole); A: 1 for a custody record
	notNode                // Kids[0]
	freeWriteNode          // S: ref of the literal, A: index in its Free
	argWriteNode           // A: event, B: argument: what the callee puts into it
	answersNode            // A: how it tells whether the run is resumed, see atom
)

// valueNode is one value of a function, by where it comes from. Nodes may be cyclic. There are more of
// them than of anything else, so what few have stands apart.
type valueNode struct {
	Kind nodeKind
	A, B int32
	S    str
	Kids []node
	// Parts is set for a composite whose parts have names.
	Parts *nodeParts
}

// nodeParts are the elements at which the kids of a composite stand, as Kids. Spots say where they are
// written, where that may be state; empty, or as Elems.
type nodeParts struct {
	Elems []str
	Spots []spot
}

func (s *Summaries) str(i str) string {
	if i < 0 || int(i) >= len(s.Strings) {
		return ""
	}
	return s.Strings[i]
}
