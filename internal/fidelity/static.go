package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/skewlint/skewlint/graphmodel"
)

// found is what skewlint finds in the examples of one framework.
type found struct {
	Graphs []graphmodel.Graph
	Gaps   []graphmodel.Gap // of whole packages
	Failed []string
	Took   time.Duration
}

// analyse runs skewlint in each module and makes positions relative to the checkout.
func (f *framework) analyse(tool, checkout string) (*found, error) {
	modules, err := f.modules(checkout)
	if err != nil {
		return nil, err
	}
	out := &found{}
	start := time.Now()
	for _, m := range modules {
		rel, err := filepath.Rel(checkout, m)
		if err != nil {
			return nil, err
		}
		if err := out.module(f, tool, m, filepath.ToSlash(rel)); err != nil {
			out.Failed = append(out.Failed, fmt.Sprintf("%s: %v", rel, err))
		}
	}
	out.Took = time.Since(start)
	return out, nil
}

func (s *found) module(f *framework, tool, dir, rel string) error {
	args := []string{"graph", "-v", "-format", "json", "-tests=false"}
	for _, root := range f.Roots {
		args = append(args, patterns(rel, root)...)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(tool, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	runErr := cmd.Run()
	graphs, err := graphmodel.Decode(&out)
	if err != nil {
		return fmt.Errorf("%w (skewlint: %w: %s)", err, runErr, firstLines(errs.String(), 3))
	}
	for i := range graphs {
		if graphs[i].Dialect.Framework == f.Name {
			relocate(&graphs[i], rel)
			s.Graphs = append(s.Graphs, graphs[i])
		}
	}
	for _, g := range decodeGaps(errs.String()) {
		g.Pos = under(rel, g.Pos)
		s.Gaps = append(s.Gaps, g)
	}
	return nil
}

// patterns are the packages of the root that lie in the module.
func patterns(module, root string) []string {
	switch {
	case root == ".", root == module, strings.HasPrefix(module, root+"/"):
		return []string{"./..."}
	case module == ".":
		return []string{"./" + root + "/..."}
	}
	return nil
}

func relocate(g *graphmodel.Graph, rel string) {
	g.Pos = under(rel, g.Pos)
	for i := range g.Nodes {
		g.Nodes[i].Pos = under(rel, g.Nodes[i].Pos)
	}
	for i := range g.Edges {
		g.Edges[i].Pos = under(rel, g.Edges[i].Pos)
	}
	for i := range g.Fields {
		g.Fields[i].Pos = under(rel, g.Fields[i].Pos)
	}
	for i := range g.Gaps {
		g.Gaps[i].Pos = under(rel, g.Gaps[i].Pos)
	}
}

func under(rel string, p graphmodel.Position) graphmodel.Position {
	if p.File != "" && !filepath.IsAbs(p.File) {
		p.File = filepath.ToSlash(filepath.Join(rel, p.File))
	}
	return p
}

// decodeGaps reads the gaps that "skewlint graph -v" prints, one a line: place, kind and reason.
func decodeGaps(text string) []graphmodel.Gap {
	var out []graphmodel.Gap
	for line := range strings.Lines(text) {
		place, rest, ok := strings.Cut(strings.TrimSpace(line), ": ")
		kind, reason, gap := strings.Cut(rest, " unresolved: ")
		if !ok || !gap || strings.Contains(kind, " of ") {
			continue // not a gap, or one of a graph
		}
		parts := strings.Split(place, ":")
		if len(parts) != 3 || filepath.Ext(parts[0]) != ".go" {
			continue
		}
		n, err := strconv.Atoi(parts[1])
		if err != nil {
			continue
		}
		out = append(out, graphmodel.Gap{
			Kind: graphmodel.GapKind(kind), Reason: reason, Pos: graphmodel.Position{File: parts[0], Line: n},
		})
	}
	return out
}
