package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/codes/decode"
)

// simulateCommand is the flags of simulate.
type simulateCommand struct {
	modelFlags
	distances, probabilities string
	shots, seed              uint64
}

func setUpSimulate(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
	c := &simulateCommand{}
	flags.StringVar(&c.distances, "d", "", "`LIST` of distances for the D of hexcolor:D: 5,9,13 or 5-21:4")
	flags.StringVar(&c.probabilities, "p", "",
		"`RANGE` of flip probabilities: 0.06-0.13:0.005 or 0.01,0.05; not for a .dem")
	flags.Uint64Var(&c.shots, "shots", 10_000, "`N` shots for each distance and probability")
	flags.Uint64Var(&c.seed, "seed", 1, "`SEED` of the errors")
	c.declare(flags)
	return c.run
}

// experiment is a code to simulate.
type experiment struct {
	name     string // of the board or of the file
	distance int    // 0: not known
	model    *decode.Model
}

// experiments are the codes of MODEL and --d.
func (c *simulateCommand) experiments(con *console, model string) ([]experiment, error) {
	name, size, _ := strings.Cut(model, ":")
	if size != "D" {
		if c.distances != "" {
			return nil, fmt.Errorf("--d replaces the D of a SPEC such as %s:D; %s has none", name, model)
		}
		e, err := c.experiment(con, model)
		return []experiment{e}, err
	}
	if c.distances == "" {
		return nil, fmt.Errorf("%s: which distances? Add --d 5,9,13", model)
	}
	if c.logical != "" {
		return nil, fmt.Errorf("--logical names the bits of one code: use it with %s:5", name)
	}
	list, err := readNumbers(c.distances)
	if err != nil {
		return nil, fmt.Errorf("--d: %w", err)
	}
	var experiments []experiment
	for _, d := range list {
		if d != math.Trunc(d) || d < 1 || d > 1e6 {
			return nil, fmt.Errorf("--d: %v is not a distance", d)
		}
		e, err := c.experiment(con, fmt.Sprintf("%s:%d", name, int(d)))
		if err != nil {
			return nil, err
		}
		experiments = append(experiments, e)
	}
	return experiments, nil
}

// experiment is one code.
func (c *simulateCommand) experiment(con *console, name string) (experiment, error) {
	m, b, err := c.model(con, name)
	if err != nil {
		return experiment{}, err
	}
	e := experiment{name: name, model: m}
	if b != nil {
		e.name = b.Spec()
		e.distance = decode.Distance(b)
	}
	const nameThem = "name logical operators with --logical FILE"
	switch {
	case m.Observables > 0:
		return e, nil
	case b == nil:
		return e, fmt.Errorf("%s: its errors change no observable; %s", name, nameThem)
	}
	rows, err := decode.Logical(b)
	if err != nil {
		return e, fmt.Errorf("%w; %s", err, nameThem)
	}
	return e, m.SetObservables(rows)
}

// pointJSON is what --json prints for each distance and probability.
type pointJSON struct {
	Board    string   `json:"board"`
	Distance int      `json:"distance,omitempty"`
	P        *float64 `json:"p,omitempty"` // nil for a .dem
	Seed     uint64   `json:"seed"`
	Shots    int64    `json:"shots"`
	Failed   int64    `json:"failed"`
	Unproved int64    `json:"unproved"`
	Rate     float64  `json:"rate"`
	Low      float64  `json:"low"`
	High     float64  `json:"high"`
}

// crossingJSON follows the points.
type crossingJSON struct {
	Threshold *float64 `json:"threshold"` // null: the curves do not cross
	Error     float64  `json:"threshold_error,omitempty"`
}

// simulation is a run of simulate.
type simulation struct {
	*simulateCommand
	con         *console
	name        string
	options     decode.Options
	experiments []experiment
	p           []float64
}

func (c *simulateCommand) run(ctx context.Context, con *console, args []string) error {
	if len(args) != 1 {
		return errors.New("simulate takes one MODEL, such as hexcolor:D")
	}
	options, err := c.options()
	if err != nil {
		return err
	}
	experiments, err := c.experiments(con, args[0])
	if err != nil {
		return err
	}
	s := &simulation{simulateCommand: c, con: con, name: args[0], options: options, experiments: experiments}
	if err := s.prepare(); err != nil {
		return err
	}
	points, err := s.points(ctx)
	if err != nil {
		return cause(ctx, err)
	}
	return s.report(points)
}

// ownProbabilities reports whether the model says how likely each of its bits flips.
func (s *simulation) ownProbabilities() bool { return s.experiments[0].model.HasProbabilities() }

// prepare checks the flags.
func (s *simulation) prepare() error {
	var err error
	switch own := s.ownProbabilities(); {
	case own && s.probabilities != "":
		return fmt.Errorf("--p %s: the bits of %s flip with the probabilities of the file", s.probabilities, s.name)
	case own:
		s.p = []float64{0}
	case s.probabilities == "":
		return errors.New("which probabilities? Add --p 0.06-0.13:0.005")
	default:
		if s.p, err = readNumbers(s.probabilities); err != nil {
			return fmt.Errorf("--p: %w", err)
		}
	}
	switch {
	case s.p[0] < 0 || s.p[len(s.p)-1] > 1:
		return fmt.Errorf("--p %s: probabilities are between 0 and 1", s.probabilities)
	case len(s.p)*len(s.experiments) > maxPoints:
		return fmt.Errorf("--d and --p give %d points; up to %d are supported", len(s.p)*len(s.experiments), maxPoints)
	case s.shots == 0 || s.shots > 1<<40:
		return fmt.Errorf("--shots %d: use a number from 1 to 2^40", s.shots)
	}
	return nil
}

