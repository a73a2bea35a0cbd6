package hosttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/driver/golist"
	"github.com/skewlint/skewlint/rules"
)

// Program is what to analyse.
type Program struct {
	Dir      string // absolute
	Env      []string
	Patterns []string
}

// InGOPATH is the program of all packages below example.com in a GOPATH, which is where the scenarios of
// rules are.
func InGOPATH(gopath string) Program {
	return Program{
		Dir:      filepath.Join(gopath, "src", "example.com"),
		Env:      []string{"GOPATH=" + gopath, "GO111MODULE=off", "GOWORK=", "GOFLAGS="},
		Patterns: []string{"./..."},
	}
}

// finding is a finding in the form in which hosts are compared. Files are relative to the program.
func (p *Program) finding(rule, pos, message string) string {
	if rel, err := filepath.Rel(p.Dir, pos); err == nil && filepath.IsAbs(pos) {
		pos = rel
	}
	return fmt.Sprintf("%s: %s: %s", filepath.ToSlash(pos), rule, message)
}

// Position is a place as hosts print it.
func Position(file string, line, column int) string {
	return fmt.Sprintf("%s:%d:%d", file, line, column)
}

// sorted drops what is said twice: a package and its test variant share files.
func sorted(findings []string) []string {
	slices.Sort(findings)
	return slices.Compact(findings)
}

func (p *Program) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = p.Dir
	cmd.Env = append(os.Environ(), p.Env...)
	return cmd
}

// Own are the findings of the own driver, sorted, each once.
func Own(ctx context.Context, p *Program) ([]string, error) {
	d := driver.Driver{Rules: rules.All()}
	res, err := d.Run(ctx, golist.Query{Dir: p.Dir, Env: append(os.Environ(), p.Env...), Tests: true, Patterns: p.Patterns})
	if err != nil {
		return nil, err
	}
	for _, e := range res.Errors {
		err = errors.Join(err, errors.New(e.Message))
	}
	var out []string
	for _, f := range res.Findings {
		out = append(out, p.finding(f.Rule, Position(f.Pos.File, f.Pos.Line, f.Pos.Column), f.Message))
	}
	return sorted(out), err
}

// Vet are the findings of go vet with tool as its vet tool.
func Vet(ctx context.Context, p *Program, tool string) ([]string, error) {
	cmd := p.command(ctx, "go", append([]string{"vet", "-json", "-vettool=" + tool}, p.Patterns...)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go vet: %w\n%s", err, stderr.String())
	}
	var out []string
	for dec := json.NewDecoder(strings.NewReader(string(stdout))); ; {
		var packages map[string]map[string][]struct{ Posn, Category, Message string }
		if err := dec.Decode(&packages); errors.Is(err, io.EOF) {
			return sorted(out), nil
		} else if err != nil {
			return nil, fmt.Errorf("output of go vet: %w", err)
		}
		for _, analyzers := range packages {
			for _, diagnostics := range analyzers {
				for _, d := range diagnostics {
					message := strings.TrimSuffix(d.Message, " ("+d.Category+")")
					out = append(out, p.finding(d.Category, d.Posn, message))
				}
			}
		}
	}
}

// short is the form that package rules/all gives a message.
var short = regexp.MustCompile(`^(\w+)(?: \((?:warning|info)\))?: (.*?)(?: \[\S+\.go:\d[^\[\]]*\])?$`)

// Short takes a message of package rules/all apart.
func Short(text string) (rule, message string, err error) {
	m := short.FindStringSubmatch(text)
	if m == nil {
		return "", "", fmt.Errorf("%q does not begin with the name of a rule", text)
	}
	return m[1], m[2], nil
}

// FromShort is the finding that stands behind a message of package rules/all at pos.
func (p *Program) FromShort(pos, text string) (string, error) {
	rule, message, err := Short(text)
	return p.finding(rule, pos, message), err
}
