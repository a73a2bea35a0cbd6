// Package prebuilt is a stub of github.com/smallnest/langgraphgo/prebuilt, v0.8: names and signatures only.
package prebuilt

import (
	"github.com/smallnest/langgraphgo/graph"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"
)

// CreateAgentOptions are the options of an agent.
type CreateAgentOptions struct{}

// CreateAgentOption is one of them.
type CreateAgentOption func(*CreateAgentOptions)

func WithSystemMessage(message string) CreateAgentOption { panic("stub") }
func WithSkillDir(skillDir string) CreateAgentOption     { panic("stub") }

func CreateAgentMap(model llms.Model, inputTools []tools.Tool, opts ...CreateAgentOption) (*graph.StateRunnable[map[string]any], error) {
	panic("stub")
}

func CreateReactAgentMap(model llms.Model, inputTools []tools.Tool, maxIterations int) (*graph.StateRunnable[map[string]any], error) {
	panic("stub")
}

func CreateSupervisorMap(model llms.Model, members map[string]*graph.StateRunnable[map[string]any]) (*graph.StateRunnable[map[string]any], error) {
	panic("stub")
}
