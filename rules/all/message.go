package all

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/rules/rule"
)

// message is the whole finding in one line. An error is not called one: that is what a reader takes a
// line of a linter for.
func message(f rule.Finding) string {
	name := f.Rule
	if f.Severity != rule.Error {
		name += " (" + string(f.Severity) + ")"
	}
	text := name + ": " + f.Message
	if places := places(filepath.Dir(f.Pos.File), f.Witness); places != "" {
		text += " [" + places + "]"
	}
	return text
}

// places are the lines of a witness in its order, "a.go:28 b.go:17,19 c/d.go:5". Steps on one line
// count once. A file in another folder than dir is named with the folder that holds it, whatever is
// above: messages must not depend on where a module lies.
func places(dir string, witness []effects.Step) string {
	var b strings.Builder
	file, line := "", 0
	for _, step := range witness {
		switch at := step.Pos; {
		case !at.IsValid() || at.File == file && at.Line == line:
			continue
		case at.File == file:
			b.WriteString("," + strconv.Itoa(at.Line))
		default:
			fmt.Fprintf(&b, " %s:%d", shortName(dir, at.File), at.Line)
		}
		file, line = step.Pos.File, step.Pos.Line
	}
	return strings.TrimPrefix(b.String(), " ")
}

func shortName(dir, file string) string {
	base := filepath.Base(file)
	if filepath.Dir(file) == dir {
		return base
	}
	return filepath.Base(filepath.Dir(file)) + "/" + base
}
