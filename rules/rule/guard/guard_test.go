package guard

import (
	"slices"
	"testing"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/handles"
	"github.com/skewlint/skewlint/graphmodel"
)

// chain is Start -> gate -> ask -> add -> End. Node ask pauses, node add spends the basket.
func chain() model {
	g := &graphmodel.Graph{
		Dialect:      graphmodel.Dialect{ResumeEntry: graphmodel.EnterAtPause},
		Checkpointer: graphmodel.Yes,
	}
	names := []string{"gate", "ask", "add"}
	for _, n := range names {
		g.Nodes = append(g.Nodes, graphmodel.Node{Name: n})
	}
	ends := append(append([]string{graphmodel.Start}, names...), graphmodel.End)
	for i := range ends[1:] {
		g.Edges = append(g.Edges, graphmodel.Edge{From: ends[i], To: ends[i+1]})
	}
	return model{graph: g, Graph: Graph{
		Handles:  []handles.Handle{{Field: graphmodel.Field{Name: "basket"}, Spends: []handles.NodeSpend{spendIn("add")}}},
		CanPause: pausing("ask"),
		Mints:    func(string, graphmodel.Field) bool { return false },
		Looks:    func(sp handles.NodeSpend) bool { return sp.Tool == "get" },
		Known:    func(string) bool { return true },
	}}
}

// model is a graph that a test may still change.
type model struct {
	Graph
	graph *graphmodel.Graph
}

func (g *model) spends() []Unguarded {
	g.Index = graphmodel.NewIndex(g.graph)
	return Spends(g.Graph)
}

func spendIn(node string) handles.NodeSpend {
	return handles.NodeSpend{Node: node, Spend: effects.Spend{Checked: graphmodel.No}}
}

func pausing(nodes ...string) func(string) graphmodel.Tri {
	return func(n string) graphmodel.Tri { return graphmodel.TriOf(slices.Contains(nodes, n)) }
}

func (g *model) checkIn(node string) {
	g.Handles[0].Checks = append(g.Handles[0].Checks, handles.NodeCheck{Node: node})
}

func (g *model) lookIn(node string) {
	look := spendIn(node)
	look.Tool = "get"
	g.Handles[0].Spends = append(g.Handles[0].Spends, look)
}

// parkAt has the framework pause before or after a node; no node pauses by itself.
func (g *model) parkAt(node string, before, after bool) {
	g.CanPause = pausing()
	n, _ := g.graph.Node(node)
	n.PauseBefore, n.PauseAfter = before, after
}

func (g *model) saveEachStep() { g.graph.Dialect.CheckpointEachStep = graphmodel.Yes }

func (g *model) mintIn(node string) {
	g.Handles[0].Stores = append(g.Handles[0].Stores, handles.NodeStore{Node: node})
	g.Mints = func(n string, _ graphmodel.Field) bool { return n == node }
}

