package mcpgate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/skewlint/skewlint/runtime/custody"
)

// Mint calls a tool that mints a handle, takes the handle from the structured content by key (see [Result.Handles]) and
// returns its record: for the principal of ctx, minted at the time just before the call (so that a lifetime is never
// taken for longer than it is), with life as the server declared it. args go into the record as what is needed to mint
// again, and so into durable state: pass no secrets. It fails as [Gate.Call] and [Result.Handles] do; the record is then
// zero.
func (g *Gate) Mint(ctx context.Context, tool string, args map[string]any, key string, life custody.Lifetime) (custody.Record, error) {
	inputs, err := json.Marshal(args)
	if err != nil {
		return custody.Record{}, fmt.Errorf("mcpgate: %s: the arguments are no JSON: %w", where(g.server, tool), err)
	}
	at := g.now()
	res, err := g.Call(ctx, tool, args)
	if err != nil {
		return custody.Record{}, err
	}
	handles, err := res.Handles(key)
	if err != nil {
		return custody.Record{}, err
	}
	principal, _ := custody.Principal(ctx)
	return custody.Record{
		Value: handles[key], Server: g.server, Tool: tool, Principal: principal,
		MintedAt: at.UTC(), Lifetime: life, Inputs: inputs,
	}, nil
}

// ProbeOption says how the answer to a probe is read.
type ProbeOption func(*probe)

type probe struct {
	args  map[string]any
	alive func(*Result) bool
	gone  func(*ToolError) bool
}

// ProbeArgs adds arguments that the tool needs beside the handle.
func ProbeArgs(args map[string]any) ProbeOption {
	return func(p *probe) { p.args = maps.Clone(args) }
}

// AliveIf reads a successful answer, for servers that say "not found" in one. Without it every success means alive.
func AliveIf(f func(*Result) bool) ProbeOption { return func(p *probe) { p.alive = f } }

// GoneIf tells the error results that mean "gone" from those that mean something else, for servers that fail in more
// than one way; for all others the probe fails. Without it every error result means gone.
func GoneIf(f func(*ToolError) bool) ProbeOption { return func(p *probe) { p.gone = f } }

// Probe asks about a handle by calling a tool with the handle under argKey. The tool must be one that only reads. An
// error result means that the handle is not alive; every other failure is an error, which [custody.Check] takes for
// Unknown and never for Gone. A record of another server is such an error too, without a call: its handle is nothing to
// show here.
//
// A server gives an error result for arguments that it does not accept as well. Try the probe on a live handle once, in
// a test, or a wrong argKey makes every handle look gone.
func (g *Gate) Probe(tool, argKey string, opts ...ProbeOption) custody.Probe {
	p := probe{
		alive: func(*Result) bool { return true },
		gone:  func(*ToolError) bool { return true },
	}
	for _, opt := range opts {
		opt(&p)
	}
	return func(ctx context.Context, r custody.Record) (bool, error) {
		if r.Server != g.server {
			return false, fmt.Errorf("mcpgate: %s: the record is of server %q; probe it through that server's gate",
				where(g.server, tool), r.Server)
		}
		args := map[string]any{}
		maps.Copy(args, p.args)
		args[argKey] = r.Value
		res, err := g.Call(ctx, tool, args)
		var refused *ToolError
		switch {
		case errors.As(err, &refused) && p.gone(refused):
			return false, nil
		case err != nil:
			return false, err
		default:
			return p.alive(res), nil
		}
	}
}
