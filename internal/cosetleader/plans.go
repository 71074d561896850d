package cosetleader

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync/atomic"
)

// plan is one way to look for sets of w columns: all of them at once; or those that have
// exactly inside columns from a class. The class spans a space; modulo that space the other columns alone
// must add up to the target. Few sets of them do, and each is completed with columns of the class.
type plan struct {
	columns []columnKey // the columns outside the class, keyed modulo its span
	target  uint64
	class   []columnKey // of the class, with their whole keys, in the order of these
	inside  int
	whole   []uint64 // the whole key of every column of the part
	goal    uint64   // of the target
	halving halving
	steps   float64
}

type planList []plan

func (l planList) cost() float64 {
	sum := 0.0
	for _, p := range l {
		sum += p.steps
	}
	return sum
}

func (l planList) fits(memory int64) bool {
	return !slices.ContainsFunc(l, func(p plan) bool { return !p.halving.fits(memory) })
}

// planner makes the plans for one part.
type planner struct {
	part    *part
	whole   []uint64
	goal    uint64
	all     []columnKey
	classes []classKeys
}

// classKeys is a class and the keys of all columns modulo its span.
type classKeys struct {
	inside, outside []columnKey
	target          uint64
	dimension       int
}

// newPlanner plans by classes only if no class spans everything: sets that have their share in such a class are not
// found any faster through it.
func newPlanner(p *part) *planner {
	key := newKeyer(p.k)
	pl := &planner{part: p, goal: key.of(p.target)}
	for c := range p.m() {
		pl.whole = append(pl.whole, key.of(p.col(c)))
		pl.all = append(pl.all, columnKey{pl.whole[c], c})
	}
	for _, members := range p.classes() {
		h, ok := newHalves(p, members)
		if !ok {
			pl.classes = nil
			break
		}
		pl.classes = append(pl.classes, pl.classOf(h))
	}
	return pl
}

func (pl *planner) classOf(h *halves) classKeys {
	key := newKeyer(h.outer.k)
	k := classKeys{dimension: h.inner.k, target: key.of(h.outer.target)}
	for _, c := range h.inner.of {
		k.inside = append(k.inside, pl.all[c])
	}
	slices.SortFunc(k.inside, func(a, b columnKey) int { return cmp.Compare(a.key, b.key) })
	for i, c := range h.outer.of {
		k.outside = append(k.outside, columnKey{key.of(h.outer.col(i)), c})
	}
	return k
}

// at is the cheaper of two lists of plans that cover all sets of w columns: a single plain plan, or
// plans for each class, of which some contains at least its share of the set.
func (pl *planner) at(w int) planList {
	plain := planList{pl.plain(pl.all, w)}
	if len(pl.classes) == 0 {
		return plain
	}
	var list planList
	share := (w + len(pl.classes) - 1) / len(pl.classes)
	for _, class := range pl.classes {
		for inside := share; inside < w; inside++ {
			list = append(list, pl.within(class, inside, w))
		}
		if class.target == 0 { // else the class alone cannot add up to it
			list = append(list, pl.plain(class.inside, w))
		}
	}
	if list.cost() >= plain.cost() {
		return plain
	}
	slices.SortStableFunc(list, func(a, b plan) int { return cmp.Compare(a.steps, b.steps) })
	return list
}

func (pl *planner) plain(columns []columnKey, w int) plan {
	h := newHalving(len(columns), w)
	return plan{columns: columns, target: pl.goal, whole: pl.whole, goal: pl.goal, halving: h, steps: h.steps()}
}

func (pl *planner) within(k classKeys, inside, w int) plan {
	p := plan{columns: k.outside, target: k.target, class: k.inside, inside: inside, whole: pl.whole, goal: pl.goal}
	outside := w - inside
	p.halving = newHalving(len(k.outside), outside)
	free := float64(pl.part.k - k.dimension)
	meetings := binomial(len(k.outside), outside) * math.Exp2(-free) * binomial(outside, outside/2)
	p.steps = p.halving.steps() + meetings*binomial(len(k.inside), inside-1)
	return p
}

// solutions is how many sets of w columns can be expected to add up to the target.
func (pl *planner) solutions(w int) float64 {
	return binomial(pl.part.m(), w) * math.Exp2(-float64(pl.part.k))
}

// hunt follows plans and keeps the best set found, or visits them all.
type hunt struct {
	*meeting
	best     []int
	complete bool            // everything was searched
	visit    func(set []int) // if not nil, receives each set, once; only for plain plans
}

func (h *hunt) follow(list planList) {
	var stop atomic.Bool
	defer context.AfterFunc(h.ctx, func() { stop.Store(true) })()
	h.complete = true
	for _, plan := range list {
		var found [roundSize][]int
		visit := func(job int, set []int) {
			plan.completeSet(set, &stop, func(set []int) {
				switch {
				case !h.part.sumIsTarget(set):
				case h.visit != nil:
					h.visit(set)
				case found[job] == nil || compareSets(set, found[job]) < 0:
					found[job] = set
				}
			})
		}
		merge := func() bool {
			for job, set := range found {
				if set != nil && (h.best == nil || compareSets(set, h.best) < 0) {
					h.best = set
				}
				found[job] = nil
			}
			return h.best != nil
		}
		budget := float64(*h.left)
		q := newSums(plan.columns, plan.halving)
		q.once = h.visit != nil
		whole := q.run(plan.target, h.options.Workers, &budget, &stop, visit, merge)
		*h.left = int64(budget)
		h.tried += q.tried
		h.complete = h.complete && whole
		if h.best != nil || stop.Load() {
			return
		}
	}
}

// completeSet completes a set of columns outside the class with columns of the class, in every way in which
// the keys add up. Several columns may have the key that is missing.
func (p *plan) completeSet(set []int, stop *atomic.Bool, found func([]int)) {
	if p.inside == 0 {
		found(set)
		return
	}
	rest := p.goal
	for _, c := range set {
		rest ^= p.whole[c]
	}
	var add func(rest uint64, from, left int, chosen []int)
	add = func(rest uint64, from, left int, chosen []int) {
		if left == 1 {
			byKey := func(c columnKey, key uint64) int { return cmp.Compare(c.key, key) }
			at, _ := slices.BinarySearchFunc(p.class, rest, byKey)
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
