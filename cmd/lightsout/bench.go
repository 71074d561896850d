package main

import (
	"cmp"
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

	"github.com/spf13/pflag"

	"lightsout/bench"
)

var benchVerb = verb{
	name: "bench", args: "[report DIR... | compare A B]", summary: "compare encodings, engines and other solvers; write tables and plots",
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &benchCommand{flags: flags}
		flags.StringVar(&c.Suite, "suite", "", "`NAME` or FILE: "+strings.Join(bench.Suites, ", ")+" (default quick)")
		takesOneOf(flags, "suite", bench.Suites)
		flags.StringArrayVarP(&c.Boards, "board", "b", nil, "instead of a suite, `SPEC`, SPEC with N, graph:FILE or FILE; repeatable")
		flags.StringVar(&c.N, "n", "", "`LIST` of numbers for N in --board: 4-20 or 6,8,10")
		flags.StringVar(&c.Question, "question", "", "`LIST` of any, none, at-most, too-few, min (default any)")
		flags.StringVar(&c.Xor, "xor", "", "`LIST` of XOR encodings, or all")
		flags.StringVar(&c.Card, "card", "", "`LIST` of counting encodings, or all")
		flags.StringVar(&c.Engine, "engine", "", "`LIST` of engines, or all, or none")
		flags.StringArrayVar(&c.Solvers, "solver", nil, "`NAME=COMMAND` with {cnf} or another format, or a known NAME; repeatable")
		flags.BoolVar(&c.list, "list", false, "list what would be measured, and stop")
		flags.StringVar(&c.Filter, "filter", "", "only pairs whose \"instance contestant\" matches `REGEXP`")
		flags.StringVar(&c.Out, "out", "bench-results", "the folder `DIR` of results")
		flags.BoolVar(&c.Resume, "resume", false, "skip what was measured with the same limits")
		flags.BoolVar(&c.Peers, "peers", false, "run other solvers too, if they are installed")
		flags.DurationVar(&c.Timeout, "timeout", 0, "CPU `TIME` of each child, e.g. 10s (default: the suite's)")
		flags.DurationVar(&c.Wall, "wall", 0, "`TIME` by the clock of each child (default: 30 times --timeout)")
		flags.IntVar(&c.Repeat, "repeat", 0, "`N` seeds (default: the suite's)")
		flags.StringVar(&c.Keep, "keep", "", "keep the files of all problems in the folder `DIR`")
		flags.Var(&c.maxMemory, "max-memory", "memory `SIZE` of each child, e.g. 512MiB (default 2GiB)")
		flags.StringVar(&c.Shard, "shard", "", "only part `i/n` of the runs (instances with a seed)")
		flags.StringVar(&c.format, "format", "", "of the report: `FORMAT` "+strings.Join(bench.Formats, ", ")+" (default md)")
		takesOneOf(flags, "format", bench.Formats)
		onlyInMore(flags, "card", "max-memory", "wall", "keep")
		return c.run
	},
}

type benchCommand struct {
	bench.Options
	flags     *pflag.FlagSet
	list      bool
	format    string
	maxMemory partSize
}

