package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/skewlint/skewlint/runtime/examples/internal/model"
	"github.com/skewlint/skewlint/runtime/examples/research/internal/analyst"
	"github.com/skewlint/skewlint/runtime/examples/research/internal/world"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// TestMain lets the test binary play the second process, as the program does. No test talks to a model of the environment.
func TestMain(m *testing.M) {
	if err := os.Unsetenv(model.EnvURL); err != nil {
		panic(err)
	}
	if part, ok := partOfChild(); ok {
		fmt.Fprintln(os.Stderr, part.play(context.Background()))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func startWorld(t *testing.T) *world.World {
	t.Helper()
	w, err := world.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// openOn opens a program on a world; change may be nil.
func openOn(t *testing.T, w *world.World, dir, file string, change func(*config)) *program {
	t.Helper()
	cfg, err := configured(w.URL(), dir, file)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&cfg)
	}
	p, err := open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return p
}

// fresh is a world and a program on it.
func fresh(t *testing.T) (*world.World, *program) {
	t.Helper()
	w := startWorld(t)
	return w, openOn(t, w, t.TempDir(), "test.db", nil)
}

func must(t *testing.T) func(stategraph.Result, error) stategraph.Result {
	return func(res stategraph.Result, err error) stategraph.Result {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
}

func asJSON(t *testing.T, s stategraph.State) string {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func wantRan(t *testing.T, res stategraph.Result, want string) {
	t.Helper()
	if got := strings.Join(res.Ran, " "); got != want {
		t.Errorf("ran  %s\nwant %s", got, want)
	}
}

// spy is the script, and keeps what it was told.
type spy struct {
	analyst.Script
	mu   sync.Mutex
	said []model.Message
}

func (s *spy) Complete(ctx context.Context, said []model.Message, tools []mcpgate.Definition) (model.Message, error) {
	s.mu.Lock()
	s.said = append(s.said, said...)
	s.mu.Unlock()
	return s.Script.Complete(ctx, said, tools)
}
