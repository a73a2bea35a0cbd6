package session

import "sync"

// recent keeps what was learnt of text that is not on disk: a [driver.Cache] that forgets what the
// last run did not ask for, so that a day of typing leaves no more behind than one look.
type recent struct {
	mu      sync.Mutex
	now     map[string][]byte // asked for or learnt since the last turn
	earlier map[string][]byte
}

func newRecent() *recent { return &recent{now: map[string][]byte{}} }

// Get implements driver.Cache.
func (r *recent) Get(key string) ([]byte, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	data, ok := r.now[key]
	if !ok {
		if data, ok = r.earlier[key]; ok {
			r.now[key] = data
		}
	}
	return data, ok
}

// Put implements driver.Cache.
func (r *recent) Put(key string, data []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now[key] = data
}

// turn is called when a run has come to its end. One that was stopped is no turn: it has not asked for
// all that it needs.
func (r *recent) turn() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.earlier, r.now = r.now, map[string][]byte{}
}
