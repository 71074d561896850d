package generate

import (
	"context"
	"encoding/json"
	"io"
	"math/bits"
	"strconv"
	"sync"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/batch"
)

// Batch is a run of puzzles to be written: From, From+1, …, From+Count-1. Records depend on their
// puzzle alone, so that pieces of a batch concatenate to the whole.
type Batch struct {
	Generator *Generator
	// Writer writes puzzles on the generator's board.
	Writer      *board.Writer
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

// Write writes the records in order, whole ones only. Memory does not grow with Count. When the
// context ends it stops with its cause; what was written is then the beginning of the batch.
func (b Batch) Write(ctx context.Context, w io.Writer) error {
	if err := b.Generator.Check(ctx, b.From, b.Count); err != nil {
		return err
	}
	return b.records().Write(ctx, w)
}

// Resume continues a file that holds the beginning of the batch: it cuts off a record that is not
// whole and leaves the file positioned at its end. It returns the rest of the batch. A file of
// something else is an error and stays as it is.
func (b Batch) Resume(ctx context.Context, file interface {
	io.ReadWriteSeeker
	Truncate(size int64) error
}) (Batch, error) {
	rest, err := b.records().Resume(ctx, file)
	if err != nil {
		return b, err
	}
	b.Later = b.Later || rest.Head != b.records().Head
	b.From, b.Count = rest.From, rest.Count
	return b, nil
}

// records is the batch as numbered records.
func (b Batch) records() batch.Records {
	r := batch.Records{From: b.From, Count: b.Count, Jobs: b.Jobs, Blank: b.Writer.Blank(), Progress: b.Progress}
	if b.From == 0 && !b.Later {
		r.Head = b.Writer.Head()
	}
	scribes := sync.Pool{New: func() any { return b.Generator.newScribe() }}
	r.Append = func(ctx context.Context, dst []byte, from, count uint64) ([]byte, error) {
		s := scribes.Get().(*scribe)
		defer scribes.Put(s)
		for i := from; i != from+count; i++ {
			if (i-from)%64 == 0 && ctx.Err() != nil {
				return dst, context.Cause(ctx)
			}
			if err := s.make(ctx, i, b.Writer.Presses(), b.Writer.Counts()); err != nil {
				return dst, err
			}
			var err error
			if dst, err = b.Writer.Append(dst, &s.record); err != nil {
				return dst, err
			}
		}
		return dst, nil
	}
	return r
}

// scribe makes records of puzzles, in memory that is used again for the next one. Only here do
// batches touch how puzzles are found.
type scribe struct {
	g      *Generator
	trial  *trial
	record board.Record
	id     int // how much of the record's ID comes before the index
	fewest int
}

func (g *Generator) newScribe() *scribe {
	s := &scribe{g: g, trial: g.newTrial()}
	id, err := json.Marshal(g.id)
	if err != nil {
		panic(err) // strings always marshal
	}
	s.id = len(id) - 1
	s.record = board.Record{
		Puzzle: board.Puzzle{Board: g.board, Goal: gf2.NewVec(g.board.Lights())},
		ID:     id, Seed: g.options.Seed, Answers: g.count, Uneven: !g.Uniform(),
	}
	return s
}

// make makes the record that of puzzle i, with an answer if one is wanted, or with how many presses it
// needs if that is to be counted.
func (s *scribe) make(ctx context.Context, i uint64, answer, count bool) error {
	t, r := s.trial, &s.record
	count = count && s.g.counts()
	if err := s.g.make(ctx, t, i, answer || count); err != nil {
		return err
	}
	r.On = t.state // until the next one is made
	r.Index = i
	if r.MinPresses = nil; (answer || count) && t.weight >= 0 {
		s.fewest = t.weight
		r.MinPresses = &s.fewest
	}
	if !answer {
		return nil // formats without answers have no place for an ID either
	}
	r.ID = append(strconv.AppendUint(r.ID[:s.id], i, 10), '"')
	if r.Presses == nil {
		r.Presses = []int{} // a list, if empty
	}
	presses := r.Presses[:0]
	for k, word := range t.answer.Words() {
		for ; word != 0; word &= word - 1 {
			presses = append(presses, 64*k+bits.TrailingZeros64(word))
		}
	}
	r.Presses = presses
	return nil
}

// quickWords is how many words of answers may be weighed to count the presses of a puzzle for a format
// that has no answers: that takes a few microseconds.
const quickWords = 1 << 13

// counts reports whether the fewest presses of puzzles are found in any case, or quickly.
func (g *Generator) counts() bool {
	o := g.options
	if g.answers == nil {
		return false
	}
	quick := len(g.answers.quiet) <= maxEnumerated && len(g.answers.empty.Words())<<len(g.answers.quiet) <= quickWords
	return quick || o.Minimum || o.Presses != nil || o.Levels != 0 || o.Unique
}
