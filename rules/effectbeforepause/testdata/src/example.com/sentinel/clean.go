// Package sentinel returns the error by which a node of Eino parked the run before v0.7. In versions
// that have StatefulInterrupt, as the one here, it fails the run: nothing is done again.
package sentinel

import (
	"context"
	"net/http"
	"strings"

	"github.com/cloudwego/eino/compose"
)

func review(ctx context.Context, in string) (string, error) {
	if _, err := http.Post("https://hooks.example.com/plan", "text/plain", strings.NewReader(in)); err != nil {
		return "", err
	}
	return "", compose.InterruptAndRerun
}

func build(ctx context.Context) error {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("review", compose.InvokableLambda(review))
	_ = g.AddEdge(compose.START, "review")
	_ = g.AddEdge("review", compose.END)
	_, err := g.Compile(ctx)
	return err
}
