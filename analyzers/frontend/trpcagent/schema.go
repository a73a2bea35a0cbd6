package trpcagent

import (
	"strconv"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

func schemaHandlers() map[graphmodel.FuncRef]eval.Handler {
	return map[graphmodel.FuncRef]eval.Handler{
		fn(graphPath, "NewStateSchema"):                 func(*eval.Call) eval.Value { return &eval.Object{Data: &schema{}} },
		fn(graphPath, "MessagesStateSchema"):            messagesSchema,
		method(graphPath, "StateSchema", "AddField"):    addField,
		method(graphPath, "StateSchema", "Validate"):    look,
		method(graphPath, "StateSchema", "ApplyUpdate"): look,
	}
}

// schema is a *StateSchema. Graphs keep the schema itself, so that fields can come later.
type schema struct {
	fields []*frontend.Field
	graphs []*graph
}

// join makes g a graph of the schema.
func (s *schema) join(g *graph, c *eval.Call) {
	s.graphs = append(s.graphs, g)
	for _, f := range s.fields {
		g.field(f, c)
	}
}

// field adds a field to the graph; one without name is only a gap.
func (g *graph) field(f *frontend.Field, c *eval.Call) {
	if f.Name == "" {
		g.Gap(f.Gap.Kind, f.Gap.Pos, "", "%s", f.Gap.Reason)
		return
	}
	g.AddField(c, &eval.Object{Data: f})
}

// add adds a field; one of the same name is replaced, as in the framework.
func (s *schema) add(f *frontend.Field, c *eval.Call) {
	for _, old := range s.fields {
		if old.Name == f.Name && f.Name != "" {
			*old = *f
			return
		}
	}
	s.fields = append(s.fields, f)
	for _, g := range s.graphs {
		g.field(f, c)
	}
}

func addField(c *eval.Call) eval.Value {
	for _, v := range eval.Alternatives(c.Recv) {
		if s, ok := eval.Data(v).(*schema); ok {
			s.add(fieldOf(c, c.Arg(0), c.Arg(1)), c)
		}
	}
	return c.Recv
}

// fieldOf makes a field from its name and its StateField.
func fieldOf(c *eval.Call, key, like eval.Value) *frontend.Field {
	f := &frontend.Field{}
	f.Pos = c.Pos
	if name, ok := eval.String(key); ok && name != "" {
		f.Name = name
		f.AddRef(strconv.Quote(name))
	} else {
		reason, _ := eval.Reason(key)
		setGap(f, c, "the name of a state field is not known: "+reason)
	}
	spec, ok := like.(*eval.Struct)
	if !ok {
		reason, _ := eval.Reason(like)
		setGap(f, c, "what a state field is like is not known: "+reason)
		return f
	}
	if t, ok := spec.Field("Type"); ok {
		if rt, ok := eval.Data(t).(eval.ReflectType); ok {
			f.Type = rt.Desc
		}
	}
	reducer(f, spec, c)
	return f
}

func setGap(f *frontend.Field, c *eval.Call, reason string) {
	f.Gap = &graphmodel.Gap{Kind: graphmodel.GapField, Pos: c.Pos, Node: f.Name, Reason: reason}
}

// overwriting are the reducers that are none: the second write wins (graph/state.go).
var overwriting = map[graphmodel.FuncRef]bool{
	fn(graphPath, "DefaultReducer"): true, fn(graphPath, "CoverReducer"): true,
}

func reducer(f *frontend.Field, spec *eval.Struct, c *eval.Call) {
	v, ok := spec.Field("Reducer")
	if !ok || isNil(v) {
		f.HasReducer = graphmodel.No
		return
	}
	fv, ok := frontend.FuncValue(v)
	switch {
	case !ok:
		reason, _ := eval.Reason(v)
		setGap(f, c, "the reducer of a state field is not known: "+reason)
	case overwriting[fv.Ref]:
		f.HasReducer = graphmodel.No
	default:
		f.HasReducer, f.Reducer = graphmodel.Yes, fv
	}
}

// messagesSchema makes the predefined fields, graph/state_graph.go MessagesStateSchema.
func messagesSchema(c *eval.Call) eval.Value {
	s := &schema{}
	messages := graphmodel.TypeDesc{Name: "[]" + root + "/model.Message", Kind: "slice"}
	message := graphmodel.TypeDesc{Name: "*" + root + "/model.Message", Kind: "pointer"}
	str := graphmodel.TypeDesc{Name: "string", Kind: "string"}
	anys := graphmodel.TypeDesc{Name: "map[string]any", Kind: "map"}
	for _, p := range []struct {
		name, reducer string
		typ           graphmodel.TypeDesc
	}{
		{"messages", "MessageReducer", messages},
		{"user_input", "", str},
		{"agent_input_message", "", message},
		{"last_response", "", str},
		{"last_tool_response", "", str},
		{"last_response_id", "", str},
		{"node_responses", "MergeReducer", anys},
		{"metadata", "MergeReducer", anys},
	} {
		f := &frontend.Field{Field: graphmodel.Field{Name: p.name, Type: p.typ, Pos: c.Pos, HasReducer: graphmodel.No}}
		f.AddRef(strconv.Quote(p.name))
		if p.reducer != "" {
			f.HasReducer = graphmodel.Yes
			f.Reducer = graphmodel.FuncValue{Ref: fn(graphPath, p.reducer)}
		}
		s.fields = append(s.fields, f)
	}
	return &eval.Object{Data: s}
}

// callbacksField: WithNodeCallbacks declares a field of its own (graph/state_graph.go).
func callbacksField(g *graph, c *eval.Call) {
	f := &frontend.Field{Field: graphmodel.Field{
		Name: "node_callbacks", Pos: c.Pos, HasReducer: graphmodel.No, Refs: []string{`"node_callbacks"`},
		Type: graphmodel.TypeDesc{Name: "*" + graphPath + ".NodeCallbacks", Kind: "pointer"},
	}}
	g.AddField(c, &eval.Object{Data: f})
}

// collector is an *ExecutionErrorCollector, which declares a field of its own.
type collector struct{ key eval.Value }

func collectorHandlers() map[graphmodel.FuncRef]eval.Handler {
	all := map[graphmodel.FuncRef]eval.Handler{
		fn(graphPath, "NewExecutionErrorCollector"): newCollector,
		fn(graphPath, "WithExecutionErrorStateKey"): func(made *eval.Call) eval.Value {
			return &eval.Object{Data: eval.Handler(func(c *eval.Call) eval.Value {
				if k, ok := eval.Data(c.Arg(0)).(*collector); ok {
					k.key = made.Arg(0)
				}
				return eval.Nil{}
			})}
		},
	}
	for name, f := range map[string]func(*collector, *eval.Call) eval.Value{
		"StateKey":   func(k *collector, _ *eval.Call) eval.Value { return k.key },
		"StateField": func(*collector, *eval.Call) eval.Value { return errorField() },
		"AddField": func(k *collector, c *eval.Call) eval.Value {
			if s, ok := eval.Data(c.Arg(0)).(*schema); ok {
				s.add(fieldOf(c, k.key, errorField()), c)
			}
			return c.Arg(0)
		},
	} {
		all[method(graphPath, "ExecutionErrorCollector", name)] = func(c *eval.Call) eval.Value {
			if k, ok := eval.Data(c.Recv).(*collector); ok {
				return f(k, c)
			}
			return eval.Unknown{Reason: "the error collector is not known", Pos: c.Pos}
		}
	}
	return all
}

// newCollector: the key is that of graph/execution_error.go unless an option changes it.
func newCollector(c *eval.Call) eval.Value {
	k := &collector{key: eval.Str("execution_errors")}
	opts, open := c.Rest(0)
	for _, o := range opts {
		c.Apply(o, &eval.Object{Data: k})
	}
	if open != "" {
		k.key = eval.Unknown{Reason: open, Pos: c.Pos}
	}
	return &eval.Object{Data: k}
}

// errorField is the StateField that a collector makes.
func errorField() eval.Value {
	return eval.NewStruct(graphPath+".StateField", map[string]eval.Value{
		"Type": &eval.Object{Data: eval.ReflectType{Desc: graphmodel.TypeDesc{
			Name: "[]" + graphPath + ".ExecutionError", Kind: "slice",
		}}},
		"Reducer": &eval.Func{Ref: fn(graphPath, "ExecutionErrorSliceReducer")},
	})
}
