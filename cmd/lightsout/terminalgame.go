package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"lightsout/play"
)

// terminalGame is a game in the terminal. Its puzzles, hints and answers come from the same calls that the
// web page makes.
type terminalGame struct {
	api    *play.API
	now    func() time.Time
	seed   func() uint64
	stats  string // the file of statistics, or ""
	ascii  bool
	colour bool
	jobs   chan func() // results of calls, applied between keys
	busy   bool        // the player waits for a call

	terminalPuzzle
	start    []bool
	on       []bool
	presses  []int // in order
	plan     []int // the presses of the last hint that are left
	best     best
	number   int // of puzzles so far
	title    string
	date     string // of the daily puzzle, or ""
	cursor   int
	hinted   int // the press to make, or -1
	hints    int
	wish     int // how many presses a new puzzle should need
	began    time.Time
	elapsed  time.Duration
	recorded bool // as played
	counted  bool // as solved
	level    int  // of the campaign, from 1; 0 if it is none
	won      bool
	message  string
	page     string // a page that covers the board, or ""
}

// terminalPuzzle is the result of load, and of daily.
type terminalPuzzle struct {
	View struct {
		Ref      json.RawMessage `json:"ref"`
		Kind     string          `json:"kind"`
		Dims     []int           `json:"dims"`
		Places   [][2]int        `json:"places"`
		Outlines [][][2]float64  `json:"outlines"`
		Nodes    [][2]float64    `json:"nodes"`
		Lights   int             `json:"lights"`
		Switches int             `json:"switches"`
		Graph    bool            `json:"graph"`
		Toggles  [][]int         `json:"toggles"`
		Hardest  int             `json:"hardest"`
	} `json:"view"`
	On        []int `json:"on"`
	Goal      []int `json:"goal"`
	DontCare  []int `json:"dont_care"`
	Forbidden []int `json:"forbidden"`
}

// best is the fewest presses.
type best struct {
	Known, Unsolvable bool
	Presses           int  `json:"presses"`
	Minimum           bool `json:"minimum"`
}

// ask makes a call of the API.
func ask[Answer any](ctx context.Context, api *play.API, method string, params any) (answer Answer, err error) {
	body, err := json.Marshal(params)
	if err != nil {
		return answer, err
	}
	text, err := api.Call(ctx, method, body)
	if err != nil {
		return answer, err
	}
	return answer, json.Unmarshal(text, &answer)
}

// open begins with the puzzle of a request, or with a new one on the classic board.
func (g *terminalGame) open(ctx context.Context, request map[string]string) error {
	fresh := request == nil
	if fresh {
		request = map[string]string{"spec": "5x5"}
	}
	p, err := ask[terminalPuzzle](ctx, g.api, "load", request)
	if err != nil {
		return fmt.Errorf("the terminal cannot show this puzzle: %w", err)
	}
	if !p.View.Graph {
		return usagef("--terminal: the switches of this board are not its lights; play it in the browser, without --terminal")
	}
	if !fresh {
		g.begin(p, best{})
		g.findBest(ctx)
		return nil
	}
	g.terminalPuzzle, g.wish = p, defaultWish(p)
	puzzle, found, err := g.draw(ctx, p, g.wish, g.seed())
	if err != nil {
		return err
	}
	g.begin(puzzle, found)
	return nil
}

// defaultWish is a friendly number of presses, as on the page.
func defaultWish(p terminalPuzzle) int { return max(1, min(6, (p.View.Hardest*4+5)/10)) }

// draw is a new puzzle on a board.
func (g *terminalGame) draw(ctx context.Context, p terminalPuzzle, wish int, seed uint64) (terminalPuzzle, best, error) {
	drawn, err := ask[struct {
		On []int `json:"on"`
		best
	}](ctx, g.api, "new", map[string]any{"board": p.View.Ref, "presses": wish, "seed": seed})
	drawn.Known = true
	p.On, p.Goal, p.DontCare, p.Forbidden = drawn.On, nil, nil, nil
	return p, drawn.best, err
}

// begin puts a puzzle on the board.
func (g *terminalGame) begin(p terminalPuzzle, b best) {
	sameBoard := string(p.View.Ref) == string(g.View.Ref)
	g.terminalPuzzle, g.best = p, b
	g.number++
	if !sameBoard || g.wish == 0 {
		g.wish = defaultWish(p)
	}
	if !sameBoard || g.cursor >= p.View.Lights {
		g.cursor = 0
	}
	g.start = make([]bool, p.View.Lights)
	for _, l := range p.On {
		g.start[l] = true
	}
	g.title, g.date = g.boardName(), ""
	g.recorded, g.counted, g.hints, g.level = false, false, 0, 0
	g.restart()
	g.message = "Switch every light off. Brackets show what a press flips."
	if len(p.Goal) > 0 {
		g.message = "Make the lights match the goal. Brackets show what a press flips."
	}
}

