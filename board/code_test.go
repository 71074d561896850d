package board

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// eachCode calls see with the codes of distances up to most.
func eachCode(t *testing.T, most, mostToric int, see func(t *testing.T, b *Board, d int)) {
	for _, k := range kinds {
		if k.code == nil {
			continue
		}
		top := most
		if k.name == "toric" {
			top = mostToric
		}
		for d := 2; d <= top; d++ {
			if k.name != "toric" && d%2 == 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s:%d", k.name, d), func(t *testing.T) {
				see(t, parse(t, fmt.Sprintf("%s:%d", k.name, d)), d)
			})
		}
	}
}

// The numbers of bits and checks: a triangular colour code has one logical qubit, and as many checks of
// either kind, (n−1)/2 independent ones; the checks of a toric code sum to zero.
func TestCodeSizes(t *testing.T) {
	eachCode(t, 15, 15, func(t *testing.T, b *Board, d int) {
		wantBits := map[string]int{"hexcolor": (3*d*d + 1) / 4, "octcolor": (d*d + 2*d - 1) / 2, "toric": 2 * d * d}[b.Shape().Kind]
		wantChecks, wantRank := (wantBits-1)/2, (wantBits-1)/2
		if b.Shape().Kind == "toric" {
			wantChecks, wantRank = d*d, d*d-1
		}
		m, err := b.Matrix()
		if err != nil {
			t.Fatal(err)
		}
		flips := 0
		for s := range b.Switches() {
			flips += len(b.Toggles(s))
		}
		got := []int{b.Switches(), b.Lights(), m.Rank(), flips}
		if want := []int{wantBits, wantChecks, wantRank, b.Shape().Flips}; !slices.Equal(got, want) && d > 2 {
			t.Errorf("bits, checks, rank, flips: %v, want %v", got, want)
		}
	})
}

// The checks of a colour code are its stabilisers of the other kind too, so any two share an even number
// of bits; inside, they have the size of their face.
func TestColourCodesAreSelfOrthogonal(t *testing.T) {
	sizes := map[string][]int{"hexcolor": {4, 6}, "octcolor": {4, 8}, "toric": {4}}
	eachCode(t, 13, 13, func(t *testing.T, b *Board, _ int) {
		m, err := b.Matrix()
		if err != nil {
			t.Fatal(err)
		}
		for i := range m.Rows() {
			if w := m.Row(i).Weight(); !slices.Contains(sizes[b.Shape().Kind], w) && b.Spec() != "toric:2" {
				t.Errorf("check %d has %d bits", i, w)
			}
			for j := range i {
				if b.Shape().Kind != "toric" && m.Row(i).Overlap(m.Row(j))%2 == 1 {
					t.Errorf("checks %d and %d share an odd number of bits", i, j)
				}
			}
		}
	})
}

// The distance is the weight of the lightest word that no check notices and that is not a stabiliser:
// by trying all of them.
func TestCodeDistances(t *testing.T) {
	eachCode(t, 7, 4, func(t *testing.T, b *Board, d int) { // toric:5 has 2^26 of them
		m, err := b.Matrix()
		if err != nil {
			t.Fatal(err)
		}
		var stabilisers []uint64
		if b.Shape().Kind == "toric" {
			stabilisers = plaquettes(d)
		} else {
			for i := range m.Rows() {
				stabilisers = append(stabilisers, m.Row(i).Words()[0])
			}
		}
		stabilisers = echelon(stabilisers)
		var words []uint64
		for _, v := range m.RightNull() {
			words = append(words, v.Words()[0])
		}
		lightest, word := b.Switches()+1, uint64(0)
		for n := uint64(1); n < 1<<len(words); n++ {
			word ^= words[bits.TrailingZeros64(n)] // the Gray code visits them all
			if w := bits.OnesCount64(word); w < lightest && !spans(stabilisers, word) {
				lightest = w
			}
		}
		if lightest != d {
			t.Errorf("distance %d", lightest)
		}
	})
}

