package batch

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
)

// File is what resuming needs of a file.
type File interface {
	io.ReadWriteSeeker
	Truncate(size int64) error
}

// Resume continues a file that holds the beginning of the run: it cuts off a record that is not
// whole and leaves the file positioned at its end. It returns the rest of the run. The first and
// the last whole record are compared with what this run would have written, and what is cut off
// with what comes next. A file of something else gives [ErrOther] and stays as it is.
func (r Records) Resume(ctx context.Context, file File) (Records, error) {
	whole, size, err := r.whole(file)
	if err != nil {
		return r, err
	}
	records := whole
	if r.Head != "" && whole > 0 {
		records--
	}
	if records > r.Count {
		if err := r.compare(ctx, file); err != nil {
			return r, err
		}
		return r, fmt.Errorf("the file already holds %d records, more than the %d of this batch", records, r.Count)
	}
	rest := r
	rest.From += records
	rest.Count -= records
	if whole > 0 {
		rest.Head = ""
	}
	err = r.verify(ctx, file, whole, records, size)
	if err == nil {
		err = rest.verifyCut(ctx, file, size)
	}
	if errors.Is(err, ErrOther) {
		err = cmp.Or(r.compare(ctx, file), err)
	}
	if err != nil {
		return r, err
	}
	if err := file.Truncate(size); err != nil {
		return r, err
	}
	if _, err := file.Seek(size, io.SeekStart); err != nil {
		return r, err
	}
	return rest, nil
}

// ErrOther says that a file is not the beginning of the run.
var ErrOther = errors.New("the file was made with another board, seed, format or other options")

// OtherError is an [ErrOther] that says where the file stops being the beginning of the run.
type OtherError struct{ At int64 } // in bytes from the beginning, which is 0

func (e *OtherError) Error() string {
	return fmt.Sprintf("%v, or something was added to it: byte %d, counted from 0, is the first that is not of this batch", ErrOther, e.At)
}

func (e *OtherError) Is(target error) bool { return target == ErrOther }

// compare finds where the file stops being the beginning of the run, by making the run again. It is nil if the file begins
// with the whole run.
func (r Records) compare(ctx context.Context, file File) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r.Progress = nil
	differs := &comparing{in: bufio.NewReader(file)}
	err := r.Write(ctx, differs)
	if errors.Is(err, errDiffers) {
		return &OtherError{differs.same}
	}
	return err
}

var errDiffers = errors.New("the file differs")

// comparing compares what is written with what it reads.
type comparing struct {
	in   *bufio.Reader
	same int64
}

func (c *comparing) Write(text []byte) (int, error) {
	for _, want := range text {
		got, err := c.in.ReadByte()
		if err != nil || got != want {
			return 0, errDiffers
		}
		c.same++
	}
	return len(text), nil
}

// verify compares the ends of the whole records, which are size bytes.
func (r Records) verify(ctx context.Context, file File, whole, records uint64, size int64) error {
	if whole == 0 {
		return nil
	}
	first, last := []byte(r.Head), []byte{}
	if records > 0 {
		var err error
		if first, err = r.Append(ctx, first, r.From, 1); err != nil {
			return err
		}
		if last, err = r.Append(ctx, last, r.From+records-1, 1); err != nil {
			return err
		}
	}
	for _, part := range []struct {
		text []byte
		at   int64
	}{{first, 0}, {last, size - int64(len(last))}} {
		if part.at < 0 {
			return ErrOther
		}
		got, err := readAt(file, part.at, len(part.text))
		if err != nil {
			return err
		}
		if !bytes.Equal(got, part.text) {
			return ErrOther
		}
	}
	return nil
}

// verifyCut compares what is to be cut off, all that follows the whole records, with how the rest
// of the run begins: it is nothing, or a part of the head or of the next record.
func (r Records) verifyCut(ctx context.Context, file File, size int64) error {
	next := []byte(r.Head)
	if len(next) == 0 && r.Count > 0 {
		var err error
		if next, err = r.Append(ctx, nil, r.From, 1); err != nil {
			return err
		}
	}
	cut, err := readAt(file, size, len(next)+1)
	if err != nil {
		return err
	}
	if len(cut) > 0 && len(cut) >= len(next) || !bytes.HasPrefix(next, cut) {
		return ErrOther
	}
	return nil
}

// readAt reads n bytes, or fewer if the file ends before.
func readAt(file File, at int64, n int) ([]byte, error) {
	if _, err := file.Seek(at, io.SeekStart); err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(file, int64(n)))
}

// whole counts the whole records of a file, the head among them, and says where the last one ends.
func (r Records) whole(file File) (records uint64, size int64, err error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return 0, 0, err
	}
	buffer := make([]byte, 1<<16)
	at, before := int64(0), byte(0)
	for {
		n, err := file.Read(buffer)
		for i, c := range buffer[:n] {
			if c == '\n' && (!r.Blank || before == '\n') {
				records++
				size = at + int64(i) + 1
			}
			before = c
		}
		at += int64(n)
		if err == io.EOF {
			return records, size, nil
		}
		if err != nil {
			return 0, 0, err
		}
	}
}
