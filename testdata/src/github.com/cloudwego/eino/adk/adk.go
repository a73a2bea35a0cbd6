// Package adk is a stub of Eino's agents, in the shape of v0.9: most names are aliases of generic
// types.
package adk

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type MessageType interface{ *schema.Message }

type Message = *schema.Message

type TypedAgentInput[M MessageType] struct{ Messages []M }
type AgentInput = TypedAgentInput[*schema.Message]

type TypedAgentEvent[M MessageType] struct{ Err error }
type AgentEvent = TypedAgentEvent[*schema.Message]

type AgentRunOption struct{}

type AsyncIterator[T any] struct{ _ T }

func (ai *AsyncIterator[T]) Next() (T, bool) { panic("stub") }

type TypedAgent[M MessageType] interface {
	Name(ctx context.Context) string
	Description(ctx context.Context) string
	Run(ctx context.Context, input *TypedAgentInput[M], options ...AgentRunOption) *AsyncIterator[*TypedAgentEvent[M]]
}

type Agent = TypedAgent[*schema.Message]

type ResumeInfo struct{ WasInterrupted bool }

type TypedResumableAgent[M MessageType] interface {
	TypedAgent[M]
	Resume(ctx context.Context, info *ResumeInfo, opts ...AgentRunOption) *AsyncIterator[*TypedAgentEvent[M]]
}

type ResumableAgent = TypedResumableAgent[*schema.Message]

type ToolsConfig struct {
	compose.ToolsNodeConfig
	ReturnDirectly map[string]bool
}

type TypedChatModelAgentConfig[M MessageType] struct {
	Name, Description, Instruction string
	Model                          model.BaseModel[M]
	ToolsConfig                    ToolsConfig
	OutputKey                      string
	MaxIterations                  int
	Middlewares                    []AgentMiddleware
}
type ChatModelAgentConfig = TypedChatModelAgentConfig[*schema.Message]

type TypedChatModelAgent[M MessageType] struct{ _ M }
type ChatModelAgent = TypedChatModelAgent[*schema.Message]

func (a *TypedChatModelAgent[M]) Name(ctx context.Context) string        { panic("stub") }
func (a *TypedChatModelAgent[M]) Description(ctx context.Context) string { panic("stub") }
func (a *TypedChatModelAgent[M]) Run(ctx context.Context, input *TypedAgentInput[M], opts ...AgentRunOption) *AsyncIterator[*TypedAgentEvent[M]] {
	panic("stub")
}

func NewChatModelAgent(ctx context.Context, config *ChatModelAgentConfig) (*ChatModelAgent, error) {
	panic("stub")
}

type SequentialAgentConfig struct {
	Name, Description string
	SubAgents         []Agent
}
type ParallelAgentConfig struct {
	Name, Description string
	SubAgents         []Agent
}
type LoopAgentConfig struct {
	Name, Description string
	SubAgents         []Agent
	MaxIterations     int
}

func NewSequentialAgent(ctx context.Context, config *SequentialAgentConfig) (ResumableAgent, error) {
	panic("stub")
}
func NewParallelAgent(ctx context.Context, config *ParallelAgentConfig) (ResumableAgent, error) {
	panic("stub")
}
func NewLoopAgent(ctx context.Context, config *LoopAgentConfig) (ResumableAgent, error) {
	panic("stub")
}
func SetSubAgents(ctx context.Context, agent Agent, subAgents []Agent) (ResumableAgent, error) {
	panic("stub")
}

type AgentToolOption func(*AgentToolOptions)
type AgentToolOptions struct{}

func NewAgentTool(_ context.Context, agent Agent, options ...AgentToolOption) tool.BaseTool {
	panic("stub")
}

type CheckPointStore = compose.CheckPointStore

type TypedRunnerConfig[M MessageType] struct {
	Agent           TypedAgent[M]
	EnableStreaming bool
	CheckPointStore CheckPointStore
}
type RunnerConfig = TypedRunnerConfig[*schema.Message]
type TypedRunner[M MessageType] struct{ _ M }
type Runner = TypedRunner[*schema.Message]

func NewRunner(_ context.Context, conf RunnerConfig) *Runner { panic("stub") }

func (r *TypedRunner[M]) Query(ctx context.Context, query string, opts ...AgentRunOption) *AsyncIterator[*TypedAgentEvent[M]] {
	panic("stub")
}

func Interrupt(ctx context.Context, info any) *AgentEvent         { panic("stub") }
func AddSessionValue(ctx context.Context, key string, value any)  {}
func GetSessionValue(ctx context.Context, key string) (any, bool) { panic("stub") }

type AgentMiddleware struct{ AdditionalTools []tool.BaseTool }

func AddSessionValues(ctx context.Context, kvs map[string]any) { panic("stub") }
