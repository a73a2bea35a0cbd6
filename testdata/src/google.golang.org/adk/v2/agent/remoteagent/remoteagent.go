// Package remoteagent is a stub of google.golang.org/adk/v2/agent/remoteagent.
package remoteagent

import "google.golang.org/adk/v2/agent"

type A2AConfig struct {
	Name            string
	Description     string
	AgentCardSource string
}

func NewA2A(cfg A2AConfig) (agent.Agent, error) { return nil, nil }
