// Package sequentialagent is a stub of google.golang.org/adk/agent/workflowagents/sequentialagent.
package sequentialagent

import "google.golang.org/adk/agent"

type Config struct {
	AgentConfig agent.Config
}

func New(cfg Config) (agent.Agent, error) { return nil, nil }
