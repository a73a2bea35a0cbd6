// want package:"builder code"

// Package helpers has loops that leave the choice to a function.
package helpers

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type State struct {
	Step, Basket string
}

type Flow struct {
	session *mcp.ClientSession
	state   *State
	table   map[string]func(context.Context, *State) (string, error)
}

func (f *Flow) open(ctx context.Context, s *State) (string, error) {
	_, err := f.session.CallTool(ctx, &mcp.CallToolParams{Name: "create_basket"})
	return "close", err
}

func (f *Flow) close(ctx context.Context, s *State) (string, error) { return "", nil }

// step chooses.
func (f *Flow) step(ctx context.Context, s *State) (string, error) {
	switch s.Step {
	case "open":
		return f.open(ctx, s)
	case "close":
		return f.close(ctx, s)
	}
	return "", errors.New("no such step")
}

func (f *Flow) load() error {
	b, err := os.ReadFile("state")
	if err != nil {
		return err
	}
	return gob.NewDecoder(bytes.NewReader(b)).Decode(f.state)
}

func (f *Flow) save() error {
	w, err := os.Create("state")
	if err != nil {
		return err
	}
	defer w.Close()
	return gob.NewEncoder(w).Encode(f.state)
}

// Run keeps the state in the receiver and hands it to the handlers.
func (f *Flow) Run(ctx context.Context) error {
	f.state = &State{Step: "open"}
	if err := f.load(); err != nil {
		return err
	}
	for range 100 {
		next, err := f.step(ctx, f.state)
		if err != nil {
			return err
		}
		if next == "" {
			return nil
		}
		f.state.Step = next
		if err := f.save(); err != nil {
			return err
		}
	}
	return errors.New("too many steps")
}

func New(s *mcp.ClientSession) *Flow {
	f := &Flow{session: s}
	f.table = map[string]func(context.Context, *State) (string, error){"open": f.open, "close": f.close}
	return f
}

func (f *Flow) handler(name string) (func(context.Context, *State) (string, error), error) {
	if h, ok := f.table[name]; ok {
		return h, nil
	}
	return nil, errors.New("no such step")
}

// Look looks the handler up in a function.
func (f *Flow) Look(ctx context.Context, s *State) error {
	for cur := "open"; cur != ""; {
		h, err := f.handler(cur)
		if err != nil {
			return err
		}
		if cur, err = h(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
