package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/examples/internal/show"
	"github.com/skewlint/skewlint/runtime/examples/research/internal/analyst"
	"github.com/skewlint/skewlint/runtime/examples/research/internal/world"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// demo is what the scenes share.
type demo struct {
	page  *show.Page
	world *world.World
	dir   string
}

// readers get the report.
var readers = []string{"ann@example.org", "bob@example.org"}

// begin starts a thread with a question for Ann; to may be empty.
func (p *program) begin(ctx context.Context, thread, asked string, to []string) (stategraph.Result, error) {
	return p.engine.Start(custody.WithPrincipal(ctx, "ann"), "research", thread, stategraph.Update{
		threadID.Set(thread), question.Set(asked), recipients.Set(to),
	})
}

// shown is what the one pause of a run asks.
func shown(res stategraph.Result) (s summary, err error) {
	if len(res.Pauses) != 1 {
		return s, fmt.Errorf("expected one pause, got %d after %s", len(res.Pauses), ran(res.Ran))
	}
	return s, json.Unmarshal(res.Pauses[0].Ask, &s)
}

// answer answers the one pause of a run.
func (p *program) answer(ctx context.Context, res stategraph.Result, said decision) (stategraph.Result, error) {
	if _, err := shown(res); err != nil {
		return res, err
	}
	return p.engine.Resume(custody.WithPrincipal(ctx, "ann"), res.Thread, res.Pauses[0].ID, said)
}

// editor edits the first revision and says yes to the next.
func editor(s summary) decision {
	if s.Revision == 1 {
		return decision{Digest: s.Digest, Edit: "Dear readers,\n\n" + s.Body}
	}
	return decision{OK: true, Digest: s.Digest}
}

// turn brings a thread to its end from wherever it stands, with the editor's answers to what it shows.
func (p *program) turn(ctx context.Context, thread string, watch func(string)) (stategraph.Result, error) {
	res, err := p.engine.Wait(ctx, thread)
	if errors.Is(err, stategraph.ErrUnknownThread) {
		res, err = p.begin(ctx, thread, analyst.Batteries, readers)
	}
	for err == nil && !res.Done {
		watch("paused")
		var s summary
		if s, err = shown(res); err == nil {
			res, err = p.answer(ctx, res, editor(s))
		}
	}
	return res, err
}

// with opens a program on a file of its own for a scene.
func (d *demo) with(ctx context.Context, file string, scene func(*program) error) error {
	cfg, err := configured(d.world.URL(), d.dir, file)
	if err != nil {
		return err
	}
	p, err := open(ctx, cfg)
	if err != nil {
		return err
	}
	return errors.Join(scene(p), p.close(ctx))
}

// approved plays a question from the search to the mail, with an edit on the way.
func (d *demo) approved(ctx context.Context) error {
	return d.with(ctx, "approved.db", func(p *program) error {
		d.page.Title("a question, and a report that Ann has to approve")
		first, err := p.begin(ctx, "approved", analyst.Batteries, readers)
		if err != nil {
			return err
		}
		one, err := d.asked(first)
		if err != nil {
			return err
		}
		d.page.Line("evidence", "%d sources after %d rounds: %s", len(evidence.Get(first.State)), round.Get(first.State), ids(first.State))
		d.page.Line("Ann", "edits a line")
		next, err := p.answer(ctx, first, decision{Digest: one.Digest, Edit: strings.Replace(one.Body, "Findings", "What we found", 1)})
		if err != nil {
			return err
		}
		two, err := d.asked(next)
		if err != nil {
			return err
		}
		d.page.Line("Bob", "says yes to what he saw before the edit")
		if next, err = p.answer(ctx, next, decision{OK: true, Digest: one.Digest}); err != nil {
			return err
		}
		if _, err := d.asked(next); err != nil {
			return err
		}
		d.page.Line("Ann", "says yes to revision %d", two.Revision)
		return d.delivered(ctx, p, next, two)
	})
}

// asked shows where a run waits and what for.
func (d *demo) asked(res stategraph.Result) (summary, error) {
	s, err := shown(res)
	d.page.Line("ran", "%s (paused)", ran(res.Ran))
	d.page.Line("asks for", "revision %d to %s, digest %.12s", s.Revision, strings.Join(s.Recipients, " and "), s.Digest)
	return s, err
}

func ids(s stategraph.State) string {
	var list []string
	for _, e := range evidence.Get(s) {
		list = append(list, e.ID)
	}
	return strings.Join(list, " ")
}

