package encode_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"lightsout/encode"
	"lightsout/internal/boardtest/tier"
	"lightsout/internal/chart"
	"lightsout/internal/chart/charttest"
	"lightsout/internal/lrat"
)

var measureProofs = flag.Bool("measure-proofs", false, "write testdata/proofs.csv anew: minutes, and cadical must be on the path")

const proofsFile = "testdata/proofs.csv"

// proofRow is one line of testdata/proofs.csv: a torus of n×n with light 1 on, its formula and its proof. The
// sizes follow from the code, and tests hold them against it; the times, and cadical's proofs, were measured.
type proofRow struct {
	n                     int
	xor                   string
	clauses, steps, lines int
	size                  int     // bytes of LRAT
	seconds, checked      float64 // to write, and to check
	cadicalSteps          int     // 0 if it did not finish or was not asked
	cadicalSeconds        float64
}

var proofHead = []string{"n", "xor", "clauses", "steps", "lines", "bytes", "seconds", "check_seconds", "cadical_steps", "cadical_seconds"}

// proofSides are sides of tori that have quiet patterns; cadical is asked about the smaller ones.
var (
	proofSides   = []int{3, 5, 6, 9, 10, 12, 20, 50, 100}
	proofXors    = []string{"direct", "cut:3", "cut:4", "chain:4", "bdd", "arith"}
	cadicalMost  = 12
	cadicalXors  = map[string]bool{"direct": true, "cut:4": true}
	cadicalLimit = 60 * time.Second
)

func measureProof(t testing.TB, n int, xor string) proofRow {
	t.Helper()
	row := proofRow{n: n, xor: xor}
	p := unsolvable(t, fmt.Sprintf("torus:%dx%d", n, n))
	began := time.Now()
	f, proof := proved(t, p, encode.Options{Xor: xor}, encode.Proof{Format: "lrat"})
	row.seconds = time.Since(began).Seconds()
	if f == nil {
		t.Fatalf("torus:%dx%d is solvable", n, n)
	}
	began = time.Now()
	found, err := lrat.Check(context.Background(), f, bytes.NewReader(proof), "proof")
	if err != nil {
		t.Fatalf("torus:%dx%d by %s: %v", n, n, xor, err)
	}
	row.checked = time.Since(began).Seconds()
	row.clauses, row.steps, row.lines, row.size = found.Clauses, found.Steps, bytes.Count(proof, []byte("\n")), len(proof)
	return row
}

// askCadical lets cadical refute the formula and counts the clauses that its proof adds.
func (r *proofRow) askCadical(t testing.TB) {
	t.Helper()
	f, _ := proved(t, unsolvable(t, fmt.Sprintf("torus:%dx%d", r.n, r.n)), encode.Options{Xor: r.xor}, encode.Proof{Format: "lrat"})
	dir := t.TempDir()
	file, proof := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.drat")
	var text bytes.Buffer
	if err := errors.Join(f.WriteDIMACS(&text), os.WriteFile(file, text.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), cadicalLimit)
	defer cancel()
	began := time.Now()
	err := exec.CommandContext(ctx, "cadical", "-q", "--no-binary", file, proof).Run()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 20 {
		if ctx.Err() == nil {
			t.Fatal("cadical: ", err)
		}
		return
	}
	r.cadicalSeconds = time.Since(began).Seconds()
	out, err := os.ReadFile(proof)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(out) {
		if line[0] != 'd' {
			r.cadicalSteps++
		}
	}
}

