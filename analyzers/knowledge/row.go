package knowledge

import "github.com/skewlint/skewlint/graphmodel"

// Kind is what an effect touches. Kinds are named by what they mean, never "pure" or "safe".
type Kind string

// The kinds of effects.
const (
	Clock    Kind = "clock"    // reads the time
	Random   Kind = "random"   // reads randomness, uuids included
	Network  Kind = "network"  // talks to another machine
	File     Kind = "file"     // file system
	Process  Kind = "process"  // starts or signals a process
	Database Kind = "database" // SQL and key-value stores
	Mail     Kind = "mail"     // sends a message to a person: mail, chat, SMS
	Queue    Kind = "queue"    // publishes to a broker
	Tool     Kind = "tool"     // calls an MCP tool
	Model    Kind = "model"    // calls a language model
	Agent    Kind = "agent"    // runs an agent or a graph, with all that it does
)

// Access says whether an effect changes what it touches.
type Access string

// The accesses.
const (
	AccessUnknown Access = ""
	Reads         Access = "read"
	Writes        Access = "write"
)

// Repeat says what happens when the effect happens twice.
type Repeat string

// The answers.
const (
	RepeatUnknown Repeat = ""
	RepeatSafe    Repeat = "safe"   // the second time changes nothing more
	RepeatUnsafe  Repeat = "unsafe" // the second time applies twice
	RepeatKeyed   Repeat = "keyed"  // safe when Row.Key is given, else unsafe
	RepeatByTool  Repeat = "tool"   // decided by the tool that is called, see Base.Tool
)

// Effect is one thing that a call does beyond returning.
type Effect struct {
	Kind   Kind   `toml:"kind"`
	Access Access `toml:"access"`
	Repeat Repeat `toml:"repeat"`
}

// Role is what a call means to an agent graph, beside its effects.
type Role string

// The roles, with the places (see Place) that they use.
const (
	RoleNone Role = ""
	// RolePause: the call can park the run. Key: what tells pauses of one node apart.
	RolePause Role = "pause"
	// RoleResumed: result 0 is true when the activation re-enters after a pause. Of a field: what it
	// holds is empty unless it does.
	RoleResumed Role = "resumed"
	// RoleStateRead: Value is the value of the state field that Field names.
	RoleStateRead Role = "state-read"
	// RoleStateWrite: Value is written to the state field that Field names.
	RoleStateWrite Role = "state-write"
	// RoleStateUpdate: Value is a map whose entries are written to the state fields of their keys. A row
	// with this role can be about a field of a struct, "(Actions).Delta": what is put there is Value.
	RoleStateUpdate Role = "state-update"
	// RoleToolCall: calls the MCP tool named by ToolName with the arguments in Args; Value is
	// what the tool returned, ErrorFlag the place of its error flag. Where ToolName is "recv", the
	// receiver is the tool, and its name is known only if code picks it by name. With Handle, the
	// call checks the handles there before it makes the call, and refuses dead ones and those
	// without a record.
	RoleToolCall Role = "tool-call"
	// RoleTools: Value are tools of an MCP server: all of them, or those that ToolName names.
	RoleTools Role = "tools"
	// RoleMint: calls the tool ToolName and returns a custody record in Value; Handle as above.
	RoleMint Role = "mint"
	// RoleCheck: a custody check of the record in Handle; Value is its verdict.
	RoleCheck Role = "check"
	// RoleRecord: makes a custody record of the raw handle in Handle; Value is the record.
	RoleRecord Role = "record"
	// RoleSpawn: runs the function in Fn concurrently; Group is what limits it, if anything.
	RoleSpawn Role = "spawn"
	// RoleLimit: bounds what Group runs at once, to the number in Value.
	RoleLimit Role = "limit"
	// RoleAcquire: blocks until one of a bounded number of places is free.
	RoleAcquire Role = "acquire"
	// RoleCall: calls the function in Fn, once or more, before it returns.
	RoleCall Role = "call"
	// RoleStateCall: as RoleCall, and the function is given the state of the graph, or a pointer to
	// it: Value is its place among the arguments of that call. What is written through it is
	// written to the state.
	RoleStateCall Role = "state-call"
	// RoleAnswer: asks a model; Value is what it answered, of which nobody knows how much it is.
	RoleAnswer Role = "answer"
	// RoleRequest: makes, and does not send, the HTTP request in Value; its method is in Method.
	RoleRequest Role = "request"
)

