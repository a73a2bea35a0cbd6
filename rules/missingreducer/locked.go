package missingreducer

import (
	"slices"

	"github.com/skewlint/skewlint/graphmodel"
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
func replacing(f graphmodel.Field, all []write, reads *reading) []write {
	var out []write
	merges, reader := map[string]bool{}, map[string]bool{}
	if slices.ContainsFunc(all, func(w write) bool { return w.use.Maybe }) {
		for _, r := range reads.of(f) {
			reader[r.node] = true
		}
	}
	for _, w := range all {
		if !w.use.Replaces || w.use.Maybe && reader[w.node] {
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
