// Package runner is a stub of google.golang.org/adk/runner.
package runner

import (
	"context"
	"iter"

	"google.golang.org/adk/agent"
	"google.golang.org/adk/session"
	"google.golang.org/genai"
)

type Config struct {
	AppName           string
	Agent             agent.Agent
	SessionService    session.Service
	AutoCreateSession bool
}

type Runner struct{}

type RunOption func(*options)

type options struct{}

func WithStateDelta(delta map[string]any) RunOption { return nil }

func New(cfg Config) (*Runner, error) { return nil, nil }

func NewInMemory(appName string, a agent.Agent) (*Runner, error) { return nil, nil }

func (r *Runner) Run(ctx context.Context, userID, sessionID string, msg *genai.Content, cfg agent.RunConfig, opts ...RunOption) iter.Seq2[*session.Event, error] {
	return nil
}
