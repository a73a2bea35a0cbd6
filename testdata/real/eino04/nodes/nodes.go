// Package nodes has nodes of a version of Eino in which a node parks the run by returning
// compose.InterruptAndRerun. From v0.7 on nobody asks for that error in a graph.
package nodes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/cloudwego/eino/compose"
)

type plan struct {
	Title  string
	Answer string
}

func tell(title string) error {
	_, err := http.Post("https://hooks.example.com/plan", "text/plain", bytes.NewBufferString(title))
	return err
}

// The usual shape: the sentinel is returned under the lock of the state.
func review(ctx context.Context, in string) (out string, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, p *plan) error {
		if p.Answer == "" {
			if err := tell(p.Title); err != nil { // want `node "review" writes over the network \(net/http.Post\) before it pauses`
				return err
			}
			return compose.InterruptAndRerun
		}
		out = p.Answer
		return nil
	})
	return out, err
}

func wrapped(ctx context.Context, in string) (string, error) {
	if err := tell(in); err != nil { // want `node "wrapped" writes over the network \(net/http.Post\) before it pauses`
		return "", err
	}
	return "", fmt.Errorf("wait for a person: %w", compose.InterruptAndRerun)
}

func extra(ctx context.Context, in string) (string, error) {
	if err := tell(in); err != nil { // want `node "extra" writes over the network \(net/http.Post\) before it pauses`
		return "", err
	}
	return "", compose.NewInterruptAndRerunErr(in)
}

// What is compared is not returned.
func compares(ctx context.Context, in string) (string, error) {
	err := tell(in)
	if errors.Is(err, compose.InterruptAndRerun) {
		return "", errors.New("nobody parks here")
	}
	return in, err
}

// An error that only has its text parks nothing.
func flattened(ctx context.Context, in string) (string, error) {
	if err := tell(in); err != nil {
		return "", err
	}
	return "", fmt.Errorf("failed: %v", compose.InterruptAndRerun)
}

// Nothing happens before the pause.
func first(ctx context.Context, in string) (string, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, p *plan) error {
		if p.Answer == "" {
			return compose.InterruptAndRerun
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	return in, tell(in)
}

// Build builds the graph.
func Build(ctx context.Context, store compose.CheckPointStore) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *plan { return &plan{} }))
	names := []string{"review", "wrapped", "extra", "compares", "flattened", "first"}
	for i, run := range []func(context.Context, string) (string, error){review, wrapped, extra, compares, flattened, first} {
		if err := g.AddLambdaNode(names[i], compose.InvokableLambda(run)); err != nil {
			return nil, err
		}
		from := compose.START
		if i > 0 {
			from = names[i-1]
		}
		if err := g.AddEdge(from, names[i]); err != nil {
			return nil, err
		}
	}
	if err := g.AddEdge(names[len(names)-1], compose.END); err != nil {
		return nil, err
	}
	return g.Compile(ctx, compose.WithCheckPointStore(store))
}
