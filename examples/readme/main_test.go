package main

import (
	"os"
	"strings"
	"testing"
)

func Example() {
	main()
	// Output:
	// press alice
	// press erin
	// proved to be the fewest: true
	// witness alice
	// witness bob
	// 0001110111011111000011101 needs 15 presses
	// 220 clauses
}

// The Go lines of the README are lines of the program, one after the other.
func TestREADMEShowsTheProgram(t *testing.T) {
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(readme), "\n```go\n")
	shown, _, found := strings.Cut(shown, "```\n")
	if !found || strings.Count(shown, "\n") < 4 {
		t.Fatal("README.md shows no lines of Go")
	}
	rest := string(program)
	for line := range strings.Lines(shown) {
		_, after, found := strings.Cut(rest, "\n\t"+line)
		if !found {
			t.Errorf("README.md shows a line that is not in examples/readme/main.go, or in another order: %s", line)
			continue
		}
		rest = "\n" + after
	}
}
