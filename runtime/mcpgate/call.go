package mcpgate

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// rejected is the code that the SDK itself gives to requests that never left, in the type of a server's answer.
const rejected = -32005

// Call calls a tool and returns its answer. Whatever is no answer is one of the typed errors of this package; a context
// that was cancelled is an error that unwraps to [context.Canceled]. The result is nil with every error. args may be nil.
func (g *Gate) Call(ctx context.Context, tool string, args map[string]any) (*Result, error) {
	ctx, cancel := context.WithTimeout(ctx, g.timeout)
	defer cancel()
	if args == nil {
		args = map[string]any{}
	}
	// The SDK writes into the parameters, so they are made anew for each call.
	res, err := await(ctx, func() (*mcp.CallToolResult, error) {
		return g.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	}, func(*mcp.CallToolResult) {})
	switch {
	case err != nil:
		return nil, g.classify(ctx, tool, args, err)
	case res.NeedsInput() || len(res.InputRequests) > 0 || res.RequestState != "":
		return nil, &InputRequiredError{Server: g.server, Tool: tool, Requests: res.InputRequests, State: res.RequestState}
	case res.IsError:
		return nil, &ToolError{Server: g.server, Tool: tool, Message: redact(text(res.Content), args)}
	}
	return &Result{Structured: res.StructuredContent, Content: res.Content, server: g.server, tool: tool}, nil
}

// classify turns an error of the SDK into one of the gate's. ctx is the context that the SDK was given.
func (g *Gate) classify(ctx context.Context, tool string, args map[string]any, err error) error {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		return &TimeoutError{Server: g.server, Tool: tool, Err: context.DeadlineExceeded}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("mcpgate: %s: cancelled by the caller: %w", where(g.server, tool), context.Cause(ctx))
	}
	var answer *jsonrpc.Error
	if errors.As(err, &answer) && answer.Code != rejected { // where both are there, the server's comes first
		return &ProtocolError{Server: g.server, Tool: tool, Code: answer.Code, Message: redact(answer.Message, args), err: err}
	}
	return &TransportError{Server: g.server, Tool: tool, Err: err, text: redact(err.Error(), args)}
}

// await runs f and stops waiting for it when ctx is done, because not every transport heeds the context while it writes.
// A value that comes too late goes to late.
func await[T any](ctx context.Context, f func() (T, error), late func(T)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome)
	go func() {
		v, err := f()
		select {
		case done <- outcome{v, err}:
		case <-ctx.Done():
			if err == nil {
				late(v)
			}
		}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}
