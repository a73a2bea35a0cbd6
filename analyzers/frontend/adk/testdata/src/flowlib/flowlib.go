// want package:"builder code"

// Package flowlib wraps the framework, as shared code of a company does.
package flowlib

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/workflow"
)

// Fn is a step.
type Fn func(agent.Context, string) (string, error)

// Timed wraps a step.
func Timed(next Fn) Fn {
	return func(ctx agent.Context, in string) (string, error) { return next(ctx, in) }
}

// Step makes a node with the house settings.
func Step(name string, fn Fn) workflow.Node {
	return workflow.NewFunctionNode(name, Timed(fn), workflow.NodeConfig{RetryConfig: workflow.DefaultRetryConfig()})
}

// Flow is a builder that embeds the framework's.
type Flow struct {
	*workflow.EdgeBuilder
	name string
	last workflow.Node
}

// NewFlow starts a flow.
func NewFlow(name string) *Flow {
	return &Flow{EdgeBuilder: workflow.NewEdgeBuilder(), name: name, last: workflow.Start}
}

// Then adds a step behind the last one.
func (f *Flow) Then(name string, fn Fn) *Flow {
	n := Step(name, fn)
	f.Add(f.last, n)
	f.last = n
	return f
}

// Agent builds the agent.
func (f *Flow) Agent() (agent.Agent, error) {
	return workflowagent.New(workflowagent.Config{Name: f.name, Edges: f.Build()})
}
