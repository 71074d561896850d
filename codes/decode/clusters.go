package decode

import (
	"context"
	"slices"

	"lightsout/gf2"
)

// Far below the threshold of a code, flips are far apart, and a wide part need not be decoded as a
// whole. Give each violated check a region of columns around it, and merge regions that meet. In a
// region R, let
//
//	least   be the cheapest flips within R that satisfy the checks all of whose columns are in R,
//	closed  be the cheapest flips within R that also leave the checks on its border as they are.
//
// Regions have no column in common, so any explanation costs at least the sum of all least; and all
// closed flips together are an explanation. Where a region's two costs differ, it grows. Once they agree
// everywhere the answer is proved. If a region grows too large the sums are still bounds.

// cluster is a region and what is known about it.
type cluster struct {
	columns []int32
	least   int64
	closed  gf2.Vec // by place in columns; length 0: nothing closes the region yet
	settled bool    // the costs agree
}

// byClusters decodes a part region by region. It returns an explanation, if it found one, and a cost
// that none goes below; both are the same if that is proved.
func (p *part) byClusters(ctx context.Context, violated []int) (out gf2.Vec, found bool, lower int64) {
	owner := make([]*cluster, len(p.columns))
	list := make([]*cluster, 0, len(violated))
	for _, check := range violated {
		c := &cluster{}
		list = append(list, c)
		p.claim(c, p.around.Of(check), owner)
	}
	odd := make([]bool, len(p.checks))
	for _, check := range violated {
		odd[check] = true
	}
	for {
		list = slices.DeleteFunc(list, func(c *cluster) bool { return len(c.columns) == 0 }) // merged
		growing := false
		for _, c := range list {
			if len(c.columns) == 0 || c.settled {
				continue
			}
			if ctx.Err() != nil || len(c.columns) == len(p.columns) || !p.weighRegion(ctx, c, odd) {
				return p.collect(list)
			}
			if c.settled {
				continue
			}
			growing = true
			for _, j := range slices.Clone(c.columns) {
				for _, check := range p.columns[j] {
					p.claim(c, p.around.Of(int(check)), owner)
				}
			}
		}
		if !growing {
			return p.collect(list)
		}
	}
}

// claim adds columns to a region, and with them the regions that they were in.
func (p *part) claim(c *cluster, columns []int32, owner []*cluster) {
	for _, j := range columns {
		switch other := owner[j]; other {
		case c:
			continue
		case nil:
			owner[j] = c
			c.columns = append(c.columns, j)
		default:
			for _, k := range other.columns {
				owner[k] = c
			}
			c.columns = append(c.columns, other.columns...)
			*other = cluster{}
		}
		c.settled, c.closed, c.least = false, gf2.Vec{}, 0
	}
}

// collect adds up the regions.
func (p *part) collect(list []*cluster) (out gf2.Vec, found bool, lower int64) {
	out, found = gf2.NewVec(len(p.columns)), true
	for _, c := range list {
		if len(c.columns) == 0 {
			continue
		}
		lower += c.least
		found = found && c.closed.Len() > 0
		for at := range c.closed.Ones() {
			out.Set(int(c.columns[at]), true)
		}
	}
	return out, found, lower
}

// weighRegion finds the two costs of a region. It reports false if that is too hard.
func (p *part) weighRegion(ctx context.Context, c *cluster, odd []bool) bool {
	slices.Sort(c.columns)
	inside := make(map[int32]int) // per check, how many of its columns are in the region
	for _, j := range c.columns {
		for _, check := range p.columns[j] {
			inside[check]++
		}
	}
	solve := func(border bool) (Shot, bool) {
		code, checks := p.subcode(c.columns,
			func(check int32) bool { return border || inside[check] == len(p.around.Of(int(check))) })
		syndrome := gf2.NewVec(len(checks))
		for k, check := range checks {
			syndrome.Set(k, odd[check])
		}
		d, err := NewDecoder(ctx, code, Options{MaxMemory: p.memory, region: p.region})
		if err != nil {
			return Shot{}, false
		}
		shot, err := d.Decode(ctx, syndrome)
		return shot, err == nil && (shot.Proved || !shot.Possible)
	}
	least, ok := solve(false)
	if !ok {
		return false
	}
	c.least = least.Cost
	closed, ok := solve(true)
	if !ok {
		return false
	}
	if closed.Possible {
		c.closed, c.settled = closed.Flips, closed.Cost == c.least
	}
	return true
}

// subcode is the code of some columns and of their checks that are wanted, which are returned as well.
func (p *part) subcode(columns []int32, wanted func(check int32) bool) (code *Code, checks []int32) {
	code = &Code{}
	number := map[int32]int32{}
	for _, j := range columns {
		var column []int32
		for _, check := range p.columns[j] {
			if !wanted(check) {
				continue
			}
			k, ok := number[check]
			if !ok {
				k = int32(len(checks))
				number[check] = k
				checks = append(checks, check)
			}
			column = append(column, k)
		}
		code.Columns, code.Cost = append(code.Columns, column), append(code.Cost, p.costs[j])
	}
	code.Checks = len(checks)
	return code, checks
}
