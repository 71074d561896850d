package census_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"lightsout/board"
	"lightsout/census"
)

func mustParse(spec string) *board.Board {
	b, err := board.Parse(spec)
	if err != nil {
		log.Fatal(err)
	}
	return b
}

// How many states of the 4x4 board need 0, 1, 2, … presses.
func Example() {
	counts, err := census.Distribution(context.Background(), mustParse("4x4"), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(counts)
	// Output: [1 16 120 560 1387 1440 540 32]
}

// The hardest states of 11x11 cannot all be counted, but one can be found.
func ExampleFindDepth() {
	depth, err := census.FindDepth(context.Background(), mustParse("11x11"), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(depth.Proved(), depth.Lower, depth.Presses.Weight())
	// Output: true 65 65
}

// The path from all on to dark on the 3x3 board. Switch 0 is the first cell.
func ExampleTable_Path() {
	table, err := census.NewTable(context.Background(), mustParse("3x3"), nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range table.Path(0b111_111_111) {
		fmt.Printf("%09b: %d to go, press %d\n", e.State, e.ToGo, e.Press)
	}
	// Output:
	// 111111111: 5 to go, press 8
	// 001011111: 4 to go, press 6
	// 010010111: 3 to go, press 4
	// 000101101: 2 to go, press 2
	// 000001011: 1 to go, press 0
	// 000000000: 0 to go, press -1
}

// All states of a board as CSV.
func ExampleTable_WriteCSV() {
	table, err := census.NewTable(context.Background(), mustParse("path:2"), nil)
	if err != nil {
		log.Fatal(err)
	}
	if err := table.WriteCSV(context.Background(), os.Stdout, nil); err != nil {
		log.Fatal(err)
	}
	// Output:
	// board,state,switch,to_go,destination_state
	// "path:2",0,-1,0,-1
	// "path:2",3,0,1,0
}