// plaquettes are the faces of a d×d torus, as sets of its edges: those to the right and below of a
// vertex, and the ones opposite.
func plaquettes(d int) (list []uint64) {
	right := func(r, c int) int { return r%d*2*d + c%d }
	down := func(r, c int) int { return r%d*2*d + d + c%d }
	for r := range d {
		for c := range d {
			list = append(list, 1<<right(r, c)^1<<right(r+1, c)^1<<down(r, c)^1<<down(r, c+1))
		}
	}
	return list
}

// echelon is a basis in which no two words have the same highest bit.
func echelon(words []uint64) (basis []uint64) {
	for _, w := range words {
		if w = rest(basis, w); w != 0 {
			basis = append(basis, w)
			slices.SortFunc(basis, func(a, b uint64) int { return bits.LeadingZeros64(a) - bits.LeadingZeros64(b) })
		}
	}
	return basis
}

func rest(basis []uint64, w uint64) uint64 {
	for _, b := range basis {
		w = min(w, w^b)
	}
	return w
}

func spans(basis []uint64, w uint64) bool { return rest(basis, w) == 0 }

// The drawing numbers bits and checks along its rows, no place holds both, and the checks of a bit are
// close to it, except across the edges of the torus.
func TestCodesAreDrawnRowByRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		if b.IsGraph() {
			return
		}
		switches, lights := b.Sites()
		rows, cols := switches.Size()
		nextSwitch, nextLight := 0, 0
		for r := range rows {
			for c := range cols {
				s, l := switches.Cell(r, c), lights.Cell(r, c)
				switch {
				case s >= 0 && l >= 0:
					t.Fatalf("%s: switch %d and light %d share a place", b, s, l)
				case s >= 0 && s != nextSwitch, l >= 0 && l != nextLight:
					t.Fatalf("%s: at row %d, column %d the numbers are not in order", b, r, c)
				case s >= 0:
					nextSwitch++
				case l >= 0:
					nextLight++
				}
			}
		}
		if b.Shape().Kind == "toric" {
			return
		}
		for s := range b.Switches() {
			r, c := switches.Place(s)
			for _, l := range b.Toggles(s) {
				lr, lc := lights.Place(l)
				if d := max(r-lr, lr-r) + max(c-lc, lc-c); d > 3 {
					t.Fatalf("%s: switch %d is %d squares from light %d", b, s, d, l)
				}
			}
		}
	})
}

// Bits and checks are numbered along the rows of the drawings in hexcolor.go and octcolor.go: a seed means these numbers.
func TestNumbersOfColourCodes(t *testing.T) {
	for spec, want := range map[string]string{
		"hexcolor:3": "[[0] [0 1] [0 1 2] [0 2] [1] [1 2] [2]]", "octcolor:3": "[[0 1] [1] [0 1 2] [1 2] [0] [0 2] [2]]",
	} {
		b := parse(t, spec)
		var got [][]int
		for s := range b.Switches() {
			got = append(got, b.Toggles(s))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", spec, got, want)
		}
	}
}

// Places name bits where switches are asked for, and checks where lights are.
func TestPlacesOfCodes(t *testing.T) {
	b := parse(t, "toric:3")
	if s, err := b.ParseSwitches("r1c2,r2c1"); err != nil || !slices.Equal(s, []int{0, 3}) {
		t.Error(s, err)
	}
	if l, err := b.lightNumbers().list("r1c1,r3c5"); err != nil || !slices.Equal(l, []int{0, 5}) {
		t.Error(l, err)
	}
	if _, err := b.ParseSwitches("r1c1"); err == nil || !strings.Contains(err.Error(), "no switch there") {
		t.Error(err)
	}
	if _, err := b.lightNumbers().list("r1c2"); err == nil || !strings.Contains(err.Error(), "no light there") {
		t.Error(err)
	}
}
