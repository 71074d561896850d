//go:build linux

package bench

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"lightsout/gf2"
)

// M4RI (https://github.com/malb/m4ri) is the reference for dense elimination over GF(2). It is not
// linked: a small program around it reads a square matrix, eliminates it, tells on standard error
// how many seconds that alone took by the clock and of the processor, and writes the result, so that
// it can be compared with ours.
const m4riProgram = `
#include <m4ri/m4ri.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(clockid_t clock) {
	struct timespec t;
	clock_gettime(clock, &t);
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
	double start = now(CLOCK_MONOTONIC), used = now(CLOCK_PROCESS_CPUTIME_ID);
	mzd_echelonize(m, 1);
	fprintf(stderr, "%.9f %.9f", now(CLOCK_MONOTONIC) - start, now(CLOCK_PROCESS_CPUTIME_ID) - used);
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
	must(0, os.WriteFile(source, []byte(m4riProgram), 0o644))(b)
	if out, err := exec.Command(compiler, "-E", "-include", "m4ri/m4ri.h", "-x", "c", os.DevNull).CombinedOutput(); err != nil {
		b.Skipf("the header m4ri/m4ri.h is not installed (Debian: libm4ri-dev)%s", usage{}.failure(out))
	}
	if out, err := exec.Command(compiler, "-O2", "-o", program, source, "-lm4ri", "-lm").CombinedOutput(); err != nil {
		b.Fatalf("compiling against M4RI: %v\n%s", err, out)
	}
	return program
}

// littleEndian lists the words of m, row after row.
func littleEndian(m *gf2.Matrix) (out []byte) {
	for i := range m.Rows() {
		for _, w := range m.Row(i).Words() {
			out = binary.LittleEndian.AppendUint64(out, w)
		}
	}
	return out
}

// took is how long something took by the clock, and of the processor on all cores, which other load hardly changes.
type took struct{ wall, cpu float64 }

func (t *took) add(u took) { t.wall += u.wall; t.cpu += u.cpu }

// eliminateByM4RI returns the reduced form of an n×n matrix and how long M4RI took to find it.
func eliminateByM4RI(b *testing.B, program string, n int, matrix []byte) ([]byte, took) {
	b.Helper()
	cmd := exec.Command(program, strconv.Itoa(n))
	cmd.Stdin = bytes.NewReader(matrix)
	var told bytes.Buffer
	cmd.Stderr = &told
	reduced := must(cmd.Output())(b)
	var t took
	must(fmt.Sscan(told.String(), &t.wall, &t.cpu))(b)
	return reduced, t
}

// eliminate reduces a copy of m on some cores.
func eliminate(m *gf2.Matrix, cores int) (*gf2.Matrix, took) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
	c := m.Clone()
	runtime.GC() // not on the elimination's account
	start, used := time.Now(), ownTime()
	c.Reduce()
	return c, took{time.Since(start).Seconds(), (ownTime() - used).Seconds()}
}

// BenchmarkEliminate eliminates random square matrices, M4RI's part in turns with ours on all cores and
// on one, and reports what fraction of M4RI's time ours took. M4RI uses one core, unless it was built
// with OpenMP. One core is compared by processor time; several cores by the clock.
func BenchmarkEliminate(b *testing.B) {
	for _, n := range []int{8192, 16384, 32768} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(uint64(n), 0))
			m := gf2.NewMatrix(n, n)
			for i := range n {
				for k := range m.Row(i).Words() {
					m.Row(i).Words()[k] = rng.Uint64()
				}
			}
			program := buildM4RI(b)
			matrix := littleEndian(m)
			var theirs, all, one took
			for b.Loop() {
				reduced, t := eliminateByM4RI(b, program, n, matrix)
				theirs.add(t)
				c, t := eliminate(m, runtime.GOMAXPROCS(0))
				all.add(t)
				if !bytes.Equal(littleEndian(c), reduced) {
					b.Fatal("M4RI and we disagree on the reduced form")
				}
				_, t = eliminate(m, 1)
				one.add(t)
			}
			b.ReportMetric(0, "ns/op")
			for unit, seconds := range map[string]float64{"m4ri-s": theirs.cpu, "ours-1core-s": one.cpu, "ours-cpu-s": all.cpu} {
				b.ReportMetric(seconds/float64(b.N), unit)
			}
			b.ReportMetric(one.cpu/theirs.cpu, "ours-1core/m4ri")
			b.ReportMetric(all.wall/theirs.wall, "ours/m4ri")
		})
	}
}
