// Package outbox says what an outbox is and has none.
package outbox

// Box takes messages.
type Box interface{ Put(text string) error }
