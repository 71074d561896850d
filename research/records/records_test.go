// Package records holds the published tables of fewest presses, and tests that replay them.
package records

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest/tier"
	"lightsout/solve"
	"lightsout/solve/certificate"
)

// quickNullity is up to which nullity a minimum is proved again by the tests: in well under a second.
const quickNullity = 20

// recordFile reads a file of this folder, unzipped if need be, line by line.
func recordFile(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	var lines []string
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		if !strings.HasPrefix(scanner.Text(), "#") {
			lines = append(lines, scanner.Text())
		}
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// record is a line "n nullity presses lower method" of a table of squares.
type record struct {
	n, nullity, presses, lower int
	method                     string
}

func (r record) proved() bool { return r.lower == r.presses }

// records reads a table of squares, which has a line for each n from 1 on.
func records(t *testing.T, name string) []record {
	t.Helper()
	var list []record
	for i, line := range recordFile(t, name) {
		var r record
		if _, err := fmt.Sscanf(line, "%d %d %d %d %s", &r.n, &r.nullity, &r.presses, &r.lower, &r.method); err != nil || r.n != i+1 {
			t.Fatalf("%s: %q is not the line of n = %d (%v)", name, line, i+1, err)
		}
		if r.proved() == (r.method == "open") || r.lower > r.presses {
			t.Errorf("%s: %q contradicts itself", name, line)
		}
		list = append(list, r)
	}
	return list
}

// hold checks a line against the board: the nullity and, where it is quick to prove, the minimum and how it is proved.
func hold(t *testing.T, spec string, nullity, presses, lower int, method string) {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	linear, err := solve.Analyse(context.Background(), b)
	if err != nil || linear.Nullity() != nullity {
		t.Errorf("%s: nullity %d (%v), the table says %d", spec, linear.Nullity(), err, nullity)
	}
	if nullity > quickNullity {
		return
	}
	res, err := solve.Minimum(context.Background(), board.NewPuzzle(b))
	if err != nil {
		t.Fatal(err)
	}
	if !res.Minimum || res.Cost != presses || lower != presses {
		t.Errorf("%s: %d presses (minimum %v), the table says %d", spec, res.Cost, res.Minimum, presses)
	}
	if method != "" && res.Method != method {
		t.Errorf("%s: proved by %s (%s), the table says %s", spec, res.Method, res.Proof, method)
	}
}

// The presses of every square put all lights out, and are as many as the table says. Where the minimum is
// quick to prove, it is proved again.
func TestRecordsReplay(t *testing.T) {
	table, bits := records(t, "a075464.txt"), recordFile(t, "a075464.bits.gz")
	if len(table) != 200 || len(bits) != len(table) {
		t.Fatalf("%d lines, and presses of %d boards", len(table), len(bits))
	}
	for i, r := range table {
		spec := fmt.Sprintf("%dx%d", r.n, r.n)
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		presses, err := b.ParseSwitches(bits[i])
		if err != nil {
			t.Fatal(err)
		}
		if v := solve.Check(board.NewPuzzle(b), presses); !v.Solved || len(presses) != r.presses {
			t.Errorf("%s: %d presses leave %d lights; the table says %d presses", spec, len(presses), len(v.Wrong), r.presses)
		}
		hold(t, spec, r.nullity, r.presses, r.lower, r.method)
	}
}

// The odd rows and columns, counted from 0, of an answer of side 2n+1 are an answer of n×n: the square of the
// matrix says so. So they have at least as many presses as the table says of n.
func TestRecordsOfOddSquaresHoldSmallerOnes(t *testing.T) {
	table, bits := records(t, "a075464.txt"), recordFile(t, "a075464.bits.gz")
	for side := 3; side <= len(table); side += 2 {
		n := side / 2
		var presses []int
		for row := range n {
			for col := range n {
				if bits[side-1][(2*row+1)*side+2*col+1] == '1' {
					presses = append(presses, row*n+col)
				}
			}
		}
		b, err := board.Parse(fmt.Sprintf("%dx%d", n, n))
		if err != nil {
			t.Fatal(err)
		}
		if v := solve.Check(board.NewPuzzle(b), presses); !v.Solved || len(presses) < table[n-1].lower {
			t.Errorf("%d×%d: its odd rows and columns have %d presses and leave %d lights of %d×%d", side, side, len(presses), len(v.Wrong), n, n)
		}
	}
}

// The b-file has the terms up to the first that is not proved.
func TestRecordsAsBFile(t *testing.T) {
	var want []string
	for _, r := range records(t, "a075464.txt") {
		if !r.proved() {
			break
		}
		want = append(want, fmt.Sprintf("%d %d", r.n, r.presses))
	}
	if got := recordFile(t, "b075464.txt"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the b-file has %d terms, the table %d without a gap, or they differ", len(got), len(want))
	}
	if len(want) < 158 {
		t.Errorf("the b-file ends at %d", len(want))
	}
}

// Whatever is not quick to prove has a certificate that holds: the presses, the nullity, and the arithmetic
// of the bounds.
func TestRecordsCertified(t *testing.T) {
	tier.Slow(t, "verifies the certificates of all records")
	certified := map[string]*certificate.Certificate{}
	for _, line := range recordFile(t, "a075464.certificates.gz") {
		var c certificate.Certificate
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		certified[c.Board] = &c
	}
	for _, r := range records(t, "a075464.txt") {
		if r.nullity <= quickNullity || !r.proved() {
			continue
		}
		spec := fmt.Sprintf("grid:%dx%d", r.n, r.n)
		c := certified[spec]
		if c == nil {
			if r.method == "split" {
				t.Errorf("%s has no certificate", spec)
			}
			continue
		}
		found, err := certificate.Verifier{}.Verify(context.Background(), c)
		if err != nil || found.Verdict == certificate.Fails || !c.Minimum || c.Cost != r.presses {
			t.Errorf("%s: %d presses, minimum %v, %v (%v); the table says %d", spec, c.Cost, c.Minimum, found, err, r.presses)
		}
	}
}

// The lines of the other tables hold where that is quick to check: all rectangles of few columns, and some of
// the others.
func TestRecordsOfRectangles(t *testing.T) {
	lines := recordFile(t, "rectangles.txt")
	if len(lines) != 60*61/2 {
		t.Fatalf("%d rectangles", len(lines))
	}
	i := 0
	for m := 1; m <= 60; m++ {
		for n := 1; n <= m; n++ {
			var row, col, nullity, presses int
			if _, err := fmt.Sscanf(lines[i], "%d %d %d %d", &row, &col, &nullity, &presses); err != nil || row != m || col != n {
				t.Fatalf("%q is not the line of %d×%d (%v)", lines[i], m, n, err)
			}
			if i++; m <= 20 || (m+n)%16 == 0 {
				hold(t, fmt.Sprintf("%dx%d", m, n), nullity, presses, presses, "")
			}
		}
	}
}

func TestRecordsOfTori(t *testing.T) {
	table := records(t, "tori.txt")
	if len(table) != 60 {
		t.Fatalf("%d tori", len(table))
	}
	for _, r := range table {
		hold(t, fmt.Sprintf("torus:%dx%d", r.n, r.n), r.nullity, r.presses, r.lower, r.method)
	}
}

// With the king's pattern, lights in every third row and column have no switch in common, so each of them
// needs a press of its own: ⌈n/3⌉² presses at least. As many suffice.
func TestRecordsOfTheKing(t *testing.T) {
	table := records(t, "king.txt")
	if len(table) != 60 {
		t.Fatalf("%d boards", len(table))
	}
	for _, r := range table {
		b, err := board.Parse(fmt.Sprintf("%dx%d,pattern=king", r.n, r.n))
		if err != nil {
			t.Fatal(err)
		}
		owner := make([]int, b.Lights()) // how many of the lights a switch flips
		packed := 0
		for row := 0; row < r.n; row += 3 {
			for col := 0; col < r.n; col += 3 {
				packed++
				for _, s := range b.Toggles(row*r.n + col) { // a switch flips the lights whose switches flip it
					owner[s]++
				}
			}
		}
		for s, lights := range owner {
			if lights > 1 {
				t.Errorf("%d×%d: switch %d flips %d of the lights", r.n, r.n, s, lights)
			}
		}
		var presses []int // in the middle of blocks of three, which the edge may cut
		first := map[int]int{0: 1, 1: 0, 2: 0}[r.n%3]
		for row := first; row < r.n; row += 3 {
			for col := first; col < r.n; col += 3 {
				presses = append(presses, row*r.n+col)
			}
		}
		v := solve.Check(board.NewPuzzle(b), presses)
		if !v.Solved || len(presses) != packed || r.presses != packed || !r.proved() {
			t.Errorf("%d×%d: %d presses, solved %v; at least %d; the table says %d", r.n, r.n, len(presses), v.Solved, packed, r.presses)
		}
		hold(t, b.Spec(), r.nullity, r.presses, r.lower, r.method)
	}
}
