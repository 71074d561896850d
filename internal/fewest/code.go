package fewest

import (
	"slices"
	"sync"

	"lightsout/gf2"
	"lightsout/internal/disjoint"
)

// Code is the code of a Problem, prepared once for the cosets of many words: its basis is reduced and its regions are
// known. Searching a small coset takes less time than preparing its code, so whoever asks about many words of one
// code keeps it and sets Problem.Code. It is safe for concurrent use.
type Code struct {
	cells   int
	basis   []gf2.Vec // reduced
	regions []disjoint.Region
	classes []int

	mu     sync.Mutex
	frames map[string]*frame // by the regions that count; nil if the code is too large to keep any
}

// Prepare is the code of the problem's basis, with its classes. The caller's vectors are left as they are.
// It is nil if stop, unless that is nil, said so before it was done.
func Prepare(p Problem, stop func() bool) (*Code, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	return prepare(p, stop), nil
}

func prepare(p Problem, stop func() bool) *Code {
	basis := clones(p.Basis)
	pivots := eliminate(basis, nil, inOrder(p.Word.Len()), stop)
	if stop != nil && stop() { // elimination may have ended early, and finding regions takes as long
		return nil
	}
	basis = basis[:len(pivots)]
	c := &Code{cells: p.Word.Len(), basis: basis, regions: disjoint.ByColumns(basis, p.Word.Len()), classes: p.Classes}
	if len(basis)*c.cells <= keptBits {
		c.frames = map[string]*frame{}
	}
	return c
}

func clones(list []gf2.Vec) []gf2.Vec {
	out := make([]gf2.Vec, len(list))
	for i, v := range list {
		out[i] = v.Clone()
	}
	return out
}

// frame is what the cosets of a code have in common in which the same regions count, whichever of them pay.
type frame struct {
	columns []int // the region of each column
	k       int   // coefficients to decide
	parts   []*form
	lift    []gf2.Vec // in cells, what row i changes
	free    []gf2.Vec // in cells, independent patterns that change no cost
	// at is the place of each column, by its region: the part, and the column of that part.
	at [][2]int
}

// frame is that of some regions, one from memory if there is one. It is nil if stop said so before it was made.
func (c *Code) frame(counts []byte, stop func() bool) *frame {
	if c.frames == nil {
		return c.newFrame(counts, stop)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.frames[string(counts)]
	if known == nil {
		if known = c.newFrame(counts, stop); known != nil && len(c.frames) < keptFrames {
			c.frames[string(counts)] = known
		}
	}
	return known
}

func (c *Code) newFrame(counts []byte, stop func() bool) *frame {
	f := &form{}
	fr := &frame{at: make([][2]int, len(c.regions))}
	var cells []int // one of each column
	for i, region := range c.regions {
		if counts[i] == 0 {
			continue
		}
		fr.columns = append(fr.columns, i)
		cells = append(cells, region.Cells[0])
		if c.classes != nil {
			f.class = append(f.class, c.classes[region.Cells[0]])
		}
	}
	n := len(fr.columns)
	f.cost, f.word, f.given = make([]int, n), gf2.NewVec(n), gf2.NewVec(n)
	basis, rows := clones(c.basis), make([]gf2.Vec, len(c.basis))
	for i, b := range basis {
		rows[i] = gf2.NewVec(n)
		for j, cell := range cells {
			if b.Bit(cell) {
				rows[i].Set(j, true)
			}
		}
	}
	f.pivot = eliminate(rows, basis, inOrder(n), stop)
	if fr.k = len(f.pivot); fr.k < len(rows) && stop != nil && stop() {
		return nil
	}
	f.rows, fr.lift, fr.free = rows[:fr.k], basis[:fr.k], basis[fr.k:]
	for i, part := range components(f.rows, n) {
		fr.parts = append(fr.parts, f.restrict(part.columns, part.rows))
		for j, column := range part.columns {
			fr.at[fr.columns[column]] = [2]int{i, j}
		}
	}
	return fr
}

// problem is a coset in its smallest shape: forms that have nothing to do with each other, and the way back to the
// caller's cells.
type problem struct {
	*frame
	parts  []*form
	base   int     // cost that every word pays
	answer gf2.Vec // in cells, the word whose coefficients are all zero
}

// reduce merges the cells of a word to columns. The word is left as it is. It returns nil if stop said so before it
// was done.
func (c *Code) reduce(word gf2.Vec, costs []int, stop func() bool) *problem {
	out := &problem{answer: word.Clone()}
	counts, more := make([]byte, len(c.regions)), make([]int, len(c.regions))
	for i, region := range c.regions {
		same, changed := 0, 0
		for _, cell := range region.Cells {
			cost := 1
			if costs != nil {
				cost = costs[cell]
			}
			if word.Bit(cell) {
				same += cost
			} else {
				changed += cost
			}
		}
		if region.Fixed {
			out.base += same
			continue
		}
		out.base += min(same, changed)
		if more[i] = same - changed; more[i] != 0 {
			counts[i] = 1
		}
	}
	if out.frame = c.frame(counts, stop); out.frame == nil {
		return nil
	}
	out.parts = make([]*form, len(out.frame.parts))
	for i, part := range out.frame.parts {
		f := *part
		f.stop, f.cost, f.given = stop, make([]int, part.n()), gf2.NewVec(part.n())
		out.parts[i] = &f
	}
	for _, i := range out.columns {
		at := out.at[i]
		f := out.parts[at[0]]
		f.cost[at[1]] = max(more[i], -more[i])
		f.total += f.cost[at[1]]
		f.given.Set(at[1], more[i] > 0)
	}
	for _, f := range out.parts {
		f.word = f.given.Clone()
		for i, c := range f.pivot {
			if f.word.Bit(c) {
				f.word.Add(f.rows[i])
				out.answer.Add(out.lift[f.index[i]])
			}
		}
	}
	return out
}

// apply adds a word of a part to an answer in cells.
func (p *problem) apply(answer gf2.Vec, f *form, word gf2.Vec) {
	for i, c := range f.pivot {
		if word.Bit(c) {
			answer.Add(p.lift[f.index[i]])
		}
	}
}

// component is rows and columns that have ones only in each other.
type component struct{ rows, columns []int }

// components groups the rows of a reduced matrix that share columns, and the first n columns with
// them; zero columns belong to none. Every reduced basis of a code has the same components (those of
// its matroid), so no change of basis could split the code further.
//
// Cost: proportional to the number of ones.
func components(rows []gf2.Vec, n int) []component {
	sets := disjoint.New[int](len(rows))
	owner := slices.Repeat([]int{-1}, n) // some row with a one in the column
	for i, row := range rows {
		for j := range row.Ones() {
			if j >= n {
				break
			}
			if owner[j] < 0 {
				owner[j] = i
			} else {
				sets.Join(owner[j], i)
			}
		}
	}
	classes := sets.Classes(len(rows))
	list := make([]component, len(classes))
	number := make([]int, len(rows))
	for at, class := range classes {
		list[at].rows = class
		for _, i := range class {
			number[i] = at
		}
	}
	for j, i := range owner {
		if i >= 0 {
			c := &list[number[i]]
			c.columns = append(c.columns, j)
		}
	}
	return list
}
