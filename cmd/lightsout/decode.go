package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/batch"
	"lightsout/internal/decode"
	"lightsout/puzzlefile"
)

var decodeVerb = verb{
	name: "decode", args: "MODEL | --simulate MODEL", summary: "error correction: the most likely error for each syndrome, proved",
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &decodeCommand{flags: flags}
		flags.StringVar(&c.in, "in", "-", "`SHOTS` to decode; - is standard input")
		flags.StringVar(&c.inFormat, "in-format", "", "`FORMAT` of the shots: "+joinWords(decode.ShotFormats)+" (default: by suffix, or 01)")
		takesOnly(flags, "in-format", decode.ShotFormats)
		flags.StringVarP(&c.out, "output", "o", "", "write predictions to `FILE`, which appears once complete; .01, .b8, .hits and .dets name its format")
		flags.StringVar(&c.outFormat, "out-format", "", "`FORMAT` of -o and --errors-out (default: by suffix, or as the shots); other suffixes need it")
		takesOnly(flags, "out-format", decode.ShotFormats)
		flags.StringVar(&c.errorsOut, "errors-out", "", "write the flips of each shot to `FILE` as well")
		flags.StringVar(&c.logical, "logical", "", "`FILE` of logical operators, a row of 0 and 1 each")
		flags.BoolVar(&c.json, "json", false, "a line for each shot: weight, proved, lower_bound, presses (the bits that flip), …")
		flags.DurationVar(&c.timeout, "timeout", 0, "give up a shot after this `TIME`, e.g. 1s; its best answer is kept")
		flags.IntVar(&c.jobs, "jobs", 0, "decode on so many cores (default: all)")
		flags.StringVar(&c.input, "input", "", "`KIND` of MODEL: dem, or one of lightsout help files (default: by content)")
		takesOnly(flags, "input", append([]string{"dem"}, puzzleFormats(puzzlefile.Format.Reads)...))
		flags.Var(&c.maxMemory, "max-memory", "for the tables of a shot, at most this `SIZE`, e.g. 2GiB; 0 is the default")
		c.simulation.declare(flags)
		onlyInMore(flags, "jobs", "input", "max-memory", "seed")
		return c.run
	},
}

type decodeCommand struct {
	flags                              *pflag.FlagSet
	in, inFormat                       string
	errorsFormat                       string // of --errors-out
	out, outFormat, errorsOut, logical string
	json                               bool
	timeout                            time.Duration
	jobs                               int
	input                              string
	maxMemory                          size
	simulation                         simulateFlags
}

// shotJSON is the record of a shot.
type shotJSON struct {
	Shot        int     `json:"shot"`                  // its number
	Weight      *int64  `json:"weight"`                // of the error: bits flipped, or the sum of 10,000·ln((1−p)/p); null if no error explains the shot
	Proved      bool    `json:"proved"`                // no error that explains the shot weighs less
	LowerBound  *int64  `json:"lower_bound"`           // every such error weighs at least this; null likewise
	Presses     []int   `json:"presses"`               // the bits that flip
	Observables *[]int  `json:"observables,omitempty"` // the observables that the error changes
	Solvable    *bool   `json:"solvable,omitempty"`    // false: no error explains the shot
	Witness     []int   `json:"witness,omitempty"`     // why: checks, an odd number of them violated, that every bit meets an even number of times
	Stopped     string  `json:"stopped,omitempty"`
	Seconds     float64 `json:"seconds"`
}

