package compose

import (
	"context"

	"github.com/cloudwego/eino/components/model"
)

type Workflow[I, O any] struct{}

func NewWorkflow[I, O any](opts ...NewGraphOption) *Workflow[I, O] { panic("stub") }
func (wf *Workflow[I, O]) component() string                       { panic("stub") }
func (wf *Workflow[I, O]) Compile(ctx context.Context, opts ...GraphCompileOption) (Runnable[I, O], error) {
	panic("stub")
}
func (wf *Workflow[I, O]) AddLambdaNode(key string, lambda *Lambda, opts ...GraphAddNodeOpt) *WorkflowNode {
	panic("stub")
}
func (wf *Workflow[I, O]) AddChatModelNode(key string, chatModel model.BaseChatModel, opts ...GraphAddNodeOpt) *WorkflowNode {
	panic("stub")
}
func (wf *Workflow[I, O]) AddGraphNode(key string, graph AnyGraph, opts ...GraphAddNodeOpt) *WorkflowNode {
	panic("stub")
}
func (wf *Workflow[I, O]) AddBranch(fromNodeKey string, branch *GraphBranch) *WorkflowBranch {
	panic("stub")
}
func (wf *Workflow[I, O]) End() *WorkflowNode { panic("stub") }
func (wf *Workflow[I, O]) AddEnd(fromNodeKey string, inputs ...*FieldMapping) *Workflow[I, O] {
	panic("stub")
}

type WorkflowBranch struct{ *GraphBranch }

type WorkflowNode struct{}

func (n *WorkflowNode) AddInput(fromNodeKey string, inputs ...*FieldMapping) *WorkflowNode {
	panic("stub")
}
func (n *WorkflowNode) AddInputWithOptions(fromNodeKey string, inputs []*FieldMapping, opts ...WorkflowAddInputOpt) *WorkflowNode {
	panic("stub")
}
func (n *WorkflowNode) AddDependency(fromNodeKey string) *WorkflowNode         { panic("stub") }
func (n *WorkflowNode) SetStaticValue(path FieldPath, value any) *WorkflowNode { panic("stub") }

type FieldPath []string
type FieldMapping struct{}

func MapFields(from, to string) *FieldMapping { panic("stub") }
func ToField(to string) *FieldMapping         { panic("stub") }
func FromField(from string) *FieldMapping     { panic("stub") }

type workflowAddInputOpts struct{}
type WorkflowAddInputOpt func(*workflowAddInputOpts)

func WithNoDirectDependency() WorkflowAddInputOpt { panic("stub") }
