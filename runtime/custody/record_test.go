package custody_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/custody"
)

func TestRecordJSON(t *testing.T) {
	tests := []struct {
		name   string
		record custody.Record
		want   string
	}{
		{"zero", custody.Record{}, `{"value":"","server":"","tool":"","lifetime":"unknown"}`},
		{"full", custody.Record{Value: "bsk_1", Server: "shop", Tool: "create_basket", Principal: "ann", MintedAt: noon,
			Lifetime: custody.Declared(90 * time.Minute), Inputs: json.RawMessage(`{"items":["shoes"]}`)},
			`{"value":"bsk_1","server":"shop","tool":"create_basket","principal":"ann","minted_at":"2026-07-28T12:00:00Z",` +
				`"lifetime":"1h30m0s","inputs":{"items":["shoes"]}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			raw, err := json.Marshal(tt.record)
			if err != nil || string(raw) != tt.want {
				t.Fatalf("got %s, %v\nwant %s", raw, err, tt.want)
			}
			var back custody.Record
			if err := json.Unmarshal(raw, &back); err != nil || !reflect.DeepEqual(back, tt.record) {
				t.Errorf("came back as %+v, %v", back, err)
			}
		})
	}
}

func TestLifetimeText(t *testing.T) {
	tests := []struct {
		text string
		want custody.Lifetime
		ok   bool
	}{
		{"unknown", custody.Undeclared(), true},
		{"", custody.Undeclared(), true},
		{"30m", custody.Declared(30 * time.Minute), true},
		{"0s", custody.Declared(0), true},
		{"3600", custody.Lifetime{}, false},
		{"an hour", custody.Lifetime{}, false},
	}
	for _, tt := range tests {
		var got custody.Lifetime
		err := got.UnmarshalText([]byte(tt.text))
		if (err == nil) != tt.ok || got != tt.want {
			t.Errorf("%q: got %v, %v", tt.text, got, err)
		}
	}
	if _, declared := custody.Declared(0).Duration(); !declared {
		t.Error("a declared lifetime of zero is declared")
	}
}

func TestVerdictText(t *testing.T) {
	if v := (custody.Result{}).Verdict; v != custody.Unknown {
		t.Errorf("a verdict that nobody computed is %s", v)
	}
	for _, v := range []custody.Verdict{custody.Unknown, custody.OK, custody.Gone, custody.Absent} {
		raw, err := json.Marshal(v)
		var back custody.Verdict
		if err != nil || json.Unmarshal(raw, &back) != nil || back != v {
			t.Errorf("%s: %s, %v, back as %s", v, raw, err, back)
		}
	}
	if _, err := json.Marshal(custody.Verdict(9)); err == nil || custody.Verdict(-1).String() != "Verdict(-1)" {
		t.Error("a value that is no verdict must not be stored as one")
	}
	var v custody.Verdict
	if err := v.UnmarshalText([]byte("fine")); err == nil {
		t.Error("an unknown name must not be read as a verdict")
	}
}
