package generate

import "math/bits"

// ramp is how levels are spread over a number of puzzles, from the first to the last: each gets as
// many as any other, up to one. If there are fewer puzzles than levels some are passed over, but
// neither the first nor, if there are two puzzles, the last.
//
//	length ≥ levels   puzzle p has level ⌊p·levels/length⌋
//	length < levels   puzzle p has level ⌊p·(levels-1)/(length-1)⌋
type ramp struct{ levels, length uint64 }

func (g *Generator) ramp() ramp { return ramp{uint64(len(g.levels)), g.options.Levels} }

// slope is how much the level rises, over how many puzzles.
func (r ramp) slope() (rise, run uint64) {
	if 1 < r.length && r.length < r.levels {
		return r.levels - 1, r.length - 1
	}
	return r.levels, r.length
}

// level is the level of puzzle p < length.
func (r ramp) level(p uint64) uint64 {
	rise, run := r.slope()
	n := times(p, rise)
	level, _ := bits.Div64(n.hi, n.lo, run)
	return level
}

// start is the first puzzle of that level or a higher one; length if there is none.
func (r ramp) start(level uint64) uint64 {
	if level >= r.levels {
		return r.length
	}
	rise, run := r.slope()
	n := times(level, run).plus(rise - 1)
	p, _ := bits.Div64(n.hi, n.lo, rise)
	return p
}

// place is the level of puzzle i, and its number among the puzzles of that level: after its last
// puzzle the ramp begins anew.
func (g *Generator) place(i uint64) (*level, uint64) {
	if g.options.Levels == 0 {
		return &g.levels[0], i
	}
	r := g.ramp()
	cycle, at := i/r.length, i%r.length
	k := r.level(at)
	start, end := r.start(k), r.start(k+1)
	return &g.levels[k], cycle*(end-start) + at - start
}
