// Package database writes the states of boards to SQLite, each with the fewest presses that solve it and
// the next press.
//
//	err := database.Write(ctx, "5x5.db", boards, database.Options{})
//
// It is apart from package census so that programs without a database do not link SQLite.
package database
