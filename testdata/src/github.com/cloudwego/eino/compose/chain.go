package compose

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/prompt"
)

type Chain[I, O any] struct{}

func NewChain[I, O any](opts ...NewGraphOption) *Chain[I, O] { panic("stub") }
func (c *Chain[I, O]) component() string                     { panic("stub") }
func (c *Chain[I, O]) Compile(ctx context.Context, opts ...GraphCompileOption) (Runnable[I, O], error) {
	panic("stub")
}
func (c *Chain[I, O]) AppendChatModel(node model.BaseChatModel, opts ...GraphAddNodeOpt) *Chain[I, O] {
	panic("stub")
}
func (c *Chain[I, O]) AppendChatTemplate(node prompt.ChatTemplate, opts ...GraphAddNodeOpt) *Chain[I, O] {
	panic("stub")
}
func (c *Chain[I, O]) AppendToolsNode(node *ToolsNode, opts ...GraphAddNodeOpt) *Chain[I, O] {
	panic("stub")
}
func (c *Chain[I, O]) AppendLambda(node *Lambda, opts ...GraphAddNodeOpt) *Chain[I, O] {
	panic("stub")
}
func (c *Chain[I, O]) AppendBranch(b *ChainBranch) *Chain[I, O] { panic("stub") }
func (c *Chain[I, O]) AppendParallel(p *Parallel) *Chain[I, O]  { panic("stub") }
func (c *Chain[I, O]) AppendGraph(node AnyGraph, opts ...GraphAddNodeOpt) *Chain[I, O] {
	panic("stub")
}
func (c *Chain[I, O]) AppendPassthrough(opts ...GraphAddNodeOpt) *Chain[I, O] { panic("stub") }

type Parallel struct{}

func NewParallel() *Parallel { panic("stub") }
func (p *Parallel) AddLambda(outputKey string, node *Lambda, opts ...GraphAddNodeOpt) *Parallel {
	panic("stub")
}
func (p *Parallel) AddChatModel(outputKey string, node model.BaseChatModel, opts ...GraphAddNodeOpt) *Parallel {
	panic("stub")
}

type ChainBranch struct{}

func NewChainBranch[T any](cond GraphBranchCondition[T]) *ChainBranch           { panic("stub") }
func NewChainMultiBranch[T any](cond GraphMultiBranchCondition[T]) *ChainBranch { panic("stub") }
func (cb *ChainBranch) AddLambda(key string, node *Lambda, opts ...GraphAddNodeOpt) *ChainBranch {
	panic("stub")
}
func (cb *ChainBranch) AddGraph(key string, node AnyGraph, opts ...GraphAddNodeOpt) *ChainBranch {
	panic("stub")
}
func (cb *ChainBranch) AddPassthrough(key string, opts ...GraphAddNodeOpt) *ChainBranch {
	panic("stub")
}
