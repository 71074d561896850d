package play

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"lightsout/board"
	"lightsout/generate"
	"lightsout/internal/batch"
	"lightsout/internal/strictjson"
)

// generateRequest asks for puzzles From, From+1, …, From+Count-1 of a batch. The fields are the flags of
// the same names.
type generateRequest struct {
	Board boardRefs `json:"board"` // as in a position, or a list of boards
	// Mix is the share of each board, if there are several, and Split divides the puzzles into parts of a
	// data set, both as the flags have them: "3,1" and "train:0.9,test:0.1".
	Mix   string `json:"mix"`   // the share of each board, as in 3,1
	Split string `json:"split"` // parts of a data set, as in train:0.9,test:0.1
	batchOptions
	From  uint64 `json:"from"`  // the first puzzle, from 0
	Count *int   `json:"count"` // how many; 1 if left out
	// Prompt is a wording of [puzzlefile.Prompts]: every record then states its puzzle. None if empty.
	Prompt string `json:"prompt"` // a wording of --prompt
}

// boardRefs is a board, or a list of them.
type boardRefs []boardRef

func (refs *boardRefs) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '[' {
		return json.Unmarshal(text, (*[]boardRef)(refs))
	}
	*refs = make(boardRefs, 1)
	return (*refs)[0].UnmarshalJSON(text)
}

// batchOptions determine a batch on a board.
type batchOptions struct {
	Seed        *uint64 `json:"seed"`         // 1 if left out
	Presses     *bounds `json:"presses"`      // the fewest presses that solve it: a number, or [low, high]
	Lit         *bounds `json:"lit"`          // how many lights are on, likewise
	Levels      word    `json:"levels"`       // even, ramp (over count puzzles), or how many puzzles a ramp has
	Unique      bool    `json:"unique"`       // only one answer has the fewest presses
	Symmetric   string  `json:"symmetric"`    // all, mirror, turn or quarter
	Distinct    string  `json:"distinct"`     // none, states or symmetry
	AllowSolved bool    `json:"allow_solved"` // the goal itself is a puzzle too
	Engine      string  `json:"engine"`       // nullspace, presses:K or sat
	Min         bool    `json:"min"`          // find the fewest presses also where that takes a search
	Unsolvable  float64 `json:"unsolvable"`   // the share of puzzles without an answer, from 0 to 1
}

// word is a text or a number.
type word string

func (w *word) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, (*string)(w)) == nil {
		return nil
	}
	var n uint64
	if err := json.Unmarshal(text, &n); err != nil {
		return fmt.Errorf("%s is neither a text nor a number from 0 on", clip(string(text)))
	}
	*w = word(fmt.Sprint(n))
	return nil
}

// bounds is a number, or a list of the lowest and the highest.
type bounds generate.Range

func (b *bounds) UnmarshalJSON(text []byte) error {
	var one int
	if json.Unmarshal(text, &one) == nil {
		*b = bounds{one, one}
		return nil
	}
	var two [2]int
	if err := strictjson.Decode(text, &two, strictjson.Known); err != nil {
		return fmt.Errorf("%s is not a range: write a number, or two as [low, high]", clip(string(text)))
	}
	*b = bounds{two[0], two[1]}
	return nil
}

// generated is the puzzles, in the records of the format jsonl.
type generated struct {
	Puzzles json.RawMessage `json:"puzzles"` // records of generate --format jsonl
}

// maxCells bounds a request by puzzles times lights and switches: 83,886 puzzles on the classic board.
const maxCells = 1 << 22

