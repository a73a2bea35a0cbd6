// Package graph is a stub of github.com/smallnest/langgraphgo/graph, v0.8 (generic): names and signatures only.
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

func NewMapSchema() *MapSchema                                                  { panic("stub") }
func (s *MapSchema) RegisterReducer(key string, reducer Reducer)                {}
func (s *MapSchema) Init() map[string]any                                       { panic("stub") }
func (s *MapSchema) Update(current, new map[string]any) (map[string]any, error) { panic("stub") }

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
type StateSchema[S any] interface {
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

// TypedNode is a node.
type TypedNode[S any] struct {
	Name, Description string
	Function          func(ctx context.Context, state S) (S, error)
}

// TypedStateMerger merges the results of a step.
type TypedStateMerger[S any] func(ctx context.Context, currentState S, newStates []S) (S, error)

// StateGraph is a graph.
type StateGraph[S any] struct{ Schema StateSchema[S] }

func (g *StateGraph[S]) AddNode(name string, description string, fn func(ctx context.Context, state S) (S, error)) {
}
func (g *StateGraph[S]) AddEdge(from, to string) {}
func (g *StateGraph[S]) AddConditionalEdge(from string, condition func(ctx context.Context, state S) string) {
}
func (g *StateGraph[S]) SetEntryPoint(name string)                 {}
func (g *StateGraph[S]) SetStateMerger(merger TypedStateMerger[S]) {}
func (g *StateGraph[S]) SetSchema(schema StateSchema[S])           {}
func (g *StateGraph[S]) AddNodeWithRetry(name, description string, fn func(context.Context, S) (S, error), config *RetryConfig) {
}
func (g *StateGraph[S]) AddParallelNodes(groupName string, nodes map[string]func(context.Context, S) (S, error), merger func([]S) S) {
}
func (g *StateGraph[S]) AddMapReduceNode(name string, mapFunctions map[string]func(context.Context, S) (S, error), reducer func([]S) (S, error)) {
}
func (g *StateGraph[S]) FanOutFanIn(source string, workers []string, collector string, workerFuncs map[string]func(context.Context, S) (S, error), aggregator func([]S) S, collectFunc func(S) (S, error)) {
}

func NewStateGraph[S any]() *StateGraph[S]                   { panic("stub") }
func NewMessageGraph() *StateGraph[map[string]any]           { panic("stub") }
func (g *StateGraph[S]) Compile() (*StateRunnable[S], error) { panic("stub") }

// Runnable is a runnable over a map.
type Runnable = StateRunnable[map[string]any]

// StateGraphMap is a graph over a map.
type StateGraphMap = StateGraph[map[string]any]

func NewMemoryCheckpointStore() CheckpointStore                   { panic("stub") }
func NewFileCheckpointStore(path string) (CheckpointStore, error) { panic("stub") }
func WithThreadID(threadID string) *Config                        { panic("stub") }
func WithInterruptBefore(nodes ...string) *Config                 { panic("stub") }
func WithInterruptAfter(nodes ...string) *Config                  { panic("stub") }

func AddSubgraph[S, SubS any](g *StateGraph[S], name string, subgraph *StateGraph[SubS], converter func(S) SubS, resultConverter func(SubS) S) error {
	panic("stub")
}
func CreateSubgraph[S, SubS any](g *StateGraph[S], name string, builder func(*StateGraph[SubS]) error, converter func(S) SubS, resultConverter func(SubS) S) error {
	panic("stub")
}

// StateRunnable runs a graph.
type StateRunnable[S any] struct{}

func (r *StateRunnable[S]) Invoke(ctx context.Context, initialState S) (S, error) { panic("stub") }
func (r *StateRunnable[S]) InvokeWithConfig(ctx context.Context, initialState S, config *Config) (S, error) {
	panic("stub")
}

// ListenableStateGraph is a graph with listeners.
type ListenableStateGraph[S any] struct{ *StateGraph[S] }

func NewListenableStateGraph[S any]() *ListenableStateGraph[S] { panic("stub") }
func (g *ListenableStateGraph[S]) AddNode(name string, description string, fn func(ctx context.Context, state S) (S, error)) *ListenableNode[S] {
	panic("stub")
}
func (g *ListenableStateGraph[S]) CompileListenable() (*ListenableRunnable[S], error) { panic("stub") }

// ListenableNode is a node with listeners.
type ListenableNode[S any] struct{}

// ListenableRunnable runs a graph.
type ListenableRunnable[S any] struct{}

func (r *ListenableRunnable[S]) Invoke(ctx context.Context, initialState S) (S, error) { panic("stub") }
func (r *ListenableRunnable[S]) InvokeWithConfig(ctx context.Context, initialState S, config *Config) (S, error) {
	panic("stub")
}

// CheckpointableStateGraph is a graph with checkpoints.
type CheckpointableStateGraph[S any] struct{ *ListenableStateGraph[S] }

func NewCheckpointableStateGraph[S any]() *CheckpointableStateGraph[S] { panic("stub") }
func NewCheckpointableStateGraphWithConfig[S any](config CheckpointConfig) *CheckpointableStateGraph[S] {
	panic("stub")
}
func (g *CheckpointableStateGraph[S]) CompileCheckpointable() (*CheckpointableRunnable[S], error) {
	panic("stub")
}
func (g *CheckpointableStateGraph[S]) SetCheckpointConfig(config CheckpointConfig) {}

// CheckpointableRunnable runs a graph.
type CheckpointableRunnable[S any] struct{}

func (r *CheckpointableRunnable[S]) Invoke(ctx context.Context, initialState S) (S, error) {
	panic("stub")
}
func (r *CheckpointableRunnable[S]) InvokeWithConfig(ctx context.Context, initialState S, config *Config) (S, error) {
	panic("stub")
}

// StreamingStateGraph is a graph that streams.
type StreamingStateGraph[S any] struct{ *ListenableStateGraph[S] }

func NewStreamingStateGraph[S any]() *StreamingStateGraph[S]                       { panic("stub") }
func (g *StreamingStateGraph[S]) CompileStreaming() (*StreamingRunnable[S], error) { panic("stub") }

// StreamingRunnable streams.
type StreamingRunnable[S any] struct{}

// StreamResult is a stream.
type StreamResult struct{}

func (r *StreamingRunnable[S]) Stream(ctx context.Context, initialState S) *StreamResult {
	panic("stub")
}

// Subgraph is a graph as a node.
type Subgraph[S any] struct{}

func NewSubgraph[S any](name string, graph *StateGraph[S]) (*Subgraph[S], error) { panic("stub") }
func (s *Subgraph[S]) Execute(ctx context.Context, state S) (S, error)           { panic("stub") }

// RetryNode tries a node again.
type RetryNode[S any] struct{}

func NewRetryNode[S any](node TypedNode[S], config *RetryConfig) *RetryNode[S] { panic("stub") }
func (r *RetryNode[S]) Execute(ctx context.Context, state S) (S, error)        { panic("stub") }
