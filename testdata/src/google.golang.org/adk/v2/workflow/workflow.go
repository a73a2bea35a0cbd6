// Package workflow is a stub of google.golang.org/adk/v2/workflow.
package workflow

import (
	"errors"
	"iter"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
)

const WorkflowInputFunctionCallName = "adk_request_input"

var ErrNodeInterrupted = errors.New("interrupted")

type Node interface {
	Name() string
	Description() string
	Config() NodeConfig
	InputSchema() *jsonschema.Resolved
	OutputSchema() *jsonschema.Resolved
	ValidateInput(input any) (any, error)
	ValidateOutput(output any) (any, error)
	Run(ctx agent.Context, input any) iter.Seq2[*session.Event, error]
}

type NodeConfig struct {
	ParallelWorker bool
	RerunOnResume  *bool
	WaitForOutput  *bool
	RetryConfig    *RetryConfig
	Timeout        time.Duration
	EmitsOwnSpan   bool
}

type RetryConfig struct {
	MaxAttempts   int
	InitialDelay  time.Duration
	MaxDelay      time.Duration
	BackoffFactor float64
	Jitter        float64
	ShouldRetry   func(error) bool
}

func DefaultRetryConfig() *RetryConfig { return nil }

type BaseNode struct{ name string }

func NewBaseNode(name, description string, cfg NodeConfig) BaseNode { return BaseNode{} }

func NewBaseNodeWithSchemas(name, description string, cfg NodeConfig, inputSchema, outputSchema *jsonschema.Resolved) BaseNode {
	return BaseNode{}
}

func (b BaseNode) Name() string                        { return b.name }
func (b BaseNode) Description() string                 { return "" }
func (b BaseNode) Config() NodeConfig                  { return NodeConfig{} }
func (b BaseNode) InputSchema() *jsonschema.Resolved   { return nil }
func (b BaseNode) OutputSchema() *jsonschema.Resolved  { return nil }
func (b BaseNode) ValidateInput(in any) (any, error)   { return nil, nil }
func (b BaseNode) ValidateOutput(out any) (any, error) { return nil, nil }

type startNode struct{ BaseNode }

func (s *startNode) Run(ctx agent.Context, input any) iter.Seq2[*session.Event, error] { return nil }

var Start Node = &startNode{}

type Route interface {
	Matches(event *session.Event) bool
}

type StringRoute string

func (r StringRoute) Matches(event *session.Event) bool { return false }

type IntRoute int

func (r IntRoute) Matches(event *session.Event) bool { return false }

type BoolRoute bool

func (r BoolRoute) Matches(event *session.Event) bool { return false }

type MultiRoute[T comparable] []T

func (r MultiRoute[T]) Matches(event *session.Event) bool { return false }

var Default Route = StringRoute("")

type Edge struct {
	From  Node
	To    Node
	Route Route
}

func Chain(nodes ...Node) []Edge { return nil }

func Concat(items ...any) []Edge { return nil }

type EdgeBuilder struct{}

func NewEdgeBuilder() *EdgeBuilder { return nil }

func (b *EdgeBuilder) Add(from, to Node) *EdgeBuilder                           { return b }
func (b *EdgeBuilder) AddRoute(from, to Node, route Route) *EdgeBuilder         { return b }
func (b *EdgeBuilder) AddFanOut(from Node, to ...Node) *EdgeBuilder             { return b }
func (b *EdgeBuilder) AddFanIn(to Node, from ...Node) *EdgeBuilder              { return b }
func (b *EdgeBuilder) AddRoutes(from Node, routes map[string]Node) *EdgeBuilder { return b }
func (b *EdgeBuilder) Build() []Edge                                            { return nil }

type Workflow struct{}

type Option func(*options)

type options struct{}

func WithMaxConcurrency(n int) Option                                  { return nil }
func WithStateSchema(s *jsonschema.Resolved) Option                    { return nil }
func New(name string, edges []Edge, opts ...Option) (*Workflow, error) { return nil, nil }

func (w *Workflow) Name() string { return "" }

func (w *Workflow) Run(ctx agent.InvocationContext) iter.Seq2[*session.Event, error] { return nil }

type FunctionNode struct{ BaseNode }

func (n *FunctionNode) Run(ctx agent.Context, input any) iter.Seq2[*session.Event, error] { return nil }

