package database_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"lightsout/board"
	"lightsout/census/database"
)

// All states of 3x3 in a file, and the path from all on: each state in hexadecimal, with the row and
// column to press.
func Example() {
	dir, err := os.MkdirTemp("", "census")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "3x3.db")
	b, err := board.Parse("3x3")
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	if err := database.Write(ctx, file, []*board.Board{b}, database.Options{}); err != nil {
		log.Fatal(err)
	}
	steps, err := database.SquarePath(ctx, file, 3)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range steps {
		fmt.Println(s)
	}
	// Output:
	// 1ff: (2, 2)
	// 5f: (2, 0)
	// 97: (1, 1)
	// 2d: (0, 2)
	// b: (0, 0)
}
