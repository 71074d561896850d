package gf2

import "sync"

//go:generate go run -C ../tools/asm ./russians -out ../../gf2/russians_amd64.s -stubs ../../gf2/russians_stubs_amd64.go -pkg gf2

// The method of the four Russians (Arlazarov, Dinic, Kronrod, Faradžev 1970), as elimination needs it:
// add to every row of a target a sum of up to 64 source rows. One word per target row, its
// coefficients, says which ones. The sums of every 6 sources are tabulated first, so that a target
// row costs 11 lookups instead of about 32 additions.
//
// It works on strips: a matrix is cut into strips eight words (one cache line) wide, and each strip
// is stored separately, row after row. With rows stored whole, the rows of a strip are far apart, and
// profiles showed the processor mostly waiting for memory. The tables, 44 KiB, are mostly in the cache nearest to the
// processor, and those of eight panels fit the next one. Tables of 8 bits take three loads less for each row, but from
// farther away, and longer to fill; tables of 5 bits are near, but more. On single rows all three take
// about 5 ns.

const lineWords = 8

// line is one row of one strip.
type line [lineWords]uint64

// sources are the rows to be added. A row that no coefficient names may hold anything.
type sources [wordBits]line

// sixTables lists for every 6 bits of a coefficient word the sums of their sources; the last table has
// 4. Entry 0 of each stays zero.
type sixTables [11][64]line

// sixSums is a pool: the tables are expensive to allocate and to clear.
var sixSums = sync.Pool{New: func() any { return new(sixTables) }}

// prepare lists the sums of the sources; live has a bit for each that any coefficient names.
func (t *sixTables) prepare(src *sources, live uint64) {
	for j := range t {
		if live>>(6*j)&63 != 0 {
			listSums(t[j][:], src[6*j:min(6*j+6, wordBits)])
		}
	}
}

// listSums writes all sums of the sources to a table that begins with a line of zeros: it repeats, for each source,
// the part of the table that is already there with that source added.
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
func (t *sixTables) add(rows []line, coef []uint64) {
	coef = coef[:len(rows)]
	switch {
	case len(rows) == 0:
	case hasAVX2:
		addSixesAVX2(&rows[0][0], &coef[0], len(rows), &t[0][0][0])
	default:
		t.addPortable(rows, coef)
	}
}

// addPortable has two halves, since registers are few.
func (t *sixTables) addPortable(rows []line, coef []uint64) {
	for i, c := range coef {
		if c == 0 {
			continue
		}
		d := &rows[i]
		t0, t1, t2, t3, t4, t5 := &t[0][c&63], &t[1][c>>6&63], &t[2][c>>12&63], &t[3][c>>18&63], &t[4][c>>24&63],
			&t[5][c>>30&63]
		d[0] ^= t0[0] ^ t1[0] ^ t2[0] ^ t3[0] ^ t4[0] ^ t5[0]
		d[1] ^= t0[1] ^ t1[1] ^ t2[1] ^ t3[1] ^ t4[1] ^ t5[1]
		d[2] ^= t0[2] ^ t1[2] ^ t2[2] ^ t3[2] ^ t4[2] ^ t5[2]
		d[3] ^= t0[3] ^ t1[3] ^ t2[3] ^ t3[3] ^ t4[3] ^ t5[3]
		d[4] ^= t0[4] ^ t1[4] ^ t2[4] ^ t3[4] ^ t4[4] ^ t5[4]
		d[5] ^= t0[5] ^ t1[5] ^ t2[5] ^ t3[5] ^ t4[5] ^ t5[5]
		d[6] ^= t0[6] ^ t1[6] ^ t2[6] ^ t3[6] ^ t4[6] ^ t5[6]
		d[7] ^= t0[7] ^ t1[7] ^ t2[7] ^ t3[7] ^ t4[7] ^ t5[7]
		t6, t7, t8, t9, t10 := &t[6][c>>36&63], &t[7][c>>42&63], &t[8][c>>48&63], &t[9][c>>54&63], &t[10][c>>60]
		d[0] ^= t6[0] ^ t7[0] ^ t8[0] ^ t9[0] ^ t10[0]
		d[1] ^= t6[1] ^ t7[1] ^ t8[1] ^ t9[1] ^ t10[1]
		d[2] ^= t6[2] ^ t7[2] ^ t8[2] ^ t9[2] ^ t10[2]
		d[3] ^= t6[3] ^ t7[3] ^ t8[3] ^ t9[3] ^ t10[3]
		d[4] ^= t6[4] ^ t7[4] ^ t8[4] ^ t9[4] ^ t10[4]
		d[5] ^= t6[5] ^ t7[5] ^ t8[5] ^ t9[5] ^ t10[5]
		d[6] ^= t6[6] ^ t7[6] ^ t8[6] ^ t9[6] ^ t10[6]
		d[7] ^= t6[7] ^ t7[7] ^ t8[7] ^ t9[7] ^ t10[7]
	}
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
