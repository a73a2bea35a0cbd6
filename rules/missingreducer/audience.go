package missingreducer

import "github.com/skewlint/skewlint/graphmodel"

// audience says who finds what was written to a field. For each writer it walks once, from there on to
// the next writers, so that it costs what lies between writers and not writers times readers.
type audience struct {
	x       *graphmodel.Index
	writers *graphmodel.NodeSet
	readers []read
	at      map[string][]int // by node: the readers there, as indexes
	finds   map[string]map[int]bool
}

func newAudience(x *graphmodel.Index, w writers) *audience {
	a := &audience{
		x: x, writers: x.SetOf(w.names), readers: w.readers(), at: map[string][]int{}, finds: map[string]map[int]bool{},
	}
	for i, r := range a.readers {
		a.at[r.node] = append(a.at[r.node], i)
	}
	return a
}

// of is the first reader that a path leads to from each of two writers, on which no third one writes;
// or the router of one of the two.
func (a *audience) of(one, other string) *read {
	best := len(a.readers)
	for _, node := range []string{one, other} {
		for _, i := range a.at[node] {
			if a.readers[i].router {
				best = min(best, i)
			}
		}
	}
	left, right := a.behind(one), a.behind(other)
	if len(left) > len(right) {
		left, right = right, left
	}
	for i := range left {
		if node := a.readers[i].node; right[i] && one != other && node != one && node != other {
			best = min(best, i)
		}
	}
	if best == len(a.readers) {
		return nil
	}
	return &a.readers[best]
}

// behind are the readers, as indexes, that a path leads to from a writer, on which nobody else writes.
func (a *audience) behind(writer string) map[int]bool {
	finds, known := a.finds[writer]
	if !known {
		finds = map[int]bool{}
		for _, node := range a.x.Until(writer, a.writers) {
			for _, i := range a.at[node] {
				finds[i] = true
			}
		}
		a.finds[writer] = finds
	}
	return finds
}
