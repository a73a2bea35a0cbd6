package mcpgate

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// rejected is the code that the SDK itself gives to requests that never left, in the type of a server's answer.
const rejected = -32005

// Call calls a tool and returns its answer. Whatever is no answer is one of the typed errors of this package; a context
// that was cancelled is an error that unwraps to [context.Canceled]. The result is nil with every error. args may be nil.
func (g *Gate) Call(ctx context.Context, tool string, args map[string]any) (*Result, error) {
	return g.send(ctx, request{tool: tool, args: args})
}

// request is one request to call a tool.
type request struct {
	tool  string
	args  map[string]any
	meta  map[string]any
	said  mcp.InputResponseMap // the answers to the questions of the request before
	state string               // what that request's result asked to be sent back

	repeatable bool // the tool is known to bear a second call
}

// secrets is what no text about the request may show: the arguments, and what a person answered.
func (r request) secrets() map[string]any {
	if len(r.said) == 0 {
		return r.args
	}
	all := maps.Clone(r.args)
	for key, v := range r.said {
		if said, ok := v.(*mcp.ElicitResult); ok {
			all["answer."+key] = said.Content
		}
	}
	return all
}

func (g *Gate) send(ctx context.Context, r request) (*Result, error) {
	ctx, cancel := context.WithTimeout(ctx, g.timeout)
	defer cancel()
	if r.args == nil {
		r.args = map[string]any{}
	}
	// The SDK writes into the parameters, so they are made anew for each call.
	res, err := await(ctx, func() (*mcp.CallToolResult, error) {
		return g.session.CallTool(ctx, &mcp.CallToolParams{
			Meta: maps.Clone(r.meta), Name: r.tool, Arguments: r.args, InputResponses: r.said, RequestState: r.state,
		})
	}, func(*mcp.CallToolResult) {})
	switch {
	case err != nil:
		return nil, leftOpen(g.classify(ctx, r.tool, r.secrets(), err), r.repeatable)
	case res.NeedsInput() || len(res.InputRequests) > 0 || res.RequestState != "":
		return nil, &InputRequiredError{Server: g.server, Tool: r.tool, Requests: res.InputRequests, State: res.RequestState}
	case res.IsError:
		return nil, &ToolError{Server: g.server, Tool: r.tool, Message: redact(text(res.Content), r.secrets())}
	}
	return g.result(r.tool, res)
}

// classify turns an error of the SDK into one of the gate's. ctx is the context that the SDK was given. What it makes may
// be repeated; of the call of a tool that is for leftOpen to say.
func (g *Gate) classify(ctx context.Context, tool string, args map[string]any, err error) error {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		return &TimeoutError{Server: g.server, Tool: tool, Err: context.DeadlineExceeded, Repeatable: true}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("mcpgate: %s: cancelled by the caller: %w", where(g.server, tool), context.Cause(ctx))
	}
	var answer *jsonrpc.Error
	if errors.As(err, &answer) && answer.Code != rejected { // where both are there, the server's comes first
		return &ProtocolError{Server: g.server, Tool: tool, Code: answer.Code, Message: redact(answer.Message, args), err: err}
	}
	return &TransportError{Server: g.server, Tool: tool, Err: err, Repeatable: true, text: redact(err.Error(), args)}
}

// leftOpen notes at an error that leaves open whether a tool ran if the call may be made again.
func leftOpen(err error, repeatable bool) error {
	var broken *TransportError
	var late *TimeoutError
	switch {
	case errors.As(err, &broken):
		broken.Repeatable = repeatable
	case errors.As(err, &late):
		late.Repeatable = repeatable
	}
	return err
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
