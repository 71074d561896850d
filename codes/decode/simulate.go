package decode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"lightsout/board"
	"lightsout/gf2"
)

// Logical gives the observables of a board that is a quantum code: sets of bits whose parities tell the
// errors that matter from those that do not.
//
// On toric:D they are the edges across a row and across a column. On other boards each check must share
// an even number of bits with every other, and with itself, as on colour codes: the checks then do not
// matter as errors, and the observables are the other words that satisfy all checks.
func Logical(b *board.Board) ([]gf2.Vec, error) {
	n := b.Switches()
	if d := Distance(b); strings.HasPrefix(b.Spec(), "toric:") && d > 0 {
		across, along := gf2.NewVec(n), gf2.NewVec(n)
		for i := range d {
			across.Set(i*2*d, true) // to the right of column 0
			along.Set(d+i, true)    // below row 0
		}
		return []gf2.Vec{across, along}, nil
	}
	if n > gf2.MaxBits/max(1, b.Lights()) {
		return nil, &board.TooLargeError{What: b.Spec(),
			Limit: fmt.Sprintf("switches times lights may be up to %d", gf2.MaxBits)}
	}
	checks := gf2.NewMatrix(b.Lights(), n)
	for s := range n {
		for _, l := range b.Toggles(s) {
			checks.Flip(l, s)
		}
	}
	for i := range checks.Rows() {
		for k := range i + 1 {
			if checks.Row(i).Dot(checks.Row(k)) {
				return nil, fmt.Errorf("%s is not a colour code or toric code (checks %d and %d share an odd number "+
					"of bits), so its observables are not known", b.Spec(), k+1, i+1)
			}
		}
	}
	// Words that the checks do not span: rows that are no sum of rows before them.
	var rows []gf2.Vec
	for i := range checks.Rows() {
		rows = append(rows, checks.Row(i))
	}
	rows = append(rows, checks.RightNull()...)
	columns := gf2.NewMatrix(n, len(rows))
	for i, row := range rows {
		for s := range row.Ones() {
			columns.Set(s, i, true)
		}
	}
	var logical []gf2.Vec
	for _, i := range columns.Reduce() {
		if i >= checks.Rows() {
			logical = append(logical, rows[i])
		}
	}
	if len(logical) == 0 {
		return nil, fmt.Errorf("%s has no observables: every word that satisfies the checks is a sum of checks",
			b.Spec())
	}
	return logical, nil
}

// Distance is the distance of a board that is a colour code or a toric code by its name, 0 of others.
func Distance(b *board.Board) int {
	family, size, _ := strings.Cut(b.Spec(), ":")
	d, err := strconv.Atoi(size)
	if err != nil || !slices.Contains([]string{"hexcolor", "octcolor", "toric"}, family) {
		return 0
	}
	return d
}

// Tally counts shots. Failed are those whose answer changes an observable, and Unproved those whose
// answer is not proved the most likely.
type Tally struct{ Shots, Failed, Unproved int64 }

// Add adds the shots of another tally.
func (t *Tally) Add(other Tally) {
	t.Shots += other.Shots
	t.Failed += other.Failed
	t.Unproved += other.Unproved
}

// Rate is the share of shots that failed.
func (t Tally) Rate() float64 { return float64(t.Failed) / float64(max(t.Shots, 1)) }

// Interval is Wilson's 95 % interval for the rate (Wilson 1927).
func (t Tally) Interval() (low, high float64) {
	if t.Shots == 0 {
		return 0, 1
	}
	const z = 1.959963984540054
	n, p := float64(t.Shots), t.Rate()
	middle := p + z*z/(2*n)
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, (middle-half)/(1+z*z/n)), min(1, (middle+half)/(1+z*z/n))
}

// Simulate decodes random errors, the shots from ≤ i < to of a model that has observables, and counts how often that
// goes wrong. A shot has failed if the observables that the flips change are not those that the answer changes: nobody
// notices, since all checks are satisfied.
//
// Bits flip independently of each other. Every bit flips with probability p or, if the model has probabilities, with
// its own: then p is not used. Shot i depends only on the model, the probability, the seed and i, so tallies of
// pieces add up to that of the whole, whatever the pieces and the number of goroutines (jobs, 0 for one per core). If
// the context ends there is no tally but its error.
func (s *Predictor) Simulate(ctx context.Context, p float64, seed uint64, from, to int64, jobs int) (Tally, error) {
	if !(p >= 0 && p <= 1) {
		return Tally{}, fmt.Errorf("decode: a probability of %v", p)
	}
	if from > to {
		return Tally{}, errors.New("decode: shots end before they begin")
	}
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	var next, failed, unproved atomic.Int64
	next.Store(from)
	group, ctx := errgroup.WithContext(ctx)
	for range jobs {
		group.Go(func() error {
			for {
				i := next.Add(1) - 1
				if i >= to {
					return nil
				}
				wrong, proved, err := s.shot(ctx, p, seed, i)
				if err != nil {
					return err
				}
				if wrong {
					failed.Add(1)
				}
				if !proved {
					unproved.Add(1)
				}
			}
		})
	}
	if err := group.Wait(); err != nil {
		return Tally{}, err
	}
	return Tally{to - from, failed.Load(), unproved.Load()}, nil
}

// shot draws an error and decodes its syndrome.
func (s *Predictor) shot(ctx context.Context, p float64, seed uint64, i int64) (wrong, proved bool, err error) {
	m := s.model
	if m.probability != nil {
		p = 0
	}
	r := rand.New(rand.NewPCG(seed^math.Float64bits(p), uint64(i)))
	syndrome, observables := gf2.NewVec(m.Checks), gf2.NewVec(m.Observables)
	for j, column := range m.columns {
		if r.Float64() < m.chance(j, p) {
			flip(syndrome, column)
			flip(observables, m.changes[j])
		}
	}
	shot, err := s.Predict(ctx, syndrome)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return false, false, err
	}
	return !shot.Observables.Equal(observables), shot.Proved, nil
}

// chance is how likely a bit flips, if those without a probability of their own flip with probability p.
func (m *Model) chance(bit int, p float64) float64 {
	switch {
	case m.forbidden.Len() > 0 && m.forbidden.Bit(bit):
		return 0
	case m.probability != nil:
		return m.probability[bit]
	}
	return p
}
