package effects

import (
	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
)

// Grade says how sure an answer is. The zero value is Proved; a trace has the grade of its
// weakest step.
type Grade int

// The grades.
const (
	Proved  Grade = iota // every step is a static call or a resolved closure
	Witness              // a feasible path exists in the code as written; conditions were not evaluated
	Likely               // a step rests on a guess: an interface with one implementation in sight, a name
)

// Step is one step of a trace: a place and what happens there.
type Step struct {
	Pos  graphmodel.Position
	Func graphmodel.FuncRef // the function called (or, in the first step, asked about)
	Text string             // a clause: "calls sendConfirmation", "net/smtp.SendMail sends mail"
}

// Trace leads from the function that was asked about to the fact, outermost first.
type Trace []Step

// Use is an effect that can happen.
type Use struct {
	Effect knowledge.Effect
	Row    knowledge.Row // the row that says so
	Tool   string        // for tool calls: the tool's name, if constant
	Trace  Trace
	Grade  Grade
	// Keyed: an idempotency key that is derived from stable values goes with the effect.
	Keyed bool
}

// Pause is a place where the run can be parked.
type Pause struct {
	Key   string // the pause's key, if constant
	Trace Trace
	Grade Grade
}

// BeforePause is an effect that can happen before a pause in the same activation.
type BeforePause struct {
	Use   Use
	Pause Pause
	// FirstTimeOnly: the effect is guarded so that it does not happen on re-entry.
	FirstTimeOnly bool
}

// FieldUse is a read or a write of a state field.
type FieldUse struct {
	// Field is the symbol by which the code names the field, as in graphmodel.Field.Refs, or
	// `"name"` (quoted) when the field is named by a constant; empty: not known.
	Field string
	Trace Trace
	Grade Grade
	// Maybe: not on every path through the function.
	Maybe bool
	// Replaces, for a write: what is written is known, and is neither made of what the field held nor
	// put into it. Const is that value where it is a constant.
	Replaces bool
	Const    string
}

// Store is a value that an MCP tool returned and that is written to a state field.
type Store struct {
	Field string // as in FieldUse
	Tool  string // the tool that returned it, if constant
	Key   string // the key of the result under which it was found, if known
	Part  string // the part of the field in which it stands, names joined by dots; empty: the whole
	Mint  Trace  // to the call of the tool
	Write Trace  // to the write
	Grade Grade
	// Recorded: the value passed through a custody record.
	Recorded bool
	// AtOnce: a call that names the field writes it, and no update that the function gives back.
	AtOnce bool
}

// Spend is a value of a state field that goes to a tool as an argument.
type Spend struct {
	Field string // as in FieldUse
	Tool  string // the tool's name, if constant
	Arg   string // the argument's key, if known
	Part  string // the part of the field that goes there, names joined by dots; empty: the whole
	Trace Trace
	Grade Grade
	// Checked is Yes when a custody check of the value comes first on every path in the same
	// activation (also in a helper that is called there), No when some path has none.
	Checked graphmodel.Tri
}

// Check is a custody check of a value of a state field.
type Check struct {
	Field string
	Trace Trace
	Grade Grade
}

// Bound says how many concurrent activities a Spawn can start.
type Bound int

// The bounds.
const (
	BoundUnknown Bound = iota
	BoundConst         // a constant number, see Spawn.N
	BoundLimited       // data decides, within a limit: a semaphore, SetLimit, a worker pool
	BoundData          // data decides and nothing limits it
)

// Spawn is a place where concurrent activities are started.
type Spawn struct {
	Bound Bound
	N     int    // for BoundConst
	What  string // a clause: "go statement in a loop over items"
	// Source says where the width comes from, if known: "state field Results", "result of tool search".
	Source string
	// Input is set when Source is empty and the width comes from what the function is given. Whether
	// that is data, the one who asks must know.
	Input Input
	// Uses are the effects of what is started; empty when it has none or is not known.
	Uses  []Use
	Trace Trace
	Grade Grade
}

// Input says what of a function's parameters decides.
type Input int

// The answers.
const (
	NoInput     Input = iota
	WholeInput        // a parameter, or something made of it
	PartOfInput       // a part of one
)

// Width is the length of the slice that a function returns as its first result.
type Width struct {
	Bound  Bound // BoundConst, BoundLimited (cut to a constant length), BoundData, BoundUnknown
	N      int
	Source string
	Pos    graphmodel.Position
}

// NotFollowed is a call whose target is not known.
type NotFollowed struct {
	Pos    graphmodel.Position
	Reason string // "call of a function value whose origin is not in sight", "no row for example.com/x.F"
}
