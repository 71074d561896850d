package generate

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/internal/batch"
	"lightsout/puzzlefile"
)

// Part is the puzzles of one board in a batch that mixes several.
type Part struct {
	Generator *Generator
	// Writer writes puzzles on the generator's board, in the format of the batch.
	Writer *puzzlefile.Writer
	// Share is how many puzzles of each round of the batch are on this board, at least one. A round has
	// as many puzzles as all shares together.
	Share uint64
}

// NewMix prepares generators for several boards with the same options: the parts of a batch, still without
// their writers. The mix is the share of each board, as in 3,1 or 0.75,0.25; "" is equal shares. A ramp of levels is
// divided among the boards as the puzzles are.
func NewMix(ctx context.Context, boards []*board.Board, mix string, o Options) ([]Part, error) {
	shares, err := batch.Mix(mix, len(boards))
	if err != nil {
		return nil, fmt.Errorf("mix: %w", err)
	}
	parts := make([]Part, len(boards))
	for k := range parts {
		parts[k].Share = shares[k]
		for _, other := range boards[:k] {
			if other.Spec() == boards[k].Spec() {
				return nil, fmt.Errorf("%s is there twice, and its puzzles would be too; give it a larger "+
					"share instead", other.Spec())
			}
		}
	}
	order, err := orderOf(parts, o.Seed)
	if err != nil {
		return nil, err
	}
	for k, b := range boards {
		options := o
		if n := o.ramp(); n != 0 {
			options.Levels = strconv.FormatUint(max(1, order.counts(n)[k]), 10)
		}
		if parts[k].Generator, err = New(ctx, b, options); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// SetForm gives the parts of a mix their writers. Records have prompts of a wording, and name their part of a data set,
// as in train:0.9,test:0.1, unless those are "".
func (b *Batch) SetForm(format, prompt, split string) error {
	names, weights, err := batch.Split(split)
	if err != nil {
		return fmt.Errorf("split: %w", err)
	}
	for i, name := range names {
		b.Split = append(b.Split, Share{name, weights[i]})
	}
	for k := range b.Mix {
		p := &b.Mix[k]
		if p.Writer, err = puzzlefile.NewWriter(format, p.Generator.board); err != nil {
			return fmt.Errorf("format: %w", err)
		}
		if prompt != "" {
			if err := p.Writer.AddPrompt(prompt); err != nil {
				return fmt.Errorf("prompt: %w", err)
			}
		}
		if split != "" {
			if err := p.Writer.AddSplit(); err != nil {
				return fmt.Errorf("split: %w", err)
			}
		}
		if o := p.Generator.options; !o.uniform() {
			p.Writer.AddUneven("--engine " + o.Engine)
		}
	}
	return nil
}

// maxRound bounds how many puzzles a round has.
const maxRound = 1 << 20

// orderOf says which part of a batch each puzzle belongs to.
func orderOf(parts []Part, seed uint64) (schedule, error) {
	var round []uint32 // the parts of its puzzles
	for k, p := range parts {
		if p.Share == 0 || p.Share > maxRound-uint64(len(round)) {
			return nil, fmt.Errorf("mix: the shares of boards must be at least 1 each, and at most %d together",
				maxRound)
		}
		for range p.Share {
			round = append(round, uint32(k))
		}
	}
	if len(parts) == 1 {
		return single{}, nil
	}
	random := newStream(seed, toMix, 0, 0)
	r := rounds{shares: make([]uint64, len(parts))}
	for _, i := range shuffledOrder(len(round), &random) {
		part := round[i]
		r.pattern = append(r.pattern, part)
		r.before = append(r.before, uint32(r.shares[part]))
		r.shares[part]++
	}
	return r, nil
}

// heads are what goes before the first record and before each record of a part. What depends on the board goes before
// every record, so that a record depends on its puzzle alone.
func heads(parts []Part) (first string, each []string, err error) {
	each = make([]string, len(parts))
	layout := parts[0].Writer.Layout()
	same := true
	for k, p := range parts {
		head := p.Writer.Layout().Head
		each[k] = strings.TrimSuffix(head, "\n")
		same = same && head == layout.Head
	}
	switch {
	case same:
		return layout.Head, make([]string, len(parts)), nil
	case !layout.Blank:
		return "", nil, fmt.Errorf("a file of this format names one board for all its puzzles, so that several " +
			"boards cannot be mixed; lo, text, jsonl and csv can")
	}
	return "", each, nil
}
