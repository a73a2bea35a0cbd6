package main

import (
	"runtime/debug"
	"testing"
	"time"
)

func TestPercentFor(t *testing.T) {
	const mb = 1 << 20
	for _, test := range []struct {
		live, atLeast, atMost uint64 // the heap at which is collected next
	}{
		{0, 44 * mb, gcFloor}, // what the runtime takes for the smallest heap
		{6 * mb, 47 * mb, gcFloor},
		{30 * mb, 47 * mb, gcFloor},
		{40 * mb, 60 * mb, 60 * mb},
		{200 * mb, 300 * mb, 300 * mb},
	} {
		live := max(test.live, gcSmallest)
		next := live + live*uint64(percentFor(test.live))/100
		if next < test.atLeast || next > test.atMost {
			t.Errorf("with %d MB in use the next collection is at %d MB", test.live/mb, next/mb)
		}
	}
}

var kept []byte // what the test has in use

// TestTuneCollector checks that the percentage follows the heap, from one collection to the next.
func TestTuneCollector(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	percent := func() int {
		p := debug.SetGCPercent(gcPercent)
		debug.SetGCPercent(p)
		return p
	}
	debug.FreeOSMemory()
	tuneCollector()
	if got := percent(); got <= gcPercent {
		t.Errorf("a small heap may grow by %d percent", got)
	}
	kept = make([]byte, 2*gcFloor)
	defer func() { kept = nil }()
	for deadline := time.Now().Add(30 * time.Second); percent() != gcPercent; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("with %d MB in use the heap may grow by %d percent", len(kept)>>20, percent())
		}
		debug.FreeOSMemory() // collects
	}
}
