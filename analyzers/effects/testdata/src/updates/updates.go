// Package updates writes to the state by maps in fields of events, and by maps that calls take.
package updates

import (
	"context"
	"iter"
	"maps"

	einoadk "github.com/cloudwego/eino/adk"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/skewlint/skewlint/runtime/custody"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
)

var client *mcp.ClientSession

func create(ctx context.Context) string {
	res, _ := client.CallTool(ctx, &mcp.CallToolParams{Name: "create_basket"})
	content, _ := res.StructuredContent.(map[string]any)
	id, _ := content["basket_id"].(string)
	return id
}

type emitter func(*session.Event) error

// writes: "basket_id"; "items"
// stores: create_basket.basket_id -> "basket_id"
func literal(ctx agent.Context, emit emitter) error {
	return emit(&session.Event{Actions: session.EventActions{StateDelta: map[string]any{"basket_id": create(ctx), "items": 0}}})
}

// What an agent returns is called by the framework.
//
// writes: "basket_id"
// stores: create_basket.basket_id -> "basket_id"
func iterator(ctx agent.InvocationContext) iter.Seq2[*session.Event, error] {
	return func(yield func(*session.Event, error) bool) {
		yield(&session.Event{Actions: session.EventActions{StateDelta: map[string]any{"basket_id": create(ctx)}}}, nil)
	}
}

// writes: "basket_id"
// stores: create_basket.basket_id -> "basket_id"
func entry(ctx agent.Context) *session.Event {
	ev := session.NewEvent(ctx, ctx.InvocationID())
	ev.Actions.StateDelta["basket_id"] = create(ctx)
	return ev
}

// writes: "basket_id"
// stores: create_basket.basket_id -> "basket_id"
func ofContext(ctx agent.Context) {
	actions := ctx.Actions()
	delta := actions.StateDelta
	delta["basket_id"] = create(ctx)
}

// writes: "a"; "b"; "c"
// stores: create_basket.basket_id -> "b"
func late(ctx agent.Context, ev *session.Event) {
	delta := map[string]any{"a": 1}
	ev.Actions.StateDelta = delta
	delta["b"] = create(ctx)
	fill(delta)
}

func fill(m map[string]any) { m["c"] = 1 }

// writes: "c"
func filled(ev *session.Event) { fill(ev.Actions.StateDelta) }

// writes: "a"; "b"
func copied(ev *session.Event) {
	maps.Copy(ev.Actions.StateDelta, map[string]any{"a": 1, "b": 2})
}

// A helper that is given the key, and one that is given the map.
//
// writes: "note"; "basket_id"
// stores: create_basket.basket_id -> "basket_id"
func helped(ctx agent.Context, ev *session.Event, emit emitter) error {
	set(ev, "note", "opened")
	return send(emit, map[string]any{"basket_id": create(ctx)})
}

func set(ev *session.Event, key string, v any) { ev.Actions.StateDelta[key] = v }

func send(emit emitter, delta map[string]any) error {
	return emit(&session.Event{Actions: session.EventActions{StateDelta: delta}})
}

// stores: create_basket.basket_id -> "basket" recorded
func recorded(ctx agent.Context, emit emitter) error {
	rec := custody.Record{Value: create(ctx), Server: "shop", Tool: "create_basket"}
	return send(emit, map[string]any{"basket": rec})
}

// writes: ?
// stores: create_basket.basket_id -> ?
func anyKey(ctx agent.Context, ev *session.Event, key string) { set(ev, key, create(ctx)) }

// writes: "again"?
func underCondition(ev *session.Event, again bool) {
	if again {
		ev.Actions.StateDelta["again"] = true
	}
}

// A map in another field of an event, and reading a delta.
//
// writes: none
func other(ev *session.Event) any {
	ev.Actions.ArtifactDelta["a"] = 1
	ev.Output = map[string]any{"b": 1}
	return ev.Actions.StateDelta["c"]
}

// writes: "basket_id"; "items"
// stores: create_basket.basket_id -> "basket_id"
func values(ctx context.Context) {
	einoadk.AddSessionValues(ctx, map[string]any{"basket_id": create(ctx), "items": 0})
}
