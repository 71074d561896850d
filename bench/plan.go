package bench

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lightsout/internal/numbers"
)

// planFile has what was to be measured, written before anything runs: so missing work is seen.
const planFile = "plan.jsonl"

// planned is a line of plan.jsonl: what a run was to measure, or one of its puzzles with those who are asked. Two runs
// whose plans have the same digest are shards of one.
type planned struct {
	Run         string   `json:"run"`                   // the line of machine.jsonl
	Suite       string   `json:"suite"`                 // the suite
	Plan        string   `json:"plan,omitempty"`        // a digest of all that the suite asks, also in other shards
	Shard       string   `json:"shard,omitempty"`       // i/n, of the runs
	Instance    string   `json:"instance,omitempty"`    // the puzzle's name
	Seed        uint64   `json:"seed,omitempty"`        // of the puzzle
	Digest      string   `json:"digest,omitempty"`      // tells boards of the same name apart
	Contestants []string `json:"contestants,omitempty"` // who is asked
}

// digestOf tells plans apart.
func digestOf(pairs []pair) string {
	h := sha256.New()
	for _, p := range pairs {
		fmt.Fprintln(h, p.key(), p.Command)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// linesOf is the plan of a run.
func linesOf(m machine, digest string, pairs []pair) (lines []any) {
	lines = append(lines, &planned{Run: m.Run, Suite: m.Suite, Plan: digest, Shard: cmp.Or(m.Shard, "1/1")})
	var last *planned
	made := ""
	for _, p := range pairs {
		if p.puzzle() != made {
			made = p.puzzle()
			last = &planned{Run: m.Run, Suite: m.Suite, Instance: p.Instance, Seed: p.Seed, Digest: p.Digest}
			lines = append(lines, last)
		}
		last.Contestants = append(last.Contestants, p.Contestant)
	}
	return lines
}

// gaps says what was planned and is not in the results of a folder, and what is there of several programs under one
// name; nothing if all is as planned.
func (s results) gaps(dir string) (list []string, err error) {
	plans, _, err := readFile(filepath.Join(dir, planFile), "a line of a plan", func(*planned) error { return nil })
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []string{"there is no " + planFile + ", so nothing tells whether runs are missing"}, nil
	case err != nil:
		return nil, err
	}
	if _, cut, err := readFile(filepath.Join(dir, jsonFile), "a result", (*Result).sound); err == nil && cut {
		list = append(list, "the last line of "+jsonFile+" is cut off")
	}
	measured, seen, runs := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range s {
		measured[r.key()] = true
	}
	var heads []*planned
	var broken []string
	for _, run := range group(plans, func(p *planned) string { return p.Run }) {
		missing, expected := 0, 0
		runs[run[0].Run] = true
		for _, p := range run {
			if p.Plan != "" {
				heads = append(heads, p)
			}
			for _, who := range p.Contestants {
				r := Result{Suite: p.Suite, Instance: p.Instance, Seed: p.Seed, Digest: p.Digest, Contestant: who}
				switch {
				case seen[r.key()]:
					continue
				case !measured[r.key()]:
					missing++
				}
				seen[r.key()] = true
				expected++
			}
		}
		if missing > 0 {
			broken = append(broken, fmt.Sprintf("run %s was interrupted: %d of %s are missing", run[0].Run, missing,
				plural(expected, "pair")))
		}
	}
	for _, plan := range group(heads, func(p *planned) string { return p.Suite + " " + p.Plan }) {
		if left := missingShards(plan); left != "" {
			list = append(list, fmt.Sprintf("of suite %s, shard %s is missing", plan[0].Suite, left))
		}
	}
	for _, part := range group(s.ran(), func(r *Result) string { return r.Suite }) {
		var most Options // the largest limits, at which all failures are to be
		for _, r := range part {
			most.Timeout, most.Memory = max(most.Timeout, time.Duration(r.Timeout*1e9)), max(most.Memory, r.Memory)
		}
		early := part.only(func(r *Result) bool { return r.Outcome != failed && !r.settled(most) })
		if len(early) > 0 {
			list = append(list, fmt.Sprintf("of suite %s, %s ended at a smaller limit than others had", part[0].Suite,
				plural(len(early), "run")))
		}
	}
	list = append(list, broken...)
	if r := slices.IndexFunc(s, func(r *Result) bool { return !runs[r.Run] }); r >= 0 {
		list = append(list, fmt.Sprintf("the plan of run %s is not in %s", s[r].Run, planFile))
	}
	return list, nil
}

// missingShards names the shards of a plan that are not there.
func missingShards(heads []*planned) string {
	there, missing := map[string]bool{}, map[string]bool{}
	for _, p := range heads {
		there[p.Shard] = true
	}
	for shard := range there {
		_, n, err := numbers.Shard(shard)
		for i := uint64(1); err == nil && n <= mostPairs && i <= n && !there["1/1"]; i++ {
			if shard := fmt.Sprintf("%d/%d", i, n); !there[shard] {
				missing[shard] = true
			}
		}
	}
	return someOf(slices.Sorted(maps.Keys(missing)), 5)
}

// setApart gives contestants of one name names of their own where they are several programs: other commands, or other
// files that ran. It says so.
func (s results) setApart() (list []string) {
	for _, part := range group(s.ran(), func(r *Result) string { return r.Suite + "|" + r.Contestant }) {
		programs := distinct(part, (*Result).program)
		if len(programs) < 2 {
			continue
		}
		name := part[0].Contestant
		for _, r := range part {
			solver, what := solverOf(name), encodingOf(name)
			solver += fmt.Sprintf("-%d", 1+slices.Index(programs, r.program()))
			r.Contestant = strings.TrimSpace(solver + " " + what)
		}
		list = append(list, fmt.Sprintf("%s is %d programs, which are shown apart as %s-1 to -%d", name,
			len(programs), solverOf(name), len(programs)))
	}
	return list
}

// program identifies who ran: the command line, but for what asks the question, and the file.
func (r *Result) program() string {
	command, _, _ := strings.Cut(r.Command, "{"+ownFormat.Name+"}")
	return r.Program + " " + command
}
