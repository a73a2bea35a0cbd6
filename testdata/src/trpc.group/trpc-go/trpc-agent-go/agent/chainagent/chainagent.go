// Package chainagent is a stub of trpc-agent-go's package for unit tests.
package chainagent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type (
	ChainAgent struct{}
	Option     func(*Options)
	Options    struct{}
)

func (a *ChainAgent) Run(ctx context.Context, invocation *agent.Invocation) (<-chan *event.Event, error) {
	return nil, nil
}
func (a *ChainAgent) Tools() []tool.Tool                   { return nil }
func (a *ChainAgent) Info() agent.Info                     { return agent.Info{} }
func (a *ChainAgent) SubAgents() []agent.Agent             { return nil }
func (a *ChainAgent) FindSubAgent(name string) agent.Agent { return nil }

func WithDescription(description string) Option    { return nil }
func WithSubAgents(subAgents []agent.Agent) Option { return nil }

func New(name string, opts ...Option) *ChainAgent { return nil }
