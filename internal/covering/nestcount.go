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

// laneTally counts words by the sixteen lanes that they leave. It is small enough for the cache, and merges
// what quiet patterns that keep the choice on the first regions turn into each other.
type laneTally struct {
	entries []laneCount
	used    int
}

type laneCount struct {
	lanes lanePair
	words wordCount // 0 where there is no entry
}

// wordCount is a number of words, in two words of a computer.
type wordCount struct{ low, high uint64 }

func (c *wordCount) add(low, high uint64) {
	var carry uint64
	c.low, carry = bits.Add64(c.low, low, 0)
	c.high += high + carry
}

const (
	tallyEntries   = 1 << 15 // 1 MB
	maxNestWorkers = 16      // as each has shapes of its own, of some hundred megabytes
)

// add adds words to the entry of the lanes; there must be room.
func (t *laneTally) add(l lanePair, low, high uint64) {
	hash := l[0]*0x9e3779b97f4a7c15 ^ l[1]*0xc2b2ae3d27d4eb4f
	hash ^= hash >> 29
	hash *= 0xbf58476d1ce4e5b9
	mask := uint64(len(t.entries) - 1)
	for at := hash >> 20 & mask; ; at = (at + 1) & mask {
		e := &t.entries[at]
		if e.words == (wordCount{}) {
			e.lanes = l
			t.used++
		} else if e.lanes != l {
			continue
		}
		e.words.add(low, high)
		return
	}
}

func (t *laneTally) full() bool { return 2*t.used >= len(t.entries) }

func (t *laneTally) empty() {
	clear(t.entries)
	t.used = 0
}

// bridge is a choice of presses of the regions of the bridge.
type bridge struct {
	lanes lanePair // what they add to the lanes
	words uint64
}

// bridgeEnd is where a bridge leads: eight lanes in standard form, the least of them before, and their class.
// The key and the slot lead to the class.
type bridgeEnd struct {
	lanes, key, slot uint64
	least, class     uint32
}

// nestWorker tries the choices of the tree and of the bridge.
type nestWorker struct {
	*nesting
	ctx     context.Context
	tally   laneTally
	lanes   [][]uint64   // before each region of the tree, and after the last one
	adds    [][][]uint64 // of a region of the tree and its presses: what they add to the lanes
	words   [][]uint64   // how many words that is
	firsts  [][][]uint64 // the same of the first regions
	bridges []bridge
	ends    []bridgeEnd // of each bridge
	job     uint64      // words on the first regions
	shapes  *shapes
	counts  []wordCount // of each class of shapes and each least lane, in rows of width
	width   int
	total   nestTotal
	steps   int
}

func (n *nesting) newWorker() *nestWorker {
	w := &nestWorker{nesting: n, tally: laneTally{entries: make([]laneCount, tallyEntries)}, shapes: newShapes(n.last)}
	cells := 0
	for _, o := range slices.Concat(n.first, n.tree, n.bridge) {
		cells += o.size
	}
	w.width = cells/2 + 1 // the quiet patterns press half of each region on average, so the least is no more
	addsOf := func(o other, dim int) (adds [][]uint64) {
		for pressed := range o.size + 1 {
			adds = append(adds, o.lanes(pressed, 1<<dim/8))
		}
		return adds
	}
	for _, o := range n.tree {
		w.lanes = append(w.lanes, make([]uint64, 1<<o.dim/8))
		w.adds = append(w.adds, addsOf(o, o.dim))
		w.words = append(w.words, binomialWords(o.size))
	}
	w.lanes = append(w.lanes, make([]uint64, 1<<bridgeDim/8))
	for _, o := range n.first {
		w.firsts = append(w.firsts, addsOf(o, n.dim))
	}
	w.bridges = []bridge{{words: 1}}
	for _, o := range n.bridge {
		var wider []bridge
		for _, b := range w.bridges {
			for pressed, words := range binomialWords(o.size) {
				l := o.lanes(pressed, 2)
				wider = append(wider, bridge{lanePair{b.lanes[0] + l[0], b.lanes[1] + l[1]}, b.words * words})
			}
		}
		w.bridges = wider
	}
	w.ends = make([]bridgeEnd, len(w.bridges))
	return w
}

