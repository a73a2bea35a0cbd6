// Package switches has loops that choose with a switch.
package switches

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Step is an enum.
type Step int

const (
	StepOpen Step = iota
	StepAsk
	StepPay
	StepDone
)

type State struct {
	ID     string
	Step   Step
	Basket string
}

type Runner struct {
	db      *sql.DB
	session *mcp.ClientSession
}

func (r *Runner) tool(ctx context.Context, name, basket string) error {
	_, err := r.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: map[string]any{"basket_id": basket}})
	return err
}

func (r *Runner) open(ctx context.Context, s *State) (Step, error) {
	return StepAsk, r.tool(ctx, "create_basket", "")
}

func (r *Runner) ask(ctx context.Context, s *State) (Step, error) {
	if s.Basket == "" {
		return StepOpen, nil
	}
	return StepPay, nil
}

func (r *Runner) pay(ctx context.Context, s *State) (Step, error) {
	if err := r.tool(ctx, "pay", s.Basket); err != nil {
		return s.Step, fmt.Errorf("pay: %w", err)
	}
	return StepDone, nil
}

func (r *Runner) load(ctx context.Context, id string) (*State, error) {
	s := &State{ID: id}
	err := r.db.QueryRowContext(ctx, "SELECT step, basket FROM runs WHERE id = $1", id).Scan(&s.Step, &s.Basket)
	return s, err
}

func (r *Runner) save(ctx context.Context, s *State) error {
	_, err := r.db.ExecContext(ctx, "UPDATE runs SET step = $1, basket = $2 WHERE id = $3", s.Step, s.Basket, s.ID)
	return err
}

// Run: results of methods, a row of a database.
func (r *Runner) Run(ctx context.Context, id string) error {
	s, err := r.load(ctx, id)
	if err != nil {
		return err
	}
	for {
		var next Step
		switch s.Step {
		case StepOpen:
			next, err = r.open(ctx, s)
		case StepAsk:
			next, err = r.ask(ctx, s)
		case StepPay:
			next, err = r.pay(ctx, s)
		case StepDone:
			return nil
		default:
			return fmt.Errorf("step %d", s.Step)
		}
		if err != nil {
			return err
		}
		s.Step = next
		if err := r.save(ctx, s); err != nil {
			return err
		}
	}
}

// Task is driven by what its cases and handlers write.
type Task struct {
	Phase string
	Plan  string
}

func (r *Runner) plan(ctx context.Context, t *Task) error {
	t.Plan = "buy"
	if err := r.tool(ctx, "plan", ""); err != nil {
		t.Phase = "failed"
		return err
	}
	t.Phase = "act"
	return nil
}

func (r *Runner) act(ctx context.Context, t *Task) error { return r.tool(ctx, "act", t.Plan) }

// Drive: a case assigns the next phase, or the handler does.
func (r *Runner) Drive(ctx context.Context, t *Task) error {
	for t.Phase != "finished" {
		switch t.Phase {
		case "", "plan":
			if err := r.plan(ctx, t); err != nil {
				return err
			}
		case "act":
			if err := r.act(ctx, t); err != nil {
				t.Phase = "plan"
				continue
			}
			t.Phase = "finished"
		case "failed":
			return fmt.Errorf("failed")
		}
	}
	return nil
}
