package generate

import (
	"math/big"
	"math/bits"
	"slices"
)

// maxApartSets bounds the sets of presses that are compared where quiet patterns are too many to
// weigh.
const maxApartSets = 1 << 21

// apart reports whether every set of up to that many presses is the only lightest answer of its
// state, which is so exactly if every quiet pattern presses more than twice as many. False may also
// mean that it is not known.
func (a *answers) apart(presses int, columns [][]uint64) bool {
	if len(a.quiet) <= maxEnumerated {
		return 2*presses < a.lightestQuiet()
	}
	sets := newSubsets(a.switches, 0, presses).size()
	return sets.Cmp(big.NewInt(maxApartSets)) <= 0 && a.statesDiffer(presses, columns, int(sets.Int64()))
}

// lightestQuiet is the fewest presses of a quiet pattern; more than twice as many as there are
// switches if there is no pattern.
func (a *answers) lightestQuiet() int {
	least := 2*a.switches + 1
	walk := make([]uint64, a.words)
	for n := uint64(1); n < 1<<len(a.quiet); n++ {
		addTo(walk, a.quiet[bits.TrailingZeros64(n)].Words())
		least = min(least, weightOf(walk))
	}
	return least
}

// statesDiffer reports whether no two of the sets of up to that many presses lead to the same state.
// It compares fingerprints: each light has a random word, and a state is the sum of those of its
// lights. So "no" may be wrong, once in 2^23 boards or so, but "yes" is not.
func (a *answers) statesDiffer(presses int, columns [][]uint64, sets int) bool {
	marks := make([]uint64, a.switches)
	random := newStream(0, fingerprinting, 0, 0)
	lights := make([]uint64, a.lights)
	for l := range lights {
		lights[l] = random.word()
	}
	for s, column := range columns {
		eachOne(column, func(l int) { marks[s] ^= lights[l] })
	}
	found := make([]uint64, 0, sets)
	var grow func(from, left int, mark uint64)
	grow = func(from, left int, mark uint64) {
		found = append(found, mark)
		if left == 0 {
			return
		}
		for s := from; s < len(marks); s++ {
			grow(s+1, left-1, mark^marks[s])
		}
	}
	grow(0, presses, 0)
	slices.Sort(found)
	return len(slices.Compact(found)) == sets
}
