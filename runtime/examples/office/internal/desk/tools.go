package desk

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/examples/office/internal/books"
)

type findIn struct {
	Query string `json:"query" jsonschema:"a part of the name or of the address"`
}

type customer struct {
	CustomerID int    `json:"customer_id"`
	Name       string `json:"name"`
	Email      string `json:"email"`
}

type findOut struct {
	Customers []customer `json:"customers"`
}

type dayIn struct {
	Day string `json:"day" jsonschema:"such as tuesday"`
}

type slot struct {
	SlotID int    `json:"slot_id"`
	Day    string `json:"day"`
	Time   string `json:"time"`
}

type dayOut struct {
	Free []slot `json:"free"`
}

type bookIn struct {
	SlotID     int `json:"slot_id"`
	CustomerID int `json:"customer_id"`
}

type bookOut struct {
	slot
	CustomerID int `json:"customer_id"`
}

type customerIn struct {
	CustomerID int `json:"customer_id"`
}

type invoice struct {
	InvoiceID int     `json:"invoice_id"`
	Amount    float64 `json:"amount" jsonschema:"in EUR"`
	Status    string  `json:"status"`
}

type invoicesOut struct {
	Invoices []invoice `json:"invoices"`
}

func (d *Desk) addTools() {
	reads, no := &mcp.ToolAnnotations{ReadOnlyHint: true}, false
	mcp.AddTool(d.mcp, &mcp.Tool{Name: "find_customer", Annotations: reads,
		Description: "Finds customers by name or address."}, d.find)
	mcp.AddTool(d.mcp, &mcp.Tool{Name: "list_availability", Annotations: reads,
		Description: "Lists the free appointments of a day."}, d.availability)
	mcp.AddTool(d.mcp, &mcp.Tool{Name: "book_slot", Annotations: &mcp.ToolAnnotations{DestructiveHint: &no, IdempotentHint: true},
		Description: "Books a free appointment for a customer. Fails if somebody else has it."}, d.book)
	mcp.AddTool(d.mcp, &mcp.Tool{Name: "open_invoices", Annotations: reads,
		Description: "Lists the open invoices of a customer."}, d.invoices)
	mcp.AddTool(d.mcp, &mcp.Tool{Name: "issue_refund", Annotations: &mcp.ToolAnnotations{IdempotentHint: true},
		Description: "Refunds an open invoice, after a person has confirmed the amount and given a reason."}, d.refund)
}

func (d *Desk) find(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	out := findOut{Customers: []customer{}}
	found, err := d.books.Find(ctx, in.Query)
	for _, c := range found {
		out.Customers = append(out.Customers, customer{CustomerID: c.ID, Name: c.Name, Email: c.Email})
	}
	return nil, out, err
}

func (d *Desk) availability(ctx context.Context, _ *mcp.CallToolRequest, in dayIn) (*mcp.CallToolResult, dayOut, error) {
	out := dayOut{Free: []slot{}}
	free, err := d.books.Free(ctx, in.Day)
	for _, s := range free {
		out.Free = append(out.Free, toSlot(s))
	}
	return nil, out, err
}

func (d *Desk) book(ctx context.Context, _ *mcp.CallToolRequest, in bookIn) (*mcp.CallToolResult, bookOut, error) {
	got, err := d.books.Book(ctx, in.SlotID, in.CustomerID)
	return nil, bookOut{slot: toSlot(got), CustomerID: got.CustomerID}, err
}

func (d *Desk) invoices(ctx context.Context, _ *mcp.CallToolRequest, in customerIn) (*mcp.CallToolResult, invoicesOut, error) {
	out := invoicesOut{Invoices: []invoice{}}
	open, err := d.books.OpenInvoices(ctx, in.CustomerID)
	for _, i := range open {
		out.Invoices = append(out.Invoices, invoice{InvoiceID: i.ID, Amount: euros(i.Amount), Status: i.Status})
	}
	return nil, out, err
}

func toSlot(s books.Slot) slot { return slot{SlotID: s.ID, Day: s.Day, Time: s.Time} }

func euros(cents int) float64 { return float64(cents) / 100 }
