// Package pauses shows effects before pauses.
package pauses

import (
	"context"
	"net/smtp"
	"time"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var gate *mcpgate.Gate

func ask(ctx context.Context) (bool, error) {
	return stategraph.Interrupt[bool](ctx, "approve", "sure?")
}

func notify(to string) error {
	return smtp.SendMail("mail:25", nil, "shop@example.com", []string{to}, []byte("hello"))
}

// before: mail write smtp.SendMail < approve (witness)
// effects: mail write smtp.SendMail
// pauses: approve
func straight(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if err := notify("a"); err != nil {
		return nil, err
	}
	_, err := ask(ctx)
	return nil, err
}

// before: none
// effects: mail write smtp.SendMail
func pauseFirst(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if _, err := ask(ctx); err != nil {
		return nil, err
	}
	return nil, notify("a")
}

// before: mail write smtp.SendMail < approve (witness) first time only
func guarded(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if !stategraph.Resumed(ctx) {
		if err := notify("a"); err != nil {
			return nil, err
		}
	}
	_, err := ask(ctx)
	return nil, err
}

func firstTime(ctx context.Context) bool { return !stategraph.Resumed(ctx) }

// before: mail write smtp.SendMail < approve (witness) first time only
func guardedByHelper(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if firstTime(ctx) {
		notify("a")
	}
	_, err := ask(ctx)
	return nil, err
}

// before: mail write smtp.SendMail < approve (witness)
func loop(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	for _, to := range []string{"a", "b"} {
		if _, err := ask(ctx); err != nil {
			return nil, err
		}
		notify(to)
	}
	return nil, nil
}

// before: none
func exclusive(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if time.Now().IsZero() {
		return nil, notify("a")
	}
	_, err := ask(ctx)
	return nil, err
}

// before: none
func deferred(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	defer notify("a")
	_, err := ask(ctx)
	return nil, err
}

// before: mail write smtp.SendMail < approve (witness)
func goroutine(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	go notify("a")
	_, err := ask(ctx)
	return nil, err
}

func both(ctx context.Context) error {
	notify("a")
	_, err := ask(ctx)
	return err
}

// before: mail write smtp.SendMail < approve
// trace: 107 starts in pauses.helper > 108 calls pauses.both > 100 calls pauses.notify > 20 smtp.SendMail sends the mail; sent twice it arrives twice
func helper(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, both(ctx)
}

// before: tool write create_order keyed < approve; tool write create_order < approve
func keyed(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	gate.Call(ctx, "create_order", map[string]any{"actionId": "order-1"})
	gate.Call(ctx, "create_order", map[string]any{"idempotency_key": time.Now().String()})
	_, err := ask(ctx)
	return nil, err
}

// before: none
func reads(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	gate.Call(ctx, "get_order", nil)
	_ = time.Now()
	_, err := ask(ctx)
	return nil, err
}

func recursive(ctx context.Context, n int) error {
	if n == 0 {
		_, err := ask(ctx)
		return err
	}
	notify("a")
	return recursive(ctx, n-1)
}

// before: mail write smtp.SendMail < approve (witness)
func callsRecursive(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, recursive(ctx, 3)
}
