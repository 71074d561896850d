package cosetleader

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"lightsout/gf2"
)

// plan is one way to look for sets of w columns that add up to the target: all of them at once; or those that have
// exactly inside columns from a class. The class spans a space; modulo that space the columns outside it alone must add
// up to the target. Few sets of them do, and each is completed with columns of the class.
type plan struct {
	halving
	columns []columnKey // those outside the class, keyed modulo its span
	target  uint64
	inside  int
	class   []columnKey // with their whole keys, in the order of these
	whole   []columnKey // of the part
	goal    uint64      // the target's whole key
	work    float64
}

// planner makes the plans for one part.
type planner struct {
	part    *part
	plain   plan   // without columns and halving
	classes []plan // likewise, of each class
}

// newPlanner plans by classes only if no class spans everything: sets that have their share in such a class are not
// found any faster through it.
func newPlanner(p *part) *planner {
	key := newKeyer(p.k)
	goal := key.of(p.target)
	whole := make([]columnKey, p.m())
	members := map[int][]columnKey{}
	for c := range whole {
		whole[c] = columnKey{key.of(p.col(c)), c}
		if p.class != nil {
			members[p.class[c]] = append(members[p.class[c]], whole[c])
		}
	}
	pl := &planner{part: p, plain: plan{columns: whole, target: goal, whole: whole, goal: goal}}
	const most = 8 // with more labels than that, classes are too small
	for label, class := range members {
		span := gf2.NewBasis64(keysOf(class)...)
		if len(members) > most || span.Dim() >= min(p.k, 64) {
			pl.classes = nil
			break
		}
		slices.SortFunc(class, func(a, b columnKey) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.col, b.col)) })
		mix := newKeyer(64) // so that all bits are as good, and not those of the span's pivots always 0
		modulo := func(key uint64) uint64 { return mix.of([]uint64{span.Reduce(key)}) }
		by := plan{class: class, target: modulo(goal), whole: whole, goal: goal}
		for _, c := range whole {
			if p.class[c.col] != label {
				by.columns = append(by.columns, columnKey{modulo(c.key), c.col})
			}
		}
		pl.classes = append(pl.classes, by)
	}
	slices.SortFunc(pl.classes, func(a, b plan) int { return cmp.Compare(a.class[0].col, b.class[0].col) })
	return pl
}

func keysOf(list []columnKey) (keys []uint64) {
	for _, c := range list {
		keys = append(keys, c.key)
	}
	return keys
}

// at is the cheaper of two lists of plans that cover all sets of w columns: a single plain plan, or
// plans for each class, of which some contains at least its share of the set.
func (pl *planner) at(w int) (list []plan, work float64) {
	plain := pl.all(w)
	if len(pl.classes) == 0 {
		return []plan{plain}, plain.work
	}
	share := (w + len(pl.classes) - 1) / len(pl.classes)
	for _, class := range pl.classes {
		dimension := gf2.NewBasis64(keysOf(class.class)...).Dim()
		if class.target == 0 { // else the class alone cannot add up to it
			alone := plan{columns: class.class, target: class.goal, halving: newHalving(len(class.class), w)}
			alone.work = alone.steps()
			work += alone.work
			list = append(list, alone)
		}
		for inside := share; inside < w; inside++ {
			p := class
			p.inside, p.halving = inside, newHalving(len(class.columns), w-inside)
			meetings := p.firsts * p.table * math.Exp2(float64(dimension-pl.part.k))
			p.work = p.steps() + meetings*binomial(len(class.class), inside-1)
			work += p.work
			list = append(list, p)
		}
	}
	if work >= plain.work {
		return []plan{plain}, plain.work
	}
	slices.SortStableFunc(list, func(a, b plan) int { return cmp.Compare(a.work, b.work) })
	return list, work
}

// all is the plain plan for w columns.
func (pl *planner) all(w int) plan {
	p := pl.plain
	p.halving = newHalving(pl.part.m(), w)
	p.work = p.steps()
	return p
}

// complete completes a set of columns outside the class with columns of the class, in every way in which
// the keys add up. Several columns may have the key that is missing.
func (p *plan) complete(set []int, stop *atomic.Bool, found func([]int)) {
	if p.inside == 0 {
		found(set)
		return
	}
	rest := p.goal
	for _, c := range set {
		rest ^= p.whole[c].key
	}
	var add func(rest uint64, from, left int, chosen []int)
	add = func(rest uint64, from, left int, chosen []int) {
		if left == 1 {
			at, _ := slices.BinarySearchFunc(p.class, rest, func(c columnKey, key uint64) int { return cmp.Compare(c.key, key) })
			for at = max(at, from); at < len(p.class) && p.class[at].key == rest; at++ {
				full := append(slices.Clone(chosen), p.class[at].col)
				slices.Sort(full)
				found(full)
			}
			return
		}
		for at := from; at < len(p.class) && !stop.Load(); at++ {
			add(rest^p.class[at].key, at+1, left-1, append(chosen, p.class[at].col))
		}
	}
	add(rest, 0, p.inside, set)
}
