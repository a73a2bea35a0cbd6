package shop

import (
	"crypto/rand"
	"errors"
	"fmt"
	"time"
)

// Retention is how long a basket is kept after its last change.
const Retention = 30 * time.Minute

type basket struct {
	owner   string
	items   []string
	total   int             // in cents
	actions map[string]bool // action ids of what was put in
	order   *ordered        // set by the checkout
	expires time.Time
}

// catalogue holds prices in cents.
var catalogue = map[string]int{
	"tent": 24900, "lamp": 1950, "stove": 5900, "mat": 3400, "rope": 2750, "knife": 4200, "map": 890,
}

var errOtherOwner = errors.New("access refused: the basket belongs to another user")

// mint makes an empty basket and returns its handle.
func (s *Server) mint(owner string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := "bsk_" + rand.Text()
	s.baskets[id] = &basket{owner: owner, actions: map[string]bool{}, expires: time.Now().Add(Retention)}
	return id
}

// with runs f on the basket of that handle, if it is still kept and belongs to owner.
func (s *Server) with(id, owner string, f func(*basket) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.baskets[id]
	if !ok || time.Now().After(b.expires) {
		delete(s.baskets, id)
		return fmt.Errorf("basket %s has expired or never existed; create a new one", id)
	}
	if b.owner != owner {
		return errOtherOwner
	}
	return f(b)
}

// add puts an item into a basket, which counts as a change; a repeated action id that is not empty changes nothing.
func (b *basket) add(actionID, item string) error {
	price, ok := catalogue[item]
	switch {
	case !ok:
		return fmt.Errorf("no item %q in the catalogue", item)
	case b.order != nil:
		return errors.New("the basket is ordered already")
	case actionID != "" && b.actions[actionID]:
		return nil
	}
	b.actions[actionID] = true
	b.items = append(b.items, item)
	b.total += price
	b.expires = time.Now().Add(Retention)
	return nil
}

// checkout orders the basket; a second time it returns the same order.
func (b *basket) checkout() ordered {
	if b.order == nil {
		b.order = &ordered{OrderID: "ord_" + rand.Text(), Items: b.items, Total: b.total}
	}
	return *b.order
}

// Forget makes the shop forget all baskets, as it does by itself when they expire.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.baskets)
}

// ForgetAfterRead makes the shop forget all baskets right after the next get_basket: a handle that was good when it was
// asked about.
func (s *Server) ForgetAfterRead() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgetful = true
}
