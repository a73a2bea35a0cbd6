package stategraph_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

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
