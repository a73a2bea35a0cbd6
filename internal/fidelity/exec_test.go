package main

import "testing"

func TestReasonsNameNoMachine(t *testing.T) {
	in := "\n# pkg\n/home/me/go/pkg/mod/example.com/a@v1/a.go:3:4: undefined: X\ngo: example.com/b@v1: reading https://proxy.example/b/@v/v1.info: 403 Forbidden\nmore\n"
	want := "example.com/a@v1/a.go:3:4: undefined: X; go: example.com/b@v1: 403 Forbidden"
	if got := firstLines(in, 2); got != want {
		t.Errorf("firstLines = %q, want %q", got, want)
	}
}
