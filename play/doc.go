// Package play is the game: a web page, and the JSON API behind it and behind other programs.
//
// The page contains no solver. It calls [API.Call] with the name of a method and a JSON request, and
// gets a JSON answer. An HTTP server ([NewServer]) makes these calls for the page; compiled to WebAssembly
// (play/wasm), the same API runs in the browser, and the page needs no server at all. Other programs make
// the same calls line by line, through [API.Serve]:
//
//	page: call("solve", {board, on})
//	  ├─ POST /call/solve ── NewServer ──┐
//	  └─ Web Worker ────── play/wasm ────┼─ API.Call ── board, solve, generate
//	program: {"method": "solve", …} ─────┘
//
// To serve the game on a port of one's own machine:
//
//	api := play.New(play.Limits{})
//	server := play.NewServer(api, "localhost")
//	err := server.Serve(listener)
//
// # Methods
//
//	load      a SPEC or a puzzle file, with lights and presses → a board to draw and play
//	new       a random puzzle that needs a given number of presses
//	daily     the puzzle of a date, the same for everyone
//	generate  puzzles of a batch, as package generate makes them
//	solve     an answer with the fewest presses, or the witness that there is none
//	hint      the same, with the press to make next
//	check     the grade of an answer, which may be any text
//	step      the lights after one press
//	explain   light chasing, step by step, with its lookup table
//	analyse   rank, nullity, quiet patterns, whether this state is solvable
//	lines     how lines go between nodes that were moved
//	save      the puzzle as the text of a .lo or graph6 file
//
// Each method is one file and one row of the table in api.go; the types beside it define its JSON.
// Calls are independent: each request carries its board. Switches and lights count from 0. If a
// request cannot be answered, the error is an *[Error] with a message for the player.
package play
