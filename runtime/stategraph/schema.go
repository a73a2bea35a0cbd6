package stategraph

import (
	"context"
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// schema is what stored threads depend on: which fields there are and what their
// JSON looks like, and which nodes. Code, edges and reducers do not count: a
// thread that was parked under other ones can go on.
type schema struct {
	Graph   string              `json:"graph"`
	Version string              `json:"version,omitempty"` // as declared
	Fields  map[string][]string `json:"fields,omitempty"`  // shapes
	Nodes   []string            `json:"nodes,omitempty"`
	Subs    map[string]*schema  `json:"subgraphs,omitempty"` // by node
}

// SchemaVersion names the version of what the graph stores. A thread that was
// parked under another version is resumed only through [Migrate]. Without it the
// fields and nodes themselves are compared, see [SchemaError].
func SchemaVersion(v string) CompileOption {
	return func(c *compileConfig) { c.version = v }
}

// Stored is a state that was written under another schema.
type Stored struct {
	Graph   string // the graph, or the subgraph, that it belongs to
	Version string // its SchemaVersion then, or "" when it had none
	State   map[string]json.RawMessage
}

// Migrate gives a graph the function that turns stored states of other schemas
// into its own. It is called before a thread is resumed, retried, forked or
// started again, once for the graph and once for each subgraph that is parked
// inside, and returns the state to go on with. Its result is stored with the run
// that follows and not before, so it can run again and must be pure. It cannot
// rename nodes: a thread that is parked at a node needs a node of that name.
func Migrate(fn func(Stored) (map[string]json.RawMessage, error)) CompileOption {
	return func(c *compileConfig) { c.migrate = fn }
}

// SchemaError says that a thread cannot go on with the graph as it is now. That
// fields or nodes were added is no reason: it is for those that are gone or that
// have another shape and that the thread has values for, or is parked at, and for
// another SchemaVersion. Give Compile a [Migrate] function, or finish the thread
// with the program that has the old graph. The thread stays as it is.
type SchemaError struct {
	Graph    string
	From, To string   // the versions, or short hashes where none is declared
	Fields   []string // that differ, sorted
	Nodes    []string // that are gone, sorted
	Err      error    // what does not fit, in detail
}

func (e *SchemaError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "stategraph: graph %q has changed since the thread was stored (schema %s, now %s)", e.Graph, e.From, e.To)
	if len(e.Fields) > 0 {
		fmt.Fprintf(&b, ", fields %s", strings.Join(e.Fields, ", "))
	}
	if len(e.Nodes) > 0 {
		fmt.Fprintf(&b, ", nodes %s", strings.Join(e.Nodes, ", "))
	}
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	return b.String() + "; give Compile a Migrate function"
}

// Unwrap returns the details.
func (e *SchemaError) Unwrap() error { return e.Err }

// describeSchema makes the schema of a graph.
func (c *Compiled) describeSchema() *schema {
	s := &schema{Graph: c.name, Version: c.version, Fields: map[string][]string{}, Subs: map[string]*schema{}}
	for name, f := range c.fields {
		s.Fields[name] = shape(f.typ())
	}
	for name, n := range c.nodes {
		s.Nodes = append(s.Nodes, name)
		if n.sub != nil {
			s.Subs[name] = n.sub.describeSchema()
		}
	}
	slices.Sort(s.Nodes)
	return s
}

func (s *schema) encode() (hash string, body []byte) {
	body, _ = json.Marshal(s) // maps of strings
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])[:16], body
}

// label is how a schema is called in messages.
func (s *schema) label(hash string) string {
	if s != nil && s.Version != "" {
		return fmt.Sprintf("version %q", s.Version)
	}
	if hash == "" {
		return "unknown"
	}
	if len(hash) > 8 {
		hash = hash[:8]
	}
	return hash
}

// shape lists what the JSON of a type is made of, one line a leaf, sorted. Names
// of types do not count, nor do the sizes of numbers.
func shape(t reflect.Type) []string {
	set := map[string]bool{}
	shapeOf(t, "", nil, set)
	return slices.Sorted(maps.Keys(set))
}

func shapeOf(t reflect.Type, path string, above []reflect.Type, out map[string]bool) {
	if ownJSON(t) || slices.Contains(above, t) {
		out[path+" "+t.String()] = true
		return
	}
	above = append(slices.Clone(above), t)
	switch t.Kind() {
	case reflect.Pointer:
		shapeOf(t.Elem(), path, above, out)
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 && t.Kind() == reflect.Slice {
			out[path+" bytes"] = true
			return
		}
		shapeOf(t.Elem(), path+"[]", above, out)
	case reflect.Map:
		shapeOf(t.Elem(), path+"{}", above, out)
	case reflect.Struct:
		out[path+" object"] = true
		for _, f := range reflect.VisibleFields(t) {
			if name, ok := jsonName(f); ok {
				shapeOf(f.Type, path+"."+name, above, out)
			}
		}
	default:
		out[path+" "+leaf(t.Kind())] = true
	}
}

