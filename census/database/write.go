package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lightsout/board"
	"lightsout/census"
	"lightsout/internal/whole"
)

// A state is an integer whose least significant bit is the first light. Switches, rows and columns
// count from 0. Plain square grids are in
//
//	lightsout_states(size, state, row, col, to_go, destination_state)
//
// which is the table of B. Gawalt's breadth-first search, with its conventions: pressing (row, col)
// turns state into destination_state, which needs to_go − 1 more presses; the dark state has row and
// col -1, to_go 0 and destination_state -1. All other boards are in
//
//	lightsout_board_states(board, state, switch, to_go, destination_state)
//
// where board is an id of lightsout_boards(id, spec, size, lights, switches, rank, nullity, depth)
// and (board, switch) is a key of lightsout_switches(board, switch, row, col, flips): where a switch
// is drawn (NULL where there is no drawing) and the lights it flips, as an integer. The dark state has
// switch -1, and so every board has a switch -1 at row and col -1 that flips nothing: joining states
// with switches loses none.
//
// In a compact database the two tables of states are views of
//
//	lightsout_runs(state, board, presses, to_go)      a run of consecutive states
//	lightsout_offsets(board, offset, flips)           how they differ from the run's first
//
// State number i of a run is state XOR flips of offset i; character i of presses and of to_go, minus 48,
// is its switch and its presses to go: a byte each, and a key only for every 64th state. Full tables are
// made from the same runs, which are then dropped.
const schema = `
CREATE TABLE lightsout_boards(id INTEGER PRIMARY KEY, spec TEXT NOT NULL UNIQUE, size INTEGER, lights INTEGER NOT NULL,
	switches INTEGER NOT NULL, rank INTEGER NOT NULL, nullity INTEGER NOT NULL, depth INTEGER NOT NULL);
CREATE TABLE lightsout_switches(board INTEGER NOT NULL, switch INTEGER NOT NULL, row INTEGER, col INTEGER,
	flips INTEGER NOT NULL, PRIMARY KEY(board, switch)) WITHOUT ROWID;
`

const (
	offsetsTable = `TABLE lightsout_offsets(board INTEGER NOT NULL, offset INTEGER NOT NULL, flips INTEGER NOT NULL,
	PRIMARY KEY(board, offset)) WITHOUT ROWID;
`
	runsTable = `TABLE lightsout_runs(state INTEGER NOT NULL, board INTEGER NOT NULL, presses TEXT NOT NULL, to_go TEXT NOT NULL,
	PRIMARY KEY(state, board)) WITHOUT ROWID;
`
	// A compact database keeps the runs. Those of a full one are dropped at the end, so they stay in
	// memory.
	compactRuns = "CREATE " + offsetsTable + "CREATE " + runsTable
	passingRuns = "CREATE TEMP " + offsetsTable + "CREATE TEMP " + runsTable
)

// The states of all runs, one by one. The loops are in this order: a run, its board, an offset, and then
// the switch, so that a condition on the state is tested before the switch is looked up.
const (
	stateOf = "((r.state | o.flips) - (r.state & o.flips))"
	columns = stateOf + " AS state, %s, unicode(substr(r.to_go, o.offset + 1, 1)) - 48 AS to_go," +
		" CASE WHEN w.switch < 0 THEN -1 ELSE (" + stateOf + " | w.flips) - (" + stateOf + " & w.flips) END AS destination_state"
	runs = ` FROM lightsout_runs r
	CROSS JOIN lightsout_boards b ON b.id = r.board
	CROSS JOIN lightsout_offsets o ON o.board = r.board
	CROSS JOIN lightsout_switches w ON w.board = r.board AND w.switch = unicode(substr(r.presses, o.offset + 1, 1)) - 48
	WHERE b.size IS `
)

var (
	squareView = "SELECT b.size AS size, " + fmt.Sprintf(columns, "w.row AS row, w.col AS col") + runs + "NOT NULL"
	otherView  = "SELECT r.board AS board, " + fmt.Sprintf(columns, "w.switch AS switch") + runs + "NULL"
)

// views finishes a compact database.
var views = "CREATE VIEW lightsout_states AS " + squareView + ";\nCREATE VIEW lightsout_board_states AS " + otherView + ";\n"

// tables begins a full one.
const tables = `
CREATE TABLE lightsout_states(size INTEGER, state INTEGER, row INTEGER, col INTEGER, to_go INTEGER, destination_state INTEGER);
CREATE TABLE lightsout_board_states(board INTEGER, state INTEGER, switch INTEGER, to_go INTEGER, destination_state INTEGER);
`

// Options say how a database is written.
type Options struct {
	// Compact makes the file less than a tenth of the size, with views in place of the tables of states.
	Compact bool
	// Progress, if not nil, is called with how many of a board's states are weighed or written.
	Progress func(what string, done, all int)
}

// Write writes the states of the boards to an SQLite database. The file appears under its name once it
// is complete, in place of one that was there before; an error, or the end of the context, leaves
// nothing behind and an old file as it was. If the name is a link, the file it points to is replaced.
func Write(ctx context.Context, file string, boards []*board.Board, options Options) error {
	mode, err := checkTarget(file)
	if err != nil {
		return err
	}
	target := file
	if points, err := filepath.EvalSymlinks(file); err == nil {
		target = points
	}
	temporary, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+"*")
	if err != nil {
		return writeError(file, err)
	}
	name := temporary.Name()
	if err := temporary.Close(); err != nil {
		return writeError(file, errors.Join(err, os.Remove(name)))
	}
	done := make(chan error, 1)
	go func() { done <- errors.Join(fill(ctx, name, boards, options), flush(name, mode)) }()
	err = await(ctx, done)
	if err == nil {
		err = whole.Rename(name, target)
	}
	if err != nil {
		return errors.Join(writeError(file, err), os.Remove(name))
	}
	return nil
}