// Place names a value of a call: "recv", "arg0", "arg1.Name", "res0", "res0.StructuredContent",
// "arg2..." for all variadic arguments from there on. Arguments do not count the receiver.
type Place string

// Row is what is known of one function or method.
type Row struct {
	// Func is the function's name inside the package of its file: "Get", "(*Client).Do",
	// "(Mailer).Send" for an interface method. In user configuration, Package is given too.
	//
	// "(Result).Wants" also names a field of a struct, which in Go cannot have the name of a method of
	// its type. Setting it is a call with the value as only argument; reading it one with the value as
	// only result. Only the roles pause (when set) and resumed (when read) are for fields, and only
	// those of agent packages are looked at.
	//
	// "ErrWait" also names a variable that holds an error, with the role pause: returning it, or an
	// error that wraps it, is what the row is about.
	Func    string `toml:"func"`
	Package string `toml:"package"`

	Effects []Effect `toml:"effects"`
	Role    Role     `toml:"role"`

	Field     Place `toml:"field"`
	Value     Place `toml:"value"`
	ToolName  Place `toml:"tool"`
	Args      Place `toml:"args"`
	ErrorFlag Place `toml:"error_flag"`
	Handle    Place `toml:"handle"`
	Key       Place `toml:"key"`
	Fn        Place `toml:"fn"`
	Group     Place `toml:"group"`
	// Method is the place of an HTTP method name, for calls whose access it decides: see
	// [HTTPMethod]. It is "arg0.Method" for a call that takes the whole request.
	Method Place `toml:"method"`
	// Statement is the place of an SQL text, which may say more than the name of the call: see
	// [SQLStatement].
	Statement Place `toml:"statement"`

	// Why is the reason, in a clause; Source is where the fact comes from ("manual", a URL, the
	// file and line of the library).
	Why    string `toml:"why"`
	Source string `toml:"source"`
	// Since is the first version of the package's module (or Go) that has the function.
	Since string `toml:"since"`
	// Unless, for variables, names something else of the package: the row does not hold in versions
	// that have it.
	Unless string `toml:"unless"`
}

// Ref is the function that the row is about.
func (r Row) Ref() graphmodel.FuncRef { return refOf(r.Package, r.Func) }

// TypeRow is what is known of one type.
type TypeRow struct {
	Type    string `toml:"type"`
	Package string `toml:"package"`
	// Is says what values of the type are: see the marks.
	Is     string `toml:"is"`
	Why    string `toml:"why"`
	Source string `toml:"source"`
	Since  string `toml:"since"`
}

// The marks of types.
const (
	// CustodyRecord marks types that carry a handle together with where it came from.
	CustodyRecord = "custody-record"
	// Request and Response mark what a server's handler takes and returns: a function with both in
	// its signature is one.
	Request  = "request"
	Response = "response"
	// Answers marks what holds the answers to a pause when a handler runs again.
	Answers = "answers"
)

// ToolRow is what a user declares of one MCP tool.
type ToolRow struct {
	Server string   `toml:"server"` // empty: any server
	Tool   string   `toml:"tool"`
	Access Access   `toml:"access"`
	Repeat Repeat   `toml:"repeat"`
	Mints  []string `toml:"mints"`  // keys of its result that are handles
	Spends []string `toml:"spends"` // arguments that are handles
	Why    string   `toml:"why"`
}

// Answer is what the base says of a function.
type Answer int

// The answers.
const (
	NotKnown  Answer = iota // nothing is known; never to be read as Clean
	Clean                   // known to have no effect and no role
	HasEffect               // the row says what it does
)
