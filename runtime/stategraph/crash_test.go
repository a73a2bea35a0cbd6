package stategraph_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// The crash tests run this test binary as a child that stops at a given place,
// kill it there with SIGKILL, and go on with an engine of their own.
const (
	childDir   = "STATEGRAPH_CHILD_DIR"
	childStop  = "STATEGRAPH_CHILD_STOP"
	childGraph = "STATEGRAPH_CHILD_GRAPH" // default: crash
	childURL   = "STATEGRAPH_CHILD_URL"   // default: the SQLite file in the directory
)

// shortLease is a store whose dead are noticed soon.
func shortLease(dir string) stategraph.Options {
	opts := storeIn(dir)
	if url := os.Getenv(childURL); url != "" {
		opts.URL = url
	}
	opts.Lease = time.Second
	return opts
}

// probe logs what runs to a file that both processes share.
type probe struct {
	dir  string
	stop string // the place where this process stops for good
}

func (p probe) at(place string) {
	f, err := os.OpenFile(filepath.Join(p.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(f, place)
	f.Close()
	if p.stop != place {
		return
	}
	time.Sleep(200 * time.Millisecond) // let parallel nodes be recorded
	fmt.Println("STOPPED")
	select {}
}

func (p probe) node(name string) stategraph.NodeFunc {
	return func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
		p.at(name)
		who, _ := custody.Principal(ctx)
		return stategraph.Update{trail.Set([]string{name + ":" + who})}, nil
	}
}

func (p probe) asker(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
	if stategraph.Resumed(ctx) {
		p.at("ask again")
	} else {
		p.at("ask")
	}
	a, err := stategraph.Interrupt[string](ctx, "k", nil)
	if err != nil {
		return nil, err
	}
	return stategraph.Update{trail.Set([]string{"ask=" + a})}, nil
}

// graph is a -> b, side -> ask -> sub(x -> y) -> w, w, w -> last. The reducer
// of gate runs between two steps: after a is recorded, before b and side start.
func (p probe) graph(t testing.TB) *stategraph.Compiled {
	gate := stategraph.NewField("gate", stategraph.WithReducer(func(_, n int) int {
		p.at("merge")
		return n
	}))
	a := func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		u, err := p.node("a")(ctx, s)
		return append(u, gate.Set(1)), err
	}
	split := func(context.Context, stategraph.State) ([]stategraph.Update, error) {
		return []stategraph.Update{{item.Set(0)}, {item.Set(1)}, {item.Set(2)}}, nil
	}
	w := func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return p.node(fmt.Sprintf("w%d", item.Get(s)))(ctx, s)
	}
	sub := stategraph.New("inner", trail).AddNode("x", p.node("x")).AddNode("y", p.node("y")).
		AddEdge(stategraph.Start, "x").AddEdge("x", "y")
	return compile(t, stategraph.New("crash", trail, item, gate).
		AddNode("a", a).AddNode("b", p.node("b")).AddNode("side", p.node("side")).AddNode("ask", p.asker).
		AddSubgraph("sub", sub).AddNode("w", w).AddNode("last", p.node("last")).
		AddEdge(stategraph.Start, "a").AddEdge("a", "b").AddEdge("a", "side").
		AddEdge("b", "ask").AddEdge("side", "ask").AddEdge("ask", "sub").
		AddFanOut("sub", split, "w").AddEdge("w", "last"))
}

// turn runs the thread to its end, whatever it needs.
func turn(ctx context.Context, e *stategraph.Engine) (stategraph.Result, error) {
	res, err := e.Wait(ctx, "t")
	if errors.Is(err, stategraph.ErrUnknownThread) {
		res, err = e.Start(ctx, "crash", "t", nil)
	}
	for err == nil && len(res.Pauses) > 0 {
		if os.Getenv(childStop) == "paused" {
			fmt.Println("STOPPED")
			select {}
		}
		res, err = e.Resume(ctx, "t", res.Pauses[0].ID, "yes")
	}
	return res, err
}

// TestChild is not a test: it is the child process.
func TestChild(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		t.Skip("only runs as a child of the crash tests")
	}
	p := probe{dir: dir, stop: os.Getenv(childStop)}
	if os.Getenv(childGraph) == "shared" {
		many(t, dir)
		return
	}
	e := openAt(t, shortLease(dir), p.graph(t), p.failing(t), p.asking(t))
	switch name := os.Getenv(childGraph); name {
	case "":
	case "asking":
		must(t)(e.Start(t.Context(), name, "t", nil))
		if p.stop == "a fork" {
			_, _ = e.Fork(t.Context(), "t", "1.0", "f", stategraph.Update{text.Set("fork")})
		}
		_, _ = e.Expire(t.Context())
		return
	default:
		_, _ = e.Start(t.Context(), name, "t", nil)
		return
	}
	must(t)(turn(custody.WithPrincipal(t.Context(), "ann"), e))
}

