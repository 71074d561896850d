package census

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/big"
	"os"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/solve"
)

// Step is a state on the way to dark and the press made there.
type Step struct {
	State    gf2.Vec
	Row, Col int // from 0
}

// String is the step as B. Gawalt's scripts print it: the state in hexadecimal, and the press.
func (s Step) String() string {
	return fmt.Sprintf("%x: (%d, %d)", stateInteger(s.State), s.Row, s.Col)
}

func stateInteger(state gf2.Vec) *big.Int {
	n := new(big.Int)
	for l := range state.Ones() {
		n.SetBit(n, l, 1)
	}
	return n
}

// SquarePath is a shortest way from all on to dark on the n×n grid, which always exists.
func SquarePath(ctx context.Context, n int) ([]Step, error) {
	b, err := board.Parse(fmt.Sprintf("%dx%d", n, n))
	if err != nil {
		return nil, err
	}
	if err := board.CheckSize(b); err != nil {
		return nil, err
	}
	p := board.NewPuzzle(b)
	if b.Switches() <= solve.MaxBFSLights {
		t, err := NewTable(ctx, b, nil)
		if err != nil {
			return nil, err
		}
		var presses []int
		for _, e := range t.Path(integer(p.On)) {
			if e.Press != NoPress {
				presses = append(presses, e.Press)
			}
		}
		return replay(b, n, presses), nil
	}
	res, err := solve.Minimum(ctx, p)
	if err != nil {
		return nil, err
	}
	if !res.Minimum {
		return nil, fmt.Errorf("%dx%d: %d presses is the best known, and at least %d are needed: %w", n, n, res.Presses.Weight(), res.LowerBound, res.Stopped)
	}
	presses := res.Presses.Indices()
	for i, j := 0, len(presses)-1; i < j; i, j = i+1, j-1 {
		presses[i], presses[j] = presses[j], presses[i] // the last switch first, as in a Table
	}
	return replay(b, n, presses), nil
}

// replay lists the states that the presses pass from all on.
func replay(b *board.Board, n int, presses []int) []Step {
	state := gf2.AllOnes(b.Lights())
	steps := []Step{}
	for _, s := range presses {
		steps = append(steps, Step{state.Clone(), s / n, s % n})
		b.Press(state, s)
	}
	return steps
}

// Database is a file that WriteDatabase, or B. Gawalt's search, has written.
type Database struct {
	file string
	db   *sql.DB
}

// NotListedError says that a database does not have the states of an n×n grid.
type NotListedError struct {
	File string
	N    int
}

func (e *NotListedError) Error() string {
	return fmt.Sprintf("%s does not have the states of %dx%d", e.File, e.N, e.N)
}

// OpenDatabase opens a file for reading.
func OpenDatabase(file string) (*Database, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory, not a database", file)
	}
	db, err := sql.Open("sqlite", "file:"+uriPath(file)+"?mode=ro")
	if err != nil {
		return nil, err
	}
	return &Database{file, db}, nil
}

// Close ends reading.
func (d *Database) Close() error { return d.db.Close() }

// byOffset finds a state of a compact database by its key: it is in the run of one of the states
// that differ from it by an offset.
const byOffset = `SELECT w.row, w.col, unicode(substr(r.to_go, o.offset + 1, 1)) - 48,
	CASE WHEN w.switch < 0 THEN -1 ELSE (?2 | w.flips) - (?2 & w.flips) END
	FROM lightsout_boards b CROSS JOIN lightsout_offsets o ON o.board = b.id
	CROSS JOIN lightsout_runs r ON r.state = (?2 | o.flips) - (?2 & o.flips) AND r.board = b.id
	CROSS JOIN lightsout_switches w ON w.board = b.id AND w.switch = unicode(substr(r.presses, o.offset + 1, 1)) - 48
	WHERE b.size = ?1`

func (d *Database) compact(ctx context.Context) (bool, error) {
	var n int
	err := d.db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master WHERE name = 'lightsout_runs'").Scan(&n)
	return n > 0, err
}

// SquarePath is the way from all on to dark on the n×n grid, row by row as the table says. It is a
// *NotListedError if the table does not know the size.
func (d *Database) SquarePath(ctx context.Context, n int) ([]Step, error) {
	if n < 1 || n*n > MaxLights {
		return nil, &NotListedError{d.file, n}
	}
	query := "SELECT row, col, to_go, destination_state FROM lightsout_states WHERE size = ?1 AND state = ?2"
	if compact, err := d.compact(ctx); err != nil {
		return nil, d.failed(ctx, err)
	} else if compact {
		query = byOffset
	}
	state := int64(1)<<(n*n) - 1
	steps := []Step{}
	for {
		var row, col, toGo, next int64
		err := d.db.QueryRowContext(ctx, query, n, state).Scan(&row, &col, &toGo, &next)
		switch {
		case errors.Is(err, sql.ErrNoRows) && len(steps) == 0:
			return nil, &NotListedError{d.file, n}
		case errors.Is(err, sql.ErrNoRows):
			return nil, fmt.Errorf("%s: the table leads from size %d to state %x, which it does not have", d.file, n, state)
		case err != nil:
			return nil, d.failed(ctx, err)
		case toGo == 0:
			return steps, nil
		case len(steps) > 0 && int(toGo) >= toGoBound(n, len(steps)):
			return nil, fmt.Errorf("%s: the table leads from size %d, state %x in circles", d.file, n, state)
		}
		v := gf2.NewVec(n * n)
		v.Words()[0] = uint64(state)
		steps = append(steps, Step{v, int(row), int(col)})
		state = next
	}
}

// failed is why a query failed: the end of the context, or the file.
func (d *Database) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return readError(d.file, err)
}

// toGoBound is more than may be left after some steps: a way passes no switch twice.
func toGoBound(n, steps int) int { return n*n - steps + 1 }
