package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/census"
	"lightsout/census/database"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/export"
	"lightsout/generate"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/grade"
	"lightsout/picture"
	"lightsout/play"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// threeStates is a board whose answers differ from those of the two-state board of the same shape.
const threeStates = "5x5,mod=3"

// Nothing in the house takes a board with more than two states for one with two: every way in either answers
// rightly, or refuses.
func TestNothingTakesColoursForBits(t *testing.T) {
	ctx := context.Background()
	b := boardtest.Parse(t, threeStates)
	p := board.NewPuzzle(b)
	lights := gf2.NewVec(b.Lights())

	// right is nil if the presses solve the puzzle.
	right := func(presses board.State) error {
		return errUnless(p.After(presses).Change().IsZero(), "a wrong answer")
	}
	result := func(res *solve.Result, err error) error {
		if err != nil {
			return err
		}
		return right(res.Best)
	}
	calls := map[string]func() error{
		"solve.Any":        func() error { return result(solve.Any(ctx, p)) },
		"solve.Minimum":    func() error { return result(solve.Minimum(ctx, p)) },
		"solve.AllMinimum": func() error { return result(solve.Solver{}.AllMinimum(ctx, p)) },
		"solve.Count": func() error {
			n, err := solve.Solver{}.Count(ctx, p)
			if err == nil && n.Int64() != 27 {
				return errors.New("a wrong number of answers")
			}
			return err
		},
		"solve.All": func() error {
			for presses, err := range (solve.Solver{}).All(ctx, p) {
				if err == nil {
					err = right(presses)
				}
				return err
			}
			return errors.New("no answers")
		},
		"solve.Nearest": func() error { return errOf(solve.Solver{}.Nearest(ctx, p, solve.NearestOptions{})) },
		"solve.Quiet":   func() error { return errOf(solve.Solver{}.Quiet(ctx, b)) },
		"solve.Analyse": func() error { return errOf(solve.Analyse(ctx, b)) },
		"solve.Nullity": func() error {
			n, err := solve.Nullity(ctx, b)
			return errors.Join(err, errUnless(err != nil || n == 3, "a wrong nullity"))
		},
		"solve.Remembering": func() error { return result(solve.Solver{}.Remembering().Minimum(ctx, p)) },
		"solve.Check": func() error {
			wrong := len(solve.Check(p, []int{0, 0}).Wrong)
			return errUnless(wrong == 22, "a wrong replay")
		},
		"grade.Answer": func() error {
			g, err := grade.Answer(p, nil, []int{0, 0}, nil)
			return cmp.Or(err, errUnless(!g.Solved, "a wrong grade"))
		},
		"encode.Prepare": func() error { return errOf(encode.Prepare(p, encode.Options{Xor: "cut:4"})) },
		"encode.Puzzle":  func() error { return encode.Puzzle(new(cnf.Counter), p, encode.Options{Xor: "direct"}) },
		"encode.Native":  func() error { return errOf(encode.Prepare(p, encode.Options{Native: true})) },
		"export.ReadModel": func() error {
			return errOf(export.ReadModel(strings.NewReader("v 1 -2 0\n"), "x", b, export.Options{Unknown: true}))
		},
		"export.Prove":     func() error { return export.Prove(ctx, io.Discard, p, export.Options{}, encode.Proof{}) },
		"census.NewTable":  func() error { return errOf(census.NewTable(ctx, b, nil)) },
		"census.FindDepth": func() error { return errOf(census.FindDepth(ctx, b, nil)) },
		"census.Distribution": func() error {
			counts, err := census.Distribution(ctx, boardtest.Parse(t, "2x2,mod=3"), nil)
			return errors.Join(err, errUnless(len(counts) == 4 && counts[3].Int64() == 12, "a wrong distribution"))
		},
		"database.Write": func() error {
			return database.Write(ctx, filepath.Join(t.TempDir(), "x.db"), []*board.Board{b}, database.Options{})
		},
		"generate.Plan": func() error {
			g, err := generate.Plan(ctx, []*board.Board{b}, generate.Options{})
			if err != nil {
				return err
			}
			item, err := g.Puzzle(ctx, 0)
			return errors.Join(err, errUnless(item.On.Len() == 25 && item.On.Mod() == 3, "a puzzle in bits"))
		},
		"picture.Reach": func() error {
			return errOf(picture.Reach(ctx, picture.Request{Board: b, Start: lights, Wanted: lights}))
		},
		"picture.Dither":      func() error { return errOf(picture.Gray{}.Dither(b)) },
		"board.Matrix":        func() error { return errOf(b.Matrix()) },
		"puzzlefile.WritePBM": func() error { return puzzlefile.WritePBM(io.Discard, b, board.Bits(lights)) },
	}
	for _, f := range export.Formats() {
		calls["export.Write "+f.Name] = func() error {
			var text bytes.Buffer
			err := export.Write(&text, p, f.Name, export.Options{})
			return errors.Join(err, errUnless(err != nil || strings.Contains(text.String(), "mod=3"), "a problem of two states"))
		}
	}
	api := play.New(play.Limits{})
	reply := func(name, body, says string) {
		calls["play "+name] = func() error {
			text, err := api.Call(ctx, name, []byte(body))
			return errors.Join(err, errUnless(err != nil || strings.Contains(string(text), says), "a wrong answer: "+string(text)))
		}
	}
	reply("solve", `{"board":"5x5,mod=3","on":[0,1,5]}`, `"presses":[0,0]`)
	reply("hint", `{"board":"5x5,mod=3","on":[0,1,5]}`, `"hint":0`)
	reply("check", `{"board":"5x5,mod=3","on":[0,1,5],"answer":[0,0]}`, `"solved":true`)
	reply("step", `{"board":"5x5,mod=3","on":[0,0,1,1,5,5],"press":0}`, `"on":[],"solved":true`)
	reply("generate", `{"board":"5x5,mod=3"}`, `"rows":["10010","21011"`)
	reply("load", `{"spec":"5x5,mod=3","on":"3*2"}`, `"on":[2,2]`)
	reply("new", `{"board":"5x5,mod=3","presses":3}`, `"presses":3,"minimum":true`)
	reply("analyse", `{"board":"5x5,mod=3"}`, `"rank":22,"nullity":3,"states":"31381059609"`)
	reply("save", `{"board":"5x5,mod=3","on":[2,2],"format":"lo"}`, `l 3*2`)
	calls["play explain"] = func() error { return errOf(api.Call(ctx, "explain", []byte(`{"board":"5x5,mod=3"}`))) }
	// These answer; the others refuse, with the reason.
	answer := []string{"solve.Any", "solve.Minimum", "solve.AllMinimum", "solve.Count", "solve.All", "solve.Analyse", "solve.Remembering", "solve.Check", "grade.Answer", "census.Distribution", "generate.Plan", "play solve", "play hint", "play check", "play step", "play generate", "play load", "play new", "play analyse", "play save"}
	for name, call := range calls {
		func() {
			defer func() {
				if fault := recover(); fault != nil {
					t.Errorf("%s: panic: %v", name, fault)
				}
			}()
			err := call()
			switch {
			case slices.Contains(answer, name) && err != nil:
				t.Errorf("%s: %v", name, err)
			case slices.Contains(answer, name), err == nil && strings.HasPrefix(name, "export.Write "):
			case err == nil:
				t.Errorf("%s: no refusal", name)
			case !errors.Is(err, board.ErrTwoStates) && !strings.Contains(err.Error(), "states"):
				t.Errorf("%s: the refusal does not say why: %v", name, err)
			}
		}()
	}
}

