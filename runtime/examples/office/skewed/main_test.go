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
		"checks        3 slots, 3 at one time",
		`Maria hears   "You are booked. See you soon!"` + "\n  books         slot 4 belongs to nobody",
		"invoice 2 is open, with 1 credit notes",
		"invoice 2 is refunded, with 3 credit notes",
		"invoice 3 is refunded, with 1 credit notes",
		`Ben hears     "The cancellation waits for approval. You will hear from us."`,
		"asked         0 times\n  books         slot 5 belongs to customer 2",
		"slot 6 was given away 2 times",
		"a pause needs a store",
		"invoice 4 is paid, with 1 credit notes",
		`nodes "appointments" and "invoices" both write field "summary"`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
