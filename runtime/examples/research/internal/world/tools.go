package world

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type searchIn struct {
	Query string `json:"query"`
}

// hit is one thing that was found. A hit without an excerpt is a resource to read.
type hit struct {
	ID      string `json:"id" jsonschema:"stays the same wherever the thing is found"`
	Title   string `json:"title"`
	URI     string `json:"uri"`
	Excerpt string `json:"excerpt,omitempty"`
}

type searchOut struct {
	Hits []hit `json:"hits"`
}

// library is a server with a tool to search and the documents as resources.
func (w *World) library(name string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: name, Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{
		Name: "search", Description: "Finds sources.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, func(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, searchOut, error) {
		if err := w.visit(ctx, name, in.Query); err != nil {
			return nil, searchOut{}, err
		}
		return nil, searchOut{Hits: w.find(name, in.Query)}, nil
	})
	for _, d := range w.docs[name] {
		if d.text == "" {
			continue
		}
		res := &mcp.Resource{URI: d.URI, Name: d.Title, MIMEType: "text/plain"}
		s.AddResource(res, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: d.URI, MIMEType: "text/plain", Text: d.text}}}, nil
		})
	}
	return s
}

// Delivery is a mail that went out.
type Delivery struct {
	Action     string
	Recipients []string
	Subject    string
	Body       string
}

type sendIn struct {
	ActionID   string   `json:"action_id,omitempty" jsonschema:"a mail with the id of an earlier one is not sent again"`
	Recipients []string `json:"recipients"`
	Subject    string   `json:"subject"`
	Body       string   `json:"body"`
}

type receipt struct {
	MessageID string `json:"message_id"`
}

// mail is the server that sends.
func (w *World) mail() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: Mail, Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{
		Name: "send_report", Description: "Sends a mail. A repeated action_id is answered with the first result.",
	}, func(_ context.Context, _ *mcp.CallToolRequest, in sendIn) (*mcp.CallToolResult, receipt, error) {
		out, err := w.deliver(Delivery{Action: in.ActionID, Recipients: in.Recipients, Subject: in.Subject, Body: in.Body})
		return nil, out, err
	})
	return s
}

// deliver sends a mail, once for each action id that is not empty. An id that comes back with another mail is refused: the
// first result would say that this one is out.
func (w *World) deliver(d Delivery) (receipt, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(d.Recipients) == 0 {
		return receipt{}, errors.New("a mail needs a recipient")
	}
	if first, ok := w.sent[d.Action]; ok && d.Action != "" {
		same := func(m Delivery) bool {
			return m.Action == d.Action && m.Subject == d.Subject && m.Body == d.Body && slices.Equal(m.Recipients, d.Recipients)
		}
		if !slices.ContainsFunc(w.mails, same) {
			return receipt{}, errors.New("another mail was sent under this action_id")
		}
		return first, nil
	}
	w.mails = append(w.mails, d)
	out := receipt{MessageID: fmt.Sprintf("msg-%d", len(w.mails))}
	w.sent[d.Action] = out
	return out, nil
}

// Mails returns what was delivered so far, in order.
func (w *World) Mails() []Delivery {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]Delivery(nil), w.mails...)
}
