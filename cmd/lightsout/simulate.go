package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/internal/decode"
)

// simulateFlags are those of decode --simulate.
type simulateFlags struct {
	name, distances, probabilities string
	shots, seed                    uint64
}

func (s *simulateFlags) declare(flags *pflag.FlagSet) {
	flags.StringVar(&s.name, "simulate", "", "random errors of `MODEL`, in place of shots; the D of hexcolor:D is each of --d")
	flags.StringVar(&s.distances, "d", "", "`LIST` of distances: 5,9,13 or 5-21:4")
	flags.StringVar(&s.probabilities, "p", "", "`RANGE` of flip probabilities: 0.06-0.13:0.005 or 0.01,0.05; not for a .dem")
	flags.Uint64Var(&s.shots, "shots", 10_000, "`N` shots for each distance and probability")
	flags.Uint64Var(&s.seed, "seed", 1, "`SEED` of --simulate")
}

// simulationFlags and shotFlags do not go with each other.
var (
	simulationFlags = []string{"d", "p", "shots", "seed"}
	shotFlags       = []string{"in", "in-format", "out-format", "errors-out", "timeout"}
)

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

// experiment is a code to simulate.
type experiment struct {
	name     string // of the board or of the file
	distance int    // 0: not known
	model    *decode.Model
}

// experiments are the codes of --simulate and --d.
func (c *decodeCommand) experiments(con *console) ([]experiment, error) {
	s := &c.simulation
	name, size, _ := strings.Cut(s.name, ":")
	if size != "D" {
		if s.distances != "" {
			return nil, usagef("--d replaces the D of a SPEC such as %s:D; %s has none", name, s.name)
		}
		e, err := c.experiment(con, s.name)
		return []experiment{e}, err
	}
	if s.distances == "" {
		return nil, usagef("--simulate %s: which distances? Add --d 5,9,13", s.name)
	}
	if c.logical != "" {
		return nil, usagef("--logical names the bits of one code: use it with --simulate %s:5", name)
	}
	list, err := readNumbers(s.distances)
	if err != nil {
		return nil, usagef("--d: %v", err)
	}
	var experiments []experiment
	for _, d := range list {
		if d != math.Trunc(d) || d < 1 || d > 1e6 {
			return nil, usagef("--d: %v is not a distance", d)
		}
		e, err := c.experiment(con, fmt.Sprintf("%s:%d", name, int(d)))
		if err != nil {
			return nil, err
		}
		experiments = append(experiments, e)
	}
	return experiments, nil
}

// experiment is a code that is not one of several.
func (c *decodeCommand) experiment(con *console, name string) (experiment, error) {
	m, b, err := c.model(con, name)
	if err != nil {
		return experiment{}, err
	}
	e := experiment{name: name, model: m}
	if b != nil {
		e.name = b.Spec()
		e.distance = decode.Distance(b)
	}
	if err := c.setLogical(con, m); err != nil || m.Observables > 0 {
		return e, err
	}
	if b == nil {
		return e, usagef("--simulate %s: its errors change no observable; name logical operators with --logical FILE", name)
	}
	rows, err := decode.Logical(b)
	if err != nil {
		return e, usagef("--simulate: %v; name logical operators with --logical FILE", err)
	}
	return e, m.SetObservables(rows)
}

// pointJSON is what --json prints for each distance and probability.
type pointJSON struct {
	Board    string   `json:"board"`
	Distance int      `json:"distance,omitempty"` // of a named code
	P        *float64 `json:"p,omitempty"`        // of a flip; not for a .dem
	Seed     uint64   `json:"seed"`
	Shots    int64    `json:"shots"`    // how many were decoded
	Failed   int64    `json:"failed"`   // answers that change an observable
	Unproved int64    `json:"unproved"` // answers not proved
	Rate     float64  `json:"rate"`     // failed divided by shots
	Low      float64  `json:"low"`      // lower end of Wilson's 95 % interval
	High     float64  `json:"high"`     // upper end
}

// crossingJSON follows the points.
type crossingJSON struct {
	Threshold *float64 `json:"threshold"`                 // the probability at which the curves cross; null if they do not
	Error     float64  `json:"threshold_error,omitempty"` // its standard deviation
}

// simulation is a run of decode --simulate.
type simulation struct {
	*simulateFlags
	con         *console
	jobs        int
	options     decode.Options
	experiments []experiment
	p           []float64
}

func (c *decodeCommand) simulate(ctx context.Context, con *console) error {
	experiments, err := c.experiments(con)
	if err != nil {
		return err
	}
	s := &simulation{
		simulateFlags: &c.simulation, con: con, jobs: c.jobs, experiments: experiments,
		options: decode.Options{MaxMemory: int64(c.maxMemory)},
	}
	if err := s.prepare(); err != nil {
		return err
	}
	con.json = c.json
	points, err := s.run(ctx)
	if err != nil {
		return err
	}
	return s.report(points, c.json)
}

