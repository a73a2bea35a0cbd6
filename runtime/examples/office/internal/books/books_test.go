package books_test

import (
	"errors"
	"path/filepath"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skewlint/skewlint/runtime/examples/office/internal/books"
)

func open(t *testing.T, file string) *books.Books {
	t.Helper()
	b, err := books.New(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func TestLooking(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "office.db"))
	found, err := b.Find(t.Context(), "mARIA")
	if err != nil || !reflect.DeepEqual(found, []books.Customer{{ID: 1, Name: "Maria Silva", Email: "maria@example.org"}}) {
		t.Errorf("got %v, %v", found, err)
	}
	if found, err := b.Find(t.Context(), "%"); err != nil || len(found) != 0 {
		t.Errorf("a wildcard found %v, %v", found, err)
	}
	invoices, err := b.OpenInvoices(t.Context(), 1)
	if err != nil || !reflect.DeepEqual(invoices, []books.Invoice{{ID: 2, CustomerID: 1, Amount: 8000, Status: books.Open}}) {
		t.Errorf("got %v, %v", invoices, err)
	}
	free, err := b.Free(t.Context(), "Monday")
	if err != nil || len(free) != 2 || free[0] != (books.Slot{ID: 2, Day: "monday", Time: "10:00"}) {
		t.Errorf("got %v, %v", free, err)
	}
	if _, err := b.Invoice(t.Context(), 99); !errors.Is(err, books.ErrUnknown) {
		t.Errorf("got %v", err)
	}
}

// TestBooking lets many callers race for one slot, for two customers.
func TestBooking(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "office.db"))
	var wg sync.WaitGroup
	var won, lost atomic.Int64
	for i := range 20 {
		wg.Go(func() {
			slot, err := b.Book(t.Context(), 4, 1+i%2)
			switch {
			case err == nil && slot.CustomerID == 1+i%2:
				won.Add(1)
			case errors.Is(err, books.ErrTaken):
				lost.Add(1)
			default:
				t.Errorf("got %+v, %v", slot, err)
			}
		})
	}
	wg.Wait()
	journal, err := b.Journal(t.Context())
	if err != nil || len(journal) != 1 || won.Load() != 10 || lost.Load() != 10 {
		t.Errorf("%d won, %d lost, %q, %v", won.Load(), lost.Load(), journal, err)
	}
	if _, err := b.Book(t.Context(), 7, 1); !errors.Is(err, books.ErrUnknown) {
		t.Errorf("a slot that is not there: %v", err)
	}
	if _, err := b.Book(t.Context(), 5, 9); !errors.Is(err, books.ErrUnknown) {
		t.Errorf("a customer who is not there: %v", err)
	}
}

func TestRefund(t *testing.T) {
	file := filepath.Join(t.TempDir(), "office.db")
	b := open(t, file)
	for _, amount := range []int{0, -1, 8001} {
		if _, err := b.Refund(t.Context(), 2, amount, "why"); !errors.Is(err, books.ErrAmount) {
			t.Errorf("%d: %v", amount, err)
		}
	}
	got, err := b.Refund(t.Context(), 2, 8000, "why")
	want := books.Invoice{ID: 2, CustomerID: 1, Amount: 8000, Status: books.Refunded, Refunded: 8000, Reason: "why"}
	if err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, id := range []int{2, 1} {
		if _, err := b.Refund(t.Context(), id, 1, "again"); !errors.Is(err, books.ErrSettled) {
			t.Errorf("invoice %d: %v", id, err)
		}
	}
	// The file is the office: what is done stays done when it is opened again.
	again := open(t, file)
	if got, err := again.Invoice(t.Context(), 2); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	if journal, err := again.Journal(t.Context()); err != nil || !reflect.DeepEqual(journal, []string{"invoice 2 refunded 8000"}) {
		t.Errorf("got %q, %v", journal, err)
	}
}
