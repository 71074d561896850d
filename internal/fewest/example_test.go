package fewest_test

import (
	"context"
	"fmt"

	"lightsout/internal/fewest"
)

// All-on 5×5, the classic game: 15 presses, and three more answers that are as short.
func Example() {
	p := square(5)
	r, err := fewest.Minimum(context.Background(), p, fewest.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Cost, "presses, proved:", r.Proved())

	all, err := fewest.AllMinimum(context.Background(), p, fewest.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(all.Count, "answers are that short")
	// Output:
	// 15 presses, proved: true
	// 4 answers are that short
}
