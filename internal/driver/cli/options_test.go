package cli

import (
	"slices"
	"testing"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		args, words []string
		format      string
	}{
		{nil, nil, "text"},
		{[]string{"./..."}, []string{"./..."}, "text"},
		{[]string{"-format", "json", "graph", "./a"}, []string{"graph", "./a"}, "json"},
		{[]string{"graph", "-format=dot", "./a", "-v", "./b"}, []string{"graph", "./a", "./b"}, "dot"},
		{[]string{"--", "-format", "json"}, []string{"-format", "json"}, "text"},
		{[]string{"a", "--", "--", "b"}, []string{"a", "--", "b"}, "text"},
	} {
		o, words, err := parse(test.args)
		if err != nil {
			t.Errorf("%q: %v", test.args, err)
			continue
		}
		if !slices.Equal(words, test.words) || o.format != test.format {
			t.Errorf("%q: words %q, format %s; want %q, %s", test.args, words, o.format, test.words, test.format)
		}
	}
}
