// Command lightsout solves, proves, generates, draws and plays toggle-parity puzzles.
//
// Each verb is one file: flags in, text or JSON out, an exit code. The mathematics lives in the
// packages below; nothing here computes.
//
// What reaches the terminal: results go to standard output, and nothing else does; progress and
// diagnostics go to standard error, progress only if that is a terminal. Colour is used when
// standard output is a terminal and NO_COLOR is not set. With -o the result goes to a file, which
// appears under its name only once it is complete.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"lightsout/bench"
	"lightsout/board"
	"lightsout/internal/reserve"
	"lightsout/internal/suggest"
)

// verb is one command of the tool. The table verbs() is the only list of them: help, dispatch, suggestions and shell
// completion all read it.
type verb struct {
	name    string
	args    string // after the name in the usage line
	count   count
	summary string // one line; helpTexts has more
	takes   string // its flags, in the order of help, and
	rare    string // those that only lightsout help VERB explains
	// What its flags have of their own: texts, defaults, the words that they take, what limits of time and memory end.
	about          map[string]string
	usual          map[string]string
	spans          map[string]span
	choices        map[string]func() []string
	limits, memory string
	questions      []question
	run            func(context.Context, *call) error // for all questions that have no run of their own
}

func verbs() []verb {
	return []verb{
		solveVerb, infoVerb, checkVerb, generateVerb, encodeVerb, playVerb, serveVerb, drawVerb, pictureVerb,
		animateVerb,
		censusVerb, benchVerb, versionVerb, helpVerb, completionVerb,
	}
}

func verbNames() []string { return suggest.Names(verbs(), func(v verb) string { return v.name }) }

// findVerb is the verb that the arguments begin with.
func findVerb(args ...string) (verb, error) {
	name := args[0]
	if i := slices.IndexFunc(verbs(), func(v verb) bool { return v.name == name }); i >= 0 {
		return verbs()[i], nil
	}
	if name == "decode" {
		return verb{}, usagef("decode is the command codes now, a module of its own in the folder codes of " +
			"lightsout's source")
	}
	if strings.HasPrefix(name, "-") {
		return verb{}, usagef("%s stands before the verb: put a verb first, as in lightsout solve %s", name,
			strings.Join(args, " "))
	}
	hint := suggest.DidYouMean(name, verbNames())
	if spec := board.Meant(strings.Join(args, " ")); spec != "" {
		hint = fmt.Sprintf(" (did you mean lightsout solve %s?)", spec)
	} else if _, err := os.Stat(name); err == nil {
		hint = fmt.Sprintf(" (did you mean lightsout solve %s?)", name)
	}
	return verb{}, usagef("no such verb %q%s; the verbs are %s", name, hint, strings.Join(verbNames(), " "))
}

func main() {
	bench.Supervise() // of a solver, if bench started it as that
	reserve.SaveAddresses()
	os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// graceTime is how long a verb has to stop by itself after an interrupt: Ctrl-C promises a second.
const graceTime = 700 * time.Millisecond

// Main is the tool as a function: arguments and streams in, exit code out.
func Main(args []string, in io.Reader, out, err io.Writer) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	con := newConsole(in, out, err)
	con.Ctx = ctx
	defer close(con.memory.Stop)

	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signal.Notify(interrupt, syscall.SIGHUP)
	}
	defer signal.Stop(interrupt)
	// Writing fails instead, and unfinished files can be removed.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	done := make(chan error, 1)
	go func() { done <- dispatch(ctx, con, args) }()

	var why error
	select {
	case e := <-done:
		return con.finish(e)
	case <-interrupt:
		why = errInterrupted
	case why = <-con.memory.Reached:
	case <-con.Closed:
		why = reported(exitPipe)
	}
	cancel(why)
	select {
	case e := <-done:
		code := con.finish(e)
		if code == exitGaveUp && errors.Is(why, errInterrupted) {
			return exitInterrupted // the best so far is printed as at a limit
		}
		return code
	case <-con.memory.Beyond:
	case <-time.After(graceTime):
	}
	// Whatever still computes, or writes, ends with the process; an unfinished -o file was never renamed.
	con.Discard()
	if code := exitCode(why); code == exitPipe {
		return code
	}
	if exitCode(why) == exitGaveUp && !con.Printed() && !con.Redirected() {
		_ = con.stopped(out, why)
	}
	fmt.Fprintf(err, "lightsout: %v\n", why)
	return exitCode(why)
}

