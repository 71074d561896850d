package board_test

import (
	"encoding/json"
	"fmt"

	"lightsout/board"
)

// A puzzle on a graph of friends: pressing one flips their light and those of their friends.
func Example() {
	b, err := board.FromNamedEdges("friends", [][2]string{{"alice", "bob"}, {"bob", "carol"}, {"carol", "dave"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := &board.Puzzle{Board: b} // all off; so is the goal
	if p.On, err = b.ParseState("alice,dave"); err != nil {
		fmt.Println(err)
		return
	}
	for l := range p.On.All() {
		fmt.Println(b.Names()[l], "is on")
	}
	presses, err := b.ParseSwitches("bob,carol")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range presses {
		b.Press(p.On, s, 1)
	}
	text, _ := json.Marshal(p.On)
	fmt.Println(string(text), p.Change().IsZero())
	// Output:
	// alice is on
	// dave is on
	// "0000" true
}

func ExampleParse() {
	b, err := board.Parse("torus:5x5")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Switches(), "switches; the first flips lights", b.Toggles(0))
	// Output: 25 switches; the first flips lights [0 1 4 5 20]
}
