package settings

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/BurntSushi/toml"

	"github.com/skewlint/skewlint/analyzers/knowledge/strict"
)

var errBoth = errors.New("the flags config and inline are both given: keep one of them")

// inlineName stands for the text of the flag in errors.
const inlineName = "inline"

// inline is a configuration that a flag gives as text. It is read when the flag is set, so that a
// slip in it is told before anything is analysed.
type inline struct {
	text     string
	settings *Settings // nil: not given
}

// String is the text as it was given.
func (i *inline) String() string { return i.text }

// Set reads the text. An empty one takes back what was given before.
func (i *inline) Set(text string) error {
	if text == "" {
		*i = inline{}
		return nil
	}
	s, err := Parse([]byte(text), inlineName, nil)
	if err != nil {
		return err
	}
	s.Path = "" // there is no file
	*i = inline{text, s}
	return nil
}

// Inline checks a configuration that stands in another notation, as part of another program's
// configuration, and gives it as text for the flag inline. The tree is what a parser of YAML or
// JSON makes of it; name and ruleNames are as for [Parse]. A tree without a word gives no text.
func Inline(tree map[string]any, name string, ruleNames []string) (string, error) {
	var f file
	if err := f.check(strict.DecodeTree(tree, name, &f), ruleNames); err != nil {
		return "", err
	}
	if len(tree) == 0 {
		return "", nil
	}
	var text bytes.Buffer
	if err := toml.NewEncoder(&text).Encode(tree); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return text.String(), nil
}
