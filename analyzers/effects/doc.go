// Package effects says what each function does: which effects it can have, whether it can pause,
// what comes before what, and how handles and state fields flow through it.
//
// It is for rules, which ask a [Result] about the function of a node and get answers with a
// trace: the calls that lead from the node to the fact.
//
// The one idea to hold: a summary is local. The exported fact of a package holds, for each
// function, a small control-flow graph of the calls that matter and where their arguments come
// from. What happens through calls is found on demand, by walking those summaries from the
// function that is asked about with the functions that are bound to its captured variables and
// parameters. So the facts stay small, and a wrapper costs nothing special.
//
// # How it works
//
// Building (build*.go) turns SSA into the fact (fact.go): events, blocks and value nodes. Asking
// (engine.go, frame.go, call*.go) evaluates a function once for each set of functions bound to it
// and yields an expansion: all that a call of it does, in terms of its parameters. A caller takes
// the expansion of its callee and puts its arguments in (subst.go). Queries (query*.go) read the
// expansion of the function that was asked about.
//
// # State that is passed as a value
//
// Most frameworks give a node its state as a map or a struct and take the update from what it
// returns. A summary keeps what could be that: peeks (elements taken out of what a function is
// given) and the places where parts of what it returns are set (build_state.go). Which parameter
// and result it is, the question says ([graphmodel.StateShape]), or a row of the role state-call
// for a function that is called with the state. Then a wholeAtom goes in for the parameter
// (state.go): an element of that is a state field, as if a row had read it. Handlers that a
// framework runs round a node's function are answered with it, in their order.
// A row of the role state-update names a field, or an argument, that is a map whose entries are
// written to the state (build_update.go). Such a map is taken apart when the question is answered,
// as a caller may know more of its keys. A literal that a node's function returns is taken to be
// called by the framework, as the iterators of ADK are.
//
// # Tools of adapters
//
// A tool that a framework's adapter made of an MCP server's is called by a method. Its name is that
// which was asked for alone, or the key by which code took it out of a map, also in a helper that is
// given the key (build_tool.go); its arguments are what went into the JSON. Where no adapter is seen
// behind the tool, a value that it mints is Likely one.
//
// # Without a graph
//
// A handler of an MCP server is re-entered without any graph: what it returns says that it asks, what
// it is given holds the answers. Both are fields of the SDK's types, which rows name; setting or
// reading one is an event (build_field.go). Result lists the functions of its package about which
// there is something to say (own.go). They are asked about with less: what the function round a
// literal is given is known only where a call names a function, since evaluating that could mean
// evaluating most of the program.
//
// # Cost
//
// An expansion costs the size of the summary times the length of the lists it is given, which end
// at 256 items (maxList), and it is kept. A function is expanded with at most 64 sets of bound
// functions (maxEnvs), so the whole is linear in the size of the program below the question;
// paths are never listed. Values end at 24 origins, 48 parts and 6 levels (val.go), traces at 24
// steps. Beyond a limit an answer lacks items or is less exact. A recursive function is expanded
// twice: what it does, and what that does where it calls itself.
//
// Values are held once (pool.go): a function is evaluated in rounds, each of its calls puts arguments
// into the same expansion, and most of what comes of that is what came of it before. What is left is
// the product of functions and the lists they hand up, which is why lists end.
//
// # What is followed
//
// Static calls, methods and method values, closures with what they capture, functions in
// parameters, struct fields of local values, maps with constant keys, a struct field of func type
// that the package stores once (Likely), an interface with one implementation in sight (Likely),
// generic functions by their origin, range over functions, callbacks of rows and of library
// functions. Values pass conversions, fields, maps, slices, channels, decoding into a local struct
// and library functions, whose results are taken to derive from their arguments.
//
// # Limits
//
// Of state that is passed as a value, keys that are not constant are a field that is not known;
// a state that lies deeper than in a field of what a helper is given is not read there; a key that
// each of two updates has, returned on two ways, counts as written on some paths only; and which
// list of commands only starts tasks, without writing, is not told apart.
//
// A tool of an adapter that a loop picks, by comparing its name, has no name here.
//
// Third-party code is known by rows of package knowledge only. The heap is not followed: a value
// that is put in a field of a shared object or in a package-level variable is lost. Conditions are
// not evaluated, except whether the run is resumed, and whether they look at the answers. A check counts whether or not its verdict is
// looked at. Error and effect are seen together only where a helper's error is tested or returned at
// once. A captured value that is no function is known where the function round it knows it,
// or where all calls of that function in its package pass the same. Code behind a call that never
// returns counts as reachable. The samples in testdata/src/misses show them.
package effects
