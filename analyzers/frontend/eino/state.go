package eino

import (
	"strings"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// newOptions applies the options of NewGraph and its kin, which stand from the i-th argument on.
func (g *graph) newOptions(c *eval.Call, i int) {
	vals, open := c.Rest(i)
	o := collect(vals, open)
	if o.open != "" {
		g.Gap(graphmodel.GapField, c.Pos, "", "the graph may have a state: %s", o.open)
	}
	if o.state != nil {
		g.stateFields(c, *o.state)
	}
}

// stateFields makes a field of each field of the state struct. Eino has no reducers: whatever a
// handler leaves in the struct is the state.
func (g *graph) stateFields(c *eval.Call, t graphmodel.TypeDesc) {
	name := strings.TrimLeft(t.Name, "*")
	if i := strings.Index(name, "["); i > 0 {
		name = name[:i] // fields are named by the generic type, without its arguments
	}
	if t.Name == "" {
		g.Gap(graphmodel.GapField, c.Pos, "", "the type of the state is not known here: it is a type parameter")
		return
	}
	if t.Kind != "struct" && t.Kind != "pointer" || len(t.Parts) == 0 {
		g.Gap(graphmodel.GapField, c.Pos, "", "the state is no struct with known fields: %s", t.Name)
		return
	}
	for _, p := range t.Parts {
		f := &frontend.Field{}
		f.Name, f.Pos, f.HasReducer = p.Name, c.Pos, graphmodel.No
		f.Type = graphmodel.TypeDesc{Name: p.Type}
		f.AddRef(name + "." + p.Name)
		g.AddField(c, &eval.Object{Data: f})
	}
}
