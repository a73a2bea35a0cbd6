package session

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/text"
	"github.com/skewlint/skewlint/rules/rule"
)

// Client is whom a session tells. It must not call the session back before it returns.
type Client interface {
	// Publish replaces what was said of a document. The version is that of the text which was
	// looked at, nil for a document that is not open.
	Publish(uri string, version *int, found []protocol.Diagnostic)
	// Message tells the user something that has no place.
	Message(kind int, text string)
	// Updated says that findings or graphs are new, so that answers may be.
	Updated()
}

// Config is what the user sets for gopls and skewlint alike.
type Config struct {
	BuildFlags []string
	Env        map[string]string
}

// Session is one editor's. Its methods are safe for concurrent use.
type Session struct {
	client Client
	rules  []rule.Rule
	cache  driver.Cache
	delay  time.Duration
	cancel context.CancelFunc
	ended  <-chan struct{} // closed when the session is over
	done   chan struct{}
	wake   chan struct{} // holds one: something has changed

	mu         sync.Mutex
	config     Config
	folders    []string
	docs       map[string]*document // by path
	views      map[string]*view     // by folder
	generation int
	changed    time.Time // when the generation grew
	lastFile   string    // whose text changed last
	cancelRun  context.CancelFunc
	fresh      chan struct{} // closed while everything is looked at
	published  map[string]publication
	told       map[string]bool
}

// document is an open file.
type document struct {
	uri     string // as the editor spells it
	version int
	text    string
}

// Delay is how long a session waits for more typing.
const Delay = 300 * time.Millisecond

// Options are what a session is made of.
type Options struct {
	Rules []rule.Rule
	Delay time.Duration // how long it waits for more typing; 0: as long as the constant
	// Cache keeps what was learnt of what is on disk, for the next session and for the command; nil:
	// the session keeps it as long as it lives.
	Cache driver.Cache
}

// New starts a session; Close, or the end of the context, ends it.
func New(ctx context.Context, client Client, o Options) *Session {
	s := &Session{
		client: client, rules: o.Rules, cache: o.Cache, delay: cmp.Or(o.Delay, Delay),
		done: make(chan struct{}), wake: make(chan struct{}, 1), fresh: make(chan struct{}),
		docs: map[string]*document{}, views: map[string]*view{},
		published: map[string]publication{}, told: map[string]bool{},
		cancelRun: func() {},
	}
	ctx, s.cancel = context.WithCancel(ctx)
	s.ended = ctx.Done()
	go s.work(ctx)
	return s
}

// Close ends the session and waits for its run.
func (s *Session) Close() {
	s.cancel()
	<-s.done
}

// Configure sets the configuration.
func (s *Session) Configure(c Config) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.config = c
	s.touch()
}

// Folders adds and removes workspace folders, named by URI.
func (s *Session) Folders(added, removed []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, uri := range removed {
		if path, ok := text.Path(uri); ok {
			s.folders = without(s.folders, path)
		}
	}
	for _, uri := range added {
		if path, ok := text.Path(uri); ok {
			s.folders = append(without(s.folders, path), path)
		}
	}
	s.placeViews()
	s.touch()
}

func without(list []string, item string) []string {
	var out []string
	for _, x := range list {
		if x != item {
			out = append(out, x)
		}
	}
	return out
}

// Open takes a document that the editor has opened.
func (s *Session) Open(doc protocol.TextDocument) {
	path, ok := text.Path(doc.URI)
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.docs[path] = &document{uri: doc.URI, version: doc.Version, text: doc.Text}
	s.lastFile = path
	s.placeViews()
	s.touch()
}

// Change takes edits of an open document. Those of one that is not open have no text to stand on
// and are left out.
func (s *Session) Change(doc protocol.TextDocument, changes []protocol.ContentChange) {
	path, _ := text.Path(doc.URI)
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[path]
	if d == nil {
		return
	}
	s.docs[path] = &document{uri: d.uri, version: doc.Version, text: text.Apply(d.text, changes)}
	s.lastFile = path
	s.touch()
}

// Shut takes a document that the editor has closed: what is on disk counts again.
func (s *Session) Shut(uri string) {
	path, ok := text.Path(uri)
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.docs, path)
	if last, ok := s.published[path]; ok {
		last.again = true // a proxy has dropped it with the text
		s.published[path] = last
	}
	s.touch()
}

// Saved says that a document was written to disk.
func (s *Session) Saved() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.touch()
}

// FilesChanged says that files changed on disk. structure: some came or went, or say which
// packages there are.
func (s *Session) FilesChanged(structure bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if structure {
		for _, v := range s.views {
			v.kept.Forget()
		}
		s.placeViews()
	}
	s.touch()
}

// touch begins a generation: what runs is for an old one. The lock is held.
func (s *Session) touch() {
	s.generation++
	s.changed = time.Now()
	s.cancelRun()
	for _, v := range s.views {
		v.dirty = true
	}
	if s.isFresh() {
		s.fresh = make(chan struct{})
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// isFresh reports whether everything is looked at as it is now. The lock is held.
func (s *Session) isFresh() bool {
	select {
	case <-s.fresh:
		return true
	default:
		return false
	}
}

// wait returns when everything was looked at as it is now, and false if the context ends first.
func (s *Session) wait(ctx context.Context) bool {
	for {
		s.mu.Lock()
		fresh := s.fresh
		s.mu.Unlock()
		select {
		case <-ctx.Done():
			return false
		case <-s.ended:
			return false
		case <-fresh:
		}
		s.mu.Lock()
		same := fresh == s.fresh
		s.mu.Unlock()
		if same {
			return true
		}
	}
}

// under reports whether a path is a folder or lies in it.
func under(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
