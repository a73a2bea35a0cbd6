// Package workflowagent is a stub of google.golang.org/adk/v2/agent/workflowagent.
package workflowagent

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/workflow"
)

type Config struct {
	Name                 string
	Description          string
	SubAgents            []agent.Agent
	BeforeAgentCallbacks []agent.BeforeAgentCallback
	AfterAgentCallbacks  []agent.AfterAgentCallback
	Edges                []workflow.Edge
}

func New(cfg Config) (agent.Agent, error) { return nil, nil }
