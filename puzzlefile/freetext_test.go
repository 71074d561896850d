package puzzlefile

import (
	"bytes"
	"encoding/json"
	"errors"
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
		got, ok := lastList(tc.text)
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
		list, ok := lastList(text)
		if !ok {
			return
		}
		var items []any
		if err := json.Unmarshal(list, &items); err != nil {
			t.Fatalf("%q: %q is not a list: %v", text, list, err)
		}
		if again, ok := lastList(string(list)); !ok || !bytes.Equal(again, list) {
			t.Fatalf("%q: %q is read as %q", text, list, again)
		}
	})
}

// longText is far too long for anything but one pass.
const longText = 1 << 16

// Long texts take time in proportion to their length: a second look at every digit would take hours.
func TestLastListInLongTexts(*testing.T) {
	for _, piece := range []string{"1", "[1 ", "([{", "(1,", "[1,2],", "[ ]", "- [ ]", "\n- [ ]", "1. [ ]", " [", "r1", "r1c", "- ", "and ", " ", "1 2 (", "\n1. ", "'", "`\"", "**", "**1"} {
		lastList(strings.Repeat(piece, longText))
	}
}

// Answers come in many forms; what they name must be there.
func TestAnswersOfRecords(t *testing.T) {
	for _, tc := range []struct {
		fields  string
		free    bool
		want    []int
		illegal bool
	}{
		{`"presses":[0,8]`, false, []int{0, 8}, false},
		{`"presses":[0,8],"answer":[4]`, false, []int{4}, false},
		{`"presses":[0,8],"answer":null`, false, []int{0, 8}, false},
		{`"answer":[[0,0],[2,2]]`, false, []int{0, 8}, false},
		{`"answer":["r1c1","r3c3"]`, false, []int{0, 8}, false},
		{`"answer":"r1c1,r3c3"`, false, []int{0, 8}, false},
		{`"answer":"{r1c1, r3c3}"`, false, []int{0, 8}, false},
		{`"answer":"[0, 8]"`, false, []int{0, 8}, false},
		{`"answer":"so press r1c1, r3c3"`, false, nil, false},
		{`"answer":"0, 8"`, false, nil, false},
		{`"answer":"so press r1c1, r3c3"`, true, []int{0, 8}, false},
		{`"answer":"0, 8"`, true, []int{0, 8}, false},
		{`"presses":"0, 8"`, true, []int{0, 8}, false},
		{`"answer":[0,8]`, true, []int{0, 8}, false},
		{`"answer":"no idea"`, true, nil, false},
		{`"answer":"[9]"`, true, nil, true},
		{`"answer":"[-1]"`, true, nil, true},
		{`"answer":"[ ]"`, true, []int{}, false},
		{`"answer":"[ ]"`, false, []int{}, false},
		{`"answer":"{ }"`, false, []int{}, false},
		{`"answer":" "`, false, nil, false},
		{`"answer":"[99999999999999999999999]"`, true, nil, true},
		{`"answer":"[1, -99999999999999999999999]"`, true, nil, true},
		{`"answer":"press 1 and 99999999999999999999999"`, true, nil, true},
		{`"answer":"r1c1 and r1c99999999999999999999999"`, true, nil, true},
		{`"answer":[99999999999999999999999]`, false, nil, true},
		{`"answer":["r1c1",99999999999999999999999]`, false, nil, true},
		{`"answer":[99999999999999999999999,1.5]`, false, nil, false},
		{`"answer":[1e99]`, false, nil, false},
		{`"answer":"r4c1"`, true, nil, true},
		{`"answer":[[3,0]]`, false, nil, true},
		{`"presses":[9]`, false, nil, true},
		{`"index":1`, false, nil, false},
	} {
		record, err := readRecord(`{"board":"3x3","on":"all",`+tc.fields+`}`, ReaderOptions{FreeText: tc.free})
		if err != nil {
			t.Fatal(tc.fields, err)
		}
		got, err := record.Answer()
		if (err == nil) != (tc.want != nil) || errors.Is(err, ErrNoSwitch) != tc.illegal || len(got) != len(tc.want) || len(got) > 0 && got[len(got)-1] != tc.want[len(got)-1] {
			t.Errorf("%s: %v, %v", tc.fields, got, err)
		}
		if strings.Contains(tc.fields, `"presses":[0,8],`) {
			continue
		}
		record, err = readRecord(`{`+tc.fields+`}`, ReaderOptions{FreeText: tc.free, Answers: true})
		if err != nil {
			t.Fatal(tc.fields, err)
		}
		text, err := record.Given()
		var apart []int
		if err == nil {
			apart, err = ParseAnswer(parse(t, "3x3"), text)
		}
		if (err == nil) != (tc.want != nil) || errors.Is(err, ErrNoSwitch) != tc.illegal || len(apart) != len(tc.want) {
			t.Errorf("%s on its own: %v, %v", tc.fields, apart, err)
		}
	}
}