func TestSpends(t *testing.T) {
	tests := []struct {
		name   string
		change func(*model)
		want   string // "" for guarded; else the path, with the gate's name after it
	}{
		{"nobody checks", func(*model) {}, "ask -> add"},
		{"nobody checks and nobody pauses", func(g *model) { g.CanPause = pausing() }, "__start__ -> gate -> ask -> add"},
		{"the gate stands before the pause", func(g *model) { g.checkIn("gate") }, "ask -> add, skips gate"},
		{"the spending node pauses itself", func(g *model) { g.checkIn("gate"); g.CanPause = pausing("add") }, "add, skips gate"},
		{"the framework pauses before the spending node", func(g *model) { g.checkIn("gate"); g.parkAt("add", true, false) }, "add, skips gate"},
		{"the framework pauses between gate and spend", func(g *model) { g.checkIn("gate"); g.parkAt("ask", true, false) }, "ask -> add, skips gate"},
		{"the framework pauses behind the gate", func(g *model) { g.checkIn("gate"); g.parkAt("gate", false, true) }, "ask -> add, skips gate"},
		{"the framework pauses before the gate", func(g *model) { g.checkIn("gate"); g.parkAt("gate", true, false) }, ""},
		{"the framework pauses before the node that checks and spends", func(g *model) {
			g.parkAt("add", true, false)
			g.Handles[0].Spends[0].Checked = graphmodel.Yes
		}, ""},
		{"the framework pauses behind the spending node", func(g *model) { g.checkIn("gate"); g.parkAt("add", false, true) }, ""},
		{"the gate stands in the paused node", func(g *model) { g.checkIn("ask") }, ""},
		{"the gate stands behind the pause", func(g *model) {
			g.CanPause = pausing("gate")
			g.checkIn("ask")
		}, ""},
		{"no pause behind the gate: only a crash enters there", func(g *model) { g.checkIn("gate"); g.CanPause = pausing() }, ""},
		{"a pause that is only guessed", func(g *model) {
			g.checkIn("gate")
			g.CanPause = func(string) graphmodel.Tri { return graphmodel.Unknown }
		}, ""},
		{"the framework resumes at the start", func(g *model) {
			g.checkIn("gate")
			g.graph.Dialect.ResumeEntry = graphmodel.EnterAtStart
		}, ""},
		{"the gate stands on one of two branches", func(g *model) {
			g.checkIn("gate")
			g.CanPause = pausing()
			g.graph.Edges = append(g.graph.Edges, graphmodel.Edge{From: graphmodel.Start, To: "add"})
		}, "__start__ -> add"},
		{"the only check comes after the spend", func(g *model) {
			g.graph.Nodes = append(g.graph.Nodes, graphmodel.Node{Name: "late"})
			g.graph.Edges = append(g.graph.Edges, graphmodel.Edge{From: "add", To: "late"})
			g.checkIn("late")
		}, "ask -> add"},
		{"minted on the way, then paused", func(g *model) { g.mintIn("gate") }, "ask -> add"},
		{"minted on the way of every run", func(g *model) { g.mintIn("gate"); g.CanPause = pausing("gate") }, ""},
		{"a look by hand in the gate", func(g *model) { g.lookIn("gate") }, "ask -> add, skips gate"},
		{"a look by hand in the spending node", func(g *model) { g.lookIn("add") }, ""},
		{"a look by hand in another tool of the spending node", func(g *model) {
			g.lookIn("add")
			g.Handles[0].Spends[1].In = "example.com/app.look"
		}, "ask -> add"},
		{"only looks", func(g *model) { g.Handles[0].Spends = nil; g.lookIn("add") }, ""},
		{"a crash behind the gate, where each step is saved", func(g *model) {
			g.saveEachStep()
			g.checkIn("gate")
			g.CanPause = pausing()
		}, "add, after a crash behind gate"},
		{"a crash behind the mint", func(g *model) { g.saveEachStep(); g.mintIn("gate"); g.CanPause = pausing() }, ""},
		{"a crash between gate and mint", func(g *model) {
			g.saveEachStep()
			g.checkIn("gate")
			g.mintIn("ask")
			g.CanPause = pausing()
		}, ""},
		{"checked in the node", func(g *model) { g.Handles[0].Spends[0].Checked = graphmodel.Yes }, ""},
		{"not known whether checked", func(g *model) { g.Handles[0].Spends[0].Checked = graphmodel.Unknown }, ""},
		{"never saved", func(g *model) { g.graph.Checkpointer = graphmodel.No }, ""},
		{"not known whether saved", func(g *model) { g.graph.Checkpointer = graphmodel.Unknown }, "ask -> add"},
		{"no path leads to the node", func(g *model) { g.graph.Edges = g.graph.Edges[:2] }, ""},
		{"a node on the way could not be read", func(g *model) { g.Known = func(n string) bool { return n != "ask" } }, ""},
		{"the spending node could not be read in full", func(g *model) { g.Known = func(n string) bool { return n != "add" } }, "ask -> add"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := chain()
			tt.change(&g)
			got := ""
			for _, u := range g.spends() {
				got += u.Path.String()
				switch u.Kind {
				case SkippedGate:
					got += ", skips " + u.Gate.Node
				case CrashOnly:
					got += ", after a crash behind " + u.Gate.Node
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// The gate that all new runs pass is the one to name, whatever else checks on the way.
func TestGateOnEveryPathIsNamed(t *testing.T) {
	g := chain()
	g.graph.Nodes = append(g.graph.Nodes, graphmodel.Node{Name: "side"})
	g.graph.Edges = append(g.graph.Edges,
		graphmodel.Edge{From: "gate", To: "side", Kind: graphmodel.Conditional},
		graphmodel.Edge{From: "side", To: "ask"})
	g.checkIn("side")
	g.checkIn("gate")
	got := g.spends()
	if len(got) != 1 || got[0].Gate == nil || got[0].Gate.Node != "gate" {
		t.Errorf("Spends = %+v, want the gate that every run passes", got)
	}
}
