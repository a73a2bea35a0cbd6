package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/examples/internal/show"
	"github.com/skewlint/skewlint/runtime/examples/order/internal/shop"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// TestMain lets the test binary play the second process, as the program does.
func TestMain(m *testing.M) {
	if part, ok := partOfChild(); ok {
		fmt.Fprintln(os.Stderr, part.play(context.Background(), os.Stdout))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// world is a shop and the program connected to it.
func world(t *testing.T) (*shop.Server, *program) {
	t.Helper()
	s, err := shop.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	p, err := open(t.Context(), s.URL(), t.TempDir(), "test.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s, p
}

func TestSituations(t *testing.T) {
	type want struct {
		verdict custody.Verdict
		ran     string
		mails   int
	}
	wants := map[string]want{
		"live":                      {custody.OK, "approve add_item checkout confirm", 1},
		"forgotten by the shop":     {custody.Gone, "approve add_item handle_gone", 0},
		"forgotten after the check": {custody.Gone, "approve add_item handle_gone", 0},
		"no handle":                 {custody.Absent, "approve add_item handle_gone", 0},
		"Ann's, and Bob answers":    {custody.Gone, "approve add_item handle_gone", 0},
		"shop does not answer":      {custody.Unknown, "approve add_item try_later", 0},
	}
	for _, sit := range situations() {
		t.Run(sit.name, func(t *testing.T) {
			t.Parallel()
			s, p := world(t)
			res, err := p.resumeIn(t.Context(), "t", sit, s)
			if err != nil {
				t.Fatal(err)
			}
			got := want{handle.Get(res.State).Verdict, strings.Join(res.Ran, " "), len(s.Mails())}
			if got != wants[sit.name] {
				t.Errorf("got %+v, want %+v", got, wants[sit.name])
			}
			if got.verdict == custody.OK || len(sit.wishes) == 0 {
				return
			}
			if basket.Get(res.State).IsZero() {
				t.Error("the record of the handle was thrown away")
			}
		})
	}
}

// TestGateAtStart checks what runs on a first turn, on a resume and on a second turn of one thread.
func TestGateAtStart(t *testing.T) {
	t.Parallel()
	s, p := world(t)
	first, err := p.firstTurn(t.Context(), "t", []string{"tent"})
	if err != nil {
		t.Fatal(err)
	}
	record := basket.Get(first.State)
	if record.Principal != "ann" || record.Server != "shop" || record.Tool != "create_basket" || record.MintedAt.IsZero() {
		t.Errorf("incomplete record %+v", record)
	}
	resumed, err := p.resume(t.Context(), first, "ann")
	if err != nil {
		t.Fatal(err)
	}
	s.Forget()
	second, err := p.firstTurn(t.Context(), "t", []string{"tent"})
	if err != nil {
		t.Fatal(err)
	}
	for i, res := range []stategraph.Result{first, resumed, second} {
		if got, want := slices.Contains(res.Ran, "check_basket"), i != 1; got != want {
			t.Errorf("call %d ran %q", i+1, res.Ran)
		}
	}
	if again := basket.Get(second.State); again.Value == record.Value || again.IsZero() {
		t.Error("the gate kept a basket that is gone")
	}
}

// TestRefusalIsNotGone checks that an error result about something else throws no good handle away.
func TestRefusalIsNotGone(t *testing.T) {
	t.Parallel()
	_, p := world(t)
	first, err := p.firstTurn(t.Context(), "t", []string{"tent"})
	if err != nil {
		t.Fatal(err)
	}
	ctx := custody.WithPrincipal(t.Context(), "ann")
	_, err = p.engine.Resume(ctx, "t", first.Pauses[0].ID, answer{OK: true, Extra: "yacht"})
	if err == nil || !strings.Contains(err.Error(), "catalogue") {
		t.Errorf("got %v", err)
	}
}

func TestDeclined(t *testing.T) {
	t.Parallel()
	s, p := world(t)
	first, err := p.firstTurn(t.Context(), "t", []string{"tent"})
	if err != nil {
		t.Fatal(err)
	}
	ctx := custody.WithPrincipal(t.Context(), "ann")
	res, err := p.engine.Resume(ctx, "t", first.Pauses[0].ID, answer{})
	if err != nil || strings.Join(res.Ran, " ") != "approve" || len(s.Mails()) != 0 {
		t.Errorf("ran %q, %d mails, %v", res.Ran, len(s.Mails()), err)
	}
}

// TestKilledAndResumed plays the scene with the second process, which is the test binary here, and the one with two
// writers. The first scene is TestSituations; the test of package order runs all three as a user would.
func TestKilledAndResumed(t *testing.T) {
	t.Parallel()
	s, err := shop.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	var out strings.Builder
	d := &demo{page: show.NewPage(&out), shop: s, dir: t.TempDir()}
	if err := errors.Join(d.killed(t.Context()), d.fulfilment(t.Context())); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"check_basket > plan > search x7 > fill_basket > approve (paused)",
		"ended by: signal: killed",
		"approve > add_item > checkout > confirm (check_basket did not run)",
		"mails          1\n",
		`["invoice sent" "2 items packed"]`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if n := s.PeakSearches(); n < 1 || n > widest {
		t.Errorf("%d searches at one time", n)
	}
}
