package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
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
		takesOneOf(flags, "in-format", decode.ShotFormats)
		flags.StringVarP(&c.out, "output", "o", "", "write predictions to `FILE`, which appears once complete; .01, .b8, .hits and .dets name its format")
		flags.StringVar(&c.outFormat, "out-format", "", "`FORMAT` of -o and --errors-out (default: by suffix, or as the shots); other suffixes need it")
		takesOneOf(flags, "out-format", decode.ShotFormats)
		flags.StringVar(&c.errorsOut, "errors-out", "", "write the flips of each shot to `FILE` as well")
		flags.StringVar(&c.logical, "logical", "", "`FILE` of logical operators, a row of 0 and 1 each")
		flags.BoolVar(&c.json, "json", false, "a line for each shot: weight, proved, lower_bound, presses (the bits that flip), …")
		flags.DurationVar(&c.timeout, "timeout", 0, "give up a shot after this `TIME`, e.g. 1s; its best answer is kept")
		flags.IntVar(&c.jobs, "jobs", 0, "decode on so many cores (default: all)")
		flags.StringVar(&c.input, "input", "", "`KIND` of MODEL: dem, or one of lightsout help files (default: by content)")
		takesOneOf(flags, "input", append([]string{"dem"}, puzzleFormats(puzzlefile.Format.Reads)...))
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
	out, err := c.openOutputs(con)
	if err != nil {
		return err
	}
	predictor, err := decode.NewPredictor(ctx, m, decode.Options{MaxMemory: int64(c.maxMemory)})
	if err != nil {
		if ctx.Err() != nil {
			return cause(ctx)
		}
		return err
	}
	d := &decoding{command: c, con: con, model: m, predictor: predictor, shots: shots, out: out, flow: src.flow}
	return out.close(d.run(ctx))
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
	case c.errorsOut == "-":
		return usagef("--errors-out - : predictions go to standard output; name a file")
	case c.errorsOut != "" && filepath.Clean(c.errorsOut) == filepath.Clean(c.out):
		return usagef("-o and --errors-out name the same file, %s", c.out)
	}
	if c.inFormat == "" {
		c.inFormat = formatBySuffix(c.in, "01")
	}
	if err := decode.CheckShotFormat(c.inFormat); err != nil {
		return usagef("--in-format: %v", err)
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
	if err := decode.CheckShotFormat(c.outFormat); err != nil {
		return usagef("--out-format: %v", err)
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
	r := puzzlefile.NewReader(in, puzzlefile.ReaderOptions{Name: src.name, Kind: c.input, Only: only, Matrix: true})
	p, err := r.Next()
	if err != nil {
		return nil, nil, err
	}
	switch _, err := r.Next(); {
	case err == nil:
		return nil, nil, usagef("%s holds more than one matrix or board (a blank line ends a matrix of rows); name one, as in %s#1", src.name, src.name)
	case err != io.EOF:
		return nil, nil, err
	}
	if w := p.Board.Warning(); w != "" && (r.Kind() == "text" || r.Kind() == "nested") {
		if p.Board, err = parityChecks(p); err != nil { // a picture that names no board
			return nil, nil, fmt.Errorf("%s: %w", p.Origin, err)
		}
	} else if w != "" {
		fmt.Fprintf(con.err, "lightsout: note: %s\n", w)
	}
	m, err := decode.FromPuzzle(p)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", p.Origin, err)
	}
	return m, p.Board, nil
}

