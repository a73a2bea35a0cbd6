// Package functiontool is a stub of google.golang.org/adk/tool/functiontool.
package functiontool

import (
	"iter"

	"github.com/google/jsonschema-go/jsonschema"
	"google.golang.org/adk/agent"
	"google.golang.org/adk/tool"
)

type Config struct {
	Name                        string
	Description                 string
	InputSchema                 *jsonschema.Schema
	OutputSchema                *jsonschema.Schema
	IsLongRunning               bool
	RequireConfirmation         bool
	RequireConfirmationProvider any
}

type Func[TArgs, TResults any] func(agent.ToolContext, TArgs) (TResults, error)

type StreamingFunc[TArgs any] func(agent.ToolContext, TArgs) iter.Seq2[string, error]

func New[TArgs, TResults any](cfg Config, handler Func[TArgs, TResults]) (tool.Tool, error) {
	return nil, nil
}

func NewStreaming[TArgs any](cfg Config, handler StreamingFunc[TArgs]) (tool.Tool, error) {
	return nil, nil
}