func (c *decodeCommand) run(ctx context.Context, con *console, args []string) error {
	if err := c.validate(args); err != nil {
		return err
	}
	if c.simulation.name != "" {
		return c.simulate(ctx, con)
	}
	m, _, err := c.model(con, args[0])
	if err != nil {
		return err
	}
	if err := c.setLogical(con, m); err != nil {
		return err
	}
	src, err := con.source(c.in)
	if err != nil {
		return err
	}
	defer src.close()
	shots, err := decode.NewShotReader(src, src.name, c.inFormat, m.Checks)
	if err != nil {
		return err
	}
	outputs, err := c.openOutputs(con, m.Observables > 0)
	if err != nil {
		return err
	}
	predictor, err := decode.NewPredictor(ctx, m, decode.Options{MaxMemory: int64(c.maxMemory)})
	if err != nil {
		return because(ctx, err)
	}
	d := &decoding{command: c, con: con, predictor: predictor, shots: shots, outputs: outputs, flow: src.flow}
	return d.run(ctx)
}

func (c *decodeCommand) validate(args []string) error {
	simulate := c.flags.Changed("simulate")
	given := func(names []string) string {
		i := slices.IndexFunc(names, c.flags.Changed)
		if i < 0 {
			return ""
		}
		return names[i]
	}
	if name := given(shotFlags); simulate && name != "" {
		return usagef("--%s is about shots of a file: it does not go with --simulate", name)
	}
	if name := given(simulationFlags); !simulate && name != "" {
		return usagef("--%s goes with --simulate", name)
	}
	switch {
	case simulate && len(args) > 0:
		return usagef("--simulate takes its code as a value, not a MODEL as well: %s", args[0])
	case simulate && c.simulation.name == "":
		return usagef("--simulate: name a code, such as hexcolor:D")
	case simulate && c.out != "":
		return usagef("-o %s: rates go to standard output", c.out)
	case simulate:
		return nil
	case len(args) == 0:
		return usagef("which code? Name a board such as hexcolor:9, a parity-check matrix or a .dem file")
	case len(args) > 1:
		return usagef("decode takes one MODEL, not %d; shots go with --in", len(args))
	case args[0] == "-" && c.in == "-":
		return usagef("MODEL and the shots cannot both come from standard input; name a file with --in")
	case c.json && c.out == "-":
		return usagef("--json and -o - both go to standard output; choose one")
	case c.errorsOut == "-":
		return usagef("--errors-out - : predictions go to standard output; name a file")
	}
	if c.inFormat == "" {
		c.inFormat = formatBySuffix(c.in, "01")
	}
	if c.outFormat == "" {
		c.outFormat = c.inFormat
	}
	var err error
	if c.errorsFormat, err = nameFormat(c.flags, "out-format", c.outFormat, c.errorsOut, decode.ShotFormats); err != nil {
		return usagef("--errors-out %s: its suffix or --out-format says which format it has: %s", c.errorsOut, joinWords(decode.ShotFormats))
	}
	if c.outFormat, err = nameFormat(c.flags, "out-format", c.outFormat, c.out, decode.ShotFormats); err != nil {
		return err
	}
	if c.json && c.out == "" && c.errorsOut == "" && c.flags.Changed("out-format") {
		return usagef("--out-format says nothing here: --json goes to standard output; add -o FILE")
	}
	return nil
}

// formatBySuffix is the format that a file's name ends with.
func formatBySuffix(file, otherwise string) string {
	if suffix := strings.TrimPrefix(filepath.Ext(file), "."); slices.Contains(decode.ShotFormats, suffix) {
		return suffix
	}
	return otherwise
}

