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
	"testing"

	"github.com/google/go-cmp/cmp"

	"lightsout/board"
	"lightsout/census"
	"lightsout/internal/boardtest"
)

// uriPath escapes a path for use in a URI.
func uriPath(path string) string {
	return strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}

// rowsOf is the answer to a query, all of it integers.
func rowsOf(t *testing.T, file, query string) [][]int64 {
	t.Helper()
	return answer[int64](t, file, query)
}

// answer is SQLite's answer to a query, all of it of one type.
func answer[T int64 | string](t *testing.T, file, query string) (all [][]T) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+uriPath(file)+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		row := make([]T, len(names))
		into := make([]any, len(names))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		all = append(all, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// wantSound asks SQLite whether a file is sound.
func wantSound(t *testing.T, file string) {
	t.Helper()
	if got := answer[string](t, file, "PRAGMA integrity_check"); len(got) != 1 || got[0][0] != "ok" {
		t.Errorf("integrity_check: %q", got)
	}
}

// The rows are the entries of the tables.
func TestRowsAreEntries(t *testing.T) {
	specs := []string{"1x1", "3x3", "2x4", "4x4", "torus:3x3", "mobius:3x4", "merlin", "petersen", "star:6"}
	var boards []*board.Board
	for _, spec := range specs {
		boards = append(boards, boardtest.Parse(t, spec))
	}
	file := filepath.Join(t.TempDir(), "a#b?c%d.db")
	if err := Write(context.Background(), file, boards, Options{}); err != nil {
		t.Fatal(err)
	}
	wantSound(t, file)
	for i, spec := range specs {
		var want, got [][]int64
		table, err := census.NewTable(context.Background(), boardtest.Parse(t, spec), nil)
		if err != nil {
			t.Fatal(err)
		}
		n, isSquare := table.Square()
		for j := range table.Len() {
			e := table.At(j)
			row := []int64{int64(i + 1), int64(e.State), int64(e.Press), int64(e.ToGo), int64(e.Next)}
			if isSquare {
				row = []int64{int64(n), int64(e.State), int64(e.Press / n), int64(e.Press % n), int64(e.ToGo), int64(e.Next)}
				if e.ToGo == 0 {
					row[2], row[3] = -1, -1
				}
			}
			if e.ToGo == 0 {
				row[len(row)-1] = -1
			}
			want = append(want, row)
		}
		if isSquare {
			got = rowsOf(t, file, "SELECT size, state, row, col, to_go, destination_state FROM lightsout_states WHERE size = "+string(rune('0'+n))+" ORDER BY state")
		} else {
			got = rowsOf(t, file, "SELECT * FROM lightsout_board_states WHERE board = "+string(rune('1'+i))+" ORDER BY state")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s: %s", spec, diff)
		}
	}
	// Gawalt's conventions for the dark state.
	if diff := cmp.Diff([][]int64{{3, 0, -1, -1, 0, -1}}, rowsOf(t, file, "SELECT * FROM lightsout_states WHERE size = 3 AND state = 0")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]int64{{512, 9, 1}}, rowsOf(t, file, "SELECT count(*), max(to_go), sum(to_go = 9) FROM lightsout_states WHERE size = 3")); diff != "" {
		t.Error(diff)
	}
	// torus:3x3 has 16 answers for each solvable state; the switch of 3x4's last cell is drawn at (2, 3).
	if diff := cmp.Diff([][]int64{{9, 9, 5, 4, 3}}, rowsOf(t, file, "SELECT lights, switches, rank, nullity, depth FROM lightsout_boards WHERE spec = 'torus:3x3'")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]int64{{2, 3}}, rowsOf(t, file, "SELECT row, col FROM lightsout_switches s JOIN lightsout_boards b ON b.id = s.board WHERE spec = 'mobius:3x4' AND switch = 11")); diff != "" {
		t.Error(diff)
	}
	// Every board has a switch -1 for its dark state, and joining loses none.
	if diff := cmp.Diff([][]int64{{-1, -1, 0}}, rowsOf(t, file, "SELECT row, col, s.flips FROM lightsout_switches s JOIN lightsout_boards b ON b.id = s.board WHERE spec = 'torus:3x3' AND switch = -1")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]int64{{32}}, rowsOf(t, file, "SELECT count(*) FROM lightsout_board_states JOIN lightsout_switches USING (board, switch) JOIN lightsout_boards ON id = board WHERE spec = 'torus:3x3'")); diff != "" {
		t.Error(diff)
	}
}

// leftovers lists what is in a directory.
func leftovers(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// A file that exists is replaced once the new one is complete, and keeps its permissions.
func TestDatabaseReplacesExistingFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "mine.db")
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	boards := []*board.Board{boardtest.Parse(t, "2x2")}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Write(ended, file, boards, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
	if text, _ := os.ReadFile(file); string(text) != "precious" {
		t.Errorf("the file was replaced by an incomplete one")
	}
	if err := Write(context.Background(), file, boards, Options{}); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v, want the old permissions", info.Mode(), err)
	}
	if got := rowsOf(t, file, "SELECT count(*) FROM lightsout_states"); got[0][0] != 16 {
		t.Errorf("%d states, want 16", got[0][0])
	}
	if got := leftovers(t, dir); len(got) != 1 {
		t.Errorf("left behind: %v", got)
	}
}

