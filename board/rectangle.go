package board

import "lightsout/gf2"

// Rectangle is a board of rows and columns on which a press flips its own light and those beside, above and below: a
// grid, cylinder or torus, or a path or cycle, which is one column.
type Rectangle struct {
	Rows, Cols int
	// WrapRows joins the bottom edge to the top edge, WrapCols the right edge to the left.
	WrapRows, WrapCols bool
}

// Rectangle is the board for those who work on whole rows, if it is one. Its lights have two states.
func (b *Board) Rectangle() (r Rectangle, ok bool) {
	s := &b.shape
	if s.SelfOff || s.Masked || s.Pattern != "" || b.states > 2 {
		return Rectangle{}, false
	}
	switch s.Kind {
	case "path", "cycle", "grid", "torus", "cylinder":
	default:
		return Rectangle{}, false
	}
	switch len(s.Dims) {
	case 1:
		return Rectangle{Rows: s.Dims[0], Cols: 1, WrapRows: s.Kind == "cycle" || s.Kind == "torus"}, true
	case 2:
		return Rectangle{Rows: s.Dims[0], Cols: s.Dims[1], WrapRows: s.Kind == "torus", WrapCols: s.Kind != "grid"},
			true
	}
	return Rectangle{}, false
}

// apply makes flipped what presses flip, 64 cells at a time: as the rows lie one after another, the cells above and
// below are whole rows away, and those beside are one away but where rows end.
func (r Rectangle) apply(flipped, presses gf2.Vec) {
	from, to := presses.Words(), flipped.Words()
	q, shift := r.Cols/64, r.Cols%64
	before, this, above, below := uint64(0), from[0], uint64(0), wordAt(from, q)
	for k := range to {
		after, nextAbove, nextBelow := wordAt(from, k+1), wordAt(from, k-q), wordAt(from, k+q+1)
		sum := this ^ (nextAbove<<shift | above>>(64-shift)) ^ (below>>shift | nextBelow<<(64-shift))
		if r.Cols > 1 {
			sum ^= (this<<1 | before>>63) ^ (this>>1 | after<<63)
		}
		to[k] = sum
		before, this, above, below = this, after, nextAbove, nextBelow
	}
	if past := presses.Len() % 64; past > 0 {
		to[len(to)-1] &= 1<<past - 1
	}
	if r.Cols > 1 {
		r.rowEnds(flipped, presses)
	}
	if around := (r.Rows - 1) * r.Cols; r.WrapRows {
		flipped.AddAt(around, presses)
		flipped.AddAt(-around, presses)
	}
}

// wordAt is a word, or 0 beyond the ends.
func wordAt(words []uint64, k int) uint64 {
	if uint(k) < uint(len(words)) {
		return words[k]
	}
	return 0
}

// rowEnds parts the end of each row from the next row, and joins it to the row's beginning if rows wrap.
func (r Rectangle) rowEnds(flipped, presses gf2.Vec) {
	flip := func(light, press int) {
		if presses.Bit(press) {
			flipped.Flip(light)
		}
	}
	for i := 0; i < presses.Len(); i += r.Cols {
		if i > 0 {
			flip(i-1, i)
			flip(i, i-1)
		}
		if end := i + r.Cols - 1; r.WrapCols {
			flip(i, end)
			flip(end, i)
		}
	}
}
