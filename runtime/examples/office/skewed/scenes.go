package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/examples/internal/model"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

func (d *demo) scenes(ctx context.Context) error {
	d.tell("office, skewed: what people hear, and what the books say")
	for _, scene := range []func(context.Context) error{
		d.booking, d.refund, d.forged, d.cancelling, d.unprefixed, d.race, d.noStore, d.closing,
	} {
		if err := scene(ctx); err != nil {
			return err
		}
	}
	return nil
}

// barrier lets n callers go on when all of them are there, or after a while.
func barrier(n int) func() {
	var mu sync.Mutex
	all := make(chan struct{})
	return func() {
		mu.Lock()
		if n--; n == 0 {
			close(all)
		}
		mu.Unlock()
		select {
		case <-all:
		case <-time.After(5 * time.Second):
		}
	}
}

// booking holds a slot at ten and books it at two, when the office has let the hold go.
func (d *demo) booking(ctx context.Context) error {
	d.server.meet(barrier(3), nil)
	res, err := d.engine.Start(ctx, "booking", "maria", stategraph.Update{day.Set("tuesday")})
	if err != nil {
		return err
	}
	if len(res.Pauses) != 1 {
		return fmt.Errorf("the booking did not pause: %q", res.Ran)
	}
	d.tell("\n10:00  Maria wants an appointment on Tuesday; a slot is held and the clerk is asked")
	d.tell("  checks        %d slots, %d at one time", len(slots.Get(res.State)), d.server.peak)
	d.server.forget()
	res, err = d.engine.Resume(ctx, "maria", res.Pauses[0].ID, true)
	if err != nil {
		return err
	}
	d.tell("14:00  the clerk says yes; at 10:15 the office let the hold go")
	d.tell("  error         none")
	d.tell("  Maria hears   %q", message.Get(res.State))
	return d.owner(ctx, 4)
}

// owner tells who has a slot.
func (d *demo) owner(ctx context.Context, id int) error {
	slot, err := d.server.books.Slot(ctx, id)
	if err != nil {
		return err
	}
	who := "nobody"
	if slot.CustomerID != 0 {
		who = fmt.Sprintf("customer %d", slot.CustomerID)
	}
	d.tell("  books         slot %d belongs to %s", id, who)
	return nil
}

// credit tells what became of an invoice.
func (d *demo) credit(ctx context.Context, id int) error {
	inv, err := d.server.books.Invoice(ctx, id)
	if err != nil {
		return err
	}
	notes, err := d.server.notes(ctx, id)
	if err != nil {
		return err
	}
	d.tell("  books         invoice %d is %s, with %d credit notes", id, inv.Status, notes)
	return nil
}

func (d *demo) refund(ctx context.Context) error {
	res, err := d.engine.Start(ctx, "refund", "refund", stategraph.Update{invoiceID.Set(2)})
	if err != nil {
		return err
	}
	if len(res.Pauses) != 1 {
		return fmt.Errorf("the refund did not pause: %q", res.Ran)
	}
	d.tell("\n15:00  a refund of invoice 2 waits for the clerk")
	if err := d.credit(ctx, 2); err != nil {
		return err
	}
	if _, err := d.engine.Resume(ctx, "refund", res.Pauses[0].ID, true); err != nil {
		return err
	}
	d.tell("16:00  the clerk says yes, once")
	return d.credit(ctx, 2)
}

// forged brings an answer with the first call.
func (d *demo) forged(ctx context.Context) error {
	if _, err := d.office.refund(ctx, 3, &mcp.ElicitResult{Action: "accept"}); err != nil {
		return err
	}
	d.tell("\na client brings an answer to a question that was never asked")
	return d.credit(ctx, 3)
}

// cancelling lets a model work with a tool whose question nobody can hear.
func (d *demo) cancelling(ctx context.Context) error {
	const text = "Cancel slot 1."
	tools := []mcpgate.Definition{{Name: prefix + "cancel_booking"}}
	mind := model.Script{{User: text, Steps: []model.Step{
		func(model.Turn) (model.Message, error) {
			return model.Use(model.To(prefix+"cancel_booking", map[string]any{"slot_id": 1}))
		},
		func(t model.Turn) (model.Message, error) {
			if got, _ := t.Text(prefix + "cancel_booking"); strings.Contains(got, "approval") {
				return model.Say("The cancellation waits for approval. You will hear from us.")
			}
			return model.Say("It is cancelled.")
		},
	}}}
	said := []model.Message{{Role: model.User, Content: text}}
	wants, err := mind.Complete(ctx, said, tools)
	if err != nil {
		return err
	}
	got, err := d.office.byModel(ctx, wants.Calls[0].Name, map[string]any{"slot_id": 1})
	if err != nil {
		return err
	}
	said = append(said, wants, model.Message{Role: model.Tool, Name: wants.Calls[0].Name, CallID: wants.Calls[0].ID, Content: got})
	end, err := mind.Complete(ctx, said, tools)
	if err != nil {
		return err
	}
	d.tell("\na tool asks over a back channel")
	d.tell("  the tool      %.70s...", got)
	d.tell("  Ben hears     %q", end.Content)
	d.tell("  waiting       nothing and nobody")
	return d.owner(ctx, 1)
}

// unprefixed books for a model. A person must allow that, says the list.
func (d *demo) unprefixed(ctx context.Context) error {
	if _, err := d.office.byModel(ctx, prefix+"book_slot", map[string]any{"slot_id": 5, "customer_id": 2}); err != nil {
		return err
	}
	d.tell("\nthe list of approvals says book_slot, the model says office__book_slot")
	d.tell("  asked         %d times", d.office.asked)
	return d.owner(ctx, 5)
}

// race books one slot for two customers.
func (d *demo) race(ctx context.Context) error {
	d.server.meet(nil, barrier(2))
	var wg sync.WaitGroup
	heard, errs := make([]string, 2), make([]error, 2)
	for i := range heard {
		wg.Go(func() {
			heard[i], errs[i] = d.office.byModel(ctx, prefix+"book_slot", map[string]any{"slot_id": 6, "customer_id": 2 + i})
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	d.tell("\ntwo agents want slot 6 at one time")
	d.tell("  Ben hears     %s", heard[0])
	d.tell("  Chen hears    %s", heard[1])
	changes, err := d.server.books.Journal(ctx)
	if err != nil {
		return err
	}
	n := 0
	for _, c := range changes {
		if strings.HasPrefix(c, "slot 6 ") {
			n++
		}
	}
	d.tell("  books         slot 6 was given away %d times", n)
	return nil
}

// noStore runs the refund of an invoice without a place where it could wait.
func (d *demo) noStore(ctx context.Context) error {
	graph, err := refundGraph(&assistant{office: d.office})
	if err != nil {
		return err
	}
	_, err = graph.Run(ctx, stategraph.Update{invoiceID.Set(4)})
	if !errors.Is(err, stategraph.ErrNoStore) {
		return errors.Join(errors.New("a pause without a store went through"), err)
	}
	d.tell("\na refund of invoice 4 is run without a store")
	d.tell("  error         %v", err)
	return d.credit(ctx, 4)
}

// closing ends in the error that the runtime reports for two writers.
func (d *demo) closing(ctx context.Context) error {
	_, err := d.engine.Start(ctx, "closing", "closing", nil)
	var conflict *stategraph.ConflictError
	if !errors.As(err, &conflict) {
		return errors.Join(errors.New("two writes of one field went through"), err)
	}
	d.tell("\n18:00  the day is summed up, appointments and invoices at one time")
	d.tell("  error         %v", conflict)
	return nil
}
