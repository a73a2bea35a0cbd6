// Agents without a framework: the loop enters at the step that was saved, behind whatever stood
// before it.

package loop

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
)

type Step int

const (
	StepOpen Step = iota
	StepGate
	StepAdd
	StepDone
)

// State is one row of a table.
type State struct {
	ID     string
	Step   Step
	Basket custody.Record
}

type agent struct {
	db   *sql.DB
	shop *mcpgate.Gate
}

func (a *agent) open(ctx context.Context, s *State) (Step, error) {
	rec, err := a.shop.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
	s.Basket = rec
	return StepAdd, err
}

func (a *agent) add(ctx context.Context, s *State) (Step, error) {
	_, err := a.shop.Call(ctx, "add_item", map[string]any{"basket_id": s.Basket.Value}) // want `node "StepAdd" passes handle "Basket" to tool "add_item" unchecked, so a later run may spend a dead one`
	return StepDone, err
}

func (a *agent) load(ctx context.Context, id string) (*State, error) {
	s := &State{ID: id}
	row := a.db.QueryRowContext(ctx, "SELECT step, basket FROM runs WHERE id = $1", id)
	return s, row.Scan(&s.Step, &s.Basket)
}

func (a *agent) save(ctx context.Context, s *State) error {
	_, err := a.db.ExecContext(ctx, "UPDATE runs SET step = $1, basket = $2 WHERE id = $3", s.Step, s.Basket, s.ID)
	return err
}

// Nobody looks at the basket: a run that was saved with it adds to it, whenever that is.
func (a *agent) Run(ctx context.Context, id string) error {
	s, err := a.load(ctx, id)
	if err != nil {
		return err
	}
	if s.Basket.Value != "" {
		s.Step = StepAdd
	}
	for s.Step != StepDone {
		if s.Step, err = a.step(ctx, s); err != nil {
			return err
		}
		if err := a.save(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (a *agent) step(ctx context.Context, s *State) (Step, error) {
	switch s.Step {
	case StepOpen:
		return a.open(ctx, s)
	case StepAdd:
		return a.add(ctx, s)
	}
	return StepDone, fmt.Errorf("no step %d", s.Step)
}
