// Package adapters mints a handle with a tool that a framework's adapter made of one of an MCP server,
// and keeps it in the state of a graph.
package adapters

import (
	"context"
	"encoding/json"
	"fmt"

	officialmcp "github.com/cloudwego/eino-ext/components/tool/mcp/officialmcp"
	"github.com/cloudwego/eino/components/tool"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/skewlint/skewlint/runtime/custody"
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
)

// shop has the tools by name.
type shop struct{ tools map[string]tool.InvokableTool }

func connect(ctx context.Context, session *mcp.ClientSession) (*shop, error) {
	list, err := officialmcp.GetTools(ctx, &officialmcp.Config{Cli: session})
	if err != nil {
		return nil, err
	}
	s := &shop{tools: map[string]tool.InvokableTool{}}
	for _, t := range list {
		info, err := t.Info(ctx)
		if err != nil {
			return nil, err
		}
		if t, ok := t.(tool.InvokableTool); ok {
			s.tools[info.Name] = t
		}
	}
	return s, nil
}

func (s *shop) create(ctx context.Context) (string, error) {
	out, err := s.tools["create_basket"].InvokableRun(ctx, "{}")
	if err != nil {
		return "", err
	}
	var b struct {
		BasketID string `json:"basket_id"`
	}
	return b.BasketID, json.Unmarshal([]byte(out), &b)
}

func (s *shop) open(ctx context.Context, _ graph.State) (any, error) {
	id, err := s.create(ctx)
	if err != nil {
		return nil, err
	}
	return graph.State{"basket_id": id}, nil // want `node "open" stores a handle of tool "create_basket" in field "basket_id" without a record`
}

func (s *shop) add(ctx context.Context, st graph.State) (any, error) {
	id, _ := graph.GetStateValue[string](st, "basket_id")
	_, err := s.tools["add_item"].InvokableRun(ctx, fmt.Sprintf(`{"basket_id": %q}`, id))
	return nil, err
}

// The same with a record.
func (s *shop) openRecorded(ctx context.Context, _ graph.State) (any, error) {
	id, err := s.create(ctx)
	if err != nil {
		return nil, err
	}
	return graph.State{"basket": custody.Record{Value: id, Server: "shop", Tool: "create_basket"}}, nil
}

func (s *shop) addRecorded(ctx context.Context, st graph.State) (any, error) {
	rec, _ := graph.GetStateValue[custody.Record](st, "basket")
	_, err := s.tools["add_item"].InvokableRun(ctx, fmt.Sprintf(`{"basket_id": %q}`, rec.Value))
	return nil, err
}

// What another tool takes by another name is text and no handle.
func (s *shop) search(ctx context.Context, _ graph.State) (any, error) {
	out, err := s.tools["search"].InvokableRun(ctx, "{}")
	return graph.State{"found": out}, err
}

func (s *shop) sum(ctx context.Context, st graph.State) (any, error) {
	found, _ := graph.GetStateValue[string](st, "found")
	_, err := s.tools["summarise"].InvokableRun(ctx, fmt.Sprintf(`{"text": %q}`, found))
	return nil, err
}

func build(s *shop, saver graph.CheckpointSaver) (*graphagent.GraphAgent, error) {
	sg := graph.NewStateGraph(graph.NewStateSchema())
	sg.AddNode("open", s.open).AddNode("add", s.add)
	sg.AddNode("open_recorded", s.openRecorded).AddNode("add_recorded", s.addRecorded)
	sg.AddNode("search", s.search).AddNode("sum", s.sum)
	sg.SetEntryPoint("open").AddEdge("open", "add").AddEdge("add", "open_recorded").AddEdge("open_recorded", "add_recorded")
	sg.AddEdge("add_recorded", "search").AddEdge("search", "sum").SetFinishPoint("sum")
	return graphagent.New("shop", sg.MustCompile(), graphagent.WithCheckpointSaver(saver))
}
