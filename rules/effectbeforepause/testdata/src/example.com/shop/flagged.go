// Effects of several kinds before a pause.

package shop

import (
	"context"
	"database/sql"
	"net/http"
	"net/smtp"
	"strings"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

func mailThenAsk() *stategraph.Graph {
	return oneNode("mail", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if err := smtp.SendMail("localhost:25", nil, "a", []string{"b"}, nil); err != nil { // want `node "mail" sends mail \(net/smtp.SendMail\) before it pauses, so a resume does it again`
			return nil, err
		}
		ok, err := stategraph.Interrupt[bool](ctx, "confirm", "sent?")
		if err != nil {
			return nil, err
		}
		return stategraph.Update{Confirmed.Set(ok)}, nil
	})
}

func toolThenAsk() *stategraph.Graph {
	return oneNode("tool", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if _, err := server.Call(ctx, "create_order", nil); err != nil { // want `node "tool" calls tool "create_order" before it pauses, so a resume does it again`
			return nil, err
		}
		ok, err := ask(ctx, "ordered, fine?")
		return stategraph.Update{Confirmed.Set(ok)}, err
	})
}

func insertThenAsk(db *sql.DB) *stategraph.Graph {
	return oneNode("insert", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if _, err := db.ExecContext(ctx, "INSERT INTO orders VALUES (1)"); err != nil { // want `node "insert" writes to a database .* before it pauses`
			return nil, err
		}
		_, err := ask(ctx, "inserted, fine?")
		return nil, err
	})
}

func postThenAsk() *stategraph.Graph {
	return oneNode("post", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if _, err := http.Post("https://example.org/orders", "text/plain", strings.NewReader("x")); err != nil { // want `node "post" writes over the network .* before it pauses`
			return nil, err
		}
		_, err := ask(ctx, "posted, fine?")
		return nil, err
	})
}

// One mail before two pauses is one mistake.
func mailThenAskTwice() *stategraph.Graph {
	return oneNode("twice", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if err := smtp.SendMail("localhost:25", nil, "a", nil, nil); err != nil { // want `node "twice" sends mail`
			return nil, err
		}
		if ok, err := stategraph.Interrupt[bool](ctx, "first", "one?"); err != nil || !ok {
			return nil, err
		}
		_, err := stategraph.Interrupt[bool](ctx, "second", "two?")
		return nil, err
	})
}

// A paused node's writes are discarded, so the flag is never set when the node runs again.
func flagInStateIsNoGuard() *stategraph.Graph {
	return oneNode("flag", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if !Confirmed.Get(s) {
			if err := smtp.SendMail("localhost:25", nil, "a", nil, nil); err != nil { // want `node "flag" sends mail`
				return nil, err
			}
		}
		_, err := ask(ctx, "fine?")
		return stategraph.Update{Confirmed.Set(true)}, err
	})
}

// The same function in two nodes is one mistake, told for the first.
func oneFunctionInTwoNodes() *stategraph.Graph {
	g := stategraph.New("two", Order, Confirmed)
	g.AddNode("one", notify)
	g.AddNode("two", notify)
	g.AddEdge(stategraph.Start, "one").AddEdge("one", "two")
	return g
}

func notify(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if err := smtp.SendMail("localhost:25", nil, "a", nil, nil); err != nil { // want `node "one" sends mail`
		return nil, err
	}
	_, err := ask(ctx, "fine?")
	return nil, err
}

// The mail comes after one pause and before the other: answering the second repeats it.
func mailBetweenTwoPauses() *stategraph.Graph {
	return oneNode("between", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if ok, err := stategraph.Interrupt[bool](ctx, "first", "one?"); err != nil || !ok {
			return nil, err
		}
		if err := smtp.SendMail("localhost:25", nil, "a", nil, nil); err != nil { // want `node "between" sends mail`
			return nil, err
		}
		_, err := stategraph.Interrupt[bool](ctx, "second", "two?")
		return nil, err
	})
}
