package main

import (
	"fmt"
	"strings"

	"lightsout/board"
	"lightsout/internal/chase"
	"lightsout/solve"
)

// explain shows how a person solves a grid by light chasing.
func explain(out *solveOutput) error {
	if out.format != "text" {
		return usagef("--explain is written as text, not as %s", out.format)
	}
	w, p := out.con.out, out.puzzle
	lesson, err := chase.Explain(p)
	if err != nil {
		return err
	}
	if !lesson.Solvable {
		return &solve.UnsolvableError{Witness: lesson.Witness, MustChange: lesson.Witness.Overlap(p.Change())}
	}
	out.headline("")
	fmt.Fprintln(w, "1. Chase the lights down: row by row from the second, press under every lit cell.")
	drawing{board: p.Board, lit: p.On, marked: board.SwitchSet(p.Board, lesson.Down), brush: out.presses}.draw(w)
	left := p.After(board.SwitchSet(p.Board, lesson.Down))
	if len(lesson.Rule.Bottom) == 0 {
		fmt.Fprintf(w, "2. Nothing is left: done.\n%s\n", pressLine(lesson.Presses))
		return nil
	}
	fmt.Fprintf(w, "2. Left on the bottom row: columns %s. The table says: press columns %s of the top row.\n", commaList(lesson.Rule.Bottom), commaList(lesson.Rule.Top))
	drawing{board: p.Board, lit: left, marked: board.SwitchSet(p.Board, lesson.Rule.Top), brush: out.presses}.draw(w)
	fmt.Fprintln(w, "3. Chase again: now the bottom row goes dark as well.")
	afterTop := left.Clone()
	for _, s := range lesson.Rule.Top {
		p.Board.Press(afterTop, s)
	}
	drawing{board: p.Board, lit: afterTop, marked: board.SwitchSet(p.Board, lesson.Again), brush: out.presses}.draw(w)
	fmt.Fprintf(w, "     %s\n", out.presses.legend)
	fmt.Fprintf(w, "In total, where two presses of the same cell cancel: %s\n", pressLine(lesson.Presses))
	fmt.Fprintf(w, "The whole table: lightsout info --board %s --chase-table\n", strings.TrimPrefix(p.Board.Spec(), "grid:"))
	return nil
}
