package stategraph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// Reducer merges an update into the value that a field already has. It must be
// pure, and it must not keep or change its arguments' memory for later calls:
// it runs again when a run is recovered. When the field was never written, old
// is the zero value of T.
type Reducer[T any] func(old, update T) T

// Field is one channel of a graph's state: a name, a type and at most one
// reducer. It is an immutable value, meant for package-level variables.
//
// A field without a reducer takes one writer per superstep; a second write in
// the same step is a [*ConflictError].
type Field[T any] struct {
	name   string
	reduce Reducer[T]
}

// FieldOption configures a [Field].
type FieldOption[T any] func(*Field[T])

// NewField declares a field. The name identifies it in the stored state, so
// renaming a field loses the value that parked threads have for it.
func NewField[T any](name string, opts ...FieldOption[T]) Field[T] {
	f := Field[T]{name: name}
	for _, opt := range opts {
		if opt != nil {
			opt(&f)
		}
	}
	return f
}

// WithReducer says how several writes to a field become one value.
func WithReducer[T any](r Reducer[T]) FieldOption[T] {
	return func(f *Field[T]) { f.reduce = r }
}

// AnyField is what every [Field] satisfies, whatever its type.
type AnyField interface {
	// Name is the name the field was declared with.
	Name() string

	typ() reflect.Type
	reduces() bool
	check(raw json.RawMessage) error
	fold(old json.RawMessage, updates []json.RawMessage) (json.RawMessage, error)
}

// Name returns the name the field was declared with.
func (f Field[T]) Name() string { return f.name }

// Get returns the value of the field in s, or the zero value of T when it was
// never written. The result is the caller's own copy.
//
// Reading a field that the graph does not declare, or declares with another
// type, yields the zero value and makes the node fail when it returns.
func (f Field[T]) Get(s State) T {
	v, _ := f.Lookup(s)
	return v
}

// Lookup is [Field.Get] and reports whether the field was ever written.
func (f Field[T]) Lookup(s State) (T, bool) {
	var v T
	if !s.mayRead(f) {
		return v, false
	}
	raw, ok := s.vals[f.name]
	if !ok {
		return v, false
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		s.misuse(fmt.Errorf("field %q does not decode into %s: %w", f.name, f.typ(), err))
		var zero T
		return zero, false
	}
	return v, true
}

// Set makes a write of v to the field. The value is encoded at once: changing
// v afterwards does not change the write. A value that JSON cannot encode makes
// the node that returns the write fail.
func (f Field[T]) Set(v T) Write {
	raw, err := json.Marshal(v)
	if err != nil {
		err = fmt.Errorf("field %q: %w", f.name, err)
	}
	return Write{field: f.name, typ: f.typ(), value: raw, err: err}
}

func (f Field[T]) typ() reflect.Type { return reflect.TypeFor[T]() }
func (f Field[T]) reduces() bool     { return f.reduce != nil }

// check reports whether a stored value still fits the type of the field.
func (f Field[T]) check(raw json.RawMessage) error {
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		return fmt.Errorf("field %q does not decode into %s: %w", f.name, f.typ(), err)
	}
	return nil
}

// fold applies the updates to old, one after the other. It decodes old once,
// so that merging n writes into a long list is not quadratic.
func (f Field[T]) fold(old json.RawMessage, updates []json.RawMessage) (out json.RawMessage, err error) {
	if f.reduce == nil {
		return bytes.Clone(updates[len(updates)-1]), nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("reducer of field %q panicked: %v", f.name, p)
		}
	}()
	var acc T
	if old != nil {
		if err := json.Unmarshal(old, &acc); err != nil {
			return nil, fmt.Errorf("field %q does not decode into %s: %w", f.name, f.typ(), err)
		}
	}
	for _, raw := range updates {
		var u T
		if err := json.Unmarshal(raw, &u); err != nil {
			return nil, fmt.Errorf("field %q does not decode into %s: %w", f.name, f.typ(), err)
		}
		acc = f.reduce(acc, u)
	}
	return json.Marshal(acc)
}
