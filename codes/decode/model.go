package decode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"lightsout/board"
	"lightsout/gf2"
)

// Model is a code together with what is known about its errors: how likely each bit flips, and which
// observables a flip changes. Bits are the switches of a board or the error mechanisms of a detector
// error model, checks are its lights or detectors.
type Model struct {
	Checks, Bits, Observables int

	columns [][]int32 // per bit, the checks that it flips, ascending
	changes [][]int32 // per bit, the observables that it flips; nil: none does
	// probability of each flip; nil: flips are equally likely, and the weight of an error is their number.
	probability []float64
	forbidden   gf2.Vec // bits that never flip; length 0: none
}

// Scale is the weight of one unit of log-likelihood: an error mechanism of probability p weighs
// round(Scale · ln((1−p)/p)).
const Scale = 10_000

// FromPuzzle is the model of a puzzle's board. Forbidden switches are bits that never flip. The puzzle's
// lights and goal say nothing here.
func FromPuzzle(p *board.Puzzle) (*Model, error) {
	if p.DontCare.Weight() > 0 {
		return nil, fmt.Errorf("check %d does not matter, says a line u, but a decoder uses every check: leave it out",
			p.DontCare.NextOne(0)+1)
	}
	m, err := FromBoard(p.Board)
	if err == nil {
		m.forbidden = p.Forbidden
	}
	return m, err
}

// FromBoard is the model of a board: a bit for each switch, a check for each light.
func FromBoard(b *board.Board) (*Model, error) {
	if b.States() > 2 {
		return nil, fmt.Errorf("%s has %d states, but a check is either violated or not: a decoder needs mod=2",
			b.Spec(), b.States())
	}
	if b.Switches() > maxBits || b.Lights() > maxChecks {
		return nil, &board.TooLargeError{What: b.Spec(),
			Limit: fmt.Sprintf("a decoder takes up to %d bits and %d checks", maxBits, maxChecks)}
	}
	m := &Model{Checks: b.Lights(), Bits: b.Switches(), columns: make([][]int32, b.Switches())}
	var list []int
	for s := range m.columns {
		list = b.AppendToggles(list[:0], s)
		column := make([]int32, len(list))
		for i, l := range list {
			column[i] = int32(l)
		}
		m.columns[s] = column
	}
	return m, nil
}

// Limits on models, so that a short file cannot ask for much memory.
const (
	maxBits        = 1 << 22
	maxChecks      = 1 << 24
	maxObservables = 1 << 16
)

// HasProbabilities reports whether the model says how likely each bit flips.
func (m *Model) HasProbabilities() bool { return m.probability != nil }

// SetObservables lets an observable be the parity of the bits of each row.
func (m *Model) SetObservables(rows []gf2.Vec) error {
	if len(rows) > maxObservables {
		return fmt.Errorf("%d observables: up to %d are supported", len(rows), maxObservables)
	}
	m.Observables, m.changes = len(rows), make([][]int32, m.Bits)
	for i, row := range rows {
		for s := range row.Ones() {
			m.changes[s] = append(m.changes[s], int32(i))
		}
	}
	return nil
}

// weigh is the weight of a flip, or of its absence if flipped: then the bit is more likely flipped than
// not. A fixed bit always is as flipped says.
func (m *Model) weigh(bit int) (weight int64, flipped, fixed bool) {
	switch {
	case m.forbidden.Len() > 0 && m.forbidden.Bit(bit):
		return 0, false, true
	case m.probability == nil:
		return 1, false, false
	}
	p := m.probability[bit]
	flipped = p > 0.5
	if flipped {
		p = 1 - p
	}
	if p == 0 {
		return 0, flipped, true
	}
	return int64(math.Round(Scale * (math.Log1p(-p) - math.Log(p)))), flipped, false
}

// Predictor decodes the shots of one model. It is safe for concurrent use.
//
// It looks for the most likely error, which is the lightest. Bits more likely flipped than not are
// taken as flipped beforehand, so that every weight counts what is less likely; bits of probability 0 or
// 1 take no part. Of several bits that flip the same checks only the lightest can be in the lightest
// error, and of equally light ones the first is. Their probabilities are not merged: that would answer
// another question, which class of errors is the most likely, and only for some classes.
type Predictor struct {
	model    *Model
	decoder  *Decoder
	bit      []int32 // of the decoder's columns
	flipped  gf2.Vec // bits taken as flipped beforehand
	syndrome gf2.Vec // of those

	once      sync.Once
	witnesses *gf2.SparseSystem // nil: not known
}

