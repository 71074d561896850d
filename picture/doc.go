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
// # Which pixels are wrong, and how few
//
// Let the rows of H be a basis of the invariants: sets of lights of which every switch flips an even number. There are
// as many as the nullity k. Clicks can make the change c if and only if H·c = 0, and leaving a pixel wrong adds its
// column of H. So we look for the fewest columns of H that add up to H·c; there are never more than k. Package
// internal/fewest tries sets of 1, 2, 3, … columns, as two halves that meet in the middle, and every size without a
// solution raises the lower bound. On a grid the columns fall into four classes by the parities of row and column, and
// each class spans about half of the k dimensions (k/2, or one more or less, on all n×n with n ≤ 100; half, rounded, on
// all other rectangles up to 24×24). Of w pixels, some class contains at least w/4, and modulo its span the other
// pixels must add up to the target. This leaves few enough sets to prove 79×79 (k = 64) and 128×128 (k = 56). Where the
// next size would cost too much, as on 256×256 (k = 144), information-set decoding finds an answer.
//
// # Conventions
//
// Black is off, white is on. The board must have a layout in rows and columns ([board.Layout]); an image
// covers the whole layout, and places without a cell are left out. Gray levels are in linear light.
package picture
