// Package cyclic has values that are written into themselves.
package cyclic

import (
	"net/smtp"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

var _ = stategraph.Start

type member struct {
	name string
	next *member
}

// effects: mail write smtp.SendMail
func Ring(all map[string]*member) error {
	m, ok := all["first"]
	if !ok {
		return nil
	}
	m.next = m
	return smtp.SendMail("localhost:25", nil, "a", []string{m.name}, nil)
}

// effects: mail write smtp.SendMail
func Asserted(v any) error {
	if m, ok := v.(*member); ok {
		m.next = &member{next: m}
		return smtp.SendMail("localhost:25", nil, "a", []string{m.name}, nil)
	}
	return nil
}
