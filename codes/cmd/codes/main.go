// Command codes decodes error-correcting codes.
//
//	codes decode MODEL     the most likely error of each syndrome, proved
//	codes simulate MODEL   how often decoding random errors goes wrong
//
// Results go to standard output; notes, errors and progress go to standard error, progress only if that is a
// terminal. A file named with a flag appears under its name once it is complete.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"lightsout/internal/suggest"
)

// The exit codes are those of lightsout.
const (
	exitDone        = 0
	exitNo          = 1
	exitUsage       = 2
	exitGaveUp      = 3
	exitInterrupted = 130
	exitPipe        = 141
)

const exitCodes = "Exit: 0 done, 1 a shot that no error explains, 2 bad input, 3 a shot not proved, 130 interrupted\n"

// outcome is a result that was told already; only the exit code is left.
type outcome int

func (o outcome) Error() string { return fmt.Sprintf("exit %d", int(o)) }

var errInterrupted = errors.New("interrupted")

// verb is one of the two things that the command does.
type verb struct {
	name, args, summary, text string

	setup func(flags *pflag.FlagSet) func(ctx context.Context, con *console, args []string) error
}

//go:embed decode.txt
var decodeText string

//go:embed simulate.txt
var simulateText string

var verbs = []verb{
	{"decode", "MODEL", "the most likely error of each syndrome, proved", decodeText, setUpDecode},
	{"simulate", "MODEL", "random errors, and how often decoding goes wrong", simulateText, setUpSimulate},
}

func verbNames() []string { return suggest.Names(verbs, func(v verb) string { return v.name }) }

func main() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// graceTime is how long a verb has to stop by itself after an interrupt.
const graceTime = 700 * time.Millisecond

// Main is the command as a function: arguments and streams in, exit code out.
func Main(args []string, in io.Reader, out, err io.Writer) int {
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	con := newConsole(in, out, err)
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signal.Notify(interrupt, syscall.SIGHUP)
	}
	defer signal.Stop(interrupt)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // writing fails instead, and unfinished files are removed
	done := make(chan error, 1)
	go func() { done <- con.dispatch(ctx, args) }()
	select {
	case err := <-done:
		return con.finish(err)
	case <-interrupt:
	}
	stop(errInterrupted)
	select {
	case err := <-done:
		return con.finish(err)
	case <-time.After(graceTime): // it computes or waits for input, and ends with the process
		return con.abandon()
	}
}

func (c *console) dispatch(ctx context.Context, args []string) error {
	words := slices.Clone(args)
	if len(words) > 0 && slices.Contains([]string{"help", "-h", "--help"}, words[0]) {
		words = append(words[1:], "-h")
	}
	if len(words) == 0 || words[0] == "-h" {
		fmt.Fprint(c.Out, overview())
		return nil
	}
	i := slices.Index(verbNames(), words[0])
	if i < 0 {
		return fmt.Errorf("no such verb %q%s; the verbs are %s", words[0], suggest.DidYouMean(words[0], verbNames()),
			strings.Join(verbNames(), " "))
	}
	v := verbs[i]
	flags := newFlagSet(v.name)
	run := v.setup(flags)
	switch err := flags.Parse(words[1:]); {
	case errors.Is(err, pflag.ErrHelp):
		fmt.Fprint(c.Out, v.help())
		return nil
	case err != nil:
		return fmt.Errorf("%s; see codes help %s", flagError(flags, err), v.name)
	}
	return run(ctx, c, flags.Args())
}

func newFlagSet(name string) *pflag.FlagSet {
	flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags.SortFlags = false
	flags.SetOutput(io.Discard)
	return flags
}

func overview() string {
	s := "codes: error correction, by the engines of lightsout\n\n"
	for _, v := range verbs {
		s += fmt.Sprintf("  codes %-16s %s\n", v.name+" "+v.args, v.summary)
	}
	return s + "\nSee codes help decode and codes help simulate.\n"
}

func (v verb) help() string {
	flags := newFlagSet(v.name)
	v.setup(flags)
	return fmt.Sprintf("codes %s: %s\n\nUsage: codes %s %s [flags]\n\n%s\n%s\n%s",
		v.name, v.summary, v.name, v.args, v.text, flags.FlagUsagesWrapped(100), exitCodes)
}

// flagError says what is wrong with the flags, and what may have been meant.
func flagError(flags *pflag.FlagSet, err error) string {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var names []string
		flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := suggest.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			return fmt.Sprintf("%v (did you mean --%s?)", err, near)
		}
	}
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		_, usage := pflag.UnquoteUsage(bad.GetFlag())
		return fmt.Sprintf("--%s does not take %q: %s", bad.GetFlag().Name, bad.GetValue(), usage)
	}
	return err.Error()
}
