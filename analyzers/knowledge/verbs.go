package knowledge

import "strings"

// verb is what a verb in a tool's name promises.
type verb struct {
	access Access
	repeat Repeat
	noun   bool // a noun as often as a verb, so it gives way to other verbs
	runs   bool // runs something that is named behind it
}

// verbs is the table of verbs in tool names, drawn up from the tool lists that public servers
// document (the test has them). A verb that servers use both ways ("open", "process", "generate",
// "manage", "sync", "resolve") is not in it: unknown is unknown.
//
// Three groups write. Those that make something new each time are unsafe to repeat. Those that
// set a state (update, delete, close, write a whole file) are idempotent on most servers, by
// their own hints, and not on all ("update" may add up, a second "move" may move something else),
// so nothing is claimed about repeating them.
var verbs = table(verbGroups)

var verbGroups = map[verb]string{
	{access: Reads, repeat: RepeatSafe}: `get list find search read lookup describe fetch show view
		retrieve browse inspect preview explain validate verify compare diff summarize analyze calculate
		compute estimate exists download whoami ping render translate convert parse extract suggest
		recommend detect peek poll lint grep glob tail head`,
	{access: Reads, repeat: RepeatSafe, noun: true}: `query count check status info details history
		stats health logs`,
	{access: Writes, repeat: RepeatUnsafe}: `create add send insert publish append refund pay submit
		transfer deploy upload import invite notify reply increment decrement enqueue push buy
		purchase register provision clone duplicate reserve checkout withdraw deposit emit
		broadcast dispatch trigger spawn launch email sms tweet`,
	{access: Writes, repeat: RepeatUnsafe, noun: true}: `book issue post order charge comment fork schedule
		start click type press drag commit request`,
	{access: Writes, repeat: RepeatUnsafe, noun: true, runs: true}: `run`,
	{access: Writes, repeat: RepeatUnsafe, runs: true}:             `execute exec invoke`,
	{access: Writes}: `set put delete update edit remove cancel move rename write save store upsert replace
		modify patch merge close reopen archive unarchive enable disable assign unassign approve reject
		accept decline dismiss mark lock unlock stop kill terminate restart revoke grant destroy drop
		clear purge reset rollback revert apply subscribe unsubscribe star unstar follow unfollow join
		leave configure overwrite delegate confirm complete resume pause abort`,
}

// table turns the groups around. A word stands in one group only, which a test checks, so that
// the order of the map does not matter.
func table(groups map[verb]string) map[string]verb {
	out := map[string]verb{}
	for v, list := range groups {
		for word := range strings.FieldsSeq(list) {
			out[word] = v
		}
	}
	return out
}
