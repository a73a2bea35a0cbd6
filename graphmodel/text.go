package graphmodel

import "fmt"

var triNames = [...]string{"unknown", "no", "yes"}

// String names the answer as in the JSON form: unknown, no, yes.
func (t Tri) String() string {
	if t < 0 || int(t) >= len(triNames) {
		return fmt.Sprintf("Tri(%d)", int(t))
	}
	return triNames[t]
}

// MarshalText gives the name of the answer; a value outside of the three is an error.
func (t Tri) MarshalText() ([]byte, error) {
	if t < 0 || int(t) >= len(triNames) {
		return nil, fmt.Errorf("no such answer: %d", int(t))
	}
	return []byte(triNames[t]), nil
}

// UnmarshalText reads the name of an answer.
func (t *Tri) UnmarshalText(text []byte) error {
	for i, name := range triNames {
		if name == string(text) {
			*t = Tri(i)
			return nil
		}
	}
	return fmt.Errorf("no such answer: %q (want unknown, no or yes)", text)
}

// TriOf is Yes for true and No for false.
func TriOf(known bool) Tri {
	if known {
		return Yes
	}
	return No
}

// And is Yes when both are, No when one is No, otherwise Unknown.
func (t Tri) And(u Tri) Tri {
	switch {
	case t == No || u == No:
		return No
	case t == Yes && u == Yes:
		return Yes
	}
	return Unknown
}

// Or is Yes when one is Yes, No when both are No, otherwise Unknown.
func (t Tri) Or(u Tri) Tri {
	switch {
	case t == Yes || u == Yes:
		return Yes
	case t == No && u == No:
		return No
	}
	return Unknown
}

// MarshalText gives the name of the kind; an unknown kind is an error.
func (k EdgeKind) MarshalText() ([]byte, error) {
	if k < 0 || int(k) >= len(edgeKindNames) {
		return nil, fmt.Errorf("no such edge kind: %d", int(k))
	}
	return []byte(edgeKindNames[k]), nil
}

// UnmarshalText reads the name of a kind.
func (k *EdgeKind) UnmarshalText(text []byte) error {
	for i, name := range edgeKindNames {
		if name == string(text) {
			*k = EdgeKind(i)
			return nil
		}
	}
	return fmt.Errorf("no such edge kind: %q (want always, conditional, fanout or join)", text)
}
