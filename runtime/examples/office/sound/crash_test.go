package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/examples/internal/model"
	"github.com/skewlint/skewlint/runtime/examples/office/internal/books"
	"github.com/skewlint/skewlint/runtime/mcpgate/ask"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// The crash test runs this test binary as a child that kills itself at a given place, and goes on in its own process.
const (
	childURL  = "OFFICE_CHILD_URL"
	childDir  = "OFFICE_CHILD_DIR"
	childStop = "OFFICE_CHILD_STOP"
)

// patience is for machines that are busy with other tests.
const patience = 3 * time.Minute

// turns is the conversation that is played.
var turns = []string{whoIsMaria, bookTuesday, refundHers}

// watcher is a log handler that keeps the places that the program passes: where a node begins, where a call of a tool has
// ended, where a run waits. With a file it writes them there, for who comes after; at place number stop it ends its
// process for good.
type watcher struct {
	file string
	stop int

	mu     sync.Mutex
	places []string
}

func (*watcher) Enabled(context.Context, slog.Level) bool { return true }
func (w *watcher) WithAttrs([]slog.Attr) slog.Handler     { return w }
func (w *watcher) WithGroup(string) slog.Handler          { return w }

func (w *watcher) Handle(_ context.Context, r slog.Record) error {
	attrs := map[string]string{}
	r.Attrs(func(a slog.Attr) bool {
		attrs[a.Key] = a.Value.String()
		return true
	})
	switch {
	case r.Message == "node":
		return w.pass("node " + attrs["name"])
	case r.Message == "mcp request" && attrs["method"] == "tools/call":
		return w.pass("called " + attrs["tool"])
	}
	return nil
}

func (w *watcher) pass(place string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.places = append(w.places, place)
	if w.file == "" {
		return nil
	}
	f, err := os.OpenFile(w.file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(f, place); err != nil {
		return err
	}
	if err := f.Close(); err != nil || len(w.places) != w.stop {
		return err
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	if err := self.Kill(); err != nil {
		return err
	}
	select {} // the signal is on its way
}

func (w *watcher) count(place string) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.places {
		if p == place {
			n++
		}
	}
	return n
}

// drive plays the turns that the thread has not had yet, from wherever it stands.
func drive(ctx context.Context, p *program, w *watcher) (stategraph.Result, error) {
	res, err := p.engine.Wait(ctx, "t")
	begun := 0
	if errors.Is(err, stategraph.ErrUnknownThread) {
		err = nil
	} else if err == nil {
		begun = 1
	}
	for err == nil {
		if begun > 0 {
			if res, err = p.finish(ctx, res, yes, func(ask.Question, ask.Answers) { err = w.pass("paused") }); err != nil {
				break
			}
			begun = heard(res)
		}
		if begun == len(turns) {
			return res, nil
		}
		res, err = p.start(ctx, "clerk", "t", turns[begun])
		begun = 1
	}
	return res, err
}

// heard counts what the user said.
func heard(res stategraph.Result) (n int) {
	for _, m := range said.Get(res.State) {
		if m.Role == model.User {
			n++
		}
	}
	return n
}

// child is the process that is killed. It returns only if that fails.
func child(url string) {
	ctx, cancel := context.WithTimeout(clara(context.Background()), patience)
	defer cancel()
	dir := os.Getenv(childDir)
	stop, err := strconv.Atoi(os.Getenv(childStop))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	w := &watcher{file: filepath.Join(dir, "places"), stop: stop}
	p, err := open(ctx, url, dir, script(), slog.New(w))
	if err == nil {
		_, err = drive(ctx, p, w)
	}
	fmt.Fprintln(os.Stderr, "not killed:", w.places, err)
}

// emptyStore is the file of an engine that has its tables and nothing else. To make them takes longer than most tests.
var emptyStore = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "office-store-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := filepath.Join(dir, "runs.db")
	e, err := stategraph.Open(context.Background(), stategraph.Options{URL: "sqlite:" + file})
	if err != nil {
		return nil, err
	}
	if err := e.Close(context.Background()); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }()
	// What is still in the log would not be in the copy.
	if _, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
})

// freshStore is a folder with an empty store.
func freshStore(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "runs.db"), must(emptyStore())(t), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// ending is what is compared: the state, the changes in the books and the places that were passed, sorted.
type ending struct {
	state   string
	journal []string
	invoice books.Invoice
	slot    books.Slot
	places  []string
}

// playKilled runs the conversation; when stop is not 0 a child begins, and is killed at that place.
func playKilled(t *testing.T, stop int) ending {
	t.Helper()
	b, d := office(t)
	dir := freshStore(t)
	w := &watcher{file: filepath.Join(dir, "places")}
	if stop > 0 {
		runChild(t, d.URL(), dir, stop)
	}
	ctx, cancel := context.WithTimeout(clara(t.Context()), patience)
	defer cancel()
	res := must(drive(ctx, opened(t, d, dir, script(), w), w))(t)
	places := strings.Split(strings.TrimSpace(string(must(os.ReadFile(w.file))(t))), "\n")
	return ending{
		state:   string(must(res.State.MarshalJSON())(t)),
		journal: must(b.Journal(t.Context()))(t),
		invoice: must(b.Invoice(t.Context(), 2))(t),
		slot:    must(b.Slot(t.Context(), 4))(t),
		places:  places,
	}
}

func runChild(t *testing.T, url, dir string, stop int) {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childURL+"="+url, childDir+"="+dir, fmt.Sprintf("%s=%d", childStop, stop))
	cmd.Stderr = &out
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.Exited() {
		t.Fatalf("the child was not killed: %v\n%s", err, out.String())
	}
}

// TestKilledAtEachStep kills the process at each place that an undisturbed run passes, and expects the same end: the same
// state, the same changes in the books, and no attempt more than the one that was interrupted.
func TestKilledAtEachStep(t *testing.T) {
	want := playKilled(t, 0)
	if len(want.places) < 30 || !reflect.DeepEqual(want.journal, []string{"slot 4 to customer 1", "invoice 2 refunded 7950"}) {
		t.Fatalf("the undisturbed run: %+v", want)
	}
	for i, place := range want.places {
		if testing.Short() && i%6 != 0 {
			continue
		}
		t.Run(fmt.Sprintf("%02d %s", i+1, place), func(t *testing.T) {
			t.Parallel()
			got := playKilled(t, i+1)
			if got.state != want.state || got.invoice != want.invoice || got.slot != want.slot {
				t.Errorf("ended as %s, %+v, %+v\nwant %s, %+v, %+v", got.state, got.invoice, got.slot, want.state, want.invoice, want.slot)
			}
			if !slices.Equal(got.journal, want.journal) {
				t.Errorf("changed %q, want %q", got.journal, want.journal)
			}
			if got, want := nodes(got.places), nodes(append(slices.Clone(want.places), interrupted(want.places[:i+1])...)); !slices.Equal(got, want) {
				t.Errorf("began %q\nwant  %q", got, want)
			}
		})
	}
}

// interrupted is the node that was running at the last of the places: none when the run waited.
func interrupted(places []string) []string {
	for _, p := range slices.Backward(places) {
		if p == "paused" {
			return nil
		}
		if strings.HasPrefix(p, "node ") {
			return []string{p}
		}
	}
	return nil
}

// nodes is the attempts among the places, sorted.
func nodes(places []string) []string {
	out := slices.DeleteFunc(slices.Clone(places), func(p string) bool { return !strings.HasPrefix(p, "node ") })
	slices.Sort(out)
	return out
}
