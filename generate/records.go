package generate

import (
	"context"
	"errors"
	"io"

	"lightsout/internal/batch"
	"lightsout/puzzlefile"
)

// WriteRecords writes records that are already made, on any boards, as a batch writes its own. They have prompts of a
// wording, unless that is "".
func WriteRecords(ctx context.Context, w io.Writer, format, prompt string, records []*puzzlefile.Record) error {
	parts := make([]Part, len(records))
	for k, r := range records {
		if r == nil {
			return errors.New("there is no record")
		}
		var err error
		if parts[k].Writer, err = puzzlefile.NewWriter(format, r.Board); err != nil {
			return err
		}
		if prompt != "" {
			if err := parts[k].Writer.AddPrompt(prompt); err != nil {
				return err
			}
		}
	}
	if len(records) == 0 {
		return nil
	}
	first, each, err := heads(parts)
	if err != nil {
		return err
	}
	layout := parts[0].Writer.Layout()
	run := batch.Records{Count: uint64(len(records)), Jobs: 1, Head: first, Blank: layout.Blank}
	run.Append = func(_ context.Context, dst []byte, from, count uint64) ([]byte, error) {
		for i := from; i != from+count; i++ {
			var err error
			if dst, err = parts[i].Writer.Append(append(dst, each[i]...), records[i]); err != nil {
				return dst, err
			}
		}
		return dst, nil
	}
	return run.Write(ctx, w)
}
