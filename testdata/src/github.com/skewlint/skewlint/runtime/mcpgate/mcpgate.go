// Package mcpgate is a stub of the real package: its exported names, no behaviour.
package mcpgate

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate/untrusted"
)

type Gate struct{}

type Option func(*Gate)

func WithTimeout(d time.Duration) Option { return nil }

func Connect(ctx context.Context, server string, t mcp.Transport, opts ...Option) (*Gate, error) {
	return nil, nil
}
func New(server string, s *mcp.ClientSession, opts ...Option) *Gate { return nil }

func (g *Gate) Server() string { return "" }
func (g *Gate) Close() error   { return nil }

func (g *Gate) Call(ctx context.Context, tool string, args map[string]any) (*Result, error) {
	return nil, nil
}

func (g *Gate) Mint(ctx context.Context, tool string, args map[string]any, key string, life custody.Lifetime) (custody.Record, error) {
	return custody.Record{}, nil
}

type ProbeOption func()

func ProbeArgs(args map[string]any) ProbeOption                              { return nil }
func AliveIf(f func(*Result) bool) ProbeOption                               { return nil }
func GoneIf(f func(*ToolError) bool) ProbeOption                             { return nil }
func (g *Gate) Probe(tool, argKey string, opts ...ProbeOption) custody.Probe { return nil }

type Result struct {
	Structured any
	Content    []mcp.Content
	Records    map[string]custody.Record
}

func (r *Result) Decode(v any) error                                { return nil }
func (r *Result) Text() untrusted.Text                              { return untrusted.Text{} }
func (r *Result) Handles(keys ...string) (map[string]string, error) { return nil, nil }

type ToolError struct{ Server, Tool, Message string }

func (e *ToolError) Error() string { return "" }

type TransportError struct {
	Err        error
	Repeatable bool
}

func (e *TransportError) Error() string     { return "" }
func (e *TransportError) Unwrap() error     { return e.Err }
func (e *TransportError) ErrorKind() string { return "" }

type TimeoutError struct {
	Err        error
	Repeatable bool
}

func (e *TimeoutError) Error() string     { return "" }
func (e *TimeoutError) Unwrap() error     { return e.Err }
func (e *TimeoutError) ErrorKind() string { return "" }

type InputRequiredError struct{ Server, Tool string }

func (e *InputRequiredError) Error() string { return "" }

type NoHandleError struct{ Server, Tool string }

func (e *NoHandleError) Error() string { return "" }

type Source struct {
	Name      string
	Transport mcp.Transport
	Required  bool
	Handles   []Handle
}

type Handle struct {
	Mint, Spend map[string]string
	Probe       string
}

type Config struct{ Sources []Source }

type Gateway struct{}

type Tool struct{ Name, Server, Local string }

type Definition struct{ Name, Description string }

func (t Tool) Definition() Definition { return Definition{} }

type Message struct {
	Name  string
	Parts []Part
}

func (m Message) Role() string { return "" }
func (m Message) Text() string { return "" }

func Reply(name string, res *Result, err error) (Message, error) { return Message{}, nil }

func Retries(ctx context.Context, n int) context.Context { return ctx }

type Part struct {
	Text untrusted.Text
	URI  string
}

func (g *Gateway) Read(ctx context.Context, server, uri string) ([]Part, error) { return nil, nil }

type Discovery struct{ Tools []Tool }

type CallOption func()

func Key(id string) CallOption    { return nil }
func CallID(id string) CallOption { return nil }

func Open(ctx context.Context, cfg Config) (*Gateway, error) { return nil, nil }

func (g *Gateway) Close() error                                       { return nil }
func (g *Gateway) Discover(ctx context.Context) (*Discovery, error)   { return nil, nil }
func (g *Gateway) Scope(agent string, allow func(Tool) bool) *Gateway { return nil }
func (g *Gateway) Check(ctx context.Context, r custody.Record) custody.Result {
	return custody.Result{}
}

func (g *Gateway) Only(ctx context.Context, agent string, names ...string) (*Gateway, error) {
	return nil, nil
}

func (g *Gateway) Call(ctx context.Context, name string, args map[string]any, opts ...CallOption) (*Result, error) {
	return nil, nil
}

func (g *Gateway) Mint(ctx context.Context, name string, args map[string]any, opts ...CallOption) (custody.Record, error) {
	return custody.Record{}, nil
}

type HandleError struct {
	Server, Tool, Key string
	Result            custody.Result
}

func (e *HandleError) Error() string { return "" }

type PolicyError struct{ Server, Tool string }

func (e *PolicyError) Error() string { return "" }
