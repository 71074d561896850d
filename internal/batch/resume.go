package batch

import (
	"bytes"
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
		return r, fmt.Errorf("the file already holds %d records, more than the %d of this batch", records, r.Count)
	}
	rest := r
	rest.From += records
	rest.Count -= records
	if whole > 0 {
		rest.Head = ""
	}
	if err := r.verify(ctx, file, whole, records, size); err != nil {
		return r, err
	}
	if err := rest.verifyCut(ctx, file, size); err != nil {
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
