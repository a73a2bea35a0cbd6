package stategraph_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// drawNode makes a node whose writes depend on what it reads. It sleeps for a
// random time, so that the order of completion is another each time.
func drawNode(r *rand.Rand, name string) stategraph.NodeFunc {
	writesCount := r.IntN(5) == 0
	fails := r.IntN(25) == 0
	return func(_ context.Context, s stategraph.State) (stategraph.Update, error) {
		time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
		if fails && total.Get(s) > 3 {
			return nil, fmt.Errorf("%s fails at %d", name, total.Get(s))
		}
		u := stategraph.Update{
			trail.Set([]string{fmt.Sprintf("%s/%d/%d", name, len(trail.Get(s)), item.Get(s))}),
			total.Set(1 + item.Get(s)),
		}
		if writesCount {
			u = append(u, count.Set(count.Get(s)+1))
		}
		return u, nil
	}
}

func drawRouter(targets []string) stategraph.Router {
	return func(_ context.Context, s stategraph.State) (string, error) {
		return targets[len(trail.Get(s))%len(targets)], nil
	}
}

func drawSplitter(n int) stategraph.Splitter {
	return func(_ context.Context, s stategraph.State) ([]stategraph.Update, error) {
		out := make([]stategraph.Update, n)
		for i := range out {
			out[i] = stategraph.Update{item.Set(i + total.Get(s)%3)}
		}
		return out, nil
	}
}

// drawEdge adds an edge of a random kind between two nodes.
func drawEdge(r *rand.Rand, g *stategraph.Graph, seen map[string]bool, from, to string) {
	kind := r.IntN(4)
	key := fmt.Sprint(from, " ", to, " ", kind == 0)
	if seen[key] {
		return
	}
	seen[key] = true
	switch kind {
	case 0:
		g.AddFanOut(from, drawSplitter(r.IntN(3)), to, stategraph.Limit(1+r.IntN(3)))
	case 1:
		g.AddConditionalEdge(from, drawRouter([]string{to, stategraph.End}), to, stategraph.End)
	default:
		g.AddEdge(from, to)
	}
}

func drawGraph(r *rand.Rand, name string, depth int) *stategraph.Graph {
	g := stategraph.New(name, trail, total, count, item)
	nodes := []string{stategraph.Start}
	seen := map[string]bool{}
	for i := range 2 + r.IntN(4) {
		node := fmt.Sprintf("n%d", i)
		if depth > 0 && r.IntN(4) == 0 {
			g.AddSubgraph(node, drawGraph(r, name+"-"+node, depth-1))
		} else {
			g.AddNode(node, drawNode(r, node))
		}
		drawEdge(r, g, seen, nodes[r.IntN(len(nodes))], node)
		nodes = append(nodes, node)
	}
	for range r.IntN(4) { // more edges, also backwards
		drawEdge(r, g, seen, nodes[r.IntN(len(nodes))], nodes[1+r.IntN(len(nodes)-1)])
	}
	return g
}

// TestMemoryAndStoreAgree draws graphs and wants the same result from the
// in-memory run, a second one, and the durable run: state, error, order.
func TestMemoryAndStoreAgree(t *testing.T) {
	t.Parallel()
	const graphs = 20
	r := rand.New(rand.NewPCG(1, 2))
	var all []*stategraph.Compiled
	for i := range graphs {
		all = append(all, compile(t, drawGraph(r, fmt.Sprintf("g%d", i), 1), stategraph.StepLimit(5)))
	}
	e := open(t, all...)
	done := 0
	for _, c := range all {
		mem, memErr := c.Run(t.Context(), nil)
		again, againErr := c.Run(t.Context(), nil)
		dur, durErr := e.Start(t.Context(), c.Name(), c.Name(), nil)
		if memErr == nil {
			done++
		}
		if a, b, d := fmt.Sprint(memErr), fmt.Sprint(againErr), fmt.Sprint(durErr); a != b || a != d {
			t.Errorf("%s: errors\n%s\n%s\n%s", c.Name(), a, b, d)
		}
		if a, b, d := stateJSON(t, mem), stateJSON(t, again), stateJSON(t, dur); a != b || a != d {
			t.Errorf("%s: states\n%s\n%s\n%s", c.Name(), a, b, d)
		}
		if !slices.Equal(mem.Ran, again.Ran) || !slices.Equal(mem.Ran, dur.Ran) {
			t.Errorf("%s: ran\n%q\n%q\n%q", c.Name(), mem.Ran, again.Ran, dur.Ran)
		}
	}
	if done < graphs/4 || done == graphs {
		t.Errorf("%d of %d drawn graphs succeed: the draw says little", done, graphs)
	}
}
