package effects

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// Fields are the state fields of a graph: those that it declares and, where the dialect says that
// state is open, those that its nodes name by a constant key or that the framework writes for
// them. Open fields have no reducer. Sorted: declared ones first, then by name.
func (r *Result) Fields(g *graphmodel.Graph) []graphmodel.Field {
	fields := slices.Clone(g.Fields)
	if g.Dialect.OpenState != graphmodel.Yes {
		return fields
	}
	known := make(map[string]bool, len(fields))
	for _, f := range fields {
		known[f.Name] = true
	}
	open := map[string]graphmodel.Position{}
	note := func(name string, pos graphmodel.Position) {
		if name != "" && !known[name] && !open[name].IsValid() {
			open[name] = pos
		}
	}
	for _, n := range g.Nodes {
		for _, name := range slices.Concat(n.Reads, n.Writes, n.Leaves) {
			note(name, n.Pos)
		}
		for _, fn := range append([]graphmodel.FuncValue{n.Func}, n.Func.Tools...) {
			for _, u := range slices.Concat(r.Reads(fn), r.Writes(fn)) {
				if strings.HasPrefix(u.Field, `"`) {
					name, _ := strconv.Unquote(u.Field)
					note(name, u.Trace.Last().Pos)
				}
			}
		}
	}
	var names []string
	for name := range open {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fields = append(fields, graphmodel.Field{
			Name: name, HasReducer: graphmodel.No, Refs: []string{strconv.Quote(name)}, Pos: open[name],
		})
	}
	return fields
}
