package main

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// page is docs/fidelity.md.
type page struct {
	Date    string
	Results []*result
}

// add sums two scores.
func (s *score) add(o score) {
	s.Graphs.add(o.Graphs)
	s.Nodes.add(o.Nodes)
	s.Edges.add(o.Edges)
	s.Conditional.add(o.Conditional)
	s.Routers.add(o.Routers)
	s.Fields.add(o.Fields)
	s.Reducers.add(o.Reducers)
	s.Faults = append(s.Faults, o.Faults...)
}

// share is found of truth, in the form that the table shows.
func (t tally) share() string {
	if t.Truth == 0 {
		return "–"
	}
	return fmt.Sprintf("%d/%d", t.Found, t.Truth)
}

func (t tally) recall() string {
	if t.Truth == 0 {
		return "–"
	}
	return percent(t.Found, t.Truth)
}

func (t tally) precision() string {
	if t.Found+t.Wrong == 0 {
		return "–"
	}
	return percent(t.Found, t.Found+t.Wrong)
}

// percent rounds down, so that 100 % means all.
func percent(part, whole int) string {
	tenths := part * 1000 / whole
	if tenths%10 == 0 {
		return fmt.Sprintf("%d %%", tenths/10)
	}
	return fmt.Sprintf("%d.%d %%", tenths/10, tenths%10)
}

func (r *result) runs() (with, without int) {
	for _, p := range r.Truth.Programs {
		if p.Graphs > 0 {
			with++
		} else {
			without++
		}
	}
	return with, without
}

// summary is one line for the terminal.
func (r *result) summary() string {
	if r.Err != nil {
		return fmt.Sprintf("%s: not measured: %v", r.F.Name, r.Err)
	}
	with, without := r.runs()
	s := &r.Sum
	return fmt.Sprintf("%s: %d programs (%d compiled no graph), graphs %s, nodes %s, edges %s, conditional %s, routers %s, fields %s, reducers %s",
		r.F.Name, with+without, without, s.Graphs.share(), s.Nodes.share(), s.Edges.share(),
		s.Conditional.share(), s.Routers.share(), s.Fields.share(), s.Reducers.share())
}

func (p *page) render() string {
	var b strings.Builder
	fmt.Fprintf(&b, intro, p.Date)
	p.table(&b)
	b.WriteString(legend)
	for _, r := range p.Results {
		r.section(&b)
	}
	return b.String()
}

const intro = `# How much of a graph skewlint finds

<!-- Written by go run ./internal/fidelity; DO NOT EDIT. -->

Measured on %s on the example programs of four frameworks. Each program was built with a hook in
the framework and run, without keys, input and network, for some seconds; the hook wrote down
every graph at the moment at which the framework had compiled it. Then skewlint read the source.
To measure again: ` + "`go run ./internal/fidelity -checkouts DIR`" + `, where DIR holds clones of the
repositories.

`

const legend = `
Found of exported. Recall is the share of what the framework exports that skewlint found;
precision is the share of what skewlint found, and the export can confirm or refute, that is
right. *Routers* are conditional edges of which the framework itself knows only the source: found
means that skewlint shows targets for it. A graph that a program makes twice in the same place
counts once, with the parts of both. Graphs in programs that did not get as far as compiling them
are counted in no column.

`

func (p *page) table(b *strings.Builder) {
	b.WriteString("| framework | programs that compiled a graph | graphs | nodes | recall | precision | edges | recall | precision " +
		"| conditional edges | routers | fields | reducers |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, r := range p.Results {
		if r.Err != nil {
			fmt.Fprintf(b, "| %s | not measured: %s ||||||||||||\n", r.F.Title, cell(r.Err.Error()))
			continue
		}
		with, without := r.runs()
		s := &r.Sum
		fmt.Fprintf(b, "| %s | %d of %d | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n",
			r.F.Title, with, with+without, s.Graphs.share(),
			s.Nodes.share(), s.Nodes.recall(), s.Nodes.precision(),
			s.Edges.share(), s.Edges.recall(), s.Edges.precision(),
			s.Conditional.share(), s.Routers.share(), s.Fields.share(), s.Reducers.share())
	}
}

