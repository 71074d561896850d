package generate

import (
	"context"
	"fmt"
	"strings"

	"lightsout/board"
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
// their writers. A ramp of levels is divided among the boards as the puzzles are.
func NewMix(ctx context.Context, boards []*board.Board, shares []uint64, o Options) ([]Part, error) {
	parts := make([]Part, len(boards))
	for k := range parts {
		parts[k].Share = shares[k]
		for _, other := range boards[:k] {
			if other.Spec() == boards[k].Spec() {
				return nil, fmt.Errorf("%s is there twice, and its puzzles would be too; give it a larger share instead", other.Spec())
			}
		}
	}
	m, err := newMix(parts, o.Seed)
	if err != nil {
		return nil, err
	}
	for k, b := range boards {
		options := o
		if o.Levels != 0 {
			options.Levels = max(1, m.count(o.Levels, k))
		}
		if parts[k].Generator, err = New(ctx, b, options); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// maxRound bounds how many puzzles a round has.
const maxRound = 1 << 20

// mix says which part of a batch each puzzle belongs to. Every round of puzzles has the same pattern, which
// the seed shuffles. So the shares are exact after every round, and it takes no counting to know how many
// puzzles of a part came before: a puzzle of the batch is a puzzle of its part's own batch, the next one.
type mix struct {
	parts   []Part
	pattern []uint32 // the part of each puzzle of a round
	before  []uint32 // how many puzzles of the same part come before it in the round
}

func newMix(parts []Part, seed uint64) (*mix, error) {
	m := &mix{parts: parts}
	var round []uint32
	for k, p := range parts {
		if p.Share == 0 || p.Share > maxRound-uint64(len(round)) {
			return nil, fmt.Errorf("the shares of boards must be at least 1 each, and at most %d together", maxRound)
		}
		for range p.Share {
			round = append(round, uint32(k))
		}
	}
	random := newStream(seed, toMix, 0, 0)
	counts := make([]uint32, len(parts))
	for _, i := range shuffledOrder(len(round), &random) {
		m.pattern = append(m.pattern, round[i])
		m.before = append(m.before, counts[round[i]])
		counts[round[i]]++
	}
	return m, nil
}

// place is the part of puzzle i, and its number there.
func (m *mix) place(i uint64) (part int, number uint64) {
	if len(m.parts) == 1 {
		return 0, i
	}
	round, at := i/uint64(len(m.pattern)), i%uint64(len(m.pattern))
	part = int(m.pattern[at])
	return part, round*m.parts[part].Share + uint64(m.before[at])
}

// count is how many of the first n puzzles belong to a part.
func (m *mix) count(n uint64, part int) uint64 {
	if len(m.parts) == 1 {
		return n
	}
	rounds, rest := n/uint64(len(m.pattern)), n%uint64(len(m.pattern))
	count := rounds * m.parts[part].Share
	for _, p := range m.pattern[:rest] {
		if int(p) == part {
			count++
		}
	}
	return count
}

// head is what goes before the first record. Where it depends on the board, it goes before every record
// instead, so that a record depends on its puzzle alone.
func (m *mix) head() (first string, each []string, err error) {
	each = make([]string, len(m.parts))
	first = m.parts[0].Writer.Head()
	same := true
	for k, p := range m.parts {
		each[k] = strings.TrimSuffix(p.Writer.Head(), "\n")
		same = same && p.Writer.Head() == first
	}
	switch {
	case same:
		return first, make([]string, len(m.parts)), nil
	case !m.parts[0].Writer.Blank():
		return "", nil, fmt.Errorf("a file of this format names one board for all its puzzles, so that several boards cannot be mixed; lo, text, jsonl and csv can")
	}
	return "", each, nil
}
