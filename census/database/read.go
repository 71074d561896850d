package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"lightsout/census"
	"lightsout/gf2"
)

// maxLights is the length of the integers that SQLite holds, without the sign.
const maxLights = 63

// reader reads a file written by [Write] or by B. Gawalt's search.
type reader struct {
	file string
	db   *sql.DB
}

// NotListedError says that a database does not hold the states of the n×n grid.
type NotListedError struct {
	File string
	N    int
}

func (e *NotListedError) Error() string {
	return fmt.Sprintf("%s does not have the states of %dx%d", e.File, e.N, e.N)
}

// open opens a file for reading.
func open(file string) (*reader, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory, not a database", file)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", file)
	}
	// The system's message about a file that cannot be read is better than that of the database engine.
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", "file:"+uriPath(file)+"?mode=ro")
	if err != nil {
		return nil, err
	}
	return &reader{file, db}, nil
}

// byOffset finds a state of a compact database by key: its run begins with one of the states that differ
// from it by an offset.
const byOffset = `SELECT w.row, w.col, unicode(substr(r.to_go, o.offset + 1, 1)) - 48,
	CASE WHEN w.switch < 0 THEN -1 ELSE (?2 | w.flips) - (?2 & w.flips) END
	FROM lightsout_boards b CROSS JOIN lightsout_offsets o ON o.board = b.id
	CROSS JOIN lightsout_runs r ON r.state = (?2 | o.flips) - (?2 & o.flips) AND r.board = b.id
	CROSS JOIN lightsout_switches w ON w.board = b.id AND w.switch = unicode(substr(r.presses, o.offset + 1, 1)) - 48
	WHERE b.size = ?1`

func (r *reader) compact(ctx context.Context) (bool, error) {
	var n int
	err := r.db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master WHERE name = 'lightsout_runs'").Scan(&n)
	return n > 0, err
}

// SquarePath is the path from all on to dark on the n×n grid, as the table of a file has it. It gives a
// *[NotListedError] if the table does not have that size.
func SquarePath(ctx context.Context, file string, n int) ([]census.Step, error) {
	r, err := open(file)
	if err != nil {
		return nil, err
	}
	defer r.db.Close()
	return r.squarePath(ctx, n)
}

func (r *reader) squarePath(ctx context.Context, n int) ([]census.Step, error) {
	if n < 1 || n*n > maxLights {
		return nil, &NotListedError{r.file, n}
	}
	query := "SELECT row, col, to_go, destination_state FROM lightsout_states WHERE size = ?1 AND state = ?2"
	if compact, err := r.compact(ctx); err != nil {
		return nil, r.failed(ctx, err)
	} else if compact {
		query = byOffset
	}
	state := int64(1)<<(n*n) - 1
	steps := []census.Step{}
	for {
		row, col, toGo, next, err := r.row(ctx, query, n, state)
		switch {
		case errors.Is(err, sql.ErrNoRows) && len(steps) == 0:
			return nil, &NotListedError{r.file, n}
		case errors.Is(err, sql.ErrNoRows):
			return nil, fmt.Errorf("%s: the path of size %d leads to state %x, which the table does not have", r.file, n, state)
		case err != nil:
			return nil, r.failed(ctx, err)
		case toGo == 0:
			return steps, nil
		case len(steps) > 0 && int(toGo) >= toGoBound(n, len(steps)):
			return nil, fmt.Errorf("%s: the path of size %d runs in circles at state %x", r.file, n, state)
		}
		v := gf2.NewVec(n * n)
		v.Words()[0] = uint64(state)
		steps = append(steps, census.Step{State: v, Row: int(row), Col: int(col)})
		state = next
	}
}

// row is the table's row of a state.
func (r *reader) row(ctx context.Context, query string, n int, state int64) (row, col, toGo, next int64, err error) {
	var fields [4]any
	if err := r.db.QueryRowContext(ctx, query, n, state).Scan(&fields[0], &fields[1], &fields[2], &fields[3]); err != nil {
		return 0, 0, 0, 0, err
	}
	var numbers [4]int64
	for i, field := range fields {
		number, ok := field.(int64)
		if !ok {
			return 0, 0, 0, 0, &damagedError{n, state}
		}
		numbers[i] = number
	}
	row, col, toGo, next = numbers[0], numbers[1], numbers[2], numbers[3]
	if toGo != 0 && (row < 0 || col < 0 || max(row, col) >= int64(n)) {
		return 0, 0, 0, 0, &damagedError{n, state}
	}
	return row, col, toGo, next, nil
}

// failed is why a query failed: the context ended, or something is wrong with the file.
func (r *reader) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return readError(r.file, err)
}

// toGoBound exceeds the number of presses that may be left after some steps: a path presses no switch twice.
func toGoBound(n, steps int) int { return n*n - steps + 1 }
