package code

import (
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// RefOf is the stable name of a declared function or method, see graphmodel.FuncRef.
func RefOf(fn *types.Func) graphmodel.FuncRef {
	if fn == nil {
		return ""
	}
	fn = fn.Origin()
	sig := fn.Signature()
	recv := sig.Recv()
	if recv == nil {
		if fn.Pkg() == nil {
			return graphmodel.FuncRef(fn.Name())
		}
		return graphmodel.FuncRef(fn.Pkg().Path() + "." + fn.Name())
	}
	t := types.Unalias(recv.Type())
	star := ""
	if p, ok := t.(*types.Pointer); ok {
		star, t = "*", types.Unalias(p.Elem())
	}
	return graphmodel.FuncRef("(" + star + TypeName(t) + ")." + fn.Name())
}

// LitRef is the stable name of a function literal at pos in package path.
func LitRef(path string, pos token.Position) graphmodel.FuncRef {
	return graphmodel.FuncRef(path + ".lit@" + filepath.Base(pos.Filename) + ":" +
		strconv.Itoa(pos.Line) + ":" + strconv.Itoa(pos.Column))
}

// TypeName is the name of a named type by import path, without pointer and type arguments; for
// other types it is how they are written.
func TypeName(t types.Type) string {
	if t == nil {
		return ""
	}
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		obj := n.Obj()
		if obj.Pkg() == nil {
			return obj.Name()
		}
		return obj.Pkg().Path() + "." + obj.Name()
	}
	return types.TypeString(t, nil)
}

// Describe describes a type as far as rules need it.
func Describe(t types.Type) graphmodel.TypeDesc {
	d := graphmodel.TypeDesc{Name: types.TypeString(types.Unalias(t), nil), Kind: kindOf(t.Underlying())}
	d.Parts = parts(t, 2)
	return d
}

// parts are the fields of the struct that t is or holds.
func parts(t types.Type, depth int) []graphmodel.TypePart {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		var ps []graphmodel.TypePart
		for i := range u.NumFields() {
			f := u.Field(i)
			ps = append(ps, graphmodel.TypePart{Name: f.Name(), Type: types.TypeString(f.Type(), nil), Tag: u.Tag(i)})
		}
		return ps
	case *types.Pointer:
		if depth > 0 {
			return parts(u.Elem(), depth-1)
		}
	case *types.Slice:
		if depth > 0 {
			return parts(u.Elem(), depth-1)
		}
	case *types.Map:
		if depth > 0 {
			return parts(u.Elem(), depth-1)
		}
	}
	return nil
}

// zeroKind says how the zero value of a type looks, see the constants.
func zeroKind(t types.Type) int {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return ConstString
		case u.Info()&types.IsInteger != 0:
			return ConstInt
		case u.Info()&types.IsBoolean != 0:
			return ConstBool
		}
	case *types.Slice:
		return ZeroSlice
	case *types.Struct:
		return ZeroStruct
	case *types.Map:
		return ZeroMap
	}
	return ConstOther
}

func kindOf(t types.Type) string {
	switch u := t.(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return "string"
		}
		return "basic"
	case *types.Struct:
		return "struct"
	case *types.Map:
		return "map"
	case *types.Slice, *types.Array:
		return "slice"
	case *types.Pointer:
		return "pointer"
	case *types.Interface:
		return "interface"
	case *types.Chan:
		return "chan"
	case *types.Signature:
		return "func"
	}
	return strings.ToLower(strings.TrimPrefix(types.TypeString(t, nil), "*"))
}
