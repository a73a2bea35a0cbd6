// Package agent is a stub of google.golang.org/adk/v2/agent.
package agent

import (
	"context"
	"iter"
	"time"

	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool/toolconfirmation"
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
	CallbackContext     = Context
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
	ResumedInput(interruptID string) (any, bool)
}

type Context interface {
	ReadonlyContext
	InvocationContext

	State() session.State
	FunctionCallID() string
	Actions() *session.EventActions
	ToolConfirmation() *toolconfirmation.ToolConfirmation
	RequestConfirmation(hint string, payload any) error
	ResumedInput(interruptID string) (any, bool)
	Path() string
	RunID() string
	WithAgentTimeout(timeout time.Duration) (Context, context.CancelFunc)
}

type RunConfig struct{ SaveInputBlobsAsArtifacts bool }

type Loader interface {
	ListAgents() []string
	LoadAgent(name string) (Agent, error)
	RootAgent() Agent
}

func NewSingleLoader(a Agent) Loader { return nil }

func NewMultiLoader(root Agent, agents ...Agent) (Loader, error) { return nil, nil }
