// Twins: the node that spends looks for itself, the framework pauses before the gate, or it pauses
// behind the spend.

package static

import (
	"context"

	"github.com/cloudwego/eino/compose"
	"github.com/skewlint/skewlint/runtime/custody"
)

func einoChecksWhereItSpends(ctx context.Context, store compose.CheckPointStore) (compose.Runnable[string, string], error) {
	return shop(ctx, func(ctx context.Context, in string) (string, error) {
		var rec custody.Record
		err := compose.ProcessState(ctx, func(_ context.Context, s *State) error {
			rec = s.Basket
			return nil
		})
		if err != nil {
			return "", err
		}
		if custody.Check(ctx, rec, server.Probe("get_basket", "basket_id")).Verdict != custody.OK {
			return in, nil
		}
		_, err = server.Call(ctx, "add_item", map[string]any{"basket_id": rec.Value, "item": in})
		return in, err
	}, compose.WithCheckPointStore(store), compose.WithInterruptBeforeNodes([]string{"add"}))
}

func einoPausesBeforeTheGate(ctx context.Context, store compose.CheckPointStore) (compose.Runnable[string, string], error) {
	return shop(ctx, einoAdd, compose.WithCheckPointStore(store), compose.WithInterruptBeforeNodes([]string{"check"}))
}

func einoPausesBehindTheSpend(ctx context.Context, store compose.CheckPointStore) (compose.Runnable[string, string], error) {
	return shop(ctx, einoAdd, compose.WithCheckPointStore(store), compose.WithInterruptAfterNodes([]string{"add"}))
}

func einoAdd(ctx context.Context, in string) (string, error) {
	var id string
	err := compose.ProcessState(ctx, func(_ context.Context, s *State) error {
		id = s.Basket.Value
		return nil
	})
	if err != nil {
		return "", err
	}
	_, err = server.Call(ctx, "add_item", map[string]any{"basket_id": id, "item": in})
	return in, err
}
