package langgraphgo

import "github.com/skewlint/skewlint/graphmodel"

// generation is the API generation of a graph value, as far as seen.
type generation int

const (
	unsure  generation = iota // untyped StateGraph: v0.5, or one of v0.6 and v0.7
	split                     // v0.3 to v0.5: MessageGraph is a type of its own
	merged                    // v0.6 and later
	ancient                   // tmc/langgraphgo
)

// merge says what makes one state out of the results of one step.
type merge int

const (
	replace  merge = iota // nothing: the last result is the state
	byKey                 // a schema of the framework: field by field
	byCaller              // a merger or a schema of the program
)

// dialect says what this graph does, by generation, kind, schema and checkpoints. Places in the
// framework's source are of eb8d279 (v0.5) and of the fork jemygraw/langgraphgo at ce2c023 (v0.8);
// "ran" is a program of ours on that version.
func (g *graph) dialect() graphmodel.Dialect {
	d := graphmodel.Dialect{
		Framework:     "langgraphgo",
		RerunOnResume: g.reruns(),
		// InvokeWithConfig begins with Config.ResumeFrom, for which GraphInterrupt.NextNodes is
		// meant: the interrupted node (v0.5 graph.go, v0.8 state_graph.go).
		ResumeEntry: graphmodel.EnterAtPause,
		// All nodes of a step are awaited (wg.Wait) before results are merged; listenable graphs of
		// v0.5 run one node at a time.
		LockStep: graphmodel.Yes,
		Conflict: g.conflict(),
		Fate:     g.fate(),
		// Without a merger or a schema of the program nothing merges a field that has no reducer.
		DefaultReducer:     graphmodel.No,
		CheckpointEachStep: g.eachStep,
		// graph.Interrupt returns *NodeInterrupt as error, and the node has to return it.
		PauseIsError: graphmodel.Yes,
	}
	if g.merges == byCaller {
		d.DefaultReducer = graphmodel.Yes
	}
	return d
}

// reruns says whether a paused node runs again.
func (g *graph) reruns() graphmodel.Tri {
	switch {
	case g.gen == ancient:
		return graphmodel.No // it cannot pause at all
	case g.gen == split && (g.sequential || g.stateGraph):
		// v0.5 state_graph.go, listeners.go: a NodeInterrupt comes out of Invoke as a plain error and
		// ResumeFrom and ResumeValue are not read (issue 44; ran).
		return graphmodel.No
	case g.gen == unsure:
		return graphmodel.Unknown
	}
	// v0.5 graph.go, v0.8 state_graph.go: the node is called again, and Interrupt returns the
	// answer (ran on both: whole node, and two pauses of it got one answer).
	return graphmodel.Yes
}

// conflict is the fate of a second write in one step. Nodes get one and the same state value.
func (g *graph) conflict() graphmodel.Conflict {
	switch g.merges {
	case byCaller:
		return graphmodel.ConflictMerge
	case byKey:
		// schema.go, Update: results are merged one after the other, a key without reducer is
		// overwritten; their order comes from the iteration of a map (ran: 25 to 175 of 200).
		return graphmodel.ConflictLastWins
	}
	switch g.state.Kind {
	case "", "interface", "map", "pointer", "slice":
		// Nodes that write into the state that they got write into the same map (ran with -race:
		// DATA RACE). Those that return a new one lose all but one of them.
		return graphmodel.ConflictRace
	}
	// Values are copied, and the last result replaces the whole state (ran: 28 to 172 of 200 on
	// v0.5, and 182 to 18 with a struct on v0.8, where a field that only the other wrote was lost).
	return graphmodel.ConflictLastWins
}

// fate says in words what [graph.conflict] means here.
func (g *graph) fate() string {
	switch {
	case g.merges == byCaller:
		return ""
	case g.merges == byKey:
		return "so one of them overwrites the other, in no fixed order"
	case g.conflict() == graphmodel.ConflictRace:
		return "so they race on the shared state, or one is lost"
	}
	return "so one node's whole state replaces the other's"
}
