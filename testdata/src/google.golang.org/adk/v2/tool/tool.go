// Package tool is a stub of google.golang.org/adk/v2/tool.
package tool

import "google.golang.org/adk/v2/agent"

type Tool interface {
	Name() string
	Description() string
	IsLongRunning() bool
}

type Toolset interface {
	Name() string
	Tools(ctx agent.ReadonlyContext) ([]Tool, error)
}

type Predicate func(ctx agent.ReadonlyContext, tool Tool) bool

type ConfirmationProvider func(toolName string, toolInput any) bool

func StringPredicate(allowedTools []string) Predicate { return nil }

func FilterToolset(toolset Toolset, predicate Predicate) Toolset { return nil }

func WithConfirmation(ts Toolset, requireConfirmation bool, requireConfirmationProvider ConfirmationProvider) Toolset {
	return nil
}