// Interrupted while weighing or while writing, nothing is left, and an old file stays.
func TestInterruptLeavesNothing(t *testing.T) {
	for _, when := range []string{"weighing grid:4x5", "writing grid:4x5", "writing grid:4x4"} {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(context.Background())
		err := Write(ctx, filepath.Join(dir, "x.db"), []*board.Board{boardtest.Parse(t, "4x4"), boardtest.Parse(t, "4x5")}, Options{
			Progress: func(what string, _, _ int) {
				if what == when {
					cancel()
				}
			},
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want context.Canceled", when, err)
		}
		if got := leftovers(t, dir); len(got) != 0 {
			t.Errorf("%s: left behind: %v", when, got)
		}
		cancel()
	}
}

func TestFailuresLeaveNothing(t *testing.T) {
	dir := t.TempDir()
	err := Write(context.Background(), filepath.Join(dir, "x.db"), []*board.Board{boardtest.Parse(t, "2x2"), boardtest.Parse(t, "6x6")}, Options{})
	var large *board.TooLargeError
	if !errors.As(err, &large) {
		t.Errorf("%v, want a TooLargeError", err)
	}
	if got := leftovers(t, dir); len(got) != 0 {
		t.Errorf("left behind: %v", got)
	}
	file := filepath.Join(dir, "no", "x.db")
	err = Write(context.Background(), file, nil, Options{})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, want fs.ErrNotExist", err)
	}
	if !strings.HasPrefix(err.Error(), file+": ") {
		t.Errorf("%q does not begin with the file's name", err)
	}
	if err := Write(context.Background(), dir, nil, Options{}); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("over a directory: %v", err)
	}
}

// Paths come out the same from a table and a database, and pressing along them ends
// in the dark. The first line of 3x3 is Gawalt's.
// pathQuery is a path from a state of a square grid, as docs/census.md has it.
const pathQuery = `WITH RECURSIVE path AS (
  SELECT * FROM lightsout_states WHERE size = %d AND state = %d
  UNION ALL SELECT s.* FROM path JOIN lightsout_states AS s ON s.size = path.size AND s.state = path.destination_state)
SELECT printf('%%x: (%%d, %%d)', state, row, col) FROM path WHERE to_go > 0`

func TestPaths(t *testing.T) {
	boards := []*board.Board{boardtest.Parse(t, "1x1"), boardtest.Parse(t, "2x2"), boardtest.Parse(t, "3x3"), boardtest.Parse(t, "4x4")}
	file := filepath.Join(t.TempDir(), "paths.db")
	if err := Write(context.Background(), file, boards, Options{}); err != nil {
		t.Fatal(err)
	}
	for i, presses := range []int{1, 4, 5, 4} {
		n := i + 1
		want, err := census.SquarePath(context.Background(), n)
		if err != nil {
			t.Fatal(err)
		}
		got := answer[string](t, file, fmt.Sprintf(pathQuery, n, 1<<(n*n)-1))
		var wantText, gotText []string
		for j := range want {
			wantText = append(wantText, want[j].String())
		}
		for j := range got {
			gotText = append(gotText, got[j][0])
		}
		if diff := cmp.Diff(wantText, gotText); diff != "" {
			t.Error(diff)
		}
		if len(want) != presses {
			t.Errorf("%dx%d: %d presses, want %d", n, n, len(want), presses)
		}
		last := want[len(want)-1]
		boards[i].Press(board.Bits(last.State), last.Row*n+last.Col, 1)
		if !last.State.IsZero() {
			t.Errorf("%dx%d: the path does not end in the dark", n, n)
		}
		if n == 3 && gotText[0] != "1ff: (2, 2)" {
			t.Errorf("3x3 begins with %q", gotText[0])
		}
	}
}

// SQLite would merge changes of an old database with a new one of its name, so that is not written.
func TestChangesOfAnOldDatabase(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.db")
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("PRAGMA journal_mode = WAL; CREATE TABLE songs(name)"); err != nil {
		t.Fatal(err)
	}
	boards := []*board.Board{boardtest.Parse(t, "2x2")}
	want := file + ": x.db-wal holds changes of an older database, and would change the new one; " +
		"close the program that has it open, or remove that file"
	if err := Write(context.Background(), file, boards, Options{}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Write(context.Background(), file, boards, Options{}); err != nil {
		t.Error(err)
	}
	wantSound(t, file)
}

// The boards have a key in the file, so none may be there twice.
func TestBoardGivenTwice(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.db")
	err := Write(context.Background(), file, []*board.Board{boardtest.Parse(t, "2x2"), boardtest.Parse(t, "grid:2x2")}, Options{})
	if err == nil || err.Error() != file+": grid:2x2 is there twice" {
		t.Error(err)
	}
	if got := leftovers(t, dir); len(got) != 0 {
		t.Errorf("left behind: %v", got)
	}
}
