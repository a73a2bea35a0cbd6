package rules_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/handles"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule/guard"
)

// shapes are graphs of about n nodes that a rule could find hard, and what is run on them.
var shapes = []struct {
	name string
	run  func(t *testing.T, n int)
}{
	{"blocks", func(t *testing.T, n int) { runRules(t, []graphmodel.Graph{bigGraph(n)}) }},
	{"chain", func(t *testing.T, n int) { runRules(t, []graphmodel.Graph{chain(n)}) }},
	{"wide", func(t *testing.T, n int) { runRules(t, []graphmodel.Graph{wide(n, graphmodel.Yes)}) }},
	{"wide in dataflow", func(t *testing.T, n int) { runRules(t, []graphmodel.Graph{wide(n, graphmodel.No)}) }},
	{"fan-ins", func(t *testing.T, n int) { runRules(t, []graphmodel.Graph{fanIns(n)}) }},
	{"fields", func(t *testing.T, n int) { runRules(t, []graphmodel.Graph{manyFields(n)}) }},
	{"pauses", func(t *testing.T, n int) { runRules(t, []graphmodel.Graph{pausing(n)}) }},
	{"locked", func(t *testing.T, n int) { runRules(t, []graphmodel.Graph{locked(n)}) }},
	{"nested", func(t *testing.T, n int) { runRules(t, nested(n)) }},
	{"custody", func(_ *testing.T, n int) { guard.Spends(custody(n)) }},
}

// growthRun names a shape and a size; with it the test runs the rules once and does nothing else.
const growthRun = "SKEWLINT_TEST_GROWTH"

// TestWorkGrowsWithGraph counts the statements that are executed, by the counters of Go's coverage, in a
// test binary that is built for it. Four times the graph may cost at most five times as much. No clock is
// looked at, so the answer is the same on a busy machine, and a loop counts that makes nothing and calls
// nothing. What the standard library does within one call, as slices.Contains, is not counted.
func TestWorkGrowsWithGraph(t *testing.T) {
	if what, size, ok := strings.Cut(os.Getenv(growthRun), ":"); ok {
		n, err := strconv.Atoi(size)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range shapes {
			if s.name == what {
				s.run(t, n)
			}
		}
		return
	}
	if testing.Short() {
		t.Skip("builds a test binary of its own")
	}
	bin := filepath.Join(t.TempDir(), "rules.test")
	const ours = "github.com/skewlint/skewlint/"
	build := exec.Command("go", "test", "-c", "-o", bin, "-covermode=atomic",
		"-coverpkg="+ours+"rules/...,"+ours+"graphmodel,"+ours+"analyzers/...", ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	const small, factor, most = 1000, 4, 5
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			// What a run costs whatever the graph is left out: it would hide growth.
			fixed := statements(t, bin, s.name, 8)
			a, b := statements(t, bin, s.name, small)-fixed, statements(t, bin, s.name, factor*small)-fixed
			t.Logf("%d statements for %d nodes, %d for %d: %.2f times as many", a, small, b, factor*small, float64(b)/float64(a))
			if a < small || b > most*a {
				t.Errorf("%d statements for %d nodes and %d for %d, want at most %d times as many", a, small, b, factor*small, most)
			}
		})
	}
}

// statements runs a shape in the binary and gives how many statements that executed.
func statements(t *testing.T, bin, shape string, n int) int {
	t.Helper()
	profile := filepath.Join(t.TempDir(), "profile")
	cmd := exec.Command(bin, "-test.run=^TestWorkGrowsWithGraph$", "-test.coverprofile="+profile)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s:%d", growthRun, shape, n))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := os.Open(profile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	total := 0
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		// file.go:1.2,3.4 statements times
		words := strings.Fields(lines.Text())
		if len(words) != 3 {
			continue
		}
		in, err1 := strconv.Atoi(words[1])
		times, err2 := strconv.Atoi(words[2])
		if err1 != nil || err2 != nil {
			t.Fatalf("cannot read %q", lines.Text())
		}
		total += in * times
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return total
}

// empty is a graph without nodes of the big graph's kind, with fields that have no reducer.
func empty(fields int) graphmodel.Graph {
	g := bigGraph(0)
	g.Nodes, g.Edges, g.Fields = nil, nil, nil
	for i := range fields {
		g.Fields = append(g.Fields, graphmodel.Field{Name: fmt.Sprintf("f%d", i), HasReducer: graphmodel.No, Pos: at(2)})
	}
	return g
}

// add adds a node that sends and writes a field, behind others.
func add(g *graphmodel.Graph, field int, kind graphmodel.EdgeKind, behind ...string) string {
	n := graphmodel.Node{
		Name: fmt.Sprintf("n%d", len(g.Nodes)), Func: graphmodel.FuncValue{Ref: sends, Pos: at(len(g.Nodes) + 3)}, Pos: at(len(g.Nodes) + 3),
		Writes: []string{fmt.Sprintf("f%d", field)},
	}
	for _, from := range behind {
		g.Edges = append(g.Edges, graphmodel.Edge{From: from, To: n.Name, Kind: kind, Pos: n.Pos})
	}
	g.Nodes = append(g.Nodes, n)
	return n.Name
}

