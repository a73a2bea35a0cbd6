package knowledge

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/knowledge/strict"
)

// The words that rows may use.
var (
	kinds    = []string{"clock", "random", "network", "file", "process", "database", "mail", "queue", "tool", "model", "agent"}
	accesses = []string{"read", "write"}
	repeats  = []string{"safe", "unsafe", "keyed", "tool"}
	// placesOf says which places each role cannot do without.
	placesOf = map[Role][]string{
		RolePause: {"key"}, RoleResumed: nil,
		RoleStateRead: {"field", "value"}, RoleStateWrite: {"field", "value"},
		RoleStateUpdate: {"value"},
		RoleToolCall:    {"tool", "args", "value"}, RoleMint: {"tool", "args", "value"},
		RoleTools: {"value"},
		RoleCheck: {"handle", "value"}, RoleRecord: {"handle", "value"},
		RoleSpawn: {"fn"}, RoleLimit: {"group", "value"}, RoleAcquire: nil, RoleCall: {"fn"},
		RoleStateCall: {"fn", "value"},
		RoleRequest:   {"method", "value"},
		RoleAnswer:    {"value"},
	}
)

// Roles are the roles that a row may have.
func Roles() []string {
	var out []string
	for r := range placesOf {
		out = append(out, string(r))
	}
	slices.Sort(out)
	return out
}

var (
	// funcName is a name as Row.Func spells it. The type in front may be unexported: a promoted
	// method is known by the embedded type that declares it, as in redis "(cmdable).Get".
	funcName = regexp.MustCompile(`^(\(\*?\w+\)\.)?[A-Z]\w*$`)
	typeName = regexp.MustCompile(`^[A-Z]\w*$`)
	version  = regexp.MustCompile(`^v?\d+\.\d+(\.\d+)?(-[\w.]+)?$`)
)

// CheckRow reports what is wrong with a row at the key path of doc. The caller knows the package.
func CheckRow(doc *strict.Doc, path string, r Row) {
	if !funcName.MatchString(r.Func) {
		doc.Problem(path+".func", `func %q must name one exported function or method: "Get", "(*Client).Do"`, r.Func)
	}
	checkReason(doc, path, r.Why, r.Source, r.Since)
	for i, e := range r.Effects {
		checkEffect(doc, fmt.Sprintf("%s.effects[%d]", path, i), e)
	}
	checkRole(doc, path, r)
	keyed := slices.ContainsFunc(r.Effects, func(e Effect) bool { return e.Repeat == RepeatKeyed })
	if keyed && r.Key == "" {
		doc.Problem(path, `repeat = "keyed" needs the place of the key: key = "arg1.Token"`)
	}
	byTool := slices.ContainsFunc(r.Effects, func(e Effect) bool { return e.Repeat == RepeatByTool })
	if byTool && r.ToolName == "" {
		doc.Problem(path, `repeat = "tool" needs the place of the tool's name: tool = "arg1.Name"`)
	}
}

func checkReason(doc *strict.Doc, path, why, source, since string) {
	if strings.TrimSpace(why) == "" {
		doc.Problem(path, `row without a reason: add why = "..." (a clause that says what the call does)`)
	}
	if strings.TrimSpace(source) == "" {
		doc.Problem(path, `row without a source: add source = "..." ("manual", a URL, a file and line)`)
	}
	if since != "" && !version.MatchString(since) {
		doc.Problem(path+".since", `since %q is no version: want "v1.2.3" or for Go "1.21"`, since)
	}
}

func checkEffect(doc *strict.Doc, path string, e Effect) {
	checkWord(doc, path+".kind", "kind", string(e.Kind), kinds)
	if e.Access != AccessUnknown {
		checkWord(doc, path+".access", "access", string(e.Access), accesses)
	}
	if e.Repeat != RepeatUnknown {
		checkWord(doc, path+".repeat", "repeat", string(e.Repeat), repeats)
	}
}

func checkWord(doc *strict.Doc, path, what, word string, known []string) {
	if !slices.Contains(known, word) {
		doc.Problem(path, "unknown %s %q%s", what, word, strict.DidYouMean(word, known))
	}
}

func checkRole(doc *strict.Doc, path string, r Row) {
	needed, known := placesOf[r.Role]
	if r.Role != RoleNone && !known {
		checkWord(doc, path+".role", "role", string(r.Role), Roles())
	}
	for _, p := range r.Places() {
		if _, err := p.Place.Parse(); err != nil {
			doc.Problem(path+"."+p.Key, "%v", err)
		}
	}
	for _, key := range needed {
		if !slices.ContainsFunc(r.Places(), func(p NamedPlace) bool { return p.Key == key }) {
			doc.Problem(path, "role %q needs the place %q", r.Role, key)
		}
	}
}

// NamedPlace is a place of a row and the key it stands under.
type NamedPlace struct {
	Key   string
	Place Place
}

// Places are the places that the row gives, in the order of Row's fields.
func (r Row) Places() []NamedPlace {
	all := []NamedPlace{
		{"field", r.Field}, {"value", r.Value}, {"tool", r.ToolName}, {"args", r.Args},
		{"error_flag", r.ErrorFlag}, {"handle", r.Handle}, {"key", r.Key}, {"fn", r.Fn},
		{"group", r.Group}, {"method", r.Method}, {"statement", r.Statement},
	}
	return slices.DeleteFunc(all, func(p NamedPlace) bool { return p.Place == "" })
}

// CheckType reports what is wrong with a type row at the key path of doc.
func CheckType(doc *strict.Doc, path string, t TypeRow) {
	if !typeName.MatchString(t.Type) {
		doc.Problem(path+".type", `type %q must name one exported type: "Record"`, t.Type)
	}
	checkWord(doc, path+".is", "mark", t.Is, []string{CustodyRecord, Request, Response, Answers})
	checkReason(doc, path, t.Why, t.Source, t.Since)
}
