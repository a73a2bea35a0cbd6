// Package react is a stub.
package react

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent"
	"github.com/cloudwego/eino/schema"
)

type AgentConfig struct {
	ToolCallingModel   model.ToolCallingChatModel
	ToolsConfig        compose.ToolsNodeConfig
	MaxStep            int
	ToolReturnDirectly map[string]struct{}
	GraphName          string
}

type Agent struct{}

func NewAgent(ctx context.Context, config *AgentConfig) (_ *Agent, err error) { panic("stub") }

func (r *Agent) Generate(ctx context.Context, input []*schema.Message, opts ...agent.AgentOption) (*schema.Message, error) {
	panic("stub")
}

func (r *Agent) ExportGraph() (compose.AnyGraph, []compose.GraphAddNodeOpt) { panic("stub") }
