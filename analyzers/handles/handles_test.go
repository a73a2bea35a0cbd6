package handles

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/graphmodel"
)

func result(t *testing.T, pattern string) *Result {
	t.Helper()
	here, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	stubs, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	cfg := &packages.Config{
		Mode: packages.LoadAllSyntax, Dir: here,
		Env: append(os.Environ(), "GOPATH="+here+string(os.PathListSeparator)+stubs, "GO111MODULE=off", "GOWORK=off", "GOPROXY=off"),
	}
	pkgs, err := packages.Load(cfg, pattern)
	if err != nil {
		t.Fatal(err)
	}
	g, err := checker.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Roots[0].Err; err != nil {
		t.Fatal(err)
	}
	return g.Roots[0].Result.(*Result)
}

func show(h Handle) string {
	out := fmt.Sprintf("%s: %s", h.Field.Name, h.Why)
	if h.Custody {
		out += " (custody)"
	}
	for _, s := range h.Stores {
		out += fmt.Sprintf("\n  %s stores %s", s.Node, s.Key)
	}
	for _, s := range h.Spends {
		out += fmt.Sprintf("\n  %s spends as %s.%s", s.Node, s.Tool, s.Arg)
	}
	for _, c := range h.Checks {
		out += fmt.Sprintf("\n  %s checks", c.Node)
	}
	return out
}

// The sample has a handle in a string, one in a custody record, a record by its parts that holds
// none, and text that flows from tool to tool, which is no handle.
func TestHandles(t *testing.T) {
	r := result(t, "shop")
	if len(r.Graphs) != 1 {
		t.Fatalf("%d graphs, want 1", len(r.Graphs))
	}
	var got []string
	for _, h := range r.Graphs[0] {
		got = append(got, show(h))
	}
	want := `basket_id: create_basket returns basket_id and add_item takes it
  open stores basket_id
  add spends as add_item.basket_id
record: its type is a custody record (custody)
  mint stores payment_id
  pay spends as pay.payment_id
  mint checks
mine: its type is a custody record (custody)`
	if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestIsRecord(t *testing.T) {
	desc := func(name string, parts ...string) graphmodel.TypeDesc {
		d := graphmodel.TypeDesc{Name: name, Kind: "struct"}
		for _, p := range parts {
			d.Parts = append(d.Parts, graphmodel.TypePart{Name: p, Type: "string"})
		}
		return d
	}
	tests := []struct {
		desc graphmodel.TypeDesc
		want bool
	}{
		{desc("github.com/skewlint/skewlint/runtime/custody.Record"), true},
		{desc("app.basket", "Handle", "Server", "Tool", "MintedAt"), true},
		{desc("app.basket", "BasketID", "ServerName", "UserID", "CreatedAt"), true},
		{desc("app.basket", "ID", "Server", "Tool"), false},
		{desc("app.basket", "Server", "Tool", "Principal", "MintedAt"), false},
		{desc("app.order", "ID", "Customer", "Items", "Total"), false},
		{desc("string"), false},
	}
	for _, tt := range tests {
		if got := IsRecord(nil, tt.desc); got != tt.want {
			t.Errorf("IsRecord(%s %v) = %v", tt.desc.Name, tt.desc.Parts, got)
		}
	}
}