func (c *benchCommand) run(ctx context.Context, con *console, args []string) error {
	switch {
	case c.format != "" && (len(args) == 0 || args[0] != "report"):
		return usagef("--format goes with bench report")
	case len(args) > 0 && slices.Contains([]string{"report", "compare"}, args[0]) && c.otherFlags(args[0]):
		return usagef("bench %s takes folders of results; the only flags are --format and --filter of a report", args[0])
	case len(args) > 0 && args[0] == "report":
		if len(args) < 2 {
			return usagef("bench report takes folders of results")
		}
		return c.report(con, args[1:])
	case len(args) > 0 && args[0] == "compare":
		if len(args) != 3 {
			return usagef("bench compare takes two folders of results")
		}
		return bench.Compare(con.out, args[1], args[2])
	case len(args) > 0:
		return usagef("bench %s: use report DIR... or compare A B, or no argument to measure", args[0])
	case c.Timeout < 0 || c.Timeout == 0 && c.flags.Changed("timeout"):
		return usagef("--timeout %v: use a positive time", c.Timeout)
	case c.Wall < 0 || c.Wall == 0 && c.flags.Changed("wall"):
		return usagef("--wall %v: use a positive time", c.Wall)
	case c.flags.Changed("max-memory") && c.maxMemory.size < bench.LeastMemory:
		return usagef("--max-memory %s: a child cannot start with less than %d MiB", &c.maxMemory, bench.LeastMemory>>20)
	case c.Repeat < 0 || c.Repeat == 0 && c.flags.Changed("repeat"):
		return usagef("--repeat %d: at least one", c.Repeat)
	}
	if _, err := regexp.Compile(c.Filter); err != nil {
		return usagef("--filter: %v", err)
	}
	for _, flag := range []string{"suite", "n", "question", "xor", "card", "engine", "shard"} {
		if f := c.flags.Lookup(flag); f.Changed && strings.TrimSpace(f.Value.String()) == "" {
			return usagef("--%s: nothing follows", flag)
		}
	}
	if c.Suite == "" && len(c.Boards) == 0 {
		c.Suite = bench.Suites[0]
	}
	for i, b := range c.Boards {
		if b == "-" {
			c.Boards[i] = "/dev/stdin"
		}
	}
	if c.list {
		return c.named(bench.List(con.out, c.Options))
	}
	return c.named(c.measure(ctx, con))
}

// otherFlags reports whether a flag was given that does not go with report or compare.
func (c *benchCommand) otherFlags(name string) (other bool) {
	c.flags.Visit(func(f *pflag.Flag) {
		other = other || name == "compare" || f.Name != "format" && f.Name != "filter"
	})
	return other
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
	c.Self, c.Memory = self, int64(c.maxMemory.size)
	if info, ok := debug.ReadBuildInfo(); ok {
		hash, _, more := builtFrom(info)
		if c.Commit = hash; hash != "" && more {
			c.Commit += " with changes"
		}
	}
	begun := time.Now()
	status := con.status("")
	c.Progress = func(done, of int, r bench.Result) {
		if r.Outcome.Bad() {
			status.clear()
			fmt.Fprintf(con.err, "lightsout: %s, seed %d, %s: %s: %s\n", r.Instance, r.Seed, r.Contestant, r.Outcome, r.Note)
		}
		left := time.Duration(float64(time.Since(begun)) / float64(done) * float64(of-done))
		status.say(fmt.Sprintf("%d/%d %s %s %s, some %v left", done, of, r.Instance, r.Contestant, r.Outcome, left.Round(time.Second)))
	}
	sum, err := bench.Run(ctx, c.Options)
	status.clear()
	if ctx.Err() != nil {
		fmt.Fprintf(con.err, "lightsout: results so far are in %s; the same command with --resume continues\n", c.Out)
		return cause(ctx)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(con.out, "suite %s: %s; %s\n", sum.Suite, sum, time.Since(begun).Round(time.Second))
	for _, left := range sum.NotRun {
		fmt.Fprintln(con.out, left)
	}
	if sum.Tables != "" {
		fmt.Fprintf(con.out, "\n%s\n", sum.Tables)
	}
	fmt.Fprintf(con.out, "results in %s; lightsout bench report %s makes all tables and plots\n", c.Out, shellWord(c.Out))
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
	format := cmp.Or(c.format, bench.Formats[0])
	if !slices.Contains(bench.Formats, format) {
		return usagef("--format %s: a report is %s", format, strings.Join(bench.Formats, ", "))
	}
	for _, dir := range dirs {
		file, gaps, err := bench.Report(dir, format, c.Filter)
		if err != nil {
			return c.named(err)
		}
		for _, gap := range gaps {
			fmt.Fprintf(con.err, "lightsout: %s: %s\n", dir, gap)
		}
		fmt.Fprintf(con.out, "%s\n", file)
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
