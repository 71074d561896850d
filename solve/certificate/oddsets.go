package certificate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"lightsout/board"
	"lightsout/internal/cosetcheck"
	"lightsout/internal/strictjson"
	"lightsout/solve"
)

// A search by matching lists what proves it: odd sets of lights, each with a weight, so that every answer presses a
// switch out of each set and no switch has to pay more than its cost. That is checked here set by set and switch by
// switch, and takes time in proportion to the certificate.

// matchingSteps is what a certificate keeps of a search by matching.
type matchingSteps struct {
	Method string         `json:"method"` // matchingMethod
	Sets   []solve.OddSet `json:"sets"`
}

const matchingMethod = "matching"

// stepsOf is what there is to keep of a search.
func stepsOf(res *solve.Result) json.RawMessage {
	sets := res.OddSets()
	if len(sets) == 0 {
		return nil
	}
	text, err := json.Marshal(matchingSteps{matchingMethod, sets})
	if err != nil {
		panic(err) // numbers only
	}
	return text
}

// stepsMethod is the method that listed the steps.
func (c *Certificate) stepsMethod() string {
	var steps struct{ Method string }
	_ = json.Unmarshal(c.Steps, &steps)
	return steps.Method
}

// edges is the question as a graph: an edge for each column. ok is false if a column flips more than two lights.
func (q *question) edges() (edges []cosetcheck.Edge, ok bool) {
	border := q.system.Lights()
	odd := map[int]bool{}
	for _, group := range q.columns {
		clear(odd)
		e := cosetcheck.Edge{U: border, V: border}
		for _, x := range group {
			if e.Cost += 2; q.Costs != nil {
				e.Cost += 2 * int64(q.Costs[x]-1)
			}
			for _, l := range q.system.Toggles(x) {
				if odd[l] = !odd[l]; !odd[l] {
					delete(odd, l)
				}
			}
		}
		if len(odd) > 2 {
			return nil, false
		}
		for l := range odd {
			e.U, e.V = l, e.U
		}
		edges = append(edges, e)
	}
	return edges, true
}

// bySets checks the certificate's lower bound by its sets. There is no verdict if it has none, or claims more than they
// prove.
func (q *question) bySets(ctx context.Context, c *Certificate, says string) Claim {
	if c.stepsMethod() != matchingMethod {
		return Claim{}
	}
	lower, count, err := q.oddSets(ctx, c)
	switch {
	case err != nil && ctx.Err() != nil:
		return unchecked(says, context.Cause(ctx))
	case err != nil:
		return judge(false, says, "the sets of lights do not prove it: "+err.Error())
	case int64(c.LowerBound) > lower:
		return Claim{}
	}
	how := fmt.Sprintf("an odd number of lights changes in each of %d sets, which cost %d", count, lower)
	return judge(true, says, how)
}

// oddSets is the lower bound that the steps of a search by matching prove, or what is wrong with them.
func (q *question) oddSets(ctx context.Context, c *Certificate) (lower int64, count int, err error) {
	var steps matchingSteps
	if err := strictjson.Decode(c.Steps, &steps, strictjson.Known); err != nil {
		return 0, 0, err
	}
	edges, ok := q.edges()
	if !ok {
		return 0, 0, errors.New("a switch flips more than two lights")
	}
	border := q.system.Lights()
	sets := cosetcheck.OddSets{Row: make([]int, border+1)}
	for row := range sets.Row {
		sets.Row[row] = cosetcheck.Outside
	}
	for i, set := range steps.Sets {
		sets.Weight, sets.Within = append(sets.Weight, set.Halves), append(sets.Within, set.Within)
		rows := set.Lights
		if set.Border {
			rows = append(rows, border)
		}
		for _, l := range rows {
			if l < 0 || l > border || l == border && !set.Border || sets.Row[l] != cosetcheck.Outside {
				return 0, 0, fmt.Errorf("set %d has light %d, which is not on the board or in two sets", i, l)
			}
			sets.Row[l] = i
		}
	}
	total, err := sets.Bound(ctx, edges, func(row int) bool {
		if row == border {
			return q.change.Weight()%2 == 1
		}
		return q.change.Bit(row)
	})
	if err != nil {
		return 0, 0, err
	}
	return int64(q.cost(q.pressed)) + total/2 + total%2, len(steps.Sets), nil
}

// connected is the nullity of a board whose switches flip at most two lights: what an elimination would find is known
// from the connected parts of the graph. ok is false if a switch flips more.
func connected(b *board.Board) (nullity int, ok bool) {
	border := b.Lights()
	part := make([]int, border+1)
	for l := range part {
		part[l] = l
	}
	find := func(l int) int {
		for part[l] != l {
			part[l] = part[part[l]]
			l = part[l]
		}
		return l
	}
	nullity = b.Switches()
	for x := range b.Switches() {
		ends := append(b.Toggles(x), border, border)
		if len(ends) > 4 {
			return 0, false
		}
		if u, v := find(ends[0]), find(ends[1]); u != v {
			part[u] = v
			nullity-- // a switch that joins two parts is independent of those before
		}
	}
	return nullity, true
}
