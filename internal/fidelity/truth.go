package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// truth is one compiled graph as the framework exports it; hooks/common.go.txt writes it.
type truth struct {
	Name           string
	Made, Compiled []frame
	Nodes          []string
	Edges          []truthEdge
	Open           []string
	Fields         []truthField

	Program string // that compiled it, filled in by the command
}

// frame is one call on the stack, innermost first.
type frame struct {
	Func string
	File string
	Line int
}

func (f frame) String() string { return fmt.Sprintf("%s:%d", f.File, f.Line) }

type truthEdge struct{ From, To, Kind string }

// The kinds of edges that hooks write. A declared edge is one that a node may take by a command.
const (
	kindAlways      = "always"
	kindConditional = "conditional"
	kindJoin        = "join"
	kindDeclared    = "declared"
)

type truthField struct{ Name, Reducer string }

// decodeTruths reads the lines that a program has written. A last line that is not complete is
// what a killed program leaves, and is dropped.
func decodeTruths(data []byte) ([]truth, error) {
	var out []truth
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		var t truth
		if err := json.Unmarshal(sc.Bytes(), &t); err != nil {
			if bytes.HasSuffix(data, sc.Bytes()) {
				break
			}
			return nil, err
		}
		out = append(out, t)
	}
	return out, sc.Err()
}

// own keeps the frames of the example programs, with file names relative to the checkout.
func (t *truth) own(checkout string, roots []string) {
	t.Made = ownFrames(t.Made, checkout, roots)
	t.Compiled = ownFrames(t.Compiled, checkout, roots)
	if len(t.Made) == 0 {
		t.Made = t.Compiled
	}
}

func ownFrames(all []frame, checkout string, roots []string) []frame {
	var out []frame
	for _, f := range all {
		rel, err := filepath.Rel(checkout, f.File)
		if err != nil || !below(rel, roots) {
			continue
		}
		f.File = filepath.ToSlash(rel)
		out = append(out, f)
	}
	return out
}

// below reports whether a relative path lies in one of the folders.
func below(rel string, roots []string) bool {
	if !filepath.IsLocal(rel) {
		return false
	}
	for _, r := range roots {
		if r == "." || rel == r || strings.HasPrefix(rel, r+"/") {
			return true
		}
	}
	return false
}
