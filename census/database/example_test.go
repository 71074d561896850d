package database_test

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"lightsout/board"
	"lightsout/census/database"
)

// All states of 3x3 in a file, which SQLite then reads.
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
	db, err := sql.Open("sqlite", file)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	var hardest int
	if err := db.QueryRowContext(ctx, "SELECT max(to_go) FROM lightsout_states WHERE size = 3").Scan(&hardest); err != nil {
		log.Fatal(err)
	}
	fmt.Println("the hardest state of 3x3 needs", hardest, "presses")
	// Output: the hardest state of 3x3 needs 9 presses
}
