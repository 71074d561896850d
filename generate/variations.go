package generate

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/automorphism"
)

// variations is sets of presses that are all lightest answers, for numbers of presses that hardly any
// state needs. It starts from the lightest answer of a hardest state, which package census finds, and
// rests on two facts:
//
//   - A region is switches of which every quiet pattern presses all or none. It only matters how many
//     of a region are pressed. So a set that presses as many of each region as a lightest answer is a
//     lightest answer too.
//   - Every part of a lightest answer is a lightest answer: if what the part does could be done with
//     fewer presses, so could the whole.
//
// The sets are all those that press no more of any region than that answer, and their images under
// the board's symmetries. Those that stand for different states are equally likely, but other states
// may need as many presses and are not within reach. So draws are not even.
type variations struct {
	sets    *portions // before they are moved; a portion is a region
	motions []motion
	algebra *binary
}

// motion is a symmetry: where each switch goes, and which region each switch comes from.
type motion struct{ to, from []int }

// newVariations is the sets of as many presses as the range says; hardest needs at least the lowest.
func newVariations(regions [][]int, hardest gf2.Vec, presses Range, symmetries [][]int, a *binary) *variations {
	var list []portion
	for _, cells := range regions {
		p := portion{}
		for _, s := range cells {
			p.items = append(p.items, []int{s})
			if hardest.Bit(s) {
				p.most++
			}
		}
		list = append(list, p)
	}
	v := &variations{sets: newPortions(list, presses.Low, min(presses.High, hardest.Weight())), algebra: a}
	for _, to := range symmetries {
		m := motion{to, make([]int, len(to))}
		for i, cells := range regions {
			for _, s := range cells {
				m.from[m.to[s]] = i
			}
		}
		v.motions = append(v.motions, m)
	}
	return v
}

func (v *variations) String() string { return "variations of a hardest state" }
func (v *variations) even() bool     { return false }
func (v *variations) cost() uint64   { return 1000 }

func (v *variations) size() *big.Int {
	return new(big.Int).Mul(v.sets.size(), big.NewInt(int64(len(v.motions))))
}

func (v *variations) draw(t *trial) { v.set(t, randomBelow(v.size(), &t.random)) }

func (v *variations) at(t *trial, n uint64) {
	v.set(t, element(v.size(), sliceBits(v.size()), n, &t.random))
}

// set makes t the set of that number. The motions of a set follow one another.
func (v *variations) set(t *trial, which *big.Int) {
	t.presses.clear()
	set, moved := new(big.Int).QuoRem(which, big.NewInt(int64(len(v.motions))), new(big.Int))
	t.motion = int(moved.Int64())
	to := v.motions[t.motion].to
	v.sets.each(set, func(s int) { t.presses.add(to[s]) })
	v.algebra.press(t.state, t.presses)
	t.solved = true
}

// holds reports whether one of the first so many motions makes that set of one that is in bounds.
func (v *variations) holds(presses gf2.Vec, motions int) bool {
	left := make([]int, len(v.sets.list))
	for _, m := range v.motions[:motions] {
		for i, p := range v.sets.list {
			left[i] = p.most
		}
		for s := range presses.Ones() {
			left[m.from[s]]--
		}
		if slices.Min(left) >= 0 {
			return true
		}
	}
	return false
}

// stands reports whether this is the first motion to make these presses, and no other set with as many
// presses and the same state comes before it. So each state is drawn in one way only.
func (v *variations) stands(t *trial) bool {
	presses := t.presses.bits
	if v.holds(presses, t.motion) {
		return false
	}
	walk := presses.Clone()
	weight := walk.Weight()
	for n := uint64(1); n < 1<<len(v.algebra.quiet); n++ {
		if walk.AddWeight(v.algebra.quiet[bits.TrailingZeros64(n)]) == weight && walk.Compare(presses) > 0 && v.holds(walk, len(v.motions)) {
			return false
		}
	}
	return true
}

func (v *variations) standsCost() uint64 { return 1 + uint64(len(v.motions)) }

// variations is the pool of variations of a hardest state; ok is false if none is known. It is an
// error if no state is known to need as many presses.
func (g *Generator) variations(ctx context.Context, presses Range) (p pool, ok bool, err error) {
	depth, err := g.hardest(ctx)
	if err != nil || depth == nil {
		return pool{}, false, err
	}
	if presses.Low > depth.Lower {
		return pool{}, false, g.refusePresses(ctx, &presses)
	}
	b, ok := g.algebra.(*binary)
	if !ok || depth.Regions == nil || !b.known.compared {
		return pool{}, false, nil
	}
	motions, err := g.motions(ctx)
	if err != nil {
		return pool{}, false, err
	}
	if g.alike != nil && len(motions) < g.alike.count() {
		return pool{}, false, nil // the first of states that are alike need not be among them
	}
	v := newVariations(depth.Regions, depth.Presses.Bits(), presses, motions, b)
	w := g.wanted(&presses)
	w.stands, w.solvable = v, g.options.Symmetric != ""
	return pool{v, w}, true, nil
}

// maxMotions bounds the symmetries that variations use: with more, they use none.
const maxMotions = 1 << 10

// motions are the board's symmetries as they move switches, or the identity alone.
func (g *Generator) motions(ctx context.Context) ([][]int, error) {
	group, err := automorphism.Of(ctx, g.board)
	if err != nil {
		return nil, err
	}
	all, ok := group.Elements(maxMotions)
	if !ok {
		identity := make([]int, g.board.Switches())
		for s := range identity {
			identity[s] = s
		}
		return [][]int{identity}, nil
	}
	var motions [][]int
	for _, s := range all {
		motions = append(motions, s.Switches)
	}
	return motions, nil
}
