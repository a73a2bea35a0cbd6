package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/knowledge/strict"
	"github.com/skewlint/skewlint/internal/atomicfile"
	"github.com/skewlint/skewlint/internal/report"
)

// output is a file that a run writes beside what it prints.
type output struct{ format, path string }

// addFile reads one -o FORMAT=FILE.
func (o *options) addFile(value string) error {
	format, path, ok := strings.Cut(value, "=")
	if !ok || path == "" || format == "" {
		return fmt.Errorf("want FORMAT=FILE, as in -o sarif=%s", strings.Trim(value, "="))
	}
	if !slices.Contains(report.Formats(), format) {
		return fmt.Errorf("no such format: %s%s", format, strict.DidYouMean(format, report.Formats()))
	}
	if slices.ContainsFunc(o.files, func(f output) bool { return filepath.Clean(f.path) == filepath.Clean(path) }) {
		return fmt.Errorf("%s is named twice", path)
	}
	o.files = append(o.files, output{format: format, path: path})
	return nil
}

// print prints the report on standard output and into the files of -o. The files are written
// first, so that who sees the one has the others; a file that cannot be written hides nothing.
func (e *Env) print(o *options, opts report.Options, r *report.Report) error {
	failed := o.writeFiles(opts, r)
	opts.ColorOut, opts.ColorErr = e.colored(o, e.Stdout), e.colored(o, e.Stderr)
	p, err := report.New(o.format, e.Stdout, e.Stderr, opts)
	if err != nil {
		return err
	}
	return errors.Join(p.Print(r), failed)
}

func (o *options) writeFiles(opts report.Options, r *report.Report) error {
	for _, f := range o.files {
		var b bytes.Buffer
		p, err := report.New(f.format, &b, &b, opts)
		if err != nil {
			return err
		}
		if err := p.Print(r); err != nil {
			return err
		}
		if err := atomicfile.Write(f.path, b.Bytes()); err != nil {
			return fmt.Errorf("-o %s=%s: %w", f.format, f.path, err)
		}
	}
	return nil
}

// repositoryRoot is the folder at or above dir that holds .git, or dir if there is none. A service
// that shows findings beside code names files from there.
func repositoryRoot(dir string) string {
	for at := dir; ; {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		above := filepath.Dir(at)
		if above == at {
			return dir
		}
		at = above
	}
}
