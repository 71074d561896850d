package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/bench"
)

var benchVerb = verb{
	name: "bench", args: "[report DIR... | compare A B]", summary: "compare encodings, engines and other solvers; write tables and plots",
	details: "Measures a suite, or your own boards and solvers. Each pair of puzzle and contestant runs as a child\nprocess with limits of its own, and every answer is checked. Results are appended to results.jsonl\nin --out. report writes report.md, plots and results.csv to the same folder; compare sets two\nfolders side by side. docs/benchmarks.md explains suite files and placeholders such as {cnf}.\nThe exit code is 1 if an answer was wrong or a child failed; giving up at a limit is a result.",
	examples: []example{
		{"lightsout bench --filter '^grid-5-any' --out results --peers", "measure, here a small part"},
		{"lightsout bench --filter '^grid-5-any' --out results --peers --resume", "continue an interrupted run"},
		{"lightsout bench --list --filter 'grid-5-any gini'", "what would be measured"},
		{"lightsout bench --board grid:NxN --n 4-6 --xor direct,cut:4", "your own boards"},
		{"lightsout bench --board my.lo --solver 'mine=cadical -q {cnf}'", "your own solver"},
		{"lightsout bench report results", "tables and plots"},
		{"lightsout bench compare results newer", "two runs of a suite, pair by pair"},
	},
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &benchCommand{flags: flags}
		flags.StringVar(&c.Suite, "suite", "", "`NAME` or FILE: "+strings.Join(bench.Suites(), ", ")+" (default quick)")
		takesOneOf(flags, "suite", bench.Suites())
		flags.StringArrayVarP(&c.Boards, "board", "b", nil, "instead of a suite, `SPEC`, SPEC with N, graph:FILE or FILE; repeatable")
		flags.StringVar(&c.N, "n", "", "the `LIST` of numbers for N in --board, such as 4-20 or 6,8,10")
		flags.StringVar(&c.Question, "question", "", "`LIST` of any, none, at-most, too-few, min, decode (default any)")
		flags.StringVar(&c.Xor, "xor", "", "`LIST` of XOR encodings, or all")
		flags.StringVar(&c.Card, "card", "", "`LIST` of counting encodings, or all")
		flags.StringVar(&c.Engine, "engine", "", "`LIST` of engines, or all")
		flags.StringVar(&c.On, "on", "", "`LIGHTS` on at the start (default random; puzzles of a FILE keep theirs)")
		flags.StringArrayVar(&c.Solvers, "solver", nil, "`NAME=COMMAND` with {cnf} or another format, or a known NAME; repeatable")
		flags.BoolVar(&c.list, "list", false, "list what would be measured, and stop")
		flags.StringVar(&c.Filter, "filter", "", "only pairs whose \"instance contestant\" matches `REGEXP`")
		flags.StringVar(&c.Out, "out", "bench-results", "the folder `DIR` of results")
		flags.BoolVar(&c.Resume, "resume", false, "skip what the folder has, except failures and runs whose limit is larger now")
		flags.BoolVar(&c.Peers, "peers", false, "run other solvers too, if they are installed")
		flags.DurationVar(&c.Timeout, "timeout", 0, "CPU `TIME` of each child, e.g. 10s (default: the suite's)")
		flags.IntVar(&c.Repeat, "repeat", 0, "`N` seeds (default: the suite's)")
		flags.IntVarP(&c.Jobs, "jobs", "j", 1, "run `J` children at a time; more than one disturb each other")
		flags.Var(&c.maxMemory, "max-memory", "memory `SIZE` of each child, e.g. 512MiB (default 2GiB)")
		flags.BoolVar(&c.AllSizes, "all-sizes", false, "try larger boards even after giving up on smaller ones")
		for _, special := range []string{"card", "on", "jobs", "max-memory", "all-sizes"} {
			onlyInMore(flags, special)
		}
		return c.run
	},
}

type benchCommand struct {
	bench.Options
	flags     *pflag.FlagSet
	list      bool
	maxMemory size
}

func (c *benchCommand) run(ctx context.Context, con *console, args []string) error {
	switch {
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
	case c.flags.Changed("max-memory") && c.maxMemory < bench.LeastMemory:
		return usagef("--max-memory %s: a child cannot start with less than %d MiB", &c.maxMemory, bench.LeastMemory>>20)
	case c.Repeat < 0 || c.Repeat == 0 && c.flags.Changed("repeat"):
		return usagef("--repeat %d: at least one", c.Repeat)
	case c.Jobs < 1:
		return usagef("--jobs %d: at least one", c.Jobs)
	}
	if _, err := regexp.Compile(c.Filter); err != nil {
		return usagef("--filter: %v", err)
	}
	for _, flag := range []string{"suite", "n", "question", "on", "xor", "card", "engine"} {
		if f := c.flags.Lookup(flag); f.Changed && strings.TrimSpace(f.Value.String()) == "" {
			return usagef("--%s: nothing follows", flag)
		}
	}
	if c.Suite == "" && len(c.Boards) == 0 {
		c.Suite = bench.Suites()[0]
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

// named puts the dashes before an error that begins with the name of a flag: a suite file has the same
// words without them.
func (c *benchCommand) named(err error) error {
	if err == nil {
		return nil
	}
	if word, _, ok := strings.Cut(err.Error(), ":"); ok && c.flags.Lookup(word) != nil {
		return usagef("--%v", err)
	}
	return err
}

func (c *benchCommand) measure(ctx context.Context, con *console) error {
	self, err := itself()
	if err != nil {
		return err
	}
	c.Self, c.Memory = self, int64(c.maxMemory)
	begun := time.Now()
	status := con.status("")
	c.Before = func(runs int, each, whole time.Duration) {
		if words := expected(runs, c.Jobs, each, whole); words != "" {
			fmt.Fprintf(con.err, "lightsout: %s\n", words)
		}
	}
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
		return cause(ctx)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(con.out, "suite %s: %s; %s\n", sum.Suite, sum, time.Since(begun).Round(time.Second))
	fmt.Fprintf(con.out, "results in %s; lightsout bench report %s makes tables and plots\n", c.Out, shellWord(c.Out))
	for _, who := range slices.Sorted(maps.Keys(sum.Missing)) {
		fmt.Fprintf(con.out, "missing: %s: %s\n", who, sum.Missing[who])
	}
	for _, instance := range slices.Sorted(maps.Keys(sum.NotAsked)) {
		fmt.Fprintf(con.out, "not asked: %s: %s\n", instance, sum.NotAsked[instance])
	}
	if !sum.Sound() {
		return reported(exitNo)
	}
	return nil
}

// A run that may take this long, or that took somebody so long, is announced.
const (
	mayTakeLong = 2 * time.Minute
	tookLong    = 10 * time.Second
)

// expected says how long a run will take, if it may be long. Most runs end well before their limit, so
// what somebody noted is the better guess.
func expected(runs, jobs int, each, whole time.Duration) string {
	most := time.Duration(runs) * each / time.Duration(jobs)
	if most < mayTakeLong && whole < tookLong {
		return ""
	}
	words := fmt.Sprintf("%s of at most %v of CPU time each, at most %v in all", plural(runs, "run", "runs"), each, most.Round(time.Second))
	if whole > 0 {
		words += fmt.Sprintf("; on an idle machine it takes about %v", whole)
	}
	return words
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
	for _, dir := range dirs {
		file, err := bench.Report(dir)
		if err != nil {
			return err
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
