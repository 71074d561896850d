package census

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/internal/boardtest"
)

// holds is a condition's verdict on some numbers, which letters stand for.
func holds(t testing.TB, text string, letters map[string]int) bool {
	t.Helper()
	var names []string
	for l := range letters {
		names = append(names, l)
	}
	c, err := ParseCondition(text, names)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	ok, open, err := c.Holds(t.Context(), &Facts{Letters: letters})
	if err != nil || len(open) > 0 {
		t.Fatalf("%s: undecided by %v, %v", text, open, err)
	}
	return ok
}

// && binds stronger than ||, and ! stronger than both.
func TestConditionsBind(t *testing.T) {
	zero, one := map[string]int{"m": 0, "n": 1}, map[string]int{"m": 1, "n": 0}
	for _, c := range []struct {
		text    string
		on      map[string]int
		isTrue  bool
		because string
	}{
		{"n || m && m", zero, true, "n || (m && m)"},
		{"m && n || m && !n", zero, false, ""},
		{"!m && n", zero, true, "(!m) && n"},
		{"! m", zero, true, ""},
		{"m=1&&n==0&&n!=1", one, true, "= is =="},
		{"m<=1 && m>=1 && m<2 && m>0", one, true, ""},
		{"n<m", one, true, "columns on both sides"},
		{"N<M && n<m", one, true, "letters as in the family"},
		{"1 > 0", one, true, "numbers on both sides"},
		{" \tm\n", one, true, "blanks"},
		{"m<1000000000000000000000000000000", one, true, "numbers of any size"},
	} {
		if got := holds(t, c.text, c.on); got != c.isTrue {
			t.Errorf("%s is %v on %v %s", c.text, got, c.on, c.because)
		}
	}
}

// What does not decide a condition leaves it open; what does, decides it: a condition on numbers of which
// only bounds are known says yes, or no, exactly if it does so for all numbers within them.
func TestBoundsDecideWhereTheyCan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) [2]int {
			low := rapid.IntRange(0, 4).Draw(t, name+" from")
			return [2]int{low, rapid.IntRange(low, 4).Draw(t, name+" to")}
		}
		a, b := draw("a"), draw("b")
		operator := rapid.SampledFrom([]string{"<", "<=", ">", ">=", "==", "!="}).Draw(t, "operator")
		some := map[bool]bool{}
		for x := a[0]; x <= a[1]; x++ {
			for y := b[0]; y <= b[1]; y++ {
				some[map[string]bool{"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y, "==": x == y, "!=": x != y}[operator]] = true
			}
		}
		want := open
		if !some[false] {
			want = yes
		} else if !some[true] {
			want = no
		}
		span := func(r [2]int) span { return span{big.NewInt(int64(r[0])), big.NewInt(int64(r[1]))} }
		if got := compare(span(a), span(b), operator); got != want {
			t.Fatalf("%v %s %v: verdict %d, want %d", a, operator, b, got, want)
		}
	})
	infinite, five := spanOf(Value{Infinite: true}), spanOf(known(5))
	for operator, want := range map[string]verdict{"<": no, "<=": no, ">": yes, ">=": yes, "==": no, "!=": yes} {
		if got := compare(infinite, five, operator); got != want {
			t.Errorf("infinite %s 5: verdict %d, want %d", operator, got, want)
		}
	}
	atLeast := spanOf(Value{Lower: big.NewInt(6)})
	if compare(atLeast, five, ">") != yes || compare(five, atLeast, "<") != yes || compare(atLeast, spanOf(known(7)), "<") != open {
		t.Error("a number of which only a lower bound is known")
	}
}

