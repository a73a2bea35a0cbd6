package main

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/examples/research/internal/world"
)

// servers are those that are searched.
var servers = []string{world.Web, world.Papers, world.Documents}

// tries is how often something is tried that failed.
const tries = 3

// desk talks to the servers.
type desk struct {
	sessions map[string]*mcp.ClientSession
}

func dial(ctx context.Context, url string) (*desk, error) {
	d := &desk{sessions: map[string]*mcp.ClientSession{}}
	for _, name := range append([]string{world.Mail}, servers...) {
		client := mcp.NewClient(&mcp.Implementation{Name: "assistant", Version: "1"}, nil)
		session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url + name}, nil)
		if err != nil {
			return nil, errors.Join(err, d.close())
		}
		d.sessions[name] = session
	}
	return d, nil
}

func (d *desk) close() (err error) {
	for _, s := range d.sessions {
		err = errors.Join(err, s.Close())
	}
	return err
}

// source is one thing that was found.
type source struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Excerpt string `json:"excerpt"`
}

// search asks a server, and asks again when that fails.
func (d *desk) search(ctx context.Context, server, query string) (found []source, err error) {
	for range tries {
		if found, err = d.searchOnce(ctx, server, query); err == nil {
			return found, nil
		}
	}
	return nil, err
}

func (d *desk) searchOnce(ctx context.Context, server, query string) ([]source, error) {
	res, err := d.sessions[server].CallTool(ctx, &mcp.CallToolParams{Name: "search", Arguments: map[string]any{"query": query}})
	if err != nil {
		return nil, err
	}
	data, _ := res.StructuredContent.(map[string]any)
	hits, _ := data["hits"].([]any)
	var found []source
	for _, h := range hits {
		m, _ := h.(map[string]any)
		text := func(key string) string { s, _ := m[key].(string); return s }
		src := source{ID: text("id"), Title: text("title"), Excerpt: text("excerpt")}
		if src.Excerpt == "" {
			if src.Excerpt, err = d.read(ctx, server, text("uri")); err != nil {
				return nil, err
			}
		}
		found = append(found, src)
	}
	return found, nil
}

func (d *desk) read(ctx context.Context, server, uri string) (string, error) {
	res, err := d.sessions[server].ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	if err != nil || len(res.Contents) == 0 {
		return "", err
	}
	return res.Contents[0].Text, nil
}

// send sends a mail.
func (d *desk) send(ctx context.Context, to []string, subject, body string) error {
	_, err := d.sessions[world.Mail].CallTool(ctx, &mcp.CallToolParams{
		Name:      "send_report",
		Arguments: map[string]any{"recipients": to, "subject": subject, "body": body},
	})
	return err
}
