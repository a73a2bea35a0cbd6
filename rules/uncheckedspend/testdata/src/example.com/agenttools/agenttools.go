// Package agenttools shows spends by the tools of an agent, each of which runs by itself: a check in
// one does not cover a spend in another.
package agenttools

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
)

var server *mcpgate.Gate

type order struct {
	Item string `json:"item"`
}

func basket(ctx context.Context) custody.Record {
	v, _ := adk.GetSessionValue(ctx, "basket")
	rec, _ := v.(custody.Record)
	return rec
}

func open(ctx context.Context, _ order) (string, error) {
	rec, err := server.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
	if err != nil {
		return "", err
	}
	adk.AddSessionValue(ctx, "basket", rec)
	return "opened", nil
}

// The model may call it before the others, or not.
func check(ctx context.Context, _ order) (string, error) {
	return custody.Check(ctx, basket(ctx), server.Probe("get_basket", "basket_id")).Verdict.String(), nil
}

// The same by hand.
func look(ctx context.Context, _ order) (string, error) {
	_, err := server.Call(ctx, "get_basket", map[string]any{"basket_id": basket(ctx).Value})
	return "there", err
}

func add(ctx context.Context, in order) (string, error) {
	_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": basket(ctx).Value, "item": in.Item}) // want `node "ToolNode" passes handle "basket" to tool "add_item" unchecked`
	return "added", err
}

// The check stands in the tool that spends.
func remove(ctx context.Context, in order) (string, error) {
	rec := basket(ctx)
	if res := custody.Check(ctx, rec, server.Probe("get_basket", "basket_id")); res.Verdict != custody.OK {
		return "the basket is gone", nil
	}
	_, err := server.Call(ctx, "remove_item", map[string]any{"basket_id": rec.Value, "item": in.Item})
	return "removed", err
}

// A look by hand in the tool that spends.
func pay(ctx context.Context, _ order) (string, error) {
	rec := basket(ctx)
	if _, err := server.Call(ctx, "get_basket", map[string]any{"basket_id": rec.Value}); err != nil {
		return "", err
	}
	_, err := server.Call(ctx, "pay_basket", map[string]any{"basket_id": rec.Value})
	return "paid", err
}

// confirm pauses, so the run is taken up later.
func confirm(ctx context.Context, in order) (string, error) {
	if asked, _, _ := tool.GetInterruptState[any](ctx); !asked {
		return "", tool.Interrupt(ctx, in)
	}
	return "confirmed", nil
}

// Known miss: a node on the way has a tool that checks, which the model may not call.
func checkedPerhaps(ctx context.Context, store compose.CheckPointStore) error {
	first, err := utils.InferTool("check", "check", check)
	if err != nil {
		return err
	}
	second, err := utils.InferTool("add", "add", add)
	if err != nil {
		return err
	}
	checks, err := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{first}})
	if err != nil {
		return err
	}
	spends, err := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{second}})
	if err != nil {
		return err
	}
	g := compose.NewGraph[*schema.Message, []*schema.Message]()
	_ = g.AddToolsNode("checks", checks)
	_ = g.AddToolsNode("spends", spends)
	_ = g.AddEdge(compose.START, "checks")
	_ = g.AddEdge("checks", "spends")
	_ = g.AddEdge("spends", compose.END)
	_, err = g.Compile(ctx, compose.WithCheckPointStore(store))
	return err
}

func agent(ctx context.Context, m model.BaseModel[*schema.Message], store compose.CheckPointStore) error {
	var list []tool.BaseTool
	for name, fn := range map[string]func(context.Context, order) (string, error){
		"open": open, "check": check, "look": look, "add": add, "remove": remove, "pay": pay, "confirm": confirm,
	} {
		t, err := utils.InferTool(name, name, fn)
		if err != nil {
			return err
		}
		list = append(list, t)
	}
	a, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: "clerk", Model: m, ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: list}},
	})
	if err != nil {
		return err
	}
	adk.NewRunner(ctx, adk.RunnerConfig{Agent: a, CheckPointStore: store})
	return nil
}
