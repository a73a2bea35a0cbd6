package adk

import "github.com/skewlint/skewlint/graphmodel"

// workflowDialect is that of package workflow, version 2.2.0 at 0a51e153. [run] marks facts that a
// run showed.
var workflowDialect = graphmodel.Dialect{
	Framework: "adk",
	// config.go NodeConfig.RerunOnResume: nil is handoff, the answer becomes the input of the
	// successors and the node that asked is not run again [run]. A node can say otherwise, and
	// dynamic nodes do by default (dynamic_node.go applyDynamicDefaults): see Node.RerunOnResume.
	RerunOnResume: graphmodel.No,
	// resume.go Resume: only nodes that wait are scheduled, never Start.
	ResumeEntry: graphmodel.EnterAtPause,
	// scheduler.go handleCompletion: a node's successors start when it completes.
	LockStep: graphmodel.No,
	// Session state is a map behind a lock: the last write wins [run, -race: 23 to 17 of 40].
	Conflict:       graphmodel.ConflictLastWins,
	Fate:           "so whichever writes the session last wins",
	DefaultReducer: graphmodel.No,
	// session/session.go State: any key can be set.
	OpenState: graphmodel.Yes,
	// session/session.go KeyPrefixTemp; session/inmemory.go trimTempDeltaState and its kin in database
	// and vertexai: such keys are dropped before an event is saved.
	TransientPrefix: "temp:",
	// State().Set in a node changes the session of this run only, as nothing puts the node's actions on
	// its event; an event with a StateDelta is saved [run]. Nodes that are tools are an exception
	// (tool_node.go) that is not told apart.
	OnlyUpdatesSaved: graphmodel.Yes,
	// Events are saved one by one, but a run that died is not taken up again: only the answer to
	// a pause resumes (workflowagent detectResume). So nothing enters behind a crash.
	CheckpointEachStep: graphmodel.No,
	// RunNode and ResumeOrRequestInput return ErrNodeInterrupted, which the node must return.
	PauseIsError: graphmodel.Yes,
	// scheduler.go: the output of a node is the input of its successors.
	PassesOutputs: graphmodel.Yes,
}

// agentDialect is that of the agents that run other agents, by version.
func (r *reader) agentDialect() graphmodel.Dialect {
	d := workflowDialect
	// Run of an agent is called anew; there is no handoff between agents.
	d.RerunOnResume = graphmodel.Yes
	// runner.go Run, version 2: a root that is no LLM agent is run from its beginning on every
	// turn, also on one that brings the answer to a pause [run]. A sequence does not even stop at
	// an agent that asks: the agents behind it run at once [run].
	d.ResumeEntry = graphmodel.EnterAtStart
	if r.root == roots[0] {
		// Version 1 looks for the agent that asked (findAgentToRun) and runs that one, and none
		// behind it [run, v1.6.0].
		d.ResumeEntry = graphmodel.EnterAtPause
	}
	// Confirmations and long-running tools are events, not errors.
	d.PauseIsError = graphmodel.No
	return d
}

// llmDialect is that of an agent with a model and tools, both versions.
var llmDialect = graphmodel.Dialect{
	Framework: "adk",
	// A tool that asked for a confirmation is called again, from its first line, when there is one
	// (request_confirmation_processor.go).
	RerunOnResume: graphmodel.Yes,
	ResumeEntry:   graphmodel.EnterAtPause,
	// The calls of one turn run at one time and the model is asked again when all are done.
	LockStep: graphmodel.Yes,
	// What tools of one turn write is merged by key (#449): of two writes of one key one is left.
	Conflict:        graphmodel.ConflictLastWins,
	Fate:            "so only one of the writes is kept",
	DefaultReducer:  graphmodel.No,
	OpenState:       graphmodel.Yes,
	TransientPrefix: "temp:",
	// What a tool sets goes on its event (agent/common_context.go Set), and is saved with it.
	OnlyUpdatesSaved:   graphmodel.No,
	CheckpointEachStep: graphmodel.No,
	PauseIsError:       graphmodel.No,
	// The model's call of a tool has the arguments of the tool.
	PassesOutputs: graphmodel.Yes,
}
