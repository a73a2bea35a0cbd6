package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// gcPercent is how much the heap may grow before garbage is collected. Half of Go's own default
	// takes a quarter of the memory away and costs a few hundredths of the time.
	gcPercent = 50
	// gcFloor is the size of the heap below which nothing is collected. Most runs look at one package
	// that was edited: they end near it, and ten collections on the way there were a third of their
	// time. A run that needs more is not changed by it.
	gcFloor = 48 << 20
	// gcSmallest is the heap at which the runtime collects first, at 100 percent.
	gcSmallest = 4 << 20
)

// tuneCollector sets the collector for what the last collection left, and again after the next one.
func tuneCollector() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	size := uint64(0)
	if live[0].Value.Kind() == metrics.KindUint64 {
		size = live[0].Value.Uint64()
	}
	debug.SetGCPercent(percentFor(size))
	next := new(*int) // dead at once, so the next collection finds it
	runtime.AddCleanup(next, func(struct{}) { tuneCollector() }, struct{}{})
}

// percentFor is by how much a heap may grow of which so many bytes are in use.
func percentFor(live uint64) int {
	live = max(live, gcSmallest)
	if live >= gcFloor {
		return gcPercent
	}
	return max(gcPercent, int((gcFloor-live)*100/live))
}
