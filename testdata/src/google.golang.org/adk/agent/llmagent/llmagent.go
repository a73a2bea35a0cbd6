// Package llmagent is a stub of google.golang.org/adk/agent/llmagent.
package llmagent

import (
	"google.golang.org/adk/agent"
	"google.golang.org/adk/model"
	"google.golang.org/adk/tool"
	"google.golang.org/genai"
)

type (
	BeforeModelCallback func(ctx agent.CallbackContext, req *model.LLMRequest) (*model.LLMResponse, error)
	AfterModelCallback  func(ctx agent.CallbackContext, resp *model.LLMResponse, err error) (*model.LLMResponse, error)
	BeforeToolCallback  func(ctx agent.ToolContext, tool tool.Tool, args map[string]any) (map[string]any, error)
	AfterToolCallback   func(ctx agent.ToolContext, tool tool.Tool, args, result map[string]any, err error) (map[string]any, error)
	InstructionProvider func(ctx agent.ReadonlyContext) (string, error)
	Mode                string
	IncludeContents     string
)

type Config struct {
	Name                 string
	Description          string
	SubAgents            []agent.Agent
	BeforeAgentCallbacks []agent.BeforeAgentCallback
	AfterAgentCallbacks  []agent.AfterAgentCallback
	BeforeModelCallbacks []BeforeModelCallback
	Model                model.LLM
	AfterModelCallbacks  []AfterModelCallback
	Instruction          string
	InstructionProvider  InstructionProvider
	IncludeContents      IncludeContents
	InputSchema          *genai.Schema
	OutputSchema         *genai.Schema
	BeforeToolCallbacks  []BeforeToolCallback
	Tools                []tool.Tool
	AfterToolCallbacks   []AfterToolCallback
	Toolsets             []tool.Toolset
	OutputKey            string
	Mode                 Mode
}

func New(cfg Config) (agent.Agent, error) { return nil, nil }
