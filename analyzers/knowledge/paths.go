package knowledge

import (
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// refOf spells the FuncRef of a function that is named inside its package: "Get" gives
// "net/http.Get", "(*Client).Do" gives "(*net/http.Client).Do".
func refOf(pkg, fn string) graphmodel.FuncRef {
	if star, ok := strings.CutPrefix(fn, "(*"); ok {
		return graphmodel.FuncRef("(*" + pkg + "." + star)
	}
	if paren, ok := strings.CutPrefix(fn, "("); ok {
		return graphmodel.FuncRef("(" + pkg + "." + paren)
	}
	return graphmodel.FuncRef(pkg + "." + fn)
}

// splitType takes the name of a type apart into its import path and the name inside the package.
func splitType(name string) (pkg, typ string, ok bool) {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || dot < strings.LastIndexByte(name, '/') {
		return "", "", false
	}
	return name[:dot], name[dot+1:], true
}

// canonical drops the major version from an import path, since rows hold for all of them unless
// they say otherwise: "github.com/jackc/pgx/v5/pgxpool" gives "github.com/jackc/pgx/pgxpool".
// Paths of the standard library keep theirs: math/rand and math/rand/v2 are two packages.
func canonical(path string) string {
	if !strings.Contains(path, "/v") || isStd(path) {
		return path
	}
	elems := strings.Split(path, "/")
	out := elems[:1]
	for _, e := range elems[1:] {
		if !isMajor(e) {
			out = append(out, e)
		}
	}
	return strings.Join(out, "/")
}

// isMajor reports whether a path element is a major version, v2 and up. There is no v1 in import
// paths of modules: "core/v1" names an API.
func isMajor(elem string) bool {
	digits, ok := strings.CutPrefix(elem, "v")
	if !ok || digits == "" || digits[0] == '0' || digits == "1" {
		return false
	}
	return strings.Trim(digits, "0123456789") == ""
}

// within reports whether path is prefix or a package below it.
func within(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && (rest == "" || rest[0] == '/')
}

// isStd reports whether the path is a package of the standard library. The look of a path does
// not tell: a user's module may be called "app", without a dot.
func isStd(path string) bool {
	if strings.HasPrefix(path, "vendor/golang.org/") {
		return true
	}
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ".") {
		return false
	}
	// Internal packages differ between patch releases and are not in the table.
	path, _, _ = strings.Cut(path, "/internal")
	_, found := findString(stdPackages, path)
	return found || first == "internal"
}

// Canonical is the import path without its major version, the form that [Package.Path] has.
func Canonical(path string) string { return canonical(path) }
