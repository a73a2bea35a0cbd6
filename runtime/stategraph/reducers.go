package stategraph

import "cmp"

// Append is a reducer that adds the elements of the update behind the old
// ones, in merge order: node name, then task index. It does not recognise
// repetitions; see [UnionBy].
func Append[E any](old, update []E) []E {
	out := make([]E, 0, len(old)+len(update))
	out = append(out, old...)
	return append(out, update...)
}

// UnionBy makes a reducer that keeps one element per key, the first that was
// written. Repeating an update does not change the value.
func UnionBy[E any, K comparable](key func(E) K) Reducer[[]E] {
	return func(old, update []E) []E {
		seen := make(map[K]bool, len(old)+len(update))
		out := make([]E, 0, len(old)+len(update))
		for _, list := range [][]E{old, update} {
			for _, e := range list {
				if k := key(e); !seen[k] {
					seen[k] = true
					out = append(out, e)
				}
			}
		}
		return out
	}
}

// Last is a reducer that takes the update. Within one superstep the writer
// with the greatest node name (then task index) wins: an arbitrary choice, but
// the same one each time.
func Last[T any](_, update T) T { return update }

// Max is a reducer that keeps the greater value. An unwritten field counts as
// the zero value.
func Max[N cmp.Ordered](old, update N) N { return max(old, update) }

// MergeMaps is a reducer that copies the entries of the update over the old
// ones. For a key that two nodes write in one superstep the greater node name
// wins.
func MergeMaps[K comparable, V any](old, update map[K]V) map[K]V {
	out := make(map[K]V, len(old)+len(update))
	for k, v := range old {
		out[k] = v
	}
	for k, v := range update {
		out[k] = v
	}
	return out
}
