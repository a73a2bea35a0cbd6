// Package loopagent is a stub of google.golang.org/adk/v2/agent/workflowagents/loopagent.
package loopagent

import "google.golang.org/adk/v2/agent"

type Config struct {
	AgentConfig   agent.Config
	MaxIterations uint
}

func New(cfg Config) (agent.Agent, error) { return nil, nil }
