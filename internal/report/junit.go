package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// JUnit prints XML as Jenkins, GitLab and most other servers read it: a failed test for each
// finding, an erroneous one for each error, and a passed one for each rule that found nothing,
// because some servers take a file without tests for a mistake.
//
// Servers compare runs by class and name of a test. So names hold no line numbers, and a second
// test of the same name gets a number.
type JUnit struct {
	Out  io.Writer
	Root string

	seen map[string]int // names given, by class and name
}

type junitSuites struct {
	XMLName xml.Name   `xml:"testsuites"`
	Suite   junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Failure *junitProblem `xml:"failure"`
	Error   *junitProblem `xml:"error"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// Print prints the report.
func (j *JUnit) Print(r *Report) error {
	j.seen = map[string]int{}
	suite := junitSuite{Name: "skewlint", Failures: len(r.Findings), Errors: len(r.Errors)}
	found := map[string]bool{}
	for _, f := range r.Findings {
		found[f.Rule] = true
		c := j.test("skewlint."+f.Rule, f.Message, f.Pos)
		text := c.File + ":" + fmt.Sprint(c.Line) + ": " + strings.Join(told(j.Root, f), "\n")
		c.Failure = &junitProblem{Message: f.Message, Type: string(f.Severity), Text: text}
		suite.Cases = append(suite.Cases, c)
	}
	for _, e := range r.Errors {
		c := j.test("skewlint", e.Message, e.Pos)
		c.Error = &junitProblem{Message: e.Message, Type: "error", Text: e.Message}
		suite.Cases = append(suite.Cases, c)
	}
	for _, known := range r.Rules {
		if !found[known.Name] {
			suite.Cases = append(suite.Cases, junitCase{Class: "skewlint." + known.Name, Name: "no finding"})
		}
	}
	suite.Tests = len(suite.Cases)
	return j.write(junitSuites{Suite: suite})
}

func (j *JUnit) test(class, message string, pos graphmodel.Position) junitCase {
	at := slashed(j.Root, pos)
	name, _, _ := strings.Cut(message, "\n")
	if at.File != "" {
		name = at.File + ": " + name
	}
	key := class + "\x00" + name
	j.seen[key]++
	if n := j.seen[key]; n > 1 {
		name += fmt.Sprintf(" (%d)", n)
	}
	return junitCase{Class: class, Name: name, File: at.File, Line: at.Line}
}

func (j *JUnit) write(doc junitSuites) error {
	data, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(j.Out, "%s%s\n", xml.Header, data)
	return err
}