// ownJSON reports whether a type says itself what its JSON is.
func ownJSON(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// jsonName is the key of a struct field, if it has one of its own.
func jsonName(f reflect.StructField) (string, bool) {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch {
	case name == "-" && f.Tag.Get("json") == "-", !f.IsExported(), f.Anonymous && name == "":
		return "", false
	case name == "":
		return f.Name, true
	}
	return name, true
}

func leaf(k reflect.Kind) string {
	switch k {
	case reflect.Bool:
		return "bool"
	case reflect.String:
		return "string"
	case reflect.Float32, reflect.Float64:
		return "number"
	case reflect.Interface:
		return "any"
	}
	if reflect.Int <= k && k <= reflect.Uintptr {
		return "integer"
	}
	return k.String()
}

// adapt makes a checkpoint fit the graph as it is now, or says why it does not.
func (e *Engine) adapt(ctx context.Context, c *Compiled, cp *checkpoint) error {
	if cp.Schema == c.schemaHash {
		return nil
	}
	old, err := e.loadSchema(ctx, cp.Schema)
	if err != nil {
		return err
	}
	se := &SchemaError{Graph: c.name, From: old.label(cp.Schema), To: c.schema.label(c.schemaHash)}
	if c.migrate != nil {
		se.Err = c.migrateAll(old, cp)
	} else {
		c.differs(old, cp, se)
	}
	if se.Err = errors.Join(se.Err, c.fits(cp)); se.Err != nil || len(se.Fields)+len(se.Nodes) > 0 {
		slices.Sort(se.Fields)
		slices.Sort(se.Nodes)
		se.Fields, se.Nodes = slices.Compact(se.Fields), slices.Compact(se.Nodes)
		return se
	}
	cp.Schema = c.schemaHash
	return nil
}

// migrateAll hands the states in a checkpoint to the functions that were given.
func (c *Compiled) migrateAll(old *schema, cp *checkpoint) error {
	in := Stored{Graph: c.name, State: maps.Clone(cp.State)}
	if old != nil {
		in.Version = old.Version
	}
	state, err := guard(func() (map[string]json.RawMessage, error) { return c.migrate(in) })
	if err != nil {
		return fmt.Errorf("Migrate of graph %q: %w", c.name, err)
	}
	for _, name := range slices.Sorted(maps.Keys(state)) {
		if c.fields[name] == nil {
			return fmt.Errorf("Migrate returned field %q, which graph %q does not declare", name, c.name)
		}
	}
	cp.State = state
	return cp.inside(func(node string, sub *checkpoint) error {
		n := c.nodes[node]
		if n == nil || n.sub == nil {
			return nil // fits complains
		}
		return n.sub.migrateAll(old.sub(node), sub)
	})
}

// sub is the schema of the subgraph at a node, or nil.
func (s *schema) sub(node string) *schema {
	if s == nil {
		return nil
	}
	return s.Subs[node]
}

// inside calls fn for the checkpoints of the subgraphs that cp is parked in.
func (cp *checkpoint) inside(fn func(node string, sub *checkpoint) error) error {
	var errs []error
	for _, a := range cp.Acts {
		sub := a.Sub
		if sub == nil && a.Outcome != nil {
			sub = a.Outcome.Sub
		}
		if sub != nil {
			errs = append(errs, fn(a.Node, sub))
		}
	}
	return errors.Join(errs...)
}

// differs collects what the thread has and the graph has not, or has otherwise.
func (c *Compiled) differs(old *schema, cp *checkpoint, se *SchemaError) {
	var errs []error
	if old != nil && old.Version != c.version {
		errs = append(errs, fmt.Errorf("the graph declares version %q, the thread was stored under %q", c.version, old.Version))
	}
	for _, name := range slices.Sorted(maps.Keys(cp.State)) {
		f, ok := c.fields[name]
		if !ok {
			se.Fields = append(se.Fields, name)
			errs = append(errs, fmt.Errorf("the thread has a value of field %q, which graph %q does not declare", name, c.name))
			continue
		}
		if old == nil {
			continue
		}
		if gone := lacking(old.Fields[name], shape(f.typ())); len(gone) > 0 {
			se.Fields = append(se.Fields, name)
			errs = append(errs, fmt.Errorf("field %q had %s, which its type %s has not", name, strings.Join(gone, ", "), f.typ()))
		}
	}
	for _, a := range cp.Acts {
		if c.node(a.Node) == nil {
			se.Nodes = append(se.Nodes, a.Node)
		}
	}
	_ = cp.inside(func(node string, sub *checkpoint) error {
		if n := c.nodes[node]; n != nil && n.sub != nil {
			n.sub.differs(old.sub(node), sub, se)
		}
		return nil
	})
	se.Err = errors.Join(append([]error{se.Err}, errs...)...)
}

// lacking lists the lines of old that are not in now, as a reader wants them.
func lacking(old, now []string) []string {
	var out []string
	for _, line := range old {
		if !slices.Contains(now, line) {
			path, kind, _ := strings.Cut(line, " ")
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s", strings.TrimPrefix(path, "."), kind)))
		}
	}
	return out
}

// saveSchemas stores what the schemas of the graphs look like, for a later
// program that wants to say what has changed.
func (e *Engine) saveSchemas(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(e.graphs)) {
		hash, body := e.graphs[name].schema.encode()
		_, err := e.store.exec(ctx, `INSERT INTO {t}schemas (hash, body) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING`, hash, string(body))
		if err != nil {
			return err
		}
	}
	return nil
}

// loadSchema reads a schema; nil when nobody knows it.
func (e *Engine) loadSchema(ctx context.Context, hash string) (*schema, error) {
	var body string
	found, err := e.store.one(ctx, []any{&body}, `SELECT body FROM {t}schemas WHERE hash = $1`, hash)
	if err != nil || !found {
		return nil, err
	}
	s := &schema{}
	if err := json.Unmarshal([]byte(body), s); err != nil {
		return nil, fmt.Errorf("schema %s: %w", hash, err)
	}
	return s, nil
}
