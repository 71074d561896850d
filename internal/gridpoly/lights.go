package gridpoly

import (
	"slices"

	"lightsout/gf2"
)

// Lights is the rows of a board, which can be read repeatedly and from any row on.
type Lights interface {
	// From returns a reader of rows i, i+1 and so on, 0 ≤ i < the number of rows. Several
	// readers may be in use at the same time.
	From(i int) Rows
}

// Rows returns the next row at each call. Either it fills buf, which has as many words as a row, and
// returns that, or it returns memory of its own that does not change and that the caller only reads.
// A caller must not ask for more rows than the board has; that may panic.
type Rows = func(buf []uint64) ([]uint64, error)

// Uniform is lights whose rows are all equal. Solving for them skips a pass over the board.
type Uniform struct{ row []uint64 }

// All is every light of a board with n columns.
func All(n int) Uniform {
	row := make([]uint64, rowWords(n))
	for i := range row {
		row[i] = ^uint64(0)
	}
	row[len(row)-1] = Shape{Cols: n}.lastWord()
	return Uniform{row}
}

// None is the dark state of a board with n columns.
func None(n int) Uniform { return Uniform{make([]uint64, rowWords(n))} }

// From returns a reader that repeats the row.
func (u Uniform) From(int) Rows {
	return func([]uint64) ([]uint64, error) { return u.row, nil }
}

// Random is lights of which each is on with probability one half, fixed by the shape and a seed.
// Such a state need not be solvable; see [RandomSolvable].
type Random struct {
	shape Shape
	seed  uint64
}

// RandomLights returns the random lights with the given seed.
func RandomLights(shape Shape, seed uint64) Random { return Random{shape, seed} }

// From returns a reader that makes rows from the seed.
func (r Random) From(i int) Rows {
	return func(buf []uint64) ([]uint64, error) {
		r.fill(i, buf)
		i++
		return buf, nil
	}
}

// fill numbers the words of the board and takes SplitMix64's output at those numbers (Steele, Lea
// and Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014): no state, so rows can be
// made in any order. The seed is mixed once so that neighbouring seeds share no sequence of words.
func (r Random) fill(i int, row []uint64) {
	const golden = 0x9e3779b97f4a7c15
	at := mix64(r.seed+golden) + uint64(i)*uint64(len(row))*golden
	for j := range row {
		at += golden
		row[j] = mix64(at)
	}
	row[len(row)-1] &= r.shape.lastWord()
}

func mix64(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// RandomSolvable is a solvable state, each with the same probability, fixed by the shape and a
// seed: what random presses leave behind on a dark board. Every solvable state has equally many
// answers, so uniform presses give uniform states.
type RandomSolvable struct{ presses Random }

// RandomSolvableLights returns the random solvable state with the given seed.
func RandomSolvableLights(shape Shape, seed uint64) RandomSolvable {
	return RandomSolvable{RandomLights(shape, seed)}
}

// Presses are the presses that the state was made with: one of its answers.
func (r RandomSolvable) Presses() Random { return r.presses }

// From returns a reader that makes each row from the presses on it, above it and below it.
func (r RandomSolvable) From(i int) Rows {
	shape := r.presses.shape
	n := shape.words()
	above, here, below := make([]uint64, n), make([]uint64, n), make([]uint64, n)
	press := func(i int, row []uint64) {
		switch {
		case shape.WrapRows:
			r.presses.fill((i+shape.Rows)%shape.Rows, row)
		case i < 0 || i >= shape.Rows:
			clear(row)
		default:
			r.presses.fill(i, row)
		}
	}
	press(i-1, above)
	press(i, here)
	return func(buf []uint64) ([]uint64, error) {
		i++
		press(i, below)
		step(buf, above, here, below)
		finish(shape, buf, here)
		above, here, below = here, below, above
		return buf, nil
	}
}

// Sum is the lights that are in exactly one of two sets, such as those on at the start and those on
// in the goal. Two uniform sets have a uniform sum.
func Sum(a, b Lights) Lights {
	u, uniformA := a.(Uniform)
	v, uniformB := b.(Uniform)
	switch {
	case uniformA && uniformB:
		return u.plus(v)
	case uniformA && u.isNone():
		return b
	case uniformB && v.isNone():
		return a
	}
	return sum{a, b}
}

func (u Uniform) isNone() bool {
	return !slices.ContainsFunc(u.row, func(w uint64) bool { return w != 0 })
}

func (u Uniform) plus(v Uniform) Uniform {
	row := slices.Clone(u.row)
	for j := range row {
		row[j] ^= v.row[j]
	}
	return Uniform{row}
}

type sum struct{ a, b Lights }

func (s sum) From(i int) Rows {
	a, b := s.a.From(i), s.b.From(i)
	var other []uint64
	return func(buf []uint64) ([]uint64, error) {
		if other == nil {
			other = make([]uint64, len(buf))
		}
		x, err := a(buf)
		if err != nil {
			return nil, err
		}
		y, err := b(other)
		if err != nil {
			return nil, err
		}
		for j := range buf {
			buf[j] = x[j] ^ y[j]
		}
		return buf, nil
	}
}

// Store returns the lights in memory, as a vector that numbers the cells row by row.
func Store(shape Shape, lights Lights) (gf2.Vec, error) {
	v := gf2.NewVec(shape.Rows * shape.Cols)
	next, buf := lights.From(0), make([]uint64, shape.words())
	for i := range shape.Rows {
		row, err := next(buf)
		if err != nil {
			return gf2.Vec{}, err
		}
		put(v.Words(), i*shape.Cols, row)
	}
	return v, nil
}
