// Package play is the game: a web page, and the small JSON API behind it that is this library.
//
// The page holds no solver. Whatever it wants to know it asks by [API.Call], a method's name and a
// JSON body in, a JSON body out. The same Call stands behind an HTTP server ([Server]) and, compiled
// to WebAssembly (play/wasm), behind static files that need no server at all:
//
//	page: call("solve", {board, on})
//	  ├─ POST /call/solve ── Server ──┐
//	  └─ Web Worker ────── play/wasm ─┴─ API.Call ── board, solve
//
// # Methods
//
//	load      a SPEC or a puzzle file, with lights and presses → a board to draw and play
//	new       a random puzzle whose fewest presses are as wished
//	daily     the puzzle of a date, the same for everyone
//	solve     an answer with the fewest presses, or the witness that there is none
//	explain   light chasing, step by step, with its lookup table
//	analyse   rank, nullity, quiet patterns, whether this state is solvable
//	save      the puzzle as the text of a .lo or graph6 file
//
// Calls are independent of one another: each carries the board it speaks of. Switches and lights
// count from 0. What is wrong with a request comes back as *[Error], whose message is meant for
// the player.
package play
