package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// exported is the truth about one framework, as gathered by one run of its programs.
type exported struct {
	Commit, Version string
	Programs        []program
	Truths          []truth
	Failed          []string // modules that could not be listed, with the reason
}

// exporter runs the programs of one framework in a copy of its checkout.
type exporter struct {
	f        *framework
	checkout string // the copy
	work     string
	box      *box
	workers  int
	log      func(format string, args ...any)
	save     func(*exported) // after each program: builds are slow, and a run may be ended early
}

func (x *exporter) run() (*exported, error) {
	modules, err := x.f.modules(x.checkout)
	if err != nil {
		return nil, err
	}
	out := &exported{}
	for i, m := range modules {
		work := filepath.Join(x.work, fmt.Sprintf("module%d", i))
		if err := x.module(out, m, work); err != nil {
			rel, _ := filepath.Rel(x.checkout, m)
			out.Failed = append(out.Failed, fmt.Sprintf("%s: %v", rel, err))
			x.log("%s: %v", rel, err)
		}
	}
	x.save(out)
	return out, nil
}

// module builds and runs the programs of one module.
func (x *exporter) module(out *exported, module, work string) error {
	dir, version, err := x.source(module, work)
	if err != nil {
		return err
	}
	overlay, err := x.f.writeOverlay(dir, filepath.Join(work, "overlay"))
	if err != nil {
		return err
	}
	programs, err := x.f.programs(x.checkout, module)
	if err != nil {
		return err
	}
	if version != "" && !strings.Contains(out.Version, version) {
		out.Version = strings.TrimPrefix(out.Version+", "+version, ", ")
	}
	x.all(out, programs, overlay, work)
	return nil
}

// all builds the programs in batches, because the go command takes longer to load a program than
// to link it, and runs those of one batch while the next is built.
func (x *exporter) all(out *exported, programs []program, overlay, work string) {
	var mutex sync.Mutex
	var group sync.WaitGroup
	slots := make(chan struct{}, x.workers)
	for n, batch := range batches(programs, 12) {
		bins := filepath.Join(work, fmt.Sprintf("batch%d", n))
		x.build(batch, overlay, bins)
		for _, p := range batch {
			slots <- struct{}{}
			group.Go(func() {
				defer func() { <-slots }()
				graphs := x.program(p, filepath.Join(bins, path.Base(p.Import)))
				x.log("%-60s %d graphs %s", p.Path, p.Graphs, p.Reason)
				mutex.Lock()
				defer mutex.Unlock()
				out.Truths = append(out.Truths, graphs...)
				out.Programs = append(out.Programs, *p)
				x.save(out)
			})
		}
	}
	group.Wait()
	slices.SortStableFunc(out.Programs, func(a, b program) int { return strings.Compare(a.Path, b.Path) })
	slices.SortStableFunc(out.Truths, func(a, b truth) int { return strings.Compare(a.Program, b.Program) })
}

// batches cuts the list into pieces in which no two programs would get the same file name.
func batches(all []program, size int) [][]*program {
	var out [][]*program
next:
	for i := range all {
		for j := range out {
			same := slices.ContainsFunc(out[j], func(p *program) bool {
				return path.Base(p.Import) == path.Base(all[i].Import)
			})
			if len(out[j]) < size && !same {
				out[j] = append(out[j], &all[i])
				continue next
			}
		}
		out = append(out, []*program{&all[i]})
	}
	return out
}

// build builds a batch. One that fails is built again alone, for the reason.
func (x *exporter) build(batch []*program, overlay, bins string) {
	if err := os.MkdirAll(bins, 0o755); err != nil {
		x.log("%v", err)
		return
	}
	args := []string{"build", "-p", "2", "-overlay", overlay, "-ldflags=-s -w", "-o", bins + "/"}
	all := slices.Clone(args)
	for _, p := range batch {
		all = append(all, p.Import)
	}
	if _, err := goTool(batch[0].Module, all...); err == nil {
		return
	}
	for _, p := range batch {
		if _, err := os.Stat(filepath.Join(bins, path.Base(p.Import))); err == nil {
			continue
		}
		if _, err := goTool(p.Module, append(slices.Clone(args), p.Import)...); err != nil {
			p.Reason = "does not build: " + err.Error()
		}
	}
}

// source is the folder of the framework's source for a module. Files of the module cache cannot be
// overlaid; the module gets a copy instead.
func (x *exporter) source(module, work string) (dir, version string, err error) {
	out, err := goTool(module, "list", "-m", "-json=Dir,Version,Main,Replace", x.f.Module)
	if err != nil {
		return "", "", err
	}
	var m struct {
		Dir, Version string
		Main         bool
		Replace      *struct{ Path, Version string }
	}
	if err := json.NewDecoder(out).Decode(&m); err != nil {
		return "", "", err
	}
	if m.Main || m.Replace != nil && m.Replace.Version == "" {
		return m.Dir, "", nil
	}
	dir = filepath.Join(work, "framework")
	if err := copyTree(dir, m.Dir); err != nil {
		return "", "", err
	}
	_, err = goTool(module, "mod", "edit", "-replace", x.f.Module+"="+dir)
	return dir, m.Version, err
}

// program runs one program that is built; what it exported is the result.
func (x *exporter) program(p *program, bin string) []truth {
	if p.Reason != "" {
		return nil
	}
	export := bin + ".export"
	defer func() { _, _ = os.Remove(bin), os.Remove(export) }()
	args := append([]string{bin}, x.f.Args[p.Path]...)
	end := x.box.run(filepath.Join(x.checkout, p.Path), export, args...)
	data, err := os.ReadFile(export)
	if err != nil {
		p.Reason = end
		return nil
	}
	graphs, err := decodeTruths(data)
	if err != nil {
		p.Reason = err.Error()
		return nil
	}
	p.Graphs = len(graphs)
	for i := range graphs {
		graphs[i].Program = p.Path
		graphs[i].own(x.checkout, x.f.Roots)
	}
	return graphs
}