// many starts threads until all of them wait in their second node.
func many(t *testing.T, dir string) {
	const n = 12
	e := openAt(t, shortLease(dir), shared(t, dir, n))
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			name := fmt.Sprint("theirs", i)
			_, _ = e.Start(t.Context(), "shared", name, stategraph.Update{text.Set(name)})
		})
	}
	wg.Wait()
}

// shared is a -> b. In the process that is to die b waits, after hold of them
// the process says that it may be killed.
func shared(t testing.TB, dir string, hold int) *stategraph.Compiled {
	p := probe{dir: dir, stop: "never"}
	var mu sync.Mutex
	waiting := 0
	node := func(name string) stategraph.NodeFunc {
		return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
			thread := text.Get(s)
			p.at(name + " " + thread)
			if name == "b" && hold > 0 {
				mu.Lock()
				if waiting++; waiting == hold {
					fmt.Println("STOPPED")
				}
				mu.Unlock()
				select {}
			}
			return stategraph.Update{trail.Set([]string{name + " " + thread})}, nil
		}
	}
	return compile(t, stategraph.New("shared", trail, text).AddNode("a", node("a")).AddNode("b", node("b")).
		AddEdge(stategraph.Start, "a").AddEdge("a", "b"))
}

// failing is a node whose attempts all fail, and that may fail three times.
func (p probe) failing(t testing.TB) *stategraph.Compiled {
	policy := quick(3)
	policy.Initial = 20 * time.Millisecond
	return compile(t, stategraph.New("failing", trail).
		AddNode("first", p.node("first")).
		AddNode("n", func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
			n, of := stategraph.Attempt(ctx)
			p.at(fmt.Sprintf("attempt %d of %d", n, of))
			return nil, errBusy
		}, stategraph.Retry(policy)).
		AddEdge(stategraph.Start, "first").AddEdge("first", "n"))
}

// asking is a -> ask, whose deadline is over at once -> last. Its nodes log the
// text of the thread behind their names.
func (p probe) asking(t testing.TB) *stategraph.Compiled {
	node := func(name string) stategraph.NodeFunc {
		return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
			p.at(name + text.Get(s))
			return mark(name)(ctx, s)
		}
	}
	return compile(t, stategraph.New("asking", trail, text).
		AddNode("a", node("a ")).AddNode("n", approval(-time.Second)).AddNode("last", node("last ")).
		AddEdge(stategraph.Start, "a").AddEdge("a", "n").AddEdge("n", "last"))
}

// TestKilledWhileExpiring dies behind the answer that a sweep has given: it is
// given once.
func TestKilledWhileExpiring(t *testing.T) {
	t.Parallel()
	dir := storeDir(t)
	crash(t, dir, "last ", childGraph+"=asking")
	p := probe{dir: dir}
	e := openAt(t, shortLease(dir), p.graph(t), p.failing(t), p.asking(t))
	wantTrail(t, must(t)(e.Wait(t.Context(), "t")), "a ", "expired", "last ")
	if n, err := e.Expire(t.Context()); n != 0 || err != nil {
		t.Errorf("a second sweep answered %d, %v", n, err)
	}
}

// TestKilledInAFork dies in the first node of a fork: the fork goes on, and the
// thread that it came from is as it was.
func TestKilledInAFork(t *testing.T) {
	t.Parallel()
	dir := storeDir(t)
	crash(t, dir, "a fork", childGraph+"=asking")
	p := probe{dir: dir}
	e := openAt(t, shortLease(dir), p.graph(t), p.failing(t), p.asking(t))
	wantPauses(t, must(t)(e.Wait(t.Context(), "f")), "n")
	wantLines(t, lines(t, e, "f"), "1.0 #0  > +0 ", "1.1 #1 a >n +1 a ")
	wantPauses(t, must(t)(e.Wait(t.Context(), "t")), "n")
	if n, err := e.Expire(t.Context()); n != 2 || err != nil {
		t.Errorf("the sweep answered %d, %v; want both threads", n, err)
	}
}