func TestMeasureProofs(t *testing.T) {
	if !*measureProofs {
		t.Skip("takes minutes: run with -measure-proofs")
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write(proofHead)
	for _, n := range proofSides {
		for _, xor := range proofXors {
			row := measureProof(t, n, xor)
			if n <= cadicalMost && cadicalXors[xor] {
				row.askCadical(t)
			}
			t.Logf("%+v", row)
			_ = w.Write([]string{
				strconv.Itoa(n), xor, strconv.Itoa(row.clauses), strconv.Itoa(row.steps), strconv.Itoa(row.lines), strconv.Itoa(row.size),
				fmt.Sprintf("%.3g", row.seconds), fmt.Sprintf("%.3g", row.checked), strconv.Itoa(row.cadicalSteps), fmt.Sprintf("%.3g", row.cadicalSeconds),
			})
		}
	}
	w.Flush()
	if err := os.WriteFile(proofsFile, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readProofs(t *testing.T) []proofRow {
	t.Helper()
	text, err := os.Open(proofsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	lines, err := csv.NewReader(text).ReadAll()
	if err != nil || strings.Join(lines[0], ",") != strings.Join(proofHead, ",") {
		t.Fatalf("%s: %v", proofsFile, err)
	}
	var rows []proofRow
	for _, line := range lines[1:] {
		var r proofRow
		if _, err := fmt.Sscan(strings.Join(line, " "), &r.n, &r.xor, &r.clauses, &r.steps, &r.lines, &r.size, &r.seconds, &r.checked, &r.cadicalSteps, &r.cadicalSeconds); err != nil {
			t.Fatalf("%s: %v", proofsFile, err)
		}
		rows = append(rows, r)
	}
	return rows
}

// The committed sizes are those of the code. (Run with -measure-proofs after an intended change.)
func TestProofSizesAreCurrent(t *testing.T) {
	for _, was := range readProofs(t) {
		if was.n > tier.Size(12, 20) { // the larger ones take seconds each, by the same code
			continue
		}
		is := measureProof(t, was.n, was.xor)
		if is.clauses != was.clauses || is.steps != was.steps || is.lines != was.lines || is.size != was.size {
			t.Errorf("torus:%dx%d by %s: %d steps, %d lines, %d bytes; %s says %d, %d, %d", was.n, was.n, was.xor,
				is.steps, is.lines, is.size, proofsFile, was.steps, was.lines, was.size)
		}
	}
}

// The goals: a proof for 9×9, where clause learning takes 10^5 steps and more, is short, and 100×100 takes
// less than 10^7 lines.
func TestProofGoals(t *testing.T) {
	for _, r := range readProofs(t) {
		if r.lines >= 1e7 || r.n == 100 && r.seconds >= 10 {
			t.Errorf("torus:%dx%d by %s: %d lines in %g s", r.n, r.n, r.xor, r.lines, r.seconds)
		}
		if r.n == 9 && r.cadicalSteps > 0 && r.steps > r.cadicalSteps/10 {
			t.Errorf("9×9 by %s: %d steps, cadical takes %d", r.xor, r.steps, r.cadicalSteps)
		}
	}
}

// proofTable is the block of docs/encodings.md that this file writes.
var proofTable = regexp.MustCompile(`(?s)(<!-- proofs -->\n).*?(<!-- /proofs -->)`)

// The table and the plot of docs/encodings.md show the committed measurements. make pictures draws them.
func TestProofFigure(t *testing.T) {
	rows := readProofs(t)
	text, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	if !proofTable.Match(text) {
		t.Fatalf("%s has no block <!-- proofs -->", docsFile)
	}
	rendered := proofTable.ReplaceAllString(string(text), "${1}"+renderProofs(rows)+"${2}")
	if *updateDocs {
		if err := os.WriteFile(docsFile, []byte(rendered), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if rendered != string(text) {
		t.Errorf("the table of proofs in %s is out of date (make pictures)", docsFile)
	}
	charttest.Documented(t, drawProofs(rows), "../docs/proofs.svg", *updateDocs)
}

func renderProofs(rows []proofRow) string {
	var s strings.Builder
	s.WriteString("| torus | clauses | steps of the proof | written in | checked in | cadical takes |\n|---|---|---|---|---|---|\n")
	for _, r := range rows {
		if r.xor != "direct" {
			continue // the plot has all encodings
		}
		cadical := ""
		switch {
		case r.cadicalSteps > 0:
			cadical = seconds(r.cadicalSeconds)
		case r.n <= cadicalMost:
			cadical = "over " + seconds(cadicalLimit.Seconds())
		}
		fmt.Fprintf(&s, "| %d×%d | %d | %d | %s | %s | %s |\n", r.n, r.n, r.clauses, r.steps, seconds(r.seconds), seconds(r.checked), cadical)
	}
	return s.String()
}

func seconds(s float64) string {
	if s < 1 {
		return fmt.Sprintf("%.0f ms", 1000*s)
	}
	return fmt.Sprintf("%.2g s", s)
}

// drawProofs draws the steps of our proofs by the side of the torus, and dashed those of cadical's.
func drawProofs(rows []proofRow) *chart.Chart {
	c := chart.New("Proofs that an n×n torus has no answer", "n", "clauses that the proof adds")
	var steps []float64
	add := func(name string, colour, dash int, points plotter.XYs) {
		for _, p := range points {
			steps = append(steps, p.Y)
		}
		line, mark := chart.Look(colour, colour, dash)
		c.Line(name, line, mark, points, points)
	}
	var sides plot.ConstantTicks
	for _, n := range proofSides {
		label := fmt.Sprint(n)
		if n == 9 { // its label would touch that of 10
			label = ""
		}
		sides = append(sides, plot.Tick{Value: math.Log10(float64(n)), Label: label})
	}
	for slot, xor := range proofXors {
		var ours, cadicals plotter.XYs
		for _, r := range rows {
			if r.xor != xor {
				continue
			}
			x := math.Log10(float64(r.n))
			ours = append(ours, plotter.XY{X: x, Y: math.Log10(float64(r.steps))})
			if r.cadicalSteps > 0 {
				cadicals = append(cadicals, plotter.XY{X: x, Y: math.Log10(float64(r.cadicalSteps))})
			}
		}
		add(xor, slot, 0, ours)
		add("cadical, "+xor, slot, 1, cadicals)
	}
	c.X.Tick.Marker = sides
	chart.LogAxis(&c.Y, steps, func(n float64) string { return humanize.SIWithDigits(n, 0, "") })
	return c
}
