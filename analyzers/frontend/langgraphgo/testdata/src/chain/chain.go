// want package:"builder code"

// Package chain uses the small framework from which langgraphgo came: no routers, one edge a node.
package chain

import (
	"context"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langgraphgo/graph"
)

func ask(ctx context.Context, m []llms.MessageContent) ([]llms.MessageContent, error) { return m, nil }

func build() (*graph.Runnable, error) {
	g := graph.NewMessageGraph()
	g.AddNode("oracle", ask)
	g.AddEdge("oracle", graph.END)
	g.AddEdge("oracle", "never")
	g.SetEntryPoint("oracle")
	return g.Compile()
}
