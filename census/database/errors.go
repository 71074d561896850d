package database

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// checkTarget checks that a database can be written to the file: SQLite would take what is left of an old one of
// that name, open or not, for changes of the new one.
func checkTarget(file string) error {
	switch info, err := os.Stat(file); {
	case err != nil: // a new file
	case info.IsDir():
		return fmt.Errorf("%s is a directory; name a file", file)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file", file)
	}
	target := file
	if linked, err := filepath.EvalSymlinks(file); err == nil {
		target = linked
	}
	for _, suffix := range []string{"-wal", "-journal"} {
		if info, err := os.Stat(target + suffix); err == nil && info.Size() > 0 {
			return fmt.Errorf("%s: %s holds changes of an older database, and would change the new one; "+
				"close the program that has it open, or remove that file", file, filepath.Base(target)+suffix)
		}
	}
	return nil
}

// writeError describes what went wrong while the file was written. It names the file, not the temporary
// one that was being written.
func writeError(file string, err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch code := resultCode(err); {
	case errors.Is(err, syscall.ENOSPC), code == sqlite3.SQLITE_FULL:
		return &diskError{file, "the disk is full", err}
	case code == sqlite3.SQLITE_IOERR, errors.As(err, &path) && (path.Op == "write" || path.Op == "sync"):
		return &diskError{file, "writing failed; the disk may be full, or a limit on the size of files reached", err}
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("%s: %w", file, err)
}

// resultCode is SQLite's primary result code; 0 if the error is another.
func resultCode(err error) int {
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return 0
	}
	return failed.Code() & 0xff
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
