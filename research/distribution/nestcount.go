package distribution

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"lightsout/research/checkpoint"
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

// maxNestWorkers bounds the workers, as each has shapes of its own, of some hundred megabytes.
const maxNestWorkers = 16

// nestWorker tries the choices of the tree, of the stage after it and of the bridge.
type nestWorker struct {
	*nesting
	ctx    context.Context
	lanes  [][]uint64   // before each region of the tree, and after the last one
	adds   [][][]uint64 // of a region of the tree and its presses: what they add to the lanes
	words  [][]uint64   // how many words that is
	firsts [][][]uint64 // the same of the first regions
	job    uint64       // words on the first regions
	wide   *stage       // nil if the tree leads to sixteen lanes
	bridge *stage
	queue  *laneQueue // for sixteen lanes; nil if they cross the bridge at once
	// The code of the words of each choice of the first level of wide, or noCode for those that only fill the last block.
	wideCodes []uint32
	shapes    *shapes
	ends      []bridgeEnd // that are not counted yet
	counts    []wordCount // of each class of eight lanes and each least lane, in rows of width
	kept      []uint64    // the same if sixteen lanes are tallied: then the numbers fit a word
	shelf     []laneWords // what is taken over the bridge
	ended     []byte      // lanes at the end of the tree
	width     int
	total     nestTotal
	steps     int
}