// model reads MODEL: a file, or a SPEC if there is no such file. A .dem file has no board.
func (c *decodeCommand) model(con *console, name string) (*decode.Model, *board.Board, error) {
	file, only := puzzlefile.FileNumber(name)
	if _, err := os.Stat(file); name != "-" && errors.Is(err, os.ErrNotExist) {
		b, specErr := puzzlefile.ParseBoard(name)
		switch {
		case specErr == nil && c.input != "":
			return nil, nil, usagef("--input goes with a file; %s is a board", name)
		case specErr == nil:
			m, err := decode.FromBoard(b)
			return m, b, err
		case strings.ContainsAny(name, "/.") && !strings.HasPrefix(name, "graph:"):
			return nil, nil, err
		default:
			return nil, nil, usagef("there is no file %s, and no such board: %v", name, specErr)
		}
	}
	src, err := con.source(file)
	if err != nil {
		return nil, nil, err
	}
	defer src.close()
	in := bufio.NewReaderSize(src, 1<<16)
	first, err := decode.FirstLine(in, "#")
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", src.name, err)
	}
	if c.input == "dem" || c.input == "" && (strings.EqualFold(filepath.Ext(file), ".dem") || decode.IsDEM(first)) {
		if only != 0 {
			return nil, nil, usagef("%s: a .dem file holds one model", name)
		}
		m, err := decode.ReadDEM(in, src.name)
		return m, nil, err
	}
	p, err := decode.ReadMatrix(in, puzzlefile.ReaderOptions{Name: src.name, Kind: c.input, Only: only})
	if err != nil {
		return nil, nil, err
	}
	if w := p.Board.Warning(); w != "" {
		fmt.Fprintf(con.err, "lightsout: note: %s\n", w)
	}
	m, err := decode.FromPuzzle(p)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", p.Origin, err)
	}
	return m, p.Board, nil
}

// setLogical gives the model the observables of --logical.
func (c *decodeCommand) setLogical(con *console, m *decode.Model) error {
	switch {
	case c.logical == "":
		return nil
	case m.Observables > 0:
		return usagef("--logical: the .dem file says already which observables its errors change")
	}
	rows, err := readFile(con, c.logical, func(in io.Reader, name string) ([]gf2.Vec, error) { return decode.ReadLogical(in, name, m.Bits) })
	if err != nil {
		return err
	}
	return m.SetObservables(rows)
}

// decodeOutput is a file of results, and how a shot is written there.
type decodeOutput struct {
	*bufio.Writer
	append func(dst []byte, s *decodedShot) ([]byte, error)
}

func (c *decodeCommand) openOutputs(con *console, observables bool) (outputs []decodeOutput, err error) {
	standard := con.out
	if err := con.output(c.out); err != nil {
		return nil, err
	}
	if !c.json || c.out != "" {
		outputs = append(outputs, decodeOutput{con.out, func(dst []byte, s *decodedShot) ([]byte, error) {
			if observables {
				return decode.AppendShot(dst, c.outFormat, s.Observables, 'L'), nil
			}
			return decode.AppendShot(dst, c.outFormat, s.Flips, 'M'), nil
		}})
	}
	if c.errorsOut != "" {
		file, err := con.create("--errors-out", c.errorsOut)
		if err != nil {
			return nil, err
		}
		outputs = append(outputs, decodeOutput{file.Writer, func(dst []byte, s *decodedShot) ([]byte, error) {
			return decode.AppendShot(dst, c.errorsFormat, s.Flips, 'M'), nil
		}})
	}
	if c.json {
		outputs = append(outputs, decodeOutput{standard, func(dst []byte, s *decodedShot) ([]byte, error) {
			return appendJSON(dst, s.json(observables))
		}})
	}
	return outputs, nil
}

// decoding is a run over the shots.
type decoding struct {
	command   *decodeCommand
	con       *console
	predictor *decode.Predictor
	shots     *decode.ShotReader
	outputs   []decodeOutput
	flow      bool

	read, done, impossible, unproved int
	why                              string // a shot is unproved
}

// decodedShot is a shot and what was found.
type decodedShot struct {
	number   int
	syndrome gf2.Vec
	decode.Prediction
	seconds     float64
	why         string // it is not proved
	interrupted error  // it was not finished
}

