package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestMain lets the test binary play the second process, as the program does.
func TestMain(m *testing.M) {
	if url, dir, ok := partOfChild(); ok {
		fmt.Fprintln(os.Stderr, playChild(context.Background(), url, dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestScenes checks that the mistakes do their harm. Should one of them stop to, the program teaches nothing.
func TestScenes(t *testing.T) {
	var out strings.Builder
	if err := run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"9 entries for 5 sources",
		`"A report is waiting for you" was sent 2 times`,
		"ann@example.org and mallory@example.net",
		"saw            In the news: Operators swap",
		"sent           In the news: ACME packs",
		"reports        2, the same twice",
		`nodes "engineer" and "librarian" both write field "enough"`,
		"calls          54 for 2 queries",
		"72 were inside at one time",
		"not done after 40 steps",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
