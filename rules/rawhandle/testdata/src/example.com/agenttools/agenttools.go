// Package agenttools shows handles that the tools of an agent keep in its session.
package agenttools

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/skewlint/skewlint/runtime/custody"
)

// shop has tools of the agent, which call tools of an MCP server.
type shop struct{ session *mcp.ClientSession }

type order struct {
	Item string `json:"item"`
}

func (s *shop) create(ctx context.Context) (string, error) {
	res, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: "create_basket"})
	if err != nil {
		return "", err
	}
	content, _ := res.StructuredContent.(map[string]any)
	id, _ := content["basket_id"].(string)
	return id, nil
}

func (s *shop) add(ctx context.Context, id, item string) (string, error) {
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{
		Name: "add_item", Arguments: map[string]any{"basket_id": id, "item": item},
	})
	return "added", err
}

// One tool mints and another one spends, in a later turn or after a pause.
func (s *shop) openRaw(ctx context.Context, _ order) (string, error) {
	id, err := s.create(ctx)
	if err != nil {
		return "", err
	}
	adk.AddSessionValue(ctx, "basket_id", id) // want `node "ToolNode" stores a handle of tool "create_basket" in field "basket_id" without a record`
	return "opened", nil
}

func (s *shop) addRaw(ctx context.Context, in order) (string, error) {
	id, _ := adk.GetSessionValue(ctx, "basket_id")
	text, _ := id.(string)
	return s.add(ctx, text, in.Item)
}

// The same with a record.
func (s *shop) openRecorded(ctx context.Context, _ order) (string, error) {
	id, err := s.create(ctx)
	if err != nil {
		return "", err
	}
	adk.AddSessionValue(ctx, "basket", custody.Record{Value: id, Server: "shop", Tool: "create_basket"})
	return "opened", nil
}

func (s *shop) addRecorded(ctx context.Context, in order) (string, error) {
	v, _ := adk.GetSessionValue(ctx, "basket")
	rec, _ := v.(custody.Record)
	return s.add(ctx, rec.Value, in.Item)
}

// A value that no tool takes is no handle.
func (s *shop) note(ctx context.Context, _ order) (string, error) {
	id, err := s.create(ctx)
	adk.AddSessionValue(ctx, "last_seen", id)
	return "noted", err
}

// run gives the tools to an agent whose runs are saved.
func (s *shop) run(ctx context.Context, m model.BaseModel[*schema.Message], store compose.CheckPointStore) error {
	var list []tool.BaseTool
	for name, fn := range map[string]func(context.Context, order) (string, error){
		"open": s.openRaw, "add": s.addRaw, "open_recorded": s.openRecorded, "add_recorded": s.addRecorded, "note": s.note,
	} {
		t, err := utils.InferTool(name, name, fn)
		if err != nil {
			return err
		}
		list = append(list, t)
	}
	agent, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: "clerk", Model: m, ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: list}},
	})
	if err != nil {
		return err
	}
	adk.NewRunner(ctx, adk.RunnerConfig{Agent: agent, CheckPointStore: store})
	return nil
}
