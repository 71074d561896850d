package database

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"lightsout/internal/sqlitefile"
)

// checkTarget checks that a database can be written to the file.
func checkTarget(file string) error {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil // a new file
	case info.IsDir():
		return fmt.Errorf("%s is a directory; name a file", file)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file", file)
	}
	return nil
}

// checkMerged checks that nothing is left of a database of that name, open or not, that SQLite would take for a part of the new one.
func checkMerged(file string) error {
	if err := sqlitefile.Merged(file); err != nil {
		return fmt.Errorf("%s: %w, and would change the new one; close the program that has it open, or remove that file", file, err)
	}
	return nil
}

// writeError describes what went wrong while the file was written. It names the file, not the temporary
// one that was being written.
func writeError(file string, err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return &diskError{file, "the disk is full", syscall.ENOSPC}
	case errors.As(err, &path) && (path.Op == "write" || path.Op == "sync"):
		return &diskError{file, "writing failed; the disk may be full, or a limit on the size of files reached", path.Err}
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("%s: %w", file, err)
}

// diskError says that the disk did not take the file.
type diskError struct {
	file, words string
	cause       error
}

func (e *diskError) Error() string {
	return e.file + ": " + e.words + ". The incomplete file was removed"
}

func (e *diskError) Unwrap() error { return e.cause }

// readError describes what went wrong while a database was read.
func readError(file string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", file, path.Err)
	}
	var db *sqlitefile.Error
	if !errors.As(err, &db) {
		return fmt.Errorf("%s: %w", file, err)
	}
	switch db.Reason {
	case sqlitefile.NotDatabase, sqlitefile.Missing:
		return fmt.Errorf("%s is not a census database: %w", file, err)
	case sqlitefile.Damaged:
		return &brokenError{file, err}
	case sqlitefile.Unmerged:
		return fmt.Errorf("%s: %w; close the program that has it open, or let SQLite finish the changes: sqlite3 %s .schema", file, err, file)
	default:
		return fmt.Errorf("%s: %w; write it again", file, err)
	}
}

// brokenError says that a file is a damaged database.
type brokenError struct {
	file  string
	cause error
}

func (e *brokenError) Error() string {
	return e.file + ": the file is damaged or incomplete; write it again"
}

func (e *brokenError) Unwrap() error { return e.cause }

// damagedError says that a row of the table of states is invalid.
type damagedError struct {
	n     int
	state int64
}

func (e *damagedError) Error() string {
	return fmt.Sprintf("the table is damaged: the row of size %d, state %x has no valid press", e.n, e.state)
}