func (a *API) generate(ctx context.Context, r generateRequest) (*generated, error) {
	count := 1
	if r.Count != nil {
		count = *r.Count
	}
	var largest *board.Board
	if len(r.Board) == 0 {
		r.Board = boardRefs{{}} // which is refused
	}
	boards := make([]*board.Board, len(r.Board))
	for i, ref := range r.Board {
		b, err := a.board(ref)
		if err != nil {
			return nil, err
		}
		if boards[i] = b; largest == nil || b.Lights()+b.Switches() > largest.Lights()+largest.Switches() {
			largest = b
		}
	}
	switch b, most := largest, maxCells/(largest.Lights()+largest.Switches()); {
	case len(boards) > maxMixed:
		return nil, badRequest("%d boards: a request mixes at most %d", len(boards), maxMixed)
	case count < 0:
		return nil, badRequest("count %d: it must not be negative", count)
	case count > most:
		return nil, refusal("too_large",
			"count %d: a request on %s gets at most %d puzzles; ask for the next ones with from",
			count, clip(b.Spec()), most)
	case r.From+uint64(count) < r.From:
		return nil, badRequest("from %d, count %d: puzzles are numbered up to 2^64", r.From, count)
	}
	if r.Levels == "ramp" {
		if r.From > 0 {
			return nil, badRequest("levels ramp with from: say how many puzzles the whole ramp has")
		}
		r.Levels = word(fmt.Sprint(count))
	}
	whole, err := a.plans.get(ctx, boards, r)
	if err != nil {
		return nil, err
	}
	puzzles, err := whole.Part(r.From, uint64(count))
	if err != nil {
		return nil, err
	}
	var lines bytes.Buffer
	if err := puzzles.Write(ctx, &lines, generate.Form{Format: "jsonl", Prompt: r.Prompt}); err != nil {
		return nil, err
	}
	list := bytes.ReplaceAll(bytes.TrimSuffix(lines.Bytes(), []byte("\n")), []byte("\n"), []byte(","))
	return &generated{Puzzles: append(append([]byte{'['}, list...), ']')}, nil
}

// maxMixed is how many boards a request may mix.
const maxMixed = 64

// plans keeps batches that were planned, by request: some take a second to plan, and who asks for one puzzle of a
// batch asks for the next.
type plans struct {
	mu    sync.Mutex
	used  []plan // the latest last
	bytes int64
}

type plan struct {
	key   string
	batch *generate.Batch
}

// What is kept: the batches used last that fit in so many bytes, and one in any case.
const maxPlanBytes = 256 << 20

// get is the batch of a request. Two calls at the same moment both plan it.
func (c *plans) get(ctx context.Context, boards []*board.Board, r generateRequest) (*generate.Batch, error) {
	text, err := json.Marshal([]any{r.Board, r.Mix, r.Split, r.batchOptions})
	if err != nil {
		return nil, err
	}
	if known := c.take(string(text)); known != nil {
		return known, nil
	}
	options := r.options()
	if options.Mix, err = batch.Mix(r.Mix, len(boards)); err != nil {
		return nil, badRequest("mix: %v", err)
	}
	if options.Split, err = batch.Split(r.Split); err != nil {
		return nil, badRequest("split: %v", err)
	}
	planned, err := generate.Plan(ctx, boards, options)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.used = append(c.used, plan{string(text), planned})
	for c.bytes += planned.Bytes(); c.bytes > maxPlanBytes && len(c.used) > 1; c.used = c.used[1:] {
		c.bytes -= c.used[0].batch.Bytes()
	}
	return planned, nil
}

// take is the batch of a key, which is then the latest; nil if it is not kept.
func (c *plans) take(key string) *generate.Batch {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.used, func(p plan) bool { return p.key == key })
	if i < 0 {
		return nil
	}
	found := c.used[i]
	c.used = append(slices.Delete(c.used, i, i+1), found)
	return found.batch
}

func (o batchOptions) options() generate.Options {
	options := generate.Options{
		Seed: 1, Presses: (*generate.Range)(o.Presses), Lit: (*generate.Range)(o.Lit), Levels: string(o.Levels),
		Unique: o.Unique, Symmetric: o.Symmetric, Distinct: o.Distinct, AllowSolved: o.AllowSolved, Engine: o.Engine,
		Minimum: o.Min, Unsolvable: o.Unsolvable, Work: generate.Work{Jobs: 1},
	}
	if o.Seed != nil {
		options.Seed = *o.Seed
	}
	return options
}
