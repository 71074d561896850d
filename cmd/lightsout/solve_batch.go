package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/internal/batch"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// declareJobs declares --jobs, for verbs that read many puzzles.
func declareJobs(flags *pflag.FlagSet, jobs *int) {
	flags.IntVarP(jobs, "jobs", "j", 0, "`J` puzzles of a file at a time (default: one per core)")
}

// each answers every puzzle: that of the flags, or those of FILE, several at a time and in order. A line
// that is not a puzzle is reported in its place, and the next one is read. It returns the worst outcome.
func (c *solveCommand) each(ctx context.Context, con *console, args []string) (reported, error) {
	if len(args) != 1 {
		return c.described(ctx, con, args)
	}
	given, err := c.puzzles.theBoard(con)
	if err != nil {
		return exitDone, err
	}
	r, src, err := c.puzzles.reader(con, args[0], given)
	if err != nil {
		return exitDone, err
	}
	defer src.close()
	run := &solveRun{solveCommand: c, con: con, cores: runtime.GOMAXPROCS(0), overrides: c.given("on", "goal"), solvers: map[*board.Board]solve.Solver{}}
	jobs := c.jobs
	if c.certificate != "" || c.maxMemory > 0 {
		jobs = 1 // certificates are written as they come, and the limit is on the whole program's memory
	}
	err = batch.Run[*solvedPiece]{
		Jobs: jobs,
		Next: func() (*solvedPiece, error) {
			piece, err := r.Cut(run.pace.Most())
			if err != nil {
				return nil, withFlagHint(err)
			}
			return &solvedPiece{puzzles: piece}, nil
		},
		Size: func(p *solvedPiece) int { return p.puzzles.Size() },
		Make: run.make,
		Done: func(p *solvedPiece, text []byte) error { return run.done(p, text, src.flow) },
	}.Do(ctx)
	if err == nil && run.outcome == exitUsage && run.bad > 1 {
		fmt.Fprintf(con.err, "lightsout: %s: %d puzzles could not be read or answered\n", src.name, run.bad)
	}
	return run.outcome, err
}

// described answers the puzzle that the flags describe.
func (c *solveCommand) described(ctx context.Context, con *console, args []string) (outcome reported, err error) {
	err = c.puzzles.each(ctx, con, args, func(p *board.Puzzle) error {
		s, err := c.solver(con, p.Board)
		if err == nil {
			err = c.one(ctx, s, &solveOutput{con: con, puzzle: p})
		}
		if errors.As(err, &outcome) {
			return nil
		}
		return err
	})
	return outcome, err
}

// solveRun answers the puzzles of a file.
type solveRun struct {
	*solveCommand
	con       *console
	pace      batch.Pace
	cores     int
	overrides bool         // flags replace what the puzzles say
	running   atomic.Int32 // puzzles being answered

	mu      sync.Mutex
	solvers map[*board.Board]solve.Solver

	// Of what is written so far:
	outcome reported
	bad     int
	begun   bool
	noted   []string // unknown fields
}

// solvedPiece is some puzzles of the file, and what came of them besides the answers.
type solvedPiece struct {
	puzzles *puzzlefile.Reader
	board   *board.Board // of the puzzle that was answered last
	solver  solve.Solver // for it
	out     solveOutput  // what is written about it
	said    bytes.Buffer // for standard error
	outcome reported
	bad     int
	boards  []*board.Board // with warnings
	unknown []string       // fields of records that were passed over
	origin  string         // of the first record with such a field
	stopped error          // why the rest was not answered
}

// solverOf is the solver for a board, which remembers what it found out about it. A board has its own, since
// the numbers of forbidden switches and the costs are read for it.
func (r *solveRun) solverOf(b *board.Board) (solve.Solver, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s, ok := r.solvers[b]; ok {
		return s, nil
	}
	s, err := r.solver(r.con, b)
	if err != nil {
		return s, err
	}
	if len(r.solvers) >= maxSolvers {
		clear(r.solvers)
	}
	s = s.Remembering()
	r.solvers[b] = s
	return s, nil
}

// maxSolvers is how many boards of a file are remembered.
const maxSolvers = 64

// make appends what is printed about the puzzles of a piece.
func (r *solveRun) make(ctx context.Context, p *solvedPiece, dst []byte) ([]byte, error) {
	began, n := time.Now(), 0
	out := bytes.NewBuffer(dst)
	con := &console{out: bufio.NewWriter(out), err: &p.said, terminal: r.con.terminal, colours: r.con.colours, json: r.con.json, began: r.con.began}
	for ctx.Err() == nil {
		record, err := p.puzzles.NextRecord()
		if errors.Is(err, io.EOF) {
			r.pace.Took(n, time.Since(began), out.Len())
			return out.Bytes(), nil
		}
		n++
		if err == nil {
			err = r.record(ctx, con, p, record)
		} else if errors.Is(err, puzzlefile.ErrNeedsBoard) || !p.puzzles.Recover() {
			return out.Bytes(), withFlagHint(err)
		} else {
			err = r.badLine(con, p, record, err)
		}
		if flushed := con.out.Flush(); flushed != nil {
			return out.Bytes(), flushed
		}
		if err != nil {
			return out.Bytes(), err
		}
	}
	if n == 0 {
		return out.Bytes(), cause(ctx)
	}
	p.stopped = cause(ctx) // what was found until then is written first
	return out.Bytes(), nil
}

