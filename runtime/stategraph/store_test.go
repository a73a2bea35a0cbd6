package stategraph_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

func TestParkedThreadIsReadableJSON(t *testing.T) {
	dir := storeDir(t)
	big := stategraph.NewField[int64]("big")
	c := compile(t, stategraph.New("order", trail, big).
		AddNode("work", mark("work")).AddNode("ask", asker("go")).
		AddEdge(stategraph.Start, "work").AddEdge("work", "ask"))
	e := openAt(t, storeIn(dir), c)
	const precise = int64(1)<<62 + 1 // lost by anything that decodes into float64
	res := must(t)(e.Start(t.Context(), "order", "thread-7", stategraph.Update{big.Set(precise)}))

	output := query(t, dir, `SELECT output FROM workflow_output WHERE workflow_uuid = 'thread-7/1'`)
	var stored struct {
		State struct {
			Big   int64
			Trail []string
		}
		Activations []struct {
			Node    string
			Outcome struct {
				Asks []struct {
					Key string
					Ask any
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(output), &stored); err != nil {
		t.Fatalf("%v in %s", err, output)
	}
	if stored.State.Big != precise || len(stored.State.Trail) != 1 || stored.Activations[0].Outcome.Asks[0].Key != "go" {
		t.Errorf("stored %s", output)
	}
	step := query(t, dir, `SELECT output FROM operation_outputs WHERE workflow_uuid = 'thread-7/1' AND function_name = 'work'`)
	if want := `{"node":"work","writes":[{"field":"trail","value":["work"]}],"goto":["ask"]}`; step != want {
		t.Errorf("step %s\nwant %s", step, want)
	}
	res = must(t)(e.Resume(t.Context(), "thread-7", res.Pauses[0].ID, "a<b"))
	if big.Get(res.State) != precise {
		t.Errorf("after a resume the number is %d, want %d", big.Get(res.State), precise)
	}
	input := query(t, dir, `SELECT inputs FROM workflow_input WHERE workflow_uuid = 'thread-7/2'`)
	if !json.Valid([]byte(input)) || !strings.Contains(input, `"answered":"2.ask:go"`) {
		t.Errorf("input %s", input)
	}
}

// query reads one text from the SQLite file behind the engine's back.
func query(t *testing.T, dir, q string) string {
	t.Helper()
	db, err := sql.Open("sqlite", dir+"/graph.db")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var out string
	if err := db.QueryRow(q).Scan(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestParkedThreadsAreNoGoroutines(t *testing.T) {
	e := open(t, gateGraph(t))
	must(t)(e.Start(t.Context(), "gate", "warm", nil))
	time.Sleep(50 * time.Millisecond)
	before := runtime.NumGoroutine()
	for i := range 20 {
		must(t)(e.Start(t.Context(), "gate", "t"+string(rune('A'+i)), nil))
	}
	time.Sleep(50 * time.Millisecond)
	if after := runtime.NumGoroutine(); after > before+10 {
		t.Errorf("%d goroutines before, %d with 20 parked threads", before, after)
	}
}

func TestManyTurnsOnOneThread(t *testing.T) {
	c := compile(t, stategraph.New("turns", total).AddNode("n", set0).AddEdge(stategraph.Start, "n"))
	e := open(t, c)
	var res stategraph.Result
	for range 40 { // beyond what one look-up sees
		res = must(t)(e.Start(t.Context(), "turns", "t", stategraph.Update{total.Set(1)}))
	}
	if total.Get(res.State) != 40 {
		t.Errorf("total %d, want 40", total.Get(res.State))
	}
	if got := must(t)(e.Wait(t.Context(), "t")); total.Get(got.State) != 40 {
		t.Errorf("Wait sees %d, want 40", total.Get(got.State))
	}
}

func TestEngineIsSilent(t *testing.T) {
	stdout, stderr := os.Stdout, os.Stderr
	defer func() { os.Stdout, os.Stderr = stdout, stderr }()
	f, err := os.CreateTemp(t.TempDir(), "out")
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout, os.Stderr = f, f
	e, err := stategraph.Open(t.Context(), storeIn(t.TempDir()), gateGraph(t))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = e.Start(t.Context(), "gate", "t", nil)
	_ = e.Close(t.Context())
	if st, _ := f.Stat(); st.Size() > 0 {
		b, _ := os.ReadFile(f.Name())
		t.Errorf("the engine printed %s", b)
	}
}

func TestChangedGraphIsNoticed(t *testing.T) {
	opts := storeIn(storeDir(t))
	e := openAt(t, opts, gateGraph(t))
	res := must(t)(e.Start(t.Context(), "gate", "t", nil))
	other := stategraph.NewField("trail", stategraph.WithReducer(stategraph.Append[int]))
	opts.ExecutorID = "new"
	later := openAt(t, opts, compile(t, stategraph.New("gate", other).
		AddNode("gate", set0).AddEdge(stategraph.Start, "gate")))
	_, err := later.Resume(t.Context(), "t", res.Pauses[0].ID, "x")
	wantText(t, err, `field "trail" does not decode`, `parked at "work"`)
}

// TestRunWithoutItsGraphIsNotLost recovers a run in a process that does not
// have the graph, which only happens when Options.Version is set by hand.
func TestRunWithoutItsGraphIsNotLost(t *testing.T) {
	opts := storeIn(storeDir(t))
	opts.Version = "pinned"
	entered := make(chan struct{})
	var once sync.Once
	c := compile(t, stategraph.New("g", trail).
		AddNode("n", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
			first := false
			once.Do(func() { first = true; close(entered); <-ctx.Done() })
			if first {
				return nil, ctx.Err()
			}
			return mark("n")(ctx, s)
		}).AddEdge(stategraph.Start, "n"))
	closing := func(e *stategraph.Engine) {
		if err := e.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	e, err := stategraph.Open(t.Context(), opts, c)
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = e.Start(t.Context(), "g", "t", nil) }()
	<-entered
	closing(e)

	if e, err = stategraph.Open(t.Context(), opts); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Wait(t.Context(), "t"); !errors.Is(err, stategraph.ErrUnknownGraph) {
		t.Errorf("Wait without the graph: %v", err)
	}
	closing(e)

	e = openAt(t, opts, c)
	_, err = e.Wait(t.Context(), "t")
	wantText(t, err, "the run cannot go on", `unknown graph "g"`)
	wantTrail(t, must(t)(e.Retry(t.Context(), "t")), "n")
}
