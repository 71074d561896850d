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

// The README shows the function main.
func TestREADMEShowsTheProgram(t *testing.T) {
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(program), "\nfunc main")
	text, _, _ = strings.Cut(text, "\n}\n")
	if !strings.Contains(string(readme), "```go\nfunc main"+text+"\n}\n```\n") {
		t.Error("the Go program of README.md is not the function main of examples/readme/main.go")
	}
}
