package wire

import (
	"io"
	"sync"
)

// Queue writes bodies in the order in which they were sent, without making the sender wait.
type Queue struct {
	mu     sync.Mutex
	wake   *sync.Cond
	bodies [][]byte
	closed bool
	done   chan struct{}
}

// NewQueue starts a queue that writes to out until it is closed or a write fails.
func NewQueue(out io.Writer) *Queue {
	q := &Queue{done: make(chan struct{})}
	q.wake = sync.NewCond(&q.mu)
	go q.run(out)
	return q
}

// Send takes a body; a queue that is closed or has failed drops it.
func (q *Queue) Send(body []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.bodies = append(q.bodies, body)
		q.wake.Signal()
	}
}

// Close takes no more, and returns when what was sent is written.
func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.wake.Signal()
	q.mu.Unlock()
	<-q.done
}

func (q *Queue) run(out io.Writer) {
	defer close(q.done)
	for {
		bodies := q.take()
		if bodies == nil {
			return
		}
		for _, body := range bodies {
			if Write(out, body) != nil {
				q.fail()
				return
			}
		}
	}
}

// take waits for bodies; nil when there will be none.
func (q *Queue) take() [][]byte {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.bodies) == 0 && !q.closed {
		q.wake.Wait()
	}
	bodies := q.bodies
	q.bodies = nil
	return bodies
}

func (q *Queue) fail() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed, q.bodies = true, nil
}
