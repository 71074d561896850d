package matching

// queue holds numbered items, each with a time, the earliest first. Of those at the same time the one with
// the lowest number is first, so that the same question always has the same answer.
type queue struct {
	heap []entry
	at   []int32 // where each item is in the heap, plus 1; 0 means that it is not
}

type entry struct {
	time int64
	item int32
}

func (a entry) before(b entry) bool { return a.time < b.time || a.time == b.time && a.item < b.item }

// advance adds an item, or moves it forward; an item that comes earlier already stays.
func (q *queue) advance(item int32, time int64) {
	at := int(q.at[item]) - 1
	if at < 0 {
		at = len(q.heap)
		q.heap = append(q.heap, entry{})
	} else if q.heap[at].time <= time {
		return
	}
	e := entry{time, item}
	for at > 0 {
		up := (at - 1) / 2
		if !e.before(q.heap[up]) {
			break
		}
		q.heap[at] = q.heap[up]
		q.at[q.heap[at].item] = int32(at + 1)
		at = up
	}
	q.heap[at] = e
	q.at[item] = int32(at + 1)
}

// pop removes the first item.
func (q *queue) pop() entry {
	first, last := q.heap[0], q.heap[len(q.heap)-1]
	q.heap = q.heap[:len(q.heap)-1]
	q.at[first.item] = 0
	n := len(q.heap)
	if n == 0 {
		return first
	}
	at := 0
	for {
		down := 2*at + 1
		if down >= n {
			break
		}
		if down+1 < n && q.heap[down+1].before(q.heap[down]) {
			down++
		}
		if !q.heap[down].before(last) {
			break
		}
		q.heap[at] = q.heap[down]
		q.at[q.heap[at].item] = int32(at + 1)
		at = down
	}
	q.heap[at] = last
	q.at[last.item] = int32(at + 1)
	return first
}

func (q *queue) clear() {
	for _, e := range q.heap {
		q.at[e.item] = 0
	}
	q.heap = q.heap[:0]
}
