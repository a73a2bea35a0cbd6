// Package runner is a stub of trpc-agent-go's package for unit tests.
package runner

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/model"
)

type (
	Option  func(*Options)
	Options struct{}
	Runner  interface {
		Run(ctx context.Context, userID, sessionID string, message model.Message, runOpts ...agent.RunOption) (<-chan *event.Event, error)
		Close() error
	}
)

func NewRunner(appName string, ag agent.Agent, opts ...Option) Runner { return nil }
