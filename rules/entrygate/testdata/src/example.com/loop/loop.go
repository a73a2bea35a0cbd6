// Package loop keeps a basket in agents without a framework: hand-written loops over the name of a
// step, whose state is a file.
package loop

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
)

// State is saved between steps.
type State struct {
	Step    string
	Basket  custody.Record
	Answer  string
	Waiting bool
}

// ErrWait parks a run until somebody has answered.
var ErrWait = errors.New("waiting for an answer")

type handler func(ctx context.Context, s *State) (next string, err error)

var server *mcpgate.Gate

func load(path string) (*State, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s := &State{}
	return s, json.Unmarshal(b, s)
}

func (s *State) save(path string) error {
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o600)
}

// gate checks the basket.
func gate(ctx context.Context, s *State) (string, error) {
	res := custody.Check(ctx, s.Basket, server.Probe("get_basket", "basket_id"))
	if res.Verdict != custody.OK {
		return "end", nil
	}
	return "ask", nil
}

// ask parks the run until there is an answer.
func ask(ctx context.Context, s *State) (string, error) {
	if s.Answer == "" {
		return "", ErrWait
	}
	return "add", nil
}
