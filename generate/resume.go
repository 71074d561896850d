package generate

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

// Resume continues a file that holds the beginning of the batch: it cuts off a record that is not
// whole and leaves the file positioned at its end. It returns the rest of the batch. The first and
// the last whole record are compared with what this batch would have written, and what is cut off
// with what comes next. A file of something else is an error and stays as it is.
func (b Batch) Resume(ctx context.Context, file File) (Batch, error) {
	whole, size, err := b.Format.whole(file)
	if err != nil {
		return b, err
	}
	records := whole
	if len(b.head()) > 0 && whole > 0 {
		records--
	}
	if records > b.Count {
		return b, fmt.Errorf("the file holds %d puzzles already, more than the %d of this batch", records, b.Count)
	}
	rest := b
	rest.From += records
	rest.Count -= records
	rest.Later = b.Later || whole > 0
	if err := b.verify(ctx, file, whole, records, size); err != nil {
		return b, err
	}
	if err := rest.verifyCut(ctx, file, size); err != nil {
		return b, err
	}
	if err := file.Truncate(size); err != nil {
		return b, err
	}
	if _, err := file.Seek(size, io.SeekStart); err != nil {
		return b, err
	}
	return rest, nil
}

var errOther = errors.New("the file was made with another board, seed, format or other options")

// verify compares the ends of the whole records, which are size bytes.
func (b Batch) verify(ctx context.Context, file File, whole, records uint64, size int64) error {
	if whole == 0 {
		return nil
	}
	first, last := append([]byte{}, b.head()...), []byte{}
	if records > 0 {
		var err error
		if first, err = b.text(ctx, first, b.From); err != nil {
			return err
		}
		if last, err = b.text(ctx, last, b.From+records-1); err != nil {
			return err
		}
	}
	for _, part := range []struct {
		text []byte
		at   int64
	}{{first, 0}, {last, size - int64(len(last))}} {
		if part.at < 0 {
			return errOther
		}
		got, err := readAt(file, part.at, len(part.text))
		if err != nil {
			return err
		}
		if !bytes.Equal(got, part.text) {
			return errOther
		}
	}
	return nil
}

// verifyCut compares what is to be cut off, all that follows the whole records, with what the batch,
// the rest of it, begins with: it is nothing, or a part of the head or of the next record.
func (b Batch) verifyCut(ctx context.Context, file File, size int64) error {
	next := b.head()
	if len(next) == 0 && b.Count > 0 {
		var err error
		if next, err = b.text(ctx, nil, b.From); err != nil {
			return err
		}
	}
	cut, err := readAt(file, size, len(next)+1)
	if err != nil {
		return err
	}
	if len(cut) > 0 && len(cut) >= len(next) || !bytes.HasPrefix(next, cut) {
		return errOther
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

func (b Batch) text(ctx context.Context, dst []byte, i uint64) ([]byte, error) {
	g := b.Format.g
	t := g.trials.Get().(*trial)
	defer g.trials.Put(t)
	if err := g.make(ctx, t, i, b.Format.answers); err != nil {
		return nil, err
	}
	return b.Format.record(dst, t, i), nil
}

// whole counts the whole records of a file and where the last of them ends.
func (f *Format) whole(file File) (records uint64, size int64, err error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return 0, 0, err
	}
	buffer := make([]byte, 1<<16)
	at, before := int64(0), byte(0)
	for {
		n, err := file.Read(buffer)
		for i, c := range buffer[:n] {
			if c == '\n' && (!f.blank || before == '\n') {
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
