package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/decode"
	"lightsout/internal/strictjson"
)

// The question decode: a board is a code, its switches are bits and its lights checks. Each bit flips
// with the same probability, and a contestant has to find the fewest flips that violate the same checks.
// This program answers a batch of such shots in one child, and says how long each took by the clock; a peer
// is asked about the first of them. Every shot is decoded several times and its least time counts, since
// the others include what else the machine did meanwhile.

// rounds is how often.
const rounds = 3

// defaultFlips is the rate of flips where a suite names none.
const defaultFlips = "5%"

// parseFlips reads a rate of flips: 8%, or 0.08.
func parseFlips(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	p, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		p /= 100
	}
	if err != nil || !(p > 0 && p <= 0.5) {
		return 0, fmt.Errorf("%q is not a rate of flips: write 8%% or 0.08, up to a half", text)
	}
	return p, nil
}

// flipsName ends the names of the families whose shots have this rate of flips: 8% gives 8-percent.
func flipsName(p float64) string {
	return slugOf(strconv.FormatFloat(100*p, 'g', 6, 64)) + "-percent"
}

// shot is some flips and the checks that they violate.
type shot struct {
	syndrome gf2.Vec
	flips    int
}

// shots draws the first n shots of the instance, always the same ones.
func (p *instance) shots(n int) []shot {
	r := rand.New(rand.NewPCG(p.seed, 6))
	b := p.puzzle.Board
	list := make([]shot, n)
	var around []int
	for i := range list {
		s := shot{syndrome: gf2.NewVec(b.Lights())}
		for bit := range b.Switches() {
			if r.Float64() >= p.flips {
				continue
			}
			s.flips++
			around = b.AppendToggles(around[:0], bit)
			for _, l := range around {
				s.syndrome.Flip(l)
			}
		}
		list[i] = s
	}
	return list
}

// writeShots writes the batch for the child to read.
func (p *instance) writeShots(name string) error {
	var text []byte
	for _, s := range p.shots(p.batch) {
		text = decode.AppendShot(text, "01", s.syndrome, 'D')
	}
	return os.WriteFile(name, bytes.Repeat(text, rounds), 0o644)
}

// weigh finds the fewest flips of the first shot, which peers are measured by, unless no proof is found.
// It waits until somebody needs it: preparing the largest codes takes seconds.
func (p *instance) weigh(ctx context.Context) error {
	p.weighed.Do(func() {
		m, err := decode.FromBoard(p.puzzle.Board)
		if err != nil {
			return
		}
		predictor, err := decode.NewPredictor(ctx, m, decode.Options{})
		if err != nil {
			return
		}
		if found, err := predictor.Predict(ctx, p.puzzle.Change().Bits()); err == nil && found.Proved {
			p.fewest = int(found.Weight)
		}
	})
	return ctx.Err()
}

// decoded is what this program prints about a shot.
type decoded struct {
	Shot     int     `json:"shot"`
	Weight   *int    `json:"weight"`
	Proved   bool    `json:"proved"`
	Presses  []int   `json:"presses"`
	Stopped  string  `json:"stopped"`
	Seconds  float64 `json:"seconds"`
	Solvable *bool   `json:"solvable"`
}

