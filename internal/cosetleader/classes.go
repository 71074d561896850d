package cosetleader

import (
	"math/rand/v2"

	"lightsout/gf2"
)

// guessClasses looks for classes that suit split, from the code alone.
//
// Such a class is a large set of columns whose rank is much less than k, so a large subcode vanishes
// on it. With q of the n columns in the class, the words of the subcode weigh about (n−q)/2, while
// others weigh about n/2: they stand out among the words found with random information sets. Two
// words of one subcode vanish together on the whole class, two of different subcodes on fewer
// columns. So the words can be sorted by subcode, and the class is where all words of one kind
// vanish. It is a guess: findPairs checks the ranks.
//
// It looks for four classes of a quarter of the columns each. It returns a label per column, or nil.
//
// Cost: a few hundred eliminations.
func guessClasses(f *form) []int {
	const (
		rounds  = 400
		classes = 4
		enough  = 32 // words of a kind: columns outside its class survive by chance with 2^-32
	)
	n := f.n()
	r := rand.New(rand.NewPCG(uint64(n), uint64(f.k())))
	order := make([]int, n)
	for j := range order {
		order[j] = j
	}
	var kinds []*kind
	take := func(word gf2.Vec) {
		// Halfway between the weights of the two kinds of words.
		if 16*word.Weight() > 7*n || word.IsZero() {
			return
		}
		for _, k := range kinds {
			if k.take(word) {
				return
			}
		}
		if len(kinds) < 4*classes { // some start by chance
			kinds = append(kinds, newKind(word))
		}
	}
	full := func() int {
		count := 0
		for _, k := range kinds {
			if k.words >= enough {
				count++
			}
		}
		return count
	}
	for round := 0; round < rounds && full() < classes && !f.stopped(); round++ {
		r.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		rows, _, _ := f.rebase(order)
		for i, a := range rows {
			take(a)
			for _, b := range rows[:i] {
				if 16*(a.Weight()+b.Weight()-2*a.Overlap(b)) <= 7*n {
					take(a.Sum(b))
				}
			}
		}
	}
	if full() < 2 {
		return nil
	}
	labels := make([]int, n) // 0 for the columns outside the classes found; they may be a class too
	for i, k := range kinds {
		if k.words < enough {
			continue
		}
		for _, j := range f.closure(k.zeros.Indices()) {
			if labels[j] == 0 {
				labels[j] = i + 1
			}
		}
	}
	return labels
}

// closure lists the columns where every word vanishes that vanishes on the given ones. It restores
// columns that a class has lost because of a word of the wrong kind.
func (f *form) closure(columns []int) []int {
	rows, pivot, _ := f.rebase(columns)
	if len(pivot) == f.k() {
		return nil
	}
	some := gf2.NewVec(f.n())
	for _, row := range rows[len(pivot):] {
		for j := range row.Ones() {
			some.Set(j, true)
		}
	}
	some.Add(gf2.AllOnes(f.n()))
	return some.Indices()
}

// kind is a set of words that seem to vanish on one class.
type kind struct {
	zeros gf2.Vec // columns where all of them are zero
	words int
}

func newKind(word gf2.Vec) *kind {
	k := &kind{zeros: gf2.AllOnes(word.Len()), words: 1}
	k.zeros.Add(word)
	return k
}

// take adds a word if it seems to be of this kind. The common zeros are the class, a quarter of the
// columns, and others by chance. A word of this kind keeps the class and half of the others; one that
// vanishes on another class keeps half of this class, all of that one, and half of the rest. The
// threshold is halfway between.
func (k *kind) take(word gf2.Vec) bool {
	zeros, class := float64(k.zeros.Weight()), float64(word.Len())/4
	others := zeros - class
	left := zeros - float64(k.zeros.Overlap(word))
	same, different := class+others/2, class/2+others*2/3
	if left < (same+different)/2 {
		return false
	}
	k.words++
	for j := range word.Ones() {
		if k.zeros.Bit(j) {
			k.zeros.Flip(j)
		}
	}
	return true
}