func (n *nesting) newWorker(store *laneStore) *nestWorker {
	w := &nestWorker{nesting: n, shapes: newShapes(n.last), bridge: newStage(n.bridge)}
	cells := 0
	for _, o := range slices.Concat(n.first, n.tree, n.wide, n.bridge) {
		cells += o.size
	}
	w.width = cells/2 + 1 // the quiet patterns press half of each region on average, so the least is no more
	if len(n.wide) > 0 {
		w.wide = newStage(n.wide)
	}
	if store != nil {
		w.queue = newLaneQueue(store)
		for _, words := range w.wide.levels[0].words {
			code := uint32(noCode)
			if words != 0 {
				code = uint32(n.codes.of(words))
			}
			w.wideCodes = append(w.wideCodes, code)
		}
		for _, lanes := range store.eights.classes {
			w.shapes.list = append(w.shapes.list, shapeClass{lanes: lanes})
		}
		w.kept = make([]uint64, len(w.shapes.list)*w.width)
	}
	addsOf := func(o other, dim int) (adds [][]uint64) {
		for pressed := range o.size + 1 {
			adds = append(adds, o.lanes(pressed, 1<<dim/8))
		}
		return adds
	}
	dim := n.dim
	for _, o := range n.tree {
		w.lanes = append(w.lanes, make([]uint64, 1<<o.dim/8))
		w.adds = append(w.adds, addsOf(o, o.dim))
		w.words = append(w.words, binomialWords(o.size))
		dim = o.dim - 1
	}
	w.lanes = append(w.lanes, make([]uint64, 1<<dim/8))
	for _, o := range n.first {
		w.firsts = append(w.firsts, addsOf(o, n.dim))
	}
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
	if w.queue != nil && o.words != w.job {
		w.queue.flush()
		for code, words := range w.codes.words {
			w.queue.words[code] = o.words * words
		}
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
		return w.widen(words)
	}
	for pressed, more := range w.words[i] {
		w.press(i, pressed)
		if err := w.choose(i+1, words*more); err != nil {
			return err
		}
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

// widen goes on from the end of the tree, where a choice is so many words, to sixteen lanes.
func (w *nestWorker) widen(words uint64) error {
	lanes := w.ended[:0]
	for _, l := range w.lanes[len(w.tree)] {
		lanes = binary.LittleEndian.AppendUint64(lanes, l)
	}
	w.ended = lanes
	if w.wide == nil {
		return w.cross(lanes, wordCount{low: w.job}.times(words))
	}
	return w.wide.run(lanes, func(left []block, from int, times uint64) error {
		if w.steps++; w.steps%64 == 0 && w.ctx.Err() != nil {
			return context.Cause(w.ctx)
		}
		if w.queue != nil {
			w.keep(left, from, words*times)
			return nil
		}
		words := wordCount{low: w.job}.times(words).times(times)
		var low, high [32]uint64
		transpose(&low, left[:8], &inOrder)
		transpose(&high, left[8:], &inOrder)
		for i, n := range w.wide.words(from) {
			var sixteen [16]byte
			binary.LittleEndian.PutUint64(sixteen[:], low[i])
			binary.LittleEndian.PutUint64(sixteen[8:], high[i])
			if n != 0 {
				if err := w.cross(sixteen[:], words.times(n)); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// keep tallies words by their sixteen lanes.
func (w *nestWorker) keep(lanes []block, from int, words uint64) {
	least := levelLanes(lanes, w.sixteen.halvings, w.sixteen.most)
	h := w.queue.store.halves
	sortLanes(lanes, h.program)
	var entries [2][32]uint32
	for i := range entries {
		laneIndex(&entries[i], lanes, &h.lanes[i])
		lookUp(h.table, &entries[i])
	}
	laneKeys(&w.queue.next.keys, h, &entries, &least, (*[32]uint32)(w.wideCodes[from:]), w.codes.of(words))
	w.queue.add()
}

// cross takes words with sixteen lanes over the bridge.
func (w *nestWorker) cross(lanes []byte, words wordCount) error {
	if w.steps++; w.steps%64 == 0 && w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	return w.bridge.run(lanes, func(left []block, from int, _ uint64) error {
		least := w.eight.levelEight(left)
		var keys [32]uint64
		transpose(&keys, left, &inOrder)
		for i, n := range w.bridge.words(from) {
			if n != 0 {
				w.ends = append(w.ends, bridgeEnd{
					key: keys[i]<<w.eight.halvings | keyMark, least: uint32(least.at(i)), words: words.times(n),
				})
			}
		}
		if len(w.ends) > maxEnds-len(keys) {
			return w.arrive()
		}
		return nil
	})
}

// bridgeEnd is where the bridge leads: the key of eight lanes, the least of them before, and their class.
type bridgeEnd struct {
	key          uint64
	least, class uint32
	words        wordCount
}

// maxEnds is how many ends of the bridge are counted at once.
const maxEnds = 1 << 10

// arrive counts the words at the ends of the bridge. It takes one step for all ends, then the next, and steps that
// read memory do nothing else: so the processor waits for many places at once.
func (w *nestWorker) arrive() error {
	if len(w.ends) == 0 {
		return nil
	}
	if w.shapes.crowded(len(w.ends), w.classes) {
		if err := w.finish(); err != nil {
			return err
		}
		w.shapes.forget()
		w.counts = w.counts[:0]
	}
	var first [maxEnds]laneClass
	for i := range w.ends {
		first[i] = *w.shapes.first(w.ends[i].key)
	}
	for i := range w.ends {
		end := &w.ends[i]
		if end.class = first[i].class; first[i].key != end.key {
			end.class = w.shapes.class(end.key)
		}
	}
	if more := len(w.shapes.list)*w.width - len(w.counts); more > 0 {
		w.counts = append(w.counts, make([]wordCount, more)...)
	}
	for i := range w.ends {
		end := &w.ends[i]
		w.counts[int(end.class)*w.width+int(end.least)].add(end.words)
	}
	w.ends = w.ends[:0]
	return nil
}

// crossKept takes words with the same kept lanes, but for the least, over the bridge.
func (w *nestWorker) crossKept(e *eights, lanes []byte, list []laneWords) error {
	return w.bridge.run(lanes, func(left []block, from int, _ uint64) error {
		least := e.levelEight(left)
		var classes [32]uint32
		laneIndex(&classes, left, &inOrder)
		lookUp(e.table, &classes)
		each := w.bridge.words(from)
		for _, k := range list {
			less := int(k.key & leastMask >> leastShift)
			for i, n := range each {
				w.kept[int(classes[i])*w.width+less+int(least.at(i))] += k.words * n
			}
		}
		return nil
	})
}

// crossShelf takes what a shelf of the store has over the bridge, and empties it.
func (w *nestWorker) crossShelf(halves *halves, eights *eights, s *shelf) error {
	list := w.shelf[:0]
	for i := range s.lines {
		for k, key := range s.lines[i].keys {
			if key != 0 {
				list = append(list, laneWords{key, s.lines[i].words[k]})
			}
		}
	}
	w.shelf = list
	slices.SortFunc(list, func(a, b laneWords) int { return cmp.Compare(a.key&^leastMask, b.key&^leastMask) })
	for len(list) > 0 {
		n := 1
		for n < len(list) && (list[n].key^list[0].key)&^leastMask == 0 {
			n++
		}
		lanes := halves.lanesOf(list[0].key)
		for i := range lanes {
			lanes[i] <<= w.sixteen.halvings
		}
		if err := w.crossKept(eights, lanes[:], list[:n]); err != nil {
			return err
		}
		if w.steps++; w.steps%64 == 0 && w.ctx.Err() != nil {
			return context.Cause(w.ctx)
		}
		list = list[n:]
	}
	clear(s.lines)
	s.used = 0
	return nil
}

// finish adds what was counted for each class of eight lanes to the total.
func (w *nestWorker) finish() error {
	for class := range w.shapes.list {
		if class%64 == 0 && w.ctx.Err() != nil {
			return context.Cause(w.ctx)
		}
		for least := range w.width {
			n := w.take(class*w.width + least)
			if n == (wordCount{}) {
				continue
			}
			for p, times := range w.shapes.counts(class) {
				w.total[least+p].add(n.low, n.high, times)
			}
		}
	}
	return nil
}

// take returns a count, which is 0 then.
func (w *nestWorker) take(at int) (n wordCount) {
	switch {
	case w.kept != nil:
		n.low, w.kept[at] = w.kept[at], 0
	case at < len(w.counts):
		n, w.counts[at] = w.counts[at], n
	}
	return n
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
	Problem string     `json:"problem"` // a digest of the nesting
	Next    int        `json:"next"`    // the first part that was not followed
	Counts  []*big.Int `json:"counts"`  // words on the regions by the presses they need, of the parts before
}

const nestKind = "distribution 4"

// start is the state at the beginning, or the saved one.
func (n *nesting) start(saved []byte, parts int) (*nestProgress, error) {
	digest := sha256.New()
	fmt.Fprint(digest, n.dim, n.first, n.tree, n.wide, n.bridge, n.last, n.moves, n.parts)
	s := &nestProgress{Problem: hex.EncodeToString(digest.Sum(nil))}
	for range mostLanePresses + 1 {
		s.Counts = append(s.Counts, new(big.Int))
	}
	if saved == nil {
		return s, nil
	}
	old := &nestProgress{}
	if err := checkpoint.Open(saved, nestKind, old); err != nil {
		return nil, err
	}
	switch {
	case old.Problem != s.Problem:
		return nil, fmt.Errorf("%w: it belongs to another board", checkpoint.ErrUnusable)
	case old.Next < 0 || old.Next > parts || len(old.Counts) != len(s.Counts) || slices.Contains(old.Counts, nil):
		return nil, fmt.Errorf("%w: its counts are damaged", checkpoint.ErrUnusable)
	}
	return old, nil
}

// count counts the words on the regions by the presses they need. It goes on from a saved state, if there
// is one, and offers its state to save after every round. Rounds begin short and double in length: so a
// counting that is stopped soon, and again and again, gets on, and later ones take little time to finish. With a store the
// first round takes a minute or two, as there must be much in a store for it to be of use.
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
				data, _ := checkpoint.Seal(nestKind, state) // numbers and strings can always be written
				return data
			})
		}
	}
	longest := n.round
	var store *laneStore
	if n.keep {
		store, err = n.newStore(ctx)
		if errors.Is(err, errMany) {
			longest, err = roundTime, nil
		}
		if err != nil {
			return nil, err
		}
	}
	most := int(longest*float64(parts)/n.work) + 1
	workers := make([]*nestWorker, n.workers())
	for i := range workers {
		workers[i] = n.newWorker(store)
	}
	save()
	round := len(workers)
	if store != nil {
		round = max(round, most/32)
	}
	for ; state.Next < parts; round = min(2*round, most) {
		next, err := n.follow(ctx, workers, orbits, state.Next, min(state.Next+round, parts), func(done int) { o.Progress(done, parts) })
		if err == nil {
			err = n.finish(ctx, workers, store)
		}
		if err != nil {
			save()
			return nil, err
		}
		for _, w := range workers {
			for p := range w.total {
				state.Counts[p].Add(state.Counts[p], w.total[p].number())
			}
			w.total = nestTotal{}
		}
		state.Next = next
		save()
	}
	return state.Counts, nil
}

func (n *nesting) workers() int { return min(runtime.GOMAXPROCS(0), maxNestWorkers) }

// newStore makes a store for sixteen lanes. It gives errMany if they are of too many classes.
func (n *nesting) newStore(ctx context.Context) (*laneStore, error) {
	halves, err := newHalves(ctx, slices.Concat(n.bridge, n.last), n.sixteen)
	if err != nil {
		return nil, err
	}
	eights, err := newEights(ctx, n.last, n.eight)
	if err != nil {
		return nil, err
	}
	// If the store is full, a round ends early. With 32 bits there is little room for it.
	room := min(float64(n.room), n.leaves/32, math.MaxInt/64)
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		tables := 8*halfIndices + n.workers()*len(eights.classes)*8*maxReach
		key := 22 + 4*n.workers() // bytes in the store and the queues
		room = min(room, (float64(limit)*3/4-float64(tables))/float64(key))
	} else {
		room = min(room, unlimitedKept)
	}
	return newLaneStore(halves, eights, int(max(room, min(leastKept, float64(n.room))))), nil
}

// follow follows some parts, on all cores, and returns where it ended: earlier than planned if the store is full.
func (n *nesting) follow(ctx context.Context, workers []*nestWorker, orbits []orbit, from, end int, progress func(done int)) (int, error) {
	tasks, ctx := errgroup.WithContext(ctx)
	var next, done atomic.Int64
	var full atomic.Bool
	next.Store(int64(from))
	done.Store(int64(from))
	for _, w := range workers {
		w.ctx = ctx
		tasks.Go(func() error {
			for !full.Load() {
				part := int(next.Add(1)) - 1
				if part >= end {
					break
				}
				if err := w.follow(orbits[part/n.parts], part%n.parts); err != nil {
					return err
				}
				progress(int(done.Add(1)))
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				if w.queue != nil && part%storeChecks == 0 && w.queue.store.full() {
					full.Store(true)
				}
			}
			if w.queue != nil {
				w.queue.flush()
			}
			return nil
		})
	}
	err := tasks.Wait()
	return min(int(next.Load()), end), err
}

// storeChecks is after how many parts a worker looks how full the store is.
const storeChecks = 16

// finish takes what the store has over the bridge, and all that was counted to the totals, on all cores.
func (n *nesting) finish(ctx context.Context, workers []*nestWorker, store *laneStore) error {
	tasks, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for _, w := range workers {
		w.ctx = ctx
		tasks.Go(func() error {
			for i := int(next.Add(1)) - 1; store != nil && i < len(store.shelves); i = int(next.Add(1)) - 1 {
				if err := w.crossShelf(store.halves, store.eights, &store.shelves[i]); err != nil {
					return err
				}
			}
			if err := w.arrive(); err != nil {
				return err
			}
			return w.finish()
		})
	}
	return tasks.Wait()
}
