package desk

import (
	"context"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/examples/office/internal/books"
)

// Desk is the server. It is safe for concurrent use.
type Desk struct {
	books *books.Books
	seal  sealer
	mcp   *mcp.Server
	url   string
	http  *http.Server
}

// New makes a desk that serves nobody yet; opts may be nil.
func New(b *books.Books, opts *mcp.ServerOptions) *Desk {
	d := &Desk{books: b, seal: newSealer(), mcp: mcp.NewServer(&mcp.Implementation{Name: "office", Version: "1"}, opts)}
	d.addTools()
	return d
}

// MCP is the server, to connect to in memory. Its caller has no token and is no user.
func (d *Desk) MCP() *mcp.Server { return d.mcp }

// Start serves on loopback until Close; see [Serve].
func (d *Desk) Start(ctx context.Context) (err error) {
	d.url, d.http, err = Serve(ctx, d.mcp)
	return err
}

// Serve serves any server on a free port of the loopback interface, stateless, to whoever has a [Token]. It goes on until
// the http.Server is closed, whatever becomes of ctx.
func Serve(ctx context.Context, m *mcp.Server) (url string, _ *http.Server, _ error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return m },
		&mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true})
	signedIn := auth.RequireBearerToken(verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})
	server := &http.Server{Handler: signedIn(handler), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with Close
	return "http://" + listener.Addr().String(), server, nil
}

// URL is where clients connect to, once started.
func (d *Desk) URL() string { return d.url }

// Close ends the server and all connections to it.
func (d *Desk) Close() error { return d.http.Close() }

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

// user is whose request it is; empty in memory.
func user(req *mcp.CallToolRequest) string {
	if req.Extra == nil || req.Extra.TokenInfo == nil {
		return ""
	}
	return req.Extra.TokenInfo.UserID
}
