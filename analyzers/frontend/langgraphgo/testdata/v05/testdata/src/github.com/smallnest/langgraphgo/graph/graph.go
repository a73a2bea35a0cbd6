// Package graph is a stub of github.com/smallnest/langgraphgo/graph, v0.5 (untyped): names and signatures only.
package graph

import (
	"context"
)

// END is the name of the end.
const END = "END"

// Interrupt pauses the run.
func Interrupt(ctx context.Context, value any) (any, error) { panic("stub") }

// GetResumeValue is the answer to a pause.
func GetResumeValue(ctx context.Context) any { panic("stub") }

// WithResumeValue puts an answer into a context.
func WithResumeValue(ctx context.Context, value any) context.Context { panic("stub") }

// GraphInterrupt says that a run was paused.
type GraphInterrupt struct {
	Node           string
	State          any
	NextNodes      []string
	InterruptValue any
}

func (e *GraphInterrupt) Error() string { panic("stub") }

// NodeInterrupt is the error by which a node pauses.
type NodeInterrupt struct {
	Node  string
	Value any
}

func (e *NodeInterrupt) Error() string { panic("stub") }

// Command chooses the next nodes.
type Command struct {
	Update any
	Goto   any
}

// Config configures a run.
type Config struct {
	Metadata        map[string]any
	Tags            []string
	Configurable    map[string]any
	InterruptBefore []string
	InterruptAfter  []string
	ResumeFrom      []string
	ResumeValue     any
}

// RetryPolicy says which failures are tried again.
type RetryPolicy struct{ MaxRetries int }

// RetryConfig says how a node is tried again.
type RetryConfig struct{ MaxAttempts int }

// Reducer merges two values of a key.
type Reducer func(current, new any) (any, error)

func OverwriteReducer(current, new any) (any, error) { panic("stub") }
func AppendReducer(current, new any) (any, error)    { panic("stub") }
func AddMessages(current, new any) (any, error)      { panic("stub") }

// MapSchema is a schema of a map.
type MapSchema struct{ Reducers map[string]Reducer }

func NewMapSchema() *MapSchema                                                     { panic("stub") }
func (s *MapSchema) RegisterReducer(key string, reducer Reducer)                   {}
func (s *MapSchema) RegisterChannel(key string, reducer Reducer, isEphemeral bool) {}

// Checkpoint is a saved state.
type Checkpoint struct {
	ID, NodeName string
	State        any
}

// CheckpointStore keeps checkpoints.
type CheckpointStore interface {
	Save(ctx context.Context, checkpoint *Checkpoint) error
	Load(ctx context.Context, checkpointID string) (*Checkpoint, error)
	List(ctx context.Context, executionID string) ([]*Checkpoint, error)
	Delete(ctx context.Context, checkpointID string) error
	Clear(ctx context.Context, executionID string) error
}

// CheckpointConfig configures checkpoints.
type CheckpointConfig struct {
	Store          CheckpointStore
	AutoSave       bool
	MaxCheckpoints int
}

func DefaultCheckpointConfig() CheckpointConfig { panic("stub") }

// StreamConfig configures streams.
type StreamConfig struct{ BufferSize int }

// StateSchema merges states.
type StateSchema interface {
	Init() any
	Update(current, new any) (any, error)
}

func (s *MapSchema) Init() any                            { panic("stub") }
func (s *MapSchema) Update(current, new any) (any, error) { panic("stub") }

// Node is a node.
type Node struct {
	Name, Description string
	Function          func(ctx context.Context, state any) (any, error)
}

// StateMerger merges the results of a step.
type StateMerger func(ctx context.Context, currentState any, newStates []any) (any, error)

// MessageGraph is a graph.
type MessageGraph struct{ Schema StateSchema }

func (g *MessageGraph) AddNode(name string, description string, fn func(ctx context.Context, state any) (any, error)) {
}
func (g *MessageGraph) AddEdge(from, to string) {}
func (g *MessageGraph) AddConditionalEdge(from string, condition func(ctx context.Context, state any) string) {
}
func (g *MessageGraph) SetEntryPoint(name string)         {}
func (g *MessageGraph) SetStateMerger(merger StateMerger) {}
func (g *MessageGraph) SetSchema(schema StateSchema)      {}
func (g *MessageGraph) AddNodeWithRetry(name, description string, fn func(context.Context, any) (any, error), config *RetryConfig) {
}
func (g *MessageGraph) AddParallelNodes(groupName string, nodes map[string]func(context.Context, any) (any, error)) {
}
func (g *MessageGraph) AddMapReduceNode(name string, mapFunctions map[string]func(context.Context, any) (any, error), reducer func([]any) (any, error)) {
}
func (g *MessageGraph) FanOutFanIn(source string, workers []string, collector string, workerFuncs map[string]func(context.Context, any) (any, error), collectFunc func([]any) (any, error)) {
}

func NewMessageGraph() *MessageGraph                                                  { panic("stub") }
func (g *MessageGraph) Compile() (*Runnable, error)                                   { panic("stub") }
func (g *MessageGraph) AddSubgraph(name string, subgraph *MessageGraph) error         { panic("stub") }
func (g *MessageGraph) CreateSubgraph(name string, builder func(*MessageGraph)) error { panic("stub") }
func (g *MessageGraph) AddNestedConditionalSubgraph(name string, router func(any) string, subgraphs map[string]*MessageGraph) error {
	panic("stub")
}

