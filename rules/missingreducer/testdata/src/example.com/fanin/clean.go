// Twins: outputs that merge, that never come together, or of which nothing is known.

package fanin

import (
	"context"
	"os"
	"slices"

	"example.com/fanin/merges"

	"github.com/cloudwego/eino/compose"
)

// Sum is merged by a function that this package registers.
type Sum struct{ N int }

func init() {
	compose.RegisterValuesMergeFunc(addSums)
	compose.RegisterValuesMergeFunc(func(list [][]int) ([]int, error) { return slices.Concat(list...), nil })
}

func addSums(list []*Sum) (*Sum, error) {
	all := &Sum{}
	for _, s := range list {
		all.N += s.N
	}
	return all, nil
}

func sum(ctx context.Context, q string) (*Sum, error)             { return &Sum{}, nil }
func total(ctx context.Context, q string) (merges.Total, error)   { return merges.Total{}, nil }
func any1(ctx context.Context, q string) (any, error)             { return map[string]any{"a": q}, nil }
func table(ctx context.Context, q string) (map[string]any, error) { return map[string]any{q: q}, nil }
func pick(ctx context.Context, q string) (string, error)          { return "a", nil }
func both[O any](l *compose.Lambda, opts ...compose.GraphAddNodeOpt) *compose.Graph[string, O] {
	g := compose.NewGraph[string, O]()
	_ = g.AddLambdaNode("a", l, opts...)
	_ = g.AddLambdaNode("b", l, opts...)
	_ = g.AddEdge(compose.START, "a")
	_ = g.AddEdge(compose.START, "b")
	_ = g.AddEdge("a", compose.END)
	_ = g.AddEdge("b", compose.END)
	return g
}

// Registered here, or in a package that this one imports.
func registered(ctx context.Context) error {
	if _, err := both[*Sum](compose.InvokableLambda(sum)).Compile(ctx); err != nil {
		return err
	}
	if _, err := both[merges.Total](compose.InvokableLambda(total)).Compile(ctx); err != nil {
		return err
	}
	_, err := both[[]int](listOf(7)).Compile(ctx)
	return err
}

// The type of the list is for the caller to say.
func listOf[T any](one T) *compose.Lambda {
	return compose.InvokableLambda(func(ctx context.Context, q string) ([]T, error) { return []T{one}, nil })
}

// What an interface holds, and which keys a node's own map has, is decided at run time.
func notKnown(ctx context.Context) error {
	if _, err := both[any](compose.InvokableLambda(any1)).Compile(ctx); err != nil {
		return err
	}
	if _, err := both[map[string]any](compose.InvokableLambda(table)).Compile(ctx); err != nil {
		return err
	}
	_, err := both[map[string]any](compose.InvokableLambda(upper), compose.WithOutputKey(os.Getenv("KEY"))).Compile(ctx)
	return err
}

func twoKeys(ctx context.Context) (compose.Runnable[string, map[string]any], error) {
	g := compose.NewGraph[string, map[string]any]()
	for _, key := range []string{"a", "b"} {
		_ = g.AddLambdaNode(key, compose.InvokableLambda(upper), compose.WithOutputKey(key))
		_ = g.AddEdge(compose.START, key)
		_ = g.AddEdge(key, compose.END)
	}
	return g.Compile(ctx)
}

// A Parallel gives each of its nodes a key.
func parallel(ctx context.Context) (compose.Runnable[string, map[string]any], error) {
	c := compose.NewChain[string, map[string]any]()
	c.AppendParallel(compose.NewParallel().
		AddLambda("a", compose.InvokableLambda(upper)).
		AddLambda("b", compose.InvokableLambda(upper)))
	return c.Compile(ctx)
}

// The alternatives of one branch.
func alternatives(ctx context.Context) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("a", compose.InvokableLambda(upper))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(upper))
	_ = g.AddBranch(compose.START, compose.NewGraphBranch(pick, map[string]bool{"a": true, "b": true}))
	_ = g.AddEdge("a", compose.END)
	_ = g.AddEdge("b", compose.END)
	return g.Compile(ctx)
}

// In lock step a branch that is longer comes later and starts the node again.
func unequal(ctx context.Context) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string]()
	for _, name := range []string{"a", "b", "c", "join"} {
		_ = g.AddLambdaNode(name, compose.InvokableLambda(upper))
	}
	_ = g.AddEdge(compose.START, "a")
	_ = g.AddEdge(compose.START, "b")
	_ = g.AddEdge("b", "c")
	_ = g.AddEdge("a", "join")
	_ = g.AddEdge("c", "join")
	_ = g.AddEdge("join", compose.END)
	return g.Compile(ctx)
}

// The first value for the end ends the run, before the two come together.
func over(ctx context.Context) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string]()
	for _, name := range []string{"fast", "a", "b", "join"} {
		_ = g.AddLambdaNode(name, compose.InvokableLambda(upper))
	}
	_ = g.AddEdge(compose.START, "fast")
	_ = g.AddEdge("fast", compose.END)
	_ = g.AddEdge("fast", "a")
	_ = g.AddEdge("fast", "b")
	_ = g.AddEdge("a", "join")
	_ = g.AddEdge("b", "join")
	_ = g.AddEdge("join", compose.END)
	return g.Compile(ctx)
}

// A Workflow says where each output goes, and Compile refuses two for one place; a dependency
// carries nothing.
func workflow(ctx context.Context) (compose.Runnable[string, string], error) {
	w := compose.NewWorkflow[string, string]()
	w.AddLambdaNode("a", compose.InvokableLambda(upper)).AddInput(compose.START)
	w.AddLambdaNode("b", compose.InvokableLambda(upper)).AddInput(compose.START)
	w.AddLambdaNode("c", compose.InvokableLambda(upper)).AddInput("a").AddDependency("b")
	w.End().AddInputWithOptions("b", []*compose.FieldMapping{compose.ToField("B")}, compose.WithNoDirectDependency()).
		AddInput("c", compose.ToField("C"))
	return w.Compile(ctx)
}

// One of the two is there.
func underCondition(ctx context.Context, quick bool) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("a", compose.InvokableLambda(upper))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(upper))
	_ = g.AddEdge(compose.START, "a")
	_ = g.AddEdge(compose.START, "b")
	if quick {
		_ = g.AddEdge("a", compose.END)
	} else {
		_ = g.AddEdge("b", compose.END)
	}
	return g.Compile(ctx)
}

// The node that follows is another one under a condition, too.
func stepUnderCondition(ctx context.Context, quick bool) (compose.Runnable[string, string], error) {
	c := compose.NewChain[string, string]()
	c.AppendLambda(compose.InvokableLambda(upper))
	if !quick {
		c.AppendLambda(compose.InvokableLambda(upper))
	}
	c.AppendLambda(compose.InvokableLambda(upper))
	return c.Compile(ctx)
}
