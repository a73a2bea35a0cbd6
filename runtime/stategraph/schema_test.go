package stategraph_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

type evidenceV1 struct {
	ID  string `json:"id"`
	URL string `json:"url"`
	N   int
}

type evidenceV2 struct {
	ID    string `json:"id"`
	N     int64
	Extra *evidenceV2 `json:"extra,omitempty"` // recursive, and new
}

// schemaGraph is put -> ask -> end with a field of type T.
func schemaGraph[T any](t testing.TB, field string, v T, opts ...stategraph.CompileOption) *stategraph.Compiled {
	f := stategraph.NewField[T](field)
	return compile(t, stategraph.New("g", trail, f).
		AddNode("put", func(context.Context, stategraph.State) (stategraph.Update, error) {
			return stategraph.Update{f.Set(v)}, nil
		}).
		AddNode("ask", asker("k")).AddEdge(stategraph.Start, "put").AddEdge("put", "ask"), opts...)
}

func TestSchemaChange(t *testing.T) {
	t.Parallel()
	v1 := []evidenceV1{{ID: "a", URL: "u", N: 3}}
	for name, tc := range map[string]struct {
		old, now *stategraph.Compiled
		fields   []string // nil: goes on
		text     string
	}{
		"same":         {schemaGraph(t, "e", v1), schemaGraph(t, "e", v1), nil, ""},
		"renamed type": {schemaGraph(t, "e", 1), schemaGraph[int32](t, "e", 1), nil, ""},
		"new field of a struct": {
			schemaGraph(t, "e", struct{ A string }{"x"}),
			schemaGraph(t, "e", struct{ A, B string }{"x", "y"}), nil, "",
		},
		"struct lost a field": {schemaGraph(t, "e", v1), schemaGraph(t, "e", []evidenceV2{}), []string{"e"}, "[].url string"},
		"other type":          {schemaGraph(t, "e", 1), schemaGraph(t, "e", "one"), []string{"e"}, "integer"},
		"field is gone":       {schemaGraph(t, "e", 1), schemaGraph(t, "f", 1), []string{"e"}, "does not declare"},
		"own JSON":            {schemaGraph(t, "e", time.Time{}), schemaGraph(t, "e", ""), []string{"e"}, "time.Time"},
		"version without migration": {
			schemaGraph(t, "e", 1, stategraph.SchemaVersion("1")),
			schemaGraph(t, "e", 1, stategraph.SchemaVersion("2")), []string{}, `declares version "2"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := storeIn(storeDir(t))
			res := must(t)(openAt(t, opts, tc.old).Start(t.Context(), "g", "t", nil))
			e := openAt(t, opts, tc.now)
			_, err := e.Resume(t.Context(), "t", res.Pauses[0].ID, "yes")
			if tc.fields == nil {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var se *stategraph.SchemaError
			if !errors.As(err, &se) || !slices.Equal(se.Fields, tc.fields) || se.From == se.To {
				t.Fatalf("got %v, want a SchemaError about %q", err, tc.fields)
			}
			wantText(t, err, tc.text, "Migrate")
			if _, err := e.Fork(t.Context(), "t", "1.1", "f", nil); !errors.As(err, &se) {
				t.Errorf("Fork: %v", err)
			}
			// The thread is as it was: the old program can finish it.
			must(t)(openAt(t, opts, tc.old).Resume(t.Context(), "t", res.Pauses[0].ID, "yes"))
		})
	}
}

func TestSchemaErrorNamesNodes(t *testing.T) {
	t.Parallel()
	opts := storeIn(storeDir(t))
	res := must(t)(openAt(t, opts, gateGraph(t)).Start(t.Context(), "gate", "t", nil))
	later := openAt(t, opts, compile(t, stategraph.New("gate", trail, count).
		AddNode("gate", set0).AddNode("job", asker("go")).AddEdge(stategraph.Start, "gate").AddEdge("gate", "job")))
	_, err := later.Resume(t.Context(), "t", res.Pauses[0].ID, "x")
	var se *stategraph.SchemaError
	if !errors.As(err, &se) || !slices.Equal(se.Nodes, []string{"work"}) || len(se.Fields) != 0 {
		t.Errorf("got %v, want one about node work", err)
	}
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	text := stategraph.NewField[string]("note")
	inside := func(f stategraph.AnyField, set stategraph.Write, opts ...stategraph.CompileOption) *stategraph.Compiled {
		sub := stategraph.New("inner", f, trail).
			AddNode("put", func(context.Context, stategraph.State) (stategraph.Update, error) { return stategraph.Update{set}, nil }).
			AddNode("ask", asker("k")).AddEdge(stategraph.Start, "put").AddEdge("put", "ask")
		return compile(t, stategraph.New("g", trail, count).AddSubgraph("sub", sub).AddNode("end", set0).
			AddEdge(stategraph.Start, "sub").AddEdge("sub", "end"), opts...)
	}
	opts := storeIn(storeDir(t))
	res := must(t)(openAt(t, opts, inside(item, item.Set(7), stategraph.SchemaVersion("1"))).
		Start(t.Context(), "g", "t", stategraph.Update{count.Set(1)}))
	var seen []string
	migrate := stategraph.Migrate(func(s stategraph.Stored) (map[string]json.RawMessage, error) {
		seen = append(seen, s.Graph+" "+s.Version)
		out := maps.Clone(s.State)
		if raw, ok := out["item"]; ok {
			out["note"] = json.RawMessage(`"was ` + string(raw) + `"`)
			delete(out, "item")
		}
		return out, nil
	})
	now := inside(text, text.Set(""), stategraph.SchemaVersion("2"), migrate)
	e := openAt(t, opts, now)
	res = must(t)(e.Resume(t.Context(), "t", res.Pauses[0].ID, "yes"))
	wantTrail(t, res, "k=yes")
	if !slices.Equal(seen, []string{"g 1", "inner 1"}) {
		t.Errorf("migrated %q", seen)
	}
	must(t)(e.Start(t.Context(), "g", "t", nil))
	if len(seen) != 2 {
		t.Errorf("a thread of this schema was migrated: %q", seen)
	}
}

func TestMigrateMustFit(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		fn   func(stategraph.Stored) (map[string]json.RawMessage, error)
		text string
	}{
		"error": {func(stategraph.Stored) (map[string]json.RawMessage, error) { return nil, errors.New("cannot") }, "cannot"},
		"panic": {func(stategraph.Stored) (map[string]json.RawMessage, error) { panic("oops") }, "oops"},
		"value that does not decode": {func(stategraph.Stored) (map[string]json.RawMessage, error) {
			return map[string]json.RawMessage{"e": json.RawMessage(`"x"`)}, nil
		}, `field "e" does not decode`},
		"field that is not there": {func(stategraph.Stored) (map[string]json.RawMessage, error) {
			return map[string]json.RawMessage{"zz": json.RawMessage(`1`)}, nil
		}, `Migrate returned field "zz"`},
	} {
		opts := storeIn(storeDir(t))
		res := must(t)(openAt(t, opts, schemaGraph(t, "e", 1, stategraph.SchemaVersion("1"))).Start(t.Context(), "g", "t", nil))
		e := openAt(t, opts, schemaGraph(t, "e", 1, stategraph.Migrate(tc.fn)))
		_, err := e.Resume(t.Context(), "t", res.Pauses[0].ID, "yes")
		var se *stategraph.SchemaError
		if !errors.As(err, &se) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		wantText(t, err, tc.text)
	}
}
