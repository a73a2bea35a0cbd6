// What the rule does not see, and where it sees too much.

package shop

import (
	"context"
	"database/sql"
	"net/smtp"

	"example.com/shop/outbox"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// The name of the tool says neither read nor write, and nobody declared it.
func toolThatIsNotKnown() *stategraph.Graph {
	return oneNode("unknown-tool", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if _, err := server.Call(ctx, "basket", nil); err != nil {
			return nil, err
		}
		_, err := ask(ctx, "fine?")
		return nil, err
	})
}

// Who stands behind the interface is decided elsewhere.
func interfaceWhoseTargetIsNotInSight(box outbox.Box) *stategraph.Graph {
	return oneNode("interface", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if err := box.Put("x"); err != nil {
			return nil, err
		}
		_, err := ask(ctx, "fine?")
		return nil, err
	})
}

// The row in the shop's own database is a guard that holds: a false alarm.
func guardInADatabase(db *sql.DB) *stategraph.Graph {
	return oneNode("row", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		var sent bool
		if err := db.QueryRowContext(ctx, "SELECT sent FROM mails").Scan(&sent); err != nil {
			return nil, err
		}
		if !sent {
			if err := smtp.SendMail("localhost:25", nil, "a", nil, nil); err != nil { // want `node "row" sends mail`
				return nil, err
			}
		}
		_, err := ask(ctx, "fine?")
		return nil, err
	})
}
