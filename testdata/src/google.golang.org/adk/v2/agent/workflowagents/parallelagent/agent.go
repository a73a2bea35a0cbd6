// Package parallelagent is a stub of google.golang.org/adk/v2/agent/workflowagents/parallelagent.
package parallelagent

import "google.golang.org/adk/v2/agent"

type Config struct {
	AgentConfig agent.Config
}

func New(cfg Config) (agent.Agent, error) { return nil, nil }
