package database

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"lightsout/board"
	"lightsout/census"
	"lightsout/internal/sqlitefile"
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
// is its switch and its presses to go: a byte each, and a key only for every 64th state.
const (
	boardsTable = `CREATE TABLE lightsout_boards(id INTEGER PRIMARY KEY, spec TEXT NOT NULL UNIQUE, size INTEGER, lights INTEGER NOT NULL,
	switches INTEGER NOT NULL, rank INTEGER NOT NULL, nullity INTEGER NOT NULL, depth INTEGER NOT NULL)`
	switchesTable = `CREATE TABLE lightsout_switches(board INTEGER NOT NULL, switch INTEGER NOT NULL, row INTEGER, col INTEGER,
	flips INTEGER NOT NULL, PRIMARY KEY(board, switch)) WITHOUT ROWID`
	squaresTable = `CREATE TABLE lightsout_states(size INTEGER, state INTEGER, row INTEGER, col INTEGER, to_go INTEGER, destination_state INTEGER)`
	othersTable  = `CREATE TABLE lightsout_board_states(board INTEGER, state INTEGER, switch INTEGER, to_go INTEGER, destination_state INTEGER)`
	offsetsTable = `CREATE TABLE lightsout_offsets(board INTEGER NOT NULL, offset INTEGER NOT NULL, flips INTEGER NOT NULL,
	PRIMARY KEY(board, offset)) WITHOUT ROWID`
	runsTable = `CREATE TABLE lightsout_runs(state INTEGER NOT NULL, board INTEGER NOT NULL, presses TEXT NOT NULL, to_go TEXT NOT NULL,
	PRIMARY KEY(state, board)) WITHOUT ROWID`
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
	squaresView = "CREATE VIEW lightsout_states AS SELECT b.size AS size, " + fmt.Sprintf(columns, "w.row AS row, w.col AS col") + runs + "NOT NULL"
	othersView  = "CREATE VIEW lightsout_board_states AS SELECT r.board AS board, " + fmt.Sprintf(columns, "w.switch AS switch") + runs + "NULL"
)

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
// No two boards may have the same SPEC. A database that a program has open with changes is not replaced.
func Write(ctx context.Context, file string, boards []*board.Board, options Options) error {
	if err := checkTarget(file); err != nil {
		return err
	}
	if err := checkMerged(file); err != nil {
		return err
	}
	f, err := whole.Create(file)
	if err != nil {
		return writeError(file, err)
	}
	done := make(chan error, 1)
	go func() {
		err := fill(ctx, f, boards, options)
		if err == nil {
			err = f.Sync()
		}
		done <- err
	}()
	err = await(ctx, done)
	if err == nil {
		err = f.Commit()
	}
	if err != nil {
		return errors.Join(writeError(file, err), f.Discard())
	}
	return nil
}

// await returns done's error, or the context's. Filling the file stops soon after the context ends, but flushing
// it to the disk may take long and cannot be stopped: that goes on in the background, in a file that no longer
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

// fill writes everything to an empty file.
func fill(ctx context.Context, f *whole.File, boards []*board.Board, options Options) (err error) {
	file, err := sqlitefile.NewWriter(f)
	if err != nil {
		return err
	}
	w := &writer{options: options}
	w.boards = file.Table("lightsout_boards", boardsTable)
	specs := file.Unique("lightsout_boards", 1, 1)
	w.switches = file.Keyed("lightsout_switches", switchesTable, 2)
	states := w.full
	if options.Compact {
		w.offsets = file.Keyed("lightsout_offsets", offsetsTable, 2)
		w.runs = file.Keyed("lightsout_runs", runsTable, 2)
		file.View("lightsout_states", squaresView)
		file.View("lightsout_board_states", othersView)
		w.waiting.beside = f.Name()
		defer func() { err = errors.Join(err, w.waiting.remove()) }()
		states = w.compact
	} else {
		w.squares = file.Table("lightsout_states", squaresTable)
		w.others = file.Table("lightsout_board_states", othersTable)
	}
	if err := listSpecs(specs, boards); err != nil {
		return err
	}
	for i, b := range boards {
		t, err := census.NewTable(ctx, b, w.progress("weighing "+b.Spec()))
		if err != nil {
			return err
		}
		if err := w.board(i+1, t); err != nil {
			return err
		}
		if err := states(ctx, i+1, t, i+1 == len(boards)); err != nil {
			return err
		}
	}
	return file.Close()
}

// listSpecs fills the index of the boards by SPEC.
func listSpecs(index *sqlitefile.Inserter, boards []*board.Board) error {
	ids := map[string]int{}
	for i, b := range boards {
		if ids[b.Spec()] != 0 {
			return fmt.Errorf("%s is there twice", b.Spec())
		}
		ids[b.Spec()] = i + 1
	}
	for _, spec := range slices.Sorted(maps.Keys(ids)) {
		if err := index.Insert(sqlitefile.Text(spec), integer(ids[spec])); err != nil {
			return err
		}
	}
	return nil
}

// integer is the value of an int.
func integer(n int) sqlitefile.Value { return sqlitefile.Int(int64(n)) }

type writer struct {
	options          Options
	boards, switches *sqlitefile.Inserter
	squares, others  *sqlitefile.Inserter // of a full database
	offsets, runs    *sqlitefile.Inserter // of a compact one
	waiting          waitingRuns
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
	var null, size sqlitefile.Value
	if n, ok := t.Square(); ok {
		size = integer(n)
	}
	// The id is the number of the row.
	if err := w.boards.Insert(null, sqlitefile.Text(b.Spec()), size, integer(b.Lights()), integer(b.Switches()),
		integer(t.Rank()), integer(b.Switches()-t.Rank()), integer(len(t.Distribution())-1)); err != nil {
		return err
	}
	if err := w.switches.Insert(integer(id), integer(-1), integer(-1), integer(-1), integer(0)); err != nil {
		return err
	}
	for s := range b.Switches() {
		row, col := null, null
		if b.Layout() != nil {
			r, c := b.Layout().Place(s)
			row, col = integer(r), integer(c)
		}
		if err := w.switches.Insert(integer(id), integer(s), row, col, sqlitefile.Int(int64(t.Flips(s)))); err != nil {
			return err
		}
	}
	return nil
}

// batch is how many states are written between two looks at the context.
const batch = 1 << 16

// full writes a row for each state.
func (w *writer) full(ctx context.Context, id int, t *census.Table, _ bool) error {
	n, square := t.Square()
	progress := w.progress("writing " + t.Board().Spec())
	for i := range t.Len() {
		e := t.At(i)
		next := int64(e.Next)
		if e.Press < 0 {
			next = -1
		}
		var err error
		if square {
			row, col := -1, -1
			if e.Press >= 0 {
				row, col = t.Board().Layout().Place(e.Press)
			}
			err = w.squares.Insert(integer(n), sqlitefile.Int(int64(e.State)), integer(row), integer(col), integer(e.ToGo), sqlitefile.Int(next))
		} else {
			err = w.others.Insert(integer(id), sqlitefile.Int(int64(e.State)), integer(e.Press), integer(e.ToGo), sqlitefile.Int(next))
		}
		if err != nil {
			return err
		}
		if (i+1)%batch == 0 || i+1 == t.Len() {
			progress(i+1, t.Len())
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
		}
	}
	return nil
}
