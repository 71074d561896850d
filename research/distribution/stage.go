package distribution

import (
	"slices"

	"lightsout/internal/covering"
)

// stage chooses the presses of regions in all ways, 32 at once, and leaves the lanes of the dimensions below.
type stage struct {
	levels []stageLevel // by dimension, the highest first
	blocks [][]block    // the lanes after each level
}

// stageLevel is the regions of one dimension.
type stageLevel struct {
	wide  [][]block // in the first level: what 32 choices each add to every lane
	adds  [][]byte  // in the others: what one choice adds to every lane
	words []uint64  // of each choice; 0 of those that only fill the last block
}

// newStage is the stage of regions that are ordered by falling dimension.
func newStage(regions []other) *stage {
	s := &stage{}
	for len(regions) > 0 {
		dim := regions[0].dim
		n := 0
		for n < len(regions) && regions[n].dim == dim {
			n++
		}
		adds, words := choicesOf(regions[:n], 1<<dim)
		level := stageLevel{words: words}
		if len(s.levels) > 0 {
			level.adds = adds
		} else {
			level.wide = wideBlocks(adds)
			level.words = append(words, make([]uint64, 32*len(level.wide)-len(words))...)
		}
		s.levels = append(s.levels, level)
		s.blocks = append(s.blocks, make([]block, 1<<dim/2))
		regions = regions[n:]
	}
	return s
}

// choicesOf lists what all choices of presses add to so many lanes, and how many words each is.
func choicesOf(regions []other, lanes int) (adds [][]byte, words []uint64) {
	adds, words = [][]byte{make([]byte, lanes)}, []uint64{1}
	for _, o := range regions {
		var moreAdds [][]byte
		var moreWords []uint64
		for c, before := range adds {
			for pressed, times := range binomialWords(o.size) {
				after := slices.Clone(before)
				for p := range after {
					if covering.Parity(o.column, uint64(p)) != 0 {
						after[p] += byte(o.size - pressed)
					} else {
						after[p] += byte(pressed)
					}
				}
				moreAdds = append(moreAdds, after)
				moreWords = append(moreWords, words[c]*times)
			}
		}
		adds, words = moreAdds, moreWords
	}
	return adds, words
}

// wideBlocks puts 32 choices each side by side.
func wideBlocks(adds [][]byte) (wide [][]block) {
	for c, add := range adds {
		if c%32 == 0 {
			wide = append(wide, make([]block, len(add)))
		}
		for p, presses := range add {
			wide[c/32][p].set(c%32, presses)
		}
	}
	return wide
}

// run calls found with the lanes that are left by every 32 choices, which it may change, the number of the first among
// those of the first level, and how many words the choice of the others is.
func (s *stage) run(lanes []byte, found func(left []block, from int, times uint64) error) error {
	first := &s.levels[0]
	for g, adds := range first.wide {
		narrow(s.blocks[0], adds, lanes)
		if err := s.choose(1, 32*g, 1, found); err != nil {
			return err
		}
	}
	return nil
}

// choose tries the choices of the levels from i on.
func (s *stage) choose(i, from int, times uint64, found func([]block, int, uint64) error) error {
	if i == len(s.levels) {
		return found(s.blocks[i-1], from, times)
	}
	for c, adds := range s.levels[i].adds {
		narrow(s.blocks[i], s.blocks[i-1], adds)
		if err := s.choose(i+1, from, times*s.levels[i].words[c], found); err != nil {
			return err
		}
	}
	return nil
}

// words is how many words 32 choices of the first level are.
func (s *stage) words(from int) *[32]uint64 { return (*[32]uint64)(s.levels[0].words[from:]) }

// normalForm is a form of lanes in which many are alike: the least is taken from all, and they are lowered to what can
// still matter.
type normalForm struct {
	halvings int  // 1 if all lanes differ by even numbers
	most     byte // lanes above it, after halving, will never be the least
}

// newNormalForm is the form for lanes of some dimensions, with all regions that are still to come in these. The
// lanes differ by even numbers if all quiet patterns press an even number of switches, and of these.
func newNormalForm(regions []other, dim int, even bool) normalForm {
	var f normalForm
	reach := 0
	for p := range uint64(1) << dim {
		pressed := 0
		for _, o := range regions {
			if covering.Parity(o.column, p) != 0 {
				pressed += o.size
			}
		}
		even = even && pressed%2 == 0
		reach = max(reach, pressed)
	}
	if even {
		f.halvings = 1
	}
	f.most = byte(min(reach>>f.halvings, mostLanePresses))
	return f
}

// levelEight brings eight lanes to the form, and by a quiet pattern a least one to the front. It returns what that was.
func (f *normalForm) levelEight(lanes []block) (least block) {
	least = levelLanes(lanes, f.halvings, f.most)
	sortLanes(lanes, leastFirst)
	return least
}

// leastFirst is a program that brings a least one of eight lanes to the front, by quiet patterns.
var leastFirst = leastFirstProgram()

func leastFirstProgram() (program []byte) {
	for half := 4; half > 0; half /= 2 {
		var one, other []byte
		swap := make([]uint8, 8)
		for p := range swap {
			swap[p] = uint8(p ^ half)
			if p < half {
				one, other = append(one, byte(p)), append(other, byte(p+half))
			}
		}
		program = appendStep(program, one, other, swap)
	}
	return append(program, 0)
}

// appendStep adds a step to a program: it makes a move that is its own inverse where the least of some lanes is more than the
// least of others.
func appendStep(program, one, other []byte, move []uint8) []byte {
	program = append(program, byte(len(one)))
	program = append(program, one...)
	program = append(program, other...)
	count := len(program)
	program = append(program, 0)
	for p, to := range move {
		if int(to) > p {
			program[count]++
			program = append(program, byte(p), to)
		}
	}
	return program
}
