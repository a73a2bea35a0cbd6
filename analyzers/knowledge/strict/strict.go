// Package strict reads TOML for people: a key that nobody reads is an error, and every error has
// the line and column of what it is about. What another parser has read, of YAML or JSON, is held to
// the same words by [DecodeTree]; its errors have the path of keys instead of a line.
//
// The one idea to hold: decoding never stops at the first mistake. Only broken syntax does that;
// everything after it is collected, so that one run shows all there is to mend.
//
// Limits: the destinations are structs, maps, slices, strings, booleans and integers, which is
// what rows and settings are made of.
package strict

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// Problem is one mistake in a file.
type Problem struct {
	File   string
	Line   int // from 1
	Column int // in bytes, from 1
	// Path is where it stands, as in "func[2].effects[0].kind", if there are no lines.
	Path    string
	Message string
}

// Error gives file:line:column and the message, the form that editors link; or the path.
func (p Problem) Error() string {
	switch {
	case p.Line == 0 && p.Path == "":
		return fmt.Sprintf("%s: %s", p.File, p.Message)
	case p.Line == 0:
		return fmt.Sprintf("%s: %s: %s", p.File, p.Path, p.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
}

// Problems are all mistakes of one file.
type Problems []Problem

// Error gives one problem a line.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Doc is a file that was read: where its keys stand, and what is wrong with it so far.
type Doc struct {
	File     string
	places   map[string]place // nil: a tree, which has none
	problems Problems
}

type place struct{ line, column int }

// Decode reads data into the struct that v points to. Callers go on to check what the values
// mean, report with [Doc.Problem] and ask [Doc.Err] at the end. When the syntax is broken, v is
// left as it was.
func Decode(data []byte, file string, v any) *Doc {
	doc := &Doc{File: file, places: map[string]place{}}
	tree := map[string]any{}
	if _, err := toml.Decode(string(data), &tree); err != nil {
		doc.syntax(string(data), err)
		return doc
	}
	doc.places = locate(string(data))
	doc.assign("", tree, reflect.ValueOf(v).Elem())
	return doc
}

// DecodeTree is Decode for what another parser has made of another notation: maps of string keys, lists
// of type []any, and scalars. name stands for its source in errors.
func DecodeTree(tree map[string]any, name string, v any) *Doc {
	doc := &Doc{File: name}
	doc.assign("", tree, reflect.ValueOf(v).Elem())
	return doc
}

// Problem notes a mistake at the key path, as in "func[2].effects[0].kind". A path that the file
// does not have stands for the nearest one above it that it has.
func (d *Doc) Problem(path, format string, args ...any) {
	p := Problem{File: d.File, Message: fmt.Sprintf(format, args...)}
	if d.places == nil {
		p.Path = path
	} else {
		at := d.placeOf(path)
		p.Line, p.Column = at.line, at.column
	}
	d.problems = append(d.problems, p)
}

// Err returns all problems as Problems, in the order of the file, or nil.
func (d *Doc) Err() error {
	if len(d.problems) == 0 {
		return nil
	}
	slices.SortStableFunc(d.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(d.problems)
}

func (d *Doc) placeOf(path string) place {
	for path != "" {
		if at, ok := d.places[path]; ok {
			return at
		}
		path = parent(path)
	}
	return place{1, 1}
}

// parent drops the last key or index of a path.
func parent(path string) string {
	if i := strings.LastIndexAny(path, ".["); i >= 0 {
		return path[:i]
	}
	return ""
}

// syntax notes what the TOML parser says. Its offset is used, not its line, which is the next one
// for an error at the end of a line.
func (d *Doc) syntax(text string, err error) {
	var parse toml.ParseError
	if !errors.As(err, &parse) {
		d.problems = append(d.problems, Problem{File: d.File, Line: 1, Column: 1, Message: err.Error()})
		return
	}
	before := text[:min(max(parse.Position.Start, 0), len(text))]
	line, column := 1+strings.Count(before, "\n"), len(before)-strings.LastIndexByte(before, '\n')
	message := parse.Message
	if message == "" {
		message = strings.TrimPrefix(parse.Error(), "toml: ")
	}
	d.problems = append(d.problems, Problem{
		File: d.File, Line: line, Column: column,
		Message: "not TOML: " + strings.ReplaceAll(message, "\n", " "),
	})
}
