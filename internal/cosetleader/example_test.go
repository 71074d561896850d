package cosetleader_test

import (
	"context"
	"fmt"

	"lightsout/internal/cosetleader"
)

// All-on 5×5, the classic game: 15 presses, and three more answers that are as short.
func Example() {
	p := square(5)
	r, err := cosetleader.Minimum(context.Background(), p, cosetleader.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Weight, "presses, proved:", r.Proved)

	all, err := cosetleader.AllMinimum(context.Background(), p, cosetleader.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(all.Count, "answers are that short")
	// Output:
	// 15 presses, proved: true
	// 4 answers are that short
}
