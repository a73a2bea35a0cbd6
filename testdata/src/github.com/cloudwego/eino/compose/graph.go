// Package compose is a stub of Eino's orchestration: names and signatures only. As in Eino, the
// methods that add nodes belong to an unexported type that Graph embeds.
package compose

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/prompt"
	"github.com/cloudwego/eino/components/retriever"
	"github.com/cloudwego/eino/schema"
)

const (
	START = "start"
	END   = "end"
)

type AnyGraph interface{ component() string }

type graph struct{}

func (g *graph) component() string { panic("stub") }

func (g *graph) AddChatModelNode(key string, node model.BaseChatModel, opts ...GraphAddNodeOpt) error {
	panic("stub")
}
func (g *graph) AddChatTemplateNode(key string, node prompt.ChatTemplate, opts ...GraphAddNodeOpt) error {
	panic("stub")
}
func (g *graph) AddRetrieverNode(key string, node retriever.Retriever, opts ...GraphAddNodeOpt) error {
	panic("stub")
}
func (g *graph) AddToolsNode(key string, node *ToolsNode, opts ...GraphAddNodeOpt) error {
	panic("stub")
}
func (g *graph) AddLambdaNode(key string, node *Lambda, opts ...GraphAddNodeOpt) error {
	panic("stub")
}
func (g *graph) AddGraphNode(key string, node AnyGraph, opts ...GraphAddNodeOpt) error {
	panic("stub")
}
func (g *graph) AddPassthroughNode(key string, opts ...GraphAddNodeOpt) error { panic("stub") }
func (g *graph) AddBranch(startNode string, branch *GraphBranch) (err error)  { panic("stub") }

type Graph[I, O any] struct{ *graph }

func NewGraph[I, O any](opts ...NewGraphOption) *Graph[I, O]         { panic("stub") }
func (g *Graph[I, O]) AddEdge(startNode, endNode string) (err error) { panic("stub") }
func (g *Graph[I, O]) Compile(ctx context.Context, opts ...GraphCompileOption) (Runnable[I, O], error) {
	panic("stub")
}

type Runnable[I, O any] interface {
	Invoke(ctx context.Context, input I, opts ...Option) (output O, err error)
	Stream(ctx context.Context, input I, opts ...Option) (output *schema.StreamReader[O], err error)
}

type Option struct{}

func WithCheckPointID(checkPointID string) Option { panic("stub") }

type GraphBranch struct{}

func (gb *GraphBranch) GetEndNode() map[string]bool { panic("stub") }

type GraphBranchCondition[T any] func(ctx context.Context, in T) (endNode string, err error)
type StreamGraphBranchCondition[T any] func(ctx context.Context, in *schema.StreamReader[T]) (endNode string, err error)
type GraphMultiBranchCondition[T any] func(ctx context.Context, in T) (endNode map[string]bool, err error)

func NewGraphBranch[T any](condition GraphBranchCondition[T], endNodes map[string]bool) *GraphBranch {
	panic("stub")
}
func NewGraphMultiBranch[T any](condition GraphMultiBranchCondition[T], endNodes map[string]bool) *GraphBranch {
	panic("stub")
}
func NewStreamGraphBranch[T any](condition StreamGraphBranchCondition[T], endNodes map[string]bool) *GraphBranch {
	panic("stub")
}

func ProcessState[S any](ctx context.Context, handler func(context.Context, S) error) error {
	panic("stub")
}
func RegisterValuesMergeFunc[T any](fn func([]T) (T, error)) { panic("stub") }

var InterruptAndRerun error

func Interrupt(ctx context.Context, info any) error                    { panic("stub") }
func StatefulInterrupt(ctx context.Context, info any, state any) error { panic("stub") }
func CompositeInterrupt(ctx context.Context, info any, state any, errs ...error) error {
	panic("stub")
}
func GetInterruptState[T any](ctx context.Context) (wasInterrupted bool, hasState bool, state T) {
	panic("stub")
}
func GetResumeContext[T any](ctx context.Context) (isResumeFlow bool, hasData bool, data T) {
	panic("stub")
}
