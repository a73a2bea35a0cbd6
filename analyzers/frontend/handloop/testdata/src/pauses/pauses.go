// Package pauses has loops that a handler makes return. It imports no client itself.
package pauses

import (
	"context"
	"errors"
	"fmt"

	"tools"
)

type State struct {
	Step, Answer string
	Status       string
}

var (
	ErrWait = errors.New("waiting")
	ErrDone = errors.New("done")
)

type handler func(context.Context, *State) (string, error)

var client *tools.Client

func work(ctx context.Context, s *State) (string, error) {
	return "ask", client.Call(ctx, "work")
}

func ask(ctx context.Context, s *State) (string, error) {
	if s.Answer == "" {
		return "", fmt.Errorf("ask: %w", ErrWait)
	}
	return "work", nil
}

func stop(ctx context.Context, s *State) (string, error) { return "", ErrDone }

// Sentinel: only ErrWait is asked for.
func Sentinel(ctx context.Context, s *State) error {
	handlers := map[string]handler{"work": work, "ask": ask, "stop": stop}
	for {
		next, err := handlers[s.Step](ctx, s)
		if err == ErrWait || errors.Is(err, ErrWait) {
			return nil
		} else if errors.Is(err, ErrDone) { // the end of a run is no pause
			return nil
		} else if err != nil {
			return err
		}
		s.Step = next
	}
}

// Lost: the step is overwritten before the loop returns, so nobody knows where the run goes on.
func Lost(ctx context.Context, s *State) (err error) {
	handlers := map[string]handler{"work": work, "ask": ask}
	for {
		s.Step, err = handlers[s.Step](ctx, s)
		if errors.Is(err, ErrWait) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func review(ctx context.Context, s *State) (string, error) {
	if s.Answer == "" {
		return "wait", nil
	}
	return "work", client.Call(ctx, "review")
}

func write(ctx context.Context, s *State) (string, error) { return "review", nil }

// Constant: a next step that is none.
func Constant(ctx context.Context, s *State) error {
	handlers := map[string]handler{"work": write, "review": review}
	for s.Step != "" {
		next, err := handlers[s.Step](ctx, s)
		if err != nil {
			return err
		}
		if next == "wait" {
			return nil
		}
		s.Step = next
	}
	return nil
}

func park(ctx context.Context, s *State) (string, error) {
	s.Status = "waiting"
	return "work", nil
}

// perhaps has two ways on, and waits on one: which, is not looked at.
func perhaps(ctx context.Context, s *State) (string, error) {
	s.Status = "waiting"
	if s.Answer != "" {
		return "park", nil
	}
	return "work", nil
}

// Status: a field of the state.
func Status(ctx context.Context, s *State) error {
	handlers := map[string]handler{"work": work, "park": park, "ask": perhaps}
	for s.Step != "" {
		next, err := handlers[s.Step](ctx, s)
		if err != nil {
			return err
		}
		s.Step = next
		if s.Status == "waiting" {
			return nil
		}
	}
	return nil
}
