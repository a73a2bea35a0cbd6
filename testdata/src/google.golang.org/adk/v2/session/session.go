// Package session is a stub of google.golang.org/adk/v2/session.
package session

import (
	"context"
	"iter"

	"github.com/google/jsonschema-go/jsonschema"
	"google.golang.org/adk/v2/model"
)

type Session interface {
	ID() string
	AppName() string
	UserID() string
	State() State
}

type State interface {
	Get(string) (any, error)
	Set(string, any) error
	All() iter.Seq2[string, any]
}

type ReadonlyState interface {
	Get(string) (any, error)
	All() iter.Seq2[string, any]
}

const (
	KeyPrefixApp  string = "app:"
	KeyPrefixTemp string = "temp:"
	KeyPrefixUser string = "user:"
)

type EventActions struct {
	StateDelta        map[string]any
	ArtifactDelta     map[string]int64
	SkipSummarization bool
	TransferToAgent   string
	Escalate          bool
}

type NodeInfo struct {
	Path      string
	OutputFor []string
}

type RequestInput struct {
	InterruptID    string
	Message        string
	ResponseSchema *jsonschema.Schema
	Payload        any
}

type Event struct {
	model.LLMResponse

	ID                 string
	InvocationID       string
	Branch             string
	Author             string
	Actions            EventActions
	LongRunningToolIDs []string
	Routes             []string
	RequestedInput     *RequestInput
	Output             any
	NodeInfo           *NodeInfo
}

func NewEvent(ctx context.Context, invocationID string) *Event { return nil }

type Service interface {
	Create(context.Context, *CreateRequest) (*CreateResponse, error)
	Get(context.Context, *GetRequest) (*GetResponse, error)
	AppendEvent(context.Context, Session, *Event) error
}

type CreateRequest struct {
	AppName, UserID, SessionID string
	State                      map[string]any
}

type CreateResponse struct{ Session Session }

type GetRequest struct{ AppName, UserID, SessionID string }

type GetResponse struct{ Session Session }

func InMemoryService() Service { return nil }
