package batch

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
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
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return r, err
	}
	records, size, err := r.whole(file)
	if err != nil {
		return r, err
	}
	rest := r
	if head, _, _ := r.whole(strings.NewReader(r.Head)); records >= head {
		records, rest.Head = records-head, ""
	} else {
		records, size = 0, 0 // the head itself is not whole
	}
	if records > r.Count {
		if err := r.compare(ctx, file); err != nil {
			return r, err
		}
		return r, fmt.Errorf("the file already holds %d records, more than the %d of this batch", records, r.Count)
	}
	rest.From += records
	rest.Count -= records
	if err := r.verify(ctx, file, rest, size); err != nil {
		if errors.Is(err, ErrOther) {
			err = cmp.Or(r.compare(ctx, file), err)
		}
		return r, err
	}
	if err := file.Truncate(size); err != nil {
		return r, err
	}
	_, err = file.Seek(size, io.SeekStart)
	return rest, err
}

// whole counts the whole records of a text, and says where the last one ends.
func (r Records) whole(text io.Reader) (records uint64, size int64, err error) {
	buffer := make([]byte, 1<<16)
	at, before := int64(0), byte(0)
	for {
		n, err := text.Read(buffer)
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

// ErrOther says that a file is not the beginning of the run.
var ErrOther = errors.New("the file was made with another board, seed, format or other options")

// verify compares the beginning and the end of the whole records, which are size bytes, and what follows them with how
// the rest of the run begins: it is nothing, or a part of the head or of the next record.
func (r Records) verify(ctx context.Context, file File, rest Records, size int64) error {
	first, last, next := []byte(r.Head[len(rest.Head):]), []byte{}, []byte(rest.Head)
	var err error
	if rest.Count < r.Count {
		if first, err = r.Append(ctx, first, r.From, 1); err != nil {
			return err
		}
		if last, err = r.Append(ctx, last, rest.From-1, 1); err != nil {
			return err
		}
	}
	if len(next) == 0 && rest.Count > 0 {
		if next, err = r.Append(ctx, next, rest.From, 1); err != nil {
			return err
		}
	}
	begin, err := readAt(file, 0, len(first))
	if err != nil {
		return err
	}
	end, err := readAt(file, max(0, size-int64(len(last))), len(last)+len(next)+1)
	if err != nil {
		return err
	}
	cut, ok := bytes.CutPrefix(end, last)
	if !ok || !bytes.Equal(begin, first) || !bytes.HasPrefix(next, cut) || len(cut) > 0 && len(cut) == len(next) {
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

// compare finds where the file stops being the beginning of the run, by making the run again. It is nil if the file
// begins with the whole run.
func (r Records) compare(ctx context.Context, file File) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r.Progress = nil
	differs := &comparing{in: bufio.NewReader(file)}
	err := r.Write(ctx, differs)
	if errors.Is(err, errDiffers) {
		err = fmt.Errorf("%w, or something was added to it: byte %d, counted from 0, is the first that is not of "+
			"this batch", ErrOther, differs.same)
	}
	return err
}

var errDiffers = errors.New("the file differs")

// comparing compares what is written with what it reads.
type comparing struct {
	in   *bufio.Reader
	same int64 // bytes
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
