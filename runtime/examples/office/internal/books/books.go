// Package books is the database of the office examples: customers, appointments and invoices in one SQLite file.
//
// The one idea is that what must not happen twice is decided by the database and by nothing before it. A slot is booked
// by an update that only a free slot matches, and an invoice is refunded by one that only an open invoice matches, so
// that of two callers one finds no row, however they raced. A trigger writes each change that took place into a journal:
// the examples and their tests read there what was really done, past all programs that talk about it.
//
// Limits: one file, one process, one connection. Amounts are cents.
package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	_ "modernc.org/sqlite" // the driver
)

// What an invoice can be.
const (
	Paid     = "paid"
	Open     = "open"
	Refunded = "refunded"
)

// Errors to compare with errors.Is.
var (
	ErrUnknown = errors.New("there is no such entry")
	ErrTaken   = errors.New("somebody else has it")
	ErrSettled = errors.New("it is not open")
	ErrAmount  = errors.New("the amount is not between one cent and that of the invoice")
)

// Customer is a row of its table.
type Customer struct {
	ID          int
	Name, Email string
}

// Slot is an appointment that can be had; CustomerID is 0 while it is free.
type Slot struct {
	ID, CustomerID int
	Day, Time      string
}

// Invoice is a row of its table. Refunded and Reason are set when Status is [Refunded].
type Invoice struct {
	ID, CustomerID, Amount, Refunded int
	Status, Reason                   string
}

// Books is the open database. It is safe for concurrent use.
type Books struct {
	// DB is for whoever wants to look past the methods.
	DB *sql.DB
}

const schema = `
CREATE TABLE IF NOT EXISTS customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS slots (id INTEGER PRIMARY KEY, day TEXT NOT NULL, time TEXT NOT NULL,
	customer_id INTEGER REFERENCES customers);
CREATE TABLE IF NOT EXISTS invoices (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers,
	amount INTEGER NOT NULL, status TEXT NOT NULL, refunded INTEGER NOT NULL DEFAULT 0, reason TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS journal (id INTEGER PRIMARY KEY, what TEXT NOT NULL);
CREATE TRIGGER IF NOT EXISTS booked AFTER UPDATE OF customer_id ON slots BEGIN
	INSERT INTO journal (what) VALUES ('slot ' || new.id || ' to customer ' || new.customer_id); END;
CREATE TRIGGER IF NOT EXISTS refunded AFTER UPDATE OF refunded ON invoices BEGIN
	INSERT INTO journal (what) VALUES ('invoice ' || new.id || ' refunded ' || new.refunded); END;
INSERT OR IGNORE INTO customers (id, name, email) VALUES
	(1, 'Maria Silva', 'maria@example.org'), (2, 'Ben Okafor', 'ben@example.org'), (3, 'Chen Li', 'chen@example.org');
INSERT OR IGNORE INTO slots (id, day, time, customer_id) VALUES
	(1, 'monday', '09:00', 2), (2, 'monday', '10:00', NULL), (3, 'monday', '11:00', NULL),
	(4, 'tuesday', '09:00', NULL), (5, 'tuesday', '10:00', NULL), (6, 'tuesday', '14:00', NULL);
INSERT OR IGNORE INTO invoices (id, customer_id, amount, status) VALUES
	(1, 1, 12000, 'paid'), (2, 1, 8000, 'open'), (3, 2, 4550, 'open'), (4, 3, 20000, 'paid');`

