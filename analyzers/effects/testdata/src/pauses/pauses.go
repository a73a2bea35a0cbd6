// Package pauses shows effects before pauses.
package pauses

import (
	"context"
	"errors"
	"fmt"
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

// A deferred call runs also when the node returns its pause.
//
// before: mail write smtp.SendMail < approve
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
// trace: 111 starts in pauses.helper > 112 calls pauses.both > 104 calls pauses.notify > 22 smtp.SendMail sends the mail; sent twice it arrives twice
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

// It is deferred when nothing pauses any more.
//
// before: none
// effects: mail write smtp.SendMail
func deferredLate(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if _, err := ask(ctx); err != nil {
		return nil, err
	}
	defer notify("a")
	return nil, nil
}

var errNo = errors.New("no")

func notifyAndFail(to string) error {
	if to == "" {
		notify("boss")
		return errNo
	}
	return nil
}

func notifyMaybeFail(to string) error {
	if to != "" {
		return notify(to)
	}
	return errNo
}

func deeper(to string) error { return notifyAndFail(to) }

// The helper mails only when it fails, and then the node ends.
//
// before: none
// effects: mail write smtp.SendMail
func mailsWhenItFails(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if err := deeper("a"); err != nil {
		return nil, fmt.Errorf("check: %w", err)
	}
	_, err := ask(ctx)
	return nil, err
}

// The error is not looked at.
//
// before: mail write smtp.SendMail < approve (witness)
func failureIsIgnored(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	deeper("a")
	_, err := ask(ctx)
	return nil, err
}

// The helper may have mailed and not failed.
//
// before: mail write smtp.SendMail < approve (witness)
func mailsAndGoesOn(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if err := notifyMaybeFail("a"); err != nil {
		return nil, err
	}
	_, err := ask(ctx)
	return nil, err
}

// before: mail write smtp.SendMail < approve (witness) first time only
func unanswered(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if _, ok := stategraph.Answer[bool](ctx, "approve"); !ok {
		if err := notify("a"); err != nil {
			return nil, err
		}
	}
	_, err := ask(ctx)
	return nil, err
}

// before: none
// effects: mail write smtp.SendMail
func answered(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if _, ok := stategraph.Answer[bool](ctx, "approve"); ok {
		return nil, notify("a")
	}
	_, err := ask(ctx)
	return nil, err
}
