package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/codes/decode"
	"lightsout/gf2"
	"lightsout/internal/batch"
)

// decodeCommand is the flags of decode.
type decodeCommand struct {
	modelFlags
	in, inFormat   string
	out, outFormat string
	errorsOut      string
	errorsFormat   string
	timeout        time.Duration
}

func setUpDecode(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
	c, formats := &decodeCommand{}, strings.Join(decode.ShotFormats, "|")
	flags.StringVar(&c.in, "in", "-", "`SHOTS` to decode; - is standard input")
	flags.StringVar(&c.inFormat, "in-format", "", "`FORMAT` of the shots: "+formats+" (default: by suffix, or 01)")
	flags.StringVarP(&c.out, "output", "o", "",
		"write predictions to `FILE`; .01, .b8, .hits and .dets name its format")
	flags.StringVar(&c.outFormat, "out-format", "",
		"`FORMAT` of -o and --errors-out, whose suffixes need not name it then")
	flags.StringVar(&c.errorsOut, "errors-out", "", "write the flips of each shot to `FILE` as well")
	flags.DurationVar(&c.timeout, "timeout", 0, "give up a shot after this `TIME`, e.g. 1s; its best answer is kept")
	c.declare(flags)
	return c.run
}

// shotJSON is the record of a shot.
type shotJSON struct {
	Shot        int     `json:"shot"`
	Weight      *int64  `json:"weight"`
	Proved      bool    `json:"proved"`
	LowerBound  *int64  `json:"lower_bound"`
	Presses     []int   `json:"presses"`
	Observables *[]int  `json:"observables,omitempty"`
	Solvable    *bool   `json:"solvable,omitempty"`
	Witness     []int   `json:"witness,omitempty"`
	Stopped     string  `json:"stopped,omitempty"`
	Seconds     float64 `json:"seconds"`
}

func (c *decodeCommand) run(ctx context.Context, con *console, args []string) error {
	if err := c.validate(args); err != nil {
		return err
	}
	options, err := c.options()
	if err != nil {
		return err
	}
	m, _, err := c.model(con, args[0])
	if err != nil {
		return err
	}
	src, err := con.Open(c.in)
	if err != nil {
		return err
	}
	defer src.Close()
	shots, err := decode.NewShotReader(src, src.Name, c.inFormat, m.Checks)
	if err != nil {
		return err
	}
	outputs, err := c.openOutputs(con, m.Observables > 0)
	if err != nil {
		return err
	}
	predictor, err := decode.NewPredictor(ctx, m, options)
	if err != nil {
		return cause(ctx, err)
	}
	d := &decoding{command: c, con: con, predictor: predictor, shots: shots, outputs: outputs, live: src.Flow}
	return d.run(ctx)
}

func (c *decodeCommand) validate(args []string) error {
	switch {
	case len(args) == 0:
		return errors.New("which code? Name a board such as hexcolor:9, a parity-check matrix or a .dem file")
	case len(args) > 1:
		return fmt.Errorf("decode takes one MODEL, not %d; shots go with --in", len(args))
	case args[0] == "-" && c.in == "-":
		return errors.New("MODEL and the shots cannot both come from standard input; name a file with --in")
	case c.errorsOut == "-":
		return errors.New("--errors-out - : predictions go to standard output; name a file")
	case c.timeout < 0:
		return fmt.Errorf("--timeout %v: use a positive time, or 0 for none", c.timeout)
	case c.json && c.out == "-":
		return errors.New("--json and -o - both go to standard output; choose one")
	case c.json && c.out == "" && c.errorsOut == "" && c.outFormat != "":
		return errors.New("--out-format says nothing here: --json goes to standard output; add -o FILE")
	}
	err := errors.Join(oneOf("in-format", c.inFormat, decode.ShotFormats),
		oneOf("out-format", c.outFormat, decode.ShotFormats))
	if err != nil {
		return err
	}
	c.inFormat = cmp.Or(c.inFormat, suffixFormat(c.in), "01")
	if c.errorsFormat, err = c.formatOf("--errors-out", c.errorsOut); err != nil {
		return err
	}
	c.outFormat, err = c.formatOf("-o", c.out)
	return err
}

// suffixFormat is the format that a file's name ends with.
func suffixFormat(file string) string {
	if suffix := strings.TrimPrefix(filepath.Ext(file), "."); slices.Contains(decode.ShotFormats, suffix) {
		return suffix
	}
	return ""
}

