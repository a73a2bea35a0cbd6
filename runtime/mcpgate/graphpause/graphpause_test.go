package graphpause_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/mcpgate/ask"
	"github.com/skewlint/skewlint/runtime/mcpgate/graphpause"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var (
	invoice = stategraph.NewField[int]("invoice")
	outcome = stategraph.NewField[string]("outcome")
)

// desk is a server with one tool, which refunds what a person confirmed for the invoice that it was asked for.
func desk(states *[]string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "desk", Version: "1"}, nil)
	asked := 0
	var mu sync.Mutex
	mcp.AddTool(s, &mcp.Tool{Name: "refund"}, func(_ context.Context, req *mcp.CallToolRequest, in struct {
		Invoice int `json:"invoice"`
	}) (*mcp.CallToolResult, map[string]any, error) {
		mu.Lock()
		defer mu.Unlock()
		said, ok := req.Params.InputResponses["confirm"].(*mcp.ElicitResult)
		if !ok {
			asked++
			form := json.RawMessage(`{"type":"object","properties":{"amount":{"type":"number"}},"required":["amount"]}`)
			return &mcp.CallToolResult{
				InputRequests: mcp.InputRequestMap{"confirm": &mcp.ElicitParams{Message: "How much?", RequestedSchema: form}},
				RequestState:  fmt.Sprintf("invoice %d, question %d", in.Invoice, asked),
			}, nil, nil
		}
		*states = append(*states, req.Params.RequestState)
		return nil, map[string]any{"outcome": fmt.Sprintf("%s %v", said.Action, said.Content["amount"])}, nil
	})
	return s
}

// gateway connects a new gateway to the server, as a new process would.
func gateway(ctx context.Context, s *mcp.Server) (*mcpgate.Gateway, error) {
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.Connect(ctx, there, nil); err != nil {
		return nil, err
	}
	return mcpgate.Open(ctx, mcpgate.Config{
		Pauser:  graphpause.Pauser{},
		Sources: []mcpgate.Source{{Name: "desk", Transport: here, Required: true, Tools: map[string]mcpgate.ToolConfig{"refund": {MayAsk: true}}}},
	})
}

// start opens the store in the file with a graph that refunds through a gateway of its own.
func start(ctx context.Context, file string, s *mcp.Server) (*stategraph.Engine, error) {
	gw, err := gateway(ctx, s)
	if err != nil {
		return nil, err
	}
	graph, err := stategraph.New("refund", invoice, outcome).
		AddNode("refund", func(ctx context.Context, st stategraph.State) (stategraph.Update, error) {
			res, err := gw.Call(ctx, "desk__refund", map[string]any{"invoice": invoice.Get(st)})
			if err != nil {
				return nil, err // a pause too
			}
			var out struct{ Outcome string }
			if err := res.Decode(&out); err != nil {
				return nil, err
			}
			return stategraph.Update{outcome.Set(out.Outcome)}, nil
		}).
		AddEdge(stategraph.Start, "refund").AddEdge("refund", stategraph.End).Compile()
	if err != nil {
		return nil, err
	}
	return stategraph.Open(ctx, stategraph.Options{URL: "sqlite:" + file}, graph)
}

func TestCallWaitsOverRestart(t *testing.T) {
	var states []string
	server := desk(&states)
	file := filepath.Join(t.TempDir(), "refund.db")
	engine, err := start(t.Context(), file, server)
	if err != nil {
		t.Fatal(err)
	}
	res, err := engine.Start(t.Context(), "refund", "thread", stategraph.Update{invoice.Set(7)})
	if err != nil || len(res.Pauses) != 1 {
		t.Fatalf("%+v, %v", res, err)
	}
	if err := engine.Close(t.Context()); err != nil {
		t.Fatal(err)
	}

	engine, err = start(t.Context(), file, server)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = engine.Close(context.WithoutCancel(t.Context())) }()
	q, err := graphpause.Question(res.Pauses[0])
	if err != nil || string(q.Arguments) != `{"invoice":7}` || q.Server != "desk" || q.Tool != "refund" || q.State != "invoice 7, question 1" {
		t.Fatalf("%+v, %v", q, err)
	}
	answers, err := q.Answer(map[string]ask.Response{"confirm": {Action: ask.Accept, Content: map[string]any{"amount": 40}}})
	if err != nil {
		t.Fatal(err)
	}
	res, err = engine.Resume(t.Context(), "thread", res.Pauses[0].ID, answers)
	if err != nil || !res.Done || outcome.Get(res.State) != "accept 40" {
		t.Fatalf("%+v, %v", res, err)
	}
	if !slices.Equal(states, []string{"invoice 7, question 1"}) {
		t.Errorf("the state of the question that was answered did not come back: %q", states)
	}
}

