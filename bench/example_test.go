package bench_test

import (
	"fmt"
	"os"

	"lightsout/bench"
)

// What a run of the suite quick would measure on one instance.
func ExampleList() {
	err := bench.List(os.Stdout, bench.Options{Suite: "quick", Filter: "^grid-9-min "})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// grid-9-min                   seed 1  grid:9x9                         gini kernel:4 seq
	// grid-9-min                   seed 1  grid:9x9                         gini kernel:4 totalizer
	// grid-9-min                   seed 1  grid:9x9                         gini kernel:4 cardnet
	// grid-9-min                   seed 1  grid:9x9                         gini kernel:4 adder
	// grid-9-min                   seed 1  grid:9x9                         gf2
}
