// Package database writes the states of boards to SQLite, each with the fewest presses that solve it and
// the next press, and reads paths back.
//
//	err := database.Write(ctx, "5x5.db", boards, database.Options{})
//	r, err := database.Open("5x5.db")
//	steps, err := r.SquarePath(ctx, 5)
//
// It is separate from package census so that using that does not pull in a database engine.
package database
