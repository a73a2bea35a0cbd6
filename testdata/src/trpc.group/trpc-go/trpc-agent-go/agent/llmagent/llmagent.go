// Package llmagent is a stub of trpc-agent-go's package for unit tests.
package llmagent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type (
	LLMAgent struct{}
	Option   func(*Options)
	Options  struct{}
)

func (a *LLMAgent) Run(ctx context.Context, invocation *agent.Invocation) (<-chan *event.Event, error) {
	return nil, nil
}
func (a *LLMAgent) Tools() []tool.Tool                   { return nil }
func (a *LLMAgent) Info() agent.Info                     { return agent.Info{} }
func (a *LLMAgent) SubAgents() []agent.Agent             { return nil }
func (a *LLMAgent) FindSubAgent(name string) agent.Agent { return nil }

func WithDescription(description string) Option    { return nil }
func WithSubAgents(subAgents []agent.Agent) Option { return nil }

func New(name string, opts ...Option) *LLMAgent { return nil }

func WithModel(m model.Model) Option              { return nil }
func WithTools(tools []tool.Tool) Option          { return nil }
func WithToolSets(toolSets []tool.ToolSet) Option { return nil }
