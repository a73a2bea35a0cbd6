package code

import (
	"go/types"
	"strings"

	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

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

// isOpen reports whether a type mentions a type parameter. Types that are written out in the type
// are followed, those with a name by their type arguments.
func isOpen(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if isOpen(a) {
				return true
			}
		}
	case *types.Map:
		return isOpen(t.Key()) || isOpen(t.Elem())
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		return isOpen(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			if isOpen(v.Type()) {
				return true
			}
		}
	case *types.Signature:
		return isOpen(t.Params()) || isOpen(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if isOpen(f.Type()) {
				return true
			}
		}
	}
	return false
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

// typeName is the name of a type; types without a name are written out, so that a literal of a
// slice still says what of.
func typeName(t types.Type) string {
	if name := refs.Type(t); name != "" || t == nil {
		return name
	}
	return types.TypeString(types.Unalias(t), nil)
}