// points decodes the shots of each point, in pieces, so that progress is seen.
func (s *simulation) points(ctx context.Context) (points []decode.Point, err error) {
	const piece = 256
	defer s.con.status.Clear()
	for _, e := range s.experiments {
		predictor, err := decode.NewPredictor(ctx, e.model, s.options)
		if err != nil {
			return nil, err
		}
		for _, p := range s.p {
			point := decode.Point{Distance: e.distance, P: p}
			for from := uint64(0); from < s.shots; from += piece {
				s.con.progress("%s, p %v: %d of %d shots", e.name, p, from, s.shots)
				tally, err := predictor.Simulate(ctx, p, s.seed, int64(from), int64(min(from+piece, s.shots)), s.jobs)
				if err != nil {
					return nil, err
				}
				point.Add(tally)
			}
			points = append(points, point)
		}
	}
	return points, nil
}

func (s *simulation) report(points []decode.Point) error {
	unproved := int64(0)
	if !s.json {
		how := "with probability p"
		if s.ownProbabilities() {
			how = "with the probability that the file gives it"
		}
		fmt.Fprintf(s.con.Out, "%s, each bit flips %s; seed %d\n\n", s.name, how, s.seed)
		fmt.Fprintf(s.con.Out, "%8s%10s%12s%10s%12s   95 %% interval\n", "distance", "p", "shots", "wrong", "rate")
	}
	for i, p := range points {
		unproved += p.Unproved
		if err := s.reportPoint(s.con.Out, s.experiments[i/len(s.p)], p); err != nil {
			return err
		}
	}
	if err := s.crossing(s.con.Out, points); err != nil {
		return err
	}
	if unproved > 0 {
		s.con.note("%d shots: not proved to be the most likely error", unproved)
		return outcome(exitGaveUp)
	}
	return nil
}

func (s *simulation) reportPoint(w io.Writer, e experiment, p decode.Point) error {
	low, high := p.Interval()
	if s.json {
		record := pointJSON{e.name, e.distance, &p.P, s.seed, p.Shots, p.Failed, p.Unproved, p.Rate(), low, high}
		if s.ownProbabilities() {
			record.P = nil
		}
		return writeJSON(w, record)
	}
	distance, probability := "-", "-"
	if e.distance > 0 {
		distance = strconv.Itoa(e.distance)
	}
	if !s.ownProbabilities() {
		probability = fmt.Sprint(p.P)
	}
	_, err := fmt.Fprintf(w, "%8s%10s%12d%10d%12.6f   %.6f to %.6f\n",
		distance, probability, p.Shots, p.Failed, p.Rate(), low, high)
	return err
}

func (s *simulation) crossing(w io.Writer, points []decode.Point) (err error) {
	p, deviation, crosses := decode.Threshold(points)
	switch {
	case s.json && crosses:
		return writeJSON(w, crossingJSON{&p, deviation})
	case s.json:
		return writeJSON(w, crossingJSON{})
	case crosses:
		_, err = fmt.Fprintf(w, "\nthe curves of the smallest and the largest code cross at p = %.4f ± %.4f\n",
			p, deviation)
	case len(s.experiments) > 1:
		_, err = fmt.Fprintf(w, "\nno crossing is seen among these points\n")
	}
	return err
}

// maxPoints is how many points a simulation may have.
const maxPoints = 10_000

// numberRange is A-B:STEP. A minus after an e belongs to its number.
var numberRange = regexp.MustCompile(`^([0-9.]+(?:[eE]-?[0-9]+)?)-([^:]*):?(.*)$`)

// readNumbers reads a list of numbers A and ranges A-B:STEP.
func readNumbers(text string) ([]float64, error) {
	var list []float64
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		ends := numberRange.FindStringSubmatch(part)
		if ends == nil {
			x, err := readNumber(part)
			if err != nil {
				return nil, err
			}
			list = append(list, x)
			continue
		}
		if ends[3] == "" {
			return nil, fmt.Errorf("%q: a range needs its step, as in A-B:STEP", part)
		}
		a, err1 := readNumber(ends[1])
		b, err2 := readNumber(ends[2])
		s, err3 := readNumber(ends[3])
		if err := cmp.Or(err1, err2, err3); err != nil {
			return nil, err
		}
		if s <= 0 || a > b || (b-a)/s > maxPoints {
			return nil, fmt.Errorf("%q: write A-B:STEP with A not above B and up to %d steps", part, maxPoints)
		}
		for i := range int(math.Floor((b-a)/s+1e-9)) + 1 {
			// As people write it: 0.06 + 3 times 0.005 is 0.075, not 0.07500000000000001.
			x, _ := strconv.ParseFloat(strconv.FormatFloat(a+float64(i)*s, 'g', 12, 64), 64)
			list = append(list, x)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

func readNumber(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.Trim(text, "0123456789.eE-") != "" || text[0] == '-' {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return x, nil
}