// await returns done's error, or the context's. SQLite stops soon after the context ends, but flushing to
// the disk may take long and cannot be stopped: that goes on in the background, in a file that no longer
// has a name.
func await(ctx context.Context, done <-chan error) error {
	const patience = 300 * time.Millisecond
	select {
	case err := <-done:
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	case <-ctx.Done():
		select {
		case <-done:
		case <-time.After(patience):
		}
		return context.Cause(ctx)
	}
}

// flush makes sure that the file is on the disk before it gets its name.
func flush(name string, mode fs.FileMode) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(mode), f.Sync(), f.Close())
}

// fill writes everything in one transaction. It needs no journal: if the transaction fails, the temporary
// file is removed.
func fill(ctx context.Context, name string, boards []*board.Board, options Options) (err error) {
	db, err := sql.Open("sqlite", "file:"+uriPath(name)+
		"?_pragma=journal_mode(off)&_pragma=synchronous(off)&_pragma=locking_mode(exclusive)&_pragma=temp_store(memory)&_pragma=cache_size(-65536)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	w := &writer{tx: tx, options: options}
	if err := w.all(ctx, boards); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// uriPath escapes a path for use in a URI.
func uriPath(path string) string {
	return strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}

type writer struct {
	tx      *sql.Tx
	options Options
}

func (w *writer) all(ctx context.Context, boards []*board.Board) error {
	text := schema + passingRuns + tables
	if w.options.Compact {
		text = schema + compactRuns
	}
	if _, err := w.tx.ExecContext(ctx, text); err != nil {
		return err
	}
	for id, b := range boards {
		t, err := census.NewTable(ctx, b, w.progress("weighing "+b.Spec()))
		if err != nil {
			return err
		}
		if err := w.board(ctx, id+1, t); err != nil {
			return err
		}
		if err := w.states(ctx, id+1, t); err != nil {
			return err
		}
	}
	if w.options.Compact {
		_, err := w.tx.ExecContext(ctx, views)
		return err
	}
	return nil
}

func (w *writer) progress(what string) func(done, all int) {
	return func(done, all int) {
		if w.options.Progress != nil {
			w.options.Progress(what, done, all)
		}
	}
}

// board writes the rows that describe the board.
func (w *writer) board(ctx context.Context, id int, t *census.Table) error {
	b := t.Board()
	var size any
	if n, ok := t.Square(); ok {
		size = n
	}
	if _, err := w.tx.ExecContext(ctx, "INSERT INTO lightsout_boards VALUES(?,?,?,?,?,?,?,?)", id, b.Spec(), size, b.Lights(),
		b.Switches(), t.Rank(), b.Switches()-t.Rank(), len(t.Distribution())-1); err != nil {
		return err
	}
	const insert = "INSERT INTO lightsout_switches VALUES(?,?,?,?,?)"
	if _, err := w.tx.ExecContext(ctx, insert, id, -1, -1, -1, 0); err != nil {
		return err
	}
	for s := range b.Switches() {
		var row, col any
		if b.Layout() != nil {
			row, col = b.Layout().Place(s)
		}
		if _, err := w.tx.ExecContext(ctx, insert, id, s, row, col, int64(t.Flips(s))); err != nil {
			return err
		}
	}
	return nil
}

// runBits is the number of coefficients that vary within a run.
const runBits = 6

// states writes the states, as runs.
func (w *writer) states(ctx context.Context, id int, t *census.Table) error {
	length := 1 << min(runBits, t.Rank())
	for i := range length {
		if _, err := w.tx.ExecContext(ctx, "INSERT INTO lightsout_offsets VALUES(?,?,?)", id, i, int64(t.At(i).State)); err != nil {
			return err
		}
	}
	insert, err := w.tx.PrepareContext(ctx, "INSERT INTO lightsout_runs VALUES(?,?,?,?)")
	if err != nil {
		return err
	}
	defer insert.Close()
	into := "INSERT INTO lightsout_states " + squareView
	if _, ok := t.Square(); !ok {
		into = "INSERT INTO lightsout_board_states " + otherView
	}
	progress := w.progress("writing " + t.Board().Spec())
	const batch = 1 << 10 // runs
	presses, toGo := make([]byte, length), make([]byte, length)
	for from, runs := 0, 0; from < t.Len(); from += length {
		for i := range length {
			e := t.At(from + i)
			presses[i] = '0' + byte(e.Press)
			toGo[i] = '0' + byte(e.ToGo)
		}
		if _, err := insert.ExecContext(ctx, int64(t.At(from).State), id, string(presses), string(toGo)); err != nil {
			return err
		}
		runs++
		if runs%batch != 0 && from+length < t.Len() {
			continue
		}
		if !w.options.Compact {
			if _, err := w.tx.ExecContext(ctx, into+"; DELETE FROM lightsout_runs"); err != nil {
				return err
			}
		}
		progress(from+length, t.Len())
	}
	if !w.options.Compact {
		_, err := w.tx.ExecContext(ctx, "DELETE FROM lightsout_offsets")
		return err
	}
	return nil
}
