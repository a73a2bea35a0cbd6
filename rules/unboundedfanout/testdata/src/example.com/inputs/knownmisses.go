// A number in the input decides.

package inputs

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

type amount struct{ N int }

// A number that stands in the input counts as one that somebody chose.
func perNumber(ctx context.Context, a amount) (string, error) {
	for range a.N {
		go look("again")
	}
	return "", nil
}

func misses(ctx context.Context) error {
	g := compose.NewGraph[amount, string]()
	_ = g.AddLambdaNode("number", compose.InvokableLambda(perNumber))
	_ = g.AddEdge(compose.START, "number")
	_ = g.AddEdge("number", compose.END)
	_, err := g.Compile(ctx)
	return err
}
