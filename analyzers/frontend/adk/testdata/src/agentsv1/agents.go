// want package:"builder code"

package agentsv1

import (
	"iter"

	"google.golang.org/adk/agent"
	"google.golang.org/adk/agent/llmagent"
	"google.golang.org/adk/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/session"
	"google.golang.org/adk/tool"
	"google.golang.org/adk/tool/functiontool"
)

func run(ctx agent.InvocationContext) iter.Seq2[*session.Event, error] {
	return func(yield func(*session.Event, error) bool) {}
}

func roll(ctx agent.ToolContext, in struct{ Sides int }) (int, error) { return in.Sides, nil }

// V1 builds the same things with the first major version.
func V1() (agent.Agent, error) {
	t, err := functiontool.New(functiontool.Config{Name: "roll"}, roll)
	if err != nil {
		return nil, err
	}
	a, err := agent.New(agent.Config{Name: "plain", Run: run})
	if err != nil {
		return nil, err
	}
	b, err := llmagent.New(llmagent.Config{Name: "dice", Tools: []tool.Tool{t}, OutputKey: "rolled"})
	if err != nil {
		return nil, err
	}
	return sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{
		Name: "v1", SubAgents: []agent.Agent{a, b},
	}})
}
