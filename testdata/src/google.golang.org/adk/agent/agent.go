// Package agent is a stub of google.golang.org/adk/agent.
package agent

import (
	"context"
	"iter"

	"google.golang.org/adk/session"
	"google.golang.org/adk/tool/toolconfirmation"
	"google.golang.org/genai"
)

type Agent interface {
	Name() string
	Description() string
	Run(InvocationContext) iter.Seq2[*session.Event, error]
	SubAgents() []Agent
	FindAgent(name string) Agent
	FindSubAgent(name string) Agent

	internal() *agent
}

type agent struct{}

type Config struct {
	Name                 string
	Description          string
	SubAgents            []Agent
	BeforeAgentCallbacks []BeforeAgentCallback
	Run                  func(InvocationContext) iter.Seq2[*session.Event, error]
	AfterAgentCallbacks  []AfterAgentCallback
}

type (
	BeforeAgentCallback func(CallbackContext) (*genai.Content, error)
	AfterAgentCallback  func(CallbackContext) (*genai.Content, error)
)

func New(cfg Config) (Agent, error) { return nil, nil }

type ReadonlyContext interface {
	context.Context

	UserContent() *genai.Content
	InvocationID() string
	AgentName() string
	ReadonlyState() session.ReadonlyState
	UserID() string
	AppName() string
	SessionID() string
	Branch() string
}

type InvocationContext interface {
	context.Context

	Agent() Agent
	Session() session.Session
	InvocationID() string
	Branch() string
	UserContent() *genai.Content
	EndInvocation()
	Ended() bool
}

type CallbackContext interface {
	ReadonlyContext

	State() session.State
}

type ToolContext interface {
	CallbackContext

	FunctionCallID() string
	Actions() *session.EventActions
	ToolConfirmation() *toolconfirmation.ToolConfirmation
	RequestConfirmation(hint string, payload any) error
}

type RunConfig struct{ SaveInputBlobsAsArtifacts bool }

type Loader interface {
	ListAgents() []string
	LoadAgent(name string) (Agent, error)
	RootAgent() Agent
}

func NewSingleLoader(a Agent) Loader { return nil }

func NewMultiLoader(root Agent, agents ...Agent) (Loader, error) { return nil, nil }
