// Package picture draws images with Lights Out: it finds the picture nearest to an image that a board
// can show and the clicks that show it, and animates one picture into another.
//
//	gray, err := picture.Load(file, "cat.png")                  // PNG, JPEG or GIF
//	wanted, err := gray.Dither(b)            // resized to the board
//	r, err := picture.Reach(ctx, picture.Request{Board: b, Start: start, Wanted: wanted})
//	img := picture.Paint(b, r.Picture, 8)                       // r.Clicks show it
//
// On most boards every image can be reached. On the others, the number of wrong pixels is at most the
// nullity of the board; [Reach] finds the fewest and proves it, if it can in time. An animation is a
// [Film]: the clicks in which two pictures differ turn one into the other, in any order. Drawing
// and animating with Lights Out is the idea of R. Bosch (Lights Out Animations, Bridges 2016).
//
// # Conventions
//
// Black is off, white is on. The board must have a layout in rows and columns ([board.Layout]); an image
// covers the whole layout, and places without a cell are left out. Gray levels are in linear light.
package picture
