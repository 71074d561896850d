package gf2

import "sync"

// The method of the four Russians (Arlazarov, Dinic, Kronrod, Faradžev 1970), as elimination needs it:
// add to every row of a target a sum of up to 64 source rows. One word per target row, its
// coefficients, says which ones. The sums of every 8 sources are tabulated first, so that a target
// row costs 8 lookups instead of about 32 additions.
//
// It works on strips: a matrix is cut into strips eight words (one cache line) wide, and each strip
// is stored separately, row after row. With rows stored whole, the rows of a strip are far apart, and
// profiles showed the processor mostly waiting for memory; with wider strips the tables, 128 KiB now,
// would no longer fit the cache. What remains is limited by the number of loads, nine for each word
// written, which is why the loop is unrolled.

const lineWords = 8

// line is one row of one strip.
type line [lineWords]uint64

// sources are the rows to be added. A row that no coefficient names may hold anything.
type sources [wordBits]line

// byteTables lists for each byte of a coefficient word the sums of its 8 sources. Entry 0 of each
// table stays zero.
type byteTables [8][256]line

// nibbleTables is the same for four bits at a time: twice the work per row, an eighth of the work
// beforehand, for targets of few rows.
type nibbleTables [16][16]line

// byteTablesPay is the number of target rows from which byteTables are worth filling, as measured on
// both kinds of elimination.
const byteTablesPay = 512

// rowAdder adds sums of sources to the rows of a strip. It owns the memory that this takes.
type rowAdder struct {
	sources sources
	bytes   *byteTables // nil for few rows
	nibbles *nibbleTables
}

// byteAdders and nibbleAdders are pools: the tables are expensive to allocate and to clear.
var (
	byteAdders   = sync.Pool{New: func() any { return &rowAdder{bytes: new(byteTables)} }}
	nibbleAdders = sync.Pool{New: func() any { return &rowAdder{nibbles: new(nibbleTables)} }}
)

// newRowAdder returns a rowAdder suited to strips of about that many rows. Release it after use.
func newRowAdder(rows int) *rowAdder {
	if rows >= byteTablesPay {
		return byteAdders.Get().(*rowAdder)
	}
	return nibbleAdders.Get().(*rowAdder)
}

func (a *rowAdder) release() {
	if a.bytes != nil {
		byteAdders.Put(a)
	} else {
		nibbleAdders.Put(a)
	}
}

// prepare lists the sums of the sources; live has a bit for each that any coefficient names.
func (a *rowAdder) prepare(src *sources, live uint64) {
	if a.bytes != nil {
		for j := range a.bytes {
			if uint8(live>>(8*j)) != 0 {
				listSums(a.bytes[j][:], src[8*j:8*j+8])
			}
		}
		return
	}
	for j := range a.nibbles {
		if live>>(4*j)&15 != 0 {
			listSums(a.nibbles[j][:], src[4*j:4*j+4])
		}
	}
}

// listSums writes all sums of the sources, of which there are log₂ of the table's length: with each
// one, the part of the table that is already there is repeated with that source added.
func listSums(table, src []line) {
	for b := range src {
		s := &src[b]
		done, next := table[:1<<b], table[1<<b:2<<b]
		for i := range next {
			d, n := &done[i], &next[i]
			n[0], n[1], n[2], n[3] = d[0]^s[0], d[1]^s[1], d[2]^s[2], d[3]^s[3]
			n[4], n[5], n[6], n[7] = d[4]^s[4], d[5]^s[5], d[6]^s[6], d[7]^s[7]
		}
	}
}

// add adds to each row the sources that its coefficients name.
func (a *rowAdder) add(rows []line, coef []uint64) {
	coef = coef[:len(rows)]
	if a.bytes != nil {
		for i, c := range coef {
			if c != 0 {
				a.bytes.add(&rows[i], c)
			}
		}
		return
	}
	for i, c := range coef {
		if c != 0 {
			a.nibbles.add(&rows[i], c)
		}
	}
}

func (t *byteTables) add(d *line, c uint64) {
	t0, t1, t2, t3 := &t[0][uint8(c)], &t[1][uint8(c>>8)], &t[2][uint8(c>>16)], &t[3][uint8(c>>24)]
	t4, t5, t6, t7 := &t[4][uint8(c>>32)], &t[5][uint8(c>>40)], &t[6][uint8(c>>48)], &t[7][uint8(c>>56)]
	d[0] ^= t0[0] ^ t1[0] ^ t2[0] ^ t3[0] ^ t4[0] ^ t5[0] ^ t6[0] ^ t7[0]
	d[1] ^= t0[1] ^ t1[1] ^ t2[1] ^ t3[1] ^ t4[1] ^ t5[1] ^ t6[1] ^ t7[1]
	d[2] ^= t0[2] ^ t1[2] ^ t2[2] ^ t3[2] ^ t4[2] ^ t5[2] ^ t6[2] ^ t7[2]
	d[3] ^= t0[3] ^ t1[3] ^ t2[3] ^ t3[3] ^ t4[3] ^ t5[3] ^ t6[3] ^ t7[3]
	d[4] ^= t0[4] ^ t1[4] ^ t2[4] ^ t3[4] ^ t4[4] ^ t5[4] ^ t6[4] ^ t7[4]
	d[5] ^= t0[5] ^ t1[5] ^ t2[5] ^ t3[5] ^ t4[5] ^ t5[5] ^ t6[5] ^ t7[5]
	d[6] ^= t0[6] ^ t1[6] ^ t2[6] ^ t3[6] ^ t4[6] ^ t5[6] ^ t6[6] ^ t7[6]
	d[7] ^= t0[7] ^ t1[7] ^ t2[7] ^ t3[7] ^ t4[7] ^ t5[7] ^ t6[7] ^ t7[7]
}

func (t *nibbleTables) add(d *line, c uint64) {
	d0, d1, d2, d3, d4, d5, d6, d7 := d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]
	for j := 0; c != 0; j++ {
		s := &t[j&15][c&15]
		d0, d1, d2, d3 = d0^s[0], d1^s[1], d2^s[2], d3^s[3]
		d4, d5, d6, d7 = d4^s[4], d5^s[5], d6^s[6], d7^s[7]
		c >>= 4
	}
	d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7] = d0, d1, d2, d3, d4, d5, d6, d7
}

// stripCount is how many strips make up the rows of m.
func (m *Matrix) stripCount() int { return (m.stride + lineWords - 1) / lineWords }

// readStrip copies rows lo, lo+1, … of strip s of m; words past the end of a row are zero.
func (m *Matrix) readStrip(to []line, s, lo int) {
	for i := range to {
		n := copy(to[i][:], m.words(lo + i)[s*lineWords:])
		clear(to[i][n:])
	}
}

// writeStrip is the reverse of readStrip.
func (m *Matrix) writeStrip(from []line, s, lo int) {
	for i := range from {
		copy(m.words(lo + i)[s*lineWords:], from[i][:])
	}
}

// inParallel cuts 0…n-1 into one range per worker and runs them concurrently.
func inParallel(workers, n int, do func(worker, lo, hi int)) {
	if workers <= 1 {
		do(0, 0, n)
		return
	}
	var wg sync.WaitGroup
	for k := 1; k < workers; k++ {
		wg.Go(func() { do(k, k*n/workers, (k+1)*n/workers) })
	}
	do(0, 0, n/workers)
	wg.Wait()
}
