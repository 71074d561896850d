package atomicfile

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/windows"
)

// inUse reports whether a file could not be replaced because another program, often a virus scanner or a
// search index, has it open. Windows calls that either a sharing violation or a lack of permission.
func inUse(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, fs.ErrPermission)
}
