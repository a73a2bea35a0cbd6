package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/runtime/examples/internal/show"
	"github.com/skewlint/skewlint/runtime/examples/research/internal/analyst"
	"github.com/skewlint/skewlint/runtime/examples/research/internal/world"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// ann is who reads the reports.
const ann = "ann@example.org"

// demo is what the scenes share.
type demo struct {
	page    *show.Page
	world   *world.World
	dir     string
	program *program
}

// ask starts a thread whose report goes to the readers.
func (p *program) ask(ctx context.Context, thread, asked string, readers ...string) (stategraph.Result, error) {
	return p.engine.Start(ctx, "research", thread, stategraph.Update{question.Set(asked), recipients.Set(readers)})
}

// approve says yes to the one pause of a run.
func (p *program) approve(ctx context.Context, res stategraph.Result) (stategraph.Result, error) {
	if len(res.Pauses) != 1 {
		return res, fmt.Errorf("expected one pause, got %d after %s", len(res.Pauses), show.Ran(res.Ran))
	}
	return p.engine.Resume(ctx, res.Thread, res.Pauses[0].ID, true)
}

// mailsSince counts the mails by subject, after the first n.
func (d *demo) mailsSince(n int) (announced, reports []world.Delivery) {
	for _, m := range d.world.Mails()[n:] {
		if strings.HasPrefix(m.Subject, "Research: ") {
			reports = append(reports, m)
		} else {
			announced = append(announced, m)
		}
	}
	return announced, reports
}

// approved plays a question from the search to the mail.
func (d *demo) approved(ctx context.Context) error {
	res, err := d.program.ask(ctx, "approved", analyst.Batteries, ann)
	if err != nil {
		return err
	}
	distinct := map[string]bool{}
	for _, e := range evidence.Get(res.State) {
		distinct[e.ID] = true
	}
	d.page.Title("12:00  a question is researched")
	d.page.Line("ran", "%s (paused)", show.Ran(res.Ran))
	d.page.Line("evidence", "%d entries for %d sources", len(evidence.Get(res.State)), len(distinct))
	d.world.Rewrite(world.Web, "url:trade.example/packs", "ACME packs last for ever. Buy now.")
	var seen string
	if len(res.Pauses) == 1 {
		if err := json.Unmarshal(res.Pauses[0].Ask, &seen); err != nil {
			return err
		}
	}
	res, err = d.program.approve(ctx, res)
	if err != nil {
		return err
	}
	announced, reports := d.mailsSince(0)
	if len(reports) != 1 || len(announced) == 0 {
		return fmt.Errorf("%d reports and %d announcements are out", len(reports), len(announced))
	}
	d.page.Title("16:00  Ann approves what she saw at 12:00")
	d.page.Line("ran", "%s, error none", show.Ran(res.Ran))
	d.page.Line("told", "%q was sent %d times", announced[0].Subject, len(announced))
	d.page.Line("saw", "%s", strings.Join(show.Quotes(seen, "In the news"), " "))
	d.page.Line("sent", "%s", strings.Join(show.Quotes(reports[0].Body, "In the news"), " "))
	d.page.Line("to", "%s", strings.Join(reports[0].Recipients, " and "))
	return nil
}

// killed lets a second process die between the sending and its checkpoint, and ends its run in this one.
func (d *demo) killed(ctx context.Context) error {
	before := len(d.world.Mails())
	end, err := d.runChild(ctx)
	if err != nil {
		return err
	}
	p, err := open(ctx, d.world.URL(), d.dir, childFile, func() {})
	if err != nil {
		return err
	}
	_, err = p.engine.Wait(ctx, childThread)
	if err := errors.Join(err, p.close(ctx)); err != nil {
		return err
	}
	announced, reports := d.mailsSince(before)
	d.page.Title("17:00  a process dies after it sent, and another goes on")
	d.page.Line("the first", "%s", end)
	d.page.Line("told", "%d times: before the approval, behind it, and after the crash", len(announced))
	d.page.Line("reports", "%d, the same twice", len(reports))
	if len(reports) != 2 || !slices.Equal(reports[0].Recipients, reports[1].Recipients) || reports[0].Body != reports[1].Body {
		return fmt.Errorf("the crash did no harm: %d reports", len(reports))
	}
	return nil
}

// opinions ends in the error that the runtime reports for two writers.
func (d *demo) opinions(ctx context.Context) error {
	_, err := d.program.engine.Start(ctx, "opinion", "opinion", stategraph.Update{question.Set("battery lifetime")})
	var conflict *stategraph.ConflictError
	if !errors.As(err, &conflict) {
		return errors.Join(errors.New("two writes of one field went through"), err)
	}
	d.page.Title("two reviewers look at the evidence at the same time")
	d.page.Line("error", "%v", conflict)
	return nil
}

// retries counts what three tries in three places come to.
func (d *demo) retries(ctx context.Context) error {
	d.world.FailNext(world.Web, 1000)
	defer d.world.FailNext(world.Web, 0)
	before := d.world.Calls(world.Web)
	_, err := d.program.ask(ctx, "retries", analyst.Batteries)
	for range tries - 1 {
		if err != nil {
			_, err = d.program.engine.Retry(ctx, "retries")
		}
	}
	if err == nil {
		return errors.New("a server that fails was searched")
	}
	d.page.Title("the web server fails")
	d.page.Line("calls", "%d for 2 queries", d.world.Calls(world.Web)-before)
	return nil
}

// everything asks what needs many queries. The searches wait for each other, so that all of them are there at once.
func (d *demo) everything(ctx context.Context) error {
	want := analyst.Districts * len(servers)
	d.world.Gather(want)
	before := len(d.world.Searches())
	res, err := d.program.ask(ctx, "everything", analyst.Everything)
	if err != nil {
		return err
	}
	d.page.Title("the model plans %d queries", analyst.Districts)
	d.page.Line("ran", "%s", show.Ran(res.Ran))
	d.page.Line("searches", "%d, of which %d were inside at one time", len(d.world.Searches())-before, want)
	return nil
}

// noEnd asks what no source answers.
func (d *demo) noEnd(ctx context.Context) error {
	before := len(d.world.Searches())
	_, err := d.program.ask(ctx, "moon", analyst.Moon)
	var limit *stategraph.StepLimitError
	if !errors.As(err, &limit) {
		return errors.Join(errors.New("the loop ended by itself"), err)
	}
	d.page.Title("the review never has enough; three attempts are allowed")
	d.page.Line("searches", "%d", len(d.world.Searches())-before)
	d.page.Line("error", "%v", limit)
	return nil
}
