// Handles that are stored as they came, in the shapes in which people write it.

package basket

import (
	"context"
	"strings"

	"example.com/basket/records"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var BasketID = stategraph.NewField[string]("basket_id")

// spendID spends the handle in BasketID.
func spendID(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, put(ctx, BasketID.Get(s))
}

func inOneFunction() *stategraph.Graph {
	return mintAndSpend("open", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		res, err := server.Call(ctx, "create_basket", nil)
		if err != nil {
			return nil, err
		}
		ids, err := res.Handles("basket_id")
		if err != nil {
			return nil, err
		}
		return stategraph.Update{BasketID.Set(ids["basket_id"])}, nil // want `node "open" stores a handle of tool "create_basket" in field "basket_id" without a record, so no resume can check it`
	}, spendID, BasketID)
}

func mintedInAHelper() *stategraph.Graph {
	return mintAndSpend("helper", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		id, err := create(ctx)
		if err != nil {
			return nil, err
		}
		return stategraph.Update{BasketID.Set(id)}, nil // want `node "helper" stores a handle of tool "create_basket" in field "basket_id" without a record`
	}, spendID, BasketID)
}

type shop struct{ gate *mcpgate.Gate }

func (s *shop) open(ctx context.Context, st stategraph.State) (stategraph.Update, error) {
	var out struct {
		BasketID string `json:"basket_id"`
	}
	res, err := s.gate.Call(ctx, "create_basket", nil)
	if err != nil {
		return nil, err
	}
	if err := res.Decode(&out); err != nil {
		return nil, err
	}
	return s.keep(out.BasketID), nil
}

func (s *shop) keep(id string) stategraph.Update {
	return stategraph.Update{BasketID.Set(id)} // want `node "method" stores a handle of tool "create_basket" in field "basket_id" without a record`
}

func methodValue() *stategraph.Graph {
	return mintAndSpend("method", (&shop{gate: server}).open, spendID, BasketID)
}

// The handle is minted and stored in a package that builds no graph: the finding stands at the
// call.
func helperInAnotherPackage() *stategraph.Graph {
	return mintAndSpend("foreign", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return records.Open(ctx, server) // want `node "foreign" stores a handle of tool "create_basket" in field "cart" without a record`
	}, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, records.Cart.Get(s))
	}, records.Cart)
}

var Handles = stategraph.NewField[map[string]string]("handles")

// The handle lies in a map among others.
func handleInsideAMap() *stategraph.Graph {
	return mintAndSpend("map", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		id, err := create(ctx)
		if err != nil {
			return nil, err
		}
		return stategraph.Update{Handles.Set(map[string]string{"basket": id})}, nil // want `node "map" stores a handle of tool "create_basket" in field "handles" without a record`
	}, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Handles.Get(s)["basket"])
	}, Handles)
}

var Link = stategraph.NewField[string]("link")

// The handle is made part of a text and taken out of it again.
func handleInsideAText() *stategraph.Graph {
	return mintAndSpend("text", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		id, err := create(ctx)
		if err != nil {
			return nil, err
		}
		return stategraph.Update{Link.Set("https://example.org/baskets/" + id)}, nil // want `node "text" stores a handle of tool "create_basket" in field "link" without a record`
	}, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, strings.TrimPrefix(Link.Get(s), "https://example.org/baskets/"))
	}, Link)
}