// Prediction is the most likely error of a shot.
type Prediction struct {
	Flips       gf2.Vec
	Observables gf2.Vec // that it changes
	// Weight is the sum of the weights of the flips, where a bit more likely flipped than not weighs
	// something if it is not. No error of this syndrome weighs less than Lower, which is Weight if
	// Proved.
	Weight, Lower int64
	Proved        bool
	Stopped       error // if not Proved, see [Shot.Stopped]
	// Possible: some error has this syndrome. Otherwise Flips and Observables are as without any check,
	// and Witness lists checks, an odd number of which would have to change, while every bit that may
	// flip is in an even number of them. It is nil if the model is too large to find it.
	Possible bool
	Witness  []int
}

// NewPredictor does everything that does not depend on the shots.
func NewPredictor(ctx context.Context, m *Model, o Options) (*Predictor, error) {
	p := &Predictor{model: m, flipped: gf2.NewVec(m.Bits), syndrome: gf2.NewVec(m.Checks)}
	code := &Code{Checks: m.Checks}
	for bit, column := range m.columns {
		weight, flipped, fixed := m.weigh(bit)
		if flipped {
			p.flipped.Set(bit, true)
			flip(p.syndrome, column)
		}
		if !fixed && len(column) > 0 {
			code.Columns, code.Cost = append(code.Columns, column), append(code.Cost, weight)
			p.bit = append(p.bit, int32(bit))
		}
	}
	var err error
	p.decoder, err = NewDecoder(ctx, code, o)
	return p, err
}

func flip(v gf2.Vec, list []int32) {
	for _, i := range list {
		v.Flip(int(i))
	}
}

// Predict finds the most likely error. When the context ends, the best one so far is returned, not
// proved. An error means that the syndrome has the wrong length, or a fault of the decoder: every answer
// is checked against the model.
func (s *Predictor) Predict(ctx context.Context, syndrome gf2.Vec) (Prediction, error) {
	m := s.model
	if syndrome.Len() != m.Checks {
		return Prediction{}, fmt.Errorf("%w: %d bits for %d checks", ErrSyndrome, syndrome.Len(), m.Checks)
	}
	left := syndrome.Sum(s.syndrome)
	shot, err := s.decoder.Decode(ctx, left)
	if err != nil {
		return Prediction{}, err
	}
	out := Prediction{
		Flips: s.flipped.Clone(), Observables: gf2.NewVec(m.Observables),
		Weight: shot.Cost, Lower: shot.Lower, Proved: shot.Proved, Stopped: shot.Stopped, Possible: shot.Possible,
	}
	for column := range shot.Flips.Ones() {
		out.Flips.Flip(int(s.bit[column]))
	}
	if m.changes != nil {
		for bit := range out.Flips.Ones() {
			flip(out.Observables, m.changes[bit])
		}
	}
	if !out.Possible {
		out.Witness = s.witness(left)
		return out, nil
	}
	return out, s.check(syndrome, out)
}

// check replays an answer on the model.
func (s *Predictor) check(syndrome gf2.Vec, out Prediction) error {
	got, weight := gf2.NewVec(s.model.Checks), int64(0)
	for bit := range out.Flips.Ones() {
		flip(got, s.model.columns[bit])
	}
	for bit := range out.Flips.Sum(s.flipped).Ones() {
		w, _, fixed := s.model.weigh(bit)
		if fixed {
			return fmt.Errorf("decode: fault of the decoder: bit %d cannot flip", bit)
		}
		weight += w
	}
	switch {
	case !got.Equal(syndrome):
		return errors.New("decode: fault of the decoder: the error has another syndrome")
	case weight != out.Weight || out.Lower > weight || out.Proved && out.Lower != weight:
		return fmt.Errorf("decode: fault of the decoder: the error weighs %d, not %d with at least %d",
			weight, out.Weight, out.Lower)
	}
	return nil
}

// witness proves that no error has the syndrome.
func (s *Predictor) witness(syndrome gf2.Vec) []int {
	s.once.Do(func() {
		s.witnesses, _ = newSparse(context.Background(), s.model.Checks, s.decoder.code.Columns)
	})
	if s.witnesses == nil {
		return nil
	}
	if _, witness, ok := s.witnesses.Solve(syndrome); !ok {
		return witness.Indices()
	}
	return nil
}
