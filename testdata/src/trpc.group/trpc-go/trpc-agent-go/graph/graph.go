// Package graph is a stub of trpc-agent-go's package for unit tests: exported names and
// signatures, without behaviour.
package graph

import (
	"context"
	"io"
	"reflect"
	"time"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

const (
	Start = "__start__"
	End   = "__end__"

	StateKeyMessages       = "messages"
	StateKeyUserInput      = "user_input"
	StateKeyLastResponse   = "last_response"
	StateKeyNodeResponses  = "node_responses"
	StateKeyMetadata       = "metadata"
	StateKeyCommand        = "__command__"
	StateKeyResumeMap      = "__resume_map__"
	CfgKeyLineageID        = "lineage_id"
	CfgKeyCheckpointID     = "checkpoint_id"
	CfgKeyCheckpointNS     = "checkpoint_ns"
	ResumeChannel          = "__resume__"
	StateKeyLastResponseID = "last_response_id"
)

type (
	State                map[string]any
	StateReducer         func(existing, update any) any
	NodeFunc             func(ctx context.Context, state State) (any, error)
	NodeResult           any
	ConditionalFunc      = func(ctx context.Context, state State) (string, error)
	MultiConditionalFunc = func(ctx context.Context, state State) ([]string, error)
	UniversalCondFunc    = func(ctx context.Context, state State) (ConditionResult, error)
	ConditionResult      struct{ NextNodes []string }
	NodeType             string
	ExecutionEngine      string

	StateField struct {
		Type            reflect.Type
		Reducer         StateReducer
		Default         func() any
		Required        bool
		DisableDeepCopy bool
	}
	StateSchema struct{ Fields map[string]StateField }
	Node        struct{ ID, Name, Description string }
	Edge        struct{ From, To string }
	Graph       struct{}
	StateGraph  struct{}
	Option      func(*Node)
	Command     struct {
		Update    State
		GoTo      string
		Resume    any
		ResumeMap map[string]any
	}
	ResumeCommand   struct{ Command }
	RetryPolicy     struct{ MaxAttempts int }
	CachePolicy     struct{ TTL time.Duration }
	Cache           interface{ Clear(ns string) }
	NodeCallbacks   struct{}
	SubgraphResult  struct{ LastResponse string }
	CheckpointSaver interface{ Close() error }
	Executor        struct{}
	ExecutorOptions struct {
		MaxSteps        int
		MaxConcurrency  int
		CheckpointSaver CheckpointSaver
	}
	ExecutorOption func(*ExecutorOptions)
	VizOption      func(*VizOptions)
	VizOptions     struct{}
	InterruptError struct{ Value any }
	MessageOp      interface {
		Apply([]model.Message) []model.Message
	}
	AppendMessages          struct{ Items []model.Message }
	SubgraphInputMapper     func(parent State) State
	SubgraphOutputMapper    func(parent State, result SubgraphResult) State
	AgentNodeInputMapper    func(parent State) State
	ExecutionErrorCollector struct{}
	ExecutionErrorOption    func(*ExecutionErrorCollector)
	ExecutionError          struct{ NodeID string }
)

const (
	NodeTypeFunction NodeType = "function"
	NodeTypeLLM      NodeType = "llm"
	NodeTypeTool     NodeType = "tool"
	NodeTypeAgent    NodeType = "agent"
	NodeTypeJoin     NodeType = "join"
	NodeTypeRouter   NodeType = "router"

	ExecutionEngineBSP ExecutionEngine = "bsp"
	ExecutionEngineDAG ExecutionEngine = "dag"
)

func GetStateValue[T any](s State, key string) (T, bool) { var z T; return z, false }
func (s State) Clone() State                             { return nil }

func NewStateSchema() *StateSchema                                         { return nil }
func MessagesStateSchema() *StateSchema                                    { return nil }
func (s *StateSchema) AddField(name string, field StateField) *StateSchema { return s }
func (s *StateSchema) ApplyUpdate(current, update State) State             { return nil }
func (s *StateSchema) Validate(state State) error                          { return nil }

func DefaultReducer(existing, update any) any                { return nil }
func CoverReducer(existing, update any) any                  { return nil }
func AppendReducer(existing, update any) any                 { return nil }
func StringSliceReducer(existing, update any) any            { return nil }
func MergeReducer(existing, update any) any                  { return nil }
func MessageReducer(existing, update any) any                { return nil }
func ExecutionErrorSliceReducer(existing, update any) any    { return nil }
func (AppendMessages) Apply([]model.Message) []model.Message { return nil }

func NewStateGraph(schema *StateSchema) *StateGraph { return nil }

func (sg *StateGraph) AddNode(id string, function NodeFunc, opts ...Option) *StateGraph { return sg }
func (sg *StateGraph) AddLLMNode(id string, llmModel model.Model, instruction string, tools map[string]tool.Tool, opts ...Option) *StateGraph {
	return sg
}
func (sg *StateGraph) AddToolsNode(id string, tools map[string]tool.Tool, opts ...Option) *StateGraph {
	return sg
}
func (sg *StateGraph) AddAgentNode(id string, opts ...Option) *StateGraph     { return sg }
func (sg *StateGraph) AddSubgraphNode(id string, opts ...Option) *StateGraph  { return sg }
func (sg *StateGraph) WithInterruptBeforeNodes(nodeIDs ...string) *StateGraph { return sg }
func (sg *StateGraph) WithInterruptAfterNodes(nodeIDs ...string) *StateGraph  { return sg }
func (sg *StateGraph) AddEdge(from, to string) *StateGraph                    { return sg }
func (sg *StateGraph) AddJoinEdge(fromNodes []string, to string) *StateGraph  { return sg }
func (sg *StateGraph) SetEntryPoint(nodeID string) *StateGraph                { return sg }
func (sg *StateGraph) SetFinishPoint(nodeID string) *StateGraph               { return sg }
func (sg *StateGraph) Compile() (*Graph, error)                               { return nil, nil }
func (sg *StateGraph) MustCompile() *Graph                                    { return nil }
func (sg *StateGraph) WithNodeCallbacks(callbacks *NodeCallbacks) *StateGraph { return sg }
func (sg *StateGraph) WithCache(cache Cache) *StateGraph                      { return sg }
func (sg *StateGraph) WithCachePolicy(policy *CachePolicy) *StateGraph        { return sg }
func (sg *StateGraph) WithGraphVersion(version string) *StateGraph            { return sg }
func (sg *StateGraph) ClearCache(nodes ...string) *StateGraph                 { return sg }
func (sg *StateGraph) AddConditionalEdges(from string, condFunc any, pathMap map[string]string) *StateGraph {
	return sg
}
func (sg *StateGraph) AddMultiConditionalEdges(from string, condFunc MultiConditionalFunc, pathMap map[string]string) *StateGraph {
	return sg
}
func (sg *StateGraph) AddToolsConditionalEdges(fromLLMNode, toToolsNode, fallbackNode string) *StateGraph {
	return sg
}

func (g *Graph) DOT(opts ...VizOption) string                  { return "" }
func (g *Graph) WriteDOT(w io.Writer, opts ...VizOption) error { return nil }
func (g *Graph) Node(id string) (*Node, bool)                  { return nil, false }
func (g *Graph) Nodes() []*Node                                { return nil }
func (g *Graph) Edges(nodeID string) []*Edge                   { return nil }
func (g *Graph) EntryPoint() string                            { return "" }
func (g *Graph) Schema() *StateSchema                          { return nil }

func WithName(name string) Option                            { return nil }
func WithDescription(description string) Option              { return nil }
func WithNodeType(nodeType NodeType) Option                  { return nil }
func WithDestinations(dests map[string]string) Option        { return nil }
func WithEndsMap(ends map[string]string) Option              { return nil }
func WithEnds(names ...string) Option                        { return nil }
func WithRetryPolicy(policies ...RetryPolicy) Option         { return nil }
func WithNodeCachePolicy(policy *CachePolicy) Option         { return nil }
func WithInterruptBefore() Option                            { return nil }
func WithInterruptAfter() Option                             { return nil }
func WithUserInputKey(key string) Option                     { return nil }
func WithEnableParallelTools(enable bool) Option             { return nil }
func WithGenerationConfig(cfg model.GenerationConfig) Option { return nil }
func WithNodeCallbacks(callbacks *NodeCallbacks) Option      { return nil }
func WithSubgraphInputMapper(f SubgraphInputMapper) Option   { return nil }
func WithSubgraphOutputMapper(f SubgraphOutputMapper) Option { return nil }
func WithSubgraphIsolatedMessages(isolate bool) Option       { return nil }
func WithSubgraphInputFromLastResponse() Option              { return nil }

func NewNodeCallbacks() *NodeCallbacks                                     { return nil }
func NewToolsNodeFunc(tools map[string]tool.Tool, opts ...Option) NodeFunc { return nil }
func NewAgentNodeFunc(agentName string, opts ...Option) NodeFunc           { return nil }
func NewLLMNodeFunc(m model.Model, instruction string, tools map[string]tool.Tool) NodeFunc {
	return nil
}

func Interrupt(ctx context.Context, state State, key string, prompt any) (any, error) {
	return nil, nil
}
func ResumeValue[T any](ctx context.Context, state State, key string) (T, bool) {
	var z T
	return z, false
}
func ResumeValueOrDefault[T any](ctx context.Context, state State, key string, def T) T { return def }
func HasResumeValue(state State, key string) bool                                       { return false }
func NewResumeCommand() *ResumeCommand                                                  { return nil }
func (c *ResumeCommand) AddResumeValue(taskID string, value any) *ResumeCommand         { return c }
func (e *InterruptError) Error() string                                                 { return "" }
func IsInterruptError(err error) bool                                                   { return false }

func NewExecutor(graph *Graph, opts ...ExecutorOption) (*Executor, error) { return nil, nil }
func (e *Executor) Execute(ctx context.Context, initial State, inv *agent.Invocation) (<-chan *event.Event, error) {
	return nil, nil
}
func WithMaxSteps(maxSteps int) ExecutorOption                      { return nil }
func WithMaxConcurrency(max int) ExecutorOption                     { return nil }
func WithCheckpointSaver(saver CheckpointSaver) ExecutorOption      { return nil }
func WithExecutionEngine(engine ExecutionEngine) ExecutorOption     { return nil }
func WithNodeTimeout(timeout time.Duration) ExecutorOption          { return nil }
func WithDefaultRetryPolicy(policies ...RetryPolicy) ExecutorOption { return nil }

func NewExecutionErrorCollector(opts ...ExecutionErrorOption) *ExecutionErrorCollector { return nil }
func WithExecutionErrorStateKey(key string) ExecutionErrorOption                       { return nil }
func (c *ExecutionErrorCollector) AddField(schema *StateSchema) *StateSchema           { return schema }
func (c *ExecutionErrorCollector) StateKey() string                                    { return "" }
func (c *ExecutionErrorCollector) StateField() StateField                              { return StateField{} }
func (c *ExecutionErrorCollector) NodeCallbacks() *NodeCallbacks                       { return nil }