// StateGraph is a graph without pauses.
type StateGraph struct{ Schema StateSchema }

func NewStateGraph() *StateGraph         { panic("stub") }
func NewMessagesStateGraph() *StateGraph { panic("stub") }
func (g *StateGraph) AddNode(name string, description string, fn func(ctx context.Context, state any) (any, error)) {
}
func (g *StateGraph) AddEdge(from, to string) {}
func (g *StateGraph) AddConditionalEdge(from string, condition func(ctx context.Context, state any) string) {
}
func (g *StateGraph) SetEntryPoint(name string)          {}
func (g *StateGraph) SetRetryPolicy(policy *RetryPolicy) {}
func (g *StateGraph) SetStateMerger(merger StateMerger)  {}
func (g *StateGraph) SetSchema(schema StateSchema)       {}
func (g *StateGraph) Compile() (*StateRunnable, error)   { panic("stub") }

// MemoryCheckpointStore keeps checkpoints in memory.
type MemoryCheckpointStore struct{ CheckpointStore }

func NewMemoryCheckpointStore() *MemoryCheckpointStore { panic("stub") }

// Exporter draws graphs.
type Exporter struct{}

func NewExporter(graph *MessageGraph) *Exporter { panic("stub") }
func (e *Exporter) DrawMermaid() string         { panic("stub") }

// Runnable runs a graph.
type Runnable struct{}

func (r *Runnable) Invoke(ctx context.Context, initialState any) (any, error) { panic("stub") }
func (r *Runnable) InvokeWithConfig(ctx context.Context, initialState any, config *Config) (any, error) {
	panic("stub")
}

// StateRunnable runs a graph.
type StateRunnable struct{}

func (r *StateRunnable) Invoke(ctx context.Context, initialState any) (any, error) { panic("stub") }
func (r *StateRunnable) InvokeWithConfig(ctx context.Context, initialState any, config *Config) (any, error) {
	panic("stub")
}

// ListenableMessageGraph is a graph with listeners.
type ListenableMessageGraph struct{ *MessageGraph }

func NewListenableMessageGraph() *ListenableMessageGraph { panic("stub") }
func (g *ListenableMessageGraph) AddNode(name string, description string, fn func(ctx context.Context, state any) (any, error)) *ListenableNode {
	panic("stub")
}
func (g *ListenableMessageGraph) CompileListenable() (*ListenableRunnable, error) { panic("stub") }

// ListenableNode is a node with listeners.
type ListenableNode struct{}

// ListenableRunnable runs a graph.
type ListenableRunnable struct{}

func (r *ListenableRunnable) Invoke(ctx context.Context, initialState any) (any, error) {
	panic("stub")
}
func (r *ListenableRunnable) InvokeWithConfig(ctx context.Context, initialState any, config *Config) (any, error) {
	panic("stub")
}

// CheckpointableMessageGraph is a graph with checkpoints.
type CheckpointableMessageGraph struct{ *ListenableMessageGraph }

func NewCheckpointableMessageGraph() *CheckpointableMessageGraph { panic("stub") }
func NewCheckpointableMessageGraphWithConfig(config CheckpointConfig) *CheckpointableMessageGraph {
	panic("stub")
}
func (g *CheckpointableMessageGraph) CompileCheckpointable() (*CheckpointableRunnable, error) {
	panic("stub")
}
func (g *CheckpointableMessageGraph) SetCheckpointConfig(config CheckpointConfig) {}

// CheckpointableRunnable runs a graph.
type CheckpointableRunnable struct{}

func (r *CheckpointableRunnable) Invoke(ctx context.Context, initialState any) (any, error) {
	panic("stub")
}
func (r *CheckpointableRunnable) InvokeWithConfig(ctx context.Context, initialState any, config *Config) (any, error) {
	panic("stub")
}

// StreamingMessageGraph is a graph that streams.
type StreamingMessageGraph struct{ *ListenableMessageGraph }

func NewStreamingMessageGraph() *StreamingMessageGraph                         { panic("stub") }
func (g *StreamingMessageGraph) CompileStreaming() (*StreamingRunnable, error) { panic("stub") }

// StreamingRunnable streams.
type StreamingRunnable struct{}

// StreamResult is a stream.
type StreamResult struct{}

func (r *StreamingRunnable) Stream(ctx context.Context, initialState any) *StreamResult {
	panic("stub")
}

// Subgraph is a graph as a node.
type Subgraph struct{}

func NewSubgraph(name string, graph *MessageGraph) (*Subgraph, error)   { panic("stub") }
func (s *Subgraph) Execute(ctx context.Context, state any) (any, error) { panic("stub") }

// RetryNode tries a node again.
type RetryNode struct{}

func NewRetryNode(node Node, config *RetryConfig) *RetryNode             { panic("stub") }
func (r *RetryNode) Execute(ctx context.Context, state any) (any, error) { panic("stub") }
