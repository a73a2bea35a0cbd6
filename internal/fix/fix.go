// Package fix applies the fixes that findings suggest.
//
// It is for -fix, which writes the files, and for -diff, which prints what it would write.
//
// The one idea to hold: of each finding the first fix counts, and it is applied whole or not at
// all. A fix that overlaps with one that was taken before is left for the next run; an edit that
// two fixes share is made once. What comes out is formatted, with the line ends that the file had,
// and a file that would not parse any more is not touched.
//
// Limits: whether the result compiles is the promise of the rule that suggests it.
package fix

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/atomicfile"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

// Plan is what is to be done.
type Plan struct {
	Files []File // by name
	// Fixed says for each finding whether its fix is in the plan.
	Fixed []bool
	// Left is the number of findings whose fix has to wait, since it overlaps with another one.
	Left int
	// Broken are files that the fixes would break, with why; they are left as they are.
	Broken []error
}

// File is a file before and after.
type File struct {
	Name     string
	Old, New []byte
}

// edit is an edit by offsets.
type edit struct {
	file       string
	start, end int
	text       string
}

// planner collects edits that do not disturb each other.
type planner struct {
	old   map[string][]byte
	edits map[string][]edit
	bad   map[string]bool
}

// Make decides which fixes are applied, in the order of the findings.
func Make(findings []report.Finding) (*Plan, error) {
	bad := map[string]bool{}
	var broken []error
	for {
		p := &planner{old: map[string][]byte{}, edits: map[string][]edit{}, bad: bad}
		plan, err := p.take(findings)
		if err != nil {
			return nil, err
		}
		errs := p.apply(plan)
		if len(errs) == 0 {
			plan.Broken = broken
			return plan, nil
		}
		broken = append(broken, errs...) // again without those files: a fix may have edits elsewhere
	}
}

func (p *planner) take(findings []report.Finding) (*Plan, error) {
	plan := &Plan{Fixed: make([]bool, len(findings))}
	for i, f := range findings {
		if len(f.Fixes) == 0 || len(f.Fixes[0].Edits) == 0 {
			continue
		}
		edits, err := p.offsets(f.Fixes[0])
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(edits, func(e edit) bool { return p.bad[e.file] }) {
			continue
		}
		if !slices.ContainsFunc(edits, p.overlaps) {
			plan.Fixed[i] = true
			for _, e := range edits {
				p.add(e)
			}
			continue
		}
		plan.Left++
	}
	return plan, nil
}

// overlaps reports whether the edit disturbs one that is taken. Two different texts inserted at
// one place do: nobody says which comes first.
func (p *planner) overlaps(e edit) bool {
	return slices.ContainsFunc(p.edits[e.file], func(o edit) bool {
		if e == o {
			return false
		}
		return e.start < o.end && o.start < e.end || e.start == o.start
	})
}

func (p *planner) add(e edit) {
	if !slices.Contains(p.edits[e.file], e) {
		p.edits[e.file] = append(p.edits[e.file], e)
	}
}

// offsets reads the files of a fix.
func (p *planner) offsets(fix rule.Fix) ([]edit, error) {
	var out []edit
	for _, e := range fix.Edits {
		text, ok := p.old[e.Pos.File]
		if !ok {
			var err error
			if text, err = os.ReadFile(e.Pos.File); err != nil {
				return nil, err
			}
			p.old[e.Pos.File] = text
		}
		start, okStart := offset(text, e.Pos)
		end, okEnd := offset(text, e.End)
		if !okStart || !okEnd || end < start || e.End.File != e.Pos.File {
			return nil, fmt.Errorf("%s: the file has changed since it was read; run again", e.Pos)
		}
		out = append(out, edit{file: e.Pos.File, start: start, end: end, text: e.New})
	}
	return out, nil
}

// offset is the byte that a position names.
func offset(text []byte, pos graphmodel.Position) (int, bool) {
	at := 0
	for range pos.Line - 1 {
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			return 0, false
		}
		at += i + 1
	}
	at += pos.Column - 1
	return at, pos.IsValid() && pos.Column > 0 && at <= len(text)
}

// apply makes the new text of each file, and marks files that do not parse with it.
func (p *planner) apply(plan *Plan) []error {
	var errs []error
	for name, edits := range p.edits {
		slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
		var b bytes.Buffer
		at := 0
		for _, e := range edits {
			b.Write(p.old[name][at:e.start])
			b.WriteString(e.text)
			at = e.end
		}
		b.Write(p.old[name][at:])
		text, err := format.Source(b.Bytes())
		if err != nil {
			p.bad[name] = true
			errs = append(errs, fmt.Errorf("%s: not fixed, since the result does not parse: %w; please report this", name, err))
			continue
		}
		plan.Files = append(plan.Files, File{Name: name, Old: p.old[name], New: likeBefore(p.old[name], text)})
	}
	slices.SortFunc(plan.Files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(errs, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return errs
}

// likeBefore gives a formatted text the line ends of the old one. Go's formatter ends lines by \n,
// which in a checkout of Windows would make every line another one. Where ends were mixed, the most win.
func likeBefore(old, text []byte) []byte {
	windows := bytes.Count(old, []byte("\r\n"))
	if 2*windows <= bytes.Count(old, []byte("\n")) {
		return text
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
}

// Write writes all files, each whole.
func (p *Plan) Write() error {
	for _, f := range p.Files {
		if err := atomicfile.Write(f.Name, f.New); err != nil {
			return err
		}
	}
	return nil
}

// Diff is the plan as a unified diff with names relative to dir, which "patch -p1" takes there, and
// "git apply" if it is the root of a repository.
func (p *Plan) Diff(dir string) []byte {
	var b bytes.Buffer
	for _, f := range p.Files {
		name := f.Name
		if rel, err := filepath.Rel(dir, name); err == nil {
			name = filepath.ToSlash(rel)
		}
		b.Write(diff.Diff("a/"+name, f.Old, "b/"+name, f.New))
	}
	return b.Bytes()
}
