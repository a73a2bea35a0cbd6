// Package shop has a graph with handles and with content that flows the same way.
package shop

import (
	"context"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var (
	basket  = stategraph.NewField[string]("basket_id")
	found   = stategraph.NewField[string]("found")
	record  = stategraph.NewField[custody.Record]("record")
	mine    = stategraph.NewField[ticket]("mine")
	summary = stategraph.NewField[string]("summary")
	gate    *mcpgate.Gate
)

type ticket struct {
	Handle, Server, Tool, User string
}

func build() (*stategraph.Compiled, error) {
	return stategraph.New("shop", basket, found, record, mine, summary).
		AddNode("open", open).
		AddNode("search", search).
		AddNode("add", add).
		AddNode("summarise", summarise).
		AddNode("mint", mint).
		AddNode("pay", pay).
		AddEdge(stategraph.Start, "open").
		AddEdge("open", "search").
		AddEdge("search", "add").
		AddEdge("add", "summarise").
		AddEdge("summarise", "mint").
		AddConditionalEdge("mint", route, "pay", stategraph.End).
		AddEdge("pay", stategraph.End).
		Compile()
}

type opened struct {
	ID string `json:"basket_id"`
}

func open(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	res, err := gate.Call(ctx, "create_basket", nil)
	if err != nil {
		return nil, err
	}
	var out opened
	if err := res.Decode(&out); err != nil {
		return nil, err
	}
	return stategraph.Update{basket.Set(out.ID)}, nil
}

func search(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	res, err := gate.Call(ctx, "search", map[string]any{"query": "tea"})
	if err != nil {
		return nil, err
	}
	var out struct {
		Text string `json:"text"`
	}
	if err := res.Decode(&out); err != nil {
		return nil, err
	}
	return stategraph.Update{found.Set(out.Text)}, nil
}

func add(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	_, err := gate.Call(ctx, "add_item", map[string]any{"basket_id": basket.Get(s), "note": "for " + basket.Get(s)})
	return nil, err
}

func summarise(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	_, err := gate.Call(ctx, "summarise", map[string]any{"text": found.Get(s)})
	return nil, err
}

func mint(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	rec, err := gate.Mint(ctx, "create_payment", nil, "payment_id", custody.Undeclared())
	if err != nil {
		return nil, err
	}
	return stategraph.Update{record.Set(rec), mine.Set(ticket{Handle: "x"})}, nil
}

func route(ctx context.Context, s stategraph.State) (string, error) {
	if custody.Check(ctx, record.Get(s), nil).Verdict == custody.OK {
		return "pay", nil
	}
	return stategraph.End, nil
}

func pay(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	_, err := gate.Call(ctx, "pay", map[string]any{"payment_id": record.Get(s).Value})
	return nil, err
}
