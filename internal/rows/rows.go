// Package rows lists the switches around each light. A board is described by its columns (what each
// switch flips), while formulas and equations are about its rows.
package rows

import (
	"fmt"
	"math"
	"math/bits"

	"lightsout/board"
	"lightsout/internal/reserve"
)

// Rows is the transpose of a board's lists. It takes 4 bytes per flip and 8 per light.
type Rows struct {
	start    []int // light l has switches[start[l]:start[l+1]]
	switches []int32
	amounts  []uint8 // beside them, where lights have more than two states
}

// maxFlips bounds the lists: 4 GiB, or 1 GiB where addresses have 32 bits; so does maxLights there.
const (
	maxFlips  = 1 << (26 + bits.UintSize/16)
	maxLights = min(math.MaxInt32, math.MaxInt/8)
)

// Of transposes the lists of b. It asks the board twice what each switch flips, so that it keeps
// nothing but the result.
func Of(b *board.Board) (*Rows, error) {
	if b.Switches() > math.MaxInt32 || b.Lights() > maxLights || b.Shape().Flips > maxFlips {
		return nil, &board.TooLargeError{
			What: fmt.Sprintf("listing the switches around every light of %s", b.Spec()),
			Limit: fmt.Sprintf("its switches flip about %d lights in all, but at most %d can be listed",
				b.Shape().Flips, maxFlips),
		}
	}
	// While filling, start[l+1] is where the next switch of light l goes. In the end that is where
	// the switches of light l+1 begin.
	r := &Rows{start: make([]int, b.Lights()+2)}
	var list []int
	for s := range b.Switches() {
		list = b.AppendToggles(list[:0], s)
		for _, l := range list {
			r.start[l+2]++
		}
	}
	for l := range b.Lights() {
		r.start[l+2] += r.start[l+1]
	}
	flips := r.start[b.Lights()+1]
	if err := reserve.Bytes(4 * int64(flips)); err != nil {
		return nil, &board.TooLargeError{What: "the list of the switches around every light of " + b.Spec(),
			Limit: err.Error(), Err: err}
	}
	r.switches = make([]int32, flips)
	if b.States() > 2 {
		r.amounts = make([]uint8, len(r.switches))
		for s := range b.Switches() {
			for l, amount := range b.Adds(s) {
				at := r.start[l+1]
				r.switches[at], r.amounts[at] = int32(s), uint8(amount)
				r.start[l+1]++
			}
		}
		return r, nil
	}
	for s := range b.Switches() {
		list = b.AppendToggles(list[:0], s)
		for _, l := range list {
			r.switches[r.start[l+1]] = int32(s)
			r.start[l+1]++
		}
	}
	return r, nil
}

// Light returns the switches that flip light l, in ascending order. The slice is r's own.
func (r *Rows) Light(l int) []int32 { return r.switches[r.start[l]:r.start[l+1]] }

// Amounts is what a press of each of these switches adds to light l, where lights have more than two states.
func (r *Rows) Amounts(l int) []uint8 { return r.amounts[r.start[l]:r.start[l+1]] }