type EmittingFunctionFn[IN, OUT any] = func(ctx agent.Context, input IN, emit func(*session.Event) error) (OUT, error)

func NewFunctionNode[IN, OUT any](name string, fn func(ctx agent.Context, input IN) (OUT, error), cfg NodeConfig) *FunctionNode {
	return nil
}

func NewFunctionNodeWithSchema[IN, OUT any](name string, fn func(ctx agent.Context, input IN) (OUT, error), inputSchema, outputSchema *jsonschema.Schema, cfg NodeConfig) (*FunctionNode, error) {
	return nil, nil
}

func NewEmittingFunctionNode[IN, OUT any](name string, fn EmittingFunctionFn[IN, OUT], cfg NodeConfig) *FunctionNode {
	return nil
}

func NewEmittingFunctionNodeWithSchema[IN, OUT any](name string, fn EmittingFunctionFn[IN, OUT], inputSchema, outputSchema *jsonschema.Schema, cfg NodeConfig) (*FunctionNode, error) {
	return nil, nil
}

func NewFunctionNodeFromState[Params, OUT any](name string, fn func(ctx agent.InvocationContext, p Params) (OUT, error), cfg NodeConfig) (*FunctionNode, error) {
	return nil, nil
}

type AgentNode struct{ BaseNode }

func (n *AgentNode) Run(ctx agent.Context, input any) iter.Seq2[*session.Event, error] { return nil }

func NewAgentNode(a agent.Agent, cfg NodeConfig) (*AgentNode, error) { return nil, nil }

func NewAgentNodeTyped[Input, Output any](a agent.Agent, cfg NodeConfig) (*AgentNode, error) {
	return nil, nil
}

type ToolNode struct{ BaseNode }

func (n *ToolNode) Run(ctx agent.Context, input any) iter.Seq2[*session.Event, error] { return nil }

func NewToolNode(t tool.Tool, cfg NodeConfig) (*ToolNode, error) { return nil, nil }

func NewToolNodeTyped[Input, Output any](t tool.Tool, cfg NodeConfig) (*ToolNode, error) {
	return nil, nil
}

func NewNamedToolNode(name string, t tool.Tool, cfg NodeConfig) (*ToolNode, error) { return nil, nil }

type JoinNode struct{ BaseNode }

func (n *JoinNode) Run(ctx agent.Context, input any) iter.Seq2[*session.Event, error] { return nil }

func NewJoinNode(name string) *JoinNode { return nil }

func NewJoinNodeWithSchema(name string, schema *jsonschema.Resolved) *JoinNode { return nil }

type ParallelWorker struct{ BaseNode }

func (n *ParallelWorker) Run(ctx agent.Context, input any) iter.Seq2[*session.Event, error] {
	return nil
}

func NewParallelWorker(name string, wrapped Node, maxConcurrency int, cfg NodeConfig) (*ParallelWorker, error) {
	return nil, nil
}

type DynamicFn[IN, OUT any] = func(ctx agent.Context, in IN, emit func(*session.Event) error) (OUT, error)

func NewDynamicNode[IN, OUT any](name string, fn DynamicFn[IN, OUT], cfg NodeConfig) Node { return nil }

func NewDynamicNodeWithSchema[IN, OUT any](name string, fn DynamicFn[IN, OUT], inputSchema, outputSchema *jsonschema.Schema, cfg NodeConfig) (Node, error) {
	return nil, nil
}

type RunNodeOption func(*options)

func WithRunID(id string) RunNodeOption { return nil }
func WithUseSubBranch() RunNodeOption   { return nil }
func WithUseAsOutput() RunNodeOption    { return nil }

func RunNode[OUT any](ctx agent.Context, child Node, input any, opts ...RunNodeOption) (OUT, error) {
	var out OUT
	return out, nil
}

type WorkflowNode struct{ BaseNode }

func (n *WorkflowNode) Run(ctx agent.Context, input any) iter.Seq2[*session.Event, error] { return nil }

func NewWorkflowNode(name string, edges []Edge) (*WorkflowNode, error) { return nil, nil }

func NewRequestInputEvent(ctx agent.InvocationContext, req session.RequestInput) *session.Event {
	return nil
}

func ResumeOrRequestInput(ctx agent.Context, emit func(*session.Event) error, req session.RequestInput) (any, error) {
	return nil, nil
}