// Columns that take long are asked last, and only if the others leave the question open.
func TestCostlyColumnsComeLast(t *testing.T) {
	stopped := errors.New("it took too long")
	for _, c := range []struct {
		text string
		open string // "": decided
		yes  bool
	}{
		{"depth>0 && nullity>2", "", false},
		{"depth>0 || nullity==2", "", true},
		{"depth>0 && nullity==1 || min>3 && nullity==1", "", false},
		{"depth>0 && nullity==1 || min>10 && nullity==2", "min", false},
		{"depth>0 && nullity==2", "depth", false},
		{"depth>0 && min<10 && nullity==2", "depth,min", false},
		{"min<10 && depth>0 && min>30", "", false},
		{"!depth && nullity==2", "depth", false},
		{"min<=30", "", true},
	} {
		f := &Facts{Board: boardtest.Parse(t, "5x5"), values: map[string]Value{
			"min":   {Lower: big.NewInt(8), Upper: big.NewInt(15), Stopped: stopped},
			"depth": {Stopped: stopped},
		}}
		condition, err := ParseCondition(c.text, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, undecided, err := condition.Holds(t.Context(), f)
		if err != nil || got != c.yes || strings.Join(undecided, ",") != c.open {
			t.Errorf("%s: %v, undecided by %v, %v", c.text, got, undecided, err)
		}
	}
	// An ended context shows that a column was not asked for at all.
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	f := &Facts{Board: boardtest.Parse(t, "9x9"), values: map[string]Value{"nullity": known(8)}}
	condition, _ := ParseCondition("min<5 && nullity==0", nil)
	if got, open, err := condition.Holds(ended, f); got || len(open) > 0 || err != nil {
		t.Errorf("the fewest presses were looked for: %v", err)
	}
}

// Errors say where, and what to write.
func TestConditionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "position 1: a comparison is missing, such as nullity>0",
		"nulity>0":                    `position 1: no such column "nulity" (did you mean "nullity"?); the columns are m, lights,`,
		"nullity>0 && ":               "position 14: a comparison is missing",
		"nullity>0 || || m":           "position 14: a comparison is missing",
		"nullity>0 and min<5":         `position 1: "nullity>0 and min<5" is not a comparison, such as nullity>0; && and || join several, without parentheses`,
		"m || not solvable":           `position 6: "not solvable" is not a comparison`,
		"m && (nullity>0":             `position 6: "(nullity>0" is not a comparison`,
		"1<min<5":                     `position 1: "1<min<5" is not a comparison`,
		"min ≤ 5":                     `position 1: "min ≤ 5" is not a comparison`,
		"min<5.5":                     `position 1: "min<5.5" is not a comparison`,
		"min<5x":                      `position 1: "5x" is not a whole number from 0 on`,
		"solvable-fraction<1":         "position 1: solvable-fraction is not a whole number and cannot be compared; compare nullity or rank",
		"min_answers>1":               `position 1: no such column "min_answers" (did you mean "min-answers"?)`,
		"solvable==yes":               `position 1: no such column "yes"`,
		"n>1":                         `position 1: no such column "n"`,
		strings.Repeat("!", 4000):     `position 1: "!!!!`,
		"min>3 && \x00":               `position 10: "\x00" is not a comparison`,
		"nullity > -1":                `position 1: "-1" is not a whole number from 0 on`,
		"nullity == nullity-of-board": `position 1: no such column "nullity-of-board"`,
	} {
		_, err := ParseCondition(text, []string{"m"})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v\nwant %s", text, err, want)
		}
	}
}

// No text crashes the parser, and what it takes it can decide.
func FuzzCondition(f *testing.F) {
	for _, seed := range []string{
		"nullity>0 && min<=5 || !solvable", "m=1", "!!(", "≤", "1<2<3", "min-answers != 18446744073709551616",
		"YA", "0a", "0000", "0<1", "nullity>0 &&||", // no such column, numbers alone, two operators
	} {
		f.Add(seed)
	}
	b := boardtest.Parse(f, "2x2")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCondition(text, []string{"m"})
		if err != nil {
			return
		}
		if _, open, err := c.Holds(t.Context(), &Facts{Board: b, Letters: map[string]int{"m": 2}}); err != nil || len(open) > 0 {
			t.Errorf("%q: undecided by %v, %v", text, open, err)
		}
	})
}

func ExampleCondition() {
	family, _ := ParseFamily("grid:NxN", map[string]Numbers{"n": {{1, 20}}})
	wanted, _ := ParseCondition("nullity>0 && min<=30", family.Letters())
	for member := range family.Rows() {
		f := &Facts{Board: parse(family.Spec(member)), Letters: member}
		if holds, _, _ := wanted.Holds(context.Background(), f); holds {
			fmt.Println(family.Spec(member))
		}
	}
	// Output:
	// grid:4x4
	// grid:5x5
	// grid:9x9
}
