package stategraph_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// The fields that the graphs of these tests are made of.
var (
	count = stategraph.NewField[int]("count")
	text  = stategraph.NewField[string]("text")
	item  = stategraph.NewField[int]("item")
	trail = stategraph.NewField("trail", stategraph.WithReducer(stategraph.Append[string]))
	total = stategraph.NewField("total", stategraph.WithReducer(func(old, add int) int { return old + add }))
)

// mark is a node that adds its name to the trail.
func mark(name string) stategraph.NodeFunc {
	return func(context.Context, stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{trail.Set([]string{name})}, nil
	}
}

// asker is a node that asks one question and appends the answer.
func asker(key string) stategraph.NodeFunc {
	return func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
		a, err := stategraph.Interrupt[string](ctx, key, map[string]string{"question": key})
		if err != nil {
			return nil, err
		}
		return stategraph.Update{trail.Set([]string{key + "=" + a})}, nil
	}
}

func compile(t testing.TB, g *stategraph.Graph, opts ...stategraph.CompileOption) *stategraph.Compiled {
	t.Helper()
	c, err := g.Compile(opts...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// emptyStore is a SQLite file that has the tables of DBOS and nothing else.
// Sixty migrations take longer than most tests here; they run once.
var emptyStore = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "stategraph")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	e, err := stategraph.Open(context.Background(), storeIn(dir))
	if err != nil {
		return nil, err
	}
	if err := e.Close(context.Background()); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "graph.db")
	db, err := sql.Open("sqlite", file)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	// What is still in the log would not be in the copy.
	if _, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
})

// storeDir makes a directory with a store of its own.
func storeDir(t testing.TB) string {
	t.Helper()
	b, err := emptyStore()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "graph.db"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func storeIn(dir string) stategraph.Options {
	return stategraph.Options{URL: "sqlite:" + filepath.Join(dir, "graph.db")}
}

func storeURL(t testing.TB) string { return storeIn(storeDir(t)).URL }

// open starts an engine on a new store that is closed with the test.
func open(t testing.TB, graphs ...*stategraph.Compiled) *stategraph.Engine {
	t.Helper()
	return openAt(t, stategraph.Options{URL: storeURL(t)}, graphs...)
}

func openAt(t testing.TB, opts stategraph.Options, graphs ...*stategraph.Compiled) *stategraph.Engine {
	t.Helper()
	e, err := stategraph.Open(t.Context(), opts, graphs...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := e.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return e
}

func wantRan(t *testing.T, res stategraph.Result, want ...string) {
	t.Helper()
	if !slices.Equal(res.Ran, want) {
		t.Errorf("ran %q, want %q", res.Ran, want)
	}
}

func wantTrail(t *testing.T, res stategraph.Result, want ...string) {
	t.Helper()
	if got := trail.Get(res.State); !slices.Equal(got, want) {
		t.Errorf("trail is %q, want %q", got, want)
	}
}

func wantPauses(t *testing.T, res stategraph.Result, nodes ...string) {
	t.Helper()
	var got []string
	for _, p := range res.Pauses {
		got = append(got, p.Node)
	}
	if !slices.Equal(got, nodes) {
		t.Errorf("paused at %q, want %q", got, nodes)
	}
	if res.Done != (len(nodes) == 0) {
		t.Errorf("done is %t with pauses at %q", res.Done, got)
	}
}

func wantText(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", parts)
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("error %q lacks %q", err, p)
		}
	}
}

// must fails the test on an error of a call that returns a Result.
func must(t testing.TB) func(stategraph.Result, error) stategraph.Result {
	return func(res stategraph.Result, err error) stategraph.Result {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
}

// set0 is a node that writes nothing.
func set0(context.Context, stategraph.State) (stategraph.Update, error) { return nil, nil }
