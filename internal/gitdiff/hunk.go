package gitdiff

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
)

// hunk is "@@ -3,2 +4,5 @@": lines that went away, and lines that came.
type hunk struct{ removed, first, added int }

// parseHunk reads the head of a hunk. A count of one is left out.
func parseHunk(line string) (hunk, error) {
	fields := strings.Fields(line)
	if len(fields) < 4 || !strings.HasPrefix(fields[1], "-") || !strings.HasPrefix(fields[2], "+") {
		return hunk{}, fmt.Errorf("git diff says %q, which is no head of a hunk", line)
	}
	_, removed, err := startAndCount(fields[1][1:])
	if err != nil {
		return hunk{}, fmt.Errorf("git diff says %q: %w", line, err)
	}
	first, added, err := startAndCount(fields[2][1:])
	if err != nil {
		return hunk{}, fmt.Errorf("git diff says %q: %w", line, err)
	}
	return hunk{removed: removed, first: first, added: added}, nil
}

func startAndCount(s string) (start, count int, err error) {
	before, after, both := strings.Cut(s, ",")
	if start, err = strconv.Atoi(before); err != nil || !both {
		return start, 1, err
	}
	count, err = strconv.Atoi(after)
	return start, count, err
}

// skip reads the lines of a hunk, which may look like anything.
func (h hunk) skip(in *bufio.Reader) error {
	for left := h.removed + h.added; left > 0; {
		line, err := in.ReadString('\n')
		if err != nil {
			return fmt.Errorf("git diff ends within a hunk: %w", err)
		}
		if !strings.HasPrefix(line, `\`) { // "\ No newline at end of file"
			left--
		}
	}
	return nil
}

// add notes a hunk. Where lines only went away, git names the line before them.
func (f *fileChanges) add(h hunk) {
	if h.added > 0 {
		f.added = append(f.added, span{h.first, h.first + h.added - 1})
	}
	switch {
	case h.removed == 0:
	case h.added > 0:
		f.removed = append(f.removed, place{span: span{h.first, h.first + h.added - 1}})
	default:
		f.removed = append(f.removed, place{span: span{h.first, h.first + 1}, between: true})
	}
}

// unquote reads a name in C quotes, as git writes them: \n, \t, \", \\ and \ooo for bytes.
func unquote(s string) string {
	if text, err := strconv.Unquote(s); err == nil { // Go's escapes are those of C
		return text
	}
	return s
}
