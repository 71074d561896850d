package decode

import (
	"context"

	"lightsout/gf2"
)

// ball is a region of a wide part that can be decoded exactly, whatever is around it.
type ball struct {
	columns []int32
	decoder *Decoder
}

// Balls have about so many columns, each takes up to so many steps, and there are at most so many.
const (
	ballColumns = 150
	ballSteps   = 1e7
	maxBalls    = 400
)

// newBalls covers a part with balls that overlap: the inner half of each is covered.
func (p *part) newBalls(ctx context.Context) ([]ball, error) {
	var balls []ball
	covered := make([]bool, len(p.columns))
	for j := range p.columns {
		if covered[j] {
			continue
		}
		if len(balls) == maxBalls {
			break
		}
		columns, inner := p.layers(int32(j))
		for _, k := range columns[:inner] {
			covered[k] = true
		}
		b := ball{columns: columns}
		code, _ := p.subcode(columns, func(int32) bool { return true })
		var err error
		if b.decoder, err = NewDecoder(ctx, code, Options{MaxMemory: p.memory, region: ballSteps}); err != nil {
			return nil, err
		}
		balls = append(balls, b)
	}
	return balls, nil
}

// layers lists the columns nearest to one, and how many are within half the distance of the last.
func (p *part) layers(from int32) (columns []int32, inner int) {
	in := map[int32]bool{from: true}
	columns = []int32{from}
	ends := []int{1}
	for begin := 0; begin < len(columns) && len(columns) < ballColumns; {
		end := len(columns)
		for _, j := range columns[begin:end] {
			for _, check := range p.columns[j] {
				for _, k := range p.around[check] {
					if !in[k] && len(columns) < 2*ballColumns {
						in[k] = true
						columns = append(columns, k)
					}
				}
			}
		}
		begin = end
		ends = append(ends, len(columns))
	}
	return columns, ends[(len(ends)-1)/2]
}

// polish makes an explanation cheaper, ball by ball, until no ball can be improved.
func (p *part) polish(ctx context.Context, word gf2.Vec) {
	for improved := true; improved; {
		improved = false
		for _, b := range p.balls {
			if ctx.Err() != nil {
				return
			}
			syndrome := gf2.NewVec(b.decoder.code.Checks)
			var cost int64
			for at, j := range b.columns {
				if word.Bit(int(j)) {
					cost += p.costs[j]
					flip(syndrome, b.decoder.code.Columns[at])
				}
			}
			shot, err := b.decoder.Decode(ctx, syndrome)
			if err != nil || !shot.Proved || shot.Cost >= cost {
				continue
			}
			improved = true
			for at, j := range b.columns {
				word.Set(int(j), shot.Flips.Bit(at))
			}
		}
	}
}
