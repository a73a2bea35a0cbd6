// The twin: the step that spends the basket looks at it first.

package loop

import (
	"context"
	"fmt"

	"github.com/skewlint/skewlint/runtime/custody"
)

// The twin of agent: the step that spends the basket looks at it first, in a helper.
type careful struct{ agent }

func (a *careful) check(ctx context.Context, rec custody.Record) custody.Verdict {
	return custody.Check(ctx, rec, a.shop.Probe("get_basket", "basket_id")).Verdict
}

func (a *careful) add(ctx context.Context, s *State) (Step, error) {
	if a.check(ctx, s.Basket) != custody.OK {
		return StepOpen, nil
	}
	_, err := a.shop.Call(ctx, "add_item", map[string]any{"basket_id": s.Basket.Value})
	return StepDone, err
}

func (a *careful) Run(ctx context.Context, id string) error {
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

func (a *careful) step(ctx context.Context, s *State) (Step, error) {
	switch s.Step {
	case StepOpen:
		return a.open(ctx, s)
	case StepAdd:
		return a.add(ctx, s)
	}
	return StepDone, fmt.Errorf("no step %d", s.Step)
}