// delivered says yes and shows what went out.
func (d *demo) delivered(ctx context.Context, p *program, paused stategraph.Result, s summary) error {
	res, err := p.answer(ctx, paused, decision{OK: true, Digest: s.Digest})
	if err != nil {
		return err
	}
	mails := d.world.Mails()
	if len(mails) != 1 {
		return fmt.Errorf("%d mails are out", len(mails))
	}
	m := mails[0]
	out := letter{Revision: s.Revision, Recipients: m.Recipients, Subject: m.Subject, Body: m.Body}
	d.page.Line("ran", "%s", ran(res.Ran))
	d.page.Line("mails", "%d, to %s, digest %.12s", len(mails), strings.Join(m.Recipients, " and "), out.digest())
	for _, line := range show.Quotes(m.Body, world.Mallory) {
		d.page.Line("quoted", "%s", line)
	}
	return nil
}

// killed lets a second process die between the sending and its checkpoint, and ends its run in this one.
func (d *demo) killed(ctx context.Context) error {
	before, calls, searches := len(d.world.Mails()), d.world.Calls(world.Mail), len(d.world.Searches())
	end, err := part{url: d.world.URL(), dir: d.dir, stop: "after send#1"}.die(ctx)
	if err != nil {
		return err
	}
	d.page.Title("a process dies after it sent and before that was recorded, and another goes on")
	d.page.Line("the first", "%s, mails %d", end, len(d.world.Mails())-before)
	return d.with(ctx, childFile, func(p *program) error {
		res, err := p.turn(ctx, childThread, func(string) {})
		if err != nil {
			return err
		}
		d.page.Line("the other", "%s, mails %d, requests to send %d", sent.Get(res.State).MessageID, len(d.world.Mails())-before,
			d.world.Calls(world.Mail)-calls)
		d.page.Line("searches", "%d, as many as without a crash", len(d.world.Searches())-searches)
		return nil
	})
}

// failures plays what else goes wrong.
func (d *demo) failures(ctx context.Context) error {
	return d.with(ctx, "failures.db", func(p *program) error {
		for _, scene := range []func(context.Context, *program) error{d.lost, d.withoutWeb, d.withoutPapers, d.noEnd} {
			if err := scene(ctx, p); err != nil {
				return err
			}
		}
		return nil
	})
}

// lost breaks the connection after the mail went out and before the answer came.
func (d *demo) lost(ctx context.Context, p *program) error {
	before, calls := len(d.world.Mails()), d.world.Calls(world.Mail)
	d.world.LoseNext(world.Mail, 1)
	if _, err := p.turn(ctx, "lost", func(string) {}); err != nil {
		return err
	}
	d.page.Title("the mail is out, and the answer is lost")
	d.page.Line("mails", "%d, requests to send %d", len(d.world.Mails())-before, d.world.Calls(world.Mail)-calls)
	return nil
}

// withoutWeb takes the optional source away.
func (d *demo) withoutWeb(ctx context.Context, p *program) error {
	d.world.SetDown(world.Web, true)
	defer d.world.SetDown(world.Web, false)
	before := d.world.Calls(world.Web)
	res, err := p.begin(ctx, "without-web", analyst.Batteries, nil)
	if err != nil {
		return err
	}
	d.page.Title("the web server is down, which is optional")
	d.page.Line("ran", "%s", ran(res.Ran))
	d.page.Line("report", "%s", strings.Join(show.Quotes(report.Get(res.State).Body, "Without"), " "))
	d.page.Line("calls", "%d for 3 queries in 2 rounds, of which %d repeated", d.world.Calls(world.Web)-before, d.world.Calls(world.Web)-before-3)
	return nil
}

// withoutPapers takes a required source away, and brings it back.
func (d *demo) withoutPapers(ctx context.Context, p *program) error {
	d.world.SetDown(world.Papers, true)
	_, err := p.begin(ctx, "without-papers", analyst.Batteries, nil)
	d.world.SetDown(world.Papers, false)
	var failed *stategraph.NodeError
	if !errors.As(err, &failed) {
		return errors.Join(errors.New("a report was written without a required source"), err)
	}
	d.page.Title("the papers are down, which are required, and come back")
	d.page.Line("failed", "at %s, and nowhere else", failed.Node)
	res, err := p.engine.Retry(custody.WithPrincipal(ctx, "ann"), "without-papers")
	if err != nil {
		return err
	}
	d.page.Line("goes on", "%s", ran(res.Ran))
	return nil
}

// noEnd asks what no source answers.
func (d *demo) noEnd(ctx context.Context, p *program) error {
	res, err := p.begin(ctx, "moon", analyst.Moon, nil)
	if err != nil {
		return err
	}
	d.page.Title("the review never has enough")
	d.page.Line("ran", "%s", ran(res.Ran))
	d.page.Line("report", "%s", strings.Join(show.Quotes(report.Get(res.State).Body, "Still open"), " "))
	return nil
}

// ran tells a run with the searches of one step as one entry, whatever source each asked.
func ran(nodes []string) string {
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i], _, _ = strings.Cut(n, "_")
	}
	return show.Ran(names)
}
