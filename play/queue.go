package play

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// queue gives calls their turns. It has room for slots calls at a time, perClient of them for one client,
// and makes further calls wait: most in all, mostOfOne for one client. A call first waits for a turn of its
// client, and then, in the order of arrival, for a slot. So a client has at most perClient calls before
// those of another, however many it sends.
//
// A client is a name. Calls of the client "" have no name: they count as one client, which may fill every
// slot and the whole room to wait.
type queue struct {
	slots, perClient int
	most, mostOfOne  int
	free             *semaphore.Weighted

	mu      sync.Mutex
	inside  int                // calls that run or wait
	clients map[string]*client // those with such calls
}

// client is the calls of one client.
type client struct {
	turns  *semaphore.Weighted
	inside int
}

func newQueue(slots, perClient, most int) *queue {
	return &queue{
		slots: slots, perClient: perClient, most: most, mostOfOne: max(1, most/2),
		free: semaphore.NewWeighted(int64(slots)), clients: map[string]*client{},
	}
}

// errBusy refuses a call that finds no room to wait.
var errBusy = &Error{Code: "busy", Message: "the server is busy: try again soon"}

// enter waits for a turn and returns what ends it. It fails if there is no room to wait, or if the context
// ends first.
func (q *queue) enter(ctx context.Context, name string) (leave func(), err error) {
	c, err := q.admit(name)
	if err != nil {
		return nil, err
	}
	if c.turns.Acquire(ctx, 1) != nil {
		q.dismiss(name)
		return nil, context.Cause(ctx)
	}
	if q.free.Acquire(ctx, 1) != nil {
		c.turns.Release(1)
		q.dismiss(name)
		return nil, context.Cause(ctx)
	}
	return func() {
		q.free.Release(1)
		c.turns.Release(1)
		q.dismiss(name)
	}, nil
}

// admit counts a call in, if there is room.
func (q *queue) admit(name string) (*client, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	c := q.clients[name]
	if c == nil {
		turns := q.perClient
		if name == "" {
			turns = q.slots
		}
		c = &client{turns: semaphore.NewWeighted(int64(turns))}
	}
	if q.inside >= q.slots+q.most || name != "" && c.inside >= q.perClient+q.mostOfOne {
		return nil, errBusy
	}
	q.clients[name] = c
	q.inside++
	c.inside++
	return c, nil
}

// dismiss counts a call out, and forgets a client without calls, so that clients that are gone take no memory.
func (q *queue) dismiss(name string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	c := q.clients[name]
	q.inside--
	if c.inside--; c.inside == 0 {
		delete(q.clients, name)
	}
}
