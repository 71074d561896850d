package answers

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// untidy are texts as people and language models write them, and the list that the rule finds in each;
// "" is none. lightsout help answers has the rule.
var untidy = []struct{ text, want string }{
	// The last list in brackets.
	{"[0, 2, 4]", "[0,2,4]"},
	{"The answer is **[0, 2, 4, 6, 8]**.", "[0,2,4,6,8]"},
	{"First I tried [1, 2].\nThat leaves [3] lit, so the answer is [0,2,4].", "[0,2,4]"},
	{"Answer: [4], which flips 1, 3, 4, 5 and 7.", "[4]"},
	{"[0, 2, 4] (3 presses in total)", "[0,2,4]"},
	{"```json\n{\"presses\": [0,\n  2,\n  4]}\n```", "[0,2,4]"},
	{"\\boxed{0, 2, 4}", "[0,2,4]"},
	{"$\\boxed{\\{0, 2\\}}$", "[0,2]"},
	{"\\boxed{[7]}", "[7]"},
	{"\\boxed{[1, 2]}", "[1,2]"},
	{"{[1,2]}", "[1,2]"},
	{"\\[ [1, 2] \\]", "[1,2]"},
	{"\\boxed{[0,1], [2,2]}", "[[0,1],[2,2]]"},
	{"[[1, 2]]", "[[1,2]]"},
	{"{r1c1, r2c3}", `["r1c1","r2c3"]`},
	{"Press {R1C1; R2C3}!", `["r1c1","r2c3"]`},
	{`["r1c1", 'r2c3', ` + "`r3c3`]", `["r1c1","r2c3","r3c3"]`},
	{"[0 2 4]", "[0,2,4]"},
	{"[0, 2, 4,]", "[0,2,4]"},
	{"[0, 2 and 4]", "[0,2,4]"},
	{"(0, 2, 4)", "[0,2,4]"},
	{"[[0, 0], [1, 2]]", "[[0,0],[1,2]]"},
	{"[(0, 0), (1, 2)]", "[[0,0],[1,2]]"},
	{"[1, 2] first, [3, 4] then", "[3,4]"},
	{"Nothing is lit, so []", "[]"},
	{"[ ]", "[]"},
	{"{ }", "[]"},
	{"Nothing is lit, so the answer is [ ].", "[]"},
	{"I first had [1, 2], but it is [\n]", "[]"},
	{"\\boxed{[ ]}", "[]"},
	{"\\boxed{ }", "[]"},
	{"[,]", ""},
	{"( )", ""},
	{"[0, -3]", "[0,-3]"},
	{"[007]", "[7]"},
	{"[0, 2, ...] so far; in the end [1]", "[1]"},
	{"[see 3] [0-4] [a, b] [1]", "[1]"},
	// Without brackets, two or more in a row.
	{"Press 0, 2 and 4.", "[0,2,4]"},
	{"Press switches 0, 2, 4, a total of 3 presses.", "[0,2,4]"},
	{"0 2 4", "[0,2,4]"},
	{"<answer>0, 2, 4</answer>", "[0,2,4]"},
	{"Final answer: r1c1, r1c3 & r3c3.", `["r1c1","r1c3","r3c3"]`},
	{"on a 5x5 board (0-based) press 3, 7", "[3,7]"},
	{"(0,1), (2,3)", "[[0,1],[2,3]]"},
	{"The board has 25 lights.\n\n- r1c1\n- r2c2\n\nThat is all.", `["r1c1","r2c2"]`},
	{"1. r1c1\n2. r2c2\n3. r3c3", `["r1c1","r2c2","r3c3"]`},
	{"0\n2\n4\n", "[0,2,4]"},
	{"- 3\n- 5\n", "[3,5]"},
	{"- [ ] check\n\npress 1, 2", "[1,2]"},
	{"  1. [ ] check\n  - [ ] again\n\npress 1, 2", "[1,2]"},
	{"- [1, 2]\n- [ ]", "[1,2]"},
	{"- so: [ ]", "[]"},
	{"“r1c1”, “r2c2”", `["r1c1","r2c2"]`},
	{"Press **0**, **2**, and **4**.", "[0,2,4]"},
	{"1. **r1c1**\n2. **r2c2**", `["r1c1","r2c2"]`},
	{"- **`r1c1`**\n- **`r2c2`**", `["r1c1","r2c2"]`},
	{"**0, 2, 4**", "[0,2,4]"},
	{"[**0**, **2**]", "[0,2]"},
	// A single one.
	{"Press r2c2. (1 press)", `["r2c2"]`},
	{"Press 7.", "[7]"},
	{"Just press the centre, which is switch 12!", "[12]"},
	{"(1, 2)", "[[1,2]]"},
	{"1. Press 3\n2. Press 7", "[7]"},
	// None at all.
	{"", ""},
	{"I do not know.", ""},
	{"the 5x5 board, 2.5, 3-7, 50%, v2", ""},
	{"[a, b]", ""},
}

func TestLastList(t *testing.T) {
	for _, tc := range untidy {
		got, ok := Last(tc.text)
		if ok != (tc.want != "") || string(got) != tc.want {
			t.Errorf("%q: %q, want %q", tc.text, got, tc.want)
		}
	}
}

// FuzzLastList: what is found is a JSON list of items as records have them, and reading it again finds it.
func FuzzLastList(f *testing.F) {
	for _, tc := range untidy {
		f.Add(tc.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, ok := Last(text)
		if !ok {
			return
		}
		var items []any
		if err := json.Unmarshal(list, &items); err != nil {
			t.Fatalf("%q: %q is not a list: %v", text, list, err)
		}
		if again, ok := Last(string(list)); !ok || !bytes.Equal(again, list) {
			t.Fatalf("%q: %q is read as %q", text, list, again)
		}
	})
}

// longText is far too long for anything but one pass.
const longText = 1 << 16

// Long texts take time in proportion to their length: a second look at every digit would take hours.
func TestLastListInLongTexts(*testing.T) {
	for _, piece := range []string{"1", "[1 ", "([{", "(1,", "[1,2],", "[ ]", "- [ ]", "\n- [ ]", "1. [ ]", " [", "r1", "r1c", "- ", "and ", " ", "1 2 (", "\n1. ", "'", "`\"", "**", "**1"} {
		Last(strings.Repeat(piece, longText))
	}
}
