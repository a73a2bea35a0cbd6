// Package deep is a stub.
package deep

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/model"
)

type Config struct {
	Name, Description, Instruction string
	ChatModel                      model.BaseChatModel
	SubAgents                      []adk.Agent
	ToolsConfig                    adk.ToolsConfig
	MaxIteration                   int
}

func New(ctx context.Context, cfg *Config) (adk.ResumableAgent, error) { panic("stub") }