// strict is a server that asks two questions, one after the other, and accepts each state that it gave out once.
func strict(log *[]string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "desk", Version: "1"}, nil)
	var mu sync.Mutex
	open := map[string]bool{}
	given := 0
	form := json.RawMessage(`{"type":"object","properties":{"amount":{"type":"number"}},"required":["amount"]}`)
	mcp.AddTool(s, &mcp.Tool{Name: "refund"}, func(_ context.Context, req *mcp.CallToolRequest, _ struct {
		Invoice int `json:"invoice"`
	}) (*mcp.CallToolResult, map[string]any, error) {
		mu.Lock()
		defer mu.Unlock()
		state := req.Params.RequestState
		*log = append(*log, state)
		round := "first"
		if state != "" {
			if !open[state] {
				return nil, nil, fmt.Errorf("the state %q was used before", state)
			}
			delete(open, state)
			if strings.HasPrefix(state, "second") {
				said, _ := req.Params.InputResponses["confirm"].(*mcp.ElicitResult)
				if said == nil {
					return nil, nil, errors.New("no answer")
				}
				return nil, map[string]any{"outcome": fmt.Sprintf("%s %v", said.Action, said.Content["amount"])}, nil
			}
			round = "second"
		}
		given++
		next := fmt.Sprintf("%s/%d", round, given)
		open[next] = true
		return &mcp.CallToolResult{
			InputRequests: mcp.InputRequestMap{"confirm": &mcp.ElicitParams{Message: round, RequestedSchema: form}},
			RequestState:  next,
		}, nil, nil
	})
	return s
}

// A resumed call goes on where it was: over two restarts, no round is asked a second time and no state is sent twice.
func TestTwoRoundsAskOnceEach(t *testing.T) {
	var log []string
	server := strict(&log)
	file := filepath.Join(t.TempDir(), "refund.db")
	engine, err := start(t.Context(), file, server)
	if err != nil {
		t.Fatal(err)
	}
	res, err := engine.Start(t.Context(), "refund", "thread", stategraph.Update{invoice.Set(7)})
	for i, round := range []string{"first", "second"} {
		if err != nil || len(res.Pauses) != 1 {
			t.Fatalf("%s: %+v, %v", round, res, err)
		}
		if err := engine.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if engine, err = start(t.Context(), file, server); err != nil {
			t.Fatal(err)
		}
		q, err2 := graphpause.Question(res.Pauses[0])
		if err2 != nil || q.Requests["confirm"].Message.Unsafe() != round || q.Round != i {
			t.Fatalf("%s: %+v, %v", round, q, err2)
		}
		answers, err2 := q.Answer(map[string]ask.Response{"confirm": {Action: ask.Accept, Content: map[string]any{"amount": 40 + i}}})
		if err2 != nil {
			t.Fatal(err2)
		}
		res, err = engine.Resume(t.Context(), "thread", res.Pauses[0].ID, answers)
	}
	defer func() { _ = engine.Close(context.WithoutCancel(t.Context())) }()
	if err != nil || !res.Done || outcome.Get(res.State) != "accept 41" {
		t.Fatalf("%+v, %v", res, err)
	}
	if want := []string{"", "first/1", "second/2"}; !slices.Equal(log, want) {
		t.Errorf("the server saw the states %q, want %q", log, want)
	}
}

