package eval

import (
	"fmt"
	"go/constant"
	"slices"
	"strconv"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

func isIntrinsic(ref graphmodel.FuncRef) bool { return intrinsics[ref] }

var intrinsics = map[graphmodel.FuncRef]bool{
	"fmt.Sprintf": true, "fmt.Sprint": true, "strconv.Itoa": true, "strings.Join": true,
	"strings.ToLower": true, "strings.ToUpper": true, "strings.TrimSpace": true,
	"strings.TrimPrefix": true, "strings.TrimSuffix": true,
	"slices.Sorted": true, "slices.Collect": true, "slices.Values": true, "slices.Clone": true,
	"maps.Values": true, "maps.Keys": true, "sort.Strings": true, "slices.Sort": true,
}

// evalIntrinsic evaluates a library function; what is not known of its arguments is not known of
// its result.
func evalIntrinsic(ref graphmodel.FuncRef, args []Value, pos graphmodel.Position) Value {
	if v, ok := intrinsic(ref, args); ok {
		return v
	}
	for _, a := range args {
		if u, ok := a.(Unknown); ok {
			return u
		}
	}
	return Unknown{Reason: "the result of " + string(ref) + " is not known", Pos: pos}
}

// intrinsic evaluates the library functions with which builder code makes names and orders tables.
func intrinsic(ref graphmodel.FuncRef, args []Value) (Value, bool) {
	switch ref {
	case "fmt.Sprintf", "fmt.Sprint":
		return sprint(ref == "fmt.Sprintf", args)
	case "strconv.Itoa":
		if i, ok := Int(args[0]); ok {
			return Str(strconv.Itoa(i)), true
		}
	case "strings.Join":
		return join(args)
	case "strings.ToLower", "strings.ToUpper", "strings.TrimSpace":
		if s, ok := String(args[0]); ok {
			return Str(stringFuncs[ref](s)), true
		}
	case "strings.TrimPrefix", "strings.TrimSuffix":
		return trim(ref, args)
	case "slices.Sorted", "slices.Collect", "slices.Values", "slices.Clone", "maps.Values":
		return elements(ref, args)
	case "maps.Keys":
		if m, ok := args[0].(*Map); ok {
			return &List{Elems: append([]Value(nil), m.Keys...), Open: m.Open}, true
		}
	case "sort.Strings", "slices.Sort":
		if l, ok := args[0].(*List); ok {
			sortStrings(l)
			return Nil{}, true
		}
	}
	return nil, false
}

var stringFuncs = map[graphmodel.FuncRef]func(string) string{
	"strings.ToLower": strings.ToLower, "strings.ToUpper": strings.ToUpper, "strings.TrimSpace": strings.TrimSpace,
}

func sprint(format bool, args []Value) (Value, bool) {
	var plain []any
	for _, a := range args {
		c, ok := a.(Const)
		if !ok {
			return nil, false
		}
		switch c.V.Kind() {
		case constant.String:
			plain = append(plain, constant.StringVal(c.V))
		case constant.Int:
			i, _ := constant.Int64Val(c.V)
			plain = append(plain, i)
		case constant.Bool:
			plain = append(plain, constant.BoolVal(c.V))
		default:
			return nil, false
		}
	}
	if !format {
		return Str(fmt.Sprint(plain...)), true
	}
	if len(plain) == 0 {
		return nil, false
	}
	pattern, ok := plain[0].(string)
	if !ok {
		return nil, false
	}
	return Str(fmt.Sprintf(pattern, plain[1:]...)), true
}

func join(args []Value) (Value, bool) {
	sep, ok := String(args[1])
	elems, open := Elements(args[0])
	if !ok || open != "" {
		return nil, false
	}
	parts := make([]string, 0, len(elems))
	for _, e := range elems {
		s, ok := String(e)
		if !ok {
			return nil, false
		}
		parts = append(parts, s)
	}
	return Str(strings.Join(parts, sep)), true
}

func trim(ref graphmodel.FuncRef, args []Value) (Value, bool) {
	s, ok1 := String(args[0])
	x, ok2 := String(args[1])
	if !ok1 || !ok2 {
		return nil, false
	}
	if ref == "strings.TrimPrefix" {
		return Str(strings.TrimPrefix(s, x)), true
	}
	return Str(strings.TrimSuffix(s, x)), true
}

// elements turns iterators and lists into lists; a sorted one is sorted if its keys are known.
func elements(ref graphmodel.FuncRef, args []Value) (Value, bool) {
	switch v := args[0].(type) {
	case *Map:
		return &List{Elems: append([]Value(nil), v.Vals...), Open: v.Open}, true
	case *List:
		l := &List{Elems: append([]Value(nil), v.Elems...), Open: v.Open}
		if ref == "slices.Sorted" {
			sortStrings(l)
		} else {
			l.keepMaybe(v, 0)
		}
		return l, true
	}
	return nil, false
}

func sortStrings(l *List) {
	slices.SortStableFunc(l.Elems, func(a, b Value) int {
		s, _ := String(a)
		t, _ := String(b)
		return strings.Compare(s, t)
	})
}
