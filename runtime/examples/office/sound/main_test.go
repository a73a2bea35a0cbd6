package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/examples/internal/model"
	"github.com/skewlint/skewlint/runtime/examples/office/internal/books"
	"github.com/skewlint/skewlint/runtime/examples/office/internal/desk"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/mcpgate/ask"
	"github.com/skewlint/skewlint/runtime/mcpgate/graphpause"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// TestMain lets the test binary play the process that is killed.
func TestMain(m *testing.M) {
	if url := os.Getenv(childURL); url != "" {
		child(url)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// yes says yes to everything.
var yes = person{may: ask.Accept, refund: ask.Accept, form: map[string]any{"amount": 79.5, "reason": "cancelled"}}

func office(t *testing.T) (*books.Books, *desk.Desk) {
	t.Helper()
	b, err := books.New(t.Context(), filepath.Join(t.TempDir(), "office.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	d := desk.New(b, nil)
	if err := d.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return b, d
}

// world is an office and the program connected to it, with the mind that it has.
func world(t *testing.T, mind model.Model, log slog.Handler) (*books.Books, *program) {
	t.Helper()
	b, d := office(t)
	return b, opened(t, d, freshStore(t), mind, log)
}

func opened(t *testing.T, d *desk.Desk, dir string, mind model.Model, log slog.Handler) *program {
	t.Helper()
	p, err := open(t.Context(), d.URL(), dir, mind, slog.New(log))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return p
}

func clara(ctx context.Context) context.Context { return custody.WithPrincipal(ctx, "clara") }

func wantJournal(t *testing.T, b *books.Books, want ...string) {
	t.Helper()
	got, err := b.Journal(t.Context())
	if err != nil || !reflect.DeepEqual(got, append([]string{}, want...)) {
		t.Errorf("the journal is %q, %v; want %q", got, err, want)
	}
}

// must fails the test on an error.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// play runs one message of the user to its end, on the thread t of the clerk.
func play(t *testing.T, p *program, text string, who person) stategraph.Result {
	t.Helper()
	res := must(p.start(clara(t.Context()), "clerk", "t", text))(t)
	return must(p.finish(clara(t.Context()), res, who, func(ask.Question, ask.Answers) {}))(t)
}

// TestStory compares what the program prints, word by word.
func TestStory(t *testing.T) {
	t.Setenv(model.EnvURL, "")
	var out strings.Builder
	if err := run(t.Context(), &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	want, err := os.ReadFile(filepath.Join("testdata", "story.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// stubborn wants the calls each time, whatever it was told of and whatever it hears. With once it says "done" when it
// heard the replies.
type stubborn struct {
	calls []model.Call
	once  bool
}

func (m stubborn) Complete(_ context.Context, said []model.Message, _ []mcpgate.Definition) (model.Message, error) {
	if m.once && said[len(said)-1].Role == model.Tool {
		return model.Say("done")
	}
	calls := append([]model.Call{}, m.calls...)
	for i := range calls {
		calls[i].ID = string(rune('a'+len(said))) + string(rune('0'+i))
	}
	return model.Use(calls...)
}

func refundOf(invoice int) model.Call {
	return model.To(issueRefund, map[string]any{"invoice_id": invoice})
}

func TestDeclined(t *testing.T) {
	t.Parallel()
	b, p := world(t, script(), slog.DiscardHandler)
	play(t, p, whoIsMaria, yes)
	for _, action := range []ask.Action{ask.Decline, ask.Cancel} {
		no := person{may: action, refund: action}
		if res := play(t, p, refundHers, no); !strings.HasPrefix(last(res), "Invoice 2 stays as it is") {
			t.Errorf("%s: %s", action, last(res))
		}
		if res := play(t, p, bookTuesday, no); !strings.HasPrefix(last(res), "Not booked") {
			t.Errorf("%s: %s", action, last(res))
		}
	}
	wantJournal(t, b)
	res := must(p.start(clara(t.Context()), "clerk", "t", refundHers))(t)
	var bad *ask.Error
	for _, form := range []map[string]any{nil, {"amount": 80}, {"amount": 81, "reason": "x"}, {"amount": "80", "reason": "x"}, {"amount": 1, "reason": ""}} {
		if _, _, err := (person{refund: ask.Accept, form: form}).answer(res.Pauses[0]); !errors.As(err, &bad) {
			t.Errorf("%v: %v", form, err)
		}
	}
	wantJournal(t, b)
}

// TestRace lets two agents book one slot, many times.
func TestRace(t *testing.T) {
	t.Parallel()
	b, p := world(t, script(), slog.DiscardHandler)
	results := must(p.race(clara(t.Context()), mondayBen, mondayChen))(t)
	var heard []string
	for _, res := range results {
		heard = append(heard, last(res))
	}
	slot := must(b.Slot(t.Context(), 2))(t)
	switch slot.CustomerID {
	case 2:
		wantJournal(t, b, "slot 2 to customer 2")
	case 3:
		wantJournal(t, b, "slot 2 to customer 3")
	default:
		t.Errorf("slot 2 belongs to %d", slot.CustomerID)
	}
	winner := slot.CustomerID - 2
	if heard[winner] != "Booked: monday at 10:00." || heard[1-winner] != "Not booked: slot 2 is taken: somebody else has it." {
		t.Errorf("heard %q, slot 2 belongs to customer %d", heard, slot.CustomerID)
	}
}

// TestSchedulerIsNotTold checks what the scheduler can see, and what becomes of a call that its model makes up.
func TestSchedulerIsNotTold(t *testing.T) {
	t.Parallel()
	b, p := world(t, stubborn{calls: []model.Call{refundOf(2)}, once: true}, slog.DiscardHandler)
	told := must(json.Marshal(must(p.scheduler.tools(clara(t.Context())))(t)))(t)
	if strings.Contains(strings.ToLower(string(told)), "refund") || !strings.Contains(string(told), bookSlot) {
		t.Errorf("the scheduler is told %s", told)
	}
	res := must(p.start(clara(t.Context()), "scheduler", "t", refundMaria))(t)
	heard := replies.Get(res.State)
	if !res.Done || len(heard) != 1 || !strings.Contains(heard[0].Content, "no tool") && !strings.Contains(heard[0].Content, "unknown tool") {
		t.Errorf("done %t, heard %+v", res.Done, heard)
	}
	wantJournal(t, b)
	// The same call of the clerk waits for a person.
	if res := must(p.start(clara(t.Context()), "clerk", "t2", refundMaria))(t); len(res.Pauses) != 1 {
		t.Errorf("the clerk's refund did not wait: %+v", res)
	}
}

// TestForgedAnswer gives the answer for one invoice to the question about another.
func TestForgedAnswer(t *testing.T) {
	t.Parallel()
	b, d := office(t)
	dir := freshStore(t)
	ctx := clara(t.Context())
	first := opened(t, d, dir, stubborn{calls: []model.Call{refundOf(2)}, once: true}, slog.DiscardHandler)
	two := must(first.start(ctx, "clerk", "two", "x"))(t)
	second := opened(t, d, freshStore(t), stubborn{calls: []model.Call{refundOf(3)}, once: true}, slog.DiscardHandler)
	three := must(second.start(ctx, "clerk", "three", "x"))(t)
	q, answers, err := person{refund: ask.Accept, form: map[string]any{"amount": 45, "reason": "x"}}.answer(two.Pauses[0])
	if err != nil {
		t.Fatal(err)
	}
	// As it is: the gateway sees that it belongs to another call, and the pause is used up.
	var node *stategraph.NodeError
	if _, err := second.engine.Resume(ctx, "three", three.Pauses[0].ID, answers); !errors.As(err, &node) || !strings.Contains(err.Error(), "another call") {
		t.Errorf("got %v", err)
	}
	// With the call changed to the one that waits: the office sees that its seal is of another invoice.
	again := must(second.start(ctx, "clerk", "three-again", "x"))(t)
	forged := must(graphpause.Question(again.Pauses[0]))(t)
	forged.State = q.State
	answers.Question = forged
	res := must(second.engine.Resume(ctx, "three-again", again.Pauses[0].ID, answers))(t)
	if heard := replies.Get(res.State); len(heard) != 1 || !strings.Contains(heard[0].Content, "does not belong to a question") {
		t.Errorf("heard %+v", heard)
	}
	wantJournal(t, b)
	// The true answer still holds, and once.
	_, answers, err = yes.answer(two.Pauses[0])
	if err != nil {
		t.Fatal(err)
	}
	must(first.engine.Resume(ctx, "two", two.Pauses[0].ID, answers))(t)
	if _, err := first.engine.Resume(ctx, "two", two.Pauses[0].ID, answers); !errors.Is(err, stategraph.ErrAlreadyAnswered) {
		t.Errorf("a replay: %v", err)
	}
	wantJournal(t, b, "invoice 2 refunded 7950")
}

// TestOnlyTheWaitingCallIsRepeated lets a model want two calls of which one waits.
func TestOnlyTheWaitingCallIsRepeated(t *testing.T) {
	t.Parallel()
	w := &watcher{}
	calls := []model.Call{model.To(findCustomer, map[string]any{"query": "maria"}), refundOf(2)}
	b, p := world(t, stubborn{calls: calls, once: true}, w)
	res := play(t, p, "x", yes)
	if got := w.count("called find_customer"); got != 1 || last(res) != "done" {
		t.Errorf("looked up %d times; %q", got, last(res))
	}
	if got := w.count("node act"); got != 3 {
		t.Errorf("%d calls began", got)
	}
	var order []string
	for _, m := range said.Get(res.State) {
		if m.Role == model.Tool {
			order = append(order, m.Name)
		}
	}
	if !reflect.DeepEqual(order, []string{findCustomer, issueRefund}) {
		t.Errorf("the replies came as %q", order)
	}
	wantJournal(t, b, "invoice 2 refunded 7950")
}

func TestRoundsAreBounded(t *testing.T) {
	t.Parallel()
	w := &watcher{}
	_, p := world(t, stubborn{calls: []model.Call{model.To(findCustomer, map[string]any{"query": "x"})}}, w)
	for turn := range 2 {
		res := play(t, p, "x", yes)
		if got := w.count("node think"); got != (turn+1)*mostRounds || last(res) != "I stopped after 8 rounds without an answer." {
			t.Errorf("asked the model %d times; %q", got, last(res))
		}
	}
}

// TestRuleForNoTool checks that an approval under a name that no tool has is found at the start.
func TestRuleForNoTool(t *testing.T) {
	t.Parallel()
	_, d := office(t)
	cfg := config(slog.New(slog.DiscardHandler), memory(d.MCP()))
	cfg.Approval = map[string]mcpgate.Rule{"book_slot": mcpgate.Always(mcpgate.Ask)}
	var wrong *mcpgate.ConfigError
	if g, err := mcpgate.Open(t.Context(), cfg); !errors.As(err, &wrong) || wrong.Key != "book_slot" {
		t.Errorf("got %v, %v", g, err)
	}
}

func memory(s *mcp.Server) func(context.Context) (mcp.Transport, error) {
	return func(ctx context.Context) (mcp.Transport, error) {
		here, there := mcp.NewInMemoryTransports()
		_, err := s.Connect(context.WithoutCancel(ctx), there, nil)
		return here, err
	}
}

// TestOlderServer talks to an office of the revision before. It cannot ask in a way that waits, and so nothing happens.
func TestOlderServer(t *testing.T) {
	t.Parallel()
	b, _ := office(t)
	d := desk.New(b, &mcp.ServerOptions{SupportedProtocolVersions: []string{"2025-11-25"}})
	gw := must(mcpgate.Open(t.Context(), config(slog.New(slog.DiscardHandler), memory(d.MCP()))))(t)
	p := must(openEngine(t.Context(), gw, freshStore(t), script(), slog.New(slog.DiscardHandler)))(t)
	t.Cleanup(func() { _ = p.close(context.Background()) })
	if res := play(t, p, whoIsMaria, yes); !strings.Contains(last(res), "Invoice 2 over 80.00 EUR is open") {
		t.Errorf("got %q", last(res))
	}
	res := must(p.start(clara(t.Context()), "clerk", "t", refundHers))(t)
	if !res.Done || !strings.HasPrefix(last(res), "Not refunded: ") {
		t.Errorf("done %t, got %q", res.Done, last(res))
	}
	wantJournal(t, b)
}
