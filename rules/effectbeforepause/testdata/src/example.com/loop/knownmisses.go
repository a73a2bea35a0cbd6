// A hand-written loop that parks a run with an error of its own. Where the run goes on is known (see
// rule entrygate), but not which calls of the handler come before the error: nothing is reported.

package loop

import (
	"context"
	"encoding/json"
	"errors"
	"net/smtp"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type state struct {
	Step, Answer string
}

var errWait = errors.New("waiting")

type desk struct{ session *mcp.ClientSession }

func (d *desk) order(ctx context.Context, s *state) (string, error) {
	_, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "create_order"})
	return "confirm", err
}

// confirm mails once more each time the run goes on.
func (d *desk) confirm(ctx context.Context, s *state) (string, error) {
	if err := smtp.SendMail("localhost:25", nil, "a", []string{"b"}, nil); err != nil {
		return "", err
	}
	if s.Answer == "" {
		return "", errWait
	}
	return "", nil
}

func (d *desk) run(ctx context.Context, path string) error {
	s := &state{Step: "order"}
	if b, err := os.ReadFile(path); err == nil {
		if err := json.Unmarshal(b, s); err != nil {
			return err
		}
	}
	for s.Step != "" {
		var next string
		var err error
		switch s.Step {
		case "order":
			next, err = d.order(ctx, s)
		case "confirm":
			next, err = d.confirm(ctx, s)
		}
		if err != nil && !errors.Is(err, errWait) {
			return err
		}
		if err == nil {
			s.Step = next
		}
		b, merr := json.Marshal(s)
		if merr != nil {
			return merr
		}
		if werr := os.WriteFile(path, b, 0o600); werr != nil || err != nil {
			return werr
		}
	}
	return nil
}
