package agents

import (
	"context"
	"must"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
)

func toolsConfig(tools []tool.BaseTool) adk.ToolsConfig {
	return adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: tools}}
}

// factory keeps its tools from the time it is made; its agents are made for each request.
type factory struct {
	cm    model.ToolCallingChatModel
	tools []tool.BaseTool
	late  []tool.BaseTool
}

func newFactory(cm model.ToolCallingChatModel) (*factory, error) {
	t, err := utils.InferTool("search", "searches", search)
	if err != nil {
		return nil, err
	}
	return &factory{cm: cm, tools: []tool.BaseTool{t}}, nil
}

func (f *factory) agent(ctx context.Context) (adk.Agent, error) { return toolAgent(ctx, f.cm, f.tools) }

func toolAgent(ctx context.Context, cm model.ToolCallingChatModel, tools []tool.BaseTool) (adk.Agent, error) {
	return adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: "kept", Model: cm, ToolsConfig: toolsConfig(tools)})
}

// add and reset are two places that store a field: what it holds is not known.
func (f *factory) add(t tool.BaseTool) { f.late = append(f.late, t) }

func (f *factory) reset() { f.late = nil }

func (f *factory) lateAgent(ctx context.Context) (adk.Agent, error) {
	return adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: "late", Model: f.cm, ToolsConfig: toolsConfig(f.late)})
}

// Given: of two tools one is a parameter.
func Given(ctx context.Context, cm model.ToolCallingChatModel, other tool.BaseTool) (*react.Agent, error) {
	t, err := utils.InferTool("search", "searches", search)
	if err != nil {
		return nil, err
	}
	return react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: cm, ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{t, other}},
	})
}

// Wrapped: what makes the tool is wrapped by a function of a package that knows no agents.
func Wrapped(ctx context.Context, cm model.ToolCallingChatModel) (*react.Agent, error) {
	t := must.Must(utils.InferTool("search", "searches", search))
	return react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: cm, ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{t}},
	})
}

// toolsOnly makes tools and no graph, so nobody has to run it.
func toolsOnly() tool.BaseTool { return must.Must(utils.InferTool("search", "searches", search)) }
