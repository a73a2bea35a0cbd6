// A twin for each line of "Silent when".

package shop

import (
	"context"
	"errors"
	"net/http"
	"net/smtp"
	"os"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

func askThenMail() *stategraph.Graph {
	return oneNode("after", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		ok, err := ask(ctx, "may I?")
		if err != nil {
			return nil, err
		}
		return stategraph.Update{Confirmed.Set(ok)}, smtp.SendMail("localhost:25", nil, "a", nil, nil)
	})
}

// The mail goes out on a path that never pauses.
func mailOnAnotherPath() *stategraph.Graph {
	return oneNode("path", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if Order.Get(s) == "" {
			return nil, smtp.SendMail("localhost:25", nil, "a", nil, nil)
		}
		_, err := ask(ctx, "fine?")
		return nil, err
	})
}

func mailOnlyTheFirstTime() *stategraph.Graph {
	return oneNode("first", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if !stategraph.Resumed(ctx) {
			if err := smtp.SendMail("localhost:25", nil, "a", nil, nil); err != nil {
				return nil, err
			}
		}
		_, err := ask(ctx, "fine?")
		return nil, err
	})
}

// The mail is a node of its own, which has finished when the next one pauses.
func mailInANodeBefore() *stategraph.Graph {
	g := stategraph.New("two-nodes", Order, Confirmed)
	g.AddNode("mail", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, smtp.SendMail("localhost:25", nil, "a", nil, nil)
	})
	g.AddNode("ask", pauses)
	g.AddEdge(stategraph.Start, "mail").AddEdge("mail", "ask")
	return g
}

func onlyReads() *stategraph.Graph {
	return oneNode("reads", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if _, err := http.Get("https://example.org"); err != nil {
			return nil, err
		}
		if _, err := os.ReadFile("prices.txt"); err != nil {
			return nil, err
		}
		if _, err := server.Call(ctx, "get_order", nil); err != nil {
			return nil, err
		}
		_, err := ask(ctx, "fine?")
		return nil, err
	})
}

// The key makes the second call the same as the first.
func keyedRequest() *stategraph.Graph {
	return oneNode("keyed", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://example.org/orders", nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Idempotency-Key", Order.Get(s))
		if _, err := http.DefaultClient.Do(req); err != nil {
			return nil, err
		}
		_, err = ask(ctx, "fine?")
		return nil, err
	})
}

// Runs of this graph are never saved, so nothing is resumed.
func neverSaved(ctx context.Context) error {
	g := oneNode("unsaved", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if err := smtp.SendMail("localhost:25", nil, "a", nil, nil); err != nil {
			return nil, err
		}
		_, err := ask(ctx, "fine?")
		return nil, err
	})
	c, err := g.Compile()
	if err != nil {
		return err
	}
	_, err = c.Run(ctx, nil)
	return err
}

// The mail goes out only where the node gives up.
func mailOnlyOnFailure() *stategraph.Graph {
	return oneNode("failure", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if Order.Get(s) == "" {
			smtp.SendMail("localhost:25", nil, "a", nil, nil)
			return nil, errNoOrder
		}
		_, err := ask(ctx, "fine?")
		return nil, err
	})
}

var errNoOrder = errors.New("no order")

// The first question is answered before the mail, and nothing pauses after it.
func mailAfterTheLastPause() *stategraph.Graph {
	return oneNode("last", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		for _, q := range []string{"one", "two"} {
			if ok, err := stategraph.Interrupt[bool](ctx, q, q); err != nil || !ok {
				return nil, err
			}
		}
		return nil, smtp.SendMail("localhost:25", nil, "a", nil, nil)
	})
}

// A wrapper that runs the node first and mails when it is through.
func mailWhenTheNodeIsThrough() *stategraph.Graph {
	return oneNode("through", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		u, err := pauses(ctx, s)
		if err != nil {
			return nil, err
		}
		return u, smtp.SendMail("localhost:25", nil, "a", nil, nil)
	})
}

// The helper mails only when it fails, and then the node gives up.
func helperThatMailsWhenItFails() *stategraph.Graph {
	return oneNode("helper", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if err := validate(Order.Get(s)); err != nil {
			return nil, err
		}
		_, err := ask(ctx, "fine?")
		return nil, err
	})
}

func validate(order string) error {
	if order == "" {
		smtp.SendMail("localhost:25", nil, "a", nil, nil)
		return errNoOrder
	}
	return nil
}
