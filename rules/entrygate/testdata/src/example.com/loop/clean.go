// The twins: the run goes back to the gate, or goes on behind nothing.

package loop

import (
	"context"
	"errors"

	"github.com/skewlint/skewlint/runtime/custody"
)

func addUnchecked(ctx context.Context, s *State) (string, error) {
	_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": s.Basket.Value})
	return "end", err
}

func askFirst(ctx context.Context, s *State) (string, error) {
	if s.Answer == "" {
		return "", ErrWait
	}
	return "gate", nil
}

func gateLast(ctx context.Context, s *State) (string, error) {
	if custody.Check(ctx, s.Basket, server.Probe("get_basket", "basket_id")).Verdict != custody.OK {
		return "end", nil
	}
	return "add", nil
}

// The gate comes behind the pause, so every run that goes on passes it.
func gateBehindThePause(ctx context.Context, path string) error {
	s, err := load(path)
	if err != nil {
		return err
	}
	if s.Step == "" {
		s.Step = "ask"
	}
	handlers := map[string]handler{"ask": askFirst, "gate": gateLast, "add": addUnchecked}
	for s.Step != "end" {
		next, err := handlers[s.Step](ctx, s)
		if errors.Is(err, ErrWait) {
			return s.save(path)
		}
		if err != nil {
			return err
		}
		s.Step = next
	}
	return s.save(path)
}

// Nothing is saved, so no run goes on.
func neverSaved(ctx context.Context) error {
	s := &State{Step: "gate"}
	handlers := map[string]handler{"gate": gate, "ask": ask, "add": addUnchecked}
	for s.Step != "end" {
		next, err := handlers[s.Step](ctx, s)
		if errors.Is(err, ErrWait) {
			return nil
		}
		if err != nil {
			return err
		}
		s.Step = next
	}
	return nil
}

// Every run begins with the gate: the step is no part of what is saved.
func fromTheStart(ctx context.Context, path string) error {
	s, err := load(path)
	if err != nil {
		return err
	}
	handlers := map[string]handler{"gate": gate, "ask": ask, "add": addUnchecked}
	for step := "gate"; step != "end"; {
		next, err := handlers[step](ctx, s)
		if errors.Is(err, ErrWait) {
			return s.save(path)
		}
		if err != nil {
			return err
		}
		step = next
		if err := s.save(path); err != nil {
			return err
		}
	}
	return nil
}
