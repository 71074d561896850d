package bench

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"lightsout/gf2"
)

// M4RI (https://github.com/malb/m4ri) is the reference for dense elimination over GF(2). It is not
// linked: a small program around it reads a square matrix, eliminates it, tells on standard error
// how many seconds that alone took, and writes the result, so that it can be compared with ours.
const m4riProgram = `
#include <m4ri/m4ri.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
	int n = atoi(argv[1]);
	mzd_t *m = mzd_init(n, n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j += 64) {
			uint64_t w;
			if (fread(&w, 8, 1, stdin) != 1) return 1;
			mzd_xor_bits(m, i, j, 64, w);
		}
	double start = now();
	mzd_echelonize(m, 1);
	fprintf(stderr, "%.9f", now() - start);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j += 64) {
			uint64_t w = mzd_read_bits(m, i, j, 64);
			fwrite(&w, 8, 1, stdout);
		}
	return 0;
}
`

// buildM4RI compiles the program, or skips the benchmark where that is not possible.
func buildM4RI(b *testing.B) string {
	b.Helper()
	compiler, err := exec.LookPath("gcc")
	if err != nil {
		b.Skip("no gcc: M4RI cannot be measured")
	}
	dir := b.TempDir()
	source, program := filepath.Join(dir, "m4ri.c"), filepath.Join(dir, "m4ri")
	if err := os.WriteFile(source, []byte(m4riProgram), 0o644); err != nil {
		b.Fatal(err)
	}
	if out, err := exec.Command(compiler, "-E", "-include", "m4ri/m4ri.h", "-x", "c", os.DevNull).CombinedOutput(); err != nil {
		b.Skipf("the header m4ri/m4ri.h is not installed (Debian: libm4ri-dev): %s", lastLine(out))
	}
	if out, err := exec.Command(compiler, "-O2", "-o", program, source, "-lm4ri", "-lm").CombinedOutput(); err != nil {
		b.Fatalf("compiling against M4RI: %v\n%s", err, out)
	}
	return program
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// littleEndian lists the words of m, row after row.
func littleEndian(m *gf2.Matrix) []byte {
	var out []byte
	for i := range m.Rows() {
		for _, w := range m.Row(i).Words() {
			out = binary.LittleEndian.AppendUint64(out, w)
		}
	}
	return out
}

// eliminateByM4RI returns the reduced form of an n×n matrix and how long M4RI took to find it.
func eliminateByM4RI(b *testing.B, program string, n int, matrix []byte) ([]byte, time.Duration) {
	b.Helper()
	cmd := exec.Command(program, strconv.Itoa(n))
	cmd.Stdin = bytes.NewReader(matrix)
	var seconds bytes.Buffer
	cmd.Stderr = &seconds
	reduced, err := cmd.Output()
	if err != nil {
		b.Fatalf("running M4RI: %v\n%s", err, seconds.Bytes())
	}
	s, err := strconv.ParseFloat(seconds.String(), 64)
	if err != nil {
		b.Fatalf("M4RI's time: %v", err)
	}
	return reduced, time.Duration(s * float64(time.Second))
}

// BenchmarkEliminate8192 eliminates one random 8192×8192 matrix. M4RI's part takes turns with ours,
// on all cores and on one, and reports by what factor ours is slower: a busy machine spoils the
// times, but hardly the ratios. M4RI itself uses one core, unless it was built with OpenMP.
func BenchmarkEliminate8192(b *testing.B) {
	const n = 8192
	rng := rand.New(rand.NewPCG(8192, 0))
	m := gf2.NewMatrix(n, n)
	for i := range n {
		for k := range m.Row(i).Words() {
			m.Row(i).Words()[k] = rng.Uint64()
		}
	}
	eliminate := func(cores int) (*gf2.Matrix, time.Duration) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		c := m.Clone()
		start := time.Now()
		c.Reduce()
		return c, time.Since(start)
	}
	cores := runtime.GOMAXPROCS(0)

	b.Run("ours", func(b *testing.B) {
		var total time.Duration
		for b.Loop() {
			_, t := eliminate(cores)
			total += t
		}
		b.ReportMetric(float64(total.Nanoseconds())/float64(b.N), "ns/op")
	})
	b.Run("m4ri", func(b *testing.B) {
		program := buildM4RI(b)
		matrix := littleEndian(m)
		var theirs, all, one time.Duration
		for b.Loop() {
			reduced, t := eliminateByM4RI(b, program, n, matrix)
			theirs += t
			c, t := eliminate(cores)
			all += t
			if !bytes.Equal(littleEndian(c), reduced) {
				b.Fatal("M4RI and we disagree on the reduced form")
			}
			_, t = eliminate(1)
			one += t
		}
		b.ReportMetric(float64(theirs.Nanoseconds())/float64(b.N), "ns/op")
		b.ReportMetric(float64(all)/float64(theirs), "ours/m4ri")
		b.ReportMetric(float64(one)/float64(theirs), "ours-1core/m4ri")
	})
}
