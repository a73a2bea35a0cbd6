// Package mcpgate is a stub of the real package: its exported names, no behaviour.
package mcpgate

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/skewlint/skewlint/runtime/custody"
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
}

func (r *Result) Decode(v any) error                                { return nil }
func (r *Result) Text() string                                      { return "" }
func (r *Result) Handles(keys ...string) (map[string]string, error) { return nil, nil }

type ToolError struct{ Server, Tool, Message string }

func (e *ToolError) Error() string { return "" }

type TransportError struct{ Err error }

func (e *TransportError) Error() string { return "" }
func (e *TransportError) Unwrap() error { return e.Err }

type TimeoutError struct{ Err error }

func (e *TimeoutError) Error() string { return "" }
func (e *TimeoutError) Unwrap() error { return e.Err }

type InputRequiredError struct{ Server, Tool string }

func (e *InputRequiredError) Error() string { return "" }

type NoHandleError struct{ Server, Tool string }

func (e *NoHandleError) Error() string { return "" }
