package eval

import (
	"go/constant"
	"go/token"
	"slices"

	"github.com/skewlint/skewlint/graphmodel"
)

// Join is the value that is one of vals. Nil and Zero give way to anything else, since builder
// code returns them with an error; lists that extend each other become the longer one.
func Join(vals ...Value) Value {
	var out []Value
	for _, v := range vals {
		for _, a := range Alternatives(v) {
			out = addAlternative(out, a)
		}
		if len(out) > maxAlternatives {
			return Unknown{Reason: "it can be one of too many values to follow"}
		}
	}
	if len(out) > 1 {
		out = dropEmpty(out)
	}
	switch len(out) {
	case 0:
		return Nil{}
	case 1:
		return out[0]
	}
	return Choice(out)
}

func dropEmpty(vals []Value) []Value {
	var kept []Value
	for _, v := range vals {
		switch v.(type) {
		case Nil, Zero:
			continue
		}
		kept = append(kept, v)
	}
	if kept == nil {
		return vals[:1]
	}
	return kept
}

func addAlternative(out []Value, v Value) []Value {
	for i, o := range out {
		if Same(o, v) {
			return out
		}
		if a, ok := o.(*List); ok {
			if b, ok := v.(*List); ok {
				if longer := extends(a, b); longer != nil {
					out[i] = longer
					return out
				}
			}
		}
		if ta, ok := o.(Tuple); ok {
			if tb, ok := v.(Tuple); ok && len(ta) == len(tb) {
				out[i] = joinTuples(ta, tb)
				return out
			}
		}
	}
	return append(out, v)
}

// joinTuples joins what two returns give. A return with nothing but its last value is that of an
// error, and gives way like nil.
func joinTuples(a, b Tuple) Tuple {
	t := make(Tuple, len(a))
	for i := range a {
		t[i] = Join(a[i], b[i])
	}
	last := len(t) - 1
	switch {
	case last > 0 && nothing(a[:last]):
		copy(t, b[:last])
	case last > 0 && nothing(b[:last]):
		copy(t, a[:last])
	}
	return t
}

func nothing(vals []Value) bool {
	return !slices.ContainsFunc(vals, func(v Value) bool {
		switch v.(type) {
		case Nil, Zero:
			return false
		}
		s, ok := String(v)
		return !ok || s != ""
	})
}

// extends is the list of which the other is a prefix.
func extends(a, b *List) *List {
	if len(a.Elems) < len(b.Elems) {
		a, b = b, a
	}
	for i := range b.Elems {
		if !Same(a.Elems[i], b.Elems[i]) {
			return nil
		}
	}
	open := a.Open
	if open == "" {
		open = b.Open
	}
	l := &List{Elems: a.Elems, Open: open}
	for i := range a.Elems {
		at, ok := a.maybe[i]
		if other, both := b.maybe[i]; both && !ok {
			at, ok = other, true
		}
		if ok || i >= len(b.Elems) {
			l.setMaybe(i, at)
		}
	}
	return l
}

// Maybe says that the i-th element is there only if a condition that is not known holds, and
// where that condition is.
func (l *List) Maybe(i int) (at graphmodel.Position, ok bool) {
	at, ok = l.maybe[i]
	return at, ok
}

func (l *List) setMaybe(i int, at graphmodel.Position) {
	if l.maybe == nil {
		l.maybe = make(map[int]graphmodel.Position)
	}
	l.maybe[i] = at
}

// keepMaybe notes for l, which has the elements of from in its place offset on, which of them
// may be missing.
func (l *List) keepMaybe(from *List, offset int) {
	for i, at := range from.maybe {
		if i += offset; i >= 0 && i < len(l.Elems) {
			l.setMaybe(i, at)
		}
	}
}

// decidedAt gives the elements that a join made doubtful, and a value that it gave up on, the place
// of the condition.
func decidedAt(v Value, at graphmodel.Position) Value {
	switch v := v.(type) {
	case *List:
		for i, known := range v.maybe {
			if !known.IsValid() {
				v.maybe[i] = at
			}
		}
	case Unknown:
		if !v.Pos.IsValid() {
			v.Pos = at
			return v
		}
	}
	return v
}

// Same reports whether two values are known to be the same.
func Same(a, b Value) bool {
	switch a := a.(type) {
	case Const:
		b, ok := b.(Const)
		return ok && a.V.Kind() == b.V.Kind() && constant.Compare(a.V, token.EQL, b.V)
	case Nil:
		_, ok := b.(Nil)
		return ok
	case Zero:
		_, ok := b.(Zero)
		return ok
	case Pointer:
		b, ok := b.(Pointer)
		return ok && a.Cell == b.Cell
	case *Object, *List, *Map, *Struct:
		return a == b
	case *Func:
		b, ok := b.(*Func)
		return ok && (a == b || a.Ref == b.Ref && a.fn == nil && b.fn == nil && a.Recv == nil && b.Recv == nil)
	case Unknown:
		b, ok := b.(Unknown)
		return ok && a == b
	}
	return false
}
