package generate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"sync"

	"lightsout/board"
	"lightsout/internal/batch"
	"lightsout/internal/chase"
	"lightsout/puzzlefile"
)

// Batch is a run of puzzles to be written: From, From+1, …, From+Count-1. Records depend on their
// puzzle alone, so that pieces of a batch concatenate to the whole.
type Batch struct {
	Generator *Generator
	// Writer writes puzzles on the generator's board.
	Writer *puzzlefile.Writer
	// Mix, if not empty, is puzzles of several boards, instead of Generator and Writer. Puzzle i is then on
	// the board that the shares, the seed of the first generator and i choose, and is the next puzzle of
	// that board's own batch, which its ID names.
	Mix []Part
	// Split, if not empty, divides the puzzles into parts of a data set; the writer must have been asked to
	// write them (AddSplit). Puzzles of which a symmetry makes one the other are in the same part, in every
	// batch with these shares.
	Split       []Share
	From, Count uint64
	// Jobs is how many goroutines make puzzles; 0 is one per core. What is written does not depend
	// on it.
	Jobs int
	// Later: this continues a file or follows another piece of the batch. The head of a file goes
	// before puzzle 0. If there are more pieces than puzzles, several pieces begin there, and only the
	// first of them is not a later one.
	Later bool
	// Progress, if not nil, receives how many more puzzles have been written, after each write.
	Progress func(puzzles uint64)
}

// Plan says how the puzzles of each board will be made. It is an error if more are asked for than are within reach,
// with their number, or if boards cannot be mixed.
func (b Batch) Plan() ([]Plan, error) {
	parts, order, err := b.parts()
	if err != nil {
		return nil, err
	}
	if _, _, err := heads(parts); err != nil {
		return nil, err
	}
	end := b.From + b.Count
	if end < b.From {
		end = math.MaxUint64
	}
	var plans []Plan
	counts := order.counts(end)
	for k, p := range parts {
		if err := p.Generator.check(counts[k]); err != nil {
			return nil, err
		}
		plans = append(plans, p.Generator.Plan())
	}
	return plans, nil
}

// Write writes the records in order, whole ones only. Memory does not grow with Count. When the
// context ends it stops with its cause; what was written is then the beginning of the batch.
func (b Batch) Write(ctx context.Context, w io.Writer) error {
	if _, err := b.Plan(); err != nil {
		return err
	}
	r, err := b.records()
	if err != nil {
		return err
	}
	return r.Write(ctx, w)
}

// Resume continues a file that holds the beginning of the batch: it cuts off a record that is not
// whole and leaves the file positioned at its end. It returns the rest of the batch. A file of
// something else is an error and stays as it is.
func (b Batch) Resume(ctx context.Context, file interface {
	io.ReadWriteSeeker
	Truncate(size int64) error
}) (Batch, error) {
	r, err := b.records()
	if err != nil {
		return b, err
	}
	rest, err := r.Resume(ctx, file)
	if err != nil {
		return b, err
	}
	b.Later = b.Later || rest.Head != r.Head
	b.From, b.Count = rest.From, rest.Count
	return b, nil
}

var errNothing = errors.New("a batch needs a Generator and a Writer, or a Mix of them")

// parts is the boards of the batch and their order; a batch of one board mixes nothing.
func (b Batch) parts() ([]Part, schedule, error) {
	parts := b.Mix
	for _, p := range parts {
		if p.Generator == nil || p.Writer == nil {
			return nil, nil, errNothing
		}
	}
	if len(parts) == 0 && (b.Generator == nil || b.Writer == nil) {
		return nil, nil, errNothing
	}
	if len(parts) == 0 {
		parts = []Part{{b.Generator, b.Writer, 1}}
	}
	order, err := orderOf(parts, parts[0].Generator.options.Seed)
	return parts, order, err
}

