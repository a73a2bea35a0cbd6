// A twin for each line of "Silent when".

package research

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

func searchPapers(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{Sources.Set([]string{"paper"})}, nil
}

// Only one of the alternatives of one router is taken.
func alternativesOfOneRouter() *stategraph.Graph {
	g := stategraph.New("alternatives", Question, Sources)
	g.AddNode("plan", plan)
	g.AddNode("web", searchWeb)
	g.AddNode("papers", searchPapers)
	g.AddEdge(start, "plan")
	g.AddConditionalEdge("plan", route, "web", "papers")
	return g
}

func oneAfterTheOther() *stategraph.Graph {
	g := stategraph.New("sequence", Question, Sources)
	g.AddNode("web", searchWeb)
	g.AddNode("papers", searchPapers)
	g.AddEdge(start, "web")
	g.AddEdge("web", "papers")
	return g
}

// The branches part together and write one step apart.
func branchesOfUnequalLength() *stategraph.Graph {
	g := stategraph.New("unequal", Question, Sources)
	g.AddNode("refine", idle)
	g.AddNode("web", searchWeb)
	g.AddNode("papers", searchPapers)
	g.AddEdge(start, "refine").AddEdge("refine", "web")
	g.AddEdge(start, "papers")
	return g
}

func fieldWithReducer() *stategraph.Graph {
	collect := func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{Evidence.Set([]string{"x"})}, nil
	}
	g := stategraph.New("reducer", Question, Evidence)
	g.AddNode("web", collect)
	g.AddNode("papers", collect)
	g.AddEdge(start, "web").AddEdge(start, "papers")
	return g
}

// Whether the field has a reducer is up to the caller's options.
func fieldWhoseOptionsAreNotKnown(opts ...stategraph.FieldOption[string]) *stategraph.Graph {
	verdict := stategraph.NewField("verdict", opts...)
	set := func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{verdict.Set("x")}, nil
	}
	g := stategraph.New("options", verdict)
	g.AddNode("web", set)
	g.AddNode("papers", set)
	g.AddEdge(start, "web").AddEdge(start, "papers")
	return g
}

// Which field the nodes write is decided while the program runs.
func fieldThatIsNotKnown(pick func() stategraph.Field[string]) *stategraph.Graph {
	set := func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{pick().Set("x")}, nil
	}
	g := stategraph.New("pick", Question, Status)
	g.AddNode("web", set)
	g.AddNode("papers", set)
	g.AddEdge(start, "web").AddEdge(start, "papers")
	return g
}

func differentFields() *stategraph.Graph {
	g := stategraph.New("different", Question, Sources, Status)
	g.AddNode("web", searchWeb)
	g.AddNode("judge", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{Status.Set("ok")}, nil
	})
	g.AddEdge(start, "web").AddEdge(start, "judge")
	return g
}

// The edge that would make the two meet has an end that only the caller knows.
func edgeThatIsNotKnown(to string) *stategraph.Graph {
	g := stategraph.New("gap", Question, Sources)
	g.AddNode("web", searchWeb)
	g.AddNode("papers", searchPapers)
	g.AddEdge(start, "web")
	g.AddEdge(start, to)
	return g
}
