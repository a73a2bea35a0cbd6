package session

import (
	"context"
	"crypto/sha256"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skewlint/skewlint/analyzers/knowledge/strict"
	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/driver/golist"
	"github.com/skewlint/skewlint/internal/lsp/protocol"
)

// textSum stands for a text.
type textSum [sha256.Size]byte

func sumOf(text string) textSum { return sha256.Sum256([]byte(text)) }

// work runs the views after each pause, until the session ends.
func (s *Session) work(ctx context.Context) {
	defer close(s.done)
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		}
		if s.settle(ctx) {
			s.lookAtAll(ctx)
		}
	}
}

// settle waits until nothing has changed for the delay.
func (s *Session) settle(ctx context.Context) bool {
	for {
		s.mu.Lock()
		left := time.Until(s.changed.Add(s.delay))
		s.mu.Unlock()
		if left <= 0 {
			return ctx.Err() == nil
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(left):
		}
	}
}

// snapshot is the state that a run is for.
type snapshot struct {
	generation int
	config     Config
	texts      map[string]string // of open Go files, by path
	disk       map[string]string // read during the run, by path
}

// lookAtAll runs every view that is dirty. It returns early when there is a newer generation,
// whose wake is already due.
func (s *Session) lookAtAll(ctx context.Context) {
	s.mu.Lock()
	snap := &snapshot{generation: s.generation, config: s.config, texts: map[string]string{}, disk: map[string]string{}}
	for path, doc := range s.docs {
		if filepath.Ext(path) == ".go" {
			snap.texts[path] = doc.text
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	s.cancelRun = cancel
	dirs := s.viewDirs()
	s.mu.Unlock()
	defer cancel()
	for _, dir := range dirs {
		if !s.lookAt(ctx, dir, snap) {
			return
		}
	}
	if s.finish(snap) {
		s.client.Updated()
	}
}

// finish says that everything is looked at, unless that is not so or was said before.
func (s *Session) finish(snap *snapshot) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.generation != snap.generation || s.isFresh() {
		return false
	}
	close(s.fresh)
	return true
}

// lookAt runs one view, and reports whether the snapshot is still the newest.
func (s *Session) lookAt(ctx context.Context, dir string, snap *snapshot) bool {
	s.mu.Lock()
	v := s.views[dir]
	stale := s.generation != snap.generation
	idle := v == nil || !v.dirty
	s.mu.Unlock()
	if stale || idle {
		return !stale
	}
	d := &driver.Driver{Rules: s.rules, List: v.kept.List, Cache: s.cache, Unsaved: v.recent}
	if d.Cache == nil {
		d.Cache = v.recent
	}
	res, err := d.Run(ctx, snap.query(dir))
	if ctx.Err() == nil {
		v.recent.turn()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.generation != snap.generation || ctx.Err() != nil {
		return false
	}
	v.dirty = false
	v.files = s.filesOf(res, err, v.files, snap)
	s.publishAll(v)
	s.tell(res, err)
	return true
}

// query asks for everything below a folder, as the configuration wants it built.
func (snap *snapshot) query(dir string) golist.Query {
	q := golist.Query{Dir: dir, Tests: true, Patterns: []string{"./..."}, Overlay: map[string][]byte{}}
	for path, t := range snap.texts {
		q.Overlay[path] = []byte(t)
	}
	q.Env = append(os.Environ(), "PWD="+dir) // so that folders keep their name if they are links
	for _, name := range slices.Sorted(maps.Keys(snap.config.Env)) {
		q.Env = append(q.Env, name+"="+snap.config.Env[name])
	}
	if len(snap.config.BuildFlags) > 0 {
		flags := strings.TrimSpace(q.Getenv("GOFLAGS") + " " + goflags(snap.config.BuildFlags))
		q.Env = append(q.Env, "GOFLAGS="+flags)
	}
	return q
}

// goflags writes build flags as the variable wants them: each with its value behind "=", in
// quotes if there is a space in it.
func goflags(flags []string) string {
	var out []string
	for _, f := range flags {
		if n := len(out); n > 0 && !strings.HasPrefix(f, "-") && !strings.Contains(out[n-1], "=") {
			out[n-1] += "=" + f // {"-tags", "a"}
			continue
		}
		out = append(out, f)
	}
	for i, f := range out {
		if strings.ContainsAny(f, " \t") {
			out[i] = "'" + f + "'"
		}
	}
	return strings.Join(out, " ")
}

// text is a file as the run saw it.
func (snap *snapshot) text(path string) string {
	if t, ok := snap.texts[path]; ok {
		return t
	}
	t, ok := snap.disk[path]
	if !ok {
		data, _ := os.ReadFile(path) // a file that is gone has no text, and places in it are its start
		t = string(data)
		snap.disk[path] = t
	}
	return t
}

// filesOf is what is known after a run: what it found, and of the packages that it could not look
// at what was known before of files that have not changed.
func (s *Session) filesOf(res *driver.Result, err error, old map[string]*fileFacts, snap *snapshot) map[string]*fileFacts {
	c := &collector{rules: s.rules, snap: snap, files: map[string]*fileFacts{}}
	failed := func(string) bool { return true }
	if err != nil {
		c.problems(err)
	} else {
		c.collect(res)
		failed = c.failed(res)
	}
	for path, f := range old {
		if c.looked[path] || !failed(f.pkg) || f.pkg == "" || f.sum != sumOf(snap.text(path)) {
			continue
		}
		kept := c.file(path)
		kept.pkg, kept.graphs = f.pkg, f.graphs
		kept.found = append(kept.found, f.found...)
	}
	return c.files
}

// tell tells the user, once, what has no place in any file. The lock is held.
func (s *Session) tell(res *driver.Result, err error) {
	var problems strict.Problems
	switch {
	case errors.As(err, &problems): // shown where they stand
	case errors.Is(err, driver.ErrNoPackages): // a module that has just been made
	case err != nil:
		s.message(err.Error())
	default:
		for _, e := range res.Errors {
			if !e.Pos.IsValid() && (e.Detail != "" || len(res.Packages) == 0 && res.Errors[0] == e) {
				s.message(e.Message)
			}
		}
	}
}

func (s *Session) message(text string) {
	if !s.told[text] {
		s.told[text] = true
		s.client.Message(protocol.MessageWarning, "skewlint: "+text)
	}
}