func (r *result) section(b *strings.Builder) {
	fmt.Fprintf(b, "## %s\n\n", r.F.Title)
	if r.Err != nil {
		fmt.Fprintf(b, "Not measured: %v\n\n", r.Err)
		return
	}
	version := ""
	if r.Truth.Version != "" {
		version = "; framework " + r.Truth.Version
	}
	fmt.Fprintf(b, "Repository %s at %s%s. The truth is %s.\n\n", r.F.Checkout, r.Truth.Commit, version, r.F.Export)
	r.apart(b)
	bare, wrong, covered := splitFaults(r.Sum.Faults)
	faults(b, "Missed without a gap (defects)", bare, false)
	faults(b, "Found and wrong (defects)", wrong, false)
	faults(b, "Missed, and skewlint says so", covered, true)
	r.gaps(b)
	r.notRun(b)
}

// apart says what the columns do not count.
func (r *result) apart(b *strings.Builder) {
	fmt.Fprintf(b, "- graphs that the framework compiled in the course of a run, not in code of the program: %d\n", r.Match.Internal)
	fmt.Fprintf(b, "- graphs found that no program compiled in its time, among them agents that the framework does not export as graphs: %d\n", len(r.Match.Unseen))
	s := &r.Sum
	fmt.Fprintf(b, "- found and neither confirmed nor refuted: %d nodes, %d edges (targets of routers and commands, code under a condition), %d fields\n",
		s.Nodes.Open, s.Edges.Open, s.Fields.Open)
	fmt.Fprintf(b, "- skewlint took %.1f s for all of it\n", r.Found.Took.Seconds())
	for _, f := range append(slices.Clone(r.Truth.Failed), r.Found.Failed...) {
		fmt.Fprintf(b, "- not measured: %s\n", short(f, 180))
	}
	b.WriteString("\n")
}

func splitFaults(all []fault) (bare, wrong, covered []fault) {
	for _, f := range all {
		switch {
		case f.Wrong:
			wrong = append(wrong, f)
		case f.Gap == "":
			bare = append(bare, f)
		default:
			covered = append(covered, f)
		}
	}
	return bare, wrong, covered
}

func faults(b *strings.Builder, title string, all []fault, reasons bool) {
	fmt.Fprintf(b, "### %s: %d\n\n", title, len(all))
	if len(all) == 0 {
		return
	}
	head, rule := "| place | graph | what |", "|---|---|---|"
	if reasons {
		head, rule = head+" reason |", rule+"---|"
	}
	fmt.Fprintf(b, "%s\n%s\n", head, rule)
	for _, f := range all {
		fmt.Fprintf(b, "| %s | %s | %s %s |", cell(f.Site.String()), cell(f.Graph), f.What, cell(f.Item))
		if reasons {
			fmt.Fprintf(b, " %s |", cell(f.Gap))
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
}

func short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

// cell makes text safe for a table.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", "__", `\_\_`).Replace(s)
}

var (
	quotedText = regexp.MustCompile(`"[^"]*"`)
	number     = regexp.MustCompile(`\b\d+\b`)
)

// gaps counts the gaps of all graphs by reason, names and lines left out.
func (r *result) gaps(b *strings.Builder) {
	count := make(map[string]int)
	for i := range r.Found.Graphs {
		for _, g := range r.Found.Graphs[i].Gaps {
			count[string(g.Kind)+": "+reasonClass(g.Reason)]++
		}
	}
	for _, g := range r.Found.Gaps {
		count["no graph, "+string(g.Kind)+": "+reasonClass(g.Reason)]++
	}
	fmt.Fprintf(b, "### Gaps by reason, in all graphs found: %d reasons\n\n", len(count))
	if len(count) == 0 {
		return
	}
	b.WriteString("| gaps | reason |\n|---|---|\n")
	keys := slices.SortedFunc(maps.Keys(count), func(x, y string) int {
		return cmp.Or(cmp.Compare(count[y], count[x]), cmp.Compare(x, y))
	})
	for _, k := range keys {
		fmt.Fprintf(b, "| %d | %s |\n", count[k], cell(k))
	}
	b.WriteString("\n")
}

func reasonClass(reason string) string {
	return number.ReplaceAllString(quotedText.ReplaceAllString(reason, "…"), "N")
}

func (r *result) notRun(b *strings.Builder) {
	_, without := r.runs()
	fmt.Fprintf(b, "### Programs that compiled no graph: %d\n\n", without)
	if without == 0 {
		return
	}
	b.WriteString("| program | how it ended |\n|---|---|\n")
	for _, p := range r.Truth.Programs {
		if p.Graphs == 0 {
			fmt.Fprintf(b, "| %s | %s |\n", cell(p.Path), cell(short(p.Reason, 180)))
		}
	}
	b.WriteString("\n")
}
