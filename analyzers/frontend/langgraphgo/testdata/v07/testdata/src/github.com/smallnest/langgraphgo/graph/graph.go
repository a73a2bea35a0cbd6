// Package graph is a stub of github.com/smallnest/langgraphgo/graph, v0.7 (untyped, and typed by suffix): names and signatures only.
package graph

import (
	"context"
	"reflect"
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

func NewMapSchema() *MapSchema                                   { panic("stub") }
func (s *MapSchema) RegisterReducer(key string, reducer Reducer) {}

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

// StateSchemaTyped merges states.
type StateSchemaTyped[S any] interface {
	Init() S
	Update(current, new S) (S, error)
}

// StructSchema is a schema of a struct.
type StructSchema[S any] struct{ InitialValue S }

func NewStructSchema[S any](initial S, merge func(S, S) (S, error)) *StructSchema[S] { panic("stub") }
func (s *StructSchema[S]) Init() S                                                   { panic("stub") }
func (s *StructSchema[S]) Update(current, new S) (S, error)                          { panic("stub") }

// FieldMerger is a schema of a struct, field by field.
type FieldMerger[S any] struct{ InitialValue S }

func NewFieldMerger[S any](initial S) *FieldMerger[S] { panic("stub") }
func (m *FieldMerger[S]) RegisterFieldMerge(fieldName string, mergeFn func(currentVal, newVal reflect.Value) reflect.Value) {
}
func (m *FieldMerger[S]) Init() S                               { panic("stub") }
func (m *FieldMerger[S]) Update(current, new S) (S, error)      { panic("stub") }
func AppendSliceMerge(current, new reflect.Value) reflect.Value { panic("stub") }
func OverwriteMerge(current, new reflect.Value) reflect.Value   { panic("stub") }

// Node is a node.
type Node struct {
	Name, Description string
	Function          func(ctx context.Context, state any) (any, error)
}

// StateMerger merges the results of a step.
type StateMerger func(ctx context.Context, currentState any, newStates []any) (any, error)

// StateGraph is a graph.
type StateGraph struct{ Schema StateSchema }

func (g *StateGraph) AddNode(name string, description string, fn func(ctx context.Context, state any) (any, error)) {
}
func (g *StateGraph) AddEdge(from, to string) {}
func (g *StateGraph) AddConditionalEdge(from string, condition func(ctx context.Context, state any) string) {
}
func (g *StateGraph) SetEntryPoint(name string)         {}
func (g *StateGraph) SetStateMerger(merger StateMerger) {}
func (g *StateGraph) SetSchema(schema StateSchema)      {}
func (g *StateGraph) AddNodeWithRetry(name, description string, fn func(context.Context, any) (any, error), config *RetryConfig) {
}
func (g *StateGraph) AddParallelNodes(groupName string, nodes map[string]func(context.Context, any) (any, error)) {
}
func (g *StateGraph) AddMapReduceNode(name string, mapFunctions map[string]func(context.Context, any) (any, error), reducer func([]any) (any, error)) {
}
func (g *StateGraph) FanOutFanIn(source string, workers []string, collector string, workerFuncs map[string]func(context.Context, any) (any, error), collectFunc func([]any) (any, error)) {
}

func NewStateGraph() *StateGraph                                          { panic("stub") }
func NewMessageGraph() *StateGraph                                        { panic("stub") }
func (g *StateGraph) Compile() (*StateRunnable, error)                    { panic("stub") }
func (g *StateGraph) AddSubgraph(name string, subgraph *StateGraph) error { panic("stub") }

// Runnable is another name.
type Runnable = StateRunnable

// StateRunnable runs a graph.
type StateRunnable struct{}

func (r *StateRunnable) Invoke(ctx context.Context, initialState any) (any, error) { panic("stub") }
func (r *StateRunnable) InvokeWithConfig(ctx context.Context, initialState any, config *Config) (any, error) {
	panic("stub")
}

// ListenableStateGraph is a graph with listeners.
type ListenableStateGraph struct{ *StateGraph }

func NewListenableStateGraph() *ListenableStateGraph { panic("stub") }
func (g *ListenableStateGraph) AddNode(name string, description string, fn func(ctx context.Context, state any) (any, error)) *ListenableNode {
	panic("stub")
}
func (g *ListenableStateGraph) CompileListenable() (*ListenableRunnable, error) { panic("stub") }

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

// CheckpointableStateGraph is a graph with checkpoints.
type CheckpointableStateGraph struct{ *ListenableStateGraph }

func NewCheckpointableStateGraph() *CheckpointableStateGraph { panic("stub") }
func NewCheckpointableStateGraphWithConfig(config CheckpointConfig) *CheckpointableStateGraph {
	panic("stub")
}
func (g *CheckpointableStateGraph) CompileCheckpointable() (*CheckpointableRunnable, error) {
	panic("stub")
}
func (g *CheckpointableStateGraph) SetCheckpointConfig(config CheckpointConfig) {}

// CheckpointableRunnable runs a graph.
type CheckpointableRunnable struct{}

func (r *CheckpointableRunnable) Invoke(ctx context.Context, initialState any) (any, error) {
	panic("stub")
}
func (r *CheckpointableRunnable) InvokeWithConfig(ctx context.Context, initialState any, config *Config) (any, error) {
	panic("stub")
}

// StreamingStateGraph is a graph that streams.
type StreamingStateGraph struct{ *ListenableStateGraph }

func NewStreamingStateGraph() *StreamingStateGraph                           { panic("stub") }
func (g *StreamingStateGraph) CompileStreaming() (*StreamingRunnable, error) { panic("stub") }

// StreamingRunnable streams.
type StreamingRunnable struct{}

// StreamResult is a stream.
type StreamResult struct{}

func (r *StreamingRunnable) Stream(ctx context.Context, initialState any) *StreamResult {
	panic("stub")
}

// NodeTyped is a node.
type NodeTyped[S any] struct {
	Name, Description string
	Function          func(ctx context.Context, state S) (S, error)
}

// StateMergerTyped merges the results of a step.
type StateMergerTyped[S any] func(ctx context.Context, currentState S, newStates []S) (S, error)

// StateGraphTyped is a graph.
type StateGraphTyped[S any] struct{ Schema StateSchemaTyped[S] }

func (g *StateGraphTyped[S]) AddNode(name string, description string, fn func(ctx context.Context, state S) (S, error)) {
}
func (g *StateGraphTyped[S]) AddEdge(from, to string) {}
func (g *StateGraphTyped[S]) AddConditionalEdge(from string, condition func(ctx context.Context, state S) string) {
}
func (g *StateGraphTyped[S]) SetEntryPoint(name string)                 {}
func (g *StateGraphTyped[S]) SetStateMerger(merger StateMergerTyped[S]) {}
func (g *StateGraphTyped[S]) SetSchema(schema StateSchemaTyped[S])      {}

func NewStateGraphTyped[S any]() *StateGraphTyped[S]                   { panic("stub") }
func (g *StateGraphTyped[S]) Compile() (*StateRunnableTyped[S], error) { panic("stub") }

// StateRunnableTyped runs a graph.
type StateRunnableTyped[S any] struct{}

func (r *StateRunnableTyped[S]) Invoke(ctx context.Context, initialState S) (S, error) { panic("stub") }
func (r *StateRunnableTyped[S]) InvokeWithConfig(ctx context.Context, initialState S, config *Config) (S, error) {
	panic("stub")
}

// ListenableStateGraphTyped is a graph with listeners.
type ListenableStateGraphTyped[S any] struct{ *StateGraphTyped[S] }

func NewListenableStateGraphTyped[S any]() *ListenableStateGraphTyped[S] { panic("stub") }
func (g *ListenableStateGraphTyped[S]) AddNode(name string, description string, fn func(ctx context.Context, state S) (S, error)) *ListenableNodeTyped[S] {
	panic("stub")
}
func (g *ListenableStateGraphTyped[S]) CompileListenable() (*ListenableRunnableTyped[S], error) {
	panic("stub")
}

// ListenableNodeTyped is a node with listeners.
type ListenableNodeTyped[S any] struct{}

// ListenableRunnableTyped runs a graph.
type ListenableRunnableTyped[S any] struct{}

func (r *ListenableRunnableTyped[S]) Invoke(ctx context.Context, initialState S) (S, error) {
	panic("stub")
}
func (r *ListenableRunnableTyped[S]) InvokeWithConfig(ctx context.Context, initialState S, config *Config) (S, error) {
	panic("stub")
}
