package zmod

import (
	"context"
	"fmt"
	"slices"
)

// Balls finds the fewest presses by meeting in the middle. It keeps all changes of the lights that r presses or
// fewer make. Fewest presses of a change b that are 2r−1 or 2r fall into two parts, each with the fewest presses
// for what it changes: one has r and the other r−1 or r. So they show as a change u at distance r with b − u in
// the ball as well, and if none does, b takes more than 2r presses. The balls do not depend on b, so one serves
// many puzzles; it is for one goroutine at a time.
type Balls struct {
	ring    *ring
	height  int
	columns [][]Entry
	bits    int // for each state
	mask    byte
	less    [MaxStates][MaxStates]uint8 // subtraction
	level   map[string]uint8
	last    []string // the changes at the largest distance
	radius  int
	bytes   int64
}

// NewBalls begins with the ball of no presses.
func NewBalls(k, height int, columns [][]Entry) *Balls {
	b := &Balls{ring: newRing(k), height: height, columns: columns, bits: 1, level: map[string]uint8{}}
	for k > 1<<b.bits {
		b.bits *= 2
	}
	b.mask = byte(1<<b.bits - 1)
	for x := range k {
		for y := range k {
			b.less[x][y] = b.ring.reduce(x - y)
		}
	}
	none := string(b.pack(make([]uint8, height)))
	b.level[none], b.last = 0, []string{none}
	return b
}

// pack writes states as bytes, several to a byte.
func (b *Balls) pack(states []uint8) []byte {
	per := 8 / b.bits
	packed := make([]byte, (len(states)+per-1)/per)
	for l, x := range states {
		packed[l/per] |= x << (l % per * b.bits)
	}
	return packed
}

// press adds a multiple of a column to packed states.
func (b *Balls) press(packed []byte, s int, times uint8) {
	for _, e := range b.columns[s] {
		at, shift := e.Row*b.bits/8, e.Row*b.bits%8
		before := packed[at] >> shift & b.mask
		packed[at] += (b.ring.add[before][b.ring.mul[times][int(e.Value)%b.ring.k]] - before) << shift
	}
}

// difference is change − u, packed.
func (b *Balls) difference(rest, change []byte, u string) {
	for at := range rest {
		if b.bits == 8 {
			rest[at] = b.less[change[at]][u[at]]
			continue
		}
		rest[at] = 0
		for shift := 0; shift < 8; shift += b.bits {
			rest[at] |= b.less[change[at]>>shift&b.mask][u[at]>>shift&b.mask] << shift
		}
	}
}

// grow adds all changes of one more press. It stops before the balls take more than maxBytes.
func (b *Balls) grow(ctx context.Context, maxBytes int64) error {
	const overhead = 64 // of a map entry and the strings' headers
	if b.radius == 255 {
		return fmt.Errorf("more than 255 presses on each side")
	}
	var states []byte
	var next []string
	for n, u := range b.last {
		if n%256 == 0 && ctx.Err() != nil {
			return b.shrink(next, context.Cause(ctx))
		}
		states = append(states[:0], u...)
		for s := range b.columns {
			b.press(states, s, 1)
			if _, known := b.level[string(states)]; !known {
				key := string(states)
				b.level[key] = uint8(b.radius + 1)
				next = append(next, key)
				if b.bytes += int64(len(key) + overhead); b.bytes > maxBytes {
					return b.shrink(next, fmt.Errorf("all changes by %d presses take more than %d MiB", b.radius+1, maxBytes>>20))
				}
			}
			b.press(states, s, uint8(b.ring.k-1))
		}
	}
	b.last = next
	b.radius++
	return nil
}

// shrink takes back a ball that was not completed.
func (b *Balls) shrink(next []string, err error) error {
	for _, key := range next {
		delete(b.level, key)
	}
	return err
}

// Fewest finds the fewest presses of a change, as numbers of presses. Without an answer within the limit of
// memory or time, x is nil and err says why; either way every answer has at least lower presses.
func (b *Balls) Fewest(ctx context.Context, change []uint8, maxBytes int64) (x []uint8, lower int, err error) {
	packed := b.pack(change)
	if at, known := b.level[string(packed)]; known {
		return b.way(packed), int(at), nil
	}
	rest := make([]byte, len(packed))
	lower = b.radius + 1
	for {
		best, middle := -1, ""
		for n, u := range b.last {
			if n%4096 == 0 && ctx.Err() != nil {
				return nil, lower, context.Cause(ctx)
			}
			b.difference(rest, packed, u)
			if at, known := b.level[string(rest)]; known && (best < 0 || b.radius+int(at) < best) {
				best, middle = b.radius+int(at), u
			}
		}
		if best >= 0 {
			b.difference(rest, packed, middle)
			x = b.way([]byte(middle))
			for s, n := range b.way(rest) {
				x[s] = b.ring.add[x[s]][n]
			}
			return x, best, nil
		}
		lower = 2*b.radius + 1
		if len(b.last) == 0 {
			return nil, lower, fmt.Errorf("no presses make this change")
		}
		if err := b.grow(ctx, maxBytes); err != nil {
			return nil, lower, err
		}
	}
}

// way is the presses that make a change of the ball: back to the centre, each press one ball further in.
func (b *Balls) way(change []byte) []uint8 {
	x := make([]uint8, len(b.columns))
	states := slices.Clone(change)
	for at := b.level[string(states)]; at > 0; at-- {
		for s := range b.columns {
			b.press(states, s, uint8(b.ring.k-1))
			if before, known := b.level[string(states)]; known && before == at-1 {
				x[s]++
				break
			}
			b.press(states, s, 1)
		}
	}
	return x
}
