package distribution

import (
	"math/bits"
	"sync"
)

// wordCount is a number of words, in two words of a computer.
type wordCount struct{ low, high uint64 }

func (c *wordCount) add(n wordCount) {
	var carry uint64
	c.low, carry = bits.Add64(c.low, n.low, 0)
	c.high += n.high + carry
}

func (c wordCount) times(n uint64) wordCount {
	high, low := bits.Mul64(c.low, n)
	return wordCount{low, high + c.high*n}
}

// laneTable counts words by the lanes that they lead to, which a key stands for.
type laneTable struct {
	lines []laneLine
	used  int
}

// laneLine is a line of the cache. It fills from the front.
type laneLine struct {
	keys  [lineEntries]uint64 // with keyMark; 0 where there is no entry
	words [lineEntries]uint64
}

const lineEntries = 4

// keyMark is in every key, so that none is 0.
const keyMark = 1 << 63

// place is where a key is among so many places, unless that is taken.
func place(key uint64, places int) int {
	return int(uint64(uint32(hashKey(key))) * uint64(places) >> 32)
}

// hashKey mixes the bits of a key.
func hashKey(key uint64) uint64 {
	key *= 0x9e3779b97f4a7c15
	key ^= key >> 32
	return key * 0xbf58476d1ce4e5b9
}

// laneWords is a key and how many words it stands for.
type laneWords struct{ key, words uint64 }

// A key of sixteen lanes has, from the low bits, a turn, the classes of two halves and the least lane. In a queue a code
// follows that says how many words there are.
const (
	leastShift = 48
	leastMask  = (1<<6 - 1) << leastShift
	codeShift  = 54
	codeBits   = 9
	codeMask   = (1<<codeBits - 1) << codeShift
)

// wordCodes numbers the products of binomial coefficients that choices on some regions can have as their numbers of words. The
// code of a product is the sum of the codes of its factors.
type wordCodes struct {
	primes []uint64
	steps  []uint64 // the code of each prime
	words  []uint64 // of each code
}

// noCode is more than any code.
const noCode = 1 << codeBits

// newWordCodes finds the codes for regions. There are more than noCode of them if they do not fit a key.
func newWordCodes(regions []other) wordCodes {
	c := wordCodes{words: []uint64{1}}
	for _, p := range []uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59} {
		most := 0 // the highest power of the prime in a product
		for _, o := range regions {
			power := 0
			for _, words := range binomialWords(o.size) {
				power = max(power, powerOf(p, words))
			}
			most += power
		}
		if most == 0 || len(c.words) > noCode {
			continue
		}
		c.primes = append(c.primes, p)
		c.steps = append(c.steps, uint64(len(c.words)))
		// Not all of these products come, so it does not matter that some do not fit a word.
		for before := len(c.words); len(c.words) < before*(most+1); {
			c.words = append(c.words, c.words[len(c.words)-before]*p)
		}
	}
	return c
}

// powerOf is how often a prime divides a number, which is not 0.
func powerOf(p, n uint64) (power int) {
	for ; n%p == 0; n /= p {
		power++
	}
	return power
}

// of is the code of a number of words.
func (c *wordCodes) of(words uint64) (code uint64) {
	for i, p := range c.primes {
		code += uint64(powerOf(p, words)) * c.steps[i]
	}
	return code
}

// add counts words for a list of keys with codes.
func (t *laneTable) add(list []uint64, words *[1 << codeBits]uint64) {
	for {
		list = list[addFound(t, list, words):]
		if len(list) == 0 {
			return
		}
		if 8*(t.used+1) > 7*lineEntries*len(t.lines) {
			t.grow()
		}
		t.put(list[0]&^codeMask, words[list[0]&codeMask>>codeShift])
		list = list[1:]
	}
}

// put counts words for a key; there must be room.
func (t *laneTable) put(key, words uint64) {
	for at := place(key, len(t.lines)); ; at++ {
		if at == len(t.lines) {
			at = 0
		}
		line := &t.lines[at]
		for i, here := range line.keys {
			if here != key {
				if here != 0 {
					continue
				}
				line.keys[i] = key
				t.used++
			}
			line.words[i] += words
			return
		}
	}
}

// leastLines is the size at which a table begins.
const leastLines = 1 << 6

func (t *laneTable) grow() {
	old := t.lines
	*t = laneTable{lines: newLines(max(leastLines, len(old)+len(old)/2))}
	for i := range old {
		for k, key := range old[i].keys {
			if key != 0 {
				t.put(key, old[i].words[k])
			}
		}
	}
}

func newLines(n int) []laneLine {
	return make([]laneLine, n)
}

// laneStore is a large laneTable that several workers fill. It has shelves, so small that the cache holds one, and a
// worker collects so much for a shelf that bringing it into the cache is worth while. Otherwise nearly all of the time is spent
// waiting for memory.
type laneStore struct {
	halves  *halves
	eights  *eights
	shelves []shelf
	bits    int // of the hash of a key: they choose its shelf
	batch   int // how much a worker collects for a shelf
	keys    int // for how many there is room
}

type shelf struct {
	sync.Mutex
	laneTable
}

const (
	shelfKeys  = 1 << 16
	leastBatch = 1 << 6
)

// newLaneStore makes room for so many keys.
func newLaneStore(h *halves, e *eights, keys int) *laneStore {
	s := &laneStore{halves: h, eights: e, keys: keys, bits: 1 + bits.Len(uint(keys/shelfKeys/2))}
	s.shelves = make([]shelf, 1<<s.bits)
	s.batch = max(leastBatch, keys>>s.bits/2)
	each := max(leastLines, keys>>s.bits/(lineEntries-1))
	all := newLines(each << s.bits)
	for i := range s.shelves {
		s.shelves[i].lines = all[i*each:][:each]
	}
	return s
}

// laneQueue is what one worker has to put into a store.
type laneQueue struct {
	store   *laneStore
	words   [1 << codeBits]uint64 // of each code
	next    laneList
	sorted  []uint64 // keys with codes: of each shelf a batch
	lengths []uint32
}

func newLaneQueue(s *laneStore) *laneQueue {
	return &laneQueue{store: s, sorted: make([]uint64, s.batch<<s.bits), lengths: make([]uint32, len(s.shelves))}
}

// laneList is keys with codes, or 0 for none, and the shelf of each.
type laneList struct {
	keys    [32]uint64
	shelves [32]uint32
}

// add counts the words of the next list, when its shelves are full.
func (q *laneQueue) add() {
	list := &q.next
	aim(q, list)
	for i := scatter(q, list, 0); i < len(list.keys); i = scatter(q, list, i+1) {
		q.empty(int(list.shelves[i]))
	}
}

// empty puts what is there for a shelf into it.
func (q *laneQueue) empty(at int) {
	list := q.sorted[at*q.store.batch:][:q.lengths[at]]
	shelf := &q.store.shelves[at]
	shelf.Lock()
	defer shelf.Unlock()
	shelf.add(list, &q.words)
	q.lengths[at] = 0
}

// flush counts what was left for later.
func (q *laneQueue) flush() {
	for at := range q.lengths {
		q.empty(at)
	}
}

// full reports whether there is no more room.
func (s *laneStore) full() bool {
	used := 0
	for i := range s.shelves {
		shelf := &s.shelves[i]
		shelf.Lock()
		used += shelf.used
		shelf.Unlock()
	}
	return used > s.keys
}
