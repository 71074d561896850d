package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"lightsout/bench"
	"lightsout/solve"
)

var benchVerb = verb{
	name: "bench", args: "[report DIR... | compare A B]",
	summary: "compare encodings, engines and other solvers; write tables and plots",
	takes:   "suite board n question xor engine solver list output resume timeout",
	rare:    "filter peers repeat shard format card wall keep proof max-memory",
	about: map[string]string{"board": "a board or a FILE of puzzles; may be given again",
		"engine": "engines to measure: ", "output": "the folder of the results",
		"proof": "ask solvers for a proof where there is no model, and check it: "},
	usual: map[string]string{"output": "bench-results", "format": "md"},
	spans: map[string]span{"timeout": {from: 1}, "max-memory": {from: bench.LeastMemory}},
	choices: map[string]func() []string{
		"format": func() []string { return bench.Formats }, "engine": benchEngines, "proof": bench.ProofKinds,
	},
	limits: "each run, in CPU time", memory: "each run", run: measure,
	questions: []question{
		{about: "measuring", takes: measured + " output resume keep wall"},
		{asked: "list", takes: measured + " output resume keep wall"},
		{argument: "report", args: "DIR…", count: count{1, anyNumber}, about: "bench report", takes: "format filter",
			run: benchReport},
		{argument: "compare", args: "A B", count: count{2, 2}, about: "bench compare", run: benchCompare},
	},
}

// measured are the flags that say what is measured.
const measured = "suite board n question xor engine solver filter peers repeat shard card proof timeout max-memory"

func benchEngines() []string { return append(solve.EngineNames(), "all", "none") }

type benchCommand struct {
	options bench.Options
	*call
}

func benchReport(_ context.Context, k *call) error {
	for _, dir := range k.args[1:] {
		file, gaps, err := bench.Report(dir, k.text("format"), k.text("filter"))
		if err != nil {
			return (&benchCommand{call: k}).named(err)
		}
		for _, gap := range gaps {
			fmt.Fprintf(k.con.Err, "lightsout: %s: %s\n", dir, gap)
		}
		fmt.Fprintf(k.con.Out, "%s\n", file)
	}
	return nil
}

func benchCompare(_ context.Context, k *call) error {
	return bench.Compare(k.con.Out, k.args[1], k.args[2])
}

// measure is bench without a word after it.
func measure(ctx context.Context, k *call) error {
	c := &benchCommand{call: k}
	c.options = bench.Options{
		Suite: c.text("suite"), Boards: c.texts("board"), N: c.text("n"), Question: c.text("question"),
		Xor: c.text("xor"), Card: c.text("card"), Engine: c.text("engine"), Solvers: c.texts("solver"),
		Filter: c.text("filter"), Out: c.text("output"), Resume: c.yes("resume"), Peers: c.yes("peers"),
		Timeout: c.lapse("timeout"), Memory: c.size("max-memory"), Repeat: c.number("repeat"), Shard: c.text("shard"),
		Wall: c.lapse("wall"), Keep: c.text("keep"), Proof: c.text("proof"),
	}
	if c.options.Suite == "" && len(c.options.Boards) == 0 {
		c.options.Suite = bench.Suites[0]
	}
	for i, b := range c.options.Boards {
		if b == "-" {
			c.options.Boards[i] = "/dev/stdin"
		}
	}
	if c.yes("list") {
		return c.named(bench.List(c.con.Out, c.options))
	}
	return c.named(c.run(ctx))
}

// named makes a mistake in an option one of the flag of that name.
func (c *benchCommand) named(err error) error {
	if wrong, ok := errors.AsType[*bench.FieldError](err); ok && wrong.Where == "" {
		return usagef("--%s: %v", wrong.Field, wrong.Err)
	}
	return err
}

func (c *benchCommand) run(ctx context.Context) error {
	self, err := itself()
	if err != nil {
		return err
	}
	c.options.Self = self
	if info, ok := debug.ReadBuildInfo(); ok {
		hash, _, more := builtFrom(info)
		if c.options.Commit = hash; hash != "" && more {
			c.options.Commit += " with changes"
		}
	}
	begun := time.Now()
	status := c.con.Status("")
	c.options.Progress = func(done, of int, r bench.Result) {
		if r.Outcome.Bad() {
			status.Clear()
			fmt.Fprintf(c.con.Err, "lightsout: %s, seed %d, %s: %s: %s\n", r.Instance, r.Seed, r.Contestant, r.Outcome,
				r.Note)
		}
		left := time.Duration(float64(time.Since(begun)) / float64(done) * float64(of-done))
		status.Say(fmt.Sprintf("%d/%d %s %s %s, some %v left", done, of, r.Instance, r.Contestant, r.Outcome,
			left.Round(time.Second)))
	}
	sum, err := bench.Run(ctx, c.options)
	status.Clear()
	if ctx.Err() != nil {
		fmt.Fprintf(c.con.Err, "lightsout: results so far are in %s; the same command with --resume continues\n",
			c.options.Out)
		return cause(ctx)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.con.Out, "suite %s: %s; %s\n", sum.Suite, sum, time.Since(begun).Round(time.Second))
	for _, note := range sum.Notes {
		fmt.Fprintln(c.con.Out, note)
	}
	for _, left := range sum.NotRun {
		fmt.Fprintln(c.con.Out, left)
	}
	if sum.Tables != "" {
		fmt.Fprintf(c.con.Out, "\n%s\n", sum.Tables)
	}
	fmt.Fprintf(c.con.Out, "results in %s; lightsout bench report %s makes all tables and plots\n", c.options.Out,
		shellWord(c.options.Out))
	if !sum.Sound() {
		return reported(exitNo)
	}
	return nil
}

// itself is the path of this program.
func itself() (string, error) {
	path, err := exec.LookPath(os.Args[0])
	if err != nil {
		return os.Executable()
	}
	return filepath.Abs(path)
}

// shellWord is a name as it is typed: in quotes if it has blanks, which names of folders on Windows often have.
func shellWord(name string) string {
	if strings.ContainsAny(name, " \t") {
		return "'" + name + "'"
	}
	return name
}
