package graphmodel

import "testing"

func TestTri(t *testing.T) {
	for _, c := range []struct{ a, b, and, or Tri }{
		{Yes, Yes, Yes, Yes},
		{Yes, No, No, Yes},
		{Yes, Unknown, Unknown, Yes},
		{No, Unknown, No, Unknown},
		{No, No, No, No},
		{Unknown, Unknown, Unknown, Unknown},
	} {
		if c.a.And(c.b) != c.and || c.b.And(c.a) != c.and || c.a.Or(c.b) != c.or || c.b.Or(c.a) != c.or {
			t.Errorf("%v, %v: and %v, or %v", c.a, c.b, c.a.And(c.b), c.a.Or(c.b))
		}
	}
}

func TestNamesOfValues(t *testing.T) {
	for _, a := range []Tri{Unknown, No, Yes} {
		var b Tri
		text, err := a.MarshalText()
		if err != nil || b.UnmarshalText(text) != nil || b != a || a.String() != string(text) {
			t.Errorf("%v: %s, %v, %v", a, text, b, err)
		}
	}
	for k := Always; k <= Join; k++ {
		var b EdgeKind
		text, err := k.MarshalText()
		if err != nil || b.UnmarshalText(text) != nil || b != k || k.String() != string(text) {
			t.Errorf("%v: %s, %v, %v", k, text, b, err)
		}
	}
	if _, err := Tri(7).MarshalText(); err == nil || Tri(7).String() != "Tri(7)" {
		t.Error("Tri(7) has a name")
	}
	if _, err := EdgeKind(-1).MarshalText(); err == nil || EdgeKind(-1).String() != "EdgeKind(-1)" {
		t.Error("EdgeKind(-1) has a name")
	}
}
