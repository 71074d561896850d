// Package picture draws with Lights Out: it turns an image into the nearest one that a board can
// show, finds the clicks that show it, and animates one such picture into another.
//
//	gray, err := picture.Load(file)                             // PNG, JPEG or GIF, within limits
//	small := gray.Resize(64, 64)                                // in linear light
//	wanted, err := small.Dither("floyd-steinberg")              // black is off, white is on
//	reached, err := picture.Reach(ctx, picture.Request{Board: b, Start: start, Wanted: wanted.Cells(b)})
//
// Not every image can be reached on every board, but on most sizes every one can, and never more
// pixels are wrong than the board's nullity. Which are fewest is the question of the nearest solvable
// state, answered and proved by package solve; so is the one for the fewest clicks. The idea of
// drawing so, and of animating by the clicks in which two pictures differ, is R. Bosch's (Lights Out
// Animations, Bridges 2016).
//
// # Conventions
//
// Black is off, white is on. Any board with a drawing serves ([board.Layout]): an image covers the
// paper, and squares without a cell are left out. Gray levels are in linear light, 0 black to 1
// white; tones are changed as the eye sees them, in the sRGB curve.
package picture