// TestKilledBetweenAttempts counts on: what failed before the crash has failed,
// the attempt that the crash interrupted has not.
func TestKilledBetweenAttempts(t *testing.T) {
	t.Parallel()
	dir := storeDir(t)
	crash(t, dir, "attempt 2 of 3", childGraph+"=failing")
	p := probe{dir: dir}
	e := openAt(t, shortLease(dir), p.graph(t), p.failing(t), p.asking(t))
	_, err := e.Wait(t.Context(), "t")
	var ne *stategraph.NodeError
	if !errors.As(err, &ne) || ne.Attempts != 3 || ne.Kind != stategraph.KindTransient {
		t.Fatalf("got %v, want a failure after 3 attempts", err)
	}
	want := []string{"attempt 1 of 3", "attempt 2 of 3", "attempt 2 of 3", "attempt 3 of 3", "first"}
	if got := nodesLogged(t, dir); !slices.Equal(got, want) {
		t.Errorf("ran %q\nwant %q", got, want)
	}
	if n := query(t, dir, "SELECT count(*) FROM stategraph_attempts"); n != "0" {
		t.Errorf("%s counts are left behind", n)
	}
}

// TestCancelReachesTheRunOfADeadProcess orders the end of a run that nobody
// works on; whoever recovers it obeys.
func TestCancelReachesTheRunOfADeadProcess(t *testing.T) {
	t.Parallel()
	dir := storeDir(t)
	crash(t, dir, "first", childGraph+"=failing")
	p := probe{dir: dir}
	other := shortLease(dir)
	other.Version = "does not recover the run"
	if err := openAt(t, other, p.failing(t)).Cancel(t.Context(), "t", "late"); err != nil {
		t.Fatal(err)
	}
	e := openAt(t, shortLease(dir), p.graph(t), p.failing(t), p.asking(t))
	if _, err := e.Wait(t.Context(), "t"); !errors.Is(err, stategraph.ErrCancelled) {
		t.Errorf("got %v", err)
	}
}

// crash runs the child until it has stopped at the place, and kills it.
func crash(t *testing.T, dir, place string, env ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestChild$", "-test.v")
	cmd.Env = append(append(os.Environ(), childDir+"="+dir, childStop+"="+place), env...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var seen []string
	for sc := bufio.NewScanner(out); sc.Scan(); {
		if sc.Text() == "STOPPED" {
			_ = cmd.Process.Kill() // SIGKILL: nothing is cleaned up
			_ = cmd.Wait()
			return
		}
		seen = append(seen, sc.Text())
	}
	_ = cmd.Wait()
	t.Fatalf("the child did not stop at %q:\n%s", place, strings.Join(seen, "\n"))
}

func TestKilledProcess(t *testing.T) {
	once := []string{"a", "ask", "ask again", "b", "last", "side", "w0", "w1", "w2", "x", "y"}
	for _, place := range []string{"a", "merge", "b", "paused", "ask", "ask again", "x", "y", "w1", "last"} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			dir := storeDir(t)
			crash(t, dir, place)
			p := probe{dir: dir}
			e := openAt(t, shortLease(dir), p.graph(t), p.failing(t), p.asking(t))
			res := must(t)(turn(custody.WithPrincipal(t.Context(), "ann"), e))
			wantTrail(t, res, "a:ann", "b:ann", "side:ann", "ask=yes", "x:ann", "y:ann",
				"w0:ann", "w1:ann", "w2:ann", "last:ann")
			want := slices.Clone(once)
			if slices.Contains(once, place) {
				want = append(want, place) // the interrupted node, and no other, ran again
			}
			slices.Sort(want)
			if got := nodesLogged(t, dir); !slices.Equal(got, want) {
				t.Errorf("ran %q\nwant %q", got, want)
			}
			wantHistory(t, e)
		})
	}
}

// wantHistory compares the past of a thread that was killed with that of an
// undisturbed one.
func wantHistory(t *testing.T, e *stategraph.Engine) {
	t.Helper()
	want := []string{"", "a", "b,side", "ask", "sub", "w#0,w#1,w#2", "last"}
	var got []string
	for s, err := range e.History(t.Context(), "t") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, strings.Join(s.Nodes, ","))
	}
	if !slices.Equal(got, want) {
		t.Errorf("history %q, want %q", got, want)
	}
	if parked := parked(t, e, stategraph.ParkedFilter{}); len(parked) > 0 {
		t.Errorf("parked: %q", parked)
	}
}

// nodesLogged is what ran in both processes, sorted. Reducers do not count:
// they are pure and run again on recovery.
func nodesLogged(t *testing.T, dir string) []string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	got := slices.DeleteFunc(strings.Fields(strings.ReplaceAll(string(b), " ", "_")), func(s string) bool { return s == "merge" })
	for i := range got {
		got[i] = strings.ReplaceAll(got[i], "_", " ")
	}
	slices.Sort(got)
	return got
}
