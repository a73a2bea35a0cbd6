package main

import (
	"fmt"
	"os"
	"text/tabwriter"
	"time"
)

// figures are the medians of a subject.
type figures struct {
	cpu, wall time.Duration
	peak      int64
}

func (s *subject) figures() figures {
	return figures{
		cpu:  median(s.runs, func(r sample) time.Duration { return r.cpu }),
		wall: median(s.runs, func(r sample) time.Duration { return r.wall }),
		peak: median(s.runs, func(r sample) int64 { return r.peak }),
	}
}

// printTable prints medians, and ratios to the first subject and to the last.
func printTable(title string, subjects []*subject) {
	fmt.Printf("%s\n", title)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(w, "\truns\tCPU s\twall s\tpeak MB\tCPU/list\twall/list\tCPU/vet\twall/vet\t\n")
	list, vet := subjects[0], subjects[len(subjects)-1]
	for _, s := range subjects {
		if len(s.runs) == 0 {
			continue
		}
		f := s.figures()
		_, _ = fmt.Fprintf(w, "%s\t%d\t%.2f\t%.2f\t%d\t%s\t%s\t%s\t%s\t\n", s.name, len(s.runs), f.cpu.Seconds(), f.wall.Seconds(), f.peak>>20,
			ratio(f.cpu, list, true), ratio(f.wall, list, false), ratio(f.cpu, vet, true), ratio(f.wall, vet, false))
	}
	_ = w.Flush() // to standard output
	fmt.Println()
}

func ratio(d time.Duration, to *subject, cpu bool) string {
	if len(to.runs) == 0 {
		return "-"
	}
	base := to.figures().wall
	if cpu {
		base = to.figures().cpu
	}
	return fmt.Sprintf("%.2f", float64(d)/float64(base))
}
