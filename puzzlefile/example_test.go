package puzzlefile_test

import (
	"fmt"
	"io"
	"os"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/puzzlefile"
)

func ExampleNewReader() {
	file := strings.NewReader("b grid:3x3\nl 1 5 9\n\n" + "p lights 3 2\ne 1 2\ne 2 3\n")
	r := puzzlefile.NewReader(file, puzzlefile.ReaderOptions{Name: "my.lo"})
	for {
		p, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err) // FILE:LINE: what is wrong
			return
		}
		fmt.Println(p.Origin, p.Board, "on:", p.On)
	}
	// Output:
	// my.lo:1 grid:3x3 on: 100010001
	// my.lo:4 graph:my.lo#2 on: 111
}

func ExampleReader_NextRecord() {
	file := strings.NewReader(`{"id":7,"board":"2x2","on":[2,3],"presses":[0,1]}`)
	record, err := puzzlefile.NewReader(file, puzzlefile.ReaderOptions{}).NextRecord()
	if err != nil {
		fmt.Println(err)
		return
	}
	presses, err := record.Answer()
	fmt.Printf("puzzle %s on %v: press %v (%v)\n", record.ID, record.Board, presses, err)
	// Output: puzzle 7 on grid:2x2: press [0 1] (<nil>)
}

func ExampleWrite() {
	b, _ := board.Parse("petersen")
	p := board.NewPuzzle(b)
	p.Goal.Bits().Set(3, true)
	p.Forbidden = gf2.VecOf(p.Board.Switches(), 0)
	if err := puzzlefile.Write(os.Stdout, "lo", p); err != nil {
		fmt.Println(err)
	}
	// Output:
	// b petersen
	// g 4
	// x 1
}

func ExampleNewWriter() {
	b, _ := board.Parse("2x3")
	w, err := puzzlefile.NewWriter(puzzlefile.Form{Format: "bits"}, b)
	if err != nil {
		fmt.Println(err) // the format cannot express the board
		return
	}
	var text []byte
	record := puzzlefile.Record{Puzzle: *board.NewPuzzle(b)}
	for l := range 3 {
		record.On.Bits().Flip(l)
		if text, err = w.Append(text, &record); err != nil {
			fmt.Println(err) // the format cannot express the puzzle
			return
		}
	}
	fmt.Printf("%s", text)
	// Output:
	// 011111
	// 001111
	// 000111
}