// formatOf is the format of a file that is written: the suffix of its name decides, and --out-format must not
// contradict it. Standard output and names without a suffix have the format of the shots unless it is told.
func (c *decodeCommand) formatOf(flag, file string) (string, error) {
	named := suffixFormat(file)
	switch {
	case named != "" && c.outFormat != "" && c.outFormat != named:
		return "", fmt.Errorf("%s %s is a file of %s, and --out-format %s says otherwise: change one of them",
			flag, file, named, c.outFormat)
	case named == "" && c.outFormat == "" && file != "-" && len(filepath.Ext(file)) > 1:
		return "", fmt.Errorf("%s %s: its suffix or --out-format says which format it has: %s",
			flag, file, strings.Join(decode.ShotFormats, "|"))
	}
	return cmp.Or(named, c.outFormat, c.inFormat), nil
}

// decodeOutput is where results go, and how a shot is written there.
type decodeOutput struct {
	*bufio.Writer
	append func(dst []byte, s *decodedShot) ([]byte, error)
}

func (c *decodeCommand) openOutputs(con *console, observables bool) (outputs []decodeOutput, err error) {
	flips := func(format string) func(dst []byte, s *decodedShot) ([]byte, error) {
		return func(dst []byte, s *decodedShot) ([]byte, error) {
			return decode.AppendShot(dst, format, s.Flips, 'M'), nil
		}
	}
	predictions := flips(c.outFormat)
	if observables {
		predictions = func(dst []byte, s *decodedShot) ([]byte, error) {
			return decode.AppendShot(dst, c.outFormat, s.Observables, 'L'), nil
		}
	}
	for _, file := range []struct {
		flag, name string
		append     func(dst []byte, s *decodedShot) ([]byte, error)
	}{{"-o", c.out, predictions}, {"--errors-out", c.errorsOut, flips(c.errorsFormat)}} {
		if file.name == "" || file.name == "-" {
			continue
		}
		t, err := con.create(file.flag, file.name)
		if err != nil {
			return nil, err
		}
		outputs = append(outputs, decodeOutput{t.Writer, file.append})
	}
	switch {
	case c.json:
		outputs = append(outputs, decodeOutput{con.Out, func(dst []byte, s *decodedShot) ([]byte, error) {
			return appendJSON(dst, s.json(observables))
		}})
	case c.out == "" || c.out == "-":
		outputs = append(outputs, decodeOutput{con.Out, predictions})
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
	live      bool

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
	err := batch.Run[*decodedShot]{
		Jobs: d.command.jobs,
		Next: d.next,
		Size: func(s *decodedShot) int { return s.syndrome.Len() / 8 },
		Make: func(ctx context.Context, s *decodedShot, text []byte) ([]byte, error) { return text, d.decode(ctx, s) },
		Done: d.finished,
	}.Do(ctx)
	d.con.status.Clear()
	result := d.result() // if it failed, its notes belong to what was written
	if err != nil {
		return err
	}
	if d.done == 0 {
		d.con.note("note: %s holds no shots: there was nothing to decode", d.command.in)
	}
	if result != exitDone {
		return result
	}
	return nil
}

func (d *decoding) finished(s *decodedShot, _ []byte) error {
	d.done++
	switch {
	case !s.Possible:
		d.impossible++
	case !s.Proved:
		d.unproved++
		d.why = cmp.Or(d.why, s.why)
	}
	d.con.progress("%d shots decoded, %d of them unproved", d.done, d.unproved)
	return errors.Join(d.write(s), s.interrupted)
}

// result is the exit code, and without --json, whose records say it, a note.
func (d *decoding) result() outcome {
	result := outcome(exitDone)
	note := func(n int, code outcome, format string, args ...any) {
		if n == 0 {
			return
		}
		result = code
		shots := "shots"
		if d.done == 1 {
			shots = "shot"
		}
		if !d.command.json {
			d.con.note("%d of %d %s: %s", n, d.done, shots, fmt.Sprintf(format, args...))
		}
	}
	note(d.impossible, exitNo, "no error explains it; --json shows why")
	note(d.unproved, exitGaveUp, "not proved to be the most likely error (%s); --json gives the bounds", d.why)
	return result
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
	limited, cancel := ctx, context.CancelFunc(func() {})
	if d.command.timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, d.command.timeout)
	}
	defer cancel()
	began := time.Now()
	s.Prediction, err = d.predictor.Predict(limited, s.syndrome)
	s.seconds = time.Since(began).Seconds()
	switch {
	case err != nil:
		return fmt.Errorf("shot %d: %w", s.number+1, err)
	case !s.Possible || s.Proved:
	case ctx.Err() != nil:
		s.interrupted = context.Cause(ctx)
		s.why = s.interrupted.Error()
	case limited.Err() != nil:
		s.why = fmt.Sprintf("--timeout %v was reached", d.command.timeout)
	case errors.Is(s.Stopped, decode.ErrSteps):
		s.why = s.Stopped.Error() + "; --timeout TIME sets a limit of time instead"
	default:
		s.why = s.Stopped.Error()
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
		if err == nil && d.live {
			err = o.Flush()
		}
		if err != nil {
			return err
		}
	}
	return nil
}
