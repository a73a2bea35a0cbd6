// Package agent is a stub of trpc-agent-go's package for unit tests.
package agent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type (
	Info       struct{ Name, Description string }
	Invocation struct {
		InvocationID string
		Message      model.Message
	}
	RunOption  func(*RunOptions)
	RunOptions struct{ RuntimeState map[string]any }
	Agent      interface {
		Run(ctx context.Context, invocation *Invocation) (<-chan *event.Event, error)
		Tools() []tool.Tool
		Info() Info
		SubAgents() []Agent
		FindSubAgent(name string) Agent
	}
)

func WithRuntimeState(state map[string]any) RunOption { return nil }
