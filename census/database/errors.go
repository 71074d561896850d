package database

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// checkTarget refuses what a database cannot be written to.
func checkTarget(file string, force bool) error {
	info, err := os.Stat(file)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a directory; name a file", file)
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s is no ordinary file", file)
	}
	if _, err := os.Lstat(file); err == nil && !force {
		return fmt.Errorf("%s: %w", file, fs.ErrExist)
	}
	return nil
}

// writeError is what went wrong while the file was written, in words about the file. What it is
// written to meanwhile has a name of its own, which is nobody's business.
func writeError(file string, err error) error {
	var path *fs.PathError
	var link *os.LinkError
	var db *sqlite.Error
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	case errors.As(err, &db) && db.Code()&0xff == sqlite3.SQLITE_FULL:
		return &diskError{file, "the disk is full", syscall.ENOSPC}
	case errors.As(err, &db) && db.Code()&0xff == sqlite3.SQLITE_IOERR:
		return &diskError{file, "writing failed; the disk may be full, or a limit on the size of files reached", err}
	}
	return fmt.Errorf("%s: %w", file, err)
}

// diskError says what a disk does not take.
type diskError struct {
	file, words string
	cause       error
}

func (e *diskError) Error() string {
	return e.file + ": " + e.words + ". What was written of it is removed"
}

func (e *diskError) Unwrap() error { return e.cause }

// readError is what went wrong while a database was read.
func readError(file string, err error) error {
	var db *sqlite.Error
	if !errors.As(err, &db) {
		return fmt.Errorf("%s: %w", file, err)
	}
	switch db.Code() & 0xff {
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR:
		return fmt.Errorf("%s is no census: %w", file, err)
	case sqlite3.SQLITE_CORRUPT:
		return &brokenError{file, err}
	default:
		return fmt.Errorf("%s: %w", file, err)
	}
}

// brokenError says that a file is a database, but not a sound one.
type brokenError struct {
	file  string
	cause error
}

func (e *brokenError) Error() string {
	return e.file + ": the file is damaged or cut short; write it anew"
}

func (e *brokenError) Unwrap() error { return e.cause }

// damagedError says that a row of the table of states is not as it should be.
type damagedError struct {
	n     int
	state int64
}

func (e *damagedError) Error() string {
	return fmt.Sprintf("the table is damaged: what it says of size %d, state %x is no press", e.n, e.state)
}
