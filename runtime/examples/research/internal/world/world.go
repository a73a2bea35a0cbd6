package world

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// World is the running servers. It is safe for concurrent use.
type World struct {
	url  string
	http *http.Server

	mu       sync.Mutex
	docs     map[string][]doc
	servers  map[string]*mood
	searches []string
	mails    []Delivery
	sent     map[string]receipt // by action id
	inside   int
	gather   int
	gathered chan struct{}
}

// mood is how a server behaves at the moment.
type mood struct {
	down  bool
	delay time.Duration
	fail  int // tool calls that are going to be refused
	lose  int // tool calls whose answer is going to be lost
	calls int // tool calls that came in, whatever became of them
}

// Start opens the servers on a free port of the loopback interface. They stay open until Close, whatever becomes of ctx.
func Start(ctx context.Context) (*World, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &World{
		url:     "http://" + listener.Addr().String() + "/",
		docs:    corpus(),
		servers: map[string]*mood{Web: {}, Papers: {delay: 50 * time.Millisecond}, Documents: {}, Mail: {}},
		sent:    map[string]receipt{},
	}
	mux := http.NewServeMux()
	for _, name := range []string{Web, Papers, Documents} {
		mux.Handle("/"+name, w.moody(name, w.library(name)))
	}
	mux.Handle("/"+Mail, w.moody(Mail, w.mail()))
	w.http = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = w.http.Serve(listener) }() // ends with Close
	return w, nil
}

// Close ends the servers and all connections to them.
func (w *World) Close() error { return w.http.Close() }

// URL is where all servers are: the name of one is added at its end.
func (w *World) URL() string { return w.url }

// with runs f on the mood of a server, which must be one of this package.
func (w *World) with(server string, f func(*mood)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f(w.servers[server])
}

// SetDown makes a server answer every request with a server error, or ends that.
func (w *World) SetDown(server string, down bool) { w.with(server, func(m *mood) { m.down = down }) }

// SetDelay makes each search of a server take a while.
func (w *World) SetDelay(server string, d time.Duration) {
	w.with(server, func(m *mood) { m.delay = d })
}

// FailNext makes a server refuse the next n tool calls with a server error: nothing is done.
func (w *World) FailNext(server string, n int) { w.with(server, func(m *mood) { m.fail = n }) }

// LoseNext makes a server carry out the next n tool calls and break the connection instead of answering.
func (w *World) LoseNext(server string, n int) { w.with(server, func(m *mood) { m.lose = n }) }

// Calls returns how many tool calls came to a server, also those that failed.
func (w *World) Calls(server string) (n int) {
	w.with(server, func(m *mood) { n = m.calls })
	return n
}

// next decides what becomes of a request.
func (w *World) next(server string, isCall bool) (refuse, lose bool) {
	w.with(server, func(m *mood) {
		refuse = m.down
		if !isCall {
			return
		}
		m.calls++
		switch {
		case m.fail > 0:
			m.fail--
			refuse = true
		case m.lose > 0 && !m.down:
			m.lose--
			lose = true
		}
	})
	return refuse, lose
}

// moody puts the hooks before the handler of a server.
func (w *World) moody(server string, tools *mcp.Server) http.Handler {
	next := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return tools },
		&mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true})
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(rw, r.Body, 1<<20))
		if err != nil {
			http.Error(rw, err.Error(), http.StatusBadRequest)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		refuse, lose := w.next(server, bytes.Contains(body, []byte(`"tools/call"`)))
		switch {
		case refuse:
			http.Error(rw, "out of order", http.StatusServiceUnavailable)
		case lose:
			next.ServeHTTP(&void{header: http.Header{}}, r)
			panic(http.ErrAbortHandler) // net/http's way to break the connection
		default:
			next.ServeHTTP(rw, r)
		}
	})
}

// void takes an answer that nobody is going to read.
type void struct{ header http.Header }

func (v *void) Header() http.Header         { return v.header }
func (v *void) Write(b []byte) (int, error) { return len(b), nil }
func (v *void) WriteHeader(int)             {}
func (v *void) Flush()                      {}

// Gather makes searches wait until n of them are inside at one time, once. A search that waits in vain for ten seconds
// fails.
func (w *World) Gather(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.gather, w.gathered = n, make(chan struct{})
}

// enter counts a search that comes in; the channel says when it may go on.
func (w *World) enter(server, query string) (open <-chan struct{}, delay time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.searches = append(w.searches, server+": "+query)
	w.inside++
	delay = w.servers[server].delay
	if w.gather == 0 {
		return nil, delay
	}
	if w.inside == w.gather {
		close(w.gathered)
		w.gather = 0
	}
	return w.gathered, delay
}

func (w *World) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inside--
}

// visit is the time that a search takes.
func (w *World) visit(ctx context.Context, server, query string) error {
	open, delay := w.enter(server, query)
	defer w.leave()
	if open != nil {
		select {
		case <-open:
		case <-time.After(10 * time.Second):
			return errors.New("the others did not come")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	select {
	case <-time.After(delay):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Rewrite changes the text of what a server finds, as somebody's page changes.
func (w *World) Rewrite(server, id, excerpt string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.docs[server] {
		if d := &w.docs[server][i]; d.ID == id {
			d.Excerpt = excerpt
		}
	}
}

// find returns what a server finds now.
func (w *World) find(server, query string) []hit {
	w.mu.Lock()
	defer w.mu.Unlock()
	return find(w.docs[server], query)
}

// Searches returns what was searched so far, in order, as "server: query".
func (w *World) Searches() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.searches...)
}
