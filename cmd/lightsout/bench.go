package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/bench"
)

func suiteNames() []string {
	var names []string
	for _, s := range bench.Suites() {
		names = append(names, s.Name)
	}
	return names
}

var benchVerb = verb{
	name: "bench", args: "[report DIR... | compare A B]", summary: "encodings, engines and peers compared; tables and plots of it",
	details: "Each pair of puzzle and contestant is a child process with limits of its own, and every\nanswer is checked. Results are appended to results.jsonl and results.csv in --out. report\nwrites report.md and plots beside them; compare sets two folders side by side.\nThe exit code is 1 if an answer was wrong or a child failed; giving up at a limit is a result.",
	examples: []example{
		{"lightsout bench --suite encodings --out results --peers", "measure"},
		{"lightsout bench --suite encodings --out results --peers --resume", "go on where a run was interrupted"},
		{"lightsout bench --list --filter 'grid-5-any gini'", "what would be measured"},
		{"lightsout bench report results", "tables and plots"},
		{"lightsout bench compare results newer", "two runs of a suite, pair by pair"},
	},
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &benchCommand{flags: flags, maxMemory: bench.DefaultMemory}
		flags.StringVar(&c.Suite, "suite", bench.DefaultSuite, "`NAME`: "+strings.Join(suiteNames(), ", "))
		takesOneOf(flags, "suite", suiteNames())
		flags.BoolVar(&c.list, "list", false, "only list what would be measured")
		flags.StringVar(&c.Filter, "filter", "", "only pairs whose \"instance contestant\" matches `REGEXP`")
		flags.StringVar(&c.Out, "out", "bench-results", "the folder `DIR` of results")
		flags.BoolVar(&c.Resume, "resume", false, "skip what the folder has, but for errors and limits that are larger now")
		flags.BoolVar(&c.Peers, "peers", false, "ask other solvers too, as far as they are installed")
		flags.DurationVar(&c.Timeout, "timeout", 0, "CPU `TIME` of each child, e.g. 10s (default: as the suite says)")
		flags.Var(&c.maxMemory, "max-memory", "`SIZE` of each child, e.g. 2GiB")
		flags.IntVar(&c.Repeat, "repeat", 0, "`N` seeds (default: as the suite says)")
		flags.IntVarP(&c.Jobs, "jobs", "j", 1, "`J` children at a time; more disturb each other")
		flags.BoolVar(&c.AllSizes, "all-sizes", false, "try larger boards even after giving up on smaller ones")
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
		return usagef("bench: no such thing as %q; it is report DIR... or compare A B", args[0])
	case c.Timeout < 0 || c.Timeout == 0 && c.flags.Changed("timeout"):
		return usagef("--timeout %v: use a positive time", c.Timeout)
	case c.maxMemory < bench.LeastMemory:
		return usagef("--max-memory %s: a child cannot start with less than %d MiB", &c.maxMemory, bench.LeastMemory>>20)
	case c.Repeat < 0 || c.Repeat == 0 && c.flags.Changed("repeat"):
		return usagef("--repeat %d: at least one", c.Repeat)
	case c.Jobs < 1:
		return usagef("--jobs %d: at least one", c.Jobs)
	}
	if _, err := bench.SuiteByName(c.Suite); err != nil {
		return usagef("--suite: %v", err)
	}
	if c.list {
		return c.show(con)
	}
	return c.measure(ctx, con)
}

func (c *benchCommand) show(con *console) error {
	pairs, err := bench.List(c.Options)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		fmt.Fprintf(con.out, "%-28s seed %d  %-32s %s\n", p.Instance, p.Seed, p.Board, p.Contestant)
	}
	return nil
}

func (c *benchCommand) measure(ctx context.Context, con *console) error {
	self, err := itself()
	if err != nil {
		return err
	}
	c.Self, c.Memory = self, int64(c.maxMemory)
	right, begun := 0, time.Now()
	outcomes := map[bench.Outcome]int{}
	missing := map[string]string{}
	status := con.status("")
	c.Progress = func(done, of int, r bench.Result) {
		outcomes[r.Outcome]++
		switch {
		case r.Outcome.Right():
			right++
		case r.Outcome == bench.Wrong:
			fmt.Fprintf(con.err, "lightsout: %s, seed %d, %s: wrong: %s\n", r.Instance, r.Seed, r.Contestant, r.Note)
		case r.Outcome == bench.Failed:
			fmt.Fprintf(con.err, "lightsout: %s, seed %d, %s: error: %s\n", r.Instance, r.Seed, r.Contestant, r.Note)
		case r.Outcome == bench.Missing:
			missing[r.Contestant] = r.Note
		}
		status.say(fmt.Sprintf("%d/%d %s %s %s", done, of, r.Instance, r.Contestant, r.Outcome))
	}
	kept, err := bench.Run(ctx, c.Options)
	status.clear()
	if ctx.Err() != nil {
		return cause(ctx)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(con.out, "suite %s: %d right", c.Suite, right)
	for _, o := range []bench.Outcome{bench.GaveUp, bench.OutOfMemory, bench.Skipped, bench.Wrong, bench.Failed, bench.Missing} {
		if outcomes[o] > 0 {
			fmt.Fprintf(con.out, ", %d %s", outcomes[o], o)
		}
	}
	if kept > 0 {
		fmt.Fprintf(con.out, ", %d there already", kept)
	}
	fmt.Fprintf(con.out, "; %s\nresults in %s; lightsout bench report %s makes tables and plots\n", time.Since(begun).Round(time.Second), c.Out, c.Out)
	for _, who := range slices.Sorted(maps.Keys(missing)) {
		fmt.Fprintf(con.out, "missing: %s: %s\n", who, missing[who])
	}
	if outcomes[bench.Wrong]+outcomes[bench.Failed] > 0 {
		return reported(exitNo)
	}
	return nil
}

// itself is where this program is, by the name it was called by.
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
