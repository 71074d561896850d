package fewest

import "lightsout/gf2"

// form is a problem in its smallest shape: find coefficients x so that word + Σ x_i·rows_i has the
// least total cost over its ones.
//
// Cells with equal columns of the basis change together, so only two numbers matter about such a
// region: what it costs unchanged (a) and changed (b). It always costs min(a, b), and |a−b| more if
// it is the wrong way round. So a region becomes one column of cost |a−b|, with a one in the
// word if a > b; where a = b it disappears. If no one is left in the word, at most half of every
// region is pressed, and that alone proves the word minimal.
//
// Cost: O(k²·n/64) for the elimination of k rows of n cells.
type form struct {
	rows  []gf2.Vec // reduced: row i alone has a one in column pivot[i]
	pivot []int     // ascending
	word  gf2.Vec   // zero at every pivot, so that coefficients can be read off at the pivots
	given gf2.Vec   // the caller's own word
	cost  []int     // positive, per column
	total int       // sum of cost
	class []int     // the caller's label per column, or nil
	index []int     // the row of the frame that row i is

	// stop tells that nobody waits for the result any more; nil means never. What a form is asked for then
	// may be incomplete, and must not be used.
	stop func() bool
}

func (f *form) stopped() bool { return f.stop != nil && f.stop() }

func (f *form) k() int { return len(f.rows) }
func (f *form) n() int { return f.word.Len() }

// weigh is the cost of the ones of a word of the form.
func (f *form) weigh(word gf2.Vec) int {
	if f.total == f.n() {
		return word.Weight()
	}
	sum := 0
	for i := range word.Ones() {
		sum += f.cost[i]
	}
	return sum
}

// start is the lightest word known before any search.
func (f *form) start() (word gf2.Vec, weight int) {
	if weight := f.weigh(f.given); weight <= f.weigh(f.word) {
		return f.given, weight
	}
	return f.word, f.weigh(f.word)
}

// columns packs the bits of each column into the low bits of a number. It needs k ≤ 64.
func (f *form) columns() []uint64 {
	cols := make([]uint64, f.n())
	for i, row := range f.rows {
		for j := range row.Ones() {
			cols[j] |= 1 << i
		}
	}
	return cols
}

// at is the word with the given coefficients, bit i of x being that of row i.
func (f *form) at(x uint64) gf2.Vec {
	word := f.word.Clone()
	for i := range f.rows {
		if x>>i&1 != 0 {
			word.Add(f.rows[i])
		}
	}
	return word
}

// eliminate brings rows to reduced form, the rows with pivots first and in the order of their
// pivots, zero rows last, and returns the pivots. It applies the same operations to carry, unless
// that is nil. Columns are tried in the given order. It ends early if stop, unless that is nil, says so.
func eliminate(rows, carry []gf2.Vec, order []int, stop func() bool) []int {
	var pivots []int
	for at, c := range order {
		if len(pivots) == len(rows) || at%16 == 15 && stop != nil && stop() {
			break
		}
		r := len(pivots)
		p := r
		for p < len(rows) && !rows[p].Bit(c) {
			p++
		}
		if p == len(rows) {
			continue
		}
		rows[r], rows[p] = rows[p], rows[r]
		if carry != nil {
			carry[r], carry[p] = carry[p], carry[r]
		}
		for i := range rows {
			if i != r && rows[i].Bit(c) {
				rows[i].Add(rows[r])
				if carry != nil {
					carry[i].Add(carry[r])
				}
			}
		}
		pivots = append(pivots, c)
	}
	return pivots
}

// inOrder is the columns 0, 1, …
func inOrder(n int) []int {
	order := make([]int, n)
	for j := range order {
		order[j] = j
	}
	return order
}

// rebase returns the form's rows and word for other pivots: the first columns in the given order
// that are independent. Row i alone has a one in column pivot[i], where word is zero. If order does
// not span, the rows past len(pivot) vanish on all of it, unless the form was stopped.
func (f *form) rebase(order []int) (rows []gf2.Vec, pivot []int, word gf2.Vec) {
	rows = clones(f.rows)
	pivot = eliminate(rows, nil, order, f.stop)
	word = f.word.Clone()
	for i, c := range pivot {
		if word.Bit(c) {
			word.Add(rows[i])
		}
	}
	return rows, pivot, word
}

// restrict is the form on some of its columns and rows.
func (f *form) restrict(columns, rows []int) *form {
	g := &form{index: rows, stop: f.stop}
	for _, c := range columns {
		g.cost = append(g.cost, f.cost[c])
		g.total += f.cost[c]
		if f.class != nil {
			g.class = append(g.class, f.class[c])
		}
	}
	pick := func(v gf2.Vec) gf2.Vec {
		w := gf2.NewVec(len(columns))
		for j, c := range columns {
			if v.Bit(c) {
				w.Set(j, true)
			}
		}
		return w
	}
	g.word, g.given = pick(f.word), pick(f.given)
	place := make(map[int]int, len(columns))
	for j, c := range columns {
		place[c] = j
	}
	for _, r := range rows {
		g.rows = append(g.rows, pick(f.rows[r]))
		g.pivot = append(g.pivot, place[f.pivot[r]])
	}
	return g
}