// boardName is the board's SPEC, or "drawing".
func (p *terminalPuzzle) boardName() string {
	var ref struct {
		Spec string `json:"spec"`
	}
	if json.Unmarshal(p.View.Ref, &ref) == nil && ref.Spec != "" {
		return ref.Spec
	}
	return "drawing"
}

func (g *terminalGame) restart() {
	g.on, g.presses, g.plan, g.hinted = slices.Clone(g.start), nil, nil, -1
	g.began, g.elapsed, g.page = time.Time{}, 0, ""
	g.won = g.wrong() == 0
}

// findBest searches for the fewest presses while the player plays.
func (g *terminalGame) findBest(ctx context.Context) {
	number, request := g.number, g.position(g.start)
	go func() {
		answer, err := ask[hintAnswer](ctx, g.api, "solve", request)
		g.deliver(ctx, func() {
			if err == nil && number == g.number {
				g.best = best{Known: true, Unsolvable: !answer.Solvable, Presses: len(answer.Presses), Minimum: answer.Minimum}
			}
		})
	}()
}

// hintAnswer is the result of hint, and of solve.
type hintAnswer struct {
	Solvable bool  `json:"solvable"`
	Hint     *int  `json:"hint"`
	Presses  []int `json:"presses"`
	Minimum  bool  `json:"minimum"`
}

func (g *terminalGame) position(on []bool) map[string]any {
	lit := []int{}
	for l, is := range on {
		if is {
			lit = append(lit, l)
		}
	}
	return map[string]any{"board": g.View.Ref, "on": lit, "goal": orEmpty(g.Goal), "dont_care": orEmpty(g.DontCare), "forbidden": orEmpty(g.Forbidden)}
}

func orEmpty(list []int) []int { return append([]int{}, list...) }

// wrong is how many lights are not yet as they should be.
func (g *terminalGame) wrong() int {
	n := 0
	for l, is := range g.on {
		if is != slices.Contains(g.Goal, l) && !slices.Contains(g.DontCare, l) {
			n++
		}
	}
	return n
}

// deliver hands a result to the loop.
func (g *terminalGame) deliver(ctx context.Context, apply func()) {
	select {
	case g.jobs <- apply:
	case <-ctx.Done():
	}
}

// wait makes a call while the player waits; work returns what to do with its result.
func (g *terminalGame) wait(ctx context.Context, work func() func()) {
	g.busy, g.message = true, "Thinking..."
	go func() {
		apply := work()
		g.deliver(ctx, func() {
			g.busy, g.message = false, ""
			apply()
		})
	}()
}

func (g *terminalGame) failed(err error) func() {
	return func() { g.message = "That did not work: " + err.Error() }
}

// key does what a key asks for.
func (g *terminalGame) key(ctx context.Context, key rune) {
	if g.busy {
		return
	}
	if g.page != "" {
		g.page = ""
		return
	}
	switch key {
	case keyUp, keyDown, keyLeft, keyRight:
		g.move(key)
	case '\t':
		g.cursor = (g.cursor + 1) % g.View.Lights
	case ' ':
		g.press(g.cursor)
	case 'u':
		g.undo()
	case 'r':
		if g.won { // a game of its own
			g.recorded, g.counted = false, false
		}
		g.restart()
		g.message = "Back at the start."
	case 'h':
		g.hint(ctx)
	case 'n':
		g.new(ctx)
	case 'd':
		g.daily(ctx)
	case 'l':
		g.nextLevel()
	case '+', '=':
		g.wishFor(g.wish + 1)
	case '-':
		g.wishFor(g.wish - 1)
	case 's':
		g.page = g.statisticsPage()
	case '?':
		g.page = terminalHelp
	}
}

func (g *terminalGame) wishFor(presses int) {
	g.wish = max(1, min(presses, g.View.Hardest, g.View.Switches))
	g.message = fmt.Sprintf("New puzzles need %s.", plural(g.wish, "press", "presses"))
}

func (g *terminalGame) flip(s int) {
	for _, l := range g.View.Toggles[s] {
		g.on[l] = !g.on[l]
	}
	g.hinted = -1
	if len(g.plan) > 0 {
		if i := slices.Index(g.plan, s); i >= 0 {
			g.plan = slices.Delete(g.plan, i, i+1)
		} else {
			g.plan = append(g.plan, s)
		}
	}
}

func (g *terminalGame) press(s int) {
	switch {
	case g.won:
		g.message = "Solved. Press n for the next puzzle, r to play this one again."
		return
	case slices.Contains(g.Forbidden, s):
		g.message = g.name(s) + " must not be pressed in this puzzle."
		return
	}
	if len(g.presses) == 0 && g.began.IsZero() {
		g.began = g.now()
	}
	g.message = ""
	g.flip(s)
	g.presses = append(g.presses, s)
	if !g.recorded {
		g.recorded = true
		g.record(false)
	}
	if g.wrong() == 0 {
		g.won, g.elapsed = true, g.now().Sub(g.began)
		g.message = g.verdict()
		if !g.counted {
			g.counted = true
			g.record(true)
		}
	}
}

