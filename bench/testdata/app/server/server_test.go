package server

import "testing"

func TestText(t *testing.T) {
	if len(text("x").Content) != 1 {
		t.Error("no content")
	}
}
