package main

import (
	"errors"

	"github.com/skewlint/skewlint/runtime/examples/internal/model"
)

// What the users say in the scenes.
const (
	whoIsMaria  = "Who is Maria, and what invoices does she have?"
	bookTuesday = "Book her a free appointment on Tuesday."
	refundHers  = "Refund her open invoice."
	refundMaria = "Refund Maria's open invoice."
	mondayBen   = "Book Ben the next free appointment on Monday."
	mondayChen  = "Book Chen the next free appointment on Monday."
)

// What the script reads in the answers of the tools.
type (
	foundCustomers struct {
		Customers []struct {
			ID    int    `json:"customer_id"`
			Name  string `json:"name"`
			Email string `json:"email"`
		} `json:"customers"`
	}
	foundInvoices struct {
		Invoices []struct {
			ID     int     `json:"invoice_id"`
			Amount float64 `json:"amount"`
		} `json:"invoices"`
	}
	slot struct {
		ID   int    `json:"slot_id"`
		Day  string `json:"day"`
		Time string `json:"time"`
	}
	foundSlots struct {
		Free []slot `json:"free"`
	}
	refunded struct {
		ID       int     `json:"invoice_id"`
		Status   string  `json:"status"`
		Refunded float64 `json:"refunded"`
	}
)

var errNothing = errors.New("the tool found nothing")

// script is what the model knows by heart. It learns what it says from the tools, as a model would.
func script() model.Script {
	return model.Script{
		{User: whoIsMaria, Steps: []model.Step{find("Maria"), askForInvoices, tellInvoices}},
		{User: bookTuesday, Steps: []model.Step{lookAt("tuesday"), book, tellBooking}},
		{User: refundHers, Steps: []model.Step{refund, tellRefund}},
		{User: mondayBen, Steps: []model.Step{findAndLook("Ben", "monday"), book, tellBooking}},
		{User: mondayChen, Steps: []model.Step{findAndLook("Chen", "monday"), book, tellBooking}},
		{User: refundMaria, Steps: []model.Step{refuse}},
	}
}

func find(name string) model.Step {
	return func(model.Turn) (model.Message, error) {
		return model.Use(model.To(findCustomer, map[string]any{"query": name}))
	}
}

func lookAt(day string) model.Step {
	return func(model.Turn) (model.Message, error) {
		return model.Use(model.To(listAvailability, map[string]any{"day": day}))
	}
}

// findAndLook wants two calls at once.
func findAndLook(name, day string) model.Step {
	return func(model.Turn) (model.Message, error) {
		return model.Use(model.To(findCustomer, map[string]any{"query": name}), model.To(listAvailability, map[string]any{"day": day}))
	}
}

func askForInvoices(t model.Turn) (model.Message, error) {
	var found foundCustomers
	if err := t.Decode(findCustomer, &found); err != nil || len(found.Customers) == 0 {
		return model.Message{}, errors.Join(err, errNothing)
	}
	return model.Use(model.To(openInvoices, map[string]any{"customer_id": found.Customers[0].ID}))
}

func tellInvoices(t model.Turn) (model.Message, error) {
	var found foundCustomers
	var open foundInvoices
	if err := errors.Join(t.Decode(findCustomer, &found), t.Decode(openInvoices, &open)); err != nil || len(open.Invoices) == 0 {
		return model.Message{}, errors.Join(err, errNothing)
	}
	c, i := found.Customers[0], open.Invoices[0]
	return model.Say("%s <%s> is customer %d. Invoice %d over %.2f EUR is open.", c.Name, c.Email, c.ID, i.ID, i.Amount)
}

func book(t model.Turn) (model.Message, error) {
	var found foundCustomers
	var slots foundSlots
	if err := errors.Join(t.Decode(findCustomer, &found), t.Decode(listAvailability, &slots)); err != nil || len(slots.Free) == 0 {
		return model.Message{}, errors.Join(err, errNothing)
	}
	return model.Use(model.To(bookSlot, map[string]any{"slot_id": slots.Free[0].ID, "customer_id": found.Customers[0].ID}))
}

// tellBooking reads what came: an appointment, or why there is none.
func tellBooking(t model.Turn) (model.Message, error) {
	var got slot
	if err := t.Decode(bookSlot, &got); err != nil {
		why, _ := t.Text(bookSlot)
		return model.Say("Not booked: %s.", why)
	}
	return model.Say("Booked: %s at %s.", got.Day, got.Time)
}

func refund(t model.Turn) (model.Message, error) {
	var open foundInvoices
	if err := t.Decode(openInvoices, &open); err != nil || len(open.Invoices) == 0 {
		return model.Message{}, errors.Join(err, errNothing)
	}
	return model.Use(model.To(issueRefund, map[string]any{"invoice_id": open.Invoices[0].ID}))
}

func tellRefund(t model.Turn) (model.Message, error) {
	var got refunded
	if err := t.Decode(issueRefund, &got); err != nil {
		why, _ := t.Text(issueRefund)
		return model.Say("Not refunded: %s.", why)
	}
	if got.Status != "refunded" {
		return model.Say("Invoice %d stays as it is: nobody confirmed the refund.", got.ID)
	}
	return model.Say("Invoice %d is refunded: %.2f EUR.", got.ID, got.Refunded)
}

// refuse is what a model says that was told of no tool for it.
func refuse(t model.Turn) (model.Message, error) {
	if t.Has(issueRefund) {
		return find("Maria")(t)
	}
	return model.Say("I make appointments and have no tool for refunds. Please ask the clerk.")
}
