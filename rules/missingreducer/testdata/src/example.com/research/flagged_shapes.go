// The same mistake in the shapes in which people write nodes: method value, closure over a field,
// a chain of helpers into another package, a subgraph.

package research

import (
	"context"

	"example.com/research/notes"
	"example.com/research/parts"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

type searcher struct{ site string }

func (s *searcher) search(ctx context.Context, st stategraph.State) (stategraph.Update, error) {
	return s.found(st), nil
}

func (s *searcher) found(st stategraph.State) stategraph.Update {
	return stategraph.Update{Sources.Set([]string{s.site})} // want `nodes "web" and "site" write field "sources" in one step`
}

func methodValue() *stategraph.Graph {
	s := &searcher{site: "example.org"}
	g := stategraph.New("method", Question, Sources)
	g.AddNode("web", searchWeb)
	g.AddNode("site", s.search)
	g.AddEdge(start, "web").AddEdge(start, "site")
	return g
}

// setting makes a node that writes one value.
func setting(text string) stategraph.NodeFunc {
	return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{Status.Set(text)}, nil // want `nodes "one" and "two" write field "status" in one step`
	}
}

func closure() *stategraph.Graph {
	g := stategraph.New("closure", Question, Status)
	g.AddNode("one", setting("one"))
	g.AddNode("two", setting("two"))
	g.AddEdge(start, "one").AddEdge(start, "two")
	return g
}

func helperInAnotherPackage() *stategraph.Graph {
	g := stategraph.New("helper", Question, notes.Notes)
	g.AddNode("draft", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return notes.Keep("draft"), nil
	})
	g.AddNode("quote", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return notes.Keep("quote"), nil // want `nodes "draft" and "quote" write field "notes" in one step`
	})
	g.AddEdge(start, "draft").AddEdge(start, "quote")
	return g
}

// A subgraph is one activation of its parent, and what its nodes write is what it writes.
func subgraphBesideANode() *stategraph.Graph {
	inner := stategraph.New("inner", Sources)
	inner.AddNode("deep", searchWeb)
	inner.AddEdge(start, "deep")

	g := stategraph.New("outer", Question, Sources)
	g.AddSubgraph("sub", inner)
	g.AddNode("papers", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{Sources.Set(nil)}, nil // want `nodes "sub" and "papers" write field "sources" in one step`
	})
	g.AddEdge(start, "sub").AddEdge(start, "papers")
	return g
}

// A graph that another package makes writes, too.
func subgraphOfAnotherPackage() *stategraph.Graph {
	g := stategraph.New("foreign", Question, parts.Verdict)
	g.AddSubgraph("sub", parts.Build())
	g.AddNode("judge", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{parts.Verdict.Set("x")}, nil // want `nodes "sub" and "judge" write field "verdict" in one step`
	})
	g.AddEdge(start, "sub").AddEdge(start, "judge")
	return g
}
