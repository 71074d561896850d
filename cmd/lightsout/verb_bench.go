package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
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
	usual:   map[string]string{"output": "bench-results", "timeout": "0", "format": "md"},
	choices: map[string]func() []string{"format": func() []string { return bench.Formats }, "engine": benchEngines,
		"proof": bench.ProofKinds},
	limits: "each run (by the CPU)", memory: "each run", run: runBench,
}

func benchEngines() []string { return append(solve.EngineNames(), "all", "none") }

type benchCommand struct {
	bench.Options
	*call
}

func runBench(ctx context.Context, k *call) error {
	c := &benchCommand{call: k}
	con, args := k.con, k.args
	switch {
	case c.given("format") && (len(args) == 0 || args[0] != "report"):
		return usagef("--format goes with bench report")
	case len(args) > 0 && slices.Contains([]string{"report", "compare"}, args[0]) && c.otherFlags(args[0]):
		return usagef("bench %s takes folders of results; the only flags are --format and --filter of a report",
			args[0])
	case len(args) > 0 && args[0] == "report":
		if len(args) < 2 {
			return usagef("bench report takes folders of results")
		}
		return c.report(con, args[1:])
	case len(args) > 0 && args[0] == "compare":
		if len(args) != 3 {
			return usagef("bench compare takes two folders of results")
		}
		return bench.Compare(con.Out, args[1], args[2])
	case len(args) > 0:
		return usagef("bench %s: use report DIR... or compare A B, or no argument to measure", args[0])
	case c.given("timeout") && c.lapse("timeout") == 0:
		return usagef("--timeout %v: use a positive time", c.lapse("timeout"))
	case c.given("wall") && c.lapse("wall") == 0:
		return usagef("--wall 0: use a positive time")
	case c.given("max-memory") && c.size("max-memory") < bench.LeastMemory:
		return usagef("--max-memory %s: a child cannot start with less than %d MiB", sizeText(c.size("max-memory")),
			bench.LeastMemory>>20)
	case c.given("repeat") && c.number("repeat") == 0:
		return usagef("--repeat 0: at least one")
	}
	if _, err := regexp.Compile(c.text("filter")); err != nil {
		return usagef("--filter: %v", err)
	}
	for _, flag := range []string{"suite", "n", "question", "xor", "card", "engine", "shard"} {
		if c.given(flag) && strings.TrimSpace(c.text(flag)) == "" {
			return usagef("--%s: nothing follows", flag)
		}
	}
	c.Options = bench.Options{
		Suite: c.text("suite"), Boards: c.texts("board"), N: c.text("n"), Question: c.text("question"),
		Xor:  c.text("xor"),
		Card: c.text("card"), Engine: c.text("engine"), Solvers: c.texts("solver"), Filter: c.text("filter"),
		Out:    c.text("output"),
		Resume: c.yes("resume"), Peers: c.yes("peers"), Timeout: c.lapse("timeout"), Memory: c.size("max-memory"),
		Repeat: c.number("repeat"), Shard: c.text("shard"), Wall: c.lapse("wall"), Keep: c.text("keep"),
		Proof: c.text("proof"),
	}
	if c.Suite == "" && len(c.Boards) == 0 {
		c.Suite = bench.Suites[0]
	}
	for i, b := range c.Boards {
		if b == "-" {
			c.Boards[i] = "/dev/stdin"
		}
	}
	if c.yes("list") {
		return c.named(bench.List(con.Out, c.Options))
	}
	return c.named(c.measure(ctx, con))
}

// otherFlags reports whether a flag was given that does not go with report or compare.
func (c *benchCommand) otherFlags(name string) bool {
	return slices.ContainsFunc(c.verb.allWords(), func(w word) bool {
		return c.given(w.name) && (name == "compare" || w.name != "format" && w.name != "filter")
	})
}

// named makes a mistake in an option one of the flag of that name.
func (c *benchCommand) named(err error) error {
	if wrong, ok := errors.AsType[*bench.FieldError](err); ok && wrong.Where == "" {
		return usagef("--%s: %v", wrong.Field, wrong.Err)
	}
	return err
}

func (c *benchCommand) measure(ctx context.Context, con *console) error {
	self, err := itself()
	if err != nil {
		return err
	}
	c.Self = self
	if info, ok := debug.ReadBuildInfo(); ok {
		hash, _, more := builtFrom(info)
		if c.Commit = hash; hash != "" && more {
			c.Commit += " with changes"
		}
	}
	begun := time.Now()
	status := con.Status("")
	c.Progress = func(done, of int, r bench.Result) {
		if r.Outcome.Bad() {
			status.Clear()
			fmt.Fprintf(con.Err, "lightsout: %s, seed %d, %s: %s: %s\n", r.Instance, r.Seed, r.Contestant, r.Outcome,
				r.Note)
		}
		left := time.Duration(float64(time.Since(begun)) / float64(done) * float64(of-done))
		status.Say(fmt.Sprintf("%d/%d %s %s %s, some %v left", done, of, r.Instance, r.Contestant, r.Outcome,
			left.Round(time.Second)))
	}
	sum, err := bench.Run(ctx, c.Options)
	status.Clear()
	if ctx.Err() != nil {
		fmt.Fprintf(con.Err, "lightsout: results so far are in %s; the same command with --resume continues\n", c.Out)
		return cause(ctx)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(con.Out, "suite %s: %s; %s\n", sum.Suite, sum, time.Since(begun).Round(time.Second))
	for _, note := range sum.Notes {
		fmt.Fprintln(con.Out, note)
	}
	for _, left := range sum.NotRun {
		fmt.Fprintln(con.Out, left)
	}
	if sum.Tables != "" {
		fmt.Fprintf(con.Out, "\n%s\n", sum.Tables)
	}
	fmt.Fprintf(con.Out, "results in %s; lightsout bench report %s makes all tables and plots\n", c.Out,
		shellWord(c.Out))
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

func (c *benchCommand) report(con *console, dirs []string) error {
	format := c.text("format")
	for _, dir := range dirs {
		file, gaps, err := bench.Report(dir, format, c.text("filter"))
		if err != nil {
			return c.named(err)
		}
		for _, gap := range gaps {
			fmt.Fprintf(con.Err, "lightsout: %s: %s\n", dir, gap)
		}
		fmt.Fprintf(con.Out, "%s\n", file)
	}
	return nil
}

// shellWord is a name as it is typed: in quotes if it has blanks, which names of folders on Windows often have.
func shellWord(name string) string {
	if strings.ContainsAny(name, " \t") {
		return "'" + name + "'"
	}
	return name
}
