package fewest_test

import (
	"math/rand/v2"

	"lightsout/gf2"
	"lightsout/internal/fewest"
)

// The codes that the tests use: boards as their toggle matrices, eliminated here by hand so that
// nothing under test is involved.

// solveBoard returns an answer for the lights b, if there is one, and a basis of the quiet patterns
// of the board whose switch j toggles the lights toggles[j].
func solveBoard(toggles [][]int, b []bool) (answer gf2.Vec, quiet []gf2.Vec, ok bool) {
	n := len(toggles)
	rows := make([]gf2.Vec, n) // row i: the switches that reach light i, and the light itself
	for i := range rows {
		rows[i] = gf2.NewVec(n + 1)
		rows[i].Set(n, b[i])
	}
	for j, lights := range toggles {
		for _, i := range lights {
			rows[i].Flip(j)
		}
	}
	at := make([]int, 0, n)
	r := 0
	for c := 0; c < n; c++ {
		p := r
		for p < n && !rows[p].Bit(c) {
			p++
		}
		if p == n {
			continue
		}
		rows[r], rows[p] = rows[p], rows[r]
		for i := range rows {
			if i != r && rows[i].Bit(c) {
				rows[i].Add(rows[r])
			}
		}
		at = append(at, c)
		r++
	}
	for _, row := range rows[r:] {
		if row.Bit(n) {
			return gf2.Vec{}, nil, false
		}
	}
	answer = gf2.NewVec(n)
	isPivot := make([]bool, n)
	for i, c := range at {
		isPivot[c] = true
		answer.Set(c, rows[i].Bit(n))
	}
	for c := range n {
		if isPivot[c] {
			continue
		}
		q := gf2.VecOf(n, c)
		for i, pc := range at {
			q.Set(pc, rows[i].Bit(c))
		}
		quiet = append(quiet, q)
	}
	return answer, quiet, true
}

// box is the grid (or, wrapped, the torus) with the given sides.
func box(wrap bool, sides ...int) [][]int {
	n := 1
	for _, s := range sides {
		n *= s
	}
	toggles := make([][]int, n)
	for c := range n {
		toggles[c] = []int{c}
		for step, d := 1, len(sides)-1; d >= 0; d-- {
			x := c / step % sides[d]
			if x > 0 {
				toggles[c] = append(toggles[c], c-step)
			} else if wrap {
				toggles[c] = append(toggles[c], c+(sides[d]-1)*step)
			}
			if x < sides[d]-1 {
				toggles[c] = append(toggles[c], c+step)
			} else if wrap {
				toggles[c] = append(toggles[c], c-(sides[d]-1)*step)
			}
			step *= sides[d]
		}
	}
	return toggles
}

func hypercube(d int) [][]int {
	toggles := make([][]int, 1<<d)
	for c := range toggles {
		toggles[c] = []int{c}
		for i := range d {
			toggles[c] = append(toggles[c], c^1<<i)
		}
	}
	return toggles
}

// randomTree joins each node to an earlier one.
func randomTree(r *rand.Rand, n int) [][]int {
	toggles := make([][]int, n)
	for c := range toggles {
		toggles[c] = append(toggles[c], c)
		if c > 0 {
			p := r.IntN(c)
			toggles[c] = append(toggles[c], p)
			toggles[p] = append(toggles[p], c)
		}
	}
	return toggles
}

// allOn is the problem of a board with every light on, which every undirected board can solve
// (Sutner 1989).
func allOn(toggles [][]int) fewest.Problem {
	b := make([]bool, len(toggles))
	for i := range b {
		b[i] = true
	}
	answer, quiet, ok := solveBoard(toggles, b)
	if !ok {
		panic("all-on without an answer")
	}
	return fewest.Problem{Word: answer, Basis: quiet}
}

// randomState is the problem of a random reachable state: any set of presses is an answer to one.
func randomState(r *rand.Rand, toggles [][]int) fewest.Problem {
	p := allOn(toggles)
	for c := range toggles {
		p.Word.Set(c, r.IntN(2) == 1)
	}
	return p
}

// square is all-on n×n with the parities of row and column as classes. It is made by light chasing,
// as elimination of n² cells takes longer than many of the searches: the first row decides all
// others, and what it leaves lit below the last row must be dark.
func square(n int) fewest.Problem {
	// chase presses a first row on a board whose lights are all on, or all off, and returns the
	// presses and the row of lights left over.
	chase := func(first gf2.Vec, lit bool) (presses, left gf2.Vec) {
		presses = gf2.NewVec(n * n)
		above, row := gf2.NewVec(n), first.Clone()
		for r := range n {
			for c := range row.Ones() {
				presses.Set(r*n+c, true)
			}
			next := above.Sum(row)
			for c := range row.Ones() {
				if c > 0 {
					next.Flip(c - 1)
				}
				if c < n-1 {
					next.Flip(c + 1)
				}
			}
			if lit {
				next.Add(gf2.AllOnes(n))
			}
			above, row = row, next
		}
		return presses, row
	}
	var rows []gf2.Vec // what a first row leaves over, then what it presses; then the same for all-on
	for i := range n + 1 {
		first := gf2.NewVec(n)
		if i < n {
			first.Set(i, true)
		}
		presses, left := chase(first, i == n)
		row := gf2.NewVec(n + n*n)
		for c := range left.Ones() {
			row.Set(c, true)
		}
		for c := range presses.Ones() {
			row.Set(n+c, true)
		}
		rows = append(rows, row)
	}
	r := 0
	for c := range n {
		p := r
		for p < n && !rows[p].Bit(c) {
			p++
		}
		if p == n {
			continue
		}
		rows[r], rows[p] = rows[p], rows[r]
		for i := r + 1; i <= n; i++ {
			if rows[i].Bit(c) {
				rows[i].Add(rows[r])
			}
		}
		r++
	}
	p := fewest.Problem{Classes: parityClasses(n)}
	for i, row := range rows[r:] {
		presses := gf2.NewVec(n * n)
		for c := row.NextOne(0); c >= 0; c = row.NextOne(c + 1) {
			if c < n {
				panic("all-on without an answer")
			}
			presses.Set(c-n, true)
		}
		if r+i == n {
			p.Word = presses
		} else {
			p.Basis = append(p.Basis, presses)
		}
	}
	return p
}

func parityClasses(n int) []int {
	classes := make([]int, n*n)
	for c := range classes {
		classes[c] = c/n%2*2 + c%n%2
	}
	return classes
}

// randomCode is a random code of the given shape; sparse ones fall apart or are narrow.
func randomCode(r *rand.Rand, n, k, density int) fewest.Problem {
	p := fewest.Problem{Word: gf2.NewVec(n)}
	for c := range n {
		p.Word.Set(c, r.IntN(2) == 1)
	}
	for range k {
		b := gf2.NewVec(n)
		for c := range n {
			b.Set(c, r.IntN(100) < density)
		}
		p.Basis = append(p.Basis, b)
	}
	return p
}
