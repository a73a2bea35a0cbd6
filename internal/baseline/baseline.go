// Package baseline keeps the findings that are known, so that a run tells only new ones.
//
// It is for the command: "skewlint baseline" writes a file, -baseline reads it. The file is meant
// to be kept beside the code and read in reviews: JSON with one finding a line, sorted, and nothing
// in it that changes on its own.
//
// The one idea to hold: a finding is known by its fingerprint alone (see package fingerprint). Rule,
// file and message stand beside it for people.
//
// Limits: an entry is called stale only if the run could have found it: its file is gone, or it is
// among the files that the run asked for.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/internal/atomicfile"
	"github.com/skewlint/skewlint/internal/report"
)

// version is the version of the file's form.
const version = 1

// Entry is one known finding.
type Entry struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	File        string `json:"file"` // relative to the baseline's folder, with slashes
	Message     string `json:"message"`
}

// Baseline is the content of a file.
type Baseline struct {
	path    string
	entries []Entry
	matched map[string]bool
}

type document struct {
	Version  int     `json:"version"`
	Findings []Entry `json:"findings"`
}

// Of makes a baseline of findings, to be written to path.
func Of(path string, findings []report.Finding) (*Baseline, error) {
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	b := &Baseline{path: path}
	for _, f := range findings {
		file := f.Pos.File
		if rel, err := filepath.Rel(dir, file); err == nil {
			file = rel
		}
		b.entries = append(b.entries, Entry{Fingerprint: f.Fingerprint, Rule: f.Rule, File: filepath.ToSlash(file), Message: f.Message})
	}
	slices.SortFunc(b.entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return b, nil
}

// Write writes the file.
func (b *Baseline) Write() error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\"version\": %d, \"findings\": [", version)
	for i, e := range b.entries {
		line, err := encode(e)
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n" + line)
	}
	out.WriteString("\n]}\n")
	return atomicfile.Write(b.path, out.Bytes())
}

// encode leaves < and & as they are: people read the file.
func encode(e Entry) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(e)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// Read reads a file.
func Read(path string) (*Baseline, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no baseline %s; skewlint baseline -baseline=%s writes it", path, path)
	}
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var doc document
	err = dec.Decode(&doc)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s:%d: not a baseline: %w", path, lineOf(data, err), err)
	case doc.Version != version:
		return nil, fmt.Errorf("%s: version %d of the baseline; this skewlint knows version %d; write it anew with skewlint baseline", path, doc.Version, version)
	}
	b := &Baseline{path: path, entries: doc.Findings, matched: map[string]bool{}}
	for _, e := range doc.Findings {
		if e.Fingerprint == "" || e.File == "" {
			return nil, fmt.Errorf("%s: an entry has no fingerprint or no file: %+v", path, e)
		}
		b.matched[e.Fingerprint] = false
	}
	return b, nil
}

// lineOf is the line of a mistake in JSON, the first if it has no place.
func lineOf(data []byte, err error) int {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return 1
	}
	return 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
}

// Knows reports whether the finding is in the baseline, and remembers that it was asked for.
func (b *Baseline) Knows(f report.Finding) bool {
	if _, ok := b.matched[f.Fingerprint]; !ok {
		return false
	}
	b.matched[f.Fingerprint] = true
	return true
}

// Stale counts entries that no finding matched, after all findings were asked for. Looked are the
// files in which the run would have found them.
func (b *Baseline) Stale(looked []string) int {
	dir, err := filepath.Abs(filepath.Dir(b.path))
	if err != nil {
		return 0
	}
	n := 0
	for _, e := range b.entries {
		file := filepath.FromSlash(e.File)
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		_, found := slices.BinarySearch(looked, file)
		if _, err := os.Stat(file); !b.matched[e.Fingerprint] && (found || errors.Is(err, fs.ErrNotExist)) {
			n++
		}
	}
	return n
}
