// Package misses shows what is known to be missed, so that a change for the better is seen.
package misses

import (
	"context"
	"encoding/json"
	"net/smtp"

	"github.com/cloudwego/eino/components/tool"
	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var (
	Basket = stategraph.NewField[string]("basket")
	Other  = stategraph.NewField[string]("other")
	Record = stategraph.NewField[custody.Record]("record")
	gate   *mcpgate.Gate
	last   string
)

type cache struct{ id string }

func (c *cache) load(ctx context.Context) {
	res, _ := gate.Call(ctx, "create_basket", nil)
	c.id = res.Text().Unsafe()
}

var shared = &cache{}

// A value that goes through the heap, a package-level variable here, is lost.
// stores: none
func throughHeap(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	shared.load(ctx)
	return stategraph.Update{Basket.Set(shared.id)}, nil
}

// So is one that a package-level variable keeps.
// stores: none
func throughGlobal(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	res, _ := gate.Call(ctx, "create_basket", nil)
	last = res.Text().Unsafe()
	return stategraph.Update{Basket.Set(last)}, nil
}

// Functions in a map are told apart by constant keys only: else each is taken to be called.
// effects: mail write smtp.SendMail
func throughTable(ctx context.Context, key string) (stategraph.Update, error) {
	table := map[string]func(){
		"mail": func() { smtp.SendMail("", nil, "", nil, nil) },
		"none": func() {},
	}
	table[key]()
	return nil, nil
}

// A function kept in a package-level variable is not followed.
// effects: none
// lost: call of a function value whose origin is not in sight
func throughVariable(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, send()
}

var send = func() error { return smtp.SendMail("", nil, "", nil, nil) }

func makeNode(f stategraph.Field[string]) stategraph.NodeFunc {
	// A field that a wrapper captured is known only if all calls of the wrapper pass the same.
	// writes: ?
	return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{f.Set("x")}, nil
	}
}

var nodes = []stategraph.NodeFunc{makeNode(Basket), makeNode(Other)}

// Conditions are not evaluated: a check and a spend under the same condition look apart.
// spends: misses.Record -> add_item.basket_id unchecked
func sameCondition(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	rec := Record.Get(s)
	if !rec.IsZero() {
		custody.Check(ctx, rec, nil)
	}
	if !rec.IsZero() {
		gate.Call(ctx, "add_item", map[string]any{"basket_id": rec.Value})
	}
	return nil, nil
}

// A tool that a loop picks by its name has none.
//
// stores: .basket_id -> misses.Other (likely)
func pickedByLoop(ctx context.Context, s stategraph.State, tools []tool.InvokableTool) (stategraph.Update, error) {
	var out struct {
		BasketID string `json:"basket_id"`
	}
	for _, t := range tools {
		info, err := t.Info(ctx)
		if err != nil {
			return nil, err
		}
		if info.Name != "create_basket" {
			continue
		}
		text, err := t.InvokableRun(ctx, "{}")
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(text), &out); err != nil {
			return nil, err
		}
	}
	return stategraph.Update{Other.Set(out.BasketID)}, nil
}
