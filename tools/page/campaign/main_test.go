package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/census"
	"lightsout/gf2"
	"lightsout/play"
	"lightsout/solve"
)

// shipped is the file as the page has it.
func shipped(t *testing.T) []byte {
	t.Helper()
	text, err := fs.ReadFile(play.Web(), "campaign.json")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTheCampaignIsUpToDate(t *testing.T) {
	name := filepath.Join(t.TempDir(), "campaign.json")
	var notes bytes.Buffer
	if exit := run([]string{name}, &notes); exit != 0 || notes.Len() > 0 {
		t.Fatalf("exit %d: %s", exit, &notes)
	}
	fresh, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(fresh, shipped(t)) {
		t.Error("play/web/campaign.json is not what the generator makes: run make generate")
	}
}

func TestUsage(t *testing.T) {
	var notes bytes.Buffer
	if exit := run(nil, &notes); exit != 2 || notes.String() != "usage: campaign FILE\n" {
		t.Errorf("without a file: exit %d, %q", exit, &notes)
	}
}

// Every level is solvable, its minimum is right, a press does what the file says, and the last level of a
// world is as hard as its board can be.
func TestEveryLevel(t *testing.T) {
	var all file
	if err := json.Unmarshal(shipped(t), &all); err != nil {
		t.Fatal(err)
	}
	if all.Version != 1 || len(all.Worlds) != len(worlds) {
		t.Fatalf("version %d, %d worlds", all.Version, len(all.Worlds))
	}
	for _, w := range all.Worlds {
		checkWorld(t, w)
	}
}

func checkWorld(t *testing.T, w world) {
	t.Helper()
	var view struct {
		Ref struct {
			Spec string `json:"spec"`
		} `json:"ref"`
		Toggles [][]int `json:"toggles"`
	}
	if err := json.Unmarshal(w.View, &view); err != nil {
		t.Fatal(err)
	}
	b, err := board.Parse(view.Ref.Spec)
	if err != nil {
		t.Fatal(err)
	}
	depth, err := census.FindDepth(t.Context(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !depth.Proved() || depth.Lower != len(w.Levels) {
		t.Errorf("%s: %d levels, but the depth is %d to %d", b.Spec(), len(w.Levels), depth.Lower, depth.Upper)
	}
	for k, l := range w.Levels {
		p := board.NewPuzzle(b)
		p.On = board.Bits(gf2.VecOf(b.Lights(), l.On...))
		best, err := solve.Minimum(t.Context(), p)
		if err != nil {
			t.Fatalf("%s, level %d: %v", b.Spec(), k+1, err)
		}
		if !best.Proved() || best.PressCount() != l.Best || l.Best != k+1 {
			t.Errorf("%s, level %d: best %d, but the minimum is %d", b.Spec(), k+1, l.Best, best.PressCount())
		}
		lit := p.On.Clone()
		for s := range best.Best.Bits().Ones() {
			for _, light := range view.Toggles[s] {
				lit.Bits().Flip(light)
			}
		}
		if lit.Weight() != 0 {
			t.Errorf("%s, level %d: by the toggles of the file, %v stay lit", b.Spec(), k+1, lit.Indices())
		}
	}
}

// A world whose depth is not the one in the table, or that is no board, is an error that says so.
func TestWrongWorlds(t *testing.T) {
	api := play.New(play.Limits{})
	for spec, says := range map[string]string{"path:3": "is 5 the depth of the board?", "nothing:3": "nothing"} {
		if _, err := worldOf(t.Context(), api, spec, 5); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", spec, err)
		}
	}
}
