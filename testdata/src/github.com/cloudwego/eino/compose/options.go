package compose

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/schema"
)

type newGraphOptions struct{}

type NewGraphOption func(ngo *newGraphOptions)

func WithGenLocalState[S any](gls func(ctx context.Context) (state S)) NewGraphOption { panic("stub") }

type graphAddNodeOpts struct{}

type GraphAddNodeOpt func(o *graphAddNodeOpts)

func WithNodeName(n string) GraphAddNodeOpt                                   { panic("stub") }
func WithNodeKey(key string) GraphAddNodeOpt                                  { panic("stub") }
func WithInputKey(k string) GraphAddNodeOpt                                   { panic("stub") }
func WithOutputKey(k string) GraphAddNodeOpt                                  { panic("stub") }
func WithGraphCompileOptions(opts ...GraphCompileOption) GraphAddNodeOpt      { panic("stub") }
func WithStatePreHandler[I, S any](pre StatePreHandler[I, S]) GraphAddNodeOpt { panic("stub") }
func WithStatePostHandler[O, S any](post StatePostHandler[O, S]) GraphAddNodeOpt {
	panic("stub")
}

type StatePreHandler[I, S any] func(ctx context.Context, in I, state S) (I, error)
type StatePostHandler[O, S any] func(ctx context.Context, out O, state S) (O, error)

type graphCompileOptions struct{}

type GraphCompileOption func(*graphCompileOptions)

type NodeTriggerMode string

const (
	AnyPredecessor NodeTriggerMode = "any_predecessor"
	AllPredecessor NodeTriggerMode = "all_predecessor"
)

type CheckPointStore interface {
	Get(ctx context.Context, checkPointID string) ([]byte, bool, error)
	Set(ctx context.Context, checkPointID string, checkPoint []byte) error
}

func WithMaxRunSteps(maxSteps int) GraphCompileOption              { panic("stub") }
func WithGraphName(graphName string) GraphCompileOption            { panic("stub") }
func WithNodeTriggerMode(m NodeTriggerMode) GraphCompileOption     { panic("stub") }
func WithCheckPointStore(store CheckPointStore) GraphCompileOption { panic("stub") }
func WithInterruptBeforeNodes(nodes []string) GraphCompileOption   { panic("stub") }
func WithInterruptAfterNodes(nodes []string) GraphCompileOption    { panic("stub") }

type Lambda struct{}

type LambdaOpt func(o *lambdaOpts)

type lambdaOpts struct{}

type InvokeWOOpt[I, O any] func(ctx context.Context, input I) (output O, err error)
type Invoke[I, O, TOption any] func(ctx context.Context, input I, opts ...TOption) (output O, err error)
type Stream[I, O, TOption any] func(ctx context.Context, input I, opts ...TOption) (output *schema.StreamReader[O], err error)
type Collect[I, O, TOption any] func(ctx context.Context, input *schema.StreamReader[I], opts ...TOption) (output O, err error)
type Transform[I, O, TOption any] func(ctx context.Context, input *schema.StreamReader[I], opts ...TOption) (output *schema.StreamReader[O], err error)

func InvokableLambda[I, O any](i InvokeWOOpt[I, O], opts ...LambdaOpt) *Lambda { panic("stub") }
func AnyLambda[I, O, TOption any](i Invoke[I, O, TOption], s Stream[I, O, TOption], c Collect[I, O, TOption], t Transform[I, O, TOption], opts ...LambdaOpt) (*Lambda, error) {
	panic("stub")
}
func ToList[I any](opts ...LambdaOpt) *Lambda { panic("stub") }

type ToolsNode struct{}

type ToolsNodeConfig struct {
	Tools               []tool.BaseTool
	ExecuteSequentially bool
}

func NewToolNode(ctx context.Context, conf *ToolsNodeConfig) (*ToolsNode, error) { panic("stub") }
