package main

import (
	"strings"
	"testing"
)

// TestScenes checks that the mistakes do their harm. Should one of them stop to, the program teaches nothing.
func TestScenes(t *testing.T) {
	var out strings.Builder
	if err := run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"check_basket > search x7 > fill_basket > approve (paused)",
		"approve > checkout (check_basket did not run)",
		"error          none",
		`"Your basket is empty, there is nothing to order."`,
		`"We received your order of 7 items" was sent twice`,
		`nodes "invoice" and "pack" both write field "status"`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
