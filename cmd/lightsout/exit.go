package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"lightsout/board"
	"lightsout/export"
	"lightsout/internal/reserve"
	"lightsout/solve"
)

// The exit codes, the same for every verb. Scripts depend on them.
const (
	exitDone        = 0
	exitNo          = 1
	exitUsage       = 2
	exitGaveUp      = 3
	exitInterrupted = 130
	exitPipe        = 141 // nobody reads the output any more: as if SIGPIPE had ended the program
)

// exitCodes names them in every help text.
const exitCodes = "Exit: 0 done, 1 unsolvable or wrong, 2 bad input, 3 gave up, 130 interrupted (lightsout help exit)\n"

var errInterrupted = errors.New("interrupted")

// usageError is a mistake in the command line.
type usageError struct{ msg string }

func (e *usageError) Error() string { return e.msg }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// reported is an outcome that was printed already, as part of the result; only the exit code is left.
type reported int

func (r reported) Error() string { return fmt.Sprintf("exit %d", int(r)) }

// cutShort is such an outcome where a limit or an interrupt ended the work: what was printed is the best so far or the
// first records, and says so.
type cutShort struct {
	reported
	nothing bool   // nothing was found
	why     string // in words; "" if they are on standard error already
}

func (c cutShort) Unwrap() error { return c.reported }

// bestKnown is the outcome of a question whose best answer so far was printed.
var bestKnown = cutShort{reported: exitGaveUp}

// after is the outcome of a verb that wrote its result: the error of writing, or else what is left to report.
func (r reported) after(err error) error {
	if err != nil || r == exitDone {
		return err
	}
	return r
}

// hint names the flag that avoids an error. Libraries say what they need; only this command knows
// which flag asks for it.
func hint(err error) string {
	var refused *solve.RefusedError
	if errors.As(err, &refused) && refused.Needs != "" {
		return "; use --engine " + refused.Needs
	}
	return ""
}

// exitCode maps an error to its code, in this one place. What is neither a result about the puzzle nor
// a limit is a fault of the input or the command line.
func exitCode(err error) int {
	var outcome reported
	var unsolvable *solve.UnsolvableError
	var gaveUp *solve.GaveUpError
	var noModel *export.NoModelError
	var noMemory *reserve.Error
	var tooLarge *board.TooLargeError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &outcome):
		return int(outcome)
	case errors.Is(err, errInterrupted):
		return exitInterrupted
	case errors.As(err, &unsolvable), errors.As(err, &noModel) && noModel.Unsat:
		return exitNo
	case errors.As(err, &noModel) && !noModel.Unsat, errors.As(err, &gaveUp), errors.Is(err, context.DeadlineExceeded),
		errors.As(err, &noMemory), errors.As(err, &tooLarge):
		return exitGaveUp
	default:
		return exitUsage
	}
}

// worse is the code of a run over many puzzles: bad input outweighs giving up, which outweighs an
// unsolvable puzzle.
func worse(a, b reported) reported {
	order := []reported{exitDone, exitNo, exitGaveUp, exitUsage, exitInterrupted}
	if slices.Index(order, b) > slices.Index(order, a) {
		return b
	}
	return a
}
