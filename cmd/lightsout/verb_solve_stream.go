package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"lightsout/board"
	"lightsout/internal/stdio"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// each answers every puzzle: that of the flags, or those of FILE, several at a time and in order. A line
// that is not a puzzle is reported in its place, and the next one is read. It returns the worst outcome.
func (c *solveCommand) each(ctx context.Context) (reported, error) {
	if len(c.args) != 1 {
		return c.described(ctx)
	}
	given, err := c.puzzles.theBoard()
	if err != nil {
		return exitDone, err
	}
	r, src, err := c.puzzles.reader(c.args[0], given)
	if err != nil {
		return exitDone, err
	}
	defer src.Close()
	run := &solveRun{solveCommand: c, overrides: c.given("on", "goal"), solvers: map[*board.Board]solve.Solver{}}
	s := stream[solvedPiece]{con: c.con, jobs: c.number("jobs"), flow: src.Flow, each: run.each, done: run.done}
	if c.certificates != nil || c.size("max-memory") > 0 {
		s.jobs = 1 // certificates are written as they come, and the limit is on the whole program's memory
	}
	err = s.run(ctx, s.cut(r))
	if err == nil && s.outcome == exitUsage && s.bad > 1 {
		fmt.Fprintf(c.con.Err, "lightsout: %s: %d puzzles could not be read or answered\n", src.Name, s.bad)
	}
	if s.good+s.bad == 1 { // as if it were not from a file
		c.con.result.kind = c.question.kind
	}
	if err == nil && run.cut.reported != exitDone && (s.good+s.bad == 1 || c.question.kind == manyRecords) {
		run.cut.reported = s.outcome
		return exitDone, run.cut
	}
	return s.outcome, err
}

// described answers the puzzle that the flags describe.
func (c *solveCommand) described(ctx context.Context) (reported, error) {
	err := c.puzzles.each(ctx, func(p *board.Puzzle) error {
		s, err := c.solver(p.Board)
		if err == nil {
			err = c.one(ctx, s, &solveOutput{con: c.con, puzzle: p})
		}
		return err
	})
	return exitDone, err
}

// solveRun answers the puzzles of a file.
type solveRun struct {
	*solveCommand
	overrides bool         // flags replace what the puzzles say
	running   atomic.Int32 // puzzles being answered

	mu      sync.Mutex
	solvers map[*board.Board]solve.Solver

	begun bool     // something is written
	cut   cutShort // the last question that was cut short
}

// solvedPiece is what came of some puzzles of the file besides the answers.
type solvedPiece struct {
	con    *console       // writes to the piece
	board  *board.Board   // of the puzzle that was answered last
	solver solve.Solver   // for it
	out    solveOutput    // what is written about it
	boards []*board.Board // with warnings
	cut    cutShort       // the last question that was cut short
}

// solverOf is the solver for a board, which remembers what it found out about it. A board has its own, since
// the numbers of forbidden switches and the costs are read for it.
func (r *solveRun) solverOf(b *board.Board) (solve.Solver, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s, ok := r.solvers[b]; ok {
		return s, nil
	}
	s, err := r.solver(b)
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

// each prints what there is to say about a line of the file.
func (r *solveRun) each(ctx context.Context, piece *piece[solvedPiece], record *puzzlefile.Record, err error) error {
	p := &piece.note
	if p.con == nil {
		p.con = &console{
			Console: &stdio.Console{Out: bufio.NewWriter(piece.out), Err: &piece.said, Terminal: r.con.Terminal,
				Colours: r.con.Colours},
			json: r.con.json,
		}
	}
	switch {
	case errors.Is(err, puzzlefile.ErrNeedsBoard):
		return withFlagHint(err)
	case err != nil:
		p.con.concerns(nil, "")
		err = r.badLine(piece, record, err)
	default:
		err = r.record(ctx, piece, record)
	}
	if flushed := p.con.Out.Flush(); flushed != nil {
		return flushed
	}
	return err
}

// record answers one puzzle.
func (r *solveRun) record(ctx context.Context, piece *piece[solvedPiece], record *puzzlefile.Record) error {
	p, con := &piece.note, piece.note.con
	puzzle := &record.Puzzle
	con.concerns(puzzle.Board, puzzle.Origin)
	con.about.id = record.ID
	if puzzle.Board.Warning() != "" {
		p.boards = append(p.boards, puzzle.Board)
	}
	piece.noteUnknown(record)
	if r.format == "text" && con.Out.Buffered() == 0 {
		con.Out.WriteByte('\n') // between two puzzles; done takes the first one off
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
		s.Workers = max(1, runtime.GOMAXPROCS(0)/int(running))
		con.Watched = r.con.Watched && running == 1
		if con.Watched {
			con.Err = r.con.Err
		}
		p.out = solveOutput{con: con, puzzle: puzzle, id: record.ID}
		err = r.one(ctx, s, &p.out)
		r.running.Add(-1)
		con.Watched, con.Err = false, &piece.said
	}
	if err == nil {
		return nil
	}
	one, found := errors.AsType[reported](err)
	cut, short := errors.AsType[cutShort](err)
	switch {
	case found:
		if short {
			p.cut = cut
		}
		piece.outcome = worse(piece.outcome, one)
		return nil
	case errors.Is(err, errInterrupted):
		return err
	case r.con.Ctx.Err() != nil: // the whole run ends, for want of memory
		return cause(r.con.Ctx)
	case record.ID != nil || r.format == "json" || exitCode(err) == exitGaveUp:
		return r.badLine(piece, record, fmt.Errorf("%s: %w", puzzle.Origin, err))
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

// badLine reports a line that is not a puzzle, or one that cannot be answered as it was asked. A puzzle that is too
// large was stopped at a limit.
func (r *solveRun) badLine(p *piece[solvedPiece], record *puzzlefile.Record, err error) error {
	limit := exitCode(err) == exitGaveUp
	if limit {
		p.note.cut = cutShort{reported: exitGaveUp, nothing: true}
		p.outcome = worse(p.outcome, exitGaveUp)
	} else {
		p.badLine()
	}
	if r.format != "json" {
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
	if limit {
		p.note.cut.why = object.Error // on standard error it is not
		con := p.note.con
		con.about.id, con.about.origin = object.ID, object.Origin
		return con.stopped(con.Out, errors.New(object.Error))
	}
	return writeJSON(p.note.con.Out, object)
}

// done passes on what was doubtful about a piece, once.
func (r *solveRun) done(piece *piece[solvedPiece], text []byte) []byte {
	p := &piece.note
	if p.cut.reported != exitDone {
		r.cut = p.cut
	}
	for _, b := range p.boards {
		r.puzzles.note(b)
	}
	if r.format == "text" && !r.begun && len(text) > 0 {
		text, r.begun = text[1:], true
	}
	return text
}
