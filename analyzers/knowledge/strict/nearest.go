package strict

import (
	"fmt"
	"slices"
	"strings"
)

// DidYouMean ends a message about a name that is not known: with the nearest known one when it
// is near enough to be a slip, else with all of them.
func DidYouMean(name string, known []string) string {
	if near, ok := Nearest(name, known); ok {
		return fmt.Sprintf(", did you mean %q", near)
	}
	if len(known) == 0 {
		return ""
	}
	known = slices.Sorted(slices.Values(known))
	return ", known: " + strings.Join(known, ", ")
}

// Nearest returns the known name with the smallest edit distance to name, the first in order
// among equals. It is not ok when even that one differs in more than a third of its letters
// (at least two): then it would be a guess and not a hint.
func Nearest(name string, known []string) (string, bool) {
	best, bestDistance := "", -1
	for _, k := range slices.Sorted(slices.Values(known)) {
		if d := distance(strings.ToLower(name), strings.ToLower(k)); bestDistance < 0 || d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best, bestDistance >= 0 && bestDistance <= max(2, len(best)/3) && bestDistance < max(len(best), 1)
}

// distance is the number of letters to insert, drop, replace or swap with their neighbour.
func distance(a, b string) int {
	// Names longer than this are no slips of known keys, and the table would grow with them.
	const longest = 128
	if len(a) > longest || len(b) > longest {
		return max(len(a), len(b))
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			rows[i][j] = cheapest(rows, a, b, i, j)
		}
	}
	return rows[len(a)][len(b)]
}

func cheapest(rows [][]int, a, b string, i, j int) int {
	replace := rows[i-1][j-1]
	if a[i-1] != b[j-1] {
		replace++
	}
	best := min(replace, rows[i-1][j]+1, rows[i][j-1]+1)
	if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
		best = min(best, rows[i-2][j-2]+1)
	}
	return best
}
