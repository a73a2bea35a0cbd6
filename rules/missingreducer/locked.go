package missingreducer

import (
	"slices"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// Where a lock keeps writes apart, as for the local state of Eino, whether a second write is a mistake
// is not for the field to say: a node that appends, counts or fills a map merges. One that only puts a
// value there replaces what another node has put there.

// underLock reports whether that holds for the dialect.
func underLock(d graphmodel.Dialect) bool {
	return d.DefaultReducer == graphmodel.Unknown && d.Conflict == graphmodel.ConflictLastWins
}

var scalars = []string{
	"string", "bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
}

// isScalar reports whether a field has one value that cannot be added to.
func isScalar(f graphmodel.Field) bool { return slices.Contains(scalars, f.Type.Name) }

// replacing are the writes that replace a field. A node is left out when it also reads the field and
// writes it under a condition, which may be what keeps the first value; so are all when they write one
// constant.
func replacing(p *rule.Pass, g *graphmodel.Graph, f graphmodel.Field, all []write) []write {
	var out []write
	merges := map[string]bool{}
	for _, w := range all {
		if !rule.Names(f, w.use.Field) {
			continue
		}
		if !w.use.Replaces || w.use.Maybe && readsField(p, g, w.node, f) {
			merges[w.node] = true
		}
		w.left = true
		out = append(out, w)
	}
	out = slices.DeleteFunc(out, func(w write) bool { return merges[w.node] })
	same := len(out) > 0 && out[0].use.Const != "" && !slices.ContainsFunc(out, func(w write) bool { return w.use.Const != out[0].use.Const })
	if same {
		return nil
	}
	return out
}

func readsField(p *rule.Pass, g *graphmodel.Graph, node string, f graphmodel.Field) bool {
	return slices.ContainsFunc(reads(p, g, f), func(r read) bool { return r.node == node })
}

// routes are the routers that read the field. One that is asked behind a writer finds what another
// one has put there, so it counts as standing behind the node.
func routes(p *rule.Pass, g *graphmodel.Graph, f graphmodel.Field) []read {
	var out []read
	for _, e := range g.Edges {
		if e.Func.Ref == "" || e.From == graphmodel.Start {
			continue
		}
		for _, use := range p.Effects.Reads(e.Func) {
			if rule.Names(f, use.Field) && use.Grade < effects.Likely {
				out = append(out, read{node: e.From, trace: use.Trace, router: true})
				break
			}
		}
	}
	return out
}
