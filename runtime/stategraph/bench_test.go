package stategraph_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// ring is a graph that goes n times around one node.
func ring(b *testing.B, n int) *stategraph.Compiled {
	return compile(b, stategraph.New("ring", count).
		AddNode("inc", func(_ context.Context, s stategraph.State) (stategraph.Update, error) {
			return stategraph.Update{count.Set(count.Get(s) + 1)}, nil
		}).
		AddEdge(stategraph.Start, "inc").
		AddConditionalEdge("inc", func(_ context.Context, s stategraph.State) (string, error) {
			if count.Get(s)%n == 0 {
				return stategraph.End, nil
			}
			return "inc", nil
		}, "inc", stategraph.End), stategraph.StepLimit(n+1))
}

// BenchmarkSupersteps measures one superstep of one node.
func BenchmarkSupersteps(b *testing.B) {
	const n = 1000
	perStep := func(b *testing.B) {
		b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "steps/s")
	}
	b.Run("memory", func(b *testing.B) {
		c := ring(b, n)
		for b.Loop() {
			must(b)(c.Run(b.Context(), nil))
		}
		perStep(b)
	})
	b.Run("sqlite", func(b *testing.B) {
		e := open(b, ring(b, n))
		i := 0
		for b.Loop() {
			i++
			must(b)(e.Start(b.Context(), "ring", fmt.Sprint("t", i), nil))
		}
		perStep(b)
	})
}

// BenchmarkStartResume measures a turn that pauses once and is answered.
func BenchmarkStartResume(b *testing.B) {
	for _, workers := range []int{1, 16} {
		b.Run(fmt.Sprintf("sqlite/%dthreads", workers), func(b *testing.B) {
			e := open(b, gateGraph(b))
			b.SetParallelism(workers)
			ids := make(chan int, 1)
			ids <- 0
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					i := <-ids
					ids <- i + 1
					thread := fmt.Sprint("t", i)
					res := must(b)(e.Start(b.Context(), "gate", thread, nil))
					must(b)(e.Resume(b.Context(), thread, res.Pauses[0].ID, "yes"))
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
		})
	}
}

// BenchmarkFanOut measures one task of a wide fan-out: all tasks of a superstep
// want to record their outcome at once.
func BenchmarkFanOut(b *testing.B) {
	const n = 100
	split := func(context.Context, stategraph.State) ([]stategraph.Update, error) {
		return slices.Repeat([]stategraph.Update{{item.Set(1)}}, n), nil
	}
	work := func(context.Context, stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{total.Set(1)}, nil
	}
	for _, limit := range []int{1, 4, n} {
		b.Run(fmt.Sprintf("sqlite/limit%d", limit), func(b *testing.B) {
			e := open(b, compile(b, stategraph.New("fan", item, total).AddNode("work", work).
				AddFanOut(stategraph.Start, split, "work", stategraph.Limit(limit))))
			i := 0
			for b.Loop() {
				i++
				must(b)(e.Start(b.Context(), "fan", fmt.Sprint("t", i), nil))
			}
			b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}

// BenchmarkParkedThreads is the load test: ten thousand threads pause, wait in
// the store, and are answered. An operation is all of them; run it once with
// -benchtime=1x.
func BenchmarkParkedThreads(b *testing.B) {
	const n = 10_000
	var parking, resuming time.Duration
	for b.Loop() {
		b.StopTimer()
		dir := storeDir(b)
		e := openAt(b, storeIn(dir), gateGraph(b))
		before := heap()
		b.StartTimer()

		start := time.Now()
		park(b, e, n)
		parking += time.Since(start)

		b.StopTimer()
		// What a parked thread costs the process, which is to be nothing.
		b.ReportMetric(max(0, float64(heap())-float64(before))/n, "heapB/thread")
		b.ReportMetric(float64(runtime.NumGoroutine()), "goroutines")
		if info, err := os.Stat(dir + "/graph.db"); err == nil {
			b.ReportMetric(float64(info.Size())/n, "diskB/thread")
		}
		b.StartTimer()

		start = time.Now()
		got, err := e.ResumeParked(b.Context(), stategraph.ParkedFilter{}, func(context.Context, stategraph.ParkedThread, stategraph.Pause) (any, bool, error) {
			return "yes", true, nil
		})
		if got != n || err != nil {
			b.Fatalf("%d threads were resumed, %v; want %d", got, err, n)
		}
		resuming += time.Since(start)
	}
	b.ReportMetric(float64(b.N*n)/parking.Seconds(), "parked/s")
	b.ReportMetric(float64(b.N*n)/resuming.Seconds(), "resumed/s")
}

// park starts n threads that pause, a few at a time.
func park(b *testing.B, e *stategraph.Engine, n int) {
	names := make(chan string)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for name := range names {
				if _, err := e.Start(b.Context(), "gate", name, nil); err != nil {
					b.Error(err)
				}
			}
		})
	}
	for i := range n {
		names <- fmt.Sprint("t", i)
	}
	close(names)
	wg.Wait()
}

// heap is what is in use after a collection.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
