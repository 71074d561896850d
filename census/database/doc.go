// Package database keeps a census of boards in SQLite: every state, how far it is from dark, and a
// press that brings it closer.
//
//	err := database.Write(ctx, "5x5.db", boards, database.Options{})
//	r, err := database.Open("5x5.db")
//	steps, err := r.SquarePath(ctx, 5)
//
// It is a package of its own so that those who count and weigh states do not get a database engine
// along.
package database
