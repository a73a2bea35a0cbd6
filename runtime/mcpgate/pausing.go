package mcpgate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/mcpgate/ask"
	"github.com/skewlint/skewlint/runtime/mcpgate/untrusted"
)

// Pauser lets a call wait for a person; package graphpause has the one for the graphs of this runtime.
//
// Pause asks q under key, which is the same whenever the same call comes to the same question. Until there is an answer
// it returns an error that ends the run; what q says must be stored with the run before that, because nothing else
// remembers it. With an answer it returns the [ask.Answers] that were made from the stored question.
type Pauser interface {
	Pause(ctx context.Context, key string, q ask.Question) (ask.Answers, error)
}

// Recaller is a [Pauser] that can look for an answer without asking. With one, a repeated call goes on with the answers
// at once. Without one it asks the server first, and every round again, as the protocol permits: a server that lets each
// state be used only once then asks anew.
type Recaller interface {
	Recall(ctx context.Context, key string) (a ask.Answers, ok bool, err error)
}

// PauseFunc makes a [Pauser] of a function.
type PauseFunc func(ctx context.Context, key string, q ask.Question) (ask.Answers, error)

// Pause calls f.
func (f PauseFunc) Pause(ctx context.Context, key string, q ask.Question) (ask.Answers, error) {
	return f(ctx, key, q)
}

// mostRounds is how often one call may ask.
const mostRounds = 10

// run makes the call, round by round until the server asks nothing more.
func (c *toolCall) run(ctx context.Context) (*Result, error) {
	r, round, err := c.recalled(ctx)
	if err != nil {
		return nil, err
	}
	for ; round < mostRounds; round++ {
		res, err := c.send(ctx, r)
		var asked *InputRequiredError
		if !errors.As(err, &asked) || len(asked.Requests) == 0 || c.gw.cfg.Pauser == nil {
			return res, err
		}
		q, err := c.asked(round, asked)
		if err != nil {
			return nil, err
		}
		answers, err := c.pause(ctx, c.key(fmt.Sprint(round)), q)
		if err != nil {
			return nil, err
		}
		if r, err = next(answers); err != nil {
			return nil, err
		}
	}
	return nil, &ProtocolError{Server: c.tool.Server, Tool: c.tool.Local,
		Message: fmt.Sprintf("the server asked %d times and has not finished", mostRounds)}
}

// recalled finds the last round that was answered, where the pauser can tell.
func (c *toolCall) recalled(ctx context.Context) (r request, round int, err error) {
	recaller, ok := c.gw.cfg.Pauser.(Recaller)
	if !ok {
		return request{}, 0, nil
	}
	for ; round < mostRounds; round++ {
		answers, ok, err := recaller.Recall(ctx, c.key(fmt.Sprint(round)))
		if err != nil {
			return request{}, 0, err
		}
		if !ok {
			break
		}
		if err := c.mine(answers); err != nil {
			return request{}, 0, err
		}
		if r, err = next(answers); err != nil {
			return request{}, 0, err
		}
	}
	return r, round, nil
}

// next is the request that answers a question: with its state, as it came.
func next(a ask.Answers) (request, error) {
	said := mcp.InputResponseMap{}
	for _, key := range keysOf(a.Responses) {
		res := &mcp.ElicitResult{Action: string(a.Responses[key].Action)}
		if a.Responses[key].Action == ask.Accept && a.Question.Requests[key].Mode == ask.Form {
			content, err := a.Content(key)
			if err != nil {
				return request{}, err
			}
			res.Content = content
		}
		said[key] = res
	}
	return request{said: said, state: a.Question.State}, nil
}

// asked makes the question of what the server asked, of a size that can be stored.
func (c *toolCall) asked(round int, asked *InputRequiredError) (ask.Question, error) {
	requests, err := c.requests(asked)
	if err != nil {
		return ask.Question{}, err
	}
	q := c.question(round, requests, asked.State)
	raw, err := json.Marshal(q)
	if most := c.src.cfg.Limits.ResultBytes; err == nil && len(raw) > most {
		err = &LimitError{Server: c.tool.Server, Tool: c.tool.Local, What: "bytes with a question", Got: len(raw), Limit: most}
	}
	return q, err
}

// requests turns the server's questions into plain data, and refuses those that nobody should be shown.
func (c *toolCall) requests(asked *InputRequiredError) (map[string]ask.Request, error) {
	out := map[string]ask.Request{}
	for _, key := range keysOf(asked.Requests) {
		p, ok := asked.Requests[key].(*mcp.ElicitParams)
		if !ok {
			return nil, asked // what else a server can ask for was not announced
		}
		req := ask.Request{Mode: ask.Form, Message: untrusted.From(c.tool.Name, p.Message)}
		if p.Mode == ask.URL || (p.Mode == "" && p.URL != "") {
			req.Mode, req.URL, req.ElicitationID = ask.URL, p.URL, p.ElicitationID
			if err := (Limits{Schemes: []string{"https", "http"}}).address(p.URL); err != nil {
				return nil, &ProtocolError{Server: c.tool.Server, Tool: c.tool.Local,
					Message: fmt.Sprintf("the question %q %v", key, err)}
			}
		} else if p.RequestedSchema != nil {
			raw, err := json.Marshal(p.RequestedSchema)
			if err != nil {
				return nil, fmt.Errorf("mcpgate: %s: the schema of question %q: %w", where(c.tool.Server, c.tool.Local), key, err)
			}
			req.Schema = raw
		}
		out[key] = req
	}
	return out, nil
}

func (c *toolCall) question(round int, requests map[string]ask.Request, state string) ask.Question {
	raw, _ := json.Marshal(c.args) // was marshalled before
	return ask.Question{
		Server: c.tool.Server, Tool: c.tool.Local, Name: c.tool.Name, Arguments: raw,
		Round: round, Requests: requests, State: state,
	}
}

// key names a pause: the same for the same call, other for others.
func (c *toolCall) key(part string) string {
	raw, _ := json.Marshal(c.args)
	sum := sha256.Sum256([]byte(c.id + "\x00" + string(raw)))
	return fmt.Sprintf("%s#%s/%s", c.tool.Name, hex.EncodeToString(sum[:8]), part)
}

// pause asks and checks what comes back: a durable store is filled by whoever resumes.
func (c *toolCall) pause(ctx context.Context, key string, q ask.Question) (ask.Answers, error) {
	answers, err := c.gw.cfg.Pauser.Pause(ctx, key, q)
	if err != nil {
		return ask.Answers{}, err
	}
	return answers, c.mine(answers)
}

// mine refuses answers that were made for another question, and those that do not answer it.
func (c *toolCall) mine(a ask.Answers) error {
	if a.Question.Name == "" {
		return &ask.Error{Name: c.tool.Name, Problem: "they come without their question: make them with Question.Answer"}
	}
	raw, _ := json.Marshal(c.args)
	if a.Question.Name != c.tool.Name || !sameJSON(a.Question.Arguments, raw) {
		return &ask.Error{Name: c.tool.Name, Problem: "they were given for another call"}
	}
	return a.Check()
}

// sameJSON compares two texts of JSON: a store may have changed spaces and order.
func sameJSON(a, b json.RawMessage) bool {
	x, errX := json.Marshal(plain(a))
	y, errY := json.Marshal(plain(b))
	return errX == nil && errY == nil && string(x) == string(y)
}
