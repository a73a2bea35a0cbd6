// Package flagged is an agent whose nodes act before they pause: each answer acts once more.
package flagged

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
		g.AddLambdaNode("draft", compose.InvokableLambda(draft)),
		g.AddLambdaNode("official", compose.InvokableLambda(a.official)),
		g.AddLambdaNode("community", compose.InvokableLambda(a.community)),
		g.AddLambdaNode("officialWrapped", compose.InvokableLambda(a.officialWrapped)),
		g.AddLambdaNode("communityWrapped", compose.InvokableLambda(a.communityWrapped)),
		g.AddLambdaNode("post", compose.InvokableLambda(a.post)),
		g.AddEdge(compose.START, "draft"),
		g.AddBranch("draft", compose.NewGraphBranch(size, map[string]bool{"official": true, "community": true})),
		g.AddEdge("official", "officialWrapped"),
		g.AddEdge("community", "communityWrapped"),
		g.AddEdge("officialWrapped", "post"),
		g.AddEdge("communityWrapped", "post"),
		g.AddEdge("post", compose.END),
	)
	if err != nil {
		return nil, err
	}
	return g.Compile(ctx, compose.WithGraphName("flagged"), compose.WithCheckPointStore(store))
}

func draft(_ context.Context, o Order) (Order, error) {
	o.Text = strings.TrimSpace(o.Text)
	return o, nil
}

func size(_ context.Context, o Order) (string, error) {
	if o.Large {
		return "official", nil
	}
	return "community", nil
}

func (a *Agent) official(ctx context.Context, o Order) (Order, error) {
	res, err := a.Session.CallTool(ctx, &official.CallToolParams{ // want `node "official" calls tool "send_email" before it pauses.*\(effectbeforepause\)$`
		Name:      "send_email",
		Arguments: map[string]any{"to": o.To, "body": o.Text},
	})
	if err != nil {
		return o, err
	}
	if res.IsError {
		return o, errors.New("no mail")
	}
	return o, confirm(ctx)
}

func (a *Agent) community(ctx context.Context, o Order) (Order, error) {
	var req community.CallToolRequest
	req.Params.Name = "send_email"
	req.Params.Arguments = map[string]any{"to": o.To, "body": o.Text}
	res, err := a.Client.CallTool(ctx, req) // want `node "community" calls tool "send_email" before it pauses.*\(effectbeforepause\)$`
	if err != nil {
		return o, err
	}
	if res.IsError {
		return o, errors.New("no mail")
	}
	return o, confirm(ctx)
}

func (a *Agent) officialWrapped(ctx context.Context, o Order) (Order, error) {
	t := tools.Official{Session: a.Session}
	if err := t.Call(ctx, "create_order", map[string]any{"text": o.Text}); err != nil { // want `node "officialWrapped" calls tool "create_order" before it pauses.*\(effectbeforepause\)$`
		return o, err
	}
	return o, confirm(ctx)
}

func (a *Agent) communityWrapped(ctx context.Context, o Order) (Order, error) {
	t := tools.Community{Client: a.Client}
	if err := t.Call(ctx, "create_order", map[string]any{"text": o.Text}); err != nil { // want `node "communityWrapped" calls tool "create_order" before it pauses.*\(effectbeforepause\)$`
		return o, err
	}
	return o, confirm(ctx)
}

func (a *Agent) post(ctx context.Context, o Order) (Order, error) {
	resp, err := http.Post(a.Hook, "text/plain", strings.NewReader(o.Text)) // want `node "post" writes over the network \(net/http\.Post\) before it pauses.*\(effectbeforepause\)$`
	if err != nil {
		return o, err
	}
	if err := resp.Body.Close(); err != nil {
		return o, err
	}
	return o, confirm(ctx)
}

// confirm pauses until somebody has agreed.
func confirm(ctx context.Context) error {
	asked, answered, yes := compose.GetResumeContext[bool](ctx)
	switch {
	case !asked || !answered:
		return compose.Interrupt(ctx, "agree?")
	case !yes:
		return errors.New("refused")
	}
	return nil
}
