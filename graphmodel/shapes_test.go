package graphmodel

import (
	"fmt"
	"testing"
)

// build reads "a>b" as Always, "a?b" and "a!b" as routers 0 and 1, "a*b" as fan-out, "a&b" as join.
func build(edges ...string) *Graph {
	g := &Graph{Name: "g", Dialect: Dialect{LockStep: Yes, ResumeEntry: EnterAtPause}}
	kinds := map[byte]Edge{
		'>': {Kind: Always}, '?': {Kind: Conditional}, '!': {Kind: Conditional, Group: 1},
		'*': {Kind: FanOut}, '&': {Kind: Join},
	}
	seen := map[string]bool{"S": true, "E": true}
	spell := func(s string) string {
		switch s {
		case "S":
			return Start
		case "E":
			return End
		}
		if !seen[s] {
			seen[s] = true
			g.Nodes = append(g.Nodes, Node{Name: s})
		}
		return s
	}
	for _, text := range edges {
		e := kinds[text[1]]
		e.From, e.To = spell(text[:1]), spell(text[2:])
		g.Edges = append(g.Edges, e)
	}
	return g
}

func TestParallelShapes(t *testing.T) {
	for _, c := range []struct {
		name  string
		edges []string
		a, b  string
		lock  Tri
		flow  Tri
	}{
		{"equal diamond, branches", []string{"S>a", "a>b", "a>c", "b>d", "c>d"}, "b", "c", Yes, Yes},
		{"equal diamond, before and after", []string{"S>a", "a>b", "a>c", "b>d", "c>d", "d>e"}, "d", "e", No, No},
		{"unequal diamond, short and long", []string{"S>a", "a>b", "a>c", "c>d", "b>e", "d>e"}, "e", "d", Yes, No},
		{"unequal diamond, behind it", []string{"S>a", "a>b", "a>c", "c>d", "b>e", "d>e", "e>f"}, "e", "f", Yes, No},
		{"not same step, same start", []string{"S>a", "a>b", "a>c", "c>d"}, "b", "d", No, Yes},
		{"exclusive branches", []string{"S>a", "a?b", "a?c"}, "b", "c", No, No},
		{"two routers", []string{"S>a", "a?b", "a!c"}, "b", "c", Yes, Yes},
		{"router of a fan-out's target", []string{"S*a", "a?b", "a?c"}, "b", "c", Yes, Yes},
		{"exclusive, fork before", []string{"S>x", "S>y", "x>a", "y>z", "z>a", "a?b", "a?c", "b>d"}, "c", "d", Yes, No},
		{"fan-out with itself", []string{"S>a", "a*w", "w>c"}, "w", "w", Yes, Yes},
		{"gathered after a fan-out", []string{"S>a", "a*w", "w>c"}, "c", "c", No, No},
		{"cycle beside a branch", []string{"S>a", "S>b", "a>c", "c>a", "b>d", "d>e", "e>f"}, "a", "e", Yes, Yes},
		{"cycle beside a branch, parity", []string{"S>a", "S>b", "a>c", "c>a", "b>d", "d>e", "e>f"}, "a", "f", No, Yes},
		{"cycle alone", []string{"S>a", "a>b", "b?a", "b?E"}, "a", "b", No, No},
		{"fork in a cycle", []string{"S>a", "a>b", "a>c", "b>d", "c>d", "d?a", "d?E"}, "b", "c", Yes, Yes},
		{"nested forks", []string{"S>a", "S>b", "a>c", "a>d", "d>e", "b>f", "f>g"}, "e", "g", Yes, Yes},
		{"join waits for the long branch", []string{"S>a", "S>b", "b>c", "c>e", "a&d", "e&d"}, "d", "e", No, No},
		{"join beside a free branch", []string{"S>a", "S>b", "b>c", "a&d", "c&d", "S>x", "x>y", "y>z"}, "d", "z", Yes, Yes},
	} {
		t.Run(c.name, func(t *testing.T) {
			for lock, want := range map[Tri]Tri{Yes: c.lock, No: c.flow} {
				g := build(c.edges...)
				g.Dialect.LockStep = lock
				for _, p := range NewIndex(g).Parallel([]string{c.a, c.b}, 0) {
					if p.A == c.a && p.B == c.b && p.Answer != want {
						t.Errorf("LockStep %v: got %v, want %v", lock, p.Answer, want)
					}
				}
			}
		})
	}
}

func TestParallelDoubts(t *testing.T) {
	ask := func(g *Graph, a, b string, limit int) Pair { return NewIndex(g).Parallel([]string{a, b}, limit)[1] }

	g := build("S>a", "a>b", "a>c", "b>d", "c>d", "d>e")
	g.Gaps = []Gap{{Kind: GapEdge}}
	if p := ask(g, "d", "e", 0); p.Answer != Unknown || p.Doubt != DoubtGap {
		t.Errorf("gap: %+v", p)
	}
	if p := ask(g, "b", "c", 0); p.Answer != Yes || !p.Exact {
		t.Errorf("a gap takes back a witness: %+v", p)
	}
	g.Gaps = []Gap{{Kind: GapField}}
	if p := ask(g, "d", "e", 0); p.Answer != No {
		t.Errorf("field gap: %+v", p)
	}
	if p := ask(g, "d", "nowhere", 0); p.Answer != Unknown || p.Doubt != DoubtNode {
		t.Errorf("no node: %+v", p)
	}

	g = build("S>a", "S>b", "a>c", "c>d", "b>e")
	g.Dialect.LockStep = Unknown
	if p := ask(g, "d", "e", 0); p.Answer != Unknown || p.Doubt != DoubtDialect || p.Witness == nil || p.Exact {
		t.Errorf("dialect: %+v", p)
	}
	if p := ask(g, "a", "b", 0); p.Answer != Yes {
		t.Errorf("both dialects agree: %+v", p)
	}
	if p := ask(g, "a", "c", 0); p.Answer != No {
		t.Errorf("both dialects agree: %+v", p)
	}

	long := diamonds(400, 3)
	if p := ask(long, "n3", "n390", 50); p.Answer != Unknown || p.Doubt != DoubtLimit {
		t.Errorf("limit: %+v", p)
	}
}

// diamonds makes a graph of about n nodes: diamonds in sequence, one branch of which has arm
// nodes and the other one, inside one loop.
func diamonds(n, arm int) *Graph {
	g := &Graph{Name: "diamonds", Dialect: Dialect{LockStep: Yes, ResumeEntry: EnterAtPause}}
	last := Start
	add := func(from string) string {
		name := fmt.Sprintf("n%d", len(g.Nodes))
		g.Nodes = append(g.Nodes, Node{Name: name})
		g.Edges = append(g.Edges, Edge{From: from, To: name})
		return name
	}
	for len(g.Nodes) < n {
		fork := add(last)
		short, long := add(fork), fork
		for range arm {
			long = add(long)
		}
		last = add(short)
		g.Edges = append(g.Edges, Edge{From: long, To: last})
	}
	g.Edges = append(g.Edges, Edge{From: last, To: "n0", Kind: Conditional}, Edge{From: last, To: End, Kind: Conditional})
	return g
}
