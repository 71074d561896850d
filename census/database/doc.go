// Package database writes the states of boards to SQLite, each with the fewest presses that solve it and
// the next press, and reads paths back.
//
//	err := database.Write(ctx, "5x5.db", boards, database.Options{})
//	steps, err := database.SquarePath(ctx, "5x5.db", 5)
//
// It is apart from package census so that programs without a database do not link SQLite.
package database
