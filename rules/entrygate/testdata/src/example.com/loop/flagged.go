// A handler parks the run, and the run goes on there, behind the gate.

package loop

import (
	"context"
	"errors"
)

func addAfterAsk(ctx context.Context, s *State) (string, error) {
	_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": s.Basket.Value}) // want `node "add" spends handle "Basket" that only node "gate" checks, and a resume enters at "ask", behind the check`
	return "end", err
}

// The sentinel ends the program; the next one begins with the step that was saved.
func sentinel(ctx context.Context, path string) error {
	s, err := load(path)
	if err != nil {
		return err
	}
	if s.Step == "" {
		s.Step = "gate"
	}
	handlers := map[string]handler{"gate": gate, "ask": ask, "add": addAfterAsk}
	for s.Step != "end" {
		next, err := handlers[s.Step](ctx, s)
		if errors.Is(err, ErrWait) {
			return s.save(path)
		}
		if err != nil {
			return err
		}
		s.Step = next
		if err := s.save(path); err != nil {
			return err
		}
	}
	return nil
}

func waitBehind(ctx context.Context, s *State) (string, error) {
	s.Waiting = true
	return "add", nil
}

func addAfterWait(ctx context.Context, s *State) (string, error) {
	_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": s.Basket.Value}) // want `node "add" spends handle "Basket" that only node "gate" checks, and a resume enters there, behind the check`
	return "end", err
}

// A field of the state says that the run waits; it goes on at the next step.
func status(ctx context.Context, path string) error {
	s, err := load(path)
	if err != nil {
		return err
	}
	s.Waiting = false
	if s.Step == "" {
		s.Step = "gate"
	}
	for {
		var next string
		switch s.Step {
		case "gate":
			next, err = gate(ctx, s)
		case "ask":
			next, err = waitBehind(ctx, s)
		case "add":
			next, err = addAfterWait(ctx, s)
		default:
			return nil
		}
		if err != nil {
			return err
		}
		s.Step = next
		if err := s.save(path); err != nil {
			return err
		}
		if s.Waiting {
			return nil
		}
	}
}
