package bench

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"reflect"
	"strings"
)

// csvFile has the results for pandas and R, a line for each run.
const csvFile = "results.csv"

// csv is the results as a table: the columns are the fields of results.jsonl, and what is not known is empty.
func (s results) csv() []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	fields := reflect.TypeFor[Result]()
	var head []string
	for i := range fields.NumField() {
		name, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
		head = append(head, name)
	}
	_ = w.Write(head) // into memory, like all
	for _, r := range s {
		var row []string
		for i := range fields.NumField() {
			value := reflect.ValueOf(r).Elem().Field(i)
			text := ""
			if !value.IsZero() || !strings.HasSuffix(fields.Field(i).Tag.Get("json"), ",omitempty") {
				text = fmt.Sprint(reflect.Indirect(value))
			}
			row = append(row, text)
		}
		_ = w.Write(row)
	}
	w.Flush()
	return out.Bytes()
}
