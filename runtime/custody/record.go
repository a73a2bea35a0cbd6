package custody

import (
	"encoding/json"
	"fmt"
	"time"
)

// Record is a handle and where it came from. It is plain data, made to lie in durable state as JSON. The zero Record
// means that there is no handle.
type Record struct {
	// Value is the handle as the server minted it. An empty value means that there is none.
	Value string `json:"value"`
	// Server names the server that minted the handle, as the caller calls it.
	Server string `json:"server"`
	// Tool is the tool whose result the handle was taken from.
	Tool string `json:"tool"`
	// Principal is whom the handle was minted for; empty in programs that know only one.
	Principal string `json:"principal,omitempty"`
	// MintedAt is when the handle was minted, or a little before; the zero time means that nobody wrote it down.
	MintedAt time.Time `json:"minted_at,omitzero"`
	// Lifetime is what the server declared. The zero value is unknown.
	Lifetime Lifetime `json:"lifetime"`
	// Inputs holds what is needed to mint the handle again and to fill it as it was, as JSON of the caller's choice.
	Inputs json.RawMessage `json:"inputs,omitempty"`
}

// IsZero reports whether the record holds no handle. A record that has every part but the value has none to spend.
func (r Record) IsZero() bool { return r.Value == "" }

// Lifetime is how long a server said that it keeps a handle. The zero value is "the server never told us", which is the
// common case: no field of the protocol carries a lifetime. A guess is no declaration; leave it unknown.
type Lifetime struct {
	d        time.Duration
	declared bool
}

// unknownText is how an undeclared lifetime reads in JSON.
const unknownText = "unknown"

// Undeclared is the lifetime of a handle whose server said nothing. It is the zero value.
func Undeclared() Lifetime { return Lifetime{} }

// Declared is a lifetime that the server stated, counted from the minting.
func Declared(d time.Duration) Lifetime { return Lifetime{d: d, declared: true} }

// Duration returns the declared duration; ok is false when the server declared none.
func (l Lifetime) Duration() (d time.Duration, ok bool) { return l.d, l.declared }

// String returns the duration as [time.Duration] prints it, or "unknown".
func (l Lifetime) String() string {
	if !l.declared {
		return unknownText
	}
	return l.d.String()
}

// MarshalText writes what String returns, so that state in a database stays readable.
func (l Lifetime) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads what MarshalText wrote; an empty text is unknown. It fails on anything that is no duration with a
// unit: a bare number would be a guess about seconds.
func (l *Lifetime) UnmarshalText(text []byte) error {
	if len(text) == 0 || string(text) == unknownText {
		*l = Lifetime{}
		return nil
	}
	d, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("custody: lifetime %q is neither %q nor a duration such as \"30m\"", text, unknownText)
	}
	*l = Declared(d)
	return nil
}
