// Command records computes the numbers that this project has published and that take longer than its users wait: fewest
// presses, depths and distributions of boards with many quiet patterns. Run it from the project:
//
//	go run ./research/cmd/records distribution 11x11 --checkpoint 11x11.kept
//
// research/README.md says which number each call reproduces, and how long that takes.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/spf13/pflag"

	"lightsout/board"
)

// verb is a question that the command answers. It declares its flags and returns what answers it for one argument.
type verb struct {
	name, args, summary string
	setup               func(flags *pflag.FlagSet) func(ctx context.Context, out, diagnostics io.Writer, arg string) error
}

// verbs has a row for each, and a file beside this one.
var verbs = []verb{
	minimumVerb,
	verifyVerb,
	depthVerb,
	distributionVerb,
}

// errRefuted says that a claim is false.
var errRefuted = errors.New("refuted")

// Exit codes are those of lightsout: 0 done, 1 refuted, 2 bad usage or input, 3 gave up, 130 interrupted.
func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Stdout, os.Stderr, os.Args[1:])
	switch {
	case err == nil:
		return
	case errors.Is(err, pflag.ErrHelp):
		os.Exit(0)
	}
	fmt.Fprintln(os.Stderr, "records:", err)
	switch large := (*board.TooLargeError)(nil); {
	case ctx.Err() != nil:
		os.Exit(130)
	case errors.Is(err, errRefuted):
		os.Exit(1)
	case errors.As(err, &large):
		os.Exit(3)
	}
	os.Exit(2)
}

func run(ctx context.Context, out, diagnostics io.Writer, args []string) error {
	if len(args) > 0 {
		for _, v := range verbs {
			if v.name == args[0] {
				return v.run(ctx, out, diagnostics, args[1:])
			}
		}
	}
	text := "usage: go run ./research/cmd/records VERB …\n"
	for _, v := range verbs {
		text += fmt.Sprintf("  %-12s  %s\n", v.name, v.summary)
	}
	return errors.New(text)
}

func (v verb) run(ctx context.Context, out, diagnostics io.Writer, args []string) error {
	flags := pflag.NewFlagSet(v.name, pflag.ContinueOnError)
	flags.SetOutput(diagnostics)
	flags.Usage = func() {
		fmt.Fprintf(diagnostics, "records %s %s: %s\n%s", v.name, v.args, v.summary, flags.FlagUsages())
	}
	answer := v.setup(flags)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return fmt.Errorf("records %s takes one argument: %s", v.name, v.args)
	}
	return answer(ctx, out, diagnostics, flags.Arg(0))
}