// judgeShots checks every shot of this program's batch: the presses violate the checks of the shot, are
// no more than the flips that made it, and are said to be proved.
func (p *instance) judgeShots(u usage, output, complaints []byte, res *Result) {
	made := p.shots(p.batch)
	times := slices.Repeat([]float64{math.Inf(1)}, p.batch)
	weights := make([]int, p.batch)
	read := 0
	wrongf := func(format string, args ...any) {
		res.Outcome, res.Note = wrong, fmt.Sprintf("shot %d: ", read)+fmt.Sprintf(format, args...)
	}
	for line := range bytes.Lines(output) {
		var d decoded
		if err := strictjson.Decode(line, &d, strictjson.Any); err != nil {
			res.Outcome, res.Note = unreadable, fmt.Sprintf("not understood: %v", err)
			return
		}
		if d.Shot != read || read >= rounds*p.batch {
			wrongf("the answer is about shot %d", d.Shot)
			return
		}
		shot := read % p.batch
		presses := make([]int, 0, len(d.Presses))
		for _, s := range d.Presses {
			if s < 0 || s >= p.puzzle.Board.Switches() || slices.Contains(presses, s) {
				wrongf("%d is no bit, or flips twice", s)
				return
			}
			presses = append(presses, s)
		}
		got := gf2.NewVec(p.puzzle.Board.Lights())
		for _, s := range presses {
			for _, l := range p.puzzle.Board.Toggles(s) {
				got.Flip(l)
			}
		}
		switch {
		case d.Weight == nil:
			wrongf("claims that no flips explain it, but %d do", made[shot].flips)
			return
		case !got.Equal(made[shot].syndrome):
			wrongf("the flips violate other checks")
			return
		case *d.Weight != len(presses) || d.Proved && len(presses) > made[shot].flips:
			wrongf("%d flips of weight %d, but %d are enough", len(presses), *d.Weight, made[shot].flips)
			return
		case !d.Proved:
			res.Outcome, res.Note = gaveUp, fmt.Sprintf("shot %d: %s", d.Shot, d.Stopped)
			return
		case read >= p.batch && weights[shot] != len(presses):
			wrongf("%d flips, but %d when it was decoded before", len(presses), weights[shot])
			return
		}
		times[shot], weights[shot] = min(times[shot], d.Seconds), len(presses)
		read++
	}
	if read != rounds*p.batch || u.exit != 0 {
		res.Outcome, res.Note = failed, fmt.Sprintf("%d of %d answers (%s)", read, rounds*p.batch, u.failure(complaints))
		return
	}
	res.Outcome, res.Batch, res.Presses = solved, p.batch, weights[0]
	res.Shot, res.WorstShot = median(times), slices.Max(times)
}

// chainsFormat is the problem that the LightsOut decoder of MQT QECC puts to z3 (L. Berent and others,
// Decoding quantum color codes with MaxSAT, Quantum 8, 2024): for each check a chain of exclusive ors from
// the last bit to the first, whose links are variables, and a soft negation of each bit.
const chainsFormat = "chains"

// writeChains writes the first shot in that form. Its syndrome comes last, since the decoder adds it to
// what it prepared.
func writeChains(w io.Writer, p *board.Puzzle) error {
	var out bytes.Buffer
	around := make([][]int, p.Board.Lights())
	for s := range p.Board.Switches() {
		fmt.Fprintf(&out, "(declare-const x%d Bool)\n", s+1)
		for _, l := range p.Board.Toggles(s) {
			around[l] = append(around[l], s+1)
		}
	}
	link := func(l, i int) string { // the parity of the check's bits after the i-th
		if i == len(around[l])-1 {
			return "false"
		}
		return fmt.Sprintf("h%d_%d", l+1, i+1)
	}
	for l, switches := range around {
		for i := range len(switches) - 1 {
			fmt.Fprintf(&out, "(declare-const %s Bool)\n", link(l, i))
		}
		for i := 1; i < len(switches)-1; i++ {
			fmt.Fprintf(&out, "(assert (= (xor x%d %s) %s))\n", switches[i], link(l, i), link(l, i-1))
		}
		if n := len(switches); n > 1 {
			fmt.Fprintf(&out, "(assert (= x%d %s))\n", switches[n-1], link(l, n-2))
		}
	}
	for s := range p.Board.Switches() {
		fmt.Fprintf(&out, "(assert-soft (not x%d))\n", s+1)
	}
	change := p.Change().Bits()
	for l, switches := range around {
		if len(switches) > 0 {
			fmt.Fprintf(&out, "(assert (= (xor x%d %s) %v))\n", switches[0], link(l, 0), change.Bit(l))
		}
	}
	out.WriteString("(check-sat)\n(get-model)\n")
	_, err := w.Write(out.Bytes())
	return err
}

// shuffled is a board with its switches and lights renumbered at random, so that nobody profits from a
// good order.
func shuffled(b *board.Board, seed uint64) *board.Board {
	r := rand.New(rand.NewPCG(seed, 7))
	switches, lights := r.Perm(b.Switches()), r.Perm(b.Lights())
	toggles := make([][]int, b.Switches())
	for s := range toggles {
		for _, l := range b.Toggles(s) {
			toggles[switches[s]] = append(toggles[switches[s]], lights[l])
		}
	}
	out, err := board.FromToggles(shuffledPrefix+b.Spec(), b.Lights(), toggles)
	if err != nil {
		return b // cannot happen: the lights are those of a board
	}
	return out
}

// shuffledPrefix makes of any SPEC a board with another numbering.
const shuffledPrefix = "shuffled:"

// shotsOf is the file of shots beside a file with a code.
func shotsOf(file string) string { return file + ".01" }
