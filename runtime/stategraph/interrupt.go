package stategraph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
)

// Interrupt pauses the run until a human has answered.
//
// On the first visit it returns an error that the node must return, unchanged
// or wrapped with %w; the run then ends with a [Pause] that shows ask (as
// JSON), and the node's writes are dropped. When [Engine.Resume] brings an
// answer, the node runs again from its first line and Interrupt returns the
// answer. Whatever the node did to the world before Interrupt happens again.
//
// The key tells several pauses of one node apart; it must not repeat within one
// visit. With two Interrupts in a row the first returns its recorded answer
// while the second pauses. An answer that does not decode into A is refused
// with an [*AnswerError] and the pause stays.
func Interrupt[A any](ctx context.Context, key string, ask any) (A, error) {
	var answer A
	rec, _ := ctx.Value(recallKey{}).(*recall)
	if rec == nil {
		return answer, errors.New("stategraph: Interrupt outside of a node, or with another context than the node's")
	}
	raw, ok, err := rec.visit(key)
	if err != nil {
		return answer, err
	}
	refused := ""
	if ok {
		err := json.Unmarshal(raw, &answer)
		if err == nil {
			return answer, nil
		}
		refused = fmt.Sprintf("does not decode into %T: %v", answer, err)
	}
	var zero A
	return zero, rec.pause(key, ask, refused)
}

// Resumed reports whether this activation re-enters its node after one of the
// node's pauses was answered.
func Resumed(ctx context.Context) bool {
	rec, _ := ctx.Value(recallKey{}).(*recall)
	return rec != nil && len(rec.answers) > 0
}

// IsPause reports whether err is, or wraps, the error of an [Interrupt] that
// paused. A node that handles errors in general must let these pass.
func IsPause(err error) bool {
	var p *pauseError
	return errors.As(err, &p)
}

type pauseError struct{ key string }

func (e *pauseError) Error() string {
	return fmt.Sprintf("stategraph: paused for an answer to %q", e.key)
}

// ask is one question as it is stored.
type ask struct {
	Key     string          `json:"key"`
	Ask     json.RawMessage `json:"ask"`
	Refused string          `json:"refused,omitempty"` // why the last answer was not taken
}

type recallKey struct{}

// recall is what one activation remembers of its pauses: the answers that came
// in before, and the questions that this visit adds.
type recall struct {
	answers map[string]json.RawMessage // not changed during the visit

	mu   sync.Mutex
	seen map[string]bool
	asks []ask
	err  error // a misuse, which must not depend on what the node returns
}

// visit marks the key as used and returns its recorded answer.
func (r *recall) visit(key string) (json.RawMessage, bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if key == "" || r.seen[key] {
		err := fmt.Errorf("stategraph: Interrupt key %q is empty or used twice in one visit", key)
		r.err = errors.Join(r.err, err)
		return nil, false, err
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[key] = true
	raw, ok := r.answers[key]
	return raw, ok, nil
}

func (r *recall) pause(key string, question any, refused string) error {
	raw, err := json.Marshal(question)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.err = errors.Join(r.err, fmt.Errorf("stategraph: what Interrupt %q asks: %w", key, err))
		return r.err
	}
	r.asks = append(r.asks, ask{Key: key, Ask: raw, Refused: refused})
	return &pauseError{key: key}
}

// misused reports that verdict's error is not the node's own.
func (r *recall) misused() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err != nil || len(r.asks) > 0
}

// verdict decides what the return value of a node means for its pauses. It
// returns the questions, or an error for a node that must fail.
func (r *recall) verdict(err error) ([]ask, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.err != nil:
		return nil, r.err
	case len(r.asks) == 0:
		return nil, err
	case IsPause(err):
		return r.asks, nil
	case err == nil:
		return nil, fmt.Errorf("key %q: %w", r.asks[0].Key, ErrPauseLost)
	}
	return nil, fmt.Errorf("key %q: %w (the node returned: %w)", r.asks[0].Key, ErrPauseLost, err)
}
