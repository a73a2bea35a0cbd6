package stategraph

import (
	"encoding/json"
	"maps"
)

// merge applies the writes of a finished superstep to the state. The state it
// is given is not changed: on a failure nothing of the step is applied.
func (c *Compiled) merge(state values, acts []*activation, step int) (values, *failure) {
	updates := map[string][]json.RawMessage{}
	writer := map[string]string{}
	var order []string
	for _, a := range acts {
		for _, w := range a.Outcome.Writes {
			first, again := writer[w.Field]
			if again && !c.fields[w.Field].reduces() {
				return nil, &failure{Kind: kindConflict, Field: w.Field, Node: first, Second: a.label(), Step: step}
			}
			if !again {
				order = append(order, w.Field)
			}
			writer[w.Field] = a.label()
			updates[w.Field] = append(updates[w.Field], w.Value)
		}
	}
	out := maps.Clone(state)
	if out == nil {
		out = values{}
	}
	for _, name := range order {
		v, err := c.fields[name].fold(state[name], updates[name])
		if err != nil {
			return nil, nodeFailure(writer[name], step, err)
		}
		out[name] = v
	}
	return out, nil
}

// apply is merge for the writes of one activation alone, for its routers.
func (c *Compiled) apply(state values, a *activation, writes []write, step int) (values, *failure) {
	alone := &activation{Node: a.Node, Task: a.Task, Outcome: &outcome{Writes: writes}}
	return c.merge(state, []*activation{alone}, step)
}
