package effects

import "strings"

// An element is one step into a value, as a string that can be compared: `[key]` is an entry of
// a map, `Name` a field known by name only, "Name`key`owner" a field with the key that JSON
// gives it and the named type that declares it. Fields are matched by name, so that a place of a
// row ("arg1.Name") finds a part that code wrote.

const elemSep = "`"

func fieldElem(name, key, owner string) string { return name + elemSep + key + elemSep + owner }

// anyElem is an entry of a map whose key is not known.
const anyElem = "*"

func keyElem(key string) string { return "[" + key + "]" }

// bindElem is the step from a function to a variable that it captures.
func bindElem(ref, name string) string { return "{" + ref + "}" + name }

func isBindElem(elem, ref, name string) bool {
	return len(elem) == len(ref)+len(name)+2 && elem[0] == '{' && elem[1:1+len(ref)] == ref && elem[1+len(ref)] == '}' && elem[2+len(ref):] == name
}

func elemName(e string) string {
	name, _, _ := strings.Cut(e, elemSep)
	return name
}

// partName is the element as an answer spells it: a field's name, or a map's key.
func partName(e string) string {
	if strings.HasPrefix(e, "[") {
		return elemKey(e)
	}
	return elemName(e)
}

func partPath(path []string) string {
	var out string
	for _, e := range path {
		out = join(out, partName(e))
	}
	return out
}

// elemKey is the key under which the element stands in JSON, empty if it has none.
func elemKey(e string) string {
	if strings.HasPrefix(e, "[") {
		return strings.TrimSuffix(e[1:], "]")
	}
	if parts := strings.Split(e, elemSep); len(parts) == 3 {
		return parts[1]
	}
	return ""
}

// elemSymbol is the symbol of a struct field: its named type and its name.
func elemSymbol(e string) string {
	if parts := strings.Split(e, elemSep); len(parts) == 3 && parts[2] != "" {
		return parts[2] + "." + parts[0]
	}
	return ""
}

// pathKey is the last key on a path.
func pathKey(path []string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if k := elemKey(path[i]); k != "" {
			return k
		}
	}
	return ""
}
