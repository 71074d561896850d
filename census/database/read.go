package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"lightsout/board"
	"lightsout/census"
	"lightsout/gf2"
	"lightsout/solve"
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

// RowError says that a row of the table of states is wrong.
type RowError struct {
	File  string
	N     int
	State int64
	Why   string
}

func (e *RowError) Error() string {
	return fmt.Sprintf("%s: the row of size %d, state %x is wrong: %s", e.File, e.N, e.State, e.Why)
}

// SquarePath is the path from all on to dark on the n×n grid, as the table of a file has it. It gives a
// *[NotListedError] if the table does not have that size.
//
// The file is one written by [Write], or another with B. Gawalt's table. Nothing in it is believed: each press
// is replayed, and the path must be as short as it can be. A row that is wrong gives a *[RowError].
func SquarePath(ctx context.Context, file string, n int) ([]census.Step, error) {
	switch info, err := os.Stat(file); {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory, not a database", file)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", file)
	}
	db, conn, err := open(ctx, file, "mode=ro")
	if err != nil {
		return nil, readError(file, err)
	}
	defer func() { _, _ = conn.Close(), db.Close() }()
	r := &reader{ctx: ctx, conn: conn, file: file, n: n}
	steps, err := r.path()
	var row *RowError
	var missing *NotListedError
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.As(err, &row), errors.As(err, &missing):
		return nil, err
	case err != nil:
		return nil, readError(file, err)
	}
	return steps, nil
}

// reader reads the states of the n×n grid.
type reader struct {
	ctx  context.Context
	conn *sql.Conn
	file string
	n    int
}

// path follows the rows from all on to dark, and replays each press.
func (r *reader) path() ([]census.Step, error) {
	if r.n < 1 || r.n*r.n > maxLights {
		return nil, &NotListedError{r.file, r.n}
	}
	b, err := board.Parse(fmt.Sprintf("%dx%d", r.n, r.n))
	if err != nil {
		return nil, err
	}
	p := board.NewPuzzle(b)
	lit := gf2.AllOnes(b.Lights())
	at, found, err := r.row(int64(lit.Words()[0]))
	switch {
	case err != nil:
		return nil, err
	case !found:
		return nil, &NotListedError{r.file, r.n}
	}
	best, err := solve.Minimum(r.ctx, p)
	if err != nil {
		return nil, err
	}
	if least := int64(best.PressCount()); best.Minimum && at.toGo != least {
		return nil, r.wrong(at, "its to_go is %d, and %d presses are the fewest", at.toGo, least)
	}
	steps := []census.Step{}
	for at.toGo > 0 {
		if min(at.row, at.col) < 0 || max(at.row, at.col) >= int64(r.n) {
			return nil, r.wrong(at, "(%d, %d) is not on the board", at.row, at.col)
		}
		steps = append(steps, census.Step{State: lit.Clone(), Row: int(at.row), Col: int(at.col)})
		b.Press(board.Bits(lit), int(at.row)*r.n+int(at.col), 1)
		if after := int64(lit.Words()[0]); at.next != after {
			return nil, r.wrong(at, "pressing (%d, %d) leads to state %x, not %x", at.row, at.col, after, uint64(at.next))
		}
		next, found, err := r.row(at.next)
		switch {
		case err != nil:
			return nil, err
		case !found:
			return nil, r.wrong(at, "it leads to state %x, which has no row", at.next)
		case next.toGo != at.toGo-1:
			return nil, r.wrong(next, "its to_go is %d, and state %x, which leads to it, has %d", next.toGo, at.state, at.toGo)
		}
		at = next
	}
	if !lit.IsZero() {
		return nil, r.wrong(at, "its to_go is 0, and lights are on")
	}
	return steps, nil
}

func (r *reader) wrong(at row, format string, args ...any) error {
	return &RowError{r.file, r.n, at.state, fmt.Sprintf(format, args...)}
}

// row is what the table has on a state.
type row struct {
	state, row, col, toGo, next int64
}

// row reads the row of a state.
func (r *reader) row(state int64) (at row, found bool, err error) {
	const query = "SELECT row, col, to_go, destination_state FROM lightsout_states WHERE size = ? AND state = ? LIMIT 1"
	var fields [4]any
	err = r.conn.QueryRowContext(r.ctx, query, r.n, state).Scan(&fields[0], &fields[1], &fields[2], &fields[3])
	if errors.Is(err, sql.ErrNoRows) {
		return row{}, false, nil
	}
	if err != nil {
		return row{}, false, err
	}
	at.state = state
	for i, into := range []*int64{&at.row, &at.col, &at.toGo, &at.next} {
		value, ok := fields[i].(int64)
		if !ok {
			name := [4]string{"row", "col", "to_go", "destination_state"}[i]
			return at, true, r.wrong(at, "its %s is not an integer", name)
		}
		*into = value
	}
	return at, true, nil
}
