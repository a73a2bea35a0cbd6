// Package fingerprint names findings so that they can be recognised in another run.
//
// It is for baselines and for SARIF, and for whatever compares two runs.
//
// The one idea to hold: a fingerprint is made of what stays when code around a finding is edited:
// the rule, the import path of the package, the base name of the file, the text of the line
// without regard to white space, and, where a file has several findings of a rule on equal lines,
// which of them it is, counted from the top.
//
// So it survives lines that move, a new indent, another name of a variable elsewhere, another
// version of a rule's wording, another checkout and another working directory. It changes when the
// line itself is edited, when the file or package is renamed, and, for equal lines, when one above
// gains or loses its finding. A change of the recipe changes the version in [Name].
//
// Limits: the line is that of the finding, not those of its witness. Packages that are named by
// their files on the command line have no import path of their own and other fingerprints.
package fingerprint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/source"
)

// Name is what the recipe is called where several can stand side by side, as in SARIF.
const Name = "skewlint/v1"

// Subject is what a fingerprint is made of.
type Subject struct {
	Rule    string
	Package string // import path
	Pos     graphmodel.Position
}

// Of gives the fingerprints of all findings of a run, which must be in order of place: equal lines
// are told apart by that order.
func Of(files *source.Files, all []Subject) []string {
	out := make([]string, len(all))
	seen := map[string]int{}
	for i, s := range all {
		key := s.key(files)
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
		out[i] = hex.EncodeToString(sum[:16])
		seen[key]++
	}
	return out
}

// key is the recipe without the count. A line that cannot be read is taken for an empty one.
func (s Subject) key(files *source.Files) string {
	text, _ := files.Line(s.Pos.File, s.Pos.Line)
	line := strings.Join(strings.Fields(text), " ")
	return strings.Join([]string{Name, s.Rule, s.Package, filepath.Base(s.Pos.File), line}, "\x00")
}
