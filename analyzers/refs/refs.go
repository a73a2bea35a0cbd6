// Package refs gives functions and types their stable names.
//
// It is for whatever joins graphs, summaries and knowledge: the name of a function is the key, so
// there must be one place that makes it. The one idea to hold: a name is that of the origin,
// without type arguments, whether it is read from syntax, from types or from SSA.
//
// Limits: a literal is named by its place, so its name changes when lines move.
package refs

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// Func names a declared function, a method or a method of an interface; empty for nil.
func Func(fn *types.Func) graphmodel.FuncRef {
	if fn == nil {
		return ""
	}
	fn = fn.Origin()
	recv := fn.Signature().Recv()
	if recv == nil {
		if fn.Pkg() == nil {
			return graphmodel.FuncRef(fn.Name())
		}
		return graphmodel.FuncRef(fn.Pkg().Path() + "." + fn.Name())
	}
	star := ""
	if _, ok := types.Unalias(recv.Type()).(*types.Pointer); ok {
		star = "*"
	}
	name := Type(recv.Type())
	if name == "" {
		name = "interface"
	}
	return graphmodel.FuncRef("(" + star + name + ")." + fn.Name())
}

// Literal names a function literal of the package by the place of its func keyword.
func Literal(path string, pos token.Position) graphmodel.FuncRef {
	return graphmodel.FuncRef(fmt.Sprintf("%s%s%s:%d:%d", path, literal, filepath.Base(pos.Filename), pos.Line, pos.Column))
}

// Type names a type by its import path, without pointer and type arguments; empty for types
// without a name.
func Type(t types.Type) string {
	if t == nil {
		return ""
	}
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok {
		return ""
	}
	obj := n.Obj()
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return obj.Pkg().Path() + "." + obj.Name()
}

// Split takes a FuncRef apart into the import path and the name inside the package: "(*T).Get" of
// "(*example.com/p.T).Get", "lit@p.go:3:9" of a literal. It is not ok for a name without package,
// as that of a builtin or of a method of error.
func Split(ref graphmodel.FuncRef) (path, name string, ok bool) {
	s, open := string(ref), ""
	for _, o := range []string{"(*", "("} {
		if rest, found := strings.CutPrefix(s, o); found {
			s, open = rest, o
			break
		}
	}
	end := len(s)
	if open != "" {
		if end = strings.LastIndex(s, ")."); end < 0 {
			return "", "", false
		}
	}
	dot := strings.LastIndexByte(s[:end], '.')
	if lit := strings.Index(s, literal); open == "" && lit >= 0 {
		dot = lit
	}
	if dot <= 0 || dot < strings.LastIndexByte(s[:end], '/') {
		return "", "", false
	}
	return s[:dot], open + s[dot+1:], true
}

// literal stands between the import path and the place of a literal.
const literal = ".lit@"