func errOf[T any](_ T, err error) error { return err }

func errUnless(holds bool, what string) error {
	if holds {
		return nil
	}
	return errors.New(what)
}

// Every verb answers rightly on a board with three states, or refuses it with the reason. A new verb must be
// here.
func TestEveryVerbOnColours(t *testing.T) {
	dir := t.TempDir()
	var img bytes.Buffer
	if err := png.Encode(&img, image.NewGray(image.Rect(0, 0, 5, 5))); err != nil {
		t.Fatal(err)
	}
	photo := filepath.Join(dir, "x.png")
	if err := os.WriteFile(photo, img.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "x.lo")
	if err := os.WriteFile(file, []byte("b 5x5\nm 3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	gif := filepath.Join(dir, "x.gif")
	type call struct {
		args []string
		says string // in the answer; "" if the verb refuses
	}
	calls := map[string][]call{
		"solve":    {{[]string{"-b", threeStates, "--json", "--min"}, `"press_count":18`}, {[]string{file, "--json"}, `"nullity":3`}},
		"info":     {{[]string{"-b", threeStates, "--json"}, `"nullity":3`}, {[]string{file, "--json"}, `"nullity":3`}},
		"check":    {{[]string{"-b", threeStates, "--presses", "1*2", "--json"}, `"wrong":[2,3,4,6,7`}, {[]string{file, "--presses", "1*2", "--json"}, `"press_count":2`}},
		"generate": {{[]string{"-b", threeStates, "-n", "1", "--format", "bits"}, "1001021011011020002001001"}},
		"draw":     {{[]string{"-b", threeStates, "--answer", "-o", "-"}, ">1+2<"}, {[]string{file, "-o", "-"}, "25 of 25 lights on"}},
		"census":   {{[]string{"-b", "2x2,mod=3"}, "27 solvable states, depth 3"}},
		"encode":   {{[]string{"-b", threeStates, "--to", "cnf"}, "grid:5x5,mod=3"}, {[]string{file, "--to", "xnf"}, ""}},
		"picture":  {{[]string{photo, "-b", threeStates, "-o", filepath.Join(dir, "y.png")}, ""}},
		"animate":  {{[]string{photo, photo, "-b", threeStates, "-o", gif}, ""}},
		"bench":    {{[]string{"-b", "2x2,mod=3", "--xor", "onehot", "--list"}, "gini onehot"}},
		"play":     nil,                                                 // TestPlayOpensThePuzzle: it serves until it is stopped
		"serve":    nil, "version": nil, "help": nil, "completion": nil, // no boards, or see below
	}
	for _, v := range verbs() {
		list, ok := calls[v.name]
		if !ok {
			t.Errorf("the verb %s: say here what it does with lights of more than two states", v.name)
		}
		for _, c := range list {
			code, out, complaint := run(append([]string{v.name}, c.args...)...)
			switch {
			case c.says == "" && (code != exitUsage || !strings.Contains(complaint, "states")):
				t.Errorf("%s %v: exit %d, %s%s; want a refusal that names the states", v.name, c.args, code, out, complaint)
			case c.says != "" && !strings.Contains(out, c.says):
				t.Errorf("%s %v: exit %d, %s%s; want %s", v.name, c.args, code, out, complaint, c.says)
			}
		}
	}
	var out, complaint bytes.Buffer
	Main([]string{"serve"}, strings.NewReader(`{"id":1,"method":"solve","params":{"board":"5x5,mod=3","on":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24]}}`+"\n"), &out, &complaint)
	var reply map[string]any
	if err := json.Unmarshal(out.Bytes(), &reply); err != nil || !strings.Contains(out.String(), `"press_count":18`) {
		t.Errorf("serve: %s%s", out.String(), complaint.String())
	}
}

// What a verb says of a puzzle with more than two states does not depend on the format that it comes in.
func TestColoursThroughEveryFormat(t *testing.T) {
	dir := t.TempDir()
	toggle := filepath.Join(dir, "toggle.lo")
	if err := os.WriteFile(toggle, []byte("p toggle 4 3\nm 4\nt 1 1*2 2\nt 2 2 3*3\nt 3 1 3\nt 4 1 2 3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, spec := range []string{"3x3,mod=3", "torus:2x3,mod=4", "petersen,mod=6", "3x3,mask=###/#_#/###,mod=5", "cube:1,mod=3", "toric:2,mod=3", "graph:" + toggle} {
		said := map[string]string{}
		for _, f := range []string{"lo", "text", "jsonl", "csv", "bits"} {
			path := filepath.Join(dir, "x."+f)
			code, _, complaint := run("generate", "-b", spec, "-n", "3", "--format", f, "-o", path)
			if code != 0 && f == "text" && strings.Contains(complaint, "rows and columns") {
				continue
			}
			if code != 0 {
				t.Fatal(spec, f, complaint)
			}
			for _, verb := range []string{"solve", "info", "check"} {
				for _, k := range []string{"#1", "#2", "#3"} {
					code, out, complaint := run(append([]string{verb, path + k}, calls[verb]...)...)
					if code != exitDone && code != exitNo || complaint != "" {
						t.Errorf("%s %s%s, %s: exit %d, %s", verb, f, k, spec, code, complaint)
					}
					var object map[string]any
					if err := json.Unmarshal([]byte(out), &object); err != nil {
						t.Fatal(err)
					}
					for _, field := range []string{"id", "board", "seconds", "origin"} {
						delete(object, field)
					}
					text, _ := json.Marshal(object)
					if known := said[verb+k]; known != "" && known != string(text) {
						t.Errorf("%s, %s%s from %s: got\n%s\nwant\n%s", spec, verb, k, f, text, known)
					}
					said[verb+k] = string(text)
				}
			}
		}
	}
}
