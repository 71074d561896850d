package batch

import (
	"sync/atomic"
	"time"
)

// Pace says how many items a piece should have: as many as take about 10 ms, so that an interrupt loses
// little and all cores have work to the end, but that pieces are not too many either. The zero Pace
// begins with one. It is safe for concurrent use.
type Pace struct{ doubled atomic.Int32 }

// pieceTime is about how long making a piece should take.
const pieceTime = 10 * time.Millisecond

// maxDoubled keeps the number of items an int.
const maxDoubled = 30

// Most is how many items the next piece should have.
func (p *Pace) Most() int { return 1 << p.doubled.Load() }

// Took notes how long it took to make a text of some bytes from a piece of some items.
func (p *Pace) Took(items int, took time.Duration, bytes int) {
	now := p.doubled.Load()
	if items == 1<<now && now < maxDoubled && took < pieceTime/2 && bytes < pieceBytes/2 {
		p.doubled.CompareAndSwap(now, now+1)
	}
}
