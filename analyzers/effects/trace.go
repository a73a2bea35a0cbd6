package effects

import (
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// link is a trace that grows at its outer end, so that the inner part is shared.
type link struct {
	step  Step
	inner *link
	pos   graphmodel.Position // of the innermost step
	depth int

	number uint64 // see pool
}

// maxTrace is how many calls a trace shows; a longer chain loses its outer middle.
const maxTrace = 24

func newLink(s Step, inner *link) *link {
	l := &link{step: s, inner: inner, pos: s.Pos, depth: 1}
	if inner != nil {
		l.pos, l.depth = inner.pos, inner.depth+1
		if l.depth > maxTrace {
			return inner
		}
	}
	return l
}

func (l *link) last() Step {
	for l.inner != nil {
		l = l.inner
	}
	return l.step
}

func (l *link) trace(first Step) Trace {
	t := Trace{first}
	for ; l != nil; l = l.inner {
		t = append(t, l.step)
	}
	return t
}

// shortRef is a function's name as messages spell it: "smtp.SendMail", "(*Client).Do",
// "a function literal".
func shortRef(ref string) string {
	if strings.Contains(ref, ".lit@") {
		return "a function literal"
	}
	star := strings.HasPrefix(ref, "(*")
	if recv, method, ok := strings.Cut(ref, ")."); ok && strings.HasPrefix(ref, "(") {
		typ := recv[strings.LastIndexAny(recv, "/.*(")+1:]
		if star {
			return "(*" + typ + ")." + method
		}
		return typ + "." + method
	}
	return ref[strings.LastIndexByte(ref, '/')+1:]
}
