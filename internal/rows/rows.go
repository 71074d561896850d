// Package rows lists the switches around each light. A board is described by its columns (what each
// switch flips), while formulas and equations are about its rows.
package rows

import (
	"fmt"
	"math"
	"math/bits"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/reserve"
)

// Rows is the transpose of a board's lists. It takes 4 bytes per flip and 8 per light.
type Rows struct {
	switches gf2.Lists // around each light
	amounts  []uint8   // beside them, where lights have more than two states
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
	if err := reserve.Bytes(4*int64(b.Shape().Flips) + 8*int64(b.Lights())); err != nil {
		return nil, &board.TooLargeError{
			What: "the list of the switches around every light of " + b.Spec(), Limit: err.Error(), Err: err,
		}
	}
	r := &Rows{switches: gf2.ListsOf(b.Lights(), func(put func(light, s int)) {
		var list []int
		for s := range b.Switches() {
			list = b.AppendToggles(list[:0], s)
			for _, l := range list {
				put(l, s)
			}
		}
	})}
	if b.States() > 2 {
		r.amounts = make([]uint8, r.switches.Total())
		next := make([]int, b.Lights()) // of each light, how many amounts are there
		for s := range b.Switches() {
			for l, amount := range b.Adds(s) {
				from, _ := r.switches.Bounds(l)
				r.amounts[from+next[l]] = uint8(amount)
				next[l]++
			}
		}
	}
	return r, nil
}

// Light returns the switches that flip light l, in ascending order. The slice is r's own.
func (r *Rows) Light(l int) []int32 { return r.switches.Of(l) }

// Amounts is what a press of each of these switches adds to light l, where lights have more than two states.
func (r *Rows) Amounts(l int) []uint8 {
	from, to := r.switches.Bounds(l)
	return r.amounts[from:to]
}
