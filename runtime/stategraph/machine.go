package stategraph

import (
	"context"
	"slices"
)

// executor runs the activations of one graph run. There are two: in memory,
// and durable. The superstep code does not know which one it has.
//
// Calls come from one goroutine, in an order that depends on recorded facts
// only: the durable executor numbers its steps by it.
type executor interface {
	// node starts fn and returns how to wait for its outcome. The error of
	// wait is one of the machinery (shutdown, database), never of the graph.
	node(label string, fn func(context.Context) outcome) (wait func() (outcome, error), err error)
	// subgraph starts a run of the graph behind the node of that name.
	// at names the activation, as in Result.Ran.
	subgraph(name, at string, from *checkpoint) (wait func() (*checkpoint, error), err error)
}

// machine runs supersteps of one graph.
type machine struct {
	graph  *Compiled
	ex     executor
	shared map[string]bool // fields shared with the parent; nil at the top
	scope  scope
	// stepped is told of every superstep that is complete, if somebody listens.
	stepped func(cp *checkpoint, done []*activation) error
}

// run goes on from cp until the graph is done, paused or failed, and leaves in
// cp where it stands. An error is one of the machinery: cp is then void.
func (m *machine) run(cp *checkpoint) error {
	for steps := 0; len(cp.Acts) > 0; {
		if !cp.entering() {
			if steps == m.graph.limit {
				cp.Failure = m.limitReached(cp)
				return nil
			}
			steps++
		}
		parked, err := m.superstep(cp)
		if err != nil || parked {
			return err
		}
	}
	cp.Done = true
	return nil
}

func (m *machine) limitReached(cp *checkpoint) *failure {
	f := &failure{Kind: kindLimit, Graph: m.graph.name, Limit: m.graph.limit, Step: cp.Step}
	for _, a := range cp.Acts {
		f.Next = append(f.Next, a.label())
	}
	return f
}

// superstep runs what is left of the current superstep and, when all of it has
// finished, merges the writes and schedules the next one.
func (m *machine) superstep(cp *checkpoint) (parked bool, err error) {
	if err := m.execute(cp); err != nil {
		return false, err
	}
	paused := false
	for _, a := range cp.Acts {
		if f := a.Outcome.Failure; f != nil {
			cp.Failure = f
			return true, nil
		}
		paused = paused || a.Outcome.paused()
	}
	if paused {
		return true, nil
	}
	state, fail := m.graph.merge(cp.State, cp.Acts, cp.Step+1)
	if fail != nil {
		cp.Failure = fail
		return true, nil
	}
	m.logShared(cp)
	if !cp.entering() {
		cp.Step++
	}
	done := cp.Acts
	cp.State, cp.Acts = state, schedule(done)
	if m.stepped != nil {
		return false, m.stepped(cp, done)
	}
	return false, nil
}

// entering reports whether cp stands before its first superstep, at the edges
// that leave Start.
func (cp *checkpoint) entering() bool {
	return len(cp.Acts) == 1 && cp.Acts[0].Node == Start
}

// logShared keeps what a subgraph's nodes wrote to fields of the parent. Of a
// field without a reducer only the last value counts.
func (m *machine) logShared(cp *checkpoint) {
	for _, a := range cp.Acts {
		for _, w := range a.Outcome.Writes {
			if !m.shared[w.Field] {
				continue
			}
			if !m.graph.fields[w.Field].reduces() {
				cp.Writes = slices.DeleteFunc(cp.Writes, func(o write) bool { return o.Field == w.Field })
			}
			cp.Writes = append(cp.Writes, w)
		}
	}
}

// schedule collects what the finished activations lead to, in merge order:
// every node once, then its tasks in the order of their sources.
func schedule(done []*activation) []*activation {
	var next []*activation
	planned := map[string]bool{End: true}
	tasks := map[string]int{}
	for _, a := range done {
		for _, to := range a.Outcome.Goto {
			if !planned[to] {
				planned[to] = true
				next = append(next, &activation{Node: to})
			}
		}
		for _, set := range a.Outcome.Tasks {
			for _, o := range set.Overlays {
				i := tasks[set.Target]
				tasks[set.Target]++
				next = append(next, &activation{Node: set.Target, Task: &i, From: a.Node, Overlay: o})
			}
		}
	}
	slices.SortStableFunc(next, compareActivations)
	return next
}

func compareActivations(a, b *activation) int {
	switch {
	case a.Node != b.Node && a.Node < b.Node:
		return -1
	case a.Node != b.Node:
		return 1
	}
	return taskOrder(a) - taskOrder(b)
}

func taskOrder(a *activation) int {
	if a.Task == nil {
		return -1
	}
	return *a.Task
}