// verdict is the sentence at the end.
func (g *terminalGame) verdict() string {
	n := plural(len(g.presses), "press", "presses")
	switch {
	case !g.best.Known || g.best.Unsolvable:
		return fmt.Sprintf("Lights out! %s. Press n for the next puzzle.", n)
	case len(g.presses) > g.best.Presses:
		return fmt.Sprintf("Lights out! %s; %d would have been enough. n: next, r: again.", n, g.best.Presses)
	case !g.best.Minimum:
		return fmt.Sprintf("Lights out! %s, as few as any answer known. n: next.", n)
	}
	if g.hints > 0 {
		return fmt.Sprintf("Lights out! %s, the fewest, with %s. n: next.", n, plural(g.hints, "hint", "hints"))
	}
	return fmt.Sprintf("Lights out! %s, and nobody can do it in fewer. n: next.", n)
}

func (g *terminalGame) undo() {
	if len(g.presses) == 0 {
		g.message = "Nothing to undo."
		return
	}
	last := len(g.presses) - 1
	g.flip(g.presses[last])
	g.presses = g.presses[:last]
	if g.won {
		g.won, g.began = false, g.now().Add(-g.elapsed)
	}
	g.message = "Undone."
}

func (g *terminalGame) hint(ctx context.Context) {
	if g.won {
		g.message = "Nothing left to do."
		return
	}
	request := g.position(g.on)
	request["known"] = orEmpty(g.plan)
	g.wait(ctx, func() func() {
		answer, err := ask[hintAnswer](ctx, g.api, "hint", request)
		switch {
		case err != nil:
			return g.failed(err)
		case !answer.Solvable || answer.Hint == nil:
			return func() { g.message = "No answer exists from here." }
		}
		return func() {
			g.hints++
			g.hinted, g.plan = *answer.Hint, answer.Presses
			atMost := ""
			if !answer.Minimum {
				atMost = "at most "
			}
			g.message = fmt.Sprintf("Press %s: %s%s to go.", g.name(g.hinted), atMost, plural(len(answer.Presses), "press", "presses"))
		}
	})
}

func (g *terminalGame) new(ctx context.Context) {
	if g.won && g.level > 0 {
		g.nextLevel()
		return
	}
	p, wish, seed := g.terminalPuzzle, g.wish, g.seed()
	g.wait(ctx, func() func() {
		puzzle, found, err := g.draw(ctx, p, wish, seed)
		if err != nil {
			return g.failed(err)
		}
		return func() {
			g.begin(puzzle, found)
			if found.Minimum && found.Presses != wish {
				g.message = fmt.Sprintf("No puzzle with %s was found; this one needs %d.", plural(wish, "press", "presses"), found.Presses)
			}
		}
	})
}

// daily is the puzzle of today, by the player's own calendar.
func (g *terminalGame) daily(ctx context.Context) {
	date := g.now().Format(time.DateOnly)
	g.wait(ctx, func() func() {
		p, err := ask[struct {
			terminalPuzzle
			Number  int  `json:"number"`
			Best    int  `json:"best"`
			Minimum bool `json:"minimum"`
		}](ctx, g.api, "daily", map[string]string{"date": date})
		if err != nil {
			return g.failed(err)
		}
		return func() {
			g.begin(p.terminalPuzzle, best{Known: true, Presses: p.Best, Minimum: p.Minimum})
			g.date, g.title = date, fmt.Sprintf("Daily puzzle %d, %s, %s", p.Number, date, g.title)
		}
	})
}

// name is what a switch is called.
func (g *terminalGame) name(s int) string {
	if g.View.Outlines != nil || g.View.Places != nil && len(g.View.Dims) == 2 {
		return fmt.Sprintf("row %d, column %d", g.View.Places[s][0]+1, g.View.Places[s][1]+1)
	}
	return fmt.Sprintf("light %d", s+1)
}

func (g *terminalGame) time() time.Duration {
	if g.began.IsZero() || g.won {
		return g.elapsed
	}
	return g.now().Sub(g.began)
}

// record notes that the puzzle was begun, or solved, and tells the player if that fails.
func (g *terminalGame) record(solved bool) {
	if g.stats == "" || g.best.Unsolvable {
		return
	}
	err := updateStatistics(g.stats, func(s *statistics) {
		b := s.board(g.boardName(), g.best.Presses)
		if !solved {
			b.Played++
			return
		}
		b.solved(len(g.presses), g.elapsed.Seconds(), g.hints)
		if g.level > 0 {
			s.solvedLevel(levelRecord{Board: g.boardName(), Level: g.level, Presses: len(g.presses), Stars: stars(len(g.presses), g.best.Presses, g.hints)})
		}
		if g.date != "" {
			s.solvedDaily(dailyRecord{Date: g.date, Presses: len(g.presses), Seconds: g.elapsed.Seconds(), Hints: g.hints})
		}
	})
	if err != nil {
		g.message = errors.Join(errors.New(g.message), fmt.Errorf("not recorded: %w", err)).Error()
	}
}