// Answers that are none are refused, and the pause can be answered again.
func TestAnswerThatCannotBeRead(t *testing.T) {
	var states []string
	engine, err := start(t.Context(), filepath.Join(t.TempDir(), "refund.db"), desk(&states))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = engine.Close(context.WithoutCancel(t.Context())) }()
	res, err := engine.Start(t.Context(), "refund", "thread", stategraph.Update{invoice.Set(7)})
	if err != nil || len(res.Pauses) != 1 {
		t.Fatalf("%+v, %v", res, err)
	}
	var refused *stategraph.AnswerError
	res, err = engine.Resume(t.Context(), "thread", res.Pauses[0].ID, "yes")
	if !errors.As(err, &refused) || len(res.Pauses) != 1 || len(states) != 0 {
		t.Errorf("%+v, %v", res, err)
	}
}

// Two calls of one node wait at once. The answer to one leaves the other waiting.
func TestTwoCallsWaitAtOnce(t *testing.T) {
	var states []string
	gw, err := gateway(t.Context(), desk(&states))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = gw.Close() }()
	both := stategraph.NewField[[]string]("both")
	graph, err := stategraph.New("pair", both).
		AddNode("pair", func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
			said, errs := make([]string, 2), make([]error, 2)
			var wg sync.WaitGroup
			for i := range said {
				wg.Go(func() {
					res, err := gw.Call(ctx, "desk__refund", map[string]any{"invoice": i})
					if errs[i] = err; err == nil {
						said[i] = res.Structured.(map[string]any)["outcome"].(string)
					}
				})
			}
			wg.Wait()
			if err := errors.Join(errs...); err != nil {
				return nil, err
			}
			return stategraph.Update{both.Set(said)}, nil
		}).
		AddEdge(stategraph.Start, "pair").AddEdge("pair", stategraph.End).Compile()
	if err != nil {
		t.Fatal(err)
	}
	engine, err := stategraph.Open(t.Context(), stategraph.Options{URL: "sqlite:" + filepath.Join(t.TempDir(), "pair.db")}, graph)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = engine.Close(context.WithoutCancel(t.Context())) }()
	res, err := engine.Start(t.Context(), "pair", "thread", nil)
	for left := 2; left > 0; left-- {
		if err != nil || len(res.Pauses) != left {
			t.Fatalf("%d should wait: %+v, %v", left, res.Pauses, err)
		}
		p := res.Pauses[left-1] // the last one first
		q, err := graphpause.Question(p)
		if err != nil {
			t.Fatal(err)
		}
		amount := 10 * (1 + len(states))
		if strings.Contains(string(q.Arguments), ":1") {
			amount = 99
		}
		answers, err := q.Answer(map[string]ask.Response{"confirm": {Action: ask.Accept, Content: map[string]any{"amount": amount}}})
		if err != nil {
			t.Fatal(err)
		}
		if res, err = engine.Resume(t.Context(), "thread", p.ID, answers); err != nil {
			t.Fatal(err)
		}
	}
	if got := both.Get(res.State); !res.Done || len(got) != 2 || got[1] != "accept 99" || got[0] == got[1] {
		t.Errorf("got %q", got)
	}
	for _, s := range states {
		if !strings.HasPrefix(s, "invoice 0") && !strings.HasPrefix(s, "invoice 1") {
			t.Errorf("a state of nobody: %q", s)
		}
	}
}

func TestQuestionOfAnotherPause(t *testing.T) {
	_, err := graphpause.Question(stategraph.Pause{Node: "approve", Key: "ok", Ask: json.RawMessage(`"refund?"`)})
	if err == nil || !strings.Contains(err.Error(), "approve") {
		t.Errorf("got %v", err)
	}
}

// A server asks, the thread is parked with the question, and the answers carry it back.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "graphpause")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	engine, err := start(ctx, filepath.Join(dir, "refund.db"), desk(new([]string)))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = engine.Close(ctx) }()
	res, err := engine.Start(ctx, "refund", "thread", stategraph.Update{invoice.Set(7)})
	if err != nil {
		fmt.Println(err)
		return
	}
	q, err := graphpause.Question(res.Pauses[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(q.Name, string(q.Arguments), q.Requests["confirm"].Message.Unsafe())
	answers, err := q.All(ask.Decline)
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err = engine.Resume(ctx, "thread", res.Pauses[0].ID, answers)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(outcome.Get(res.State))
	// Output:
	// desk__refund {"invoice":7} How much?
	// decline <nil>
}
