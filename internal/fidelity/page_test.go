package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/skewlint/skewlint/graphmodel"
)

func TestPage(t *testing.T) {
	g := abcStatic()
	g.Edges = g.Edges[:3]
	g.Gaps = []graphmodel.Gap{{Kind: graphmodel.GapNode, Node: "a", Reason: `the function of node "a" is not known: line 12`}}
	p := page{Date: "2026-01-02", Results: []*result{
		{
			F: plain, Sum: scoreOf(plain, &g, abc()), Match: &matched{Internal: 2},
			Truth: &exported{Commit: "abc", Programs: []program{{Path: "x", Graphs: 1}, {Path: "y", Reason: "a|b"}}},
			Found: &found{Graphs: []graphmodel.Graph{g}, Took: time.Second},
		},
		{F: &framework{Title: "Other"}, Err: errors.New("no checkout")},
	}}
	text := p.render()
	for _, want := range []string{
		"2026-01-02", "| 1 of 2 | 1/1 | 3/3 | 100 % | 100 % | 3/4 | 75 % | 100 % | 2/2 | – | 2/2 | 1/1 |",
		"| Other | not measured: no checkout |", "### Missed without a gap (defects): 1",
		`| a.go:10 | g | edge b → \_\_end\_\_ |`, "| 1 | node: the function of node … is not known: line N |",
		`| y | a\|b |`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("missing: %s", want)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

func TestPercentRoundsDown(t *testing.T) {
	for _, c := range []struct {
		part, whole int
		want        string
	}{{1, 1, "100 %"}, {999, 1000, "99.9 %"}, {9999, 10000, "99.9 %"}, {0, 3, "0 %"}} {
		if got := percent(c.part, c.whole); got != c.want {
			t.Errorf("percent(%d, %d) = %s, want %s", c.part, c.whole, got, c.want)
		}
	}
}
