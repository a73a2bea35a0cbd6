package graphmodel

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func nodeWith(f FuncValue) []Graph {
	return []Graph{{Name: "g", Nodes: []Node{{Name: "a", Func: f}}, Edges: []Edge{}}}
}

// A function's state and handlers survive the JSON form; a function without them is written as
// before.
func TestStateShapeInJSON(t *testing.T) {
	shape := &StateShape{Kind: StateMap, Param: 1, Result: 0, Parts: []string{"Update"}}
	f := FuncValue{Ref: "app.node", State: shape, Before: []FuncValue{{Ref: "app.z"}, {Ref: "app.a"}}, After: []FuncValue{{
		Ref: "app.post", State: &StateShape{Kind: StateStruct, Param: 2, Result: -1, InPlace: true},
	}}}
	var first, second bytes.Buffer
	if err := Encode(&first, nodeWith(f)); err != nil {
		t.Fatal(err)
	}
	text := first.String()
	graphs, err := Decode(&first)
	if err != nil {
		t.Fatal(err)
	}
	got := graphs[0].Nodes[0].Func
	if got.State == nil || got.State.Kind != StateMap || got.State.Param != 1 || !slices.Equal(got.State.Parts, []string{"Update"}) {
		t.Errorf("state: %+v", got.State)
	}
	if len(got.Before) != 2 || got.Before[0].Ref != "app.z" { // the order is that of the calls
		t.Errorf("before: %+v", got.Before)
	}
	if len(got.After) != 1 || got.After[0].State == nil || !got.After[0].State.InPlace {
		t.Errorf("after: %+v", got.After)
	}
	if err := Encode(&second, graphs); err != nil {
		t.Fatal(err)
	}
	if second.String() != text {
		t.Errorf("written again it differs:\n%s\n%s", text, second.String())
	}
	var plain bytes.Buffer
	if err := Encode(&plain, nodeWith(FuncValue{Ref: "app.node"})); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{`"state"`, `"before"`, `"after"`} {
		if strings.Contains(plain.String(), key) {
			t.Errorf("%s in the form of a function that has none", key)
		}
	}
}

func TestStateShapeErrors(t *testing.T) {
	for name, f := range map[string]string{
		"unknown key": `{"ref":"app.n","state":{"param":1,"result":0,"colour":1}}`,
		"no object":   `{"ref":"app.n","state":1}`,
		"index":       `{"ref":"app.n","state":{"param":-2,"result":0}}`,
		"null":        `{"ref":"app.n","state":null}`,
	} {
		text := `{"version":1,"graphs":[{"name":"g","dialect":{},"nodes":[{"name":"a","func":` + f + `}],"edges":[]}]}`
		if got, err := Decode(strings.NewReader(text)); err == nil {
			t.Errorf("%s: got %v, want an error", name, got)
		}
	}
}
