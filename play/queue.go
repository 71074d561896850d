package play

import (
	"context"
	"slices"
	"sync"
)

// queue gives calls their turns. It has room for slots calls at a time, perClient of them for one client,
// and makes further calls wait: most in all, mostOfOne for one client. When a call ends, the clients that
// wait take turns, so that many calls of one client delay another's by at most one call each.
//
// A client is a name. Calls of the client "" have no name: they count as one client, which may fill every
// slot and the whole room to wait.
type queue struct {
	slots, perClient int
	most, mostOfOne  int

	mu      sync.Mutex
	running int
	waiting int
	clients map[string]*client // those with calls that run or wait
	ring    []*client          // those with calls that wait; the one whose turn is next is first
}

// client is the calls of one client.
type client struct {
	name    string
	running int
	waiting []chan struct{} // closed when the turn comes; the oldest is first
}

func newQueue(slots, perClient, most int) *queue {
	return &queue{slots: slots, perClient: perClient, most: most, mostOfOne: max(1, most/2), clients: map[string]*client{}}
}

// errBusy refuses a call that finds no room to wait.
var errBusy = &Error{Code: "busy", Message: "the server is busy: try again soon"}

// enter waits for a turn and returns what ends it. It fails if there is no room to wait, or if the context
// ends first.
func (q *queue) enter(ctx context.Context, name string) (leave func(), err error) {
	q.mu.Lock()
	c := q.clients[name]
	if c == nil {
		c = &client{name: name}
	}
	leave = func() { q.leave(c) }
	if len(c.waiting) == 0 && q.mayRun(c) {
		q.clients[name] = c
		q.start(c)
		q.mu.Unlock()
		return leave, nil
	}
	if q.waiting >= q.most || name != "" && len(c.waiting) >= q.mostOfOne {
		q.mu.Unlock()
		return nil, errBusy
	}
	q.clients[name] = c
	turn := make(chan struct{})
	if len(c.waiting) == 0 {
		q.ring = append(q.ring, c)
	}
	c.waiting = append(c.waiting, turn)
	q.waiting++
	q.mu.Unlock()

	select {
	case <-turn:
		return leave, nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.Index(c.waiting, turn); i >= 0 {
		q.drop(c, i)
		q.forget(c)
		return nil, context.Cause(ctx)
	}
	return leave, nil // the turn came at the same moment
}

// mayRun reports whether a slot is free for the client. The lock is held, as in all methods below.
func (q *queue) mayRun(c *client) bool {
	return q.running < q.slots && (c.name == "" || c.running < q.perClient)
}

func (q *queue) start(c *client) {
	q.running++
	c.running++
}

func (q *queue) leave(c *client) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	c.running--
	q.forget(c)
	// The end of a call frees one slot, and may also free its client to use another that was free already.
	for i := slices.IndexFunc(q.ring, q.mayRun); i >= 0; i = slices.IndexFunc(q.ring, q.mayRun) {
		next := q.ring[i]
		turn := next.waiting[0]
		q.drop(next, 0)
		if len(next.waiting) > 0 { // to the end of the ring
			q.ring = append(slices.Delete(q.ring, i, i+1), next)
		}
		q.start(next)
		close(turn)
	}
}

// drop removes a call that waits.
func (q *queue) drop(c *client, i int) {
	q.waiting--
	c.waiting = slices.Delete(c.waiting, i, i+1)
	if len(c.waiting) == 0 {
		q.ring = slices.DeleteFunc(q.ring, func(other *client) bool { return other == c })
	}
}

// forget removes a client without calls, so that clients that are gone take no memory.
func (q *queue) forget(c *client) {
	if c.running == 0 && len(c.waiting) == 0 {
		delete(q.clients, c.name)
	}
}
