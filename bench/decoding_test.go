package bench

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lightsout/board"
)

const decodingFolder = "decoding"

var decodingRates = []float64{0.01, 0.05, 0.08}

// shotTimes are the shots of one code at a rate of flips, by a contestant.
func (k kept) shotTimes(family string, size int, p float64, who string) (summary, *section) {
	s := &section{}
	for i, r := range k[decodingFolder] {
		if r.Instance == instanceName(family+"-"+flipsName(p), size, askDecode) && r.Contestant == who {
			s.results = append(s.results, &k[decodingFolder][i])
		}
	}
	return summarise(s.results, cpu), s
}

// decodingTable is the table of docs/decoding.md: a row for each code, a column for each rate of flips.
func (k kept) decodingTable() string {
	t := table{head: []string{"code", "at 1 %", "at 5 %", "at 8 %", "shots a second at 8 %", "z3 at 1 %", "z3 at 5 %", "z3 at 8 %", "z3 takes longer by, at 8 %"}}
	for _, family := range []string{"hexcolor", "octcolor", "toric"} {
		for _, size := range []int{9, 13, 17, 21, 25, 31} {
			row := make([]string, len(t.head))
			row[0] = fmt.Sprintf("%s:%d", family, size)
			for i, p := range decodingRates {
				ours, shots := k.shotTimes(family, size, p, "decode")
				if ours.runs == 0 {
					continue
				}
				worst, _ := shots.shotTotals()
				row[1+i] = fmt.Sprintf("%s (%s)", seconds(ours.median), seconds(worst))
				if p == 0.08 {
					row[4] = thousands(1 / ours.median)
				}
				if z, _ := k.shotTimes(family, size, p, "z3 chains"); z.right > 0 {
					if z.right < z.runs {
						z.top = math.Inf(1)
					}
					row[5+i] = fmt.Sprintf("%s (%s to %s)", limited(z.median), seconds(z.low), limited(z.top))
					if p == 0.08 {
						row[8] = thousands(z.median / ours.median)
					}
				}
			}
			if row[1]+row[2]+row[3] != "" {
				t.add(row...)
			}
		}
	}
	var out strings.Builder
	t.write(&out)
	return out.String()
}

// docs/decoding.md has the table of the results, and -update writes it.
func TestDocsDecodingTable(t *testing.T) {
	const file, begin, end = "../docs/decoding.md", "<!-- decoding: made by make figures -->\n", "<!-- end -->\n"
	text, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	was, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the table", file)
	}
	want := readKept(t).decodingTable()
	if was == want {
		return
	}
	if !*update {
		t.Fatalf("%s has another table than the results give (make figures):\n%s", file, want)
	}
	if err := os.WriteFile(filepath.FromSlash(file), []byte(before+begin+want+end+after), 0o666); err != nil {
		t.Fatal(err)
	}
}

// What the document claims about speed is what was measured: every shot proved, and the goals reached at
// every rate of flips, whatever the numbering.
func TestDecodingClaims(t *testing.T) {
	k := readKept(t)
	goals := map[int]float64{9: 20_000, 13: 2_000, 21: 100, 31: 1} // shots a second, by distance
	for _, family := range []string{"hexcolor", "octcolor", "toric"} {
		for size, goal := range goals {
			for _, p := range decodingRates {
				ours, _ := k.shotTimes(family, size, p, "decode")
				if ours.runs == 0 || ours.right < ours.runs || 1/ours.median < goal {
					t.Errorf("%s:%d at %v: %d of %d runs proved, %.0f shots a second; the goal is %.0f", family, size, p, ours.right, ours.runs, 1/ours.median, goal)
				}
			}
		}
	}
	ours, _ := k.shotTimes("hexcolor", 21, 0.08, "decode")
	z, _ := k.shotTimes("hexcolor", 21, 0.08, "z3 chains")
	if z.runs < 7 || math.IsNaN(z.median) || z.median < 1000*ours.median {
		t.Errorf("hexcolor:21 at 8 %%: z3 takes %v s on %d shots, we %v s", z.median, z.runs, ours.median)
	}
}

// A shot is believed only if its flips explain it, are proved to be the fewest, and are as many each time.
func TestJudgeShots(t *testing.T) {
	code, err := board.Parse("hexcolor:3")
	if err != nil {
		t.Fatal(err)
	}
	b := board.NewPuzzle(code)
	q := &instance{question: askDecode, seed: 1, batch: 1, flips: 0.2, puzzle: b}
	made := q.shots(1)[0]
	answer := -1
	for s := range b.Board.Switches() { // distance 3: one flip explains any syndrome
		if on := b.Board.Toggles(s); len(on) == made.syndrome.Weight() {
			same := true
			for _, l := range on {
				same = same && made.syndrome.Bit(l)
			}
			if same {
				answer = s
			}
		}
	}
	if answer < 0 {
		t.Fatalf("no flip explains %v", made.syndrome)
	}
	line := func(shot, weight int, proved bool, presses string) string {
		return fmt.Sprintf(`{"shot":%d,"weight":%d,"proved":%v,"lower_bound":%d,"presses":[%s],"seconds":0.5}`+"\n", shot, weight, proved, weight, presses)
	}
	good := fmt.Sprint(answer)
	for _, c := range []struct {
		name, output string
		want         outcome
	}{
		{"right", line(0, 1, true, good) + line(1, 1, true, good) + line(2, 1, true, good), solved},
		{"too few answers", line(0, 1, true, good), failed},
		{"another flip", line(0, 1, true, fmt.Sprint((answer+1)%7)), wrong},
		{"a flip twice", line(0, 2, true, good+","+good), wrong},
		{"no such bit", line(0, 1, true, "99"), wrong},
		{"another weight", line(0, 2, true, good), wrong},
		{"another shot", line(1, 1, true, good), wrong},
		{"not proved", line(0, 1, false, good), gaveUp},
		{"no flips", `{"shot":0,"weight":null,"proved":true,"presses":[],"solvable":false,"seconds":1}` + "\n", wrong},
		{"no JSON", "hello\n", unreadable},
	} {
		var res Result
		q.judgeShots(usage{}, []byte(c.output), nil, &res)
		if res.Outcome != c.want {
			t.Errorf("%s: %s (%s), not %s", c.name, res.Outcome, res.Note, c.want)
		}
		if c.want == solved && (res.Batch != 1 || res.Shot != 0.5 || res.WorstShot != 0.5 || res.Presses != 1) {
			t.Errorf("%s: %+v", c.name, res)
		}
	}
}
