// Package states shows state that frameworks pass as values: maps and structs.
package states

import (
	"context"
	"errors"
	"maps"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"states/keep"
	"trpc.group/trpc-go/trpc-agent-go/graph"
)

var (
	gate     *mcpgate.Gate
	errEmpty = errors.New("empty")
)

func create(ctx context.Context) (string, error) {
	res, err := gate.Call(ctx, "create_basket", nil)
	if err != nil {
		return "", err
	}
	handles, err := res.Handles("basket_id")
	return handles["basket_id"], err
}

func add(ctx context.Context, id string) error {
	_, err := gate.Call(ctx, "add_item", map[string]any{"basket_id": id})
	return err
}

// state: map 1 0 Update
// stores: create_basket.basket_id -> "basket_id"
// writes: "basket_id"; "opened"
// reads: none
func open(ctx context.Context, state graph.State) (any, error) {
	id, err := create(ctx)
	if err != nil {
		return nil, err
	}
	return graph.State{"basket_id": id, "opened": true}, nil
}

// state: map 1 0 Update
// spends: "basket_id" -> add_item.basket_id unchecked
// reads: "basket_id"
// writes: none
func spend(ctx context.Context, state graph.State) (any, error) {
	id := state["basket_id"].(string)
	return nil, add(ctx, id)
}

// A row knows the helper.
//
// state: map 1 0 Update
// spends: "basket_id" -> add_item.basket_id unchecked
// reads: "basket_id"
func spendByHelper(ctx context.Context, state graph.State) (any, error) {
	id, ok := graph.GetStateValue[string](state, "basket_id")
	if !ok {
		return nil, errEmpty
	}
	return nil, add(ctx, id)
}

// Only looking whether it is there is a read, too.
//
// state: map 1 0 Update
// reads: "basket_id"
// writes: "basket_id"?
// stores: create_basket.basket_id -> "basket_id"
func openOnce(ctx context.Context, state graph.State) (any, error) {
	if _, ok := state["basket_id"]; ok {
		return nil, nil
	}
	id, err := create(ctx)
	if err != nil {
		return nil, err
	}
	return graph.State{"basket_id": id}, nil
}

// state: map 1 0 Update
// writes: "basket_id"
// stores: create_basket.basket_id -> "basket_id"
func command(ctx context.Context, state graph.State) (any, error) {
	id, err := create(ctx)
	if err != nil {
		return nil, err
	}
	return &graph.Command{Update: graph.State{"basket_id": id}, GoTo: "next"}, nil
}

// state: map 1 0 Update
// writes: "item"?
// reads: "items"
func commands(ctx context.Context, state graph.State) (any, error) {
	items, _ := state["items"].([]string)
	var out []*graph.Command
	for _, it := range items {
		out = append(out, &graph.Command{Update: graph.State{"item": it}, GoTo: "worker"})
	}
	return out, nil
}

// Nodes get a copy: what is written into it is lost.
//
// state: map 1 0 Update
// writes: none
func lost(ctx context.Context, state graph.State) (any, error) {
	state["basket_id"] = "x"
	return nil, nil
}

// The same function on a map that is shared.
//
// state: map 1 0 in-place
// writes: "basket_id"
func shared(ctx context.Context, state map[string]any) (map[string]any, error) {
	state["basket_id"] = "x"
	return nil, nil
}

// state: any 1 0
// stores: create_basket.basket_id -> "basket_id"
// writes: "basket_id"; "tries"?
// reads: "tries"
func asserted(ctx context.Context, state any) (any, error) {
	m, ok := state.(map[string]any)
	if !ok {
		return nil, errEmpty
	}
	id, err := create(ctx)
	if err != nil {
		return nil, err
	}
	m["basket_id"] = id
	if m["tries"] == nil {
		m["tries"] = 1
	}
	return m, nil
}

// state: map 1 0
// stores: create_basket.basket_id -> "basket_id"
// spends: "basket_id" -> add_item.basket_id unchecked
// writes: "basket_id"
// reads: "basket_id"
func byPackage(ctx context.Context, state map[string]any) (map[string]any, error) {
	if err := add(ctx, keep.Basket(state)); err != nil {
		return nil, err
	}
	id, err := create(ctx)
	keep.Put(state, id)
	return state, err
}

