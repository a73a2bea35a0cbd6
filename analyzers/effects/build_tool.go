package effects

import (
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/lazyssa"
)

// Adapters make tools of a framework out of those of an MCP server. Such a tool is called by a
// method, with its arguments as JSON: which tool it is shows only where code picks it by name, and
// which arguments it gets where code writes the JSON.

// picked is the key by which the receiver of a call was taken out of a map, 0 if it was not.
func (fb *funcBuilder) picked(c *ssa.CallCommon) node {
	row, ok := fb.rowOf(c)
	if !ok || row.Role != knowledge.RoleToolCall || row.ToolName != "recv" {
		return 0
	}
	v := c.Value
	if !c.IsInvoke() && len(c.Args) > 0 {
		v = c.Args[0]
	}
	for range maxOrigin {
		if l, ok := v.(*ssa.Lookup); ok {
			if keyed(l.X.Type()) {
				return fb.node(l.Index)
			}
			return 0
		}
		if v = transparent(v); v == nil {
			return 0
		}
	}
	return 0
}

// toolName is the name of the tool that the call calls.
func (c *callSite) toolName() *value {
	switch {
	case c.row.Role == knowledge.RoleTools:
		return nothing // it calls none of them
	case c.place.tool.Base != knowledge.PlaceRecv:
		return c.at(c.place.tool)
	case c.pick != nothing && c.pick != nil:
		return c.pick
	}
	return c.in.served(c.at(c.place.tool))
}

// served is the name that all the tools of a value have, as far as the call that got them says.
func (p *pool) served(v *value) *value {
	var names []*value
	for _, a := range v.atoms {
		if a.kind == serverAtom {
			names = append(names, a.of)
		}
	}
	return p.union(names...)
}

// adapted reports whether the tool is surely one of an MCP server. Others may be functions of the
// program, so that their results are handles only by guess.
func (c *callSite) adapted() bool {
	return c.place.tool.Base != knowledge.PlaceRecv || c.at(c.place.tool).hasKind(serverAtom)
}

// verb is a directive of a format, with its flags; member is the key before one.
var (
	verb   = regexp.MustCompile(`%[-+# 0]*[0-9.]*[a-zA-Z%]`)
	member = regexp.MustCompile(`"([^"%]+)"\s*:\s*"?$`)
)

// formatted is the value of a JSON object that fmt.Sprintf writes: the arguments under their keys. It
// is not ok for other texts.
func (fb *funcBuilder) formatted(call *ssa.Call) (valueNode, bool) {
	f := call.Call.StaticCallee()
	if f == nil || lazyssa.Ref(f) != "fmt.Sprintf" {
		return valueNode{}, false
	}
	format, ok := constString(call.Call.Args[0])
	if !ok || !strings.HasPrefix(strings.TrimSpace(format), "{") {
		return valueNode{}, false
	}
	keys, args := members(format), elements(call.Call.Args[1])
	if len(keys) != len(args) {
		return valueNode{}, false
	}
	n := valueNode{Kind: compositeNode}
	for i, key := range keys {
		if k := fb.node(args[i]); k != 0 {
			n.add(k, fb.str(key))
		}
	}
	return n, true
}

// members are the elements in which the directives of a format for JSON stand; an empty one is the
// whole.
func members(format string) []string {
	var out []string
	for _, at := range verb.FindAllStringIndex(format, -1) {
		switch key := member.FindStringSubmatch(format[:at[0]]); {
		case format[at[1]-1] == '%':
		case key != nil:
			out = append(out, keyElem(key[1]))
		default:
			out = append(out, "")
		}
	}
	return out
}

// elements are the values that a call puts into its variadic argument, nil if that is not seen.
func elements(v ssa.Value) []ssa.Value {
	slice, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	out := map[int64]ssa.Value{}
	for _, in := range *array.Referrers() {
		addr, ok := in.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		i, ok := addr.Index.(*ssa.Const)
		if !ok {
			return nil
		}
		for _, use := range *addr.Referrers() {
			if st, ok := use.(*ssa.Store); ok {
				out[i.Int64()] = st.Val
			}
		}
	}
	var list []ssa.Value
	for i := range int64(len(out)) {
		list = append(list, out[i])
	}
	return list
}
