package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"lightsout/internal/batch"
	"lightsout/internal/textboard"
	"lightsout/puzzlefile"
)

// stream works on the records of a file, several pieces at a time, and writes in order what came of them. S is what
// a verb notes about a piece.
type stream[S any] struct {
	con  *console
	jobs int
	flow bool // what is written must not wait: more input may depend on it
	much bool // what the verb keeps grows with a file
	// each works on a record, or on a line that is none: err says why. Several goroutines call it.
	each func(ctx context.Context, p *piece[S], record *puzzlefile.Record, err error) error
	// done receives the pieces in order, and returns what is written of a piece's text.
	done func(p *piece[S], text []byte) []byte

	pace batch.Pace
	// Of what is written so far:
	outcome   reported
	bad, good int
	noted     []string // unknown fields
}

// piece is some records on their way.
type piece[S any] struct {
	records *puzzlefile.Reader // nil: each is called once, without a record
	note    S
	out     *bytes.Buffer // for the output
	said    bytes.Buffer  // for standard error
	outcome reported
	bad     int         // records that could not be read or answered
	good    int         // the others
	unknown [][2]string // fields of records that were passed over, and where each was first
	ended   error       // why the stream ends after this
}

// badLine counts a line that is not a record, or one that cannot be answered as it was asked.
func (p *piece[S]) badLine() {
	p.outcome = worse(p.outcome, exitUsage)
	p.bad++
}

// cut takes pieces off a file. From the second on, garbage is collected when there is five times as much: small puzzles
// leave little behind, and that saves a sixth of the time of 200,000 puzzles on 5x5. The guard of memory still holds.
// Where a verb keeps much, the heap would grow to five times that.
func (s *stream[S]) cut(r *puzzlefile.Reader) func() (*piece[S], error) {
	pieces := 0
	return func() (*piece[S], error) {
		records, err := r.Cut(s.pace.Most())
		if err != nil {
			return nil, withFlagHint(err)
		}
		if pieces++; pieces == 2 && !s.much && os.Getenv("GOGC") == "" {
			debug.SetGCPercent(400)
		}
		return &piece[S]{records: records}, nil
	}
}

// run works on all pieces.
func (s *stream[S]) run(ctx context.Context, next func() (*piece[S], error)) error {
	return batch.Run[*piece[S]]{
		Jobs: s.jobs, Next: next, Make: s.make, Done: s.write,
		Size: func(p *piece[S]) int {
			if p.records == nil {
				return 0
			}
			return p.records.Size()
		},
	}.Do(ctx)
}

// make appends what is written about the records of a piece. When the context ends, what was found until then is
// written first.
func (s *stream[S]) make(ctx context.Context, p *piece[S], dst []byte) ([]byte, error) {
	began := time.Now()
	p.out = bytes.NewBuffer(dst)
	if p.records == nil {
		err := s.one(ctx, p, nil, nil)
		return p.out.Bytes(), err
	}
	for n := 0; p.ended == nil; n++ {
		record, err := p.records.NextRecord()
		switch {
		case errors.Is(err, io.EOF):
			s.pace.Took(n, time.Since(began), p.out.Len())
			return p.out.Bytes(), nil
		case ctx.Err() != nil && n == 0:
			return p.out.Bytes(), cause(ctx)
		case ctx.Err() != nil:
			p.ended = cause(ctx)
			return p.out.Bytes(), nil
		case err != nil:
			if defect, ok := errors.AsType[*puzzlefile.SyntaxError](err); !ok || !defect.Skipped {
				return p.out.Bytes(), withFlagHint(err)
			}
		}
		if err := s.one(ctx, p, record, err); err != nil {
			return p.out.Bytes(), err
		}
	}
	return p.out.Bytes(), nil
}

// one works on a record, and counts it.
func (s *stream[S]) one(ctx context.Context, p *piece[S], record *puzzlefile.Record, err error) error {
	bad := p.bad
	err = s.each(ctx, p, record, err)
	if err == nil && p.bad == bad {
		p.good++
	}
	return err
}

// noteUnknown takes note of fields that a record has, and no puzzle: of as many as are shown.
func (p *piece[S]) noteUnknown(record *puzzlefile.Record) {
	for _, name := range record.Unknown {
		if len(p.unknown) == maxNoted {
			return
		}
		if !slices.ContainsFunc(p.unknown, func(known [2]string) bool { return known[0] == name }) {
			p.unknown = append(p.unknown, [2]string{name, record.Origin})
		}
	}
}

// maxNoted is how many such fields are shown.
const maxNoted = 10

// write writes what a piece came to.
func (s *stream[S]) write(p *piece[S], text []byte) error {
	for _, field := range p.unknown {
		if !slices.Contains(s.noted, field[0]) && len(s.noted) < maxNoted {
			s.noted = append(s.noted, field[0])
			fmt.Fprintf(s.con.Err, "lightsout: note: %s: the field %s is not known, and was passed over\n", field[1],
				textboard.Printable(field[0]))
		}
	}
	if s.done != nil {
		text = s.done(p, text)
	}
	s.outcome = worse(s.outcome, p.outcome)
	s.bad, s.good = s.bad+p.bad, s.good+p.good
	s.con.result.nothing = s.bad > 0 && s.good == 0
	if err := batch.WriteWhole(s.con.Out, text); err != nil {
		return err
	}
	if s.flow || p.said.Len() > 0 {
		if err := s.con.Out.Flush(); err != nil {
			return err
		}
	}
	if _, err := s.con.Err.Write(p.said.Bytes()); err != nil {
		return err
	}
	return p.ended
}
