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
		next := int64(e.Next)
		line = append(line[:0], prefix...)
		line = append(strconv.AppendUint(line, e.State, 10), ',')
		switch {
		case e.Press < 0:
			next = -1
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
		line = append(strconv.AppendInt(line, next, 10), '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// quoted quotes a field as RFC 4180 requires.
func quoted(field string) string { return `"` + strings.ReplaceAll(field, `"`, `""`) + `"` }
