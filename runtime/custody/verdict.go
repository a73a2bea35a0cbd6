package custody

import "fmt"

// Verdict is what a check says about a handle. The zero value is [Unknown], so that a verdict nobody computed never
// lets a handle through.
type Verdict int

const (
	// Unknown means that nobody could tell: the probe failed, or there is neither a probe nor a declared lifetime.
	Unknown Verdict = iota
	// OK means that nothing speaks against spending the handle. It is no promise.
	OK
	// Gone means that this run cannot spend the handle: the server forgot it, or it belongs to somebody else.
	Gone
	// Absent means that there is no handle in the record.
	Absent
)

var verdictNames = [...]string{Unknown: "unknown", OK: "ok", Gone: "gone", Absent: "absent"}

// String returns the verdict in lower case.
func (v Verdict) String() string {
	if v < 0 || int(v) >= len(verdictNames) {
		return fmt.Sprintf("Verdict(%d)", int(v))
	}
	return verdictNames[v]
}

// MarshalText writes the verdict by name, so that it reads well in stored state. It fails on a value that is no verdict.
func (v Verdict) MarshalText() ([]byte, error) {
	if v < 0 || int(v) >= len(verdictNames) {
		return nil, fmt.Errorf("custody: %s is no verdict", v)
	}
	return []byte(v.String()), nil
}

// UnmarshalText reads a verdict by name and fails on any other text.
func (v *Verdict) UnmarshalText(text []byte) error {
	for i, name := range verdictNames {
		if name == string(text) {
			*v = Verdict(i)
			return nil
		}
	}
	return fmt.Errorf("custody: %q is no verdict (ok, gone, absent or unknown)", text)
}

// Result is a verdict and how it came about.
type Result struct {
	Verdict Verdict
	// Reason says in a few words why, for logs and people. It never holds the handle itself.
	Reason string
	// Probed reports whether the server was asked.
	Probed bool
	// Err is why the verdict is [Unknown]; nil with every other verdict.
	Err error
}
