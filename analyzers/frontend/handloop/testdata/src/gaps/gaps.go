// Package gaps has loops of which not all can be known.
package gaps

import (
	"context"

	"tools"
)

type State struct{ Step, Plan string }

type Handler func(context.Context, *State) (string, error)

type Engine struct {
	client *tools.Client
	table  map[string]Handler
}

// Register may be called by anybody.
func (e *Engine) Register(name string, h Handler) { e.table[name] = h }

func (e *Engine) plan(ctx context.Context, s *State) (string, error) {
	return s.Plan, e.client.Call(ctx, "plan")
}

func (e *Engine) act(ctx context.Context, s *State) (string, error) { return "plan", nil }

func (e *Engine) logged(h Handler) Handler {
	return func(ctx context.Context, s *State) (string, error) { return h(ctx, s) }
}

func New(c *tools.Client) *Engine {
	e := &Engine{client: c, table: make(map[string]Handler)}
	e.Register("plan", e.plan)
	e.Register("act", e.logged(e.act))
	return e
}

// Run begins wherever the caller says.
func (e *Engine) Run(ctx context.Context, step string, s *State) (err error) {
	for step != "" && err == nil {
		step, err = e.table[step](ctx, s)
	}
	return err
}

// Inline: what a case does itself is no function.
func (e *Engine) Inline(ctx context.Context, s *State) error {
	for {
		switch s.Step {
		case "plan":
			next, err := e.plan(ctx, s)
			if err != nil {
				return err
			}
			s.Step = next
		case "act":
			s.Plan = ""
			s.Step = "plan"
		case "both":
			if _, err := e.plan(ctx, s); err != nil {
				return err
			}
			if _, err := e.act(ctx, s); err != nil {
				return err
			}
			s.Step = "act"
		default:
			return nil
		}
	}
}
