// Package schema validates values against JSON schemas that a server sent.
//
// Such a schema is as foreign as the rest: one that refers to itself sends the validator into an endless recursion, which
// ends the process, and one that refers to the same part twice, ten levels deep, keeps it busy for ever. The one idea is
// to measure a schema, with every reference written out, before it is handed to the validator.
//
// # Limits
//
// A schema with a cycle, an anchor or a reference to elsewhere is not checked here but left to the server, see
// [Schema.Checked]; honest servers have such schemas too. Only draft 2020-12 is known.
package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

const (
	maxBytes    = 256 << 10
	maxDepth    = 64
	maxExpanded = 20_000 // parts of a schema with its references written out
)

// ErrTooLarge means that a schema is larger than any honest one.
var ErrTooLarge = errors.New("the schema is larger or deeper than any honest one")

// Schema is a compiled schema.
type Schema struct {
	raw      json.RawMessage
	top      map[string]any
	resolved *jsonschema.Resolved
	why      string
}

// Compile reads a schema as it came out of the SDK; nil gives nil. It fails on what is no schema at all.
func Compile(v any) (*Schema, error) {
	if v == nil {
		return nil, nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if len(raw) > maxBytes {
		return nil, ErrTooLarge
	}
	s := &Schema{raw: raw}
	var tree any
	if err := json.Unmarshal(raw, &tree); err != nil {
		return nil, err
	}
	if _, ok := tree.(bool); ok {
		return s, nil // true allows everything; false is a tool that cannot be called, as the server will say
	}
	if s.top, _ = tree.(map[string]any); s.top == nil {
		return nil, errors.New("the schema is no object")
	}
	m := measure{root: tree, sizes: map[string]int{}}
	switch _, unfit := m.size(tree, 0); {
	case errors.Is(unfit, ErrTooLarge):
		return nil, unfit
	case unfit != nil:
		s.why = unfit.Error()
		return s, nil //nolint:nilerr // what cannot be followed is left to the server
	}
	var parsed jsonschema.Schema
	if err := json.Unmarshal(raw, &parsed); err != nil {
		return nil, err
	}
	if s.resolved, err = parsed.Resolve(nil); err != nil {
		s.resolved, s.why = nil, err.Error()
	}
	return s, nil
}

// Raw is the schema as JSON; nil for a nil schema.
func (s *Schema) Raw() json.RawMessage {
	if s == nil {
		return nil
	}
	return s.raw
}

// Checked reports whether values are validated here; if not, why says so.
func (s *Schema) Checked() (ok bool, why string) {
	return s != nil && s.resolved != nil, s.reason()
}

func (s *Schema) reason() string {
	if s == nil {
		return "there is no schema"
	}
	return s.why
}

// Validate checks a value that was decoded from JSON; everything is right for a schema that is not checked here. The
// error names places and rules, and may quote the value.
func (s *Schema) Validate(v any) error {
	if s == nil || s.resolved == nil {
		return nil
	}
	return s.resolved.Validate(v)
}

// Defaults fills in the defaults of the schema.
func (s *Schema) Defaults(v *map[string]any) error {
	if s == nil || s.resolved == nil {
		return nil
	}
	return s.resolved.ApplyDefaults(v)
}

// Property is one property of an object at the top of a schema.
type Property struct {
	Type, Format string // Type is empty when there are several or none
	Required     bool
	Enum         bool
}

// Properties are the properties at the top of the schema.
func (s *Schema) Properties() map[string]Property {
	if s == nil {
		return nil
	}
	required := map[string]bool{}
	list, _ := s.top["required"].([]any)
	for _, r := range list {
		if name, ok := r.(string); ok {
			required[name] = true
		}
	}
	out := map[string]Property{}
	props, _ := s.top["properties"].(map[string]any)
	for name, p := range props {
		p, _ := p.(map[string]any)
		kind, _ := p["type"].(string)
		format, _ := p["format"].(string)
		_, enum := p["enum"]
		out[name] = Property{Type: kind, Format: format, Required: required[name], Enum: enum}
	}
	return out
}

// measure counts the parts of a schema with its references written out. Each target is measured once, so that the time
// is linear in the schema however large the result.
type measure struct {
	root  any
	sizes map[string]int // by reference; -1 while it is being measured
}

func (m *measure) size(v any, depth int) (int, error) {
	if depth > maxDepth {
		return 0, ErrTooLarge
	}
	total := 1
	add := func(v any) error {
		n, err := m.size(v, depth+1)
		if total += n; err == nil && total > maxExpanded {
			err = ErrTooLarge
		}
		return err
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if err := add(e); err != nil {
				return 0, err
			}
		}
	case map[string]any:
		if _, ok := v["$id"].(string); ok && depth > 0 {
			return 0, errors.New("the schema has a part with an $id of its own, in which references mean something else")
		}
		for key, e := range v {
			ref, isString := e.(string)
			if isString && (key == "$ref" || key == "$dynamicRef" || key == "$recursiveRef") {
				n, err := m.reference(key, ref, depth)
				if err != nil {
					return 0, err
				}
				total += n
				continue
			}
			if err := add(e); err != nil {
				return 0, err
			}
		}
	}
	if total > maxExpanded {
		return 0, ErrTooLarge
	}
	return total, nil
}

func (m *measure) reference(key, ref string, depth int) (int, error) {
	if key != "$ref" {
		return 0, fmt.Errorf("the schema has a %s, which is not followed", key)
	}
	switch n, seen := m.sizes[ref]; {
	case n < 0:
		return 0, fmt.Errorf("the schema refers to itself at %q", ref)
	case seen:
		return n, nil
	}
	target, ok := lookup(m.root, ref)
	if !ok {
		return 0, fmt.Errorf("the schema refers to %q, which is not followed", ref)
	}
	m.sizes[ref] = -1
	n, err := m.size(target, depth+1)
	if err != nil {
		return 0, err
	}
	m.sizes[ref] = n
	return n, nil
}

// lookup follows a JSON pointer inside of the schema.
func lookup(at any, ref string) (any, bool) {
	path, ok := strings.CutPrefix(ref, "#")
	if !ok || (path != "" && path[0] != '/') {
		return nil, false
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if path == "" {
			break
		}
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		switch v := at.(type) {
		case map[string]any:
			if at, ok = v[part]; !ok {
				return nil, false
			}
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(v) {
				return nil, false
			}
			at = v[i]
		default:
			return nil, false
		}
	}
	return at, true
}
