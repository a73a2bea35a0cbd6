package main

import (
	"strings"
	"testing"
	"time"
)

// measured is a session in which all goals are met.
func measured() session {
	s := session{}
	for state, cpu := range map[string]map[string]float64{
		cold:      {listName: 0.1, skewlintName: 0.4, staticName: 16},
		warm:      {listName: 0.1, skewlintName: 0.12, vetName: 0.3},
		edited:    {listName: 0.1, skewlintName: 0.25},
		oneWarm:   {skewlintName: 0.11},
		oneEdited: {skewlintName: 0.21},
		empty:     {skewlintName: 4, vetName: 100},
	} {
		for tool, sec := range cpu {
			s.add(state, tool, seconds(sec))
		}
	}
	return s
}

func TestTable(t *testing.T) {
	s := measured()
	s.add(warm, skewlintName, seconds(0.12))
	s.add(warm, skewlintName, seconds(9)) // one that something came in between of
	const want = `| state | tool | runs | CPU s | wall s | peak MB | CPU: times go list | CPU: times skewlint |
|---|---|--:|--:|--:|--:|--:|--:|
| cold | go list -deps -test | 1 | 0.10 | 1.00 | 40 | 1.00 | 0.25 |
| cold | skewlint | 1 | 0.40 | 1.00 | 40 | 4.00 | 1.00 |
| cold | staticcheck v0.8.2 | 1 | 16.00 | 1.00 | 40 | 160.00 | 40.00 |
| warm | go list -deps -test | 1 | 0.10 | 1.00 | 40 | 1.00 | 0.83 |
| warm | skewlint | 3 | 0.12 | 1.00 | 40 | 1.20 | 1.00 |
| warm | go vet | 1 | 0.30 | 1.00 | 40 | 3.00 | 2.50 |
| edited | go list -deps -test | 1 | 0.10 | 1.00 | 40 | 1.00 | 0.40 |
| edited | skewlint | 1 | 0.25 | 1.00 | 40 | 2.50 | 1.00 |
| one package | skewlint | 1 | 0.11 | 1.00 | 40 | – | 1.00 |
| one package edited | skewlint | 1 | 0.21 | 1.00 | 40 | – | 1.00 |
| empty | skewlint | 1 | 4.00 | 1.00 | 40 | – | 1.00 |
| empty | go vet | 1 | 100.00 | 1.00 | 40 | – | 25.00 |
`
	if got := s.table(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := s.text("A module", 7); !strings.HasPrefix(got, "A module: 7 packages") || !strings.Contains(got, want) || !strings.Contains(got, s.goals()) {
		t.Errorf("the text of a module is\n%s", got)
	}
}

func TestGoals(t *testing.T) {
	const head = "| goal | limit | measured | met |\n|---|--:|--:|---|\n"
	const want = head +
		"| warm, CPU against `go list -deps -test` | 1.20 | 1.20 | yes |\n" +
		"| cold, CPU against staticcheck v0.8.2 | 0.20 | 0.03 | yes |\n" +
		"| cold with an empty build cache, CPU against `go vet` | 0.05 | 0.04 | yes |\n" +
		"| after one edit, CPU s, against 1.5 times warm and the edited package (1.5 × 0.12 + 0.10; it is 2.08 times warm) | 0.28 | 0.25 | yes |\n" +
		"| peak memory of any run, MB | 300.00 | 40.00 | yes |\n"
	if got := measured().goals(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := (session{}).goals(); strings.Count(got, "not measured") != 5 {
		t.Errorf("nothing was measured, and it says\n%s", got)
	}
	for state, row := range map[string]string{warm: "| warm,", cold: "| cold, ", empty: "| cold with", edited: "| after one edit"} {
		s := measured()
		s[state][skewlintName] = []sample{seconds(50)}
		if state == warm {
			s[state][skewlintName] = []sample{seconds(0.13)}
		}
		checkRow(t, s, row, "| **no** |")
		delete(s[state], skewlintName)
		checkRow(t, s, row, "not measured |")
	}
	s := measured()
	s[empty][skewlintName][0].peak = 301 << 20
	checkRow(t, s, "| peak", "| 300.00 | 301.00 | **no** |")
}

func checkRow(t *testing.T, s session, begin, end string) {
	t.Helper()
	for line := range strings.Lines(s.goals()) {
		if strings.HasPrefix(line, begin) {
			if !strings.HasSuffix(strings.TrimSpace(line), end) {
				t.Errorf("want %q at the end of %s", end, line)
			}
			return
		}
	}
	t.Errorf("no row %q", begin)
}

// TestAfterEdit checks that the edited package is what is added by the edit alone: whatever a run
// costs that names one package does not count.
func TestAfterEdit(t *testing.T) {
	s := measured()
	s[oneWarm][skewlintName] = []sample{seconds(0.21)}
	checkRow(t, s, "| after one edit", "| 0.18 | 0.25 | **no** |")
	s[oneWarm][skewlintName] = []sample{seconds(0.30)} // noise, on a package that costs nothing
	checkRow(t, s, "| after one edit", "| 0.18 | 0.25 | **no** |")
	delete(s, oneWarm)
	checkRow(t, s, "| after one edit", "not measured |")
}

func TestMedian(t *testing.T) {
	var runs []sample
	for i, want := range []float64{3, 3, 3, 5, 3} {
		runs = append(runs, seconds([]float64{3, 1, 9, 5, 2}[i]))
		if got := median(runs, func(r sample) time.Duration { return r.cpu }); got != seconds(want).cpu {
			t.Errorf("of %d runs: %v", len(runs), got)
		}
	}
}

func TestPatience(t *testing.T) {
	s := session{}
	if !s.patient("slow") {
		t.Error("a tool that has not run gets no round")
	}
	s.add(cold, "slow", sample{wall: patience})
	s.add(cold, "quick", sample{wall: patience / 10})
	if !s.patient("slow") || !s.patient("quick") {
		t.Error("a tool gets no round before it has taken too long")
	}
	s.add(warm, "slow", sample{wall: time.Second})
	if s.patient("slow") || !s.patient("quick") {
		t.Error("each tool has its own time")
	}
}
