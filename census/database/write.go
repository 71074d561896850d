package database

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"lightsout/board"
	"lightsout/census"
	"lightsout/internal/atomicfile"
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
var schema = []string{
	`CREATE TABLE lightsout_boards(id INTEGER PRIMARY KEY, spec TEXT NOT NULL UNIQUE, size INTEGER,
	lights INTEGER NOT NULL, switches INTEGER NOT NULL, rank INTEGER NOT NULL,
	nullity INTEGER NOT NULL, depth INTEGER NOT NULL)`,
	`CREATE TABLE lightsout_switches(board INTEGER NOT NULL, switch INTEGER NOT NULL, row INTEGER, col INTEGER,
	flips INTEGER NOT NULL, PRIMARY KEY(board, switch)) WITHOUT ROWID`,
	`CREATE TABLE lightsout_states(size INTEGER, state INTEGER, row INTEGER, col INTEGER, to_go INTEGER,
	destination_state INTEGER)`,
	`CREATE TABLE lightsout_board_states(board INTEGER, state INTEGER, switch INTEGER, to_go INTEGER,
	destination_state INTEGER)`,
}

// Options say how a database is written.
type Options struct {
	// Progress, if not nil, is called with how many of a board's states are weighed or written.
	Progress func(what string, done, all int)
}

// Write writes the states of the boards to an SQLite database. The file appears under its name once it
// is complete, in place of one that was there before; an error, or the end of the context, leaves
// nothing behind and an old file as it was. If the name is a link, the file it points to is replaced.
// No two boards may have the same SPEC. A database that a program has open with changes is not replaced.
func Write(ctx context.Context, file string, boards []*board.Board, options Options) error {
	for _, b := range boards {
		if err := board.Check(b); err != nil {
			return err
		}
	}
	if err := checkTarget(file); err != nil {
		return err
	}
	f, err := atomicfile.Create(file)
	if err != nil {
		return writeError(file, err)
	}
	err = fill(ctx, f.Name(), boards, options)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err == nil {
		err = f.Commit()
	}
	if err != nil {
		return errors.Join(writeError(file, err), f.Discard())
	}
	return nil
}

// fill writes everything to an empty file, in one transaction. Nobody sees the file before it is complete, so it
// needs no journal.
func fill(ctx context.Context, file string, boards []*board.Board, options Options) (err error) {
	db, conn, err := open(ctx, file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(), db.Close()) }()
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback() // the file is dropped
		}
	}()
	for _, statement := range schema {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	w := &writer{ctx, conn, tx, options}
	seen := map[string]bool{}
	for i, b := range boards {
		if seen[b.Spec()] {
			return fmt.Errorf("%s is there twice", b.Spec())
		}
		seen[b.Spec()] = true
		if err := b.TwoStates(); err != nil {
			return err
		}
		t, err := census.NewTable(ctx, b, w.progress("weighing "+b.Spec()))
		if err != nil {
			return err
		}
		if err := w.board(i+1, t); err != nil {
			return err
		}
		if err := w.states(i+1, t); err != nil {
			return err
		}
	}
	return tx.Commit()
}

type writer struct {
	ctx     context.Context
	conn    *sql.Conn
	tx      *sql.Tx
	options Options
}

func (w *writer) progress(what string) func(done, all int) {
	return func(done, all int) {
		if w.options.Progress != nil {
			w.options.Progress(what, done, all)
		}
	}
}

// board writes the rows that describe the board.
func (w *writer) board(id int, t *census.Table) error {
	b := t.Board()
	rank := bits.Len(uint(t.Len())) - 1 // a table has 2^rank states
	var size any
	if n, ok := t.Square(); ok {
		size = n
	}
	if _, err := w.tx.ExecContext(w.ctx, "INSERT INTO lightsout_boards VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		id, b.Spec(), size, b.Lights(), b.Switches(), rank, b.Switches()-rank, len(t.Distribution())-1); err != nil {
		return err
	}
	for s := -1; s < b.Switches(); s++ {
		var row, col any
		flips := uint64(0)
		switch {
		case s < 0:
			row, col = -1, -1
		case b.Layout() != nil:
			row, col = b.Layout().Place(s)
		}
		if s >= 0 {
			flips = t.Flips(s)
		}
		if _, err := w.tx.ExecContext(w.ctx, "INSERT INTO lightsout_switches VALUES (?, ?, ?, ?, ?)", id, s, row, col,
			int64(flips)); err != nil {
			return err
		}
	}
	return nil
}

// rowsAtOnce is how many rows a statement inserts: half the time of one by one. It divides every larger table.
const rowsAtOnce = 256

// states writes a row for each state.
func (w *writer) states(id int, t *census.Table) error {
	table, first, columns := "lightsout_board_states", id, 4
	n, square := t.Square()
	if square {
		table, first, columns = "lightsout_states", n, 5
	}
	rows := min(rowsAtOnce, t.Len())
	// Passing values takes half the time. So the first, which all rows share, is in the text, and the others go
	// straight to the driver.
	places := fmt.Sprintf("(%d%s)", first, strings.Repeat(", ?", columns))
	text := "INSERT INTO " + table + " VALUES " + places + strings.Repeat(", "+places, rows-1)
	progress := w.progress("writing " + t.Board().Spec())
	return w.conn.Raw(func(conn any) error {
		insert, err := conn.(driver.ConnPrepareContext).PrepareContext(w.ctx, text)
		if err != nil {
			return err
		}
		values := make([]driver.NamedValue, 0, columns*rows)
		add := func(n int64) { values = append(values, driver.NamedValue{Ordinal: len(values) + 1, Value: n}) }
		for i := range t.Len() {
			e := t.At(i)
			row, col, next := -1, -1, int64(-1)
			if e.Press >= 0 {
				next = int64(e.Next)
				if square {
					row, col = t.Board().Layout().Place(e.Press)
				}
			}
			add(int64(e.State))
			if square {
				add(int64(row))
				add(int64(col))
			} else {
				add(int64(e.Press))
			}
			add(int64(e.ToGo))
			add(next)
			if len(values) < cap(values) {
				continue
			}
			// Without the context, which would start a goroutine for each statement.
			_, err := insert.(driver.StmtExecContext).ExecContext(context.Background(), values)
			if err = cmp.Or(err, context.Cause(w.ctx)); err != nil {
				return errors.Join(err, insert.Close())
			}
			values = values[:0]
			progress(i+1, t.Len())
		}
		return insert.Close()
	})
}
