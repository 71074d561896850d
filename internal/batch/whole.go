package batch

import (
	"bufio"
	"io"
)

// WriteWhole writes records, one or several. What is in the buffer of a *[bufio.Writer] leaves before them if they do
// not fit behind it, so that a program that is ended has written whole records only.
func WriteWhole(w io.Writer, records []byte) error {
	if out, ok := w.(*bufio.Writer); ok && len(records) > out.Available() {
		if err := out.Flush(); err != nil {
			return err
		}
	}
	_, err := w.Write(records)
	return err
}
