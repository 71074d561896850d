package picture

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// Way is the clicks that turn one picture into another. Any order of them works.
type Way struct {
	Board    *board.Board
	From, To gf2.Vec
	Clicks   gf2.Vec
}

// starts is how many greedy orders are compared, and orderSeed what they draw from.
const (
	starts    = 8
	orderSeed = 1
)

// Order sorts the clicks such that the pictures in between stay close to a cross-fade: the best of several greedy
// orders with different starts, and of the one row by row, which moves a short front across the picture.
func (w Way) Order() ([]int, error) {
	if err := w.Board.TwoStates(); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(orderSeed, 0x6f72646572))
	candidates := [][]int{w.Clicks.Indices()}
	for range starts {
		candidates = append(candidates, byFade(w, rng))
	}
	return slices.MinFunc(candidates, func(a, b []int) int { return cmp.Compare(w.FadeError(a), w.FadeError(b)) }), nil
}

// byFade chooses, at every step, the click that brings the picture closest to the cross-fade of that
// moment. At time t, from 0 to 1, a pixel on which both pictures agree costs 1 if it differs from them;
// a pixel on which they differ costs t before it has changed and 1−t after. So a click costs
// e + (1−2t)·d, where e counts the pixels of the first kind that it makes wrong, minus those it makes
// right, and d those of the second kind that it changes, minus those it changes back. Both are small, so
// the clicks are kept in a bucket for each pair (e, d), and a step looks at the buckets only.
func byFade(w Way, rng *rand.Rand) []int {
	g := newGreedy(w, rng)
	list := make([]int, 0, g.left)
	for n := g.left; g.left > 0; {
		t := float64(len(list)) / float64(n)
		list = append(list, g.click(g.cheapest(t)))
	}
	return list
}

// greedy keeps the remaining clicks by their cost.
type greedy struct {
	way    Way
	state  gf2.Vec
	left   int
	most   int           // the most lights that a click flips
	touch  map[int][]int // the clicks that flip a light
	bucket [][]int       // clicks by cost
	where  map[int]spot
}

type spot struct{ bucket, at int }

func newGreedy(w Way, rng *rand.Rand) *greedy {
	g := &greedy{way: w, state: w.From.Clone(), touch: map[int][]int{}, where: map[int]spot{}}
	list := w.Clicks.Indices()
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	g.left = len(list)
	for _, s := range list {
		flips := w.Board.Toggles(s)
		g.most = max(g.most, len(flips))
		for _, l := range flips {
			g.touch[l] = append(g.touch[l], s)
		}
	}
	g.bucket = make([][]int, (2*g.most+1)*(2*g.most+1))
	for _, s := range list {
		g.put(s)
	}
	return g
}

func (g *greedy) put(s int) {
	e, d := g.most, g.most
	for _, l := range g.way.Board.Toggles(s) {
		step := -1
		if g.state.Bit(l) == g.way.From.Bit(l) {
			step = 1
		}
		if g.way.From.Bit(l) == g.way.To.Bit(l) {
			e += step
		} else {
			d += step
		}
	}
	b := e*(2*g.most+1) + d
	g.where[s] = spot{b, len(g.bucket[b])}
	g.bucket[b] = append(g.bucket[b], s)
}

func (g *greedy) take(s int) {
	at := g.where[s]
	delete(g.where, s)
	list := g.bucket[at.bucket]
	last := list[len(list)-1]
	if last != s {
		list[at.at] = last
		g.where[last] = at
	}
	g.bucket[at.bucket] = list[:len(list)-1]
}

func (g *greedy) cheapest(t float64) int {
	best, at := math.Inf(1), 0
	for b, list := range g.bucket {
		if len(list) == 0 {
			continue
		}
		e, d := b/(2*g.most+1)-g.most, b%(2*g.most+1)-g.most
		if cost := float64(e) + (1-2*t)*float64(d); cost < best {
			best, at = cost, b
		}
	}
	return g.bucket[at][0]
}

// click presses a switch and updates the cost of the clicks that share a light with it.
func (g *greedy) click(s int) int {
	g.take(s)
	g.left--
	g.way.Board.Press(board.Bits(g.state), s, 1)
	for _, l := range g.way.Board.Toggles(s) {
		for _, other := range g.touch[l] {
			if _, waiting := g.where[other]; waiting {
				g.take(other)
				g.put(other)
			}
		}
	}
	return s
}

// FadeError is the mean difference of a pixel from a cross-fade, averaged over all steps of an order.
func (w Way) FadeError(order []int) float64 {
	if len(order) == 0 {
		return 0
	}
	state := w.From.Clone()
	shared, changed := 0, 0 // wrong pixels on which both pictures agree, and changed ones on which they differ
	differ := w.From.Sum(w.To)
	total := 0.0
	for i, s := range order {
		for _, l := range w.Board.Toggles(s) {
			step := -1
			if state.Bit(l) == w.From.Bit(l) {
				step = 1
			}
			if differ.Bit(l) {
				changed += step
			} else {
				shared += step
			}
			state.Flip(l)
		}
		t := float64(i+1) / float64(len(order))
		total += float64(shared) + float64(changed)*(1-t) + float64(differ.Weight()-changed)*t
	}
	return total / float64(len(order)) / float64(w.Board.Lights())
}