// chain is one node behind the other, all writers of one field.
func chain(n int) graphmodel.Graph {
	g := empty(1)
	last := graphmodel.Start
	for len(g.Nodes) < n {
		last = add(&g, 0, graphmodel.Always, last)
	}
	return g
}

// wide is one node whose n branches all write one field and meet.
func wide(n int, lockStep graphmodel.Tri) graphmodel.Graph {
	g := empty(1)
	g.Dialect.LockStep = lockStep
	fork := add(&g, 0, graphmodel.Always, graphmodel.Start)
	var branches []string
	for len(g.Nodes) < n {
		branches = append(branches, add(&g, 0, graphmodel.Always, fork))
	}
	add(&g, 0, graphmodel.Always, branches...)
	return g
}

// fanIns is a graph in which what every second node is given comes from two others, and what the last
// is given from all.
func fanIns(n int) graphmodel.Graph {
	g := empty(0)
	g.Dialect.LockStep, g.Dialect.DefaultReducer = graphmodel.No, graphmodel.Yes
	last := add(&g, 0, graphmodel.Always, graphmodel.Start)
	all := []string{last}
	for len(g.Nodes) < n {
		from := []string{add(&g, 0, graphmodel.Always, last), add(&g, 0, graphmodel.Always, last)}
		last = add(&g, 0, graphmodel.Always, from...)
		all = append(all, from...)
		g.FanIns = append(g.FanIns, graphmodel.FanIn{Node: last, From: from, How: "as string", Fate: "so the run fails"})
	}
	g.FanIns = append(g.FanIns, graphmodel.FanIn{
		Node: add(&g, 0, graphmodel.Always, all...), From: all, How: "as string", Fate: "so the run fails",
	})
	return g
}

// manyFields has a field without reducer for each five nodes, which are written near each other and far
// apart.
func manyFields(n int) graphmodel.Graph {
	fields := max(n/5, 1)
	g := empty(fields)
	last := graphmodel.Start
	for i := 0; len(g.Nodes) < n; i++ {
		left, right := add(&g, i%fields, graphmodel.Always, last), add(&g, i%fields, graphmodel.Always, last)
		last = add(&g, (7*i)%fields, graphmodel.Join, left, right)
	}
	return g
}

// pausing is a chain in which every node has an effect and a pause, and every second one is paused at by
// the framework. All are different functions, so each is a finding.
func pausing(n int) graphmodel.Graph {
	g := chain(n)
	for i := range g.Nodes {
		node := &g.Nodes[i]
		node.Func.Before = []graphmodel.FuncValue{{Ref: sends, Pos: node.Pos}}
		node.Func.Ref = pauses
		node.Func.Bound = []graphmodel.Binding{{Name: "x", Func: graphmodel.FuncValue{Ref: graphmodel.FuncRef(fmt.Sprintf("example.com/app.F%d", i))}}}
		node.PauseBefore = i%2 == 0
	}
	return g
}

// locked is a graph of pairs of branches whose writes nobody but the framework wants, and of readers.
func locked(n int) graphmodel.Graph {
	g := empty(1)
	last := graphmodel.Start
	for len(g.Nodes) < n {
		left, right := add(&g, 0, graphmodel.Always, last), add(&g, 0, graphmodel.Always, last)
		for i := range 2 {
			node := &g.Nodes[len(g.Nodes)-1-i]
			node.Leaves, node.Writes = node.Writes, nil
		}
		last = add(&g, 0, graphmodel.Always, left, right)
		node := &g.Nodes[len(g.Nodes)-1]
		node.Reads, node.Writes = node.Writes, nil
	}
	return g
}

// nested is a chain whose nodes run other graphs, many of them each, which run others in turn.
func nested(n int) []graphmodel.Graph {
	const inner = 10
	list := []graphmodel.Graph{chain(n / 2)}
	for i := range n / 2 / inner {
		g := chain(inner)
		g.Name = fmt.Sprintf("inner%d", i)
		g.Nodes[inner/2].Subgraph = fmt.Sprintf("inner%d", i-i%8+(i+1)%8) // rings of eight
		list = append(list, g)
	}
	for i := range list[0].Nodes {
		list[0].Nodes[i].Subgraph = fmt.Sprintf("inner%d", i%max(len(list)-1, 1))
	}
	return list
}

// custody is a chain of n nodes that spend one handle; every tenth checks it and every seventh pauses.
func custody(n int) guard.Graph {
	g := chain(n)
	h := handles.Handle{Field: graphmodel.Field{Name: "f0"}}
	pause := map[string]bool{}
	for i, node := range g.Nodes {
		if i%10 == 0 {
			h.Checks = append(h.Checks, handles.NodeCheck{Node: node.Name})
		} else {
			h.Spends = append(h.Spends, handles.NodeSpend{Node: node.Name, Spend: effects.Spend{Checked: graphmodel.No}})
		}
		pause[node.Name] = i%7 == 0
	}
	return guard.Graph{
		Index: graphmodel.NewIndex(&g), Handles: []handles.Handle{h},
		CanPause: func(node string) graphmodel.Tri { return graphmodel.TriOf(pause[node]) },
		Mints:    func(string, graphmodel.Field) bool { return false },
		Looks:    func(handles.NodeSpend) bool { return false },
		Known:    func(string) bool { return true },
	}
}
