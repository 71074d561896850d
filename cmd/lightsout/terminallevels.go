package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"lightsout/play"
)

// campaignLevel is a level of the page's campaign.
type campaignLevel struct {
	terminalPuzzle
	board             string
	level, of, fewest int
}

// campaign is all levels in order: each board from one press to the hardest state it has.
var campaign = sync.OnceValues(func() (levels []campaignLevel, err error) {
	text, err := fs.ReadFile(play.Web(), "campaign.json")
	if err != nil {
		return nil, err
	}
	var file struct {
		Worlds []struct {
			terminalPuzzle // only its view
			Levels         []struct {
				On   []int `json:"on"`
				Best int   `json:"best"`
			} `json:"levels"`
		} `json:"worlds"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	for _, w := range file.Worlds {
		for i, l := range w.Levels {
			w.On = l.On
			levels = append(levels, campaignLevel{w.terminalPuzzle, w.boardName(), i + 1, len(w.Levels), l.Best})
		}
	}
	return levels, nil
})

// nextLevel begins the first level after the present one that is not solved yet; those before it come last.
func (g *terminalGame) nextLevel() {
	levels, err := campaign()
	done := &statistics{}
	if err == nil && g.stats != "" {
		done, err = readStatistics(g.stats)
	}
	if err != nil {
		g.failed(err)()
		return
	}
	next := 1 + slices.IndexFunc(levels, func(l campaignLevel) bool { return l.board == g.boardName() && l.level == g.level })
	for k := range levels {
		l := levels[(next+k)%len(levels)]
		if done.level(l.board, l.level) == nil {
			g.begin(l.terminalPuzzle, best{Known: true, Presses: l.fewest, Minimum: true})
			g.level, g.title = l.level, fmt.Sprintf("%s, level %d of %d", l.board, l.level, l.of)
			return
		}
	}
	g.message = "Every level is solved. Press n for a new puzzle."
}
