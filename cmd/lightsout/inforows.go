package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"strings"

	"lightsout/board"
	"lightsout/census"
	"lightsout/puzzlefile"
)

// tableRow is a board and the values of its columns.
type tableRow struct {
	board   *board.Board
	letters map[string]int // of a member of a family
	puzzle  func() (*board.Puzzle, error)
	values  []census.Value
	id      json.RawMessage
	origin  string
	text    string // the line it was read from
}

// each writes the row of a board: of the command line, or of a record. Bad lines of a file are reported in their place.
func (t *infoTable) each(ctx context.Context, p *piece[tablePiece], record *puzzlefile.Record, err error) error {
	switch {
	case errors.Is(err, puzzlefile.ErrNeedsBoard):
		return withFlagHint(err)
	case err != nil:
		p.badLine()
		fmt.Fprintf(&p.said, "lightsout: %v\n", err)
		return nil
	case record != nil:
		return t.add(ctx, p, t.read(p, record))
	}
	row := p.note.row
	if row.board == nil {
		if row.board, err = puzzlefile.ParseBoard(t.family.Spec(row.letters)); err != nil {
			return err
		}
	}
	row.puzzle = func() (*board.Puzzle, error) { return t.puzzles.onBoard(row.board) }
	return t.add(ctx, p, row)
}

// read is a puzzle of a file.
func (t *infoTable) read(p *piece[tablePiece], record *puzzlefile.Record) tableRow {
	text := record.Text
	for _, header := range []string{">>graph6<<", ">>sparse6<<"} { // before the first graph
		if cut, ok := strings.CutPrefix(text, header); ok {
			text, p.note.header = cut, header
		}
	}
	kind := p.records.Kind()
	if kind == "sparse6" {
		kind = "graph6" // nauty's tools take both
	}
	if kind != t.form.passes {
		text = ""
	}
	puzzle := func() (*board.Puzzle, error) { return &record.Puzzle, t.puzzles.override(&record.Puzzle) }
	return tableRow{board: record.Board, puzzle: puzzle, id: record.ID, origin: record.Origin, text: text}
}

// name is how messages call a board.
func (r *tableRow) name() string {
	if r.origin != "" {
		return r.origin
	}
	return clipSpec(r.board.Spec())
}

// add writes the row of a board if it meets the condition.
func (t *infoTable) add(ctx context.Context, p *piece[tablePiece], row tableRow) error {
	running := t.running.Add(1)
	defer t.running.Add(-1)
	if w := row.board.Warning(); w != "" {
		fmt.Fprintf(&p.said, "lightsout: note: %s\n", w)
	}
	facts := &census.Facts{Board: row.board, Puzzle: row.puzzle, Letters: row.letters, Workers: max(1, runtime.GOMAXPROCS(0)/int(running))}
	if t.timeout > 0 {
		facts.Limit = func(ctx context.Context) (context.Context, context.CancelFunc) { return withTimeout(ctx, t.timeout) }
	}
	if t.where != nil {
		holds, open, err := t.where.Holds(ctx, facts)
		switch {
		case err != nil:
			return t.failed(p, row, err)
		case len(open) > 0:
			words, err := t.undecided(ctx, facts, open)
			if err != nil {
				return err
			}
			p.outcome = worse(p.outcome, exitGaveUp)
			before := ""
			if t.format.format == "bfile" {
				before, p.ended = "the b-file ends before ", errTableEnds
			}
			fmt.Fprintf(&p.said, "lightsout: %s%s: undecided: %s\n", before, row.name(), words)
			return nil
		case !holds:
			return nil
		}
	}
	if !t.passesOn(row) {
		for _, c := range t.columns {
			v, err := facts.Find(ctx, c.Name)
			if err != nil {
				return t.failed(p, row, err)
			}
			if c.Name == "answers" && t.table.columns == "" {
				v.Stopped = nil // it is too large to write, and nobody asked for it
			}
			row.values = append(row.values, v)
			if v.Known() || v.Stopped == nil {
				continue
			}
			words := fmt.Sprintf("%s: %s is %s", row.name(), c.Name, openWords(v))
			p.outcome = worse(p.outcome, exitGaveUp)
			if t.format.format == "bfile" {
				fmt.Fprintf(&p.said, "lightsout: the b-file ends before %s\n", words)
				p.ended = errTableEnds
				return nil
			}
			if p.note.unproved++; p.note.first == "" {
				p.note.first = words
			}
		}
	}
	text, err := t.form.row(p.out.AvailableBuffer(), t, row)
	p.out.Write(text)
	return err
}

// passesOn reports whether the line that a board was read from is written as it is.
func (t *infoTable) passesOn(row tableRow) bool {
	return t.form.passes != "" && t.where != nil && t.table.columns == "" && row.text != "" || t.format.format == "graph6"
}

// failed is an error about one board: of a file it is reported and the next board is asked, otherwise
// it ends the table.
func (t *infoTable) failed(p *piece[tablePiece], row tableRow, err error) error {
	if row.origin == "" || errors.Is(err, errInterrupted) {
		return err
	}
	p.badLine()
	fmt.Fprintf(&p.said, "lightsout: %s: %v\n", row.origin, err)
	return nil
}

// undecided says what is known of columns that leave a condition open.
func (t *infoTable) undecided(ctx context.Context, f *census.Facts, columns []string) (string, error) {
	var words []string
	for _, name := range columns {
		v, err := f.Find(ctx, name)
		if err != nil {
			return "", err
		}
		words = append(words, fmt.Sprintf("%s is %s", name, openWords(v)))
	}
	return strings.Join(words, ", "), nil
}

// openWords is a value without proof, and why it has none.
func openWords(v census.Value) string {
	words := "not known"
	if text := cell(v, census.Column{}, "yes", "no", (*big.Int).String); text != "?" {
		words = text
	}
	if v.Stopped != nil {
		words += " (" + why(v.Stopped) + ")"
	}
	return words
}

// done is what is written of the rows of a piece.
func (t *infoTable) done(p *piece[tablePiece], text []byte) []byte {
	t.unproved, t.first = t.unproved+p.note.unproved, cmp.Or(t.first, p.note.first)
	switch t.format.format {
	case "graph6":
		return append([]byte(p.note.header), text...)
	case "bfile":
		var numbered []byte
		for line := range bytes.Lines(text) {
			numbered = fmt.Appendf(numbered, "%d %s", t.index, line)
			t.index++
		}
		return numbered
	}
	return text
}
