package main

import (
	"context"
	"errors"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// probe asks the shop whether it still has a basket, with a tool that only reads.
func (a *assistant) probe() custody.Probe { return a.gate.Probe("get_basket", "basket_id") }

// stop writes down a verdict that is not OK, for the router behind the node.
func stop(res custody.Result) stategraph.Update {
	return stategraph.Update{handle.Set(outcome{Verdict: res.Verdict, Reason: res.Reason})}
}

// spent writes down that the handle was good, beside what the node has to write.
func spent(writes ...stategraph.Write) stategraph.Update {
	return append(writes, handle.Set(outcome{Verdict: custody.OK}))
}

// refused decides what the error of a call with the handle of r means. Between check and spend there is a gap, so that
// the call may be the first to hear that the handle is gone. But an error result can mean anything, so the shop is asked
// once more: if it still has the handle, something else is wrong, and the node fails with it.
func (a *assistant) refused(ctx context.Context, r custody.Record, err error) (stategraph.Update, error) {
	var tool *mcpgate.ToolError
	if !errors.As(err, &tool) {
		return stop(custody.Result{Verdict: custody.Unknown, Reason: err.Error()}), nil
	}
	res := custody.Check(ctx, r, a.probe(), custody.AlwaysProbe())
	if res.Verdict == custody.OK {
		return nil, err
	}
	return stop(res), nil
}