func plain(ctx context.Context, state map[string]any) (map[string]any, error) {
	return map[string]any{"basket_id": state["old"]}, nil
}

// A wrapper that is asked about with what it captures.
//
// state: map 1 0
// writes: "log"; "basket_id"
// reads: "old"
func wrapped(ctx context.Context, state map[string]any) (map[string]any, error) {
	return keep.Logged(plain)(ctx, state)
}

// Which key is written is not known.
//
// state: map 1 0
// writes: ?; "done"
func unknownKey(ctx context.Context, state map[string]any) (map[string]any, error) {
	key, _ := state["key"].(string)
	return map[string]any{key: "x", "done": true}, nil
}

// A copy of the state writes nothing by itself.
//
// state: map 1 0
// writes: "done"
func copied(ctx context.Context, state map[string]any) (map[string]any, error) {
	out := map[string]any{}
	for k, v := range state {
		out[k] = v
	}
	out["done"] = true
	return out, nil
}

// state: map 1 0
// writes: "done"
func cloned(ctx context.Context, state map[string]any) (map[string]any, error) {
	out := maps.Clone(state)
	out["done"] = true
	return out, nil
}

// state: map 1 -1
// reads: "basket_id"
// writes: none
func route(ctx context.Context, state graph.State) (string, error) {
	if state["basket_id"] == nil {
		return "open", nil
	}
	return "add", nil
}

// Not a node: nothing says that its parameter is a state.
//
// reads: none
// writes: none
func noNode(ctx context.Context, m map[string]any) (map[string]any, error) {
	m["x"] = m["y"]
	return m, nil
}

// state: map 1 0
// width: data state field "items"
func split(ctx context.Context, state map[string]any) ([]string, error) {
	items, _ := state["items"].([]string)
	return items, nil
}

type server struct{ region string }

// A method: the receiver does not count.
//
// state: map 1 0 Update
// writes: "basket_id"
// reads: "old"
func (s *server) node(ctx context.Context, state graph.State) (any, error) {
	s.region = "x"
	return graph.State{"basket_id": state["old"]}, nil
}

type loaded struct {
	state map[string]any
	n     int
}

func (l *loaded) basket() any { return l.state["basket_id"] }

// The state stands in a field of what helpers are given.
//
// state: map 1 -1
// reads: "basket_id"
func inAField(ctx context.Context, state map[string]any) (string, error) {
	l := &loaded{state: state, n: 1}
	if l.basket() == nil {
		return "open", nil
	}
	return "add", nil
}

// One of two ways writes it.
//
// state: map 1 0
// writes: "verdict"?; "log"
func sometimes(ctx context.Context, state map[string]any) (map[string]any, error) {
	out := map[string]any{}
	if state["ok"] == true {
		out["verdict"] = "yes"
	}
	out["log"] = "seen"
	return out, nil
}

func verdict() map[string]any { return map[string]any{"verdict": "no"} }

// So does a call that is not always made.
//
// state: map 1 0
// writes: "verdict"?
func sometimesByHelper(ctx context.Context, state map[string]any) (map[string]any, error) {
	if state["ok"] == true {
		return nil, nil
	}
	return verdict(), nil
}

// state: map 1 0
// writes: "old"
func deletes(ctx context.Context, state map[string]any) (map[string]any, error) {
	delete(state, "old")
	return state, nil
}

// What an unknown key holds is a store of an unknown field.
//
// state: map 1 0
// stores: create_basket.basket_id -> ?
// writes: ?
func storesUnderAKey(ctx context.Context, state map[string]any) (map[string]any, error) {
	id, err := create(ctx)
	if err != nil {
		return nil, err
	}
	key, _ := state["key"].(string)
	return map[string]any{key: id}, nil
}

// A node made by a maker.
func made(key string) func(context.Context, map[string]any) (map[string]any, error) {
	// state: map 1 0
	// stores: create_basket.basket_id -> "fixed"
	return func(ctx context.Context, state map[string]any) (map[string]any, error) {
		id, err := create(ctx)
		if err != nil {
			return nil, err
		}
		return map[string]any{"fixed": id}, nil
	}
}

var _ = made("x")
