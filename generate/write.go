package generate

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"

	"lightsout/board"
	"lightsout/internal/automorphism"
	"lightsout/internal/batch"
	"lightsout/internal/chase"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// Form is how a batch is written.
type Form struct {
	// Format is one of the formats of puzzlefile that hold puzzles.
	Format string
	// Prompt, if not "", is the wording in which every record states its puzzle.
	Prompt string
	// Only, if not "", is the part of a data set of which records are written.
	Only string
	// Progress, if not nil, receives how many more puzzles have been written, after each write.
	Progress func(puzzles uint64)
}

// Check is nil if the batch can be written so.
func (b *Batch) Check(form Form) error {
	_, err := b.records(form)
	return err
}

// Write writes the records in order, whole ones only. Memory does not grow with their number. When the
// context ends it stops with its cause; what was written is then the beginning of the batch. What it writes does not
// depend on the number of jobs.
func (b *Batch) Write(ctx context.Context, w io.Writer, form Form) error {
	r, err := b.records(form)
	if err != nil {
		return err
	}
	return r.Write(ctx, w)
}

// Resume prepares to continue a file that holds the beginning of what Write writes: it cuts off a record that is not
// whole and leaves the file positioned at its end. It returns the rest of the batch, to be written there. A file of
// something else is an error and stays as it is.
func (b *Batch) Resume(ctx context.Context, file interface {
	io.ReadWriteSeeker
	Truncate(size int64) error
}, form Form) (*Batch, error) {
	r, err := b.records(form)
	if err != nil {
		return nil, err
	}
	left, err := r.Resume(ctx, file)
	if err != nil {
		return nil, err
	}
	rest := *b
	rest.from, rest.count, rest.later = left.From, left.Count, b.later || left.Head != r.Head
	return &rest, nil
}

// records is the batch as numbered records.
func (b *Batch) records(form Form) (batch.Records, error) {
	if err := b.ready(); err != nil {
		return batch.Records{}, err
	}
	writers := make([]*puzzlefile.Writer, len(b.members))
	how := puzzlefile.Form{Format: form.Format, Prompt: form.Prompt, Split: b.split != nil,
		Unsolvable: b.share.Levels() > 1}
	if o := b.lists[0].options; !o.uniform() {
		how.Uneven = "--engine " + o.Engine
	}
	chases := make([]*chase.Counter, len(b.members))
	for k, m := range b.members {
		var err error
		if writers[k], err = puzzlefile.NewWriter(how, m.board); err != nil {
			return batch.Records{}, err
		}
		if writers[k].Layout().Presses && m.board.States() == 2 {
			chases[k], _ = chase.NewCounter(m.board) // nil: it has no lookup table for light chasing
		}
	}
	head, heads, err := puzzlefile.Heads(writers)
	if err != nil {
		return batch.Records{}, err
	}
	layout := writers[0].Layout() // they differ in their heads alone
	r := batch.Records{From: b.from, Count: b.count, Jobs: b.options.Work.Jobs, Head: head, Blank: layout.Blank,
		Progress: form.Progress}
	if b.from > 0 || b.later {
		r.Head = ""
	}
	pool := sync.Pool{New: func() any {
		scribes := make([]*scribe, b.share.Levels()*len(b.members))
		for k := range scribes {
			scribes[k] = b.newScribe(k, chases[k%len(chases)])
		}
		return scribes
	}}
	r.Append = func(ctx context.Context, dst []byte, from, count uint64) ([]byte, error) {
		scribes := pool.Get().([]*scribe)
		defer pool.Put(scribes)
		for i := from; i != from+count; i++ {
			if (i-from)%64 == 0 && ctx.Err() != nil {
				return dst, context.Cause(ctx)
			}
			k, number := b.at(i)
			s := scribes[k]
			wanted, err := s.makeRecord(ctx, form.Only, i, number, &layout)
			if k %= len(b.members); err == nil && wanted {
				dst, err = writers[k].Append(append(dst, heads[k]...), &s.record)
			}
			if err != nil {
				return dst, err
			}
		}
		return dst, nil
	}
	return r, nil
}

// scribe makes puzzles on a board, in memory that is used again for the next one.
type scribe struct {
	member
	g       *generator
	trial   *trial
	record  puzzlefile.Record
	presses board.State // the answer
	id      int         // how much of the record's ID comes before the index
	fewest  int
	counts  bool // the fewest presses are found, even if no answer is wanted

	chase   *chase.Counter // nil: the presses of light chasing are not known
	chased  int
	split   *batch.Parts // nil: the data set has no parts
	classes *automorphism.Classes
}

