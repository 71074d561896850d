package encode

import (
	"fmt"
	"math"

	"lightsout/board"
)

// rows lists the switches around each light, ascending: the board is described by its columns, and
// clauses are about its rows. It takes 4 bytes per flip and 8 per light.
type rows struct {
	start    []int // light l has switches[start[l]:start[l+1]]
	switches []int32
}

// maxFlips bounds the lists: 4 GiB.
const maxFlips = 1 << 30

// newRows asks the board twice what each switch flips, so that nothing is kept but the result.
func newRows(b *board.Board) (*rows, error) {
	if b.Switches() > math.MaxInt32 || b.Lights() > math.MaxInt32 || b.Flips() > maxFlips {
		return nil, &board.TooLargeError{
			What:  fmt.Sprintf("listing the switches around every light of %s", b.Spec()),
			Limit: fmt.Sprintf("its switches flip about %d lights in all, and %d are the most", b.Flips(), maxFlips),
		}
	}
	// While filling, start[l+1] is where the next switch of light l goes, which in the end is where
	// those of light l+1 begin.
	r := &rows{start: make([]int, b.Lights()+2)}
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
	r.switches = make([]int32, r.start[b.Lights()+1])
	for s := range b.Switches() {
		list = b.AppendToggles(list[:0], s)
		for _, l := range list {
			r.switches[r.start[l+1]] = int32(s)
			r.start[l+1]++
		}
	}
	return r, nil
}

// of are the switches that flip light l.
func (r *rows) of(l int) []int32 { return r.switches[r.start[l]:r.start[l+1]] }
