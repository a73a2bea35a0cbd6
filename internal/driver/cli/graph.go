package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/graphprint"
	"github.com/skewlint/skewlint/internal/report"
)

// formatJSON is the form of graphs that graphmodel writes and reads.
const formatJSON = "json"

// graph prints the graphs that packages build.
func graph(ctx context.Context, e *Env, o *options, args []string) (int, error) {
	allowed := []string{formatJSON}
	for _, f := range graphprint.Formats() {
		allowed = append(allowed, string(f))
	}
	if err := oneOf("format", o.format, allowed...); err != nil {
		return 0, err
	}
	res, err := analyse(ctx, e, o, args)
	if err != nil {
		return 0, err
	}
	if err := e.printGraphs(o.format, res); err != nil {
		return 0, err
	}
	res.Findings = nil // graph answers another question
	wd, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	err = e.text(o, report.Options{Dir: wd, Verbose: o.verbose}).Print(&res.Report)
	return driver.ExitStatus(&res.Report), err
}

func (e *Env) printGraphs(format string, res *driver.Result) error {
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	p := &graphPrinter{e: e, dir: wd, format: format}
	for i := range res.Packages {
		if err := p.print(&res.Packages[i]); err != nil {
			return err
		}
	}
	if format == formatJSON {
		return graphmodel.Encode(e.Stdout, p.all)
	}
	return nil
}

// graphPrinter prints graphs one by one; JSON is one document, printed at the end.
type graphPrinter struct {
	e      *Env
	dir    string
	format string
	all    []graphmodel.Graph
}

func (p *graphPrinter) print(from *driver.PackageGraphs) error {
	for i, g := range report.Relative(p.dir, from.Graphs) {
		p.all = append(p.all, g)
		if p.format == formatJSON {
			continue
		}
		if len(p.all) > 1 {
			if _, err := fmt.Fprintln(p.e.Stdout); err != nil {
				return err
			}
		}
		opts := graphprint.Options{CanPause: canPause(from, &from.Graphs[i])}
		if err := graphprint.Print(p.e.Stdout, graphprint.Format(p.format), &g, opts); err != nil {
			return err
		}
	}
	return nil
}

// canPause asks the summaries about a node of the graph.
func canPause(p *driver.PackageGraphs, g *graphmodel.Graph) func(string) graphmodel.Tri {
	return func(node string) graphmodel.Tri {
		n, ok := g.Node(node)
		if !ok {
			return graphmodel.No
		}
		return p.CanPause(*n)
	}
}