// follow tries everything in a part: an orbit, and a number of choices of the first regions of the tree.
func (w *nestWorker) follow(o orbit, fixed int) error {
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
	words := uint64(1)
	for i, row := range w.words[:w.split] {
		w.press(i, fixed%len(row))
		words *= row[fixed%len(row)]
		fixed /= len(row)
	}
	return w.choose(w.split, words)
}

// choose tries all presses of the regions of the tree from i on.
func (w *nestWorker) choose(i int, words uint64) error {
	if i == len(w.tree) {
		high, low := bits.Mul64(w.job, words)
		w.tally.add(lanePair(w.lanes[i]).standard(), low, high)
		if w.tally.full() {
			return w.cross()
		}
		return nil
	}
	for pressed, more := range w.words[i] {
		w.press(i, pressed)
		if err := w.choose(i+1, words*more); err != nil {
			return err
		}
	}
	if w.steps++; w.steps%256 == 0 && w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	return nil
}

// press finds the lanes after region i of the tree.
func (w *nestWorker) press(i, pressed int) {
	here, next := w.lanes[i], w.lanes[i+1]
	if half := len(next); half < len(here) {
		one, two := uint64(pressed)*laneOnes, uint64(w.tree[i].size-pressed)*laneOnes
		for k, a := range here[:half] {
			next[k] = leastLanes(a+one, here[half+k]+two)
		}
		return
	}
	for k, add := range w.adds[i][pressed] {
		next[k] = here[k] + add
	}
}

// cross takes what the tally has over the bridge, and empties it.
func (w *nestWorker) cross() error {
	for i := range w.tally.entries {
		e := &w.tally.entries[i]
		if e.words == (wordCount{}) {
			continue
		}
		if w.steps++; w.steps%256 == 0 && w.ctx.Err() != nil {
			return context.Cause(w.ctx)
		}
		if w.shapes.crowded(len(w.bridges), w.classes) {
			if err := w.finish(); err != nil {
				return err
			}
			w.shapes.forget()
			w.counts = w.counts[:0]
		}
		// One step for all bridges, then the next, and steps that read memory do nothing else: so the
		// processor waits for many places at once.
		for j := range w.bridges {
			b, end := &w.bridges[j], &w.ends[j]
			l := leastLanes(e.lanes[0]+b.lanes[0], e.lanes[1]+b.lanes[1])
			least := leastLane(l)
			end.lanes, end.least = w.shapes.standard(l, least), uint32(least)
			end.key = packLanes(end.lanes)
			end.slot = w.shapes.place(end.key)
		}
		slots := w.shapes.slots
		for j := range w.ends {
			w.ends[j].slot = slots[w.ends[j].slot]
		}
		for j := range w.ends {
			end := &w.ends[j]
			if end.slot>>classBits == end.key && end.slot != 0 {
				end.class = classOf(end.slot)
			} else {
				end.class = w.shapes.class(end.lanes, end.key)
			}
		}
		if more := len(w.shapes.list)*w.width - len(w.counts); more > 0 {
			w.counts = append(w.counts, make([]wordCount, more)...)
		}
		for j := range w.ends {
			end, times := &w.ends[j], w.bridges[j].words
			high, low := bits.Mul64(e.words.low, times)
			w.counts[int(end.class)*w.width+int(end.least)].add(low, high+e.words.high*times)
		}
	}
	w.tally.empty()
	return nil
}

