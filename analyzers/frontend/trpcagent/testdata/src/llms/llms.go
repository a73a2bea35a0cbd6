// want package:"builder code"

// Package llms makes agents with a model and tools, without a graph round them.
package llms

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

type query struct{ Text string }

func search(ctx context.Context, q query) (string, error) { return q.Text, nil }

// own is a tool of the program's own type.
type own struct{}

func (own) Declaration() *tool.Declaration                         { return nil }
func (own) Call(ctx context.Context, jsonArgs []byte) (any, error) { return nil, nil }

// service keeps its tools from the time it is made; its agents are made for each request.
type service struct {
	m     model.Model
	tools []tool.Tool
	late  []tool.Tool
}

func newService(m model.Model) *service {
	return &service{m: m, tools: []tool.Tool{function.NewFunctionTool(search, function.WithName("search")), own{}}}
}

func (s *service) agent() *llmagent.LLMAgent {
	return llmagent.New("kept", llmagent.WithModel(s.m), llmagent.WithTools(s.tools))
}

// add is one of two places that store the field: what it holds is not known.
func (s *service) add(t tool.Tool) { s.late = append(s.late, t) }

func (s *service) reset() { s.late = nil }

func (s *service) lateAgent() *llmagent.LLMAgent {
	return llmagent.New("late", llmagent.WithTools(s.late))
}

// withoutTools asks its model once.
func withoutTools(m model.Model) *llmagent.LLMAgent {
	return llmagent.New("plain", llmagent.WithModel(m), llmagent.WithDescription("says something"))
}

func withToolSet(set tool.ToolSet) *llmagent.LLMAgent {
	return llmagent.New("sets", llmagent.WithTools([]tool.Tool{own{}}), llmagent.WithToolSets([]tool.ToolSet{set}))
}

// toolsNode is a node of a graph that calls tools.
func toolsNode(other tool.Tool) *graph.Graph {
	g := graph.NewStateGraph(graph.MessagesStateSchema())
	g.AddToolsNode("tools", map[string]tool.Tool{"own": own{}, "other": other})
	g.SetEntryPoint("tools")
	g.SetFinishPoint("tools")
	return g.MustCompile()
}
