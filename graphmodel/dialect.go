package graphmodel

// Dialect is what a framework promises and does, as far as rules depend on it. Frameworks differ
// in what happens, not only in spelling; a rule asks the dialect and never the framework's name.
type Dialect struct {
	// Framework is the name that messages use: "stategraph", "eino", …
	Framework string `json:"framework"`
	// RerunOnResume: the interrupted node runs again from its first line when a pause is
	// answered. No means that it goes on behind the pause or is not run again.
	RerunOnResume Tri `json:"rerun_on_resume,omitempty"`
	// ResumeEntry says where a resumed run enters.
	ResumeEntry ResumeEntry `json:"resume_entry,omitempty"`
	// LockStep: the nodes of a superstep all finish before the next begins. No means dataflow:
	// a node starts as soon as its inputs are there.
	LockStep Tri `json:"lock_step,omitempty"`
	// Conflict says what a second write to a field without reducer does in one step.
	Conflict Conflict `json:"conflict,omitempty"`
	// Fate is the clause by which a message says what Conflict means in this framework; empty: the
	// general one.
	Fate string `json:"fate,omitempty"`
	// CheckpointEachStep: state is saved after every step, not only at a pause.
	CheckpointEachStep Tri `json:"checkpoint_each_step,omitempty"`
	// DefaultReducer: fields without a reducer merge anyway.
	DefaultReducer Tri `json:"default_reducer,omitempty"`
	// DefaultFanOutLimit is how many activations the framework runs at once by itself; 0: all.
	DefaultFanOutLimit int `json:"default_fan_out_limit,omitempty"`
	// LimitOption is the function whose result, as an argument of a call that adds a fan-out, limits
	// how many activations run at once; it takes the number. Empty: there is none.
	LimitOption FuncRef `json:"limit_option,omitempty"`
	// OpenState: fields need no declaration; what code reads and writes under a key is a field of
	// that name, also one that the graph's Fields do not list. Such fields have no reducer.
	OpenState Tri `json:"open_state,omitempty"`
	// OwnState: a graph that runs as a node of another one sees the state of that one, but where it
	// declares a field that code names in the same way, the field is its own.
	OwnState Tri `json:"own_state,omitempty"`
	// TransientPrefix is the prefix of the keys that live as long as the run and are not saved.
	TransientPrefix string `json:"transient_prefix,omitempty"`
	// OnlyUpdatesSaved: what a node writes by a call is seen by the nodes behind it and forgotten at a
	// pause; only what it gives back as an update is saved.
	OnlyUpdatesSaved Tri `json:"only_updates_saved,omitempty"`
	// PauseIsError: a pause is an error value that the node must return.
	PauseIsError Tri `json:"pause_is_error,omitempty"`
	// PassesOutputs: what a node returns is what the nodes behind it are given, beside any state; the
	// first are given what the run is called with.
	PassesOutputs Tri `json:"passes_outputs,omitempty"`
}

// ResumeEntry is where a resumed run enters the graph.
type ResumeEntry string

// The entries.
const (
	EnterAtPause ResumeEntry = "pause" // the node that was interrupted
	EnterAtStart ResumeEntry = "start" // the first node, as in a new run
)

// Conflict is the fate of two writes to one field in one step.
type Conflict string

// The fates.
const (
	ConflictError     Conflict = "error"     // the run fails
	ConflictLastWins  Conflict = "last-wins" // one write is lost, by completion order
	ConflictRace      Conflict = "race"      // a data race
	ConflictMerge     Conflict = "merge"     // merged by the framework
	ConflictUndefined Conflict = "undefined" // not documented
)
