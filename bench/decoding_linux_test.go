package bench_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"lightsout/board"
	"lightsout/export"
	"lightsout/gf2"
	"lightsout/internal/decode"
)

// The suite decoding: how long a shot takes, beside other solvers on the same question. Every bit and
// check is numbered at random, so that nobody profits from a good order.
//
//	go test ./bench -run TestDecodingSuite -measure-decoding .     # some minutes; or hexcolor, …
//
// Times are processor time of one core: of this thread for ours, of the child for the others, which are
// asked about fewer shots.
var measureDecoding = flag.String("measure-decoding", "", "measure the codes that match `REGEXP` again, for testdata/decoding.jsonl")

var decodingCodes = []struct {
	spec  string
	shots int
	peers int // so many of these shots are put to peers, too
}{
	{"hexcolor:9", 2000, 3}, {"hexcolor:13", 2000, 3}, {"hexcolor:17", 2000, 7}, {"hexcolor:21", 1000, 7},
	{"hexcolor:25", 500, 0}, {"hexcolor:31", 100, 0}, {"hexcolor:41", 5, 0},
	{"octcolor:9", 2000, 0}, {"octcolor:13", 2000, 0}, {"octcolor:21", 1000, 0}, {"octcolor:31", 100, 0},
	{"toric:9", 2000, 0}, {"toric:13", 1000, 0}, {"toric:21", 300, 0}, {"toric:31", 50, 0},
}

// decodingPeers have a limit per shot and stop at the first shot that exceeds it.
var decodingPeers = []struct {
	name  string
	limit time.Duration
	most  int                                                                 // bits of the largest code it is asked about
	ask   func(dir string, p *board.Puzzle, weight int64) ([][]string, error) // commands, one after another
}{
	{"z3", 60 * time.Second, 400, func(dir string, p *board.Puzzle, _ int64) ([][]string, error) {
		file := filepath.Join(dir, "shot.smt2")
		return [][]string{{"z3", file}}, os.WriteFile(file, lightsOutDecoder(p), 0o666)
	}},
	{"clasp", 5 * time.Second, 150, func(dir string, p *board.Puzzle, _ int64) ([][]string, error) {
		file := filepath.Join(dir, "shot.opb")
		return [][]string{{"clasp", "--quiet=2", file}}, exportFile(file, p, "opb", export.Options{Min: true})
	}},
	{"cadical", 5 * time.Second, 150, func(dir string, p *board.Puzzle, weight int64) ([][]string, error) {
		return twoSides(dir, p, weight, "cnf", "cadical", "-q")
	}},
	{"cryptominisat5", 5 * time.Second, 150, func(dir string, p *board.Puzzle, weight int64) ([][]string, error) {
		return twoSides(dir, p, weight, "xnf", "cryptominisat5", "--verb", "0")
	}},
}

// twoSides asks a SAT solver for an explanation of the given weight, and for a proof that none is
// lighter. A search for the weight would ask more.
func twoSides(dir string, p *board.Puzzle, weight int64, format string, command ...string) ([][]string, error) {
	var out [][]string
	for _, most := range []int{int(weight), int(weight) - 1} {
		if most < 0 {
			continue
		}
		file := filepath.Join(dir, fmt.Sprintf("shot%d.%s", most, format))
		if err := exportFile(file, p, format, export.Options{AtMost: &most}); err != nil {
			return nil, err
		}
		out = append(out, append(slices.Clone(command), file))
	}
	return out, nil
}

func exportFile(name string, p *board.Puzzle, format string, o export.Options) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(export.Write(f, p, format, o), f.Close())
}

// lightsOutDecoder is the formulation of the decoder of that name (L. Berent and others, Decoding
// quantum color codes with MaxSAT, Quantum 8, 2024): a chain of exclusive ors for each check, whose links
// are variables, and a soft negation of each bit.
func lightsOutDecoder(p *board.Puzzle) []byte {
	var out bytes.Buffer
	around := make([][]int, p.Board.Lights())
	for s := range p.Board.Switches() {
		fmt.Fprintf(&out, "(declare-const x%d Bool)\n", s)
		for _, l := range p.Board.Toggles(s) {
			around[l] = append(around[l], s)
		}
	}
	for l, switches := range around {
		link := "false"
		for i, s := range switches {
			next := fmt.Sprintf("h%d_%d", l, i)
			fmt.Fprintf(&out, "(declare-const %s Bool)\n(assert (= %s (xor %s x%d)))\n", next, next, link, s)
			link = next
		}
		fmt.Fprintf(&out, "(assert (= %s %v))\n", link, p.On.Bit(l))
	}
	for s := range p.Board.Switches() {
		fmt.Fprintf(&out, "(assert-soft (not x%d))\n", s)
	}
	out.WriteString("(check-sat)\n(get-objectives)\n")
	return out.Bytes()
}

// shuffledCode is a board with its switches and lights numbered at random.
func shuffledCode(t *testing.T, spec string, r *rand.Rand) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	switches, lights := r.Perm(b.Switches()), r.Perm(b.Lights())
	toggles := make([][]int, b.Switches())
	for s := range toggles {
		for _, l := range b.Toggles(s) {
			toggles[switches[s]] = append(toggles[switches[s]], lights[l])
		}
	}
	out, err := board.FromToggles(spec, b.Lights(), toggles)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// randomShot flips every switch with probability p; weight is how many.
