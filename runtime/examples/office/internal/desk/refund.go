package desk

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/examples/office/internal/books"
)

// confirm is the key of the one thing that a refund asks for.
const confirm = "confirm"

type refundIn struct {
	InvoiceID int `json:"invoice_id"`
}

// refundOut is what became of the invoice.
type refundOut struct {
	InvoiceID int     `json:"invoice_id"`
	Status    string  `json:"status"`
	Refunded  float64 `json:"refunded"`
	Reason    string  `json:"reason"`
}

// refund runs from its first line with every answer. It writes nothing before it has one, and the one write at its end
// matches an open invoice only. Called about an invoice that is refunded it says so and asks nothing: a client that lost
// the answer calls again.
func (d *Desk) refund(ctx context.Context, req *mcp.CallToolRequest, in refundIn) (*mcp.CallToolResult, any, error) {
	inv, err := d.books.Invoice(ctx, in.InvoiceID)
	switch {
	case err != nil:
		return nil, nil, err
	case inv.Status == books.Refunded:
		return nil, outcome(inv), nil
	case inv.Status != books.Open:
		return nil, nil, fmt.Errorf("invoice %d is %s: only an open one is refunded", inv.ID, inv.Status)
	}
	q := question{Tool: "issue_refund", Invoice: inv.ID, User: user(req)}
	said, err := d.answer(req, q)
	switch {
	case err != nil:
		return nil, nil, err
	case said == nil:
		return d.ask(inv, q)
	case said.Action != "accept":
		return nil, outcome(inv), nil
	}
	amount, reason, err := confirmed(said.Content, inv)
	if err != nil {
		return nil, nil, err
	}
	inv, err = d.books.Refund(ctx, inv.ID, amount, reason)
	if err != nil {
		return nil, nil, err
	}
	return nil, outcome(inv), nil
}

// answer returns the answer that came with a call; nil when the question has to be asked. Whatever comes without the seal
// of the question is an error, and not one more reason to ask: nobody who was asked sends that.
func (d *Desk) answer(req *mcp.CallToolRequest, q question) (*mcp.ElicitResult, error) {
	if len(req.Params.InputResponses) == 0 && req.Params.RequestState == "" {
		return nil, nil
	}
	if err := d.seal.verify(req.Params.RequestState, q); errors.Is(err, errExpired) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	said, ok := req.Params.InputResponses[confirm].(*mcp.ElicitResult)
	if !ok {
		return nil, nil
	}
	return said, nil
}

// ask ends the call with a question.
func (d *Desk) ask(inv books.Invoice, q question) (*mcp.CallToolResult, any, error) {
	state, err := d.seal.seal(q)
	if err != nil {
		return nil, nil, err
	}
	form := &mcp.ElicitParams{
		Mode:    "form",
		Message: fmt.Sprintf("Refund invoice %d over %.2f EUR? Confirm the amount and give a reason.", inv.ID, euros(inv.Amount)),
		RequestedSchema: map[string]any{
			"type": "object",
			"properties": map[string]any{
				"amount": map[string]any{"type": "number", "minimum": 0.01, "maximum": euros(inv.Amount), "description": "in EUR"},
				"reason": map[string]any{"type": "string", "minLength": 1},
			},
			"required": []string{"amount", "reason"},
		},
	}
	return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{confirm: form}, RequestState: state}, nil, nil
}

// confirmed reads what a person filled in. The schema was for the client; what comes is checked here.
func confirmed(content map[string]any, inv books.Invoice) (cents int, reason string, err error) {
	amount, ok := content["amount"].(float64)
	if !ok || amount < 0.01 || amount > euros(inv.Amount) {
		return 0, "", fmt.Errorf("the amount must be between 0.01 and %.2f EUR", euros(inv.Amount))
	}
	if reason, ok = content["reason"].(string); !ok || strings.TrimSpace(reason) == "" {
		return 0, "", errors.New("a refund needs a reason")
	}
	return int(math.Round(amount * 100)), reason, nil
}

func outcome(inv books.Invoice) refundOut {
	return refundOut{InvoiceID: inv.ID, Status: inv.Status, Refunded: euros(inv.Refunded), Reason: inv.Reason}
}
