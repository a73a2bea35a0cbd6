// Package agenttools shows a gate before the node that runs the tools: a tool pauses, and the run is
// taken up at that node, behind the gate.
package agenttools

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
)

var server *mcpgate.Gate

type state struct {
	Basket  custody.Record
	Verdict string
}

type order struct {
	Item string `json:"item"`
}

func basket(ctx context.Context) (rec custody.Record, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, s *state) error {
		rec = s.Basket
		return nil
	})
	return rec, err
}

func gate(ctx context.Context, in *schema.Message) (*schema.Message, error) {
	rec, err := basket(ctx)
	if err != nil {
		return nil, err
	}
	res := custody.Check(ctx, rec, server.Probe("get_basket", "basket_id"))
	return in, compose.ProcessState(ctx, func(_ context.Context, s *state) error {
		s.Verdict = res.Verdict.String()
		return nil
	})
}

// The gate's verdict is as old as the pause.
func add(ctx context.Context, in order) (string, error) {
	rec, err := basket(ctx)
	if err != nil {
		return "", err
	}
	_, err = server.Call(ctx, "add_item", map[string]any{"basket_id": rec.Value, "item": in.Item}) // want `node "tools" spends handle "Basket" that only node "gate" checks, and a resume enters there, behind the check`
	return "added", err
}

// The tool checks by itself.
func remove(ctx context.Context, in order) (string, error) {
	rec, err := basket(ctx)
	if err != nil {
		return "", err
	}
	if res := custody.Check(ctx, rec, server.Probe("get_basket", "basket_id")); res.Verdict != custody.OK {
		return "the basket is gone", nil
	}
	_, err = server.Call(ctx, "remove_item", map[string]any{"basket_id": rec.Value, "item": in.Item})
	return "removed", err
}

func confirm(ctx context.Context, in order) (string, error) {
	if asked, _, _ := tool.GetInterruptState[any](ctx); !asked {
		return "", tool.Interrupt(ctx, in)
	}
	return "confirmed", nil
}

func pausing(ctx context.Context, store compose.CheckPointStore) error {
	return build(ctx, store, map[string]func(context.Context, order) (string, error){"add": add, "remove": remove, "confirm": confirm})
}

// No tool pauses: a resume does not enter behind the gate.
func notPausing(ctx context.Context, store compose.CheckPointStore) error {
	return build(ctx, store, map[string]func(context.Context, order) (string, error){"add": add, "remove": remove})
}

func build(ctx context.Context, store compose.CheckPointStore, fns map[string]func(context.Context, order) (string, error)) error {
	var list []tool.BaseTool
	for name, fn := range fns {
		t, err := utils.InferTool(name, name, fn)
		if err != nil {
			return err
		}
		list = append(list, t)
	}
	node, err := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: list})
	if err != nil {
		return err
	}
	g := compose.NewGraph[*schema.Message, []*schema.Message](compose.WithGenLocalState(func(context.Context) *state { return &state{} }))
	_ = g.AddLambdaNode("gate", compose.InvokableLambda(gate))
	_ = g.AddToolsNode("tools", node)
	_ = g.AddEdge(compose.START, "gate")
	_ = g.AddEdge("gate", "tools")
	_ = g.AddEdge("tools", compose.END)
	_, err = g.Compile(ctx, compose.WithCheckPointStore(store))
	return err
}
