package generate

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"lightsout/board"
	"lightsout/puzzlefile"
)

// idOptions is the options that tell one batch of a board and a seed from another, in the one way that
// ids are made of: a line for each option that is not at its default, in this order.
//
//	method=presses          the engine, by its first name; nullspace is the default
//	random-presses=6        with the engine presses:6
//	presses=3-7             from the fewest to the most, also if they are the same
//	lit=5-12
//	levels=100
//	even
//	unique
//	symmetric=mirror
//	distinct=states
//	allow-solved
//	unsolvable              the puzzle has no answer
//
// Options that leave the puzzles as they are have no line, and neither has the seed, which stands in
// the id itself. Since defaults are left out, an option that is added later changes no id.
func (o Options) idOptions() string {
	var s strings.Builder
	line := func(given bool, format string, args ...any) {
		if given {
			fmt.Fprintf(&s, format+"\n", args...)
		}
	}
	engine, _, _ := strings.Cut(o.Engine, ":")
	line(!o.uniform(), "method=%s", engine)
	line(o.random() > 0, "random-presses=%d", o.random())
	if r := o.Presses; r != nil {
		line(true, "presses=%d-%d", r.Low, r.High)
	}
	if r := o.Lit; r != nil {
		line(true, "lit=%d-%d", r.Low, r.High)
	}
	line(o.ramp() != 0, "levels=%d", o.ramp())
	line(o.Levels == "even", "even")
	line(o.Unique, "unique")
	line(o.Symmetric != "", "symmetric=%s", o.Symmetric)
	line(o.Distinct != "", "distinct=%s", o.Distinct)
	line(o.AllowSolved, "allow-solved")
	line(o.Unsolvable > 0, "unsolvable")
	return s.String()
}

// idPrefix is an id up to the index: SPEC/DIGEST/SEED/. DIGEST is the first 8 hexadecimal digits of
// the SHA-256 of the options, as idOptions writes them. Files of the same name may hold different
// boards, so the board itself is hashed too if it has no SPEC: its lines of the native format follow
// the options. It is a name and no proof: boards can be made that share one. Whoever checks an answer by its
// id replays it on the board that stands in the record.
func idPrefix(b *board.Board, o Options) (string, error) {
	hash := sha256.New()
	fmt.Fprint(hash, o.idOptions())
	if strings.HasPrefix(b.Spec(), "graph:") {
		plain, err := b.At(nil) // where nodes are drawn does not matter
		if err != nil {
			return "", err
		}
		if err := puzzlefile.Write(hash, "lo", board.NewPuzzle(plain)); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%s/%x/%d/", b.Spec(), hash.Sum(nil)[:4], o.Seed), nil
}
