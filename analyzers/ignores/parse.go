package ignores

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Form is how a comment is written, for messages.
const Form = "//skewlint:ignore RULE -- reason"

const prefix = "//skewlint:"

// spaced is a comment that somebody meant for a directive: gofmt leaves the space, and the go
// command's convention for directives has none.
var spaced = regexp.MustCompile(`^//\s+skewlint:ignore\b`)

// parse reads one comment. A comment that has nothing to do with us gives neither.
func parse(text, today string) (*Ignore, []string) {
	switch rest, ours := strings.CutPrefix(text, prefix); {
	case ours:
		return parseIgnore(rest, today)
	case spaced.MatchString(text):
		return nil, []string{"a space before skewlint:ignore makes it a plain comment; write " + Form}
	default:
		return parseNolint(text), nil
	}
}

func parseIgnore(rest, today string) (*Ignore, []string) {
	verb, rest, _ := strings.Cut(rest, " ")
	if verb != "ignore" {
		return nil, []string{fmt.Sprintf("there is no comment skewlint:%s; write %s", verb, Form)}
	}
	rest, _, _ = strings.Cut(" "+rest+" ", " // ") // a comment on the comment
	head, reason, _ := strings.Cut(rest+" ", " -- ")
	g := &Ignore{Reason: strings.TrimSpace(reason)}
	if g.Reason == "" {
		return nil, []string{"no reason is given; write " + Form}
	}
	problems := g.head(strings.Fields(head))
	if len(problems) > 0 {
		return nil, problems
	}
	if g.Until != "" && g.Until < today {
		problem := fmt.Sprintf("this comment has expired on %s and silences nothing", g.Until)
		if g.Owner != "" {
			problem += "; its owner is " + g.Owner
		}
		return nil, []string{problem}
	}
	return g, nil
}

// head reads what stands before the reason: rules first, then settings.
func (g *Ignore) head(words []string) (problems []string) {
	for i, word := range words {
		key, value, setting := strings.Cut(word, "=")
		switch {
		case !setting && i == 0:
			g.Rules = strings.Split(word, ",")
		case !setting:
			problems = append(problems, fmt.Sprintf("%q is out of place: rules are separated by commas without spaces, and the reason stands behind --", word))
		case key == "owner" && value != "":
			g.Owner = value
		case key == "until":
			if _, err := time.Parse(time.DateOnly, value); err != nil {
				problems = append(problems, fmt.Sprintf("until=%s is no date of the form YYYY-MM-DD", value))
			}
			g.Until = value
		default:
			problems = append(problems, fmt.Sprintf("%q is not known; the settings are owner=NAME and until=YYYY-MM-DD", word))
		}
	}
	if len(g.Rules) == 0 || slices.Contains(g.Rules, "") {
		problems = append(problems, "no rule is named; write "+Form)
	}
	return problems
}

var nolint = regexp.MustCompile(`^//\s*nolint(?::\s*([\w ,-]+?))?\s*(?://\s*(.*))?$`)

// parseNolint reads golangci-lint's form: bare, for all linters, or for ones that it names.
func parseNolint(text string) *Ignore {
	m := nolint.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	names := strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == ' ' })
	if len(names) > 0 && !slices.Contains(names, "skewlint") && !slices.Contains(names, "all") {
		return nil
	}
	return &Ignore{Nolint: true, Reason: m[2]}
}
