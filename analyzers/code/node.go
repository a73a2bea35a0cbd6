package code

import (
	"github.com/skewlint/skewlint/graphmodel"
)

// Op says what a Node is.
type Op uint8

// Expressions. Kids are operands unless said otherwise.
const (
	Unknown   Op = iota // Str: the reason
	Const               // Str: exact value, Int: kind (ConstString, …)
	Nil                 //
	Local               // Int: slot
	Global              // Str: "pkgpath.Var"
	FuncVal             // Str: FuncRef
	Lit                 // function literal; Fn
	Call                // static call; Str: FuncRef; Kids: receiver if HasRecv, arguments
	CallIface           // interface method; Str: FuncRef of the interface's method, Name; Kids: receiver, arguments
	CallDyn             // call of a value; Kids: function, arguments
	Builtin             // Str: name; Kids: arguments
	MethodVal           // bound method; Str: FuncRef, or Name with Flag when of an interface; Kids: receiver
	FieldSel            // Str: field, Name: "pkgpath.Type" of the struct if named, Int: kind of its zero value; Kids: operand
	Index               // Kids: operand, index
	SliceOf             // Kids: operand, low, high (Nil when absent)
	StructLit           // Name: type; Kids: KV with Str = field
	ListLit             // Kids: elements
	MapLit              // Kids: KV with Kids = key, value
	KV                  //
	Addr                //
	Deref               //
	Binary              // Str: operator
	Unary               // Str: operator
	Convert             // Name: type
	Assert              // Name: type
	Zero                // Name: type, Int: kind of zero value
)

// Statements.
const (
	ExprStmt Op = iota + 64
	Assign      // Int: number of left sides; Kids: left…, right…; Str: operator of an op-assignment
	Define      // as Assign, left sides are new variables (Local) or Blank
	If          // Kids: condition, then, else (Block or empty)
	For         // Kids: init, cond, post, body
	Range       // Kids: key, value (Blank when absent), operand, body; Flag: new variables
	Switch      // Kids: tag (Nil when absent), cases…
	Case        // Int: number of expressions, -1 for default; Kids: expressions…, Block
	Block       // Kids: statements
	Return      // Kids: results
	Break
	Continue
	Blank // the left side _
)

// The kinds of constants.
const (
	ConstString = iota + 1
	ConstInt
	ConstBool
	ConstOther
)

// More kinds of zero values.
const (
	ZeroSlice = iota + ConstOther + 1
	ZeroStruct
	ZeroMap
)

// Pos is a compact position: an index into Package.Files, a line and a byte column.
type Pos struct {
	File int
	Line int
	Col  int
}

// Node is one expression or statement.
type Node struct {
	Op   Op
	Pos  Pos
	Str  string
	Name string
	Int  int
	Flag bool // see the operation; for calls: the last argument is spread with …
	Recv bool // for Call: the first kid is the receiver
	Fn   *Func
	Kids []*Node
	// Types are the type arguments of a call or function value.
	Types []Type
}

// Func is a function, method or literal.
type Func struct {
	Ref      graphmodel.FuncRef
	Pos      Pos
	Params   []int // slots, receiver first; -1 for a blank parameter
	HasRecv  bool
	Variadic bool
	Results  []int // slots of named results
	NResults int
	Slots    int // how many slots the outermost function has in all
	// Captured are the variables of enclosing functions that a literal uses, sorted by name.
	Captured []Captured
	Body     *Node
	// Plain: the function only says a string, as a method Name does, or is generic and hands on what it
	// is given, as Must does. Calling it builds nothing.
	Plain bool
	// Builds: it makes or changes a graph, itself or through functions that it mentions. Touches: it
	// uses the building vocabulary of a framework at all, if only to make a tool or an option.
	Builds, Touches bool
}

// Captured is one captured variable.
type Captured struct {
	Name string
	Slot int
}

// GlobalVar is a package-level variable with an initial value.
type GlobalVar struct {
	Name  string // "pkgpath.Var"
	Pos   Pos
	Init  *Node
	Index int // which result of Init, for var a, b = f(); -1 when Init is the value
	Slots int
}

// Type describes a type argument: either a type, or the n-th type parameter of the function in
// which it stands. A type that is made of type parameters, such as []T, has a kind and no name.
type Type struct {
	Desc  graphmodel.TypeDesc
	Param int // -1: none
}

// Package is the compiled builder code of one package.
type Package struct {
	Path    string
	Files   []string
	Funcs   []*Func      // sorted by Ref
	Globals []*GlobalVar // sorted by Name
}

// Position expands a compact position.
func (p *Package) Position(pos Pos) graphmodel.Position {
	if pos.Line == 0 || pos.File < 0 || pos.File >= len(p.Files) {
		return graphmodel.Position{}
	}
	return graphmodel.Position{File: p.Files[pos.File], Line: pos.Line, Column: pos.Col}
}
