package census

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteCSV writes the table as CSV with a header line. The columns are those of the tables in package
// database, for square grids or for other boards, with the board's SPEC in place of its number.
// progress, if not nil, is called with how many states are written.
func (t *Table) WriteCSV(ctx context.Context, w io.Writer, progress func(done, all int)) error {
	out := bufio.NewWriterSize(w, 1<<16)
	size, isSquare := t.Square()
	prefix := quoted(t.board.Spec()) + ","
	if isSquare {
		prefix = strconv.Itoa(size) + ","
		fmt.Fprintln(out, "size,state,row,col,to_go,destination_state")
	} else {
		fmt.Fprintln(out, "board,state,switch,to_go,destination_state")
	}
	var line []byte
	for i := range t.Len() {
		if i%(1<<16) == 0 {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if progress != nil {
				progress(i, t.Len())
			}
		}
		e := t.At(i)
		line = append(line[:0], prefix...)
		line = append(t.appendState(line, e.State), ',')
		switch {
		case e.Press < 0:
			line = append(line, "-1,"...)
			if isSquare {
				line = append(line, "-1,"...)
			}
		case isSquare:
			line = append(strconv.AppendInt(line, int64(e.Press/size), 10), ',')
			line = append(strconv.AppendInt(line, int64(e.Press%size), 10), ',')
		default:
			line = append(strconv.AppendInt(line, int64(e.Press), 10), ',')
		}
		line = append(strconv.AppendInt(line, int64(e.ToGo), 10), ',')
		if e.Press < 0 {
			line = append(line, "-1"...)
		} else {
			line = t.appendState(line, e.Next)
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

// appendState writes a state as its integer, or light by light if lights have more than two states.
func (t *Table) appendState(line []byte, state uint64) []byte {
	if t.board.States() > 2 {
		return append(line, t.Lights(state).String()...)
	}
	return strconv.AppendUint(line, state, 10)
}

// quoted quotes a field as RFC 4180 requires.
func quoted(field string) string { return `"` + strings.ReplaceAll(field, `"`, `""`) + `"` }
