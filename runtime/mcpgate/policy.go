package mcpgate

import (
	"context"
	"fmt"

	"github.com/skewlint/skewlint/runtime/mcpgate/ask"
	"github.com/skewlint/skewlint/runtime/mcpgate/untrusted"
)

// Decision is what a rule says of a call. The zero value denies.
type Decision int

// The decisions.
const (
	// Deny refuses the call.
	Deny Decision = iota
	// Ask makes the call wait for a person.
	Ask
	// Allow lets the call go on.
	Allow
)

// Rule decides about one call. It is asked before each call, with the arguments as they are going to be sent, handles as
// their values. It must not block and should depend on nothing else, because a call that waited is decided again when it
// is repeated. A rule that panics denies.
type Rule func(ctx context.Context, t Tool, args map[string]any) Decision

// Always is the rule that says d of every call.
func Always(d Decision) Rule {
	return func(context.Context, Tool, map[string]any) Decision { return d }
}

// AskBeforeWrites asks a person about every tool that is not known to read only; see [Tool.ReadsOnly]. Annotations of a
// server that is not trusted change nothing.
func AskBeforeWrites(_ context.Context, t Tool, _ map[string]any) Decision {
	if t.ReadsOnly() {
		return Allow
	}
	return Ask
}

// Refusal is why a call was not made.
type Refusal string

// The refusals.
const (
	Denied   Refusal = "denied by a rule"
	Declined Refusal = "declined by a person"
	// CannotPause: a person would have to be asked, and nothing can wait for the answer.
	CannotPause Refusal = "cannot wait for a person"
)

// PolicyError means that the call was not made, and why. Nothing has happened on the server.
type PolicyError struct {
	Server, Tool string
	Why          Refusal
	// Detail is what more there is to say, in the words of this program.
	Detail string
}

func (e *PolicyError) Error() string {
	text := fmt.Sprintf("mcpgate: %s: the call was not made: %s", where(e.Server, e.Tool), e.Why)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	return text
}

// decide asks the rule for the call.
func (c *toolCall) decide(ctx context.Context) (d Decision, detail string) {
	rule := c.gw.cfg.Approval[c.tool.Name]
	if rule == nil {
		rule = c.gw.cfg.Otherwise
	}
	if rule == nil {
		return Allow, ""
	}
	defer func() {
		if v := recover(); v != nil {
			d, detail = Deny, fmt.Sprintf("the rule panicked with a %T", v)
		}
	}()
	args, _ := plain(c.args).(map[string]any) // a copy: what was judged is what is sent
	return rule(ctx, c.tool, args), ""
}

// permitted returns nil when the call may be made: by the rule, by its handles, and by a person if need be.
func (c *toolCall) permitted(ctx context.Context) error {
	refused := &PolicyError{Server: c.tool.Server, Tool: c.tool.Local}
	decision, detail := c.decide(ctx)
	if decision != Allow && decision != Ask {
		refused.Why, refused.Detail = Denied, detail
		return refused
	}
	if decision == Ask || c.tool.Config.MayAsk {
		if why := c.cannotPause(decision == Ask); why != "" {
			refused.Why, refused.Detail = CannotPause, why
			return refused
		}
	}
	// A person is not bothered with a call that cannot be made.
	if err := c.checkHandles(ctx); err != nil || decision == Allow {
		return err
	}
	return c.approve(ctx, refused)
}

// cannotPause says why nobody can be asked. An approval is asked by the gateway itself, so that the server's revision
// does not matter.
func (c *toolCall) cannotPause(approval bool) string {
	if c.gw.cfg.Pauser == nil {
		return "the gateway has no Pauser; give it one that keeps questions in a durable store"
	}
	if v := c.gate.protocol(); !approval && v < multiRound {
		return fmt.Sprintf("the server speaks revision %s, which asks only in the middle of a call; revision %s is needed", v, multiRound)
	}
	return ""
}

// multiRound is the revision from which a server asks by a result.
const multiRound = "2026-07-28"

// approve waits for a person to permit the call.
func (c *toolCall) approve(ctx context.Context, refused *PolicyError) error {
	text := fmt.Sprintf("Call %s?", c.tool.Name)
	q := c.question(0, map[string]ask.Request{
		ask.ApprovalKey: {Mode: ask.Approval, Message: untrusted.From("mcpgate", text)},
	}, "")
	answers, err := c.pause(ctx, c.key("approve"), q)
	if err != nil {
		return err
	}
	if action := answers.Responses[ask.ApprovalKey].Action; action != ask.Accept {
		refused.Why, refused.Detail = Declined, string(action)
		return refused
	}
	return nil
}
