package load

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/skewlint/skewlint/internal/driver/golist"
)

// Error is something wrong with a package: it cannot be found, parsed or type-checked.
type Error struct {
	Package string // ID
	File    string // with full name; empty when there is no place
	Line    int
	Column  int
	Message string
}

// maxErrors is how many errors of one package are worth reading, as in the compiler.
const maxErrors = 10

// listErrors are the errors that the go command found.
func listErrors(list []*golist.Package, q golist.Query) []Error {
	var out []Error
	for _, p := range list {
		if p.Error == nil || p.IsTestMain() {
			continue
		}
		e := Error{Package: p.ID, Message: p.Error.Err}
		e.File, e.Line, e.Column = splitPos(p.Error.Pos, q.Dir)
		if strings.Contains(e.Message, "does not contain main module") {
			e.Message += "; is there a go.mod here or above? For a module further down give -C DIR"
		}
		out = append(out, e)
	}
	return out
}

// splitPos reads file:line:col, from the right since file names may hold colons.
func splitPos(pos, dir string) (file string, line, column int) {
	if pos == "" {
		return "", 0, 0
	}
	file = pos
	var numbers []int
	for range 2 {
		i := strings.LastIndexByte(file, ':')
		n, err := strconv.Atoi(file[i+1:])
		if i < 0 || err != nil {
			break
		}
		file, numbers = file[:i], append([]int{n}, numbers...)
	}
	if len(numbers) > 0 {
		line = numbers[0]
	}
	if len(numbers) > 1 {
		column = numbers[1]
	}
	if !filepath.IsAbs(file) {
		if abs, err := filepath.Abs(filepath.Join(dir, file)); err == nil {
			file = abs
		}
	}
	return file, line, column
}

// errors are the syntax and type errors of analysed packages.
func (l *loader) errors() []Error {
	var out []Error
	for _, f := range l.full {
		errs := f.syntax
		if len(errs) == 0 { // type errors of a file that does not parse are noise
			errs = typeErrors(f)
		}
		if n := len(errs); n > maxErrors {
			last := errs[maxErrors-1]
			last.Message += fmt.Sprintf(" (and %d more errors in this package)", n-maxErrors)
			errs = append(slices.Clone(errs[:maxErrors-1]), last)
		}
		out = append(out, errs...)
	}
	return out
}

func typeErrors(f *fullPackage) []Error {
	var out []Error
	for _, e := range f.result.TypeErrors {
		pos := e.Fset.Position(e.Pos)
		out = append(out, Error{Package: f.listed.ID, File: pos.Filename, Line: pos.Line, Column: pos.Column, Message: e.Msg})
	}
	return out
}

// Sorted puts errors of several loads together as those of one are.
func Sorted(errs []Error) []Error { return sortErrors(errs) }

// sortErrors orders errors and drops those that say nothing new: what a package and its test
// variant both have, and "could not import" where the go command has said why.
func sortErrors(errs []Error) []Error {
	slices.SortFunc(errs, func(a, b Error) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(len(a.Message), len(b.Message)), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Package, b.Package))
	})
	return slices.CompactFunc(errs, func(a, b Error) bool {
		samePlace := a.File == b.File && a.Line == b.Line && a.Column == b.Column
		return samePlace && a.File != "" && strings.Contains(b.Message, a.Message) || a == b
	})
}
