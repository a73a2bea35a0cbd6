package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/examples/office/internal/books"
)

// server is the office as people first write it.
type server struct {
	books *books.Books

	mu       sync.Mutex
	holds    map[string]int // the slot of a hold
	checking int
	peak     int
	// The scenes meet here what otherwise takes luck; nil lets everybody pass.
	checks, bookings func()
}

type (
	slotIn struct {
		SlotID int `json:"slot_id"`
	}
	holdIn struct {
		HoldID string `json:"hold_id"`
	}
	invoiceIn struct {
		InvoiceID int `json:"invoice_id"`
	}
	bookIn struct {
		SlotID     int `json:"slot_id"`
		CustomerID int `json:"customer_id"`
	}
	dayIn struct {
		Day string `json:"day"`
	}
	dayOut struct {
		Slots []int `json:"slots"`
	}
	held struct {
		HoldID string `json:"hold_id"`
	}
	done struct {
		Status string `json:"status"`
	}
)

func (s *server) tools(ctx context.Context) (*mcp.Server, error) {
	if _, err := s.books.DB.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS credit_notes (id INTEGER PRIMARY KEY, invoice_id INTEGER)`); err != nil {
		return nil, err
	}
	m := mcp.NewServer(&mcp.Implementation{Name: "office", Version: "1"}, nil)
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true}
	mcp.AddTool(m, &mcp.Tool{Name: "list_availability", Annotations: reads, Description: "Lists the free slots of a day."}, s.availability)
	mcp.AddTool(m, &mcp.Tool{Name: "check_slot", Annotations: reads, Description: "Says whether a room is free for a slot."}, s.checkSlot)
	mcp.AddTool(m, &mcp.Tool{Name: "create_hold", Description: "Holds a slot and returns its hold_id. A hold is kept for fifteen minutes."}, s.createHold)
	mcp.AddTool(m, &mcp.Tool{Name: "confirm_hold", Description: "Books what a hold holds for Maria."}, s.confirmHold)
	mcp.AddTool(m, &mcp.Tool{Name: "book_slot", Description: "Books a slot."}, s.bookSlot)
	mcp.AddTool(m, &mcp.Tool{Name: "cancel_booking", Description: "Cancels a booking after a person has confirmed it."}, s.cancel)
	mcp.AddTool(m, &mcp.Tool{Name: "issue_refund", Description: "Refunds an invoice after a person has confirmed it."}, s.refund)
	return m, nil
}

// meet says where callers wait for each other.
func (s *server) meet(checks, bookings func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.checks, s.bookings = checks, bookings
}

func (s *server) availability(ctx context.Context, _ *mcp.CallToolRequest, in dayIn) (*mcp.CallToolResult, dayOut, error) {
	free, err := s.books.Free(ctx, in.Day)
	out := dayOut{Slots: []int{}}
	for _, f := range free {
		out.Slots = append(out.Slots, f.ID)
	}
	return nil, out, err
}

func (s *server) checkSlot(context.Context, *mcp.CallToolRequest, slotIn) (*mcp.CallToolResult, done, error) {
	s.mu.Lock()
	s.checking++
	s.peak = max(s.peak, s.checking)
	meet := s.checks
	s.mu.Unlock()
	if meet != nil {
		meet()
	}
	s.mu.Lock()
	s.checking--
	s.mu.Unlock()
	return nil, done{Status: "free"}, nil
}

func (s *server) createHold(_ context.Context, _ *mcp.CallToolRequest, in slotIn) (*mcp.CallToolResult, held, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := "hld_" + rand.Text()
	s.holds[id] = in.SlotID
	return nil, held{HoldID: id}, nil
}

// forget lets all holds go, as the server does by itself after fifteen minutes.
func (s *server) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.holds)
}

func (s *server) confirmHold(ctx context.Context, _ *mcp.CallToolRequest, in holdIn) (*mcp.CallToolResult, done, error) {
	s.mu.Lock()
	slot, ok := s.holds[in.HoldID]
	s.mu.Unlock()
	if !ok {
		return nil, done{}, fmt.Errorf("hold %s has expired or never existed", in.HoldID)
	}
	_, err := s.books.Book(ctx, slot, 1)
	return nil, done{Status: "booked"}, err
}

// bookSlot looks first and books then, which is two steps.
func (s *server) bookSlot(ctx context.Context, _ *mcp.CallToolRequest, in bookIn) (*mcp.CallToolResult, done, error) {
	slot, err := s.books.Slot(ctx, in.SlotID)
	if err != nil {
		return nil, done{}, err
	}
	if slot.CustomerID != 0 {
		return nil, done{}, errors.New("the slot is taken")
	}
	s.mu.Lock()
	meet := s.bookings
	s.mu.Unlock()
	if meet != nil {
		meet()
	}
	_, err = s.books.DB.ExecContext(ctx, `UPDATE slots SET customer_id = ? WHERE id = ?`, in.CustomerID, in.SlotID)
	return nil, done{Status: "booked"}, err
}

// cancel asks over a back channel, which a stateless connection does not have.
func (s *server) cancel(ctx context.Context, req *mcp.CallToolRequest, in slotIn) (*mcp.CallToolResult, done, error) {
	said, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Mode: "form", Message: fmt.Sprintf("Cancel slot %d?", in.SlotID)})
	if err != nil {
		return nil, done{}, fmt.Errorf("approval by elicitation: %w", err)
	}
	if said.Action != "accept" {
		return nil, done{Status: "kept"}, nil
	}
	_, err = s.books.DB.ExecContext(ctx, `UPDATE slots SET customer_id = NULL WHERE id = ?`, in.SlotID)
	return nil, done{Status: "cancelled"}, err
}

// refund writes the credit note, so that it is there when the person says yes, and then asks.
func (s *server) refund(ctx context.Context, req *mcp.CallToolRequest, in invoiceIn) (*mcp.CallToolResult, any, error) {
	if _, err := s.books.DB.ExecContext(ctx, `INSERT INTO credit_notes (invoice_id) VALUES (?)`, in.InvoiceID); err != nil {
		return nil, nil, err
	}
	said, ok := req.Params.InputResponses["confirm"].(*mcp.ElicitResult)
	if !ok {
		form := &mcp.ElicitParams{Mode: "form", Message: fmt.Sprintf("Refund invoice %d?", in.InvoiceID)}
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"confirm": form}, RequestState: fmt.Sprint(in.InvoiceID)}, nil, nil
	}
	if said.Action != "accept" {
		return nil, done{Status: "open"}, nil
	}
	inv, err := s.books.Invoice(ctx, in.InvoiceID)
	if err != nil {
		return nil, nil, err
	}
	_, err = s.books.Refund(ctx, inv.ID, inv.Amount, "approved")
	return nil, done{Status: "refunded"}, err
}

// notes counts the credit notes of an invoice.
func (s *server) notes(ctx context.Context, invoice int) (n int, err error) {
	err = s.books.DB.QueryRowContext(ctx, `SELECT count(*) FROM credit_notes WHERE invoice_id = ?`, invoice).Scan(&n)
	return n, err
}
