package rules

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/internal/ruletest"
)

// example is a program that is changed here. Its import path is its folder below the module's name.
type example struct {
	folder string
	// files are those that are changed. What only starts servers and plays scenes stays out: it needs
	// libraries without stubs.
	files []string
	// beside are files that the program imports, by folder.
	beside  map[string][]string
	mutants []mutant
}

// mutant is the program with one thing taken away, and the rules that must say so.
type mutant struct {
	name  string
	edits []edit
	want  []string
}

func examples() []example {
	return []example{{
		folder:  "runtime/examples/order",
		files:   []string{"graph.go", "nodes.go", "spend.go"},
		beside:  map[string][]string{"runtime/examples/internal/show": {"show.go"}},
		mutants: ofOrder,
	}, {
		folder:  "runtime/examples/office",
		files:   []string{"graph.go", "nodes.go"},
		beside:  map[string][]string{"runtime/examples/internal/model": {"model.go"}},
		mutants: ofOffice,
	}}
}

// ofOrder are the mutants of the order example. That the program as it is draws no finding is the
// first of them, here and in the others.
var ofOrder = []mutant{
	{name: "unchanged"},
	{
		name: "nocheckbehindpause",
		edits: []edit{{
			old: `func (a *assistant) addItem(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	record := basket.Get(s)
	if res := custody.Check(ctx, record, a.probe()); res.Verdict != custody.OK {
		return stop(res), nil
	}
`,
			new: `func (a *assistant) addItem(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	record := basket.Get(s)
`,
		}},
		want: []string{"entrygate"},
	},
	{
		name: "nocheckatcheckout",
		edits: []edit{{
			old: `func (a *assistant) checkout(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	record := basket.Get(s)
	if res := custody.Check(ctx, record, a.probe()); res.Verdict != custody.OK {
		return stop(res), nil
	}
`,
			new: `func (a *assistant) checkout(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	record := basket.Get(s)
`,
		}},
		want: []string{"uncheckedspend"},
	},
	{
		name: "nolimit",
		edits: []edit{{
			old: `g.AddFanOut("plan", eachWish, "search", stategraph.Limit(widest))`,
			new: `g.AddFanOut("plan", eachWish, "search")`,
		}},
		want: []string{"unboundedfanout"},
	},
	{
		name: "noreducerofnotes",
		edits: []edit{{
			old: `notes    = stategraph.NewField("notes", stategraph.WithReducer(stategraph.UnionBy(func(n string) string { return n })))`,
			new: `notes    = stategraph.NewField[[]string]("notes")`,
		}},
		want: []string{"missingreducer"},
	},
	{
		name: "noreducerofoffers",
		edits: []edit{{
			old: `offers   = stategraph.NewField("offers", stategraph.WithReducer(stategraph.UnionBy(func(o offer) string { return o.Item })))`,
			new: `offers   = stategraph.NewField[[]offer]("offers")`,
		}},
		want: []string{"missingreducer"},
	},
	{
		name: "mailbeforepause",
		edits: []edit{{
			old: `	said, err := stategraph.Interrupt[answer](ctx, "approve", offers.Get(s))`,
			new: `	if _, err := a.gate.Call(ctx, "send_mail", map[string]any{"to": customer.Get(s)}); err != nil {
		return nil, err
	}
	said, err := stategraph.Interrupt[answer](ctx, "approve", offers.Get(s))`,
		}},
		want: []string{"effectbeforepause"},
	},
	{
		// The record stays, and somebody keeps the bare handle beside it to print it later.
		name: "barehandlebesidetherecord",
		edits: []edit{{
			old: `	reply    = stategraph.NewField[answer]("reply")`,
			new: `	reply    = stategraph.NewField[answer]("reply")
	bare     = stategraph.NewField[string]("basket_id")`,
		}, {
			old: `offers, basket, reply, handle, message)`,
			new: `offers, basket, bare, reply, handle, message)`,
		}, {
			old: `	return stategraph.Update{basket.Set(record)}, nil`,
			new: `	return stategraph.Update{basket.Set(record), bare.Set(record.Value)}, nil`,
		}, {
			old: `	return nil, a.mail(ctx, s, "confirm", "Your order is confirmed")`,
			new: `	if _, err := a.gate.Call(ctx, "get_basket", map[string]any{"basket_id": bare.Get(s)}); err != nil {
		return nil, err
	}
	return nil, a.mail(ctx, s, "confirm", "Your order is confirmed")`,
		}},
		want: []string{"rawhandle"},
	},
}

