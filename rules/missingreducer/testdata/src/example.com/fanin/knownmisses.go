// What the rule does not see.

package fanin

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func count(ctx context.Context, q string) (int, error) { return len(q), nil }

// Two types never merge either.
func twoTypes(ctx context.Context) (compose.Runnable[string, any], error) {
	g := compose.NewGraph[string, any]()
	_ = g.AddLambdaNode("a", compose.InvokableLambda(upper))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(count))
	_ = g.AddEdge(compose.START, "a")
	_ = g.AddEdge(compose.START, "b")
	_ = g.AddEdge("a", compose.END)
	_ = g.AddEdge("b", compose.END)
	return g.Compile(ctx)
}

func status(ctx context.Context, q string) (map[string]string, error) {
	return map[string]string{"status": q}, nil
}

// The keys of a map that a node makes are not read.
func ownKeys(ctx context.Context) (compose.Runnable[string, map[string]string], error) {
	return both[map[string]string](compose.InvokableLambda(status)).Compile(ctx)
}
