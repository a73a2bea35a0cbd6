//go:build linux

package stategraph_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// postgres is a server that the tests of this package share. It is started for
// the first test that wants it and stopped by TestMain.
type postgres struct {
	dir string // with the socket
	cmd *exec.Cmd
}

var sharedPostgres = sync.OnceValues(startPostgres)

// errNoPostgres means that the server is not installed here.
var errNoPostgres = errors.New("PostgreSQL is not installed: apt-get install postgresql")

// startPostgres makes a cluster in a temporary folder and runs it there, without
// a network port. PostgreSQL refuses to run as root; then it runs as nobody.
func startPostgres() (p *postgres, err error) {
	bins, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(bins) == 0 {
		return nil, errNoPostgres
	}
	bin := filepath.Dir(slices.MaxFunc(bins, func(a, b string) int { return pgVersion(a) - pgVersion(b) }))
	dir, err := os.MkdirTemp("/tmp", "pg") // short: the path of a socket has 107 bytes
	if err != nil {
		return nil, err
	}
	attr := &syscall.SysProcAttr{}
	if os.Geteuid() == 0 {
		if attr.Credential, err = unprivileged(dir); err != nil {
			return nil, err
		}
	}
	data := filepath.Join(dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--no-sync")
	initdb.SysProcAttr, initdb.Dir = attr, dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	p = &postgres{dir: dir}
	p.cmd = exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-h", "", "-F", "-c", "max_connections=300")
	p.cmd.SysProcAttr, p.cmd.Dir = attr, dir
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	return p, p.ready(filepath.Join(bin, "pg_isready"))
}

func pgVersion(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	return n
}

// unprivileged gives the folder to a user that may run a server.
func unprivileged(dir string) (*syscall.Credential, error) {
	u, err := user.Lookup("nobody")
	if err != nil {
		return nil, err
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, os.Chown(dir, uid, gid)
}

// ready waits until the server answers.
func (p *postgres) ready(isready string) error {
	for range 600 {
		if exec.Command(isready, "-h", p.dir, "-U", "test").Run() == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return errors.New("PostgreSQL was started and does not answer after 30 seconds")
}

// stop ends the server and removes its folder.
func (p *postgres) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGINT) // fast shutdown: connections are closed
	_ = p.cmd.Wait()
	_ = os.RemoveAll(p.dir)
}

// TestMain stops what the tests have started.
func TestMain(m *testing.M) {
	used := false
	start := sharedPostgres
	sharedPostgres = func() (*postgres, error) { used = true; return start() }
	code := m.Run()
	if used {
		if p, _ := start(); p != nil {
			p.stop()
		}
	}
	os.Exit(code)
}

// postgresURL makes a new database. Where there is no PostgreSQL the test is
// skipped, in CI it fails: .ci/run has to install it.
func postgresURL(t testing.TB) string {
	t.Helper()
	p, err := sharedPostgres()
	if errors.Is(err, errNoPostgres) && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("t%d", time.Now().UnixNano())
	out, err := exec.Command("createdb", "-h", p.dir, "-U", "test", name).CombinedOutput()
	if err != nil {
		t.Fatalf("createdb: %v\n%s", err, out)
	}
	return fmt.Sprintf("postgres://test@/%s?host=%s", name, p.dir)
}

// TestPostgres does on PostgreSQL what the other tests do on SQLite.
func TestPostgres(t *testing.T) {
	t.Parallel()
	url := postgresURL(t)
	var runs []string
	graphs := []*stategraph.Compiled{
		gateGraph(t), longGraph(t, &runs), approvalGraph(t, "late", -time.Second),
		oneNode(t, flaky(new(atomic.Int32), 2, errBusy), stategraph.Retry(quick(3))),
	}
	one := openAt(t, stategraph.Options{URL: url}, graphs...)
	two := openAt(t, stategraph.Options{URL: url}, graphs...)
	ctx := t.Context()
	res := must(t)(one.Start(ctx, "gate", "t", nil))
	res = must(t)(two.Resume(ctx, "t", res.Pauses[0].ID, "yes"))
	wantRan(t, res, "work")
	wantTrail(t, res, "gate", "go=yes")
	if _, err := one.Resume(ctx, "t", "2.work:go", "no"); !errors.Is(err, stategraph.ErrAlreadyAnswered) {
		t.Errorf("second answer: %v", err)
	}
	must(t)(one.Start(ctx, "one", "retried", nil))

	must(t)(one.Start(ctx, "long", "l", nil))
	if got := lines(t, two, "l"); len(got) != 3 {
		t.Errorf("history %q", got)
	}
	wantPauses(t, must(t)(two.Fork(ctx, "l", "1.1", "f", nil)), "ask")

	must(t)(one.Start(ctx, "late", "x", nil))
	if n, err := two.Expire(ctx); n != 1 || err != nil {
		t.Errorf("expired %d, %v", n, err)
	}
	if err := one.Cancel(ctx, "f", "not needed"); err != nil {
		t.Error(err)
	}
	if got := parked(t, one, stategraph.ParkedFilter{}); !slices.Equal(got, []string{"l"}) {
		t.Errorf("parked: %q", got)
	}
	if err := two.DeleteThread(ctx, "l"); err != nil {
		t.Error(err)
	}
	time.Sleep(5 * time.Millisecond)
	if n, err := one.DeleteOlder(ctx, stategraph.Retention{Done: 1, Failed: 1}); n != 4 || err != nil {
		t.Errorf("deleted %d, %v; want t, retried, x and f", n, err)
	}
}

// TestPostgresOpenAtOnce has many processes create the tables of one database.
func TestPostgresOpenAtOnce(t *testing.T) {
	t.Parallel()
	url := postgresURL(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			e, err := stategraph.Open(t.Context(), stategraph.Options{URL: url}, gateGraph(t))
			if err != nil {
				t.Error(err)
				return
			}
			if err := e.Close(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// TestPostgresSurvivor has two processes share the work of many threads. One is
// killed in the middle; the other finishes all of them, and no node that was
// recorded runs again.
func TestPostgresSurvivor(t *testing.T) {
	t.Parallel()
	url := postgresURL(t)
	dir := t.TempDir()
	survivor := openAt(t, stategraph.Options{URL: url, Lease: time.Second}, shared(t, dir, 0))
	const n = 12
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			name := fmt.Sprint("mine", i)
			wantTrail(t, must(t)(survivor.Start(t.Context(), "shared", name, stategraph.Update{text.Set(name)})), "a "+name, "b "+name)
		})
	}
	crash(t, dir, "", childGraph+"=shared", childURL+"="+url)
	wg.Wait()
	for i := range n {
		name := fmt.Sprint("theirs", i)
		wantTrail(t, must(t)(survivor.Wait(t.Context(), name)), "a "+name, "b "+name)
	}
	a := map[string]int{}
	for _, line := range nodesLogged(t, dir) {
		a[line]++
	}
	for i := range n {
		for _, owner := range []string{"mine", "theirs"} {
			name := fmt.Sprint(owner, i)
			if a["a "+name] != 1 {
				t.Errorf("node a of %s ran %d times, and it was recorded", name, a["a "+name])
			}
			if runs := a["b "+name]; runs < 1 || owner == "mine" && runs > 1 {
				t.Errorf("node b of %s ran %d times", name, runs)
			}
		}
	}
}