// ofOffice are the mutants of the office example.
var ofOffice = []mutant{
	{name: "unchanged"},
	{
		name: "nolimit",
		edits: []edit{{
			old: `g.AddFanOut("think", eachCall, "act", stategraph.Limit(widest))`,
			new: `g.AddFanOut("think", eachCall, "act")`,
		}},
		want: []string{"unboundedfanout"},
	},
	{
		name: "noreducerofreplies",
		edits: []edit{{
			old: `stategraph.NewField("replies", stategraph.WithReducer(stategraph.UnionBy(func(m model.Message) string { return m.CallID })))`,
			new: `stategraph.NewField[[]model.Message]("replies")`,
		}},
		want: []string{"missingreducer"},
	},
	{
		// The slot is booked so that nobody else takes it while the person thinks.
		name: "bookingbeforepause",
		edits: []edit{{
			old: `	res, err := a.view.Call(mcpgate.Retries(ctx, 2), c.Name, args, mcpgate.CallID(c.ID))`,
			new: `	if _, err := a.view.Call(ctx, "office__book_slot", args); err != nil {
		return nil, err
	}
	if _, err := stategraph.Interrupt[bool](ctx, c.ID, c.Name); err != nil {
		return nil, err
	}
	res, err := a.view.Call(mcpgate.Retries(ctx, 2), c.Name, args, mcpgate.CallID(c.ID))`,
		}},
		want: []string{"effectbeforepause"},
	},
}

// edit replaces a text that occurs once in the program.
type edit struct{ old, new string }

// TestMutants changes the sound programs and expects that exactly the rule that the change is about
// says so.
func TestMutants(t *testing.T) {
	gopath := ruletest.Overlay(t)
	paths := []string{}
	for _, ex := range examples() {
		for folder, files := range ex.beside {
			copied(t, gopath, folder, folder, files, nil)
		}
		for _, m := range ex.mutants {
			to := path.Join(ex.folder, m.name)
			copied(t, gopath, path.Join(ex.folder, "sound"), to, ex.files, m.edits)
			paths = append(paths, path.Join("github.com/skewlint/skewlint", to))
		}
	}
	found := ruletest.Findings(t, All(), gopath, paths...)
	for _, ex := range examples() {
		for _, m := range ex.mutants {
			at := path.Join("github.com/skewlint/skewlint", ex.folder, m.name)
			t.Run(path.Base(ex.folder)+"/"+m.name, func(t *testing.T) {
				var got []string
				for _, f := range found[at] {
					t.Logf("%s:%d: %s (%s)", filepath.Base(f.Pos.File), f.Pos.Line, f.Message, f.Rule)
					got = append(got, f.Rule)
				}
				slices.Sort(got)
				if got = slices.Compact(got); !slices.Equal(got, m.want) {
					t.Errorf("rules that report: %q, want %q", got, m.want)
				}
			})
		}
	}
}

// copied puts files of a package of an example into the GOPATH, changed.
func copied(t *testing.T, gopath, from, to string, files []string, edits []edit) {
	t.Helper()
	src := filepath.Join("..", filepath.FromSlash(from))
	dst := filepath.Join(gopath, "src", "github.com", "skewlint", "skewlint", filepath.FromSlash(to))
	if err := os.MkdirAll(dst, 0o755); err != nil {
		t.Fatal(err)
	}
	done := make([]int, len(edits))
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(src, name))
		if err != nil {
			t.Fatal(err)
		}
		changed := string(text)
		for i, e := range edits {
			done[i] += strings.Count(changed, e.old)
			changed = strings.ReplaceAll(changed, e.old, e.new)
		}
		if err := os.WriteFile(filepath.Join(dst, name), []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i, n := range done {
		if n != 1 {
			t.Fatalf("mutant %s: the text of edit %d occurs %d times in the example, want once", to, i, n)
		}
	}
}
