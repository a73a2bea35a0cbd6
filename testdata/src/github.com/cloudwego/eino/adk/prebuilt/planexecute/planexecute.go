// Package planexecute is a stub.
package planexecute

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/model"
)

type PlannerConfig struct{ ToolCallingChatModel model.ToolCallingChatModel }
type ReplannerConfig struct{ ChatModel model.ToolCallingChatModel }
type ExecutorConfig struct {
	Model         model.BaseChatModel
	ToolsConfig   adk.ToolsConfig
	MaxIterations int
}

func NewPlanner(_ context.Context, cfg *PlannerConfig) (adk.Agent, error)     { panic("stub") }
func NewExecutor(ctx context.Context, cfg *ExecutorConfig) (adk.Agent, error) { panic("stub") }
func NewReplanner(_ context.Context, cfg *ReplannerConfig) (adk.Agent, error) { panic("stub") }

type Config struct {
	Planner, Executor, Replanner adk.Agent
	MaxIterations                int
}

func New(ctx context.Context, cfg *Config) (adk.ResumableAgent, error) { panic("stub") }