func randomShot(b *board.Board, p float64, r *rand.Rand) (syndrome gf2.Vec, weight int64) {
	syndrome = gf2.NewVec(b.Lights())
	for s := range b.Switches() {
		if r.Float64() < p {
			weight++
			for _, l := range b.Toggles(s) {
				syndrome.Flip(l)
			}
		}
	}
	return syndrome, weight
}

// threadTime is the processor time of this thread so far.
func threadTime(t *testing.T) float64 {
	t.Helper()
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		t.Fatal(err)
	}
	return float64(ts.Sec) + 1e-9*float64(ts.Nsec)
}

func newShotDecoder(t *testing.T, b *board.Board) *decode.Decoder {
	t.Helper()
	c := &decode.Code{Checks: b.Lights()}
	for s := range b.Switches() {
		var column []int32
		for _, l := range b.Toggles(s) {
			column = append(column, int32(l))
		}
		c.Columns = append(c.Columns, column)
	}
	d, err := decode.NewDecoder(context.Background(), c, decode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDecodingSuite(t *testing.T) {
	if *measureDecoding == "" {
		t.Skip("the results exist; -measure-decoding measures them again")
	}
	wanted, err := regexp.Compile(*measureDecoding)
	if err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	known, err := readDecoding()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var lines []byte
	add := func(r decodingResult) {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(append(lines, line...), '\n')
	}
	for _, c := range decodingCodes {
		if !wanted.MatchString(c.spec) {
			for _, r := range known {
				if r.Code == c.spec {
					add(r)
				}
			}
			continue
		}
		r := rand.New(rand.NewPCG(1, uint64(len(c.spec))))
		b := shuffledCode(t, c.spec, r)
		begun := time.Now()
		d := newShotDecoder(t, b)
		prepare := time.Since(begun).Seconds()
		warm, _ := randomShot(b, 0.05, r)
		if _, err := d.Decode(context.Background(), warm); err != nil {
			t.Fatal(err)
		}
		for _, p := range []float64{0.01, 0.05, 0.08} {
			result := decodingResult{Code: c.spec, P: p, Contestant: "lightsout decode", Shots: c.shots, Prepare: prepare}
			var times []float64
			var syndromes []gf2.Vec
			var costs []int64
			for range c.shots {
				syndrome, weight := randomShot(b, p, r)
				before := threadTime(t)
				shot, err := d.Decode(context.Background(), syndrome)
				times = append(times, threadTime(t)-before)
				if err != nil || shot.Cost > weight {
					t.Fatalf("%s: %+v, %v", c.spec, shot, err)
				}
				if shot.Proved {
					result.Finished++
				}
				if len(syndromes) < c.peers {
					syndromes, costs = append(syndromes, syndrome), append(costs, shot.Cost)
				}
			}
			slices.Sort(times)
			result.Median, result.Worst = times[len(times)/2], times[len(times)-1]
			add(result)
			for i := range decodingPeers {
				if c.peers > 0 && b.Switches() <= decodingPeers[i].most {
					add(askPeer(t, i, c.spec, b, p, syndromes, costs))
				}
			}
		}
	}
	if err := os.WriteFile(filepath.FromSlash(decodingResults), lines, 0o666); err != nil {
		t.Fatal(err)
	}
}

// askPeer has a peer answer some shots. It stops at the first that takes too long.
func askPeer(t *testing.T, peer int, spec string, b *board.Board, p float64, syndromes []gf2.Vec, costs []int64) decodingResult {
	who := decodingPeers[peer]
	result := decodingResult{Code: spec, P: p, Contestant: who.name, Limit: who.limit.Seconds()}
	var times []float64
	for i, syndrome := range syndromes {
		puzzle := board.NewPuzzle(b)
		puzzle.On = syndrome
		commands, err := who.ask(t.TempDir(), puzzle, costs[i])
		if err != nil {
			t.Fatal(err)
		}
		spent, done := 0.0, true
		var answers []string
		for _, command := range commands {
			limit := strconv.Itoa(int(who.limit.Seconds()))
			child := exec.Command("sh", append([]string{"-c", `ulimit -t ` + limit + `; exec "$@"`, "sh"}, command...)...)
			out, _ := child.Output() // SAT solvers have exit codes of their own
			spent += (child.ProcessState.UserTime() + child.ProcessState.SystemTime()).Seconds()
			answers = append(answers, string(out))
			done = done && spent < 0.8*who.limit.Seconds() // a child that was stopped may not quite have reached it
		}
		result.Shots++
		if done {
			if !rightAnswer(who.name, answers, costs[i]) {
				t.Fatalf("%s on %s: %q; the weight is %d", who.name, spec, answers, costs[i])
			}
			result.Finished++
		}
		times = append(times, min(spent, who.limit.Seconds()))
		if !done {
			break
		}
	}
	slices.Sort(times)
	result.Median, result.Worst = times[len(times)/2], times[len(times)-1]
	return result
}

// rightAnswer says whether a peer found the weight that we did.
func rightAnswer(peer string, answers []string, weight int64) bool {
	switch peer {
	case "z3":
		return strings.Contains(answers[0], fmt.Sprintf(" %d)", weight))
	case "clasp":
		return strings.Contains(answers[0], "OPTIMUM FOUND") && strings.Contains(answers[0], fmt.Sprintf("c Optimization   : %d\n", weight))
	}
	right := !strings.Contains(answers[0], "s UNSATISFIABLE") && strings.Contains(answers[0], "s SATISFIABLE")
	return right && (weight == 0 || strings.Contains(answers[1], "s UNSATISFIABLE"))
}