// records is the batch as numbered records.
func (b Batch) records() (batch.Records, error) {
	parts, order, err := b.parts()
	if err != nil {
		return batch.Records{}, err
	}
	first, heads, err := heads(parts)
	if err != nil {
		return batch.Records{}, err
	}
	layout := parts[0].Writer.Layout() // they differ in their heads alone
	r := batch.Records{From: b.From, Count: b.Count, Jobs: b.Jobs, Blank: layout.Blank, Progress: b.Progress}
	if b.From == 0 && !b.Later {
		r.Head = first
	}
	split := newSplitter(b.Split)
	chases := make([]*chase.Counter, len(parts))
	for k, p := range parts {
		if len(b.Split) > 0 {
			if err := p.Generator.board.TwoStates(); err != nil {
				return r, fmt.Errorf("parts of a data set: %w", err)
			}
		}
		if layout.Presses && p.Generator.board.States() == 2 {
			chases[k], _ = chase.NewCounter(p.Generator.board) // nil: it has no lookup table for light chasing
		}
	}
	pool := sync.Pool{New: func() any {
		scribes := make([]*scribe, len(parts))
		for k, p := range parts {
			scribes[k] = p.Generator.newScribe(chases[k], split)
		}
		return &scribes
	}}
	r.Append = func(ctx context.Context, dst []byte, from, count uint64) ([]byte, error) {
		scribes := pool.Get().(*[]*scribe)
		defer pool.Put(scribes)
		for i := from; i != from+count; i++ {
			if (i-from)%64 == 0 && ctx.Err() != nil {
				return dst, context.Cause(ctx)
			}
			k, number := order.place(i)
			s := (*scribes)[k]
			if err := s.make(ctx, number, layout); err != nil {
				return dst, err
			}
			s.record.Index = i
			var err error
			if dst, err = parts[k].Writer.Append(append(dst, heads[k]...), &s.record); err != nil {
				return dst, err
			}
		}
		return dst, nil
	}
	return r, nil
}

// scribe makes records of puzzles, in memory that is used again for the next one. Only here do
// batches touch how puzzles are found.
type scribe struct {
	g      *Generator
	trial  *trial
	record puzzlefile.Record
	id     int // how much of the record's ID comes before the index
	fewest int
	counts bool // the fewest presses are found, even if no answer is wanted

	chase   *chase.Counter // nil: the presses of light chasing are not known
	presses int
	split   *splitter // nil: the data set has no parts
	classes *classifier
}

func (g *Generator) newScribe(e *chase.Counter, split *splitter) *scribe {
	s := &scribe{g: g, trial: g.newTrial(), counts: g.counts(), chase: e, split: split}
	if split != nil {
		s.classes = newClassifier(g.board)
	}
	id, err := json.Marshal(g.id)
	if err != nil {
		panic(err) // strings always marshal
	}
	s.id = len(id) - 1
	f := &g.facts
	s.record = puzzlefile.Record{
		Puzzle: board.Puzzle{Board: g.board, Goal: g.board.Dark()},
		ID:     id, Seed: g.options.Seed, Presses: []int{}, Uneven: !g.options.uniform(),
	}
	if f.answers != nil {
		s.record.Answers = f.answers.String()
	}
	switch {
	case f.nullity >= 0:
		s.record.Nullity = &f.nullity
	case g.board.States() > 2:
		s.record.QuietOrder = s.record.Answers
	}
	return s
}

// make makes the record that of puzzle i, with what the layout has a place for.
func (s *scribe) make(ctx context.Context, i uint64, layout puzzlefile.Layout) error {
	t, r := s.trial, &s.record
	solved := layout.Presses || layout.Counts && s.counts
	if err := s.g.make(ctx, t, i, solved); err != nil {
		return err
	}
	r.On = t.state // until the next one is made
	r.Index = i
	if r.MinPresses = nil; solved && t.weight >= 0 {
		s.fewest = t.weight
		r.MinPresses = &s.fewest
	}
	if !layout.Presses {
		return nil // formats without answers have no place for an ID either
	}
	r.ID = append(strconv.AppendUint(r.ID[:s.id], i, 10), '"')
	if s.chase != nil {
		s.presses = s.chase.Presses(t.state.Bits())
		r.ChasePresses = &s.presses
	}
	if s.split != nil {
		r.Split = s.split.part(s.classes.class(t.state.Bits().Words()))
	}
	if s.g.board.States() > 2 {
		r.Presses = t.answer.Indices()
		return nil
	}
	r.Presses = slices.AppendSeq(r.Presses[:0], t.answer.Bits().Ones())
	return nil
}

// quickCost is how long, in nanoseconds, finding the fewest presses may take for a format that has no answers.
const quickCost = 1 << 13

// counts reports whether the fewest presses of puzzles are found in any case, or quickly.
func (g *Generator) counts() bool {
	return g.weighs() && (g.options.weighs() || g.cost <= quickCost)
}
