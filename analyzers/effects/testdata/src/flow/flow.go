// Package flow shows how handles flow from tools to state and back.
package flow

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var (
	Basket  = stategraph.NewField[string]("basket")
	Record  = stategraph.NewField[custody.Record]("record")
	Mine    = stategraph.NewField[myRecord]("mine")
	gate    *mcpgate.Gate
	session *mcp.ClientSession
)

type basketOut struct {
	BasketID string `json:"basket_id"`
}

type myRecord struct {
	Handle, Server, ToolName, User string
	MintedAt                       time.Time
}

// stores: create_basket.basket_id -> flow.Basket
// writes: flow.Basket?
// reads: none
func unmarshal(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	res, err := gate.Call(ctx, "create_basket", nil)
	if err != nil {
		return nil, err
	}
	var out basketOut
	if err := res.Decode(&out); err != nil {
		return nil, err
	}
	return stategraph.Update{Basket.Set(out.BasketID)}, nil
}

// stores: create_basket.basket_id -> flow.Basket
func mapKey(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	res, _ := session.CallTool(ctx, &mcp.CallToolParams{Name: "create_basket"})
	m, ok := res.StructuredContent.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("no content")
	}
	id, _ := m["basket_id"].(string)
	return stategraph.Update{Basket.Set(id)}, nil
}

// stores: create_basket.basket_id -> flow.Basket
func text(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	params := &mcp.CallToolParams{}
	params.Name = "create_basket"
	res, _ := session.CallTool(ctx, params)
	var out struct {
		ID string `json:"basket_id"`
	}
	if err := json.Unmarshal([]byte(res.Content[0].(*mcp.TextContent).Text), &out); err != nil {
		return nil, err
	}
	return stategraph.Update{Basket.Set(fmt.Sprint(out.ID))}, nil
}

func create(ctx context.Context) (string, error) {
	res, err := gate.Call(ctx, "create_basket", nil)
	if err != nil {
		return "", err
	}
	handles, err := res.Handles("basket_id")
	return handles["basket_id"], err
}

// stores: create_basket.basket_id -> flow.Basket
func throughHelper(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	id, err := create(ctx)
	if err != nil {
		return nil, err
	}
	var u stategraph.Update
	u = append(u, Basket.Set(id))
	return u, nil
}

// stores: create_basket.basket_id -> flow.Record recorded
func minted(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	rec, err := gate.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
	if err != nil {
		return nil, err
	}
	return stategraph.Update{Record.Set(rec)}, nil
}

// stores: create_basket.basket_id -> flow.Basket
func mintedThenStripped(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	rec, err := gate.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
	return stategraph.Update{Basket.Set(rec.Value)}, err
}

// stores: create_basket.basket_id -> flow.Record recorded; create_basket.basket_id -> flow.Mine recorded
func wrapped(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	id, err := create(ctx)
	if err != nil {
		return nil, err
	}
	rec := custody.Record{Value: id, Server: "shop"}
	mine := myRecord{Handle: id, Server: "shop", User: "me", MintedAt: time.Now()}
	return stategraph.Update{Record.Set(rec), Mine.Set(mine)}, nil
}

// spends: flow.Basket -> add_item.basket_id unchecked
// reads: flow.Basket
func spend(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	id := Basket.Get(s)
	args := map[string]any{"item": "tea"}
	args["basket_id"] = id
	_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "add_item", Arguments: args})
	return nil, err
}

type addItem struct {
	Basket string `json:"basket_id"`
	Item   string `json:"item"`
}

func params(tool string, args any) *mcp.CallToolParams {
	p := &mcp.CallToolParams{Name: tool}
	p.Arguments = args
	return p
}

// spends: flow.Basket -> add_item.basket_id unchecked
func spendStruct(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	_, err := session.CallTool(ctx, params("add_item", addItem{Basket.Get(s), "tea"}))
	return nil, err
}

func fill(args map[string]any, id string) { args["basket_id"] = id }

// spends: flow.Basket -> add_item.basket_id unchecked
func spendFilled(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	args := map[string]any{}
	fill(args, Basket.Get(s))
	_, err := gate.Call(ctx, "add_item", args)
	return nil, err
}

// spends: none
// stores: none
func mintAndSpend(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	id, err := create(ctx)
	if err != nil {
		return nil, err
	}
	_, err = gate.Call(ctx, "add_item", map[string]any{"basket_id": id})
	return nil, err
}

type shop struct {
	gate   *mcpgate.Gate
	basket stategraph.Field[string]
}

func (c *shop) Create(ctx context.Context) (id string, n int, err error) {
	res, err := c.gate.Call(ctx, "create_basket", nil)
	if err != nil {
		return "", 0, err
	}
	var out basketOut
	err = res.Decode(&out)
	return out.BasketID, 1, err
}

// stores: create_basket.basket_id -> flow.shop.basket
// writes: flow.shop.basket
func (c *shop) node(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	id, _, err := c.Create(ctx)
	return stategraph.Update{c.basket.Set(id)}, err
}

func setAll(f stategraph.Field[string], v string) stategraph.Write { return f.Set(v) }

// writes: "other"; flow.Basket
func fieldParam(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	other := stategraph.NewField[string]("other")
	return stategraph.Update{setAll(Basket, "x"), setAll(other, "y")}, nil
}

func makeNode(f stategraph.Field[string]) stategraph.NodeFunc {
	// writes: flow.Basket
	return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{f.Set("x")}, nil
	}
}

var made = makeNode(Basket)

// stores: create_basket.basket_id -> flow.Basket
func captured(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	var id string
	run(func() error {
		var err error
		id, err = create(ctx)
		return err
	})
	return stategraph.Update{Basket.Set(id)}, nil
}

func run(f func() error) error { return f() }
