package decode

import (
	"context"

	"lightsout/gf2"
)

// A ball is so many columns around one. It can be decoded exactly, in up to so many steps, whatever is around it, and a
// word is polished by that many of them at most.
const (
	ballColumns = 150
	ballSteps   = 1e7
	maxBalls    = 2000
)

// polish makes an explanation cheaper, ball by ball, until no ball can be improved. The inner halves of the balls cover
// the part.
func (p *part) polish(ctx context.Context, word gf2.Vec) {
	balls := 0
	for improved := true; improved; {
		improved = false
		covered := make([]bool, len(p.columns))
		for j := range p.columns {
			if covered[j] {
				continue
			}
			if balls++; balls > maxBalls || ctx.Err() != nil {
				return
			}
			columns := p.ball(int32(j))
			for _, k := range columns[:(len(columns)+1)/2] {
				covered[k] = true
			}
			improved = p.polishBall(ctx, columns, word) || improved
		}
	}
}

// polishBall replaces the flips of a ball by the cheapest that violate the same checks.
func (p *part) polishBall(ctx context.Context, columns []int32, word gf2.Vec) (improved bool) {
	code, _ := p.subcode(columns, func(int32) bool { return true })
	syndrome, cost := gf2.NewVec(code.Checks), int64(0)
	for at, j := range columns {
		if word.Bit(int(j)) {
			cost += p.costs[j]
			flip(syndrome, code.Columns[at])
		}
	}
	d, err := NewDecoder(ctx, code, Options{MaxMemory: p.memory, region: ballSteps})
	if err != nil {
		return false
	}
	shot, err := d.Decode(ctx, syndrome)
	if err != nil || !shot.Proved || shot.Cost >= cost {
		return false
	}
	for at, j := range columns {
		word.Set(int(j), shot.Flips.Bit(at))
	}
	return true
}

// ball lists the columns nearest to one.
func (p *part) ball(from int32) []int32 {
	in, columns := map[int32]bool{from: true}, []int32{from}
	for at := 0; at < len(columns) && len(columns) < ballColumns; at++ {
		for _, check := range p.columns[columns[at]] {
			for _, k := range p.around.Of(int(check)) {
				if !in[k] {
					in[k] = true
					columns = append(columns, k)
				}
			}
		}
	}
	return columns
}
