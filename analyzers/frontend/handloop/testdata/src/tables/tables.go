// Package tables has loops whose handlers stand in a table.
package tables

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// State is saved between steps.
type State struct {
	Step   string
	Basket string
	Answer string
}

var session *mcp.ClientSession

type handler func(ctx context.Context, s *State) (next string, err error)

var handlers = map[string]handler{
	"open": open,
	"ask":  ask,
	"pay": func(ctx context.Context, s *State) (string, error) {
		return "done", call(ctx, "pay", s.Basket)
	},
}

func call(ctx context.Context, tool, basket string) error {
	_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"basket_id": basket}})
	return err
}

func open(ctx context.Context, s *State) (string, error) {
	if err := call(ctx, "create_basket", ""); err != nil {
		return "", err
	}
	s.Basket = "new"
	return "ask", nil
}

func ask(ctx context.Context, s *State) (next string, err error) {
	next = "pay"
	if s.Answer == "no" {
		next = "open"
	}
	return next, nil
}

func load(path string) (*State, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s := &State{Step: "open"}
	return s, json.Unmarshal(b, s)
}

func save(path string, s *State) error {
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o600)
}

// Map: a package-level map, saved in each step.
func Map(ctx context.Context, path string) error {
	s, err := load(path)
	if err != nil {
		return err
	}
	for s.Step != "done" {
		h, ok := handlers[s.Step]
		if !ok {
			return errors.New("unknown step")
		}
		next, err := h(ctx, s)
		if err != nil {
			return err
		}
		s.Step = next
		if err := save(path, s); err != nil {
			return err
		}
	}
	return nil
}

// InMemory: the same without a save.
func InMemory(ctx context.Context) error {
	s := &State{Step: "ask"}
	for s.Step != "done" {
		next, err := handlers[s.Step](ctx, s)
		if err != nil {
			return err
		}
		s.Step = next
	}
	return nil
}

// Store is whatever keeps states; its code is elsewhere.
type Store interface {
	Load(ctx context.Context, id string) (*State, error)
	Save(ctx context.Context, s *State) error
}

// Machine fills its table by calls.
type Machine struct {
	store Store
	steps map[string]handler
}

func (m *Machine) register(name string, h handler) { m.steps[name] = h }

func New(store Store) *Machine {
	m := &Machine{store: store, steps: map[string]handler{}}
	m.register("ask", ask)
	m.register("open", open)
	m.register("pay", m.pay)
	return m
}

func (m *Machine) pay(ctx context.Context, s *State) (string, error) {
	if err := call(ctx, "pay", s.Basket); err != nil {
		return "ask", err
	}
	return s.Answer, nil // whatever was answered
}

// Run saves at the end only, through an interface.
func (m *Machine) Run(ctx context.Context, id string) error {
	s, err := m.store.Load(ctx, id)
	if err != nil {
		return err
	}
	step := s.Step
	for step != "" && err == nil {
		step, err = m.steps[step](ctx, s)
	}
	s.Step = step
	return m.store.Save(ctx, s)
}

// step is one of a list that is run by index.
type step struct {
	name string
	run  func(context.Context, *Job) error
}

// Job is a state with an index.
type Job struct {
	Next   int
	Basket string
}

func mint(ctx context.Context, j *Job) error  { return call(ctx, "create_basket", "") }
func spend(ctx context.Context, j *Job) error { return call(ctx, "add_item", j.Basket) }

// List goes on where it was.
func List(ctx context.Context, j *Job) error {
	steps := []step{{name: "mint", run: mint}, {"spend", spend}}
	for j.Next < len(steps) {
		if err := steps[j.Next].run(ctx, j); err != nil {
			return err
		}
		j.Next++
	}
	return nil
}

// Node is a handler that is an object.
type Node interface {
	Run(ctx context.Context, s State) (State, error)
}

type opening struct{}

func (opening) Run(ctx context.Context, s State) (State, error) {
	s.Step = "closing"
	return s, call(ctx, "create_basket", "")
}

type closing struct{}

func (*closing) Run(ctx context.Context, s State) (State, error) {
	s.Basket, s.Step = "", "end"
	return s, nil
}

// Values: the state goes in and out by value.
func Values(ctx context.Context) (err error) {
	nodes := map[string]Node{"opening": opening{}, "closing": &closing{}}
	var s State
	s.Step = "opening"
	for s.Step != "end" {
		n := nodes[s.Step]
		if s, err = n.Run(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
