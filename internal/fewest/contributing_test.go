package fewest

import (
	"os/exec"
	"strings"
	"testing"

	"lightsout/internal/boardtest/guide"
)

// asker asks for the lightest word by the new way, and by the one that would be chosen.
const asker = `package main

import (
	"context"
	"fmt"

	"lightsout/gf2"
	"lightsout/internal/fewest"
)

func main() {
	p := fewest.Problem{Word: gf2.VecOf(9, 0, 1, 2, 3, 4, 5)}
	p.Basis = []gf2.Vec{gf2.VecOf(9, 0, 1, 2, 6), gf2.VecOf(9, 2, 3, 4, 7), gf2.VecOf(9, 4, 5, 0, 8)}
	p.Costs = []int{3, 1, 4, 1, 5, 9, 2, 6, 5}
	for _, method := range []string{"", "one-by-one"} {
		r, err := fewest.Minimum(context.Background(), p, fewest.Options{Method: method})
		fmt.Println(r.Cost, r.Proved(), r.Words(), err)
	}
}
`

// A way is added by one file and one row, as CONTRIBUTING.md says and shows.
func TestWayIsOneFileAndOneRow(t *testing.T) {
	program := guide.OneFileAndOneRow(t, "../../CONTRIBUTING.md", "A way to the fewest presses", "onebyone.go", "plan.go",
		"part: nothing},\n", asker)
	out, err := exec.Command(program).CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(lines) != 2 || lines[0] != lines[1] || !strings.HasSuffix(lines[1], "answers compared <nil>") {
		t.Errorf("%v\n%s", err, out)
	}
}
