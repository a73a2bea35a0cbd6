package stategraph

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"sync"
)

// values is a state as it is stored: field name to JSON.
type values map[string]json.RawMessage

// fieldSet is the declared fields of a graph by name.
type fieldSet map[string]AnyField

// State is the immutable snapshot that a node reads. Take values out of it
// with [Field.Get] and [Field.Lookup].
type State struct {
	vals   values
	fields fieldSet
	log    *misuseLog // nil outside of a node: nobody would report it
}

// MarshalJSON writes the state as one JSON object, field name to value.
func (s State) MarshalJSON() ([]byte, error) {
	if s.vals == nil {
		return []byte("{}"), nil
	}
	return json.Marshal(s.vals)
}

// mayRead reports whether f is the field that the graph declares by its name.
func (s State) mayRead(f AnyField) bool {
	if s.fields == nil {
		return true
	}
	decl, ok := s.fields[f.Name()]
	switch {
	case !ok:
		s.misuse(fmt.Errorf("reads field %q, which the graph does not declare", f.Name()))
	case decl.typ() != f.typ():
		s.misuse(fmt.Errorf("reads field %q as %s, the graph declares %s", f.Name(), f.typ(), decl.typ()))
	default:
		return true
	}
	return false
}

func (s State) misuse(err error) {
	if s.log != nil {
		s.log.add(err)
	}
}

// misuseLog collects what a node did wrong with its snapshot, because Get has
// no error to return and a zero value must not pass for an answer.
type misuseLog struct {
	mu  sync.Mutex
	err error
}

func (l *misuseLog) add(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
	}
}

func (l *misuseLog) first() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// Write is one field with its new value (or, with a reducer, the update to
// merge). Make it with [Field.Set].
type Write struct {
	field string
	typ   reflect.Type
	value json.RawMessage
	err   error
}

// Field returns the name of the field that is written.
func (w Write) Field() string { return w.field }

// Update is the writes that a node returns; nil writes nothing.
type Update []Write

// record checks an update against the declared fields and turns it into what
// is stored.
func (fs fieldSet) record(u Update) ([]write, error) {
	out := make([]write, 0, len(u))
	for _, w := range u {
		if w.err != nil {
			return nil, w.err
		}
		decl, ok := fs[w.field]
		if !ok {
			return nil, fmt.Errorf("writes field %q, which the graph does not declare", w.field)
		}
		if decl.typ() != w.typ {
			return nil, fmt.Errorf("writes field %q as %s, the graph declares %s", w.field, w.typ, decl.typ())
		}
		out = append(out, write{Field: w.field, Value: w.value})
	}
	return out, nil
}

// overlay returns v with the entries of o laid over it.
func (v values) overlay(o values) values {
	if len(o) == 0 {
		return v
	}
	out := maps.Clone(v)
	if out == nil {
		out = values{}
	}
	maps.Copy(out, o)
	return out
}
