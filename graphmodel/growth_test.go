package graphmodel

import (
	"flag"
	"fmt"
	"testing"
)

var huge = flag.Bool("huge", false, "run benchmarks on graphs of 100,000 nodes too")

// maker grows a graph block by block.
type maker struct {
	g    *Graph
	last string
}

func (m *maker) node() string {
	name := fmt.Sprintf("n%d", len(m.g.Nodes))
	m.g.Nodes = append(m.g.Nodes, Node{Name: name})
	return name
}

func (m *maker) edge(from, to string, kind EdgeKind) {
	m.g.Edges = append(m.g.Edges, Edge{From: from, To: to, Kind: kind})
}

func (m *maker) chain() {
	next := m.node()
	m.edge(m.last, next, Always)
	m.last = next
}

// split makes two branches and lets them meet again; the right one has arm nodes.
func (m *maker) split(out, in EdgeKind, arm int) {
	left, right := m.node(), m.last
	m.edge(m.last, left, out)
	for i := range arm {
		next := m.node()
		if i == 0 {
			m.edge(right, next, out)
		} else {
			m.edge(right, next, Always)
		}
		right = next
	}
	meet := m.node()
	m.edge(left, meet, in)
	m.edge(right, meet, in)
	m.last = meet
}

// retry makes a node that a router sends back or on.
func (m *maker) retry() {
	work, check, next := m.node(), m.node(), m.node()
	m.edge(m.last, work, Always)
	m.edge(work, check, Always)
	m.edge(check, work, Conditional)
	m.edge(check, next, Conditional)
	m.last = next
}

func (m *maker) fanOut() {
	worker, gather := m.node(), m.node()
	m.edge(m.last, worker, FanOut)
	m.edge(worker, gather, Always)
	m.last = gather
}

// grown makes a graph of about n nodes of one family of shapes.
func grown(family string, n int) *Graph {
	m := &maker{g: &Graph{Name: family, Dialect: Dialect{LockStep: Yes, ResumeEntry: EnterAtPause}}, last: Start}
	m.chain()
	for len(m.g.Nodes) < n-8 {
		m.chain()
		switch family {
		case "diamonds":
			m.split(Always, Always, 1)
		case "skewed": // branches of unequal length meet, without a join
			m.split(Always, Always, 2)
		case "joins":
			m.split(Always, Join, 3)
		case "mixed", "loop":
			m.split(Always, Always, 1)
			m.split(Conditional, Always, 2)
			m.split(Always, Join, 2)
			m.fanOut()
			m.retry()
		case "wide": // one node with all branches, which meet
			for m.last = "n1"; len(m.g.Nodes) < n-8; {
				m.edge(m.last, m.node(), Always)
			}
			meet := m.node()
			for i := 2; i < len(m.g.Nodes)-1; i++ {
				m.edge(m.g.Nodes[i].Name, meet, Always)
			}
			m.last = meet
		case "dataflow":
			m.split(Always, Always, 2)
			m.split(Conditional, Always, 1)
			m.fanOut()
		}
	}
	m.split(Always, Always, 1)
	m.chain()
	if family == "loop" {
		m.edge(m.last, "n0", Conditional)
		m.edge(m.last, End, Conditional)
	}
	if family == "dataflow" {
		m.g.Dialect.LockStep = No
	}
	return m.g
}

var families = []string{"diamonds", "skewed", "joins", "mixed", "loop", "wide", "dataflow"}

// writersOf picks writers near the start, in the middle and at the end, among them the two
// branches of the last split, so that a rule's question is asked in its good and its bad case.
func writersOf(g *Graph) []string {
	n := len(g.Nodes)
	var list []string
	for _, i := range []int{2, n / 3, n / 2, n/2 + 1, n - 4, n - 3} {
		list = append(list, g.Nodes[max(i, 0)%n].Name)
	}
	return list
}

// algorithms are all that a rule asks of one graph, each from scratch.
var algorithms = []struct {
	name string
	run  func(x *Index)
}{
	{"Reachable", func(x *Index) { x.Reachable(Start) }},
	{"ShortestPath", func(x *Index) { x.ShortestPath([]string{Start}, End) }},
	{"ReentrySet", func(x *Index) { x.ReentrySet(func(string) Tri { return Yes }) }},
	{"DominatorsStart", func(x *Index) { x.Dominators([]string{Start}) }},
	{"DominatorsReentry", func(x *Index) {
		x.Dominators(EntryNodes(x.StartSet(), x.ReentrySet(func(string) Tri { return Yes })))
	}},
	{"Gate", func(x *Index) {
		w := writersOf(x.Graph())
		x.Gate(w[0], w[4], x.ReentrySet(func(n string) Tri { return TriOf(n == w[2]) }))
	}},
	{"Cycles", func(x *Index) { x.Cycles() }},
	{"Parallel", func(x *Index) { x.Parallel(writersOf(x.Graph()), 0) }},
	{"Overlaps", func(x *Index) { x.Overlaps(setsOf(x.Graph()), tight(x)) }},
	{"OverlapsOfAll", func(x *Index) { x.Overlaps([][]string{names(x.Graph())}, tight(x)) }},
	{"Meetings", func(x *Index) { x.Meetings(fanInsOf(x.Graph()), tight(x)) }},
	{"Walk", func(x *Index) {
		stops := x.SetOf(writersOf(x.Graph())[4:])
		w := x.Walk([]string{Start}, stops)
		for _, n := range names(x.Graph()) {
			w.PathTo(n)
			if stops.Has(n) {
				x.Until(n, stops)
			}
		}
	}},
}

