package main

import (
	"context"
	"fmt"
	"math"

	"lightsout/solve"
)

// planJSON is the record of --explain-plan.
type planJSON struct {
	Board string         `json:"board"`
	Plan  []planStepJSON `json:"plan"` // the methods, in the order in which they are tried
}

type planStepJSON struct {
	Method string   `json:"method"`          // see help engines
	Part   int      `json:"part,omitempty"`  // of the answers, if they fall into several
	Steps  *float64 `json:"steps,omitempty"` // of about a nanosecond, if they are known
	Taken  bool     `json:"taken"`           // it is expected to end the search
	Not    string   `json:"not,omitempty"`   // why it is not tried
}

// explainPlan prints how the fewest presses would be found, and does not find them.
func (c *solveCommand) explainPlan(ctx context.Context, s solve.Solver, out *solveOutput) error {
	steps, err := s.Plan(ctx, out.puzzle)
	if err != nil {
		return err
	}
	record := planJSON{Board: out.puzzle.Board.Spec(), Plan: []planStepJSON{}}
	for _, step := range steps {
		line := planStepJSON{Method: step.Method, Part: step.Part, Taken: step.Taken, Not: step.Not}
		if !math.IsNaN(step.Steps) {
			line.Steps = &step.Steps
		}
		record.Plan = append(record.Plan, line)
	}
	return out.con.tell(record, func() {
		w := out.con.Out
		fmt.Fprintf(w, "the plan for the fewest presses on %s, in the order in which it is tried:\n\n", record.Board)
		fmt.Fprintf(w, "  %-20s%12s  %s\n", "method", "steps", "")
		for _, step := range steps {
			name := step.Method
			if step.Part > 0 {
				name = fmt.Sprintf("%s, part %d", name, step.Part)
			}
			fmt.Fprintf(w, "  %-20s%12s  %s\n", name, stepsText(step), planWords(step))
		}
		fmt.Fprintln(w, "\nA step takes about a nanosecond. help engines says what the methods do.")
	})
}

func stepsText(step solve.PlanStep) string {
	switch {
	case math.IsNaN(step.Steps):
		return "?"
	case step.Steps == 0 && step.Not != "":
		return "-"
	case step.Steps < 1e6:
		return fmt.Sprintf("%.0f", step.Steps)
	}
	return fmt.Sprintf("%.1e", step.Steps)
}

func planWords(step solve.PlanStep) string {
	switch {
	case step.Taken:
		return "taken"
	case step.Not != "":
		return "no: " + step.Not
	}
	return "tried before: it may end the search"
}