func dispatch(ctx context.Context, con *console, args []string) error {
	if len(args) == 0 {
		fmt.Fprint(con.Out, filledText("overview"))
		return nil
	}
	switch args[0] {
	case completeVerb:
		for _, word := range completed(args[1:]) {
			fmt.Fprintln(con.Out, word)
		}
		return nil
	case "-h", "--help":
		args = []string{"help"}
	case "-v", "--version":
		args = []string{"version"}
	}
	v, err := findVerb(args...)
	if err != nil {
		return err
	}
	flags := v.flagSet()
	for i, arg := range args[1:] {
		if numberedInput.MatchString(arg) && !takesNext(flags, args[i]) { // which would be taken for a flag
			args[i+1] = "/dev/stdin" + arg[1:]
		}
	}
	if word := strings.TrimPrefix(args[len(args)-1], "--"); v.name == helpVerb.name && helpOn(word) != "" {
		args[len(args)-1] = word // help --min is about --min
	}
	c := &call{verb: v, flags: flags, con: con}
	switch err := flags.Parse(args[1:]); {
	case errors.Is(err, pflag.ErrHelp):
		fmt.Fprint(con.Out, v.help(false))
		return nil
	case err != nil:
		return c.flagError(err)
	}
	c.args = flags.Args()
	c.guard(con.memory)
	if err := c.settle(); err != nil {
		return err
	}
	if err := c.counted(); err != nil {
		return err
	}
	if err := c.useBoards(); err != nil {
		return err
	}
	c.endLate()
	con.result.kind = c.question.kind
	if c.question.run != nil {
		return c.question.run(ctx, c)
	}
	return v.run(ctx, c)
}

// numberedInput is a puzzle of standard input.
var numberedInput = regexp.MustCompile(`^-#\d+$`)

// takesNext reports whether a word is a flag whose value is the next one.
func takesNext(flags *pflag.FlagSet, word string) bool {
	name := strings.TrimLeft(word, "-")
	f := flags.Lookup(name)
	if len(name) == 1 {
		f = flags.ShorthandLookup(name)
	}
	return name != word && f != nil && f.NoOptDefVal == ""
}

func newFlagSet(name string) *pflag.FlagSet {
	flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags.SortFlags = false
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	return flags
}

// flagError says what is wrong with the flags, and what to write.
func (c *call) flagError(err error) error {
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return usagef("--%s %s: %v", bad.GetFlag().Name, cmp.Or(bad.GetValue(), "''"), bad.Unwrap())
	}
	words := err.Error()
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		typed := unknown.GetSpecifiedName()
		words = "unknown flag: --" + typed
		if unknown.GetSpecifiedShortnames() != "" {
			words = "unknown flag: -" + typed
		}
		if long := strings.TrimSuffix(unknown.GetSpecifiedShortnames(), "="); len(long) > 1 &&
			strings.HasPrefix(long, typed) {
			words, typed = "unknown flag: -"+long, long
			if c.flags.Lookup(long) != nil {
				return usagef("%s: write --%s", words, long)
			}
		}
		words += c.flagMeant(typed)
	}
	return usagef("%s; see lightsout help %s", words, c.verb.name)
}

// flagMeant is what to write for a flag that the verb does not have.
func (c *call) flagMeant(typed string) string {
	for _, o := range gone {
		if o.typed == typed && (o.flag == "" || c.flags.Lookup(o.flag) != nil) {
			return "; write " + o.write
		}
	}
	if near := suggest.Nearest(typed, suggest.Names(c.verb.allWords(),
		func(w word) string { return w.name })); near != "" {
		return " (did you mean --" + near + "?)"
	}
	var others []string
	for _, v := range verbs() {
		if v.flagSet().Lookup(typed) != nil {
			others = append(others, v.name)
		}
	}
	if others != nil {
		return fmt.Sprintf(": that is a flag of %s", strings.Join(others, ", "))
	}
	return ""
}