// finish adds what was counted for each class of shapes to the total.
func (w *nestWorker) finish() error {
	for class := range w.shapes.list {
		if class%64 == 0 && w.ctx.Err() != nil {
			return context.Cause(w.ctx)
		}
		row := w.counts[class*w.width:][:w.width]
		for least, n := range row {
			if n == (wordCount{}) {
				continue
			}
			for p, times := range w.shapes.counts(class) {
				w.total[least+p].add(n.low, n.high, times)
			}
		}
		clear(row)
	}
	return nil
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

// nestProgress is how far a counting is: the state that is saved.
type nestProgress struct {
	Format  string     `json:"format"`
	Problem string     `json:"problem"` // a digest of the nesting
	Next    int        `json:"next"`    // the first part that was not followed
	Counts  []*big.Int `json:"counts"`  // words on the regions by the presses they need, of the parts before
}

const nestFormat = "lightsout distribution 2"

// start is the state at the beginning, or the saved one.
func (n *nesting) start(saved []byte, parts int) (*nestProgress, error) {
	digest := sha256.New()
	fmt.Fprint(digest, n.dim, n.first, n.tree, n.bridge, n.last, n.moves, n.parts)
	s := &nestProgress{Format: nestFormat, Problem: hex.EncodeToString(digest.Sum(nil))}
	for range mostLanePresses + 1 {
		s.Counts = append(s.Counts, new(big.Int))
	}
	if saved == nil {
		return s, nil
	}
	var old nestProgress
	if err := lightest.DecodeSaved(saved, &old); err != nil {
		return nil, err
	}
	switch {
	case old.Format != s.Format:
		return nil, fmt.Errorf("%w: its format is %q, not %q", lightest.ErrSaved, old.Format, s.Format)
	case old.Problem != s.Problem:
		return nil, fmt.Errorf("%w: it belongs to another board", lightest.ErrSaved)
	case old.Next < 0 || old.Next > parts || len(old.Counts) != len(s.Counts) || slices.Contains(old.Counts, nil):
		return nil, fmt.Errorf("%w: its counts are damaged", lightest.ErrSaved)
	}
	return &old, nil
}

// count counts the words on the regions by the presses they need. It goes on from a saved state, if there
// is one, and offers its state to save after every round. Rounds begin short and double in length: so a
// counting that is stopped soon, and again and again, gets on, and later ones take little time to finish.
func (n *nesting) count(ctx context.Context, o Options) ([]*big.Int, error) {
	orbits, err := n.orbits(ctx)
	if err != nil {
		return nil, err
	}
	parts := len(orbits) * n.parts
	state, err := n.start(o.Saved, parts)
	if err != nil {
		return nil, err
	}
	save := func() {
		if o.Save != nil {
			o.Save(state.Next, parts, func() []byte {
				data, _ := json.Marshal(state) // numbers and strings can always be written
				return data
			})
		}
	}
	longest := int(n.round*float64(parts)/(n.leaves*n.bridges)) + 1
	workers := make([]*nestWorker, min(runtime.GOMAXPROCS(0), maxNestWorkers))
	for i := range workers {
		workers[i] = n.newWorker()
	}
	save()
	for round := len(workers); state.Next < parts; round = min(2*round, longest) {
		end := min(state.Next+round, parts)
		if err := n.follow(ctx, workers, orbits, state.Next, end, func(done int) { o.Progress(done, parts) }); err != nil {
			save()
			return nil, err
		}
		for _, w := range workers {
			for p := range w.total {
				state.Counts[p].Add(state.Counts[p], w.total[p].number())
			}
			w.total = nestTotal{}
		}
		state.Next = end
		save()
	}
	return state.Counts, nil
}

// follow follows some parts, on all cores.
func (n *nesting) follow(ctx context.Context, workers []*nestWorker, orbits []orbit, from, end int, progress func(done int)) error {
	tasks, ctx := errgroup.WithContext(ctx)
	var next, done atomic.Int64
	next.Store(int64(from))
	done.Store(int64(from))
	for _, w := range workers {
		w.ctx = ctx
		tasks.Go(func() error {
			for part := int(next.Add(1)) - 1; part < end; part = int(next.Add(1)) - 1 {
				if err := w.follow(orbits[part/n.parts], part%n.parts); err != nil {
					return err
				}
				progress(int(done.Add(1)))
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
			}
			if err := w.cross(); err != nil {
				return err
			}
			return w.finish()
		})
	}
	return tasks.Wait()
}
