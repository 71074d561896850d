package picture_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/picture"
)

// A white letter U on 5×5, which has nullity 2: the nearest picture that clicks can show from all off.
func Example() {
	var file bytes.Buffer
	if err := png.Encode(&file, letterU(5)); err != nil {
		fmt.Println(err)
		return
	}
	b, err := board.Parse("5x5")
	if err != nil {
		fmt.Println(err)
		return
	}
	gray, err := picture.Load(&file, "u.png")
	if err != nil {
		fmt.Println(err)
		return
	}
	wanted, err := gray.Dither(b)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := picture.Reach(context.Background(), picture.Request{Board: b, Start: gf2.NewVec(b.Lights()), Wanted: wanted})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d wrong, proved %v; %d clicks, proved %v\n", r.Wrong.Weight(), r.WrongProved, r.Clicks.Weight(), r.ClicksProved)
	for row := range 5 {
		fmt.Println(r.Picture.String()[5*row : 5*row+5])
	}
	// Output:
	// 1 wrong, proved true; 7 clicks, proved true
	// 10001
	// 10001
	// 10001
	// 00001
	// 11111
}

// letterU is a white U on black, n pixels wide.
func letterU(n int) image.Image {
	img := image.NewGray(image.Rect(0, 0, n, n))
	for i := range n {
		img.SetGray(0, i, color.Gray{Y: 255})
		img.SetGray(i, n-1, color.Gray{Y: 255})
		img.SetGray(n-1, i, color.Gray{Y: 255})
	}
	return img
}
