package graphmodel

import (
	"math/rand/v2"
	"testing"
)

func TestPairMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	m, want := newPairMap(), map[uint64]int32{}
	for i := range int32(20000) {
		k := pairKey(r.Int32N(200), r.Int32N(200))
		if got, known := m.get(k); known != (want[k] != 0) || got != want[k] {
			t.Fatalf("%x: got %d, want %d", k, got, want[k])
		}
		m.set(k, i+1)
		want[k] = i + 1
	}
	if m.used != len(want) {
		t.Errorf("%d keys, want %d", m.used, len(want))
	}
}
