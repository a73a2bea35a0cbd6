// Package mailer sends mail and asks people. It builds no graph.
package mailer

import (
	"context"
	"net/smtp"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// Confirm sends the confirmation of an order.
func Confirm(order string) error { return send("your order " + order) }

func send(body string) error {
	return smtp.SendMail("localhost:25", nil, "shop", []string{"you"}, []byte(body))
}

// SendAndAsk sends a mail and waits for a person.
func SendAndAsk(ctx context.Context) error {
	if err := send("please answer"); err != nil {
		return err
	}
	_, err := stategraph.Interrupt[string](ctx, "answer", "what do you say?")
	return err
}

// Node is a whole node: it mails and waits for a person.
func Node(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, SendAndAsk(ctx)
}

// Sender sends messages.
type Sender interface{ Send(body string) error }

// Post is the only Sender in sight.
type Post struct{}

// Send sends the message as mail.
func (Post) Send(body string) error { return send(body) }
