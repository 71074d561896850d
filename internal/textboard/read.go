package textboard

import "regexp"

// What stands around a drawing, and before each of its rows.
var (
	// Head is the line above it, which names the board in its first group.
	Head = regexp.MustCompile(`^(?:\S+:[0-9]+: )?([a-z0-9]\S*), [0-9]+ lights?, [0-9]+ switch(es)?\b`)
	// Columns are the numbers above the columns.
	Columns = regexp.MustCompile(`^ {5,}1( +[0-9]+)*$`)
	// RowNumber begins a row.
	RowNumber = regexp.MustCompile(`^ *[0-9]+  `)
	// Refutation says above a drawing that there is no answer.
	Refutation = regexp.MustCompile(`^(unsolvable:|solvable, but) `)
	// Legend is the line below a drawing.
	Legend = regexp.MustCompile(`^ {5}.* (on|off|down|state|press|witness)\b`)
	// Presses is how often a switch is to be pressed, behind a digit.
	Presses = regexp.MustCompile(`\+[0-9a-z]`)
)