// tight is a limit that what is linear does not reach, and that what is not reaches soon.
func tight(x *Index) int { return 6 * (len(x.g.Nodes) + len(x.g.Edges)) }

// setsOf makes a set of six near nodes and one far one for each ten nodes.
func setsOf(g *Graph) [][]string {
	all := names(g)
	var sets [][]string
	for i := 0; i+10 < len(all); i += 10 {
		sets = append(sets, append(all[i:i+6:i+6], all[(i*7)%len(all)]))
	}
	return sets
}

// fanInsOf makes a fan-in of each node that several edges enter.
func fanInsOf(g *Graph) []FanIn {
	var list []FanIn
	at := map[string]int{}
	for _, e := range g.Edges {
		if _, seen := at[e.To]; !seen {
			at[e.To] = len(list)
			list = append(list, FanIn{Node: e.To})
		}
		list[at[e.To]].From = append(list[at[e.To]].From, e.From)
	}
	return list
}

// boundedBy is how often the default limit may be spent where it is what bounds the work: branches of
// unequal length that never join, or as many branches of one fork as there are nodes. 0: nowhere.
func boundedBy(family, algorithm string) int {
	pairs := map[string]int{"Parallel": 5, "Overlaps": 12, "OverlapsOfAll": 12, "Meetings": 12}
	if family == "skewed" || family == "wide" {
		return pairs[algorithm]
	}
	return 0
}

// TestNearLinearGrowth counts operations: five times the nodes may cost at most six times the
// work, for every algorithm and family but two. Branches of unequal length that never join drift
// apart without bound, and whether two nodes can drift into one step is a question about all
// distances; and n branches of one fork are n² pairs. There the limit is what bounds the work, and it
// must hold.
func TestNearLinearGrowth(t *testing.T) {
	for _, family := range families {
		for _, a := range algorithms {
			work := func(n int) (ops, size int) {
				g := grown(family, n)
				x := NewIndex(g)
				x.meter = &ops
				a.run(x)
				return ops, len(g.Nodes) + len(g.Edges)
			}
			large, sizeLarge := work(5000)
			if times := boundedBy(family, a.name); times > 0 {
				if bound := times * DefaultLimit(5000, sizeLarge-5000); large > bound {
					t.Errorf("%s %s: %d operations, the limit allows %d", family, a.name, large, bound)
				}
				continue
			}
			small, sizeSmall := work(1000)
			ratio := float64(large) / float64(small) / (float64(sizeLarge) / float64(sizeSmall))
			t.Logf("%-9s %-18s %8d -> %8d operations, %.1f -> %.1f each, growth %.2f of linear",
				family, a.name, small, large, float64(small)/float64(sizeSmall), float64(large)/float64(sizeLarge), ratio)
			if ratio > 1.2 {
				t.Errorf("%s %s grows faster than linear: %.2f", family, a.name, ratio)
			}
		}
	}
}

func BenchmarkGraph(b *testing.B) {
	sizes := []int{10, 100, 1000, 5000}
	if *huge {
		sizes = append(sizes, 100000)
	}
	for _, family := range families {
		b.Run(family, func(b *testing.B) {
			for _, n := range sizes {
				g := grown(family, n)
				bench(b, fmt.Sprintf("NewIndex/%d", n), g, func() { NewIndex(g) })
				for _, a := range algorithms {
					bench(b, fmt.Sprintf("%s/%d", a.name, n), g, func() { a.run(NewIndex(g)) })
				}
			}
		})
	}
}

// bench reports the time for each node and edge; an algorithm is near linear if that stays level
// from size to size. All but NewIndex include building the index, for parts of it are lazy.
func bench(b *testing.B, name string, g *Graph, run func()) {
	b.Run(name, func(b *testing.B) {
		for b.Loop() {
			run()
		}
		size := len(g.Nodes) + len(g.Edges)
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/elem")
	})
}
