package database

import (
	"context"
	"errors"
	"fmt"
	"os"

	"lightsout/census"
	"lightsout/gf2"
	"lightsout/internal/sqlitefile"
)

// maxLights is the length of the integers that SQLite holds, without the sign.
const maxLights = 63

// NotListedError says that a database does not hold the states of the n×n grid.
type NotListedError struct {
	File string
	N    int
}

func (e *NotListedError) Error() string {
	return fmt.Sprintf("%s does not have the states of %dx%d", e.File, e.N, e.N)
}

// open opens a file for reading.
func open(file string) (*sqlitefile.File, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory, not a database", file)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", file)
	}
	db, err := sqlitefile.Open(file)
	var reason *sqlitefile.Error
	if errors.As(err, &reason) {
		return nil, readError(file, err)
	}
	return db, err
}

// SquarePath is the path from all on to dark on the n×n grid, as the table of a file has it. It gives a
// *[NotListedError] if the table does not have that size.
//
// The file is one written by [Write], or one with B. Gawalt's table that SQLite wrote. If changes of it wait in
// another file, as SQLite leaves them while a program has the database open, that is an error.
func SquarePath(ctx context.Context, file string, n int) ([]census.Step, error) {
	db, err := open(file)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if n < 1 || n*n > maxLights {
		return nil, &NotListedError{file, n}
	}
	w := &wanted{n: n, state: int64(1)<<(n*n) - 1, steps: []census.Step{}}
	find := w.findRows
	if isCompact(db) {
		find = w.findRuns
	}
	switch err := find(ctx, db); {
	case err != nil && ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, readError(file, err)
	case w.dark:
		return w.steps, nil
	case len(w.steps) == 0:
		return nil, &NotListedError{file, n}
	}
	return nil, fmt.Errorf("%s: the path of size %d leads to state %x, which the table does not have", file, n, w.state)
}

// wanted is a path that is being found: the row of state is the next one.
type wanted struct {
	n     int
	state int64
	steps []census.Step
	dark  bool
}

// row continues the path with the row of the state: row, col, to_go and destination_state.
func (w *wanted) row(fields [4]sqlitefile.Value) error {
	for _, field := range fields {
		if field.Kind != sqlitefile.KindInt {
			return &damagedError{w.n, w.state}
		}
	}
	row, col, toGo, next := fields[0].Int, fields[1].Int, fields[2].Int, fields[3].Int
	switch {
	case toGo == 0:
		w.dark = true
		return nil
	case toGo < 0 || row < 0 || col < 0 || max(row, col) >= int64(w.n):
		return &damagedError{w.n, w.state}
	case len(w.steps) > 0 && toGo >= int64(toGoBound(w.n, len(w.steps))):
		return fmt.Errorf("the path of size %d runs in circles at state %x", w.n, w.state)
	}
	v := gf2.NewVec(w.n * w.n)
	v.Words()[0] = uint64(w.state)
	w.steps = append(w.steps, census.Step{State: v, Row: int(row), Col: int(col)})
	w.state = next
	return nil
}

// findRows finds the path in a table with a row for each state. It reads the table from the end, again and again
// until it finds no more: once if the rows are in the order of a breadth-first search, and a few times if they are in the order of
// the states, as most presses put out the highest lights.
func (w *wanted) findRows(ctx context.Context, db *sqlitefile.File) error {
	table, err := db.Table("lightsout_states")
	if err != nil {
		return err
	}
	var at [6]int
	for i, name := range [6]string{"size", "state", "row", "col", "to_go", "destination_state"} {
		if at[i], err = table.Column(name); err != nil {
			return err
		}
	}
	for found := -1; found < len(w.steps) && !w.dark; {
		found = len(w.steps)
		want := []int64{int64(w.n), w.state}
		for row, err := range table.Backward(ctx, at[:2], want) {
			if err != nil {
				return err
			}
			if err := w.row([4]sqlitefile.Value{row[at[2]], row[at[3]], row[at[4]], row[at[5]]}); err != nil {
				return err
			}
			if w.dark {
				break
			}
			want[1] = w.state
		}
	}
	return nil
}

// toGoBound exceeds the number of presses that may be left after some steps: a path presses no switch twice.
func toGoBound(n, steps int) int { return n*n - steps + 1 }
