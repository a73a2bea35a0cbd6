package knowledge

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"
)

// PlaceBase says where in a call a place starts.
type PlaceBase int

// The bases of places.
const (
	PlaceRecv PlaceBase = iota + 1
	PlaceArg
	PlaceRes
)

// PlaceRef is a Place, taken apart. The zero PlaceRef is no place.
type PlaceRef struct {
	Base  PlaceBase
	Index int // of the argument or result, from 0
	// Variadic means all arguments from Index on.
	Variadic bool
	// Path are the fields to go through from there.
	Path []string
}

// Parse takes the place apart. The empty place gives the zero PlaceRef.
func (p Place) Parse() (PlaceRef, error) {
	if p == "" {
		return PlaceRef{}, nil
	}
	text, variadic := strings.CutSuffix(string(p), "...")
	parts := strings.Split(text, ".")
	ref, err := parseBase(parts[0])
	if err != nil {
		return PlaceRef{}, fmt.Errorf("place %q: %w", p, err)
	}
	if ref.Variadic = variadic; variadic && (ref.Base != PlaceArg || len(parts) > 1) {
		return PlaceRef{}, fmt.Errorf(`place %q: only a whole argument can end in "..."`, p)
	}
	for _, field := range parts[1:] {
		if !token.IsIdentifier(field) {
			return PlaceRef{}, fmt.Errorf("place %q: %q is no field name", p, field)
		}
		ref.Path = append(ref.Path, field)
	}
	return ref, nil
}

func parseBase(s string) (PlaceRef, error) {
	if s == "recv" {
		return PlaceRef{Base: PlaceRecv}, nil
	}
	for prefix, base := range map[string]PlaceBase{"arg": PlaceArg, "res": PlaceRes} {
		digits, ok := strings.CutPrefix(s, prefix)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(digits, 10, 8)
		if err != nil || digits != strconv.FormatUint(n, 10) {
			break
		}
		return PlaceRef{Base: base, Index: int(n)}, nil
	}
	return PlaceRef{}, fmt.Errorf(`a place starts with "recv", "arg0" or "res0", not %q`, s)
}

// IsZero reports whether r is no place.
func (r PlaceRef) IsZero() bool { return r.Base == 0 }

// String spells the place as rows do.
func (r PlaceRef) String() string {
	var b strings.Builder
	switch r.Base {
	case PlaceRecv:
		b.WriteString("recv")
	case PlaceArg:
		fmt.Fprintf(&b, "arg%d", r.Index)
	case PlaceRes:
		fmt.Fprintf(&b, "res%d", r.Index)
	default:
		return ""
	}
	for _, field := range r.Path {
		b.WriteString("." + field)
	}
	if r.Variadic {
		b.WriteString("...")
	}
	return b.String()
}
