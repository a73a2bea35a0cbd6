package main

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/runtime/examples/research/internal/world"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// finished is what can be compared of a thread that came to its end.
type finished struct {
	state    string
	rounds   int
	searches map[string]int
	mails    []world.Delivery
}

func finish(t *testing.T, w *world.World, res stategraph.Result) finished {
	t.Helper()
	f := finished{state: asJSON(t, res.State), rounds: round.Get(res.State), searches: map[string]int{}, mails: w.Mails()}
	for _, s := range w.Searches() {
		f.searches[s]++
	}
	return f
}

// nodes are the activations of a run that searches twice and is edited once, in order of the steps. The second of two that
// pause is the one behind the answer.
func nodes() []string {
	return []string{
		"normalise#1", "plan#1", "search_web#1", "search_papers#1", "search_documents#1", "review#1", "refine#1",
		"search_web#2", "search_papers#2", "search_documents#2", "review#2", "write#1",
		"approve#1", "approve#2", "revise#1", "approve#3", "approve#4", "send#1",
	}
}

// undisturbed is what every other run is compared with.
func undisturbed(t *testing.T) finished {
	t.Helper()
	w, p := fresh(t)
	want := finish(t, w, must(t)(p.turn(t.Context(), childThread, func(string) {})))
	if len(want.mails) != 1 || want.rounds != 2 || len(want.searches) != 9 {
		t.Fatalf("the undisturbed run is not what the test is about: %+v", want)
	}
	return want
}

// TestKilledAnywhere kills a process in each activation, when its work is done and not yet recorded, and while the thread
// waits for an answer; another process ends the run. What was done then is what an undisturbed run does: the same state,
// the same rounds, one mail. Only the searches of the step that was interrupted may have been made once more.
func TestKilledAnywhere(t *testing.T) {
	t.Parallel()
	want := undisturbed(t)
	places := []string{"paused#1", "paused#2"}
	for _, node := range nodes() {
		places = append(places, "after "+node)
	}
	if testing.Short() {
		places = []string{"after search_papers#1", "after review#2", "after send#1"}
	}
	for _, place := range places {
		t.Run(strings.ReplaceAll(place, "#", " "), func(t *testing.T) {
			t.Parallel()
			w, dir := startWorld(t), t.TempDir()
			if _, err := (part{url: w.URL(), dir: dir, stop: place}).die(t.Context()); err != nil {
				t.Fatal(err)
			}
			p := openOn(t, w, dir, childFile, nil)
			got := finish(t, w, must(t)(p.turn(t.Context(), childThread, func(string) {})))
			compare(t, place, got, want)
			if place == "after send#1" && w.Calls(world.Mail) != 2 {
				t.Errorf("%d requests to send: the process did not die between the mail and its record", w.Calls(world.Mail))
			}
		})
	}
}

// TestKilledAtEveryStep kills one run at the beginning of each of its steps, one process after the other. Each process
// begins with the activation at which the last one died, so that it counts visits from there.
func TestKilledAtEveryStep(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts a process for each step")
	}
	want := undisturbed(t)
	w, dir := startWorld(t), t.TempDir()
	for _, node := range []string{
		"normalise#1", "plan#1", "search_web#1", "review#1", "refine#1", "search_web#1", "review#1", "write#1",
		"approve#1", "approve#2", "revise#1", "approve#1", "approve#2", "send#1",
	} {
		if _, err := (part{url: w.URL(), dir: dir, stop: "before " + node}).die(t.Context()); err != nil {
			t.Fatalf("before %s: %v", node, err)
		}
	}
	if n := len(w.Mails()); n != 0 {
		t.Errorf("%d mails before the sending", n)
	}
	p := openOn(t, w, dir, childFile, nil)
	got := finish(t, w, must(t)(p.turn(t.Context(), childThread, func(string) {})))
	compare(t, "in both rounds", got, want)
	if n := w.Calls(world.Mail); n != 1 {
		t.Errorf("%d requests to send", n)
	}
}

func compare(t *testing.T, place string, got, want finished) {
	t.Helper()
	if got.state != want.state {
		t.Errorf("state\n%s\nwant\n%s", got.state, want.state)
	}
	if got.rounds != want.rounds {
		t.Errorf("%d rounds, want %d", got.rounds, want.rounds)
	}
	if len(got.mails) != 1 || got.mails[0].Action != want.mails[0].Action || got.mails[0].Body != want.mails[0].Body ||
		!slices.Equal(got.mails[0].Recipients, want.mails[0].Recipients) {
		t.Errorf("mails %+v\nwant %+v", got.mails, want.mails)
	}
	if a, b := slices.Sorted(maps.Keys(got.searches)), slices.Sorted(maps.Keys(want.searches)); !slices.Equal(a, b) {
		t.Errorf("searched for %q\nwant %q", a, b)
	}
	for search, n := range got.searches {
		may := 1
		cold := strings.HasSuffix(search, "in the cold") // what the second round is about
		if place == "in both rounds" || strings.Contains(place, "search_") && cold == strings.HasSuffix(place, "#2") {
			may = 2
		}
		if n < 1 || n > may {
			t.Errorf("%q was made %d times, want at most %d", search, n, may)
		}
		if server, _, _ := strings.Cut(search, ":"); may == 2 && strings.HasPrefix(place, "after search_"+server) && n != 2 {
			t.Errorf("%q was made %d times, though it was not recorded", search, n)
		}
	}
}
