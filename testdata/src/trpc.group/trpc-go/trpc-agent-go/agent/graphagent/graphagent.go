// Package graphagent is a stub of trpc-agent-go's package for unit tests.
package graphagent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type (
	GraphAgent struct{}
	Option     func(*Options)
	Options    struct{}
)

func (a *GraphAgent) Run(ctx context.Context, invocation *agent.Invocation) (<-chan *event.Event, error) {
	return nil, nil
}
func (a *GraphAgent) Tools() []tool.Tool                   { return nil }
func (a *GraphAgent) Info() agent.Info                     { return agent.Info{} }
func (a *GraphAgent) SubAgents() []agent.Agent             { return nil }
func (a *GraphAgent) FindSubAgent(name string) agent.Agent { return nil }

func WithDescription(description string) Option    { return nil }
func WithSubAgents(subAgents []agent.Agent) Option { return nil }

func New(name string, g *graph.Graph, opts ...Option) (*GraphAgent, error) { return nil, nil }

func WithInitialState(state graph.State) Option               { return nil }
func WithMaxConcurrency(max int) Option                       { return nil }
func WithChannelBufferSize(size int) Option                   { return nil }
func WithCheckpointSaver(saver graph.CheckpointSaver) Option  { return nil }
func WithExecutionEngine(engine graph.ExecutionEngine) Option { return nil }
func WithExecutorOptions(opts ...graph.ExecutorOption) Option { return nil }
