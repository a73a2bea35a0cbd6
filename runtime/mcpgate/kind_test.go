package mcpgate_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/mcpgate/ask"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

func TestKinds(t *testing.T) {
	const none = stategraph.KindUnknown
	asked := mcp.InputRequestMap{"k": &mcp.ElicitParams{Message: "?"}}
	// A probe is a call of a gate, which cannot say that it may be repeated.
	broken, late := &mcpgate.TransportError{Tool: "get"}, &mcpgate.TimeoutError{Tool: "get", Err: context.DeadlineExceeded}
	unsure := func(err error) error {
		return &mcpgate.HandleError{Result: custody.Result{Verdict: custody.Unknown, Err: err}}
	}
	tests := []struct {
		name string
		err  error
		want stategraph.ErrorKind
	}{
		{"connection lost, may be repeated", &mcpgate.TransportError{Tool: "get", Repeatable: true}, stategraph.KindTransient},
		{"connection lost on a write", &mcpgate.TransportError{Tool: "add"}, none},
		{"deadline, may be repeated", &mcpgate.TimeoutError{Err: context.DeadlineExceeded, Repeatable: true}, stategraph.KindTimeout},
		{"deadline of a write", &mcpgate.TimeoutError{Err: context.DeadlineExceeded}, none},
		{"the tool said no", &mcpgate.ToolError{}, stategraph.KindBusiness},
		{"the server said no", &mcpgate.ProtocolError{}, stategraph.KindBusiness},
		{"the policy said no", &mcpgate.PolicyError{Why: mcpgate.Denied}, stategraph.KindPermission},
		{"a person said no", &mcpgate.PolicyError{Why: mcpgate.Declined}, stategraph.KindPermission},
		{"busy", &mcpgate.InputRequiredError{State: "s"}, stategraph.KindTransient},
		{"a question to nobody", &mcpgate.InputRequiredError{Requests: asked}, stategraph.KindBusiness},
		{"handle gone", &mcpgate.HandleError{Result: custody.Result{Verdict: custody.Gone}}, stategraph.KindBusiness},
		{"handle gone after the call", &mcpgate.HandleError{Result: custody.Result{Verdict: custody.Gone}, Err: &mcpgate.ToolError{}}, stategraph.KindBusiness},
		{"probe without connection", unsure(broken), stategraph.KindTransient},
		{"probe without answer", unsure(late), stategraph.KindTimeout},
		{"check without principal", unsure(custody.ErrNoPrincipal), stategraph.KindPermission},
		{"check without probe", unsure(custody.ErrNoProbe), stategraph.KindBusiness},
		{"check that was cancelled", unsure(context.Canceled), none},
		{"check that panicked", unsure(&custody.PanicError{}), none},
		{"a required source that is down", &mcpgate.SourceError{Err: &mcpgate.TransportError{Repeatable: true}}, stategraph.KindTransient},
		{"a required source with wrong keys", &mcpgate.SourceError{Err: &mcpgate.ConfigError{}}, stategraph.KindBusiness},
		{"no handle", &mcpgate.NoHandleError{}, stategraph.KindBusiness},
		{"result against its schema", &mcpgate.SchemaError{}, stategraph.KindBusiness},
		{"too much", &mcpgate.LimitError{}, stategraph.KindBusiness},
		{"not allowed in a result", &mcpgate.ContentError{}, stategraph.KindBusiness},
		{"arguments", &mcpgate.ArgumentError{}, stategraph.KindBusiness},
		{"bare handle", &mcpgate.RawHandleError{}, stategraph.KindBusiness},
		{"no such tool", &mcpgate.UnknownToolError{}, stategraph.KindBusiness},
		{"a name that could be another", &mcpgate.NameError{}, stategraph.KindBusiness},
		{"answers that do not fit", &ask.Error{}, stategraph.KindBusiness},
	}
	for _, tt := range tests {
		if got := stategraph.KindOf(fmt.Errorf("in a node: %w", tt.err)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// The answer to a call is lost. Whether the policy of a node would repeat it depends on what is known of the tool.
func TestKindOfLostAnswer(t *testing.T) {
	keyed := mcpgate.ToolConfig{IdempotencyKey: "action_id"}
	tests := []struct {
		name string
		tool mcpgate.ToolConfig
		opts []mcpgate.CallOption
		want stategraph.ErrorKind
	}{
		{"nothing is known", mcpgate.ToolConfig{}, nil, stategraph.KindUnknown},
		{"reads only", mcpgate.ToolConfig{ReadOnly: true}, nil, stategraph.KindTransient},
		{"idempotent", mcpgate.ToolConfig{Idempotent: true}, nil, stategraph.KindTransient},
		{"without its key", keyed, nil, stategraph.KindUnknown},
		{"with its key", keyed, []mcpgate.CallOption{mcpgate.Key("k")}, stategraph.KindTransient},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, o, f := unsteady(t, mcpgate.Source{Tools: map[string]mcpgate.ToolConfig{"add_item": tt.tool}})
			if _, err := g.Discover(t.Context()); err != nil {
				t.Fatal(err)
			}
			f.after.Store(1000) // the tool runs, and the answer is lost
			_, err := g.Call(t.Context(), "office__add_item", map[string]any{"basket_id": "b", "item": "hat"}, tt.opts...)
			var broken *mcpgate.TransportError
			if !errors.As(err, &broken) || o.called("add_item") == 0 {
				t.Fatalf("called %d times, %v", o.called("add_item"), err)
			}
			if got := stategraph.KindOf(err); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
