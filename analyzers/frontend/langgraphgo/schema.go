package langgraphgo

import (
	"strconv"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// schema is a schema of the framework: a MapSchema, a StructSchema or a FieldMerger.
type schema struct {
	fields []*frontend.Field
	byName map[string]*frontend.Field
	used   []*graph
	gap    *graphmodel.Gap
	// merger is a function of the program that merges whole states, with the type of the state.
	merger eval.Value
	custom bool
}

func schemaHandlers() table {
	t := table{
		function("NewMapSchema"):    newSchema,
		function("NewFieldMerger"):  newSchema,
		function("NewStructSchema"): newStructSchema,
	}
	for name, typ := range map[string]string{
		"RegisterReducer": "MapSchema", "RegisterChannel": "MapSchema", "RegisterFieldMerge": "FieldMerger",
	} {
		t[method(typ, name)] = register
	}
	for _, typ := range []string{"MapSchema", "FieldMerger", "StructSchema"} {
		for _, name := range []string{"Init", "Update", "Cleanup"} {
			t[method(typ, name)] = unknown("a state")
		}
	}
	on(t, baseTypes, "SetSchema", func(g *graph, c *eval.Call) eval.Value {
		g.setSchema(c, c.Arg(0))
		return nothing()
	})
	on(t, baseTypes, "SetStateMerger", func(g *graph, c *eval.Call) eval.Value {
		if g.merges == replace { // a schema comes first (graph.go)
			g.merge(byCaller)
		}
		return nothing()
	})
	return t
}

func newSchema(*eval.Call) eval.Value {
	return &eval.Object{Data: &schema{byName: make(map[string]*frontend.Field)}}
}

// newStructSchema: without a function of the program fields that are not zero overwrite
// (DefaultStructMerge).
func newStructSchema(c *eval.Call) eval.Value {
	s := &schema{byName: make(map[string]*frontend.Field), merger: c.Arg(1)}
	s.custom = !isNil(s.merger) && !overwrites(s.merger)
	return &eval.Object{Data: s}
}

// overwriting are the framework's reducers that keep one of two writes and drop the other.
var overwriting = map[graphmodel.FuncRef]bool{
	function("OverwriteReducer"): true, function("OverwriteMerge"): true, function("KeepCurrentMerge"): true,
	function("OverwriteStructMerge"): true, function("DefaultStructMerge"): true,
}

func overwrites(v eval.Value) bool {
	f, ok := v.(*eval.Func)
	return ok && overwriting[f.Ref]
}

// register adds a field with its reducer, also to the graphs that have the schema already. A second
// call for the same key replaces the reducer.
func register(c *eval.Call) eval.Value {
	for _, v := range eval.Alternatives(c.Recv) {
		if s, ok := eval.Data(v).(*schema); ok {
			s.register(c)
		}
	}
	return nothing()
}

func (s *schema) register(c *eval.Call) {
	name, ok := eval.String(c.Arg(0))
	if !ok {
		reason, _ := eval.Reason(c.Arg(0))
		s.gap = &graphmodel.Gap{Kind: graphmodel.GapField, Pos: c.Pos, Reason: "the key of a state field is not known: " + reason}
		for _, g := range s.used {
			g.Gap(s.gap.Kind, s.gap.Pos, "", "%s", s.gap.Reason)
		}
		return
	}
	f := s.byName[name]
	if f == nil {
		f = &frontend.Field{}
		f.Name, f.Pos = name, c.Pos
		f.AddRef(strconv.Quote(name))
		s.byName[name] = f
		s.fields = append(s.fields, f)
	}
	setReducer(f, c.Arg(1), len(c.Conditions) > 0)
	for _, g := range s.used {
		g.field(c, f)
	}
}

// setReducer notes the reducer; one that overwrites merges nothing.
func setReducer(f *frontend.Field, reducer eval.Value, maybe bool) {
	f.Reducer = graphmodel.FuncValue{}
	if overwrites(reducer) || isNil(reducer) {
		f.HasReducer = graphmodel.No
		return
	}
	f.Reducer, _ = frontend.FuncValue(reducer)
	switch {
	case maybe:
		f.HasReducer = graphmodel.Unknown
	default:
		f.HasReducer = graphmodel.Yes
	}
}

// field joins a field of a schema with what the graph knows of the key.
func (g *graph) field(c *eval.Call, f *frontend.Field) {
	have := g.keys[f.Name]
	if have == nil {
		g.attach(c, f)
		return
	}
	if have != f {
		have.HasReducer, have.Reducer = f.HasReducer, f.Reducer
	}
}

// setSchema takes the schema that v is or holds; a type of the program is not looked into.
func (g *graph) setSchema(c *eval.Call, v eval.Value) {
	var found []*schema
	eval.Walk(v, func(data any) { // also inside MapSchemaAdapter
		if s, ok := data.(*schema); ok {
			found = append(found, s)
		}
	})
	if len(found) == 0 {
		g.merge(byCaller)
		g.Gap(graphmodel.GapField, c.Pos, "", "the state schema is not one of the framework: its fields are not known")
		return
	}
	for _, s := range found {
		g.useSchema(c, s)
	}
}

func (g *graph) useSchema(c *eval.Call, s *schema) {
	s.used = append(s.used, g)
	if s.custom {
		g.merge(byCaller)
		for _, f := range g.keys {
			f.Reducer, _ = frontend.FuncValue(s.merger)
		}
	} else {
		g.merge(byKey)
	}
	if s.gap != nil {
		g.Gap(s.gap.Kind, s.gap.Pos, "", "%s", s.gap.Reason)
	}
	for _, f := range s.fields {
		g.field(c, f)
	}
}

// merge sets how results of one step become one state; what the program merges itself may well
// merge every field.
func (g *graph) merge(how merge) {
	g.merges = how
	if how == byCaller {
		for _, f := range g.keys {
			f.HasReducer = graphmodel.Unknown
		}
	}
	g.Graph.Dialect = g.dialect()
}

// messagesSchema is the schema of NewMessagesStateGraph and, from v0.6 on, NewMessageGraph.
func (g *graph) messagesSchema(c *eval.Call) {
	f := &frontend.Field{}
	f.Name, f.Pos, f.HasReducer = "messages", g.Graph.Pos, graphmodel.Yes
	f.Reducer = graphmodel.FuncValue{Ref: function("AddMessages"), Pos: g.Graph.Pos}
	f.AddRef(strconv.Quote("messages"))
	g.attach(c, f)
	g.merge(byKey)
}
