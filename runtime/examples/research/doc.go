// Package research holds one program twice: an assistant that searches three servers for a question, reviews what it found,
// writes a report, and sends it when a person has approved it.
//
//   - skewed is the program as people first write it. It finds what it should, and mails go where they must not.
//   - sound is the same flow with each of those mistakes undone, and shows what happens when something fails.
//
// Both bring their own servers on loopback and a script that stands for the model, and keep the state of the graph in a
// SQLite file in a temporary folder. Run them from the root of the repository:
//
//	go run ./runtime/examples/research/skewed
//	go run ./runtime/examples/research/sound
//
// With EXAMPLES_MODEL_URL and EXAMPLES_MODEL_NAME they talk to a model behind an OpenAI-compatible endpoint. It may answer
// otherwise than the script, so that what they print is then another story.
//
// The tests of this package run them that way and check what they print.
package research
