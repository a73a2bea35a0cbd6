package stategraph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"time"
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
func Interrupt[A any](ctx context.Context, key string, ask any, opts ...InterruptOption) (A, error) {
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
	var cfg interruptConfig
	for _, opt := range opts {
		if opt != nil {
			opt(&cfg)
		}
	}
	var zero A
	if err := cfg.check(key, &zero); err != nil {
		rec.misuse(err)
		return zero, err
	}
	zero = *new(A)
	return zero, rec.pause(key, ask, refused, cfg)
}

// InterruptOption configures an [Interrupt].
type InterruptOption func(*interruptConfig)

type interruptConfig struct {
	after    time.Duration
	answer   any
	expires  bool
	expired  json.RawMessage // answer
	deadline int64
}

// ExpiresAfter gives a pause a deadline: when nobody has answered until then,
// [Engine.Expire] resumes the run with answer, which must decode into the type
// that Interrupt asks for. The deadline is reckoned from the first time that the
// node asks, by the clock of its process, and stays when the node asks again
// because another of its pauses was answered. Nothing happens by itself: some
// process has to call Expire. An answer that comes late but before Expire counts.
func ExpiresAfter(d time.Duration, answer any) InterruptOption {
	return func(c *interruptConfig) { c.after, c.answer, c.expires = d, answer, true }
}

// check encodes the answer for the deadline and tries it on into.
func (c *interruptConfig) check(key string, into any) (err error) {
	if !c.expires {
		return nil
	}
	if c.expired, err = json.Marshal(c.answer); err == nil {
		err = json.Unmarshal(c.expired, into)
	}
	if err != nil {
		return fmt.Errorf("stategraph: Interrupt %q: the answer of ExpiresAfter does not decode into %s: %w", key, reflect.TypeOf(into).Elem(), err)
	}
	c.deadline = time.Now().Add(c.after).UnixMilli()
	return nil
}

// Resumed reports whether this activation re-enters its node after one of the
// node's pauses was answered.
func Resumed(ctx context.Context) bool {
	rec, _ := ctx.Value(recallKey{}).(*recall)
	return rec != nil && len(rec.answers) > 0
}

// Answer looks for the answer to the pause of that key without pausing: ok is
// true when this activation has one that decodes into A. It is for calls that go
// on from an answer and must not ask again to find it, such as the second round
// of a dialogue with a server. Unlike [Interrupt] it may be called any number of
// times with one key, and it does not refuse an answer: one that does not decode
// is as if there were none, and the Interrupt that follows refuses it. Outside of
// a node there are no answers.
func Answer[A any](ctx context.Context, key string) (answer A, ok bool) {
	rec, _ := ctx.Value(recallKey{}).(*recall)
	if rec == nil {
		return answer, false
	}
	raw, ok := rec.answers[key] // not changed during the visit
	if !ok {
		return answer, false
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		var zero A
		return zero, false
	}
	return answer, true
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
	Due     int64           `json:"due,omitempty"`     // deadline, Unix milliseconds
	Expired json.RawMessage `json:"expired,omitempty"` // the answer once it has passed
}

type recallKey struct{}

// recall is what one activation remembers of its pauses: the answers that came
// in before, and the questions that this visit adds.
type recall struct {
	answers map[string]json.RawMessage // not changed during the visit
	dues    map[string]int64           // of earlier visits, not changed either

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

func (r *recall) misuse(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = errors.Join(r.err, err)
}

func (r *recall) pause(key string, question any, refused string, cfg interruptConfig) error {
	raw, err := json.Marshal(question)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.err = errors.Join(r.err, fmt.Errorf("stategraph: what Interrupt %q asks: %w", key, err))
		return r.err
	}
	q := ask{Key: key, Ask: raw, Refused: refused, Due: cfg.deadline, Expired: cfg.expired}
	if due := r.dues[key]; due > 0 && q.Due > 0 {
		q.Due = due
	}
	r.asks = append(r.asks, q)
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
