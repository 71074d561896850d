package board_test

import (
	"fmt"

	"lightsout/board"
)

func ExampleParse() {
	b, err := board.Parse("torus:5x5")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Switches(), "switches; the first flips lights", b.Toggles(0))
	// Output: 25 switches; the first flips lights [0 1 4 5 20]
}