func (b *Batch) newScribe(k int, e *chase.Counter) *scribe {
	m := b.members[k%len(b.members)]
	g := b.lists[m.list+k/len(b.members)*b.order.Levels()]
	s := &scribe{member: m, g: g, trial: g.newTrial(), counts: g.counts(), chase: e, split: b.split}
	if b.split != nil {
		s.classes = automorphism.NewClasses(m.board)
	}
	id, err := json.Marshal(g.id)
	if err != nil {
		panic(err) // strings always marshal
	}
	s.id = len(id) - 1
	f := &g.facts
	s.record = puzzlefile.Record{
		Puzzle: board.Puzzle{Board: m.board, On: s.trial.state, Goal: m.board.Dark()},
		ID:     id, Seed: g.options.Seed, Presses: []int{}, Uneven: !g.options.uniform(),
	}
	s.presses = s.trial.answer
	if m.onto != nil {
		s.record.On, s.presses = m.board.Dark(), board.NewState(m.board.Switches(), m.board.States())
	}
	switch {
	case g.unsolvable():
		s.record.Answers, s.record.Presses, s.chase = "0", nil, nil
	case f.answers != nil:
		s.record.Answers = f.answers.String()
	}
	switch {
	case f.nullity >= 0:
		s.record.Nullity = &f.nullity
	case m.board.States() > 2:
		s.record.QuietOrder = f.answers.String()
	}
	return s
}

// makeRecord makes the record that of puzzle i, with all that its format has a place for, and reports whether it is of the
// part that is wanted.
func (s *scribe) makeRecord(ctx context.Context, only string, i, number uint64, layout *puzzlefile.Layout) (
	bool, error) {
	if only != "" {
		if err := s.make(ctx, number, false); err != nil || s.record.Split != only {
			return false, err
		}
	}
	if err := s.make(ctx, number, layout.Presses || layout.Counts && s.counts); err != nil {
		return false, err
	}
	s.record.Index = i
	if layout.Presses { // other formats have no place for these
		s.describe(number)
	}
	return true, nil
}

// make makes the record that of a puzzle of the list, with an answer if one is wanted, and its part of a data set.
func (s *scribe) make(ctx context.Context, number uint64, solved bool) error {
	t, r := s.trial, &s.record
	if err := s.g.make(ctx, t, number, solved); err != nil {
		return err
	}
	if r.On = t.state; s.onto != nil { // turns exchange the states of a trial
		r.On = s.board.Dark()
		rename(r.On, t.state, s.onto.Lights)
		rename(s.presses, t.answer, s.onto.Switches)
		if solved && !s.g.unsolvable() {
			if replay := solve.Check(&r.Puzzle, s.presses.Indices()); replay.Err != nil || !replay.Solved {
				return cmp.Or(replay.Err, fmt.Errorf(
					"generate: the answer to puzzle %d of %s does not solve it on %s; this is a bug, please report it",
					number, s.g.board.Spec(), s.board.Spec()))
			}
		}
	}
	if r.MinPresses = nil; solved && t.weight >= 0 {
		s.fewest = t.weight
		r.MinPresses = &s.fewest
	}
	if s.g.unsolvable() {
		if err := s.refute(number); err != nil {
			return err
		}
	}
	if s.split != nil {
		r.Split = s.split.Of(s.classes.Of(r.On))
	}
	return nil
}

// refute gives the record its witness, which is counted by what had no part in finding it.
func (s *scribe) refute(number uint64) error {
	witness := s.trial.image
	if s.onto != nil {
		witness = s.board.Dark()
		rename(witness, s.trial.image, s.onto.Lights)
	}
	if s.record.Witness = witness.Indices(); !solve.CheckWitness(&s.record.Puzzle, s.record.Witness) {
		return fmt.Errorf("generate: the witness of puzzle %d on %s does not show that it has no answer; this is a "+
			"bug, please report it", number, s.board.Spec())
	}
	return nil
}

// rename makes to the state with every light, or switch, of the other renamed.
func rename(to, from board.State, image []int) {
	for i, name := range image {
		to.Set(name, from.At(i))
	}
}

// describe adds what only records with answers have a place for.
func (s *scribe) describe(number uint64) {
	r := &s.record
	r.ID = append(strconv.AppendUint(r.ID[:s.id], number, 10), '"')
	if s.chase != nil {
		s.chased = s.chase.Presses(r.On.Bits())
		r.ChasePresses = &s.chased
	}
	switch {
	case s.g.unsolvable():
	case s.board.States() > 2:
		r.Presses = s.presses.Indices()
	default:
		r.Presses = slices.AppendSeq(r.Presses[:0], s.presses.Bits().Ones())
	}
}

// quickCost is how long, in nanoseconds, finding the fewest presses may take for a format that has no answers.
const quickCost = 1 << 13

// counts reports whether the fewest presses of puzzles are found in any case, or quickly.
func (g *generator) counts() bool {
	return g.weighs() && (g.options.weighs() || g.cost <= quickCost)
}