// ownProbabilities reports whether the model says how likely each of its bits flips.
func (s *simulation) ownProbabilities() bool { return s.experiments[0].model.HasProbabilities() }

// prepare checks the flags.
func (s *simulation) prepare() error {
	var err error
	switch own := s.ownProbabilities(); {
	case own && s.probabilities != "":
		return usagef("--p %s: the bits of %s flip with the probabilities of the file", s.probabilities, s.name)
	case own:
		s.p = []float64{0}
	case s.probabilities == "":
		return usagef("--simulate: which probabilities? Add --p 0.06-0.13:0.005")
	default:
		if s.p, err = readNumbers(s.probabilities); err != nil {
			return usagef("--p: %v", err)
		}
	}
	switch {
	case s.p[0] < 0 || s.p[len(s.p)-1] > 1:
		return usagef("--p %s: probabilities are between 0 and 1", s.probabilities)
	case len(s.p)*len(s.experiments) > maxPoints:
		return usagef("--d and --p give %d points; up to %d are supported", len(s.p)*len(s.experiments), maxPoints)
	case s.shots == 0 || s.shots > 1<<40:
		return usagef("--shots %d: use a number from 1 to 2^40", s.shots)
	}
	return nil
}

// run decodes the shots of each point. Shots are decoded in pieces, so that the bar moves.
func (s *simulation) run(ctx context.Context) (points []decode.Point, err error) {
	const piece = 256
	bar := s.con.workBar("shots")
	defer bar.clear()
	for _, e := range s.experiments {
		predictor, err := decode.NewPredictor(ctx, e.model, s.options)
		if err != nil {
			return nil, because(ctx, err)
		}
		for _, p := range s.p {
			point := decode.Point{Distance: e.distance, P: p}
			for from := uint64(0); from < s.shots; from += piece {
				bar.show(fmt.Sprintf("%s, p %v", e.name, p), int(from), int(s.shots))
				tally, err := predictor.Simulate(ctx, p, s.seed, int64(from), int64(min(from+piece, s.shots)), s.jobs)
				if err != nil {
					return nil, because(ctx, err)
				}
				point.Shots, point.Failed, point.Unproved = point.Shots+tally.Shots, point.Failed+tally.Failed, point.Unproved+tally.Unproved
			}
			points = append(points, point)
		}
	}
	return points, nil
}

func because(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return cause(ctx)
	}
	return err
}

func (s *simulation) report(points []decode.Point, asJSON bool) error {
	unproved := int64(0)
	if !asJSON {
		how := "with probability p"
		if s.ownProbabilities() {
			how = "with the probability that the file gives it"
		}
		fmt.Fprintf(s.con.out, "%s, each bit flips %s; seed %d\n\n%8s%10s%12s%10s%12s   95 %% interval\n", s.name, how, s.seed, "distance", "p", "shots", "wrong", "rate")
	}
	for i, p := range points {
		unproved += p.Unproved
		low, high := p.Interval()
		e := s.experiments[i/len(s.p)]
		if asJSON {
			record := pointJSON{e.name, e.distance, &p.P, s.seed, p.Shots, p.Failed, p.Unproved, p.Rate(), low, high}
			if s.ownProbabilities() {
				record.P = nil
			}
			if err := writeJSON(s.con.out, record); err != nil {
				return err
			}
			continue
		}
		distance, probability := "-", "-"
		if e.distance > 0 {
			distance = strconv.Itoa(e.distance)
		}
		if !s.ownProbabilities() {
			probability = fmt.Sprint(p.P)
		}
		fmt.Fprintf(s.con.out, "%8s%10s%12d%10d%12.6f   %.6f to %.6f\n", distance, probability, p.Shots, p.Failed, p.Rate(), low, high)
	}
	if err := s.crossing(s.con.out, points, asJSON); err != nil {
		return err
	}
	if unproved > 0 {
		fmt.Fprintf(s.con.err, "lightsout: %d shots: not proved to be the most likely error\n", unproved)
		return reported(exitGaveUp)
	}
	return nil
}

func (s *simulation) crossing(w io.Writer, points []decode.Point, asJSON bool) error {
	p, deviation, crosses := decode.Threshold(points)
	switch {
	case asJSON && crosses:
		return writeJSON(w, crossingJSON{&p, deviation})
	case asJSON:
		return writeJSON(w, crossingJSON{})
	case crosses:
		fmt.Fprintf(w, "\nthe curves of the smallest and the largest code cross at p = %.4f ± %.4f\n", p, deviation)
	case len(s.experiments) > 1:
		fmt.Fprintf(w, "\nno crossing is seen among these points\n")
	}
	return nil
}
