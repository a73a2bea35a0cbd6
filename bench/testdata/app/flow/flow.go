// Package flow builds the graph.
package flow

import (
	"context"
	"fmt"
	"net/http"

	"github.com/cloudwego/eino/compose"

	"example.com/app/tools"
)

type order struct {
	Wish, Basket string
	Paid         bool
}

// Run runs the graph once.
func Run(ctx context.Context, client *tools.Client, wish string) (string, error) {
	g := compose.NewGraph[*order, *order]()
	steps := map[string]func(context.Context, *order) (*order, error){
		"fill": func(ctx context.Context, o *order) (*order, error) {
			basket, err := client.Call(ctx, "create_basket", map[string]any{"wish": o.Wish})
			o.Basket = basket
			return o, err
		},
		"tell": func(ctx context.Context, o *order) (*order, error) {
			res, err := http.Post("https://example.com/told", "text/plain", nil)
			if err == nil {
				err = res.Body.Close()
			}
			return o, err
		},
		"pay": func(ctx context.Context, o *order) (*order, error) {
			_, err := client.Call(ctx, "pay", map[string]any{"basket": o.Basket})
			o.Paid = err == nil
			return o, err
		},
	}
	for _, name := range []string{"fill", "tell", "pay"} {
		if err := g.AddLambdaNode(name, compose.InvokableLambda(steps[name])); err != nil {
			return "", err
		}
	}
	for _, edge := range [][2]string{{compose.START, "fill"}, {"fill", "tell"}, {"tell", "pay"}, {"pay", compose.END}} {
		if err := g.AddEdge(edge[0], edge[1]); err != nil {
			return "", err
		}
	}
	run, err := g.Compile(ctx)
	if err != nil {
		return "", err
	}
	out, err := run.Invoke(ctx, &order{Wish: wish})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%+v", out), nil
}