// record answers one puzzle.
func (r *solveRun) record(ctx context.Context, con *console, p *solvedPiece, record *puzzlefile.Record) error {
	puzzle := &record.Puzzle
	con.concerns(puzzle.Board, puzzle.Origin)
	if puzzle.Board.Warning() != "" {
		p.boards = append(p.boards, puzzle.Board)
	}
	for _, name := range record.Unknown {
		if len(p.unknown) == 0 {
			p.origin = puzzle.Origin
		}
		p.unknown = append(p.unknown, name)
	}
	if r.format.format == "text" && con.out.Buffered() == 0 {
		con.out.WriteByte('\n') // between two puzzles; done takes the first one off
	}
	if r.overrides {
		if err := r.puzzles.override(puzzle); err != nil {
			return err
		}
	}
	var err error
	if puzzle.Board != p.board {
		if p.solver, err = r.solverOf(puzzle.Board); err == nil {
			p.board = puzzle.Board
		}
	}
	if err == nil {
		running := r.running.Add(1)
		s := p.solver
		s.Workers = max(1, r.cores/int(running))
		con.watched = r.con.watched && running == 1
		if con.watched {
			con.err = r.con.err
		}
		p.out = solveOutput{con: con, puzzle: puzzle, id: record.ID}
		err = r.one(ctx, s, &p.out)
		r.running.Add(-1)
		con.watched, con.err = false, &p.said
	}
	if err == nil {
		return nil
	}
	one, found := errors.AsType[reported](err)
	switch {
	case found:
		p.outcome = worse(p.outcome, one)
		return nil
	case errors.Is(err, errInterrupted):
		return err
	case r.con.ctx.Err() != nil: // the whole run ends, for want of memory
		return cause(r.con.ctx)
	case record.ID != nil || r.format.format == "json":
		return r.badLine(con, p, record, fmt.Errorf("%s: %w", puzzle.Origin, err))
	case puzzle.Origin != "":
		return fmt.Errorf("%s: %w", puzzle.Origin, err)
	}
	return err
}

// badLineJSON is what solve prints about a line that is not a puzzle, or that it cannot answer.
type badLineJSON struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Error  string          `json:"error"` // what is wrong
	Origin string          `json:"origin,omitempty"`
}

// badLine reports a line that is not a puzzle, or one that cannot be answered as it was asked.
func (r *solveRun) badLine(con *console, p *solvedPiece, record *puzzlefile.Record, err error) error {
	p.outcome = worse(p.outcome, exitUsage)
	p.bad++
	if r.format.format != "json" {
		fmt.Fprintf(&p.said, "lightsout: %v%s\n", err, hint(err))
		return nil
	}
	object := badLineJSON{Error: err.Error() + hint(err)}
	if record != nil {
		object.ID, object.Origin = record.ID, record.Origin
	}
	if syntax, ok := errors.AsType[*puzzlefile.SyntaxError](err); ok {
		object.Error = syntax.Msg
		object.Origin = fmt.Sprintf("%s:%d", syntax.File, syntax.Line)
	} else if inner := errors.Unwrap(err); inner != nil && object.Origin != "" {
		object.Error = inner.Error() + hint(err)
	}
	return writeJSON(con.out, object)
}

// done writes what a piece came to.
func (r *solveRun) done(p *solvedPiece, text []byte, flow bool) error {
	for _, b := range p.boards {
		r.puzzles.note(r.con, b)
	}
	for _, name := range p.unknown {
		if !slices.Contains(r.noted, name) && len(r.noted) < 10 {
			r.noted = append(r.noted, name)
			fmt.Fprintf(r.con.err, "lightsout: note: %s: the field %s is not known, and was passed over\n", p.origin, printable(name))
		}
	}
	r.outcome = worse(r.outcome, p.outcome)
	r.bad += p.bad
	if r.format.format == "text" && !r.begun && len(text) > 0 {
		text, r.begun = text[1:], true
	}
	if _, err := r.con.out.Write(text); err != nil {
		return err
	}
	if flow || p.said.Len() > 0 {
		if err := r.con.out.Flush(); err != nil {
			return err
		}
	}
	if _, err := r.con.err.Write(p.said.Bytes()); err != nil {
		return err
	}
	return p.stopped
}
