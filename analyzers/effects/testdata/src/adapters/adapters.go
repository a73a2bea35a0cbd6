// Package adapters calls tools of MCP servers as a framework's adapter gives them.
package adapters

import (
	"context"
	"encoding/json"
	"fmt"

	einomcp "github.com/cloudwego/eino-ext/components/tool/mcp"
	officialmcp "github.com/cloudwego/eino-ext/components/tool/mcp/officialmcp"
	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/mark3labs/mcp-go/client"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/tmc/langchaingo/tools"
	trpctool "trpc.group/trpc-go/trpc-agent-go/tool"
	trpcmcp "trpc.group/trpc-go/trpc-agent-go/tool/mcp"
)

type basket struct {
	BasketID string `json:"basket_id"`
}

func id(ctx context.Context) string {
	v, _ := adk.GetSessionValue(ctx, "basket_id")
	s, _ := v.(string)
	return s
}

// The tool is the only one that was asked for.
//
// effects: network read mcp.GetTools; tool write create_basket
// stores: create_basket.basket_id -> "basket_id"
// lost: none
func oneName(ctx context.Context, cli client.MCPClient) error {
	list, err := einomcp.GetTools(ctx, &einomcp.Config{Cli: cli, ToolNameList: []string{"create_basket"}})
	if err != nil {
		return err
	}
	out, err := list[0].(tool.InvokableTool).InvokableRun(ctx, "{}")
	if err != nil {
		return err
	}
	var b basket
	if err := json.Unmarshal([]byte(out), &b); err != nil {
		return err
	}
	adk.AddSessionValue(ctx, "basket_id", b.BasketID)
	return nil
}

// Code picks it by name.
//
// effects: network read officialmcp.GetTools; tool write add_item
// spends: "basket_id" -> add_item.basket_id unchecked
func byKey(ctx context.Context, session *mcp.ClientSession) error {
	list, err := officialmcp.GetTools(ctx, &officialmcp.Config{Cli: session})
	if err != nil {
		return err
	}
	byName := map[string]tool.InvokableTool{}
	for _, t := range list {
		info, err := t.Info(ctx)
		if err != nil {
			return err
		}
		byName[info.Name], _ = t.(tool.InvokableTool)
	}
	args, err := json.Marshal(map[string]any{"basket_id": id(ctx), "item": 1})
	if err != nil {
		return err
	}
	_, err = byName["add_item"].InvokableRun(ctx, string(args))
	return err
}

// shop keeps its tools, and a method calls them by name.
type shop struct{ tools map[string]tool.InvokableTool }

func (s *shop) call(ctx context.Context, name string, args any) (string, error) {
	text, err := json.Marshal(args)
	if err != nil {
		return "", err
	}
	t, ok := s.tools[name]
	if !ok {
		return "", fmt.Errorf("no tool %s", name)
	}
	return t.InvokableRun(ctx, string(text))
}

// Whether the tools are those of an MCP server is not seen.
//
// stores: create_basket.basket_id -> "basket_id" (likely)
func (s *shop) open(ctx context.Context) error {
	out, err := s.call(ctx, "create_basket", nil)
	if err != nil {
		return err
	}
	var b basket
	if err := json.Unmarshal([]byte(out), &b); err != nil {
		return err
	}
	adk.AddSessionValue(ctx, "basket_id", b.BasketID)
	return nil
}

// spends: "basket_id" -> add_item.basket_id unchecked
func (s *shop) add(ctx context.Context) error {
	_, err := s.call(ctx, "add_item", basket{BasketID: id(ctx)})
	return err
}

// The JSON is written by a format.
//
// spends: "basket_id" -> pay.basket_id unchecked
func (s *shop) pay(ctx context.Context, share int) error {
	_, err := s.tools["pay"].InvokableRun(ctx, fmt.Sprintf(`{"share": "%d%%", "basket": {"basket_id": %q}}`, share, id(ctx)))
	return err
}

// Nobody says which tool it is: not even whether it writes is known.
//
// effects: tool
// spends: "basket_id" -> . unchecked
// lost: nothing says whether the tool whose name is not constant writes
func anyTool(ctx context.Context, t tool.InvokableTool) error {
	_, err := t.InvokableRun(ctx, fmt.Sprintf("basket %s", id(ctx)))
	return err
}

// effects: network read (*ToolSet).Tools; tool
// spends: "basket_id" -> .basket_id unchecked
func trpc(ctx context.Context, set *trpcmcp.ToolSet) (any, error) {
	args, err := json.Marshal(basket{id(ctx)})
	if err != nil {
		return nil, err
	}
	for _, t := range set.Tools(ctx) {
		if t, ok := t.(trpctool.CallableTool); ok {
			return t.Call(ctx, args)
		}
	}
	return nil, nil
}

// effects: tool write add_item
// spends: "basket_id" -> add_item.basket_id unchecked
func langchain(ctx context.Context, all map[string]tools.Tool) error {
	_, err := all["add_item"].Call(ctx, fmt.Sprintf(`{"basket_id":"%s"}`, id(ctx)))
	return err
}
