// Package host is a stub.
package host

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent"
	"github.com/cloudwego/eino/schema"
)

type AgentMeta struct{ Name, IntendedUse string }

type Host struct{ ToolCallingModel model.ToolCallingChatModel }

type Specialist struct {
	AgentMeta
	ChatModel model.BaseChatModel
	Invokable compose.Invoke[[]*schema.Message, *schema.Message, agent.AgentOption]
}

type MultiAgentConfig struct {
	Host        Host
	Specialists []*Specialist
	Name        string
}

type MultiAgent struct{}

func NewMultiAgent(ctx context.Context, config *MultiAgentConfig) (*MultiAgent, error) { panic("stub") }