// parityChecks is the board of rows of 0 and 1: the checks of a matrix, whose columns are the bits.
func parityChecks(p *board.Puzzle) (*board.Board, error) {
	shape := p.Board.Shape()
	if shape.Masked || p.Board.States() > 2 {
		return nil, errors.New("the rows of a parity-check matrix are equally long, with 0 or 1 in every place")
	}
	columns := make([][]int, shape.Dims[1])
	for i := range p.On.All() {
		bit := i % len(columns)
		columns[bit] = append(columns[bit], i/len(columns))
	}
	return board.FromToggles(p.Board.Spec(), shape.Dims[0], columns)
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

// decodeOutputs are where the results go; a writer is nil if nobody asked for it.
type decodeOutputs struct {
	con                       *console
	predictions, errors, json *bufio.Writer
}

func (c *decodeCommand) openOutputs(con *console) (*decodeOutputs, error) {
	out := &decodeOutputs{con: con}
	standard := con.out
	if err := con.output(c.out); err != nil {
		return nil, err
	}
	if !c.json || c.out != "" {
		out.predictions = con.out
	}
	if c.json {
		if c.out == "-" {
			return nil, usagef("--json and -o - both go to standard output; choose one")
		}
		out.json = standard
	}
	if c.errorsOut != "" {
		file, err := con.create("--errors-out", c.errorsOut)
		if err != nil {
			return nil, err
		}
		out.errors = file.Writer
	}
	return out, nil
}

// flush passes on what was written so far.
func (o *decodeOutputs) flush() error {
	for _, w := range []*bufio.Writer{o.predictions, o.errors, o.json} {
		if w != nil {
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// close passes on the rest, unless the run failed.
func (o *decodeOutputs) close(err error) error {
	var outcome reported
	if err != nil && !errors.As(err, &outcome) {
		if o.json != nil {
			_ = o.json.Flush() // whole records only; the error is told
		}
		return err
	}
	if e := o.flush(); e != nil {
		return e
	}
	o.con.whole = true // predictions of no bits are an empty file
	return err
}

// decoding is a run over the shots.
type decoding struct {
	command   *decodeCommand
	con       *console
	model     *decode.Model
	predictor *decode.Predictor
	shots     *decode.ShotReader
	out       *decodeOutputs
	flow      bool

	perShot                    atomic.Int64 // about how long a shot takes, in nanoseconds; 0: not known
	read                       int
	done, impossible, unproved int
	why                        string // a shot is unproved
}

// chunk is some shots on their way, and what is to be written about them.
type chunk struct {
	first                     int
	shots                     []gf2.Vec
	predictions, errors, json []byte
	impossible, unproved      int
	why                       string
	interrupted               error // the last of the answers was not finished
}

// A chunk takes about as long as this to decode, so that handing it over costs little, and slow shots
// are handed over one by one.
const (
	chunkTime = 4 * time.Millisecond
	chunkMost = 256
)

func (d *decoding) run(ctx context.Context) error {
	bar := d.con.status("%d shots decoded, %d of them unproved")
	err := batch.Run[*chunk]{
		Jobs: d.command.jobs,
		Next: d.next,
		Size: func(c *chunk) int { return len(c.shots) * (d.model.Checks + d.model.Bits + d.model.Observables) / 8 },
		Make: d.decode,
		Done: func(c *chunk, _ []byte) error {
			d.done += len(c.shots)
			d.impossible += c.impossible
			if d.unproved += c.unproved; d.why == "" {
				d.why = c.why
			}
			bar.show(d.done, d.unproved)
			return errors.Join(d.write(c), c.interrupted)
		},
	}.Do(ctx)
	bar.clear()
	if err != nil {
		_ = d.outcome() // what was decoded is written, and its notes belong to it
		return err
	}
	if d.done == 0 {
		fmt.Fprintf(d.con.err, "lightsout: note: %s holds no shots: there was nothing to decode\n", d.command.in)
	}
	return d.outcome()
}

// outcome is the exit code, and without --json, whose records say it, a note.
func (d *decoding) outcome() error {
	outcome := reported(exitDone)
	note := func(n int, code reported, format string, args ...any) {
		if n == 0 {
			return
		}
		outcome = worse(outcome, code)
		if d.out.json == nil {
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

// next reads some shots, as many as are there if they come from a pipe.
func (d *decoding) next() (*chunk, error) {
	most := 1
	if t := d.perShot.Load(); t > 0 {
		most = int(min(max(int64(chunkTime)/t, 1), chunkMost))
	}
	c := &chunk{first: d.read}
	for len(c.shots) < most && (len(c.shots) == 0 || !d.flow || !d.shots.Waiting()) {
		shot, err := d.shots.Next()
		if err == io.EOF && len(c.shots) > 0 {
			break
		}
		if err != nil {
			return nil, err
		}
		c.shots = append(c.shots, shot)
	}
	d.read += len(c.shots)
	return c, nil
}

func (d *decoding) decode(ctx context.Context, c *chunk, text []byte) ([]byte, error) {
	began := time.Now()
	for i, shot := range c.shots {
		if err := d.one(ctx, c, c.first+i, shot); err != nil {
			return text, err
		}
		if c.interrupted != nil {
			return text, nil
		}
	}
	d.perShot.Store(max(int64(time.Since(began))/int64(len(c.shots)), 1))
	return text, nil
}

// one decodes a shot.
func (d *decoding) one(ctx context.Context, c *chunk, number int, shot gf2.Vec) error {
	limited, cancel := withTimeout(ctx, d.command.timeout)
	defer cancel()
	began := time.Now()
	p, err := d.predictor.Predict(limited, shot)
	took := time.Since(began)
	if err != nil {
		return fmt.Errorf("shot %d: %w", number+1, err)
	}
	why := ""
	switch {
	case !p.Possible:
		c.impossible++
	case !p.Proved:
		why = d.whyUnproved(limited, p.Stopped)
		if ctx.Err() != nil {
			c.interrupted = cause(ctx)
		}
		c.unproved, c.why = c.unproved+1, why
	}
	format := d.command.outFormat
	if d.out.predictions != nil {
		if d.model.Observables > 0 {
			c.predictions = decode.AppendShot(c.predictions, format, p.Observables, 'L')
		} else {
			c.predictions = decode.AppendShot(c.predictions, format, p.Flips, 'M')
		}
	}
	if d.out.errors != nil {
		c.errors = decode.AppendShot(c.errors, d.command.errorsFormat, p.Flips, 'M')
	}
	if d.out.json == nil {
		return nil
	}
	record := shotJSON{Shot: number, Proved: p.Proved, Presses: indices(p.Flips), Stopped: why, Seconds: took.Seconds()}
	if p.Possible {
		record.Weight, record.LowerBound = &p.Weight, &p.Lower
	} else {
		record.Proved, record.Solvable, record.Witness = true, new(bool), p.Witness
	}
	if d.model.Observables > 0 {
		list := indices(p.Observables)
		record.Observables = &list
	}
	c.json, err = appendJSON(c.json, record)
	return err
}

// whyUnproved says in words why a shot's answer is not proved.
func (d *decoding) whyUnproved(ctx context.Context, stopped error) string {
	switch {
	case ctx.Err() != nil:
		return why(cause(ctx))
	case errors.Is(stopped, decode.ErrSteps):
		return stopped.Error() + "; --timeout TIME sets a limit of time instead"
	}
	return why(stopped)
}

// indices is never null in JSON.
func indices(v gf2.Vec) []int { return append([]int{}, v.Indices()...) }

func (d *decoding) write(c *chunk) error {
	for _, o := range []struct {
		w    *bufio.Writer
		text []byte
	}{{d.out.predictions, c.predictions}, {d.out.errors, c.errors}, {d.out.json, c.json}} {
		if o.w != nil {
			if _, err := o.w.Write(o.text); err != nil {
				return err
			}
		}
	}
	if d.flow {
		return d.out.flush()
	}
	return nil
}
