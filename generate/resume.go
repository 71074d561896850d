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
// whole, compares the first and the last one that are with what this batch would have written, and
// leaves the file positioned at its end. It returns the rest of the batch. A file of something else
// is an error and stays as it is.
func (b Batch) Resume(ctx context.Context, file File) (Batch, error) {
	whole, size, err := b.Format.whole(file)
	if err != nil {
		return b, err
	}
	// The header belongs to puzzle 0.
	records := whole
	if len(b.Format.head) > 0 && b.From == 0 && whole > 0 {
		records--
	}
	if records > b.Count {
		return b, fmt.Errorf("the file holds %d puzzles already, more than the %d of this batch", records, b.Count)
	}
	if whole > 0 {
		if err := b.verify(ctx, file, records, size); err != nil {
			return b, err
		}
	}
	if err := file.Truncate(size); err != nil {
		return b, err
	}
	if _, err := file.Seek(size, io.SeekStart); err != nil {
		return b, err
	}
	rest := b
	rest.From += records
	rest.Count -= records
	rest.continued = whole > 0
	return rest, nil
}

var errOther = errors.New("the file was made with another board, seed, format or other options")

// verify compares the ends of what is there.
func (b Batch) verify(ctx context.Context, file File, records uint64, size int64) error {
	first, last := []byte{}, []byte{}
	if b.From == 0 {
		first = append(first, b.Format.head...)
	}
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
		got := make([]byte, len(part.text))
		if part.at < 0 {
			return errOther
		}
		if _, err := file.Seek(part.at, io.SeekStart); err != nil {
			return err
		}
		if _, err := io.ReadFull(file, got); errors.Is(err, io.ErrUnexpectedEOF) || err == nil && !bytes.Equal(got, part.text) {
			return errOther
		} else if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
	}
	return nil
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
