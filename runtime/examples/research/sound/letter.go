package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// draft is a report. An edit makes a new revision.
type draft struct {
	Revision int    `json:"revision"`
	Subject  string `json:"subject"`
	Body     string `json:"body"`
}

// letter is exactly what is going to be sent.
type letter struct {
	Revision   int      `json:"revision"`
	Recipients []string `json:"recipients"`
	Subject    string   `json:"subject"`
	Body       string   `json:"body"`
}

// letterOf makes the letter of what is in the state, and of nothing else: it is the same before and after a pause.
func letterOf(s stategraph.State) letter {
	d := report.Get(s)
	return letter{Revision: d.Revision, Recipients: recipients.Get(s), Subject: d.Subject, Body: d.Body}
}

// summary is what a person approves. The digest stands for all of the letter, so that a yes to one is no yes to another.
type summary struct {
	Revision   int      `json:"revision"`
	Recipients []string `json:"recipients"`
	Subject    string   `json:"subject"`
	Body       string   `json:"body"`
	Digest     string   `json:"digest"`
}

func (l letter) summary() summary {
	return summary{Revision: l.Revision, Recipients: l.Recipients, Subject: l.Subject, Body: l.Body, Digest: l.digest()}
}

func (l letter) digest() string { return digest(l.Revision, l.Recipients, l.Subject, l.Body) }

// actionID names the one action of sending a revision of a thread's report to these recipients. It is made of what stays
// the same when a node runs again.
func actionID(thread string, l letter) string {
	return digest("send_report", thread, l.Revision, l.Recipients)
}

// digest hashes values that JSON can encode, which are the only ones that it is given here.
func digest(values ...any) string {
	raw, err := json.Marshal(values)
	if err != nil {
		raw = fmt.Appendf(nil, "%#v", values)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:16])
}

// compose writes the report. What the model found comes first, what is missing is said, and what others wrote is quoted.
func compose(s stategraph.State, findings string) draft {
	var b strings.Builder
	fmt.Fprintf(&b, "Question: %s\n\nFindings\n%s\n", topic.Get(s), findings)
	if open := review.Get(s).Missing; len(open) > 0 {
		fmt.Fprintf(&b, "\nStill open after %d rounds: %s\n", round.Get(s), strings.Join(open, ", "))
	}
	for _, g := range gaps.Get(s) {
		fmt.Fprintf(&b, "\nWithout %s: %s\n", g.Server, g.Why)
	}
	b.WriteString("\nSources, as they came\n")
	for _, e := range evidence.Get(s) {
		b.WriteString(e.quote() + "\n")
	}
	return draft{Revision: report.Get(s).Revision + 1, Subject: "Research: " + topic.Get(s), Body: b.String()}
}
