// Package stategraph runs agent graphs whose progress survives the process.
//
// A graph has nodes, edges and fields. A field (a channel, in LangGraph's and
// Pregel's words) has a name, a type and at most one reducer. A node reads an
// immutable snapshot of all fields and returns the writes it wants. A thread
// is one conversation with one graph; its state is kept from turn to turn.
//
// # The one idea
//
// Execution goes in supersteps, in lock step. All nodes of a superstep run
// concurrently on the same snapshot. When all of them have finished, their
// writes are merged in a fixed order (node name, then task index), and the
// edges decide who runs next. What a node wrote is recorded before anything
// that follows from it happens, so a process that dies goes on at the first
// node without a record. That node runs again from its first line; a finished
// one does not.
//
// A pause ([Interrupt]) ends the run with a checkpoint. A parked thread is
// therefore rows in a database and nothing else: no goroutine, no timer, no
// connection. [Engine.Resume] enters at the paused node, not at [Start]: a
// check that must hold for every run belongs into the node that needs it.
//
// # What it is made of
//
// Scheduling, persistence and recovery are the business of DBOS Transact: a
// run segment (from entry or resume until pause or end) is one DBOS workflow,
// a node activation is one DBOS step, a subgraph is a child workflow. This
// package adds the graph. State is stored as plain JSON in the tables of DBOS:
//
//	SELECT output FROM workflow_output WHERE workflow_uuid = 'thread/1'
//
// # Semantics worth knowing
//
//   - A router or splitter belongs to the step of the node it leaves: it sees
//     the node's snapshot with that node's own writes applied, not the writes
//     of its siblings, and its decision is recorded together with the writes.
//     A crash cannot lead to another route.
//   - A node that is scheduled by several edges in one superstep runs once.
//   - A node without an outgoing edge ends its branch. The run is done when no
//     branch is left.
//   - A fan-out over no tasks ends its branch: the target does not run.
//   - A subgraph is one activation of its parent and runs its own supersteps
//     inside. Fields that both declare are shared, the others start empty at
//     each visit and are dropped at its end. Its parent receives what its
//     nodes wrote, write by write, so a shared Append field grows by what was
//     appended inside and not by its old content a second time.
//   - Field values cross node boundaries as JSON, in memory too. A node may
//     therefore change what Get returned without anyone noticing, and what
//     JSON does not carry (unexported struct fields, channels) is lost at once
//     and not only after a restart.
//
// # Failures
//
// A node fails, or one of its attempts does: [Retry] gives it more of them,
// [Timeout] bounds each, [KindOf] says which errors are worth it. A turn that
// failed keeps the state before the superstep that failed, [Engine.Retry] goes
// on from there. [Engine.Cancel] ends a run from outside, [OnEvent] shows what it
// does.
//
// # Threads that wait, and those that are done
//
// [Engine.Parked] lists who waits, [Engine.ResumeParked] answers many,
// [ExpiresAfter] and [Engine.Expire] answer for those who never do. [Engine.History]
// shows every state that a thread went through, [Engine.Fork] begins a new thread
// at one of them. [Engine.DeleteThread] and [Engine.DeleteOlder] remove threads.
// None of it happens by itself: a program calls it, from a goroutine, a cron job
// or a page for its operators.
//
// A thread that was parked under another version of the graph goes on when what
// it has still fits; otherwise it is refused with a [*SchemaError], or converted
// by the function given to [Migrate].
//
// # Several processes
//
// Any number of processes may have one store open: PostgreSQL for many
// machines, a SQLite file for those of one. A run segment belongs to the process
// that began it, and each process has an executor ID of its own and a lease on
// it (see [Options]). When a lease runs out, a living process with the same
// graphs goes on with what the other one left behind. The tables
// stategraph_executors (leases), stategraph_attempts, stategraph_cancels,
// stategraph_threads (an index) and stategraph_schemas are of this package; all
// others in the schema are of DBOS.
//
// # Limits
//
//   - At least once: a node that was interrupted by a crash runs again. What
//     it did to the outside world before that, it does again.
//   - Reducers must be pure. They run again on recovery.
//   - A process that is suspended or cut off from the database for longer than
//     its lease is taken for dead: its nodes run twice. What it records after
//     that is refused.
//   - Events ([OnEvent]) are told in the process that runs the node and are gone
//     with it.
//   - [Engine.History] runs the reducers and edges of today over the records of
//     the past: it needs the graph as it was.
//   - A run is recovered by a process with the same graphs (Options.Version)
//     only; until there is one it waits, and so does [Engine.Wait].
//   - The error of a failed node keeps its Go type only in the process that
//     ran the node; after that it is its text.
//   - Deleting single workflows of a living thread from the DBOS tables breaks
//     the thread.
package stategraph
