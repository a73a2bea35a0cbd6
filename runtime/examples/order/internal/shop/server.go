package shop

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Mail is one that the shop sent.
type Mail struct{ To, Subject string }

// Server is a running shop. It is safe for concurrent use.
type Server struct {
	url  string
	http *http.Server

	mu        sync.Mutex
	baskets   map[string]*basket
	mails     []Mail
	actions   map[string]bool // action ids of the mails that were sent
	searching int
	peak      int
	down      bool
	forgetful bool
}

// Start opens a shop on a free port of the loopback interface. It stays open until Close, whatever becomes of ctx.
func Start(ctx context.Context) (*Server, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{
		url:     "http://" + listener.Addr().String(),
		baskets: map[string]*basket{},
		actions: map[string]bool{},
	}
	tools := s.tools()
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return tools },
		&mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true})
	signedIn := auth.RequireBearerToken(verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})
	s.http = &http.Server{Handler: s.unlessDown(signedIn(handler)), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = s.http.Serve(listener) }() // ends with Close
	return s, nil
}

// URL is where clients connect to.
func (s *Server) URL() string { return s.url }

// Close ends the shop and all connections to it.
func (s *Server) Close() error { return s.http.Close() }

const tokenPrefix = "demo-token-of-"

// Token returns the bearer token of a user.
func Token(user string) string { return tokenPrefix + user }

func verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	user, ok := strings.CutPrefix(token, tokenPrefix)
	if !ok || user == "" {
		return nil, auth.ErrInvalidToken
	}
	return &auth.TokenInfo{UserID: user}, nil
}

// user returns whose request it is. Every request passed verify.
func user(req *mcp.CallToolRequest) (string, error) {
	if req.Extra == nil || req.Extra.TokenInfo == nil {
		return "", errors.New("sign in first")
	}
	return req.Extra.TokenInfo.UserID, nil
}

// SetDown makes the shop answer every request with a server error, or ends that.
func (s *Server) SetDown(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = down
}

func (s *Server) unlessDown(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		down := s.down
		s.mu.Unlock()
		if down {
			http.Error(w, "out of order", http.StatusServiceUnavailable)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Mails returns what was sent so far, in order.
func (s *Server) Mails() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Mail(nil), s.mails...)
}

// PeakSearches returns how many searches ran at one time at most.
func (s *Server) PeakSearches() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peak
}

// send sends a mail, once for each action id that is not empty.
func (s *Server) send(actionID string, m Mail) (sent bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if actionID != "" && s.actions[actionID] {
		return false
	}
	s.actions[actionID] = true
	s.mails = append(s.mails, m)
	return true
}

// searchBegins counts a search until the returned function is called.
func (s *Server) searchBegins() (ends func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.searching++
	s.peak = max(s.peak, s.searching)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.searching--
	}
}
