// Package clean is the agent of package flagged with its acts behind the pause: it reads before,
// and what it does to the world it does in a node that has been answered, or that never pauses.
package clean

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/cloudwego/eino/compose"
	"github.com/mark3labs/mcp-go/client"
	community "github.com/mark3labs/mcp-go/mcp"
	official "github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/agents/tools"
)

// Order is what the nodes hand on.
type Order struct {
	To, Text string
	Large    bool
}

// Agent holds the doors to the tools.
type Agent struct {
	Session *official.ClientSession
	Client  *client.Client
	Hook    string
}

// Build builds and compiles the graph.
func (a *Agent) Build(ctx context.Context, store compose.CheckPointStore) (compose.Runnable[Order, Order], error) {
	g := compose.NewGraph[Order, Order]()
	err := errors.Join(
		g.AddLambdaNode("look", compose.InvokableLambda(a.look)),
		g.AddLambdaNode("official", compose.InvokableLambda(a.official)),
		g.AddLambdaNode("community", compose.InvokableLambda(a.community)),
		g.AddLambdaNode("wrapped", compose.InvokableLambda(a.wrapped)),
		g.AddLambdaNode("post", compose.InvokableLambda(a.post)),
		g.AddEdge(compose.START, "look"),
		g.AddBranch("look", compose.NewGraphBranch(size, map[string]bool{"official": true, "community": true})),
		g.AddEdge("official", "wrapped"),
		g.AddEdge("community", "wrapped"),
		g.AddEdge("wrapped", "post"),
		g.AddEdge("post", compose.END),
	)
	if err != nil {
		return nil, err
	}
	return g.Compile(ctx, compose.WithGraphName("clean"), compose.WithCheckPointStore(store))
}

// look only reads before it pauses.
func (a *Agent) look(ctx context.Context, o Order) (Order, error) {
	t := tools.Official{Session: a.Session}
	if err := t.Call(ctx, "get_order", map[string]any{"text": o.Text}); err != nil {
		return o, err
	}
	resp, err := http.Get(a.Hook)
	if err != nil {
		return o, err
	}
	if err := resp.Body.Close(); err != nil {
		return o, err
	}
	return confirm(ctx, o)
}

func size(_ context.Context, o Order) (string, error) {
	if o.Large {
		return "official", nil
	}
	return "community", nil
}

// official sends its mail when it has been answered.
func (a *Agent) official(ctx context.Context, o Order) (Order, error) {
	o, err := confirm(ctx, o)
	if err != nil {
		return o, err
	}
	res, err := a.Session.CallTool(ctx, &official.CallToolParams{
		Name:      "send_email",
		Arguments: map[string]any{"to": o.To, "body": o.Text},
	})
	if err != nil {
		return o, err
	}
	if res.IsError {
		return o, errors.New("no mail")
	}
	return o, nil
}

// community sends its mail when it has been answered.
func (a *Agent) community(ctx context.Context, o Order) (Order, error) {
	o, err := confirm(ctx, o)
	if err != nil {
		return o, err
	}
	var req community.CallToolRequest
	req.Params.Name = "send_email"
	req.Params.Arguments = map[string]any{"to": o.To, "body": o.Text}
	res, err := a.Client.CallTool(ctx, req)
	if err != nil {
		return o, err
	}
	if res.IsError {
		return o, errors.New("no mail")
	}
	return o, nil
}

// wrapped reads before the pause and orders behind it.
func (a *Agent) wrapped(ctx context.Context, o Order) (Order, error) {
	t := tools.Community{Client: a.Client}
	if err := t.Call(ctx, "list_orders", nil); err != nil {
		return o, err
	}
	o, err := confirm(ctx, o)
	if err != nil {
		return o, err
	}
	return o, t.Call(ctx, "create_order", map[string]any{"text": o.Text})
}

// post never pauses: when it has finished, no later pause runs it again.
func (a *Agent) post(_ context.Context, o Order) (Order, error) {
	resp, err := http.Post(a.Hook, "text/plain", strings.NewReader(o.Text))
	if err != nil {
		return o, err
	}
	return o, resp.Body.Close()
}

// confirm pauses until somebody has agreed, and keeps the order: a node that runs again after a
// pause gets an empty input.
func confirm(ctx context.Context, o Order) (Order, error) {
	if paused, kept, before := compose.GetInterruptState[Order](ctx); paused && kept {
		o = before
	}
	asked, answered, yes := compose.GetResumeContext[bool](ctx)
	switch {
	case !asked || !answered:
		return o, compose.StatefulInterrupt(ctx, "agree?", o)
	case !yes:
		return o, errors.New("refused")
	}
	return o, nil
}