func (d *decoding) run(ctx context.Context) error {
	bar := d.con.status("%d shots decoded, %d of them unproved")
	err := batch.Run[*decodedShot]{
		Jobs: d.command.jobs,
		Next: d.next,
		Size: func(s *decodedShot) int { return s.syndrome.Len() / 8 },
		Make: func(ctx context.Context, s *decodedShot, text []byte) ([]byte, error) { return text, d.decode(ctx, s) },
		Done: func(s *decodedShot, _ []byte) error {
			d.done++
			switch {
			case !s.Possible:
				d.impossible++
			case !s.Proved:
				d.unproved++
				d.why = cmp.Or(d.why, s.why)
			}
			bar.show(d.done, d.unproved)
			return errors.Join(d.write(s), s.interrupted)
		},
	}.Do(ctx)
	bar.clear()
	outcome := d.outcome() // if it failed, what was decoded is written, and its notes belong to it
	if err != nil {
		if d.command.json {
			_ = d.outputs[len(d.outputs)-1].Flush() // whole records only; the error is told
		}
		return err
	}
	if d.done == 0 {
		fmt.Fprintf(d.con.err, "lightsout: note: %s holds no shots: there was nothing to decode\n", d.command.in)
	}
	for _, o := range d.outputs {
		if err := o.Flush(); err != nil {
			return err
		}
	}
	d.con.whole = true // predictions of no bits are an empty file
	return outcome
}

// outcome is the exit code, and without --json, whose records say it, a note.
func (d *decoding) outcome() error {
	outcome := reported(exitDone)
	note := func(n int, code reported, format string, args ...any) {
		if n == 0 {
			return
		}
		outcome = worse(outcome, code)
		if !d.command.json {
			fmt.Fprintf(d.con.err, "lightsout: %d of %s: %s\n", n, plural(d.done, "shot", "shots"), fmt.Sprintf(format, args...))
		}
	}
	note(d.impossible, exitNo, "no error explains it; --json shows why")
	note(d.unproved, exitGaveUp, "not proved to be the most likely error (%s); --json gives the bounds", d.why)
	if outcome != exitDone {
		return outcome
	}
	return nil
}

func (d *decoding) next() (*decodedShot, error) {
	syndrome, err := d.shots.Next()
	if err != nil {
		return nil, err
	}
	d.read++
	return &decodedShot{number: d.read - 1, syndrome: syndrome}, nil
}

func (d *decoding) decode(ctx context.Context, s *decodedShot) (err error) {
	limited, cancel := withTimeout(ctx, d.command.timeout)
	defer cancel()
	began := time.Now()
	s.Prediction, err = d.predictor.Predict(limited, s.syndrome)
	s.seconds = time.Since(began).Seconds()
	switch {
	case err != nil:
		return fmt.Errorf("shot %d: %w", s.number+1, err)
	case !s.Possible || s.Proved:
		return nil
	case ctx.Err() != nil:
		s.interrupted = cause(ctx)
	}
	switch {
	case limited.Err() != nil:
		s.why = why(cause(limited))
	case errors.Is(s.Stopped, decode.ErrSteps):
		s.why = s.Stopped.Error() + "; --timeout TIME sets a limit of time instead"
	default:
		s.why = why(s.Stopped)
	}
	return nil
}

func (s *decodedShot) json(observables bool) shotJSON {
	record := shotJSON{Shot: s.number, Proved: s.Proved, Presses: indices(s.Flips), Stopped: s.why, Seconds: s.seconds}
	if s.Possible {
		record.Weight, record.LowerBound = &s.Weight, &s.Lower
	} else {
		record.Proved, record.Solvable, record.Witness = true, new(bool), s.Witness
	}
	if observables {
		list := indices(s.Observables)
		record.Observables = &list
	}
	return record
}

// indices is never null in JSON.
func indices(v gf2.Vec) []int { return append([]int{}, v.Indices()...) }

func (d *decoding) write(s *decodedShot) error {
	for _, o := range d.outputs {
		text, err := o.append(o.AvailableBuffer(), s)
		if err == nil {
			_, err = o.Write(text)
		}
		if err == nil && d.flow {
			err = o.Flush()
		}
		if err != nil {
			return err
		}
	}
	return nil
}
