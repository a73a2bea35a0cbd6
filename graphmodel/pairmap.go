package graphmodel

// pairMap maps keys of pairs to small numbers: open addressing with linear probing, at most two
// thirds full. The searches spend nearly all their time here, and Go's map takes three to six times as long.
// No key has all bits set, so that is what an empty slot holds, inverted to make zero mean empty.
type pairMap struct {
	keys   []uint64 // inverted
	values []int32
	used   int
}

func newPairMap() *pairMap { return &pairMap{keys: make([]uint64, 64), values: make([]int32, 64)} }

// slot is where the key stands, or the empty slot where it would.
func (m *pairMap) slot(key uint64) int {
	mask := len(m.keys) - 1
	hash := key * 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio spreads neighbours
	for i := int(hash>>32) & mask; ; i = (i + 1) & mask {
		if m.keys[i] == 0 || m.keys[i] == ^key {
			return i
		}
	}
}

func (m *pairMap) get(key uint64) (value int32, known bool) {
	i := m.slot(key)
	return m.values[i], m.keys[i] != 0
}

func (m *pairMap) set(key uint64, value int32) {
	i := m.slot(key)
	if m.keys[i] == 0 {
		m.used++
	}
	m.keys[i], m.values[i] = ^key, value
	if m.used*3 > len(m.keys)*2 {
		m.grow()
	}
}

func (m *pairMap) grow() {
	keys, values := m.keys, m.values
	m.keys, m.values = make([]uint64, 4*len(keys)), make([]int32, 4*len(keys))
	for i, k := range keys {
		if k != 0 {
			at := m.slot(^k)
			m.keys[at], m.values[at] = k, values[i]
		}
	}
}
