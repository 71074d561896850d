package covering

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"lightsout/internal/lightest"
)

// orbit is a choice of presses of the first regions, for all that symmetries and quiet patterns make of it.
type orbit struct {
	choice uint32
	words  uint64 // on the first regions, of the whole orbit
}

// orbits lists one choice of each orbit.
func (n *nesting) orbits(ctx context.Context) (list []orbit, err error) {
	choices := 1
	stride := make([]int, len(n.first))
	rows := make([][]uint64, len(n.first))
	for i, o := range n.first {
		stride[i] = choices
		choices *= o.size + 1
		rows[i] = binomialWords(o.size)
	}
	seen := make([]uint64, choices/64+1)
	visit := func(c int) bool {
		old := seen[c/64] >> (c % 64) & 1
		seen[c/64] |= 1 << (c % 64)
		return old == 0
	}
	pressed := make([]int, len(n.first))
	var queue []int
	for c := range choices {
		if !visit(c) {
			continue
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		queue = append(queue[:0], c)
		words := uint64(1)
		for at := 0; at < len(queue); at++ {
			for i, o := range n.first {
				pressed[i] = queue[at] / stride[i] % (o.size + 1)
				if at == 0 {
					words *= rows[i][pressed[i]]
				}
			}
			for _, move := range n.moves {
				image := 0
				for i, p := range pressed {
					image += p * stride[move[i]]
				}
				if visit(image) {
					queue = append(queue, image)
				}
			}
			for j := range n.dim {
				image := 0
				for i, o := range n.first {
					p := pressed[i]
					if o.column>>j&1 != 0 {
						p = o.size - p
					}
					image += p * stride[i]
				}
				if visit(image) {
					queue = append(queue, image)
				}
			}
		}
		list = append(list, orbit{uint32(c), words * uint64(len(queue))})
	}
	return list, nil
}

// laneTally counts words by the lanes that they leave.
type laneTally struct {
	entries []laneCount
	used    int
}

// laneCount is a number of words, in two words of a computer; it is 0 where there is no entry.
type laneCount struct {
	lanes     lanePair
	low, high uint64
}

const (
	leastTally = 1 << 12
	mostTally  = 1 << 22 // entries: 128 MB
)

func newLaneTally() *laneTally { return &laneTally{entries: make([]laneCount, leastTally)} }

// add adds words to the entry of the lanes; there must be room.
func (t *laneTally) add(l lanePair, low, high uint64) {
	hash := l[0]*0x9e3779b97f4a7c15 ^ l[1]*0xc2b2ae3d27d4eb4f
	hash ^= hash >> 29
	hash *= 0xbf58476d1ce4e5b9
	mask := uint64(len(t.entries) - 1)
	for at := hash >> 20 & mask; ; at = (at + 1) & mask {
		e := &t.entries[at]
		if e.low|e.high == 0 {
			e.lanes = l
			t.used++
		} else if e.lanes != l {
			continue
		}
		var carry uint64
		e.low, carry = bits.Add64(e.low, low, 0)
		e.high += high + carry
		return
	}
}

func (t *laneTally) empty() {
	clear(t.entries)
	t.used = 0
}

// crowded reports whether the tally needs room.
func (t *laneTally) crowded() bool { return t.used > len(t.entries)/2 }

func (t *laneTally) grow() {
	old := t.entries
	t.entries, t.used = make([]laneCount, 2*len(old)), 0
	for i := range old {
		if e := &old[i]; e.low|e.high != 0 {
			t.add(e.lanes, e.low, e.high)
		}
	}
}

// nestWorker tries the choices of the tree.
type nestWorker struct {
	*nesting
	ctx    context.Context
	tally  *laneTally
	lanes  [][]uint64             // before each region of the tree
	adds   [][][]uint64           // of a region of the tree and its presses: what they add to the lanes
	words  [][]uint64             // how many words that is
	firsts [][][]uint64           // the same of the first regions
	job    uint64                 // words on the first regions
	full   func(*laneTally) error // empties a tally that is full
	steps  int
}

func (n *nesting) newWorker() *nestWorker {
	w := &nestWorker{nesting: n, tally: newLaneTally()}
	addsOf := func(o other, dim int) (adds [][]uint64) {
		for pressed := range o.size + 1 {
			var words []uint64
			for _, pair := range o.lanes(pressed, max(2, 1<<dim/8)) {
				words = append(words, pair[0], pair[1])
			}
			adds = append(adds, words)
		}
		return adds
	}
	for _, o := range n.tree {
		w.lanes = append(w.lanes, make([]uint64, 1<<o.dim/8))
		w.adds = append(w.adds, addsOf(o, o.dim))
		w.words = append(w.words, binomialWords(o.size))
	}
	for _, o := range n.first {
		w.firsts = append(w.firsts, addsOf(o, n.dim))
	}
	return w
}

// follow tries everything after a choice of the first regions.
func (w *nestWorker) follow(o orbit) error {
	lanes := w.lanes[0]
	clear(lanes)
	rest := int(o.choice)
	for i, f := range w.first {
		for k, add := range w.firsts[i][rest%(f.size+1)] {
			lanes[k] += add
		}
		rest /= f.size + 1
	}
	w.job = o.words
	return w.choose(0, 1)
}

// choose tries all presses of the regions of the tree from i on.
func (w *nestWorker) choose(i int, words uint64) error {
	o := &w.tree[i]
	here := w.lanes[i]
	if i == len(w.tree)-1 {
		return w.leaves(here, w.words[i], words)
	}
	next := w.lanes[i+1]
	for pressed, more := range w.words[i] {
		if half := len(next); half < len(here) {
			one, two := uint64(pressed)*laneOnes, uint64(o.size-pressed)*laneOnes
			for k, a := range here[:half] {
				next[k] = leastLanes(a+one, here[half+k]+two)
			}
		} else {
			for k, add := range w.adds[i][pressed] {
				next[k] = here[k] + add
			}
		}
		if err := w.choose(i+1, words*more); err != nil {
			return err
		}
	}
	if w.steps++; w.steps%256 == 0 && w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	return nil
}

// leaves tries all presses of the last region of the tree.
func (w *nestWorker) leaves(here, row []uint64, words uint64) error {
	size := len(row) - 1
	for pressed, more := range row {
		one, two := uint64(pressed)*laneOnes, uint64(size-pressed)*laneOnes
		var l lanePair
		if w.lastDim == 3 {
			l[0] = leastLanes(here[0]+one, here[1]+two)
			l = l.standard(false)
		} else {
			l[0] = leastLanes(here[0]+one, here[2]+two)
			l[1] = leastLanes(here[1]+one, here[3]+two)
			l = l.standard(true)
		}
		high, low := bits.Mul64(w.job, words*more)
		w.tally.add(l, low, high)
	}
	if !w.tally.crowded() {
		return nil
	}
	if len(w.tally.entries) < mostTally {
		w.tally.grow()
		return nil
	}
	return w.full(w.tally)
}

// nestTotal is the number of words by the presses they need.
type nestTotal [mostLanePresses + 1]wideCount

// wideCount is a number of three words, the least significant first.
type wideCount [3]uint64

func (n *wideCount) add(low, high, times uint64) {
	h0, l0 := bits.Mul64(low, times)
	h1, l1 := bits.Mul64(high, times)
	var c uint64
	n[0], c = bits.Add64(n[0], l0, 0)
	n[1], c = bits.Add64(n[1], h0, c)
	n[2] += c
	n[1], c = bits.Add64(n[1], l1, 0)
	n[2] += h1 + c
}

func (n *wideCount) number() *big.Int {
	x := new(big.Int)
	for i := len(n) - 1; i >= 0; i-- {
		x.Or(x.Lsh(x, 64), new(big.Int).SetUint64(n[i]))
	}
	return x
}

// add adds what a tally has, and empties it.
func (t *nestTotal) add(ctx context.Context, s *shapes, dim int, tally *laneTally) error {
	for i := range tally.entries {
		if i%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		e := &tally.entries[i]
		if e.low|e.high == 0 {
			continue
		}
		offset, counts := s.find(dim, e.lanes)
		for w, times := range counts {
			if times != 0 {
				t[offset+w].add(e.low, e.high, times)
			}
		}
	}
	tally.empty()
	return nil
}

// nestProgress is how far a counting is: the state that is saved.
type nestProgress struct {
	Format  string     `json:"format"`
	Problem string     `json:"problem"` // a digest of the nesting
	Next    int        `json:"next"`    // the first orbit that was not followed
	Counts  []*big.Int `json:"counts"`  // words on the regions by the presses they need, of the orbits before
}

const nestFormat = "lightsout distribution 1"

// start is the state at the beginning, or the saved one.
func (n *nesting) start(saved []byte, orbits int) (*nestProgress, error) {
	digest := sha256.New()
	fmt.Fprint(digest, n.dim, n.lastDim, n.first, n.tree, n.last, n.moves)
	s := &nestProgress{Format: nestFormat, Problem: hex.EncodeToString(digest.Sum(nil))}
	for range mostLanePresses + 1 {
		s.Counts = append(s.Counts, new(big.Int))
	}
	if saved == nil {
		return s, nil
	}
	var old nestProgress
	if err := json.Unmarshal(saved, &old); err != nil {
		return nil, fmt.Errorf("%w: %w", lightest.ErrSaved, err)
	}
	switch {
	case old.Format != s.Format:
		return nil, fmt.Errorf("%w: its format is %q, not %q", lightest.ErrSaved, old.Format, s.Format)
	case old.Problem != s.Problem:
		return nil, fmt.Errorf("%w: it belongs to another board", lightest.ErrSaved)
	case old.Next < 0 || old.Next > orbits || len(old.Counts) != len(s.Counts) || slices.Contains(old.Counts, nil):
		return nil, fmt.Errorf("%w: its counts are damaged", lightest.ErrSaved)
	}
	return &old, nil
}

// count counts the words on the regions by the presses they need. It goes on from a saved state, if there
// is one, and offers its state to save now and again.
func (n *nesting) count(ctx context.Context, o Options) ([]*big.Int, error) {
	orbits, err := n.orbits(ctx)
	if err != nil {
		return nil, err
	}
	state, err := n.start(o.Saved, len(orbits))
	if err != nil {
		return nil, err
	}
	save := func() {
		if o.Save != nil {
			o.Save(func() []byte {
				data, _ := json.Marshal(state) // numbers and strings can always be written
				return data
			})
		}
	}
	round := int(n.round*float64(len(orbits))/n.leaves) + 1
	s := newShapes(n.last, n.lastDim)
	var workers []*nestWorker
	for range runtime.GOMAXPROCS(0) {
		workers = append(workers, n.newWorker())
	}
	save()
	for state.Next < len(orbits) {
		some := orbits[state.Next:min(state.Next+round, len(orbits))]
		total, err := n.follow(ctx, workers, s, some, func(done int) { o.Progress(state.Next+done, len(orbits)) })
		if err != nil {
			save()
			return nil, err
		}
		for w, more := range total {
			state.Counts[w].Add(state.Counts[w], more.number())
		}
		state.Next += len(some)
		save()
	}
	return state.Counts, nil
}

// follow follows some orbits, on all cores.
func (n *nesting) follow(ctx context.Context, workers []*nestWorker, s *shapes, orbits []orbit, progress func(done int)) (*nestTotal, error) {
	total := &nestTotal{}
	var mu sync.Mutex
	tasks, ctx := errgroup.WithContext(ctx)
	flush := func(t *laneTally) error {
		mu.Lock()
		defer mu.Unlock()
		return total.add(ctx, s, n.lastDim, t)
	}
	var next, done atomic.Int64
	for _, w := range workers {
		w.tally.empty()
		w.ctx, w.full = ctx, flush
		tasks.Go(func() error {
			for job := int(next.Add(1)) - 1; job < len(orbits); job = int(next.Add(1)) - 1 {
				if err := w.follow(orbits[job]); err != nil {
					return err
				}
				progress(int(done.Add(1)))
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
			}
			return flush(w.tally)
		})
	}
	return total, tasks.Wait()
}