// New opens the file and puts in what an office begins with, if it is not there yet.
func New(ctx context.Context, file string) (*Books, error) {
	db, err := sql.Open("sqlite", file)
	if err != nil {
		return nil, fmt.Errorf("books: %w", err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return nil, errors.Join(fmt.Errorf("books: %s: %w", file, err), db.Close())
	}
	return &Books{DB: db}, nil
}

// Close closes the file.
func (b *Books) Close() error { return b.DB.Close() }

// Find returns the customers whose name or address contains the text.
func (b *Books) Find(ctx context.Context, text string) ([]Customer, error) {
	return all(ctx, b.DB, func(r *sql.Rows, c *Customer) error { return r.Scan(&c.ID, &c.Name, &c.Email) },
		`SELECT id, name, email FROM customers WHERE instr(lower(name || ' ' || email), lower(?)) > 0 ORDER BY id`, text)
}

// Free returns the slots of a day that nobody has.
func (b *Books) Free(ctx context.Context, day string) ([]Slot, error) {
	return all(ctx, b.DB, func(r *sql.Rows, s *Slot) error { return r.Scan(&s.ID, &s.Day, &s.Time) },
		`SELECT id, day, time FROM slots WHERE day = lower(?) AND customer_id IS NULL ORDER BY id`, day)
}

// OpenInvoices returns the invoices of a customer that are open.
func (b *Books) OpenInvoices(ctx context.Context, customer int) ([]Invoice, error) {
	return b.invoices(ctx, `WHERE customer_id = ? AND status = 'open' ORDER BY id`, customer)
}

// Invoice returns one invoice, or [ErrUnknown].
func (b *Books) Invoice(ctx context.Context, id int) (Invoice, error) {
	found, err := b.invoices(ctx, `WHERE id = ?`, id)
	if err != nil || len(found) == 0 {
		return Invoice{}, errors.Join(err, unknown("invoice", id, len(found)))
	}
	return found[0], nil
}

func (b *Books) invoices(ctx context.Context, where string, arg any) ([]Invoice, error) {
	return all(ctx, b.DB, func(r *sql.Rows, i *Invoice) error {
		return r.Scan(&i.ID, &i.CustomerID, &i.Amount, &i.Status, &i.Refunded, &i.Reason)
	}, `SELECT id, customer_id, amount, status, refunded, reason FROM invoices `+where, arg)
}

// Slot returns one slot, or [ErrUnknown].
func (b *Books) Slot(ctx context.Context, id int) (Slot, error) {
	found, err := all(ctx, b.DB, func(r *sql.Rows, s *Slot) error { return r.Scan(&s.ID, &s.Day, &s.Time, &s.CustomerID) },
		`SELECT id, day, time, coalesce(customer_id, 0) FROM slots WHERE id = ?`, id)
	if err != nil || len(found) == 0 {
		return Slot{}, errors.Join(err, unknown("slot", id, len(found)))
	}
	return found[0], nil
}

// Book gives a slot to a customer if it is free. A customer who has it already keeps it, so that a repetition is no
// failure; for everybody else it is [ErrTaken].
func (b *Books) Book(ctx context.Context, slot, customer int) (Slot, error) {
	if found, err := all(ctx, b.DB, func(r *sql.Rows, n *int) error { return r.Scan(n) },
		`SELECT id FROM customers WHERE id = ?`, customer); err != nil || len(found) == 0 {
		return Slot{}, errors.Join(err, unknown("customer", customer, len(found)))
	}
	res, err := b.DB.ExecContext(ctx, `UPDATE slots SET customer_id = ? WHERE id = ? AND customer_id IS NULL`, customer, slot)
	if err != nil {
		return Slot{}, fmt.Errorf("books: %w", err)
	}
	got, err := b.Slot(ctx, slot)
	if err != nil {
		return Slot{}, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 && got.CustomerID != customer {
		return Slot{}, errors.Join(err, fmt.Errorf("slot %d is taken: %w", slot, ErrTaken))
	}
	return got, nil
}

// Refund refunds an invoice if it is open, else it is [ErrSettled]; [ErrAmount] is an amount that it does not have.
func (b *Books) Refund(ctx context.Context, invoice, amount int, reason string) (Invoice, error) {
	res, err := b.DB.ExecContext(ctx, `UPDATE invoices SET status = 'refunded', refunded = ?, reason = ?
		WHERE id = ? AND status = 'open' AND ? BETWEEN 1 AND amount`, amount, reason, invoice, amount)
	if err != nil {
		return Invoice{}, fmt.Errorf("books: %w", err)
	}
	got, err := b.Invoice(ctx, invoice)
	if err != nil {
		return Invoice{}, err
	}
	n, err := res.RowsAffected()
	switch {
	case err != nil:
		return got, fmt.Errorf("books: %w", err)
	case n == 0 && got.Status == Open:
		return got, fmt.Errorf("invoice %d: %w", invoice, ErrAmount)
	case n == 0:
		return got, fmt.Errorf("invoice %d is %s: %w", invoice, got.Status, ErrSettled)
	}
	return got, nil
}

// Journal returns every change since the office began, in order.
func (b *Books) Journal(ctx context.Context) ([]string, error) {
	return all(ctx, b.DB, func(r *sql.Rows, s *string) error { return r.Scan(s) }, `SELECT what FROM journal ORDER BY id`)
}

func unknown(what string, id, found int) error {
	if found > 0 {
		return nil
	}
	return fmt.Errorf("%s %d: %w", what, id, ErrUnknown)
}

// all reads the rows of a query.
func all[T any](ctx context.Context, db *sql.DB, scan func(*sql.Rows, *T) error, query string, args ...any) ([]T, error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("books: %w", err)
	}
	defer func() { _ = rows.Close() }()
	out := []T{}
	for rows.Next() {
		var v T
		if err := scan(rows, &v); err != nil {
			return nil, fmt.Errorf("books: %w", err)
		}
		out = append(out, v)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("books: %w", err)
	}
	return out, nil
}
