package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// edit is how a file of a module is edited, and what it was before.
type edit struct {
	file     string // with full name
	fn       string // how the function begins that gets another statement
	original []byte
}

func newEdit(file, fn string) (*edit, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	e := &edit{file: file, fn: fn, original: text}
	if _, err := insert(string(text), fn, ""); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return e, nil
}

// change puts a statement into the function, one that no build cache has seen. It takes the place of
// the one before.
func (e *edit) change() error {
	text, err := insert(string(e.original), e.fn, fmt.Sprintf(" _ = \"edit %d\";", time.Now().UnixNano()))
	if err != nil {
		return fmt.Errorf("%s: %w", e.file, err)
	}
	return os.WriteFile(e.file, []byte(text), 0o600)
}

// undo writes what was there at first.
func (e *edit) undo() error { return os.WriteFile(e.file, e.original, 0o600) }

// insert puts a statement at the beginning of the body of the first function that begins with fn. No
// line moves.
func insert(text, fn, statement string) (string, error) {
	i := strings.Index("\n"+text, "\n"+fn)
	if i < 0 {
		return "", fmt.Errorf("no function begins with %q", fn)
	}
	line, _, _ := strings.Cut(text[i:], "\n")
	if !strings.HasSuffix(line, "{") {
		return "", fmt.Errorf("%q does not end in the brace of a body", line)
	}
	at := i + len(line)
	return text[:at] + statement + text[at:], nil
}
