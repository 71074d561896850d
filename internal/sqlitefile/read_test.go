package sqlitefile

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// execute lets SQLite do something.
func execute(t testing.TB, db *sql.DB, statement string, args ...any) {
	t.Helper()
	if _, err := db.Exec(statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// argument is a value as database/sql wants it.
func argument(v Value) any {
	switch v.Kind {
	case KindInt:
		return v.Int
	case KindReal:
		return v.Real
	case KindText:
		return v.Text
	case KindBlob:
		return []byte(v.Text)
	}
	return nil
}

// The settings under which SQLite makes files of all kinds.
var settings = map[string][]string{
	"page_size":   {"512", "1024", "4096", "8192", "65536"},
	"auto_vacuum": {"NONE", "FULL", "INCREMENTAL"},
	"encoding":    {"'UTF-8'", "'UTF-16le'", "'UTF-16be'"},
}

// The reader finds in any file that SQLite has written what SQLite finds there: after deletions, with indexes, long rows,
// columns that were added later, keys in the midst of the columns, and every kind of value.
func TestReaderAgreesWithSQLite(t *testing.T) {
	dir := t.TempDir()
	runs := 0
	rapid.Check(t, func(r *rapid.T) {
		runs++
		name := filepath.Join(dir, fmt.Sprint(runs, ".db"))
		db := engine(t, name)
		for _, setting := range []string{"page_size", "auto_vacuum", "encoding"} {
			execute(t, db, fmt.Sprintf("PRAGMA %s = %s", setting, rapid.SampledFrom(settings[setting]).Draw(r, setting)))
		}
		execute(t, db, "CREATE TABLE first(x)")
		columns, key := drawTable(r, t, db)
		longest := rapid.SampledFrom([]int{8, 300, 5000}).Draw(r, "longest")
		insert := "INSERT OR IGNORE INTO \"the table\" VALUES(?" + strings.Repeat(", ?", columns-1) + ")"
		execute(t, db, "BEGIN")
		for range rapid.IntRange(0, 120).Draw(r, "rows") {
			var row []any
			for i := range columns {
				v := drawValue(r, longest)
				if i == key {
					v = Int(rapid.Int64Range(-30, 30).Draw(r, "key"))
				}
				row = append(row, argument(v))
			}
			execute(t, db, insert, row...)
		}
		execute(t, db, "COMMIT")
		if rapid.Bool().Draw(r, "delete") {
			execute(t, db, fmt.Sprintf("DELETE FROM \"the table\" WHERE c%d %% 3 = 0", key))
			execute(t, db, "INSERT INTO first VALUES(zeroblob(3000))")
		}
		if rapid.Bool().Draw(r, "column") {
			execute(t, db, "ALTER TABLE \"the table\" ADD COLUMN late")
		}
		f, err := Open(name)
		if err != nil {
			r.Fatal(err)
		}
		defer f.Close()
		table, err := f.Table("THE TABLE")
		if err != nil {
			r.Fatal(err)
		}
		order := "rowid"
		if !table.rowid {
			order = fmt.Sprintf("c%d, c%d DESC", key, (key+1)%columns) // SQLite would take an index otherwise
		}
		same(r, ask(t, db, "SELECT * FROM \"the table\" ORDER BY "+order), collect(t, table.Rows(context.Background())))
		place, err := table.Column(fmt.Sprint("c", key))
		if err != nil {
			r.Fatal(err)
		}
		for k := int64(-31); k < 32; k++ {
			got := collect(t, table.Backward(context.Background(), []int{place}, []int64{k}))
			slices.Reverse(got)
			same(r, ask(t, db, fmt.Sprintf("SELECT * FROM \"the table\" WHERE c%d = ? ORDER BY %s", key, order), k), got)
		}
		if table.rowid {
			return
		}
		for k := int64(-31); k < 32; k++ {
			want := ask(t, db, fmt.Sprintf("SELECT * FROM \"the table\" WHERE c%d = ? ORDER BY %s", key, order), k)
			same(r, want, collect(t, table.Lookup(context.Background(), k)))
		}
	})
}

// same compares rows. modernc.org/sqlite gives no blob for an empty one.
func same(t *rapid.T, want, got [][]Value) {
	for _, row := range got {
		for i, v := range row {
			if v.Kind == KindBlob && v.Text == "" {
				row[i] = Value{}
			}
		}
	}
	for _, row := range want {
		for i, v := range row {
			if v.Kind == KindBlob && v.Text == "" {
				row[i] = Value{}
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
}

// drawTable creates a table; column key is an integer, and in a table WITHOUT ROWID the primary key begins with it.
func drawTable(r *rapid.T, t *testing.T, db *sql.DB) (columns, key int) {
	types := []string{"", "INTEGER", "REAL", "DOUBLE PRECISION", "TEXT", "BLOB", "VARCHAR(10)", "NUMERIC", "FLOATING POINT", "\"a, b\"",
		"DEFAULT 7", "TEXT COLLATE NOCASE", "REAL DEFAULT (1 + (2)) -- , x\n", "/* , y */ BLOB CHECK (1 IN (1, 2))"}
	columns = rapid.IntRange(1, 6).Draw(r, "columns")
	key = rapid.IntRange(0, columns-1).Draw(r, "key column")
	var parts []string
	for i := range columns {
		declared := rapid.SampledFrom(types).Draw(r, "type")
		if i == key {
			declared = "INTEGER"
		}
		name := rapid.SampledFrom([]string{"c%d", "\"c%d\"", "[c%d]", "`c%d`", "C%d"}).Draw(r, "quotes")
		parts = append(parts, fmt.Sprintf(name, i)+" "+declared)
	}
	rest := ")"
	other := (key + 1) % columns
	switch rapid.IntRange(0, 6).Draw(r, "key") {
	case 0:
	case 1:
		parts[key] += " PRIMARY KEY"
	case 2:
		parts[key] += " PRIMARY KEY DESC"
	case 3:
		parts = append(parts, fmt.Sprintf("CONSTRAINT \"k\" PRIMARY KEY (c%d DESC)", key))
	case 4:
		parts[key] += " CONSTRAINT k PRIMARY KEY"
		rest = ") WITHOUT ROWID"
	case 5:
		// A column may be in the key twice.
		parts = append(parts, fmt.Sprintf("UNIQUE (c%d, c%d) PRIMARY KEY (c%d, \"c%d\" DESC, c%d)", other, key, key, other, key))
		rest = ") WITHOUT ROWID"
	case 6:
		parts = append(parts, fmt.Sprintf("UNIQUE (c%d)", key))
	}
	sep := rapid.SampledFrom([]string{", ", ",", ",\n\t"}).Draw(r, "separator")
	execute(t, db, "CREATE TABLE \"the table\" ("+strings.Join(parts, sep)+rest)
	if rapid.Bool().Draw(r, "index") {
		execute(t, db, fmt.Sprintf("CREATE INDEX i ON \"the table\"(c%d)", other))
	}
	return columns, key
}

// reasonOf is the reason of an error; -1 if it has none.
func reasonOf(err error) Reason {
	var e *Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return -1
}

// Changes that are not in the file yet are never passed over: the write-ahead log, and the journal.
func TestUnmergedChanges(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.db")
	link := name + ".link"
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	db := engine(t, name)
	execute(t, db, "PRAGMA journal_mode = WAL")
	execute(t, db, "CREATE TABLE a(x)")
	for _, file := range []string{name, link} {
		if _, err := Open(file); reasonOf(err) != Unmerged || err.Error() != "a.db-wal holds changes that are not in the database yet" {
			t.Errorf("%s with a log: %v", file, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := Open(name)
	if err != nil {
		t.Fatalf("with a log that is merged: %v", err)
	}
	f.Close()
	db = engine(t, name)
	execute(t, db, "PRAGMA journal_mode = PERSIST")
	execute(t, db, "INSERT INTO a VALUES(zeroblob(100000))")
	if f, err = Open(name); err != nil {
		t.Fatalf("with a journal that is finished: %v", err)
	}
	f.Close()
	execute(t, db, "PRAGMA cache_size = 1")
	execute(t, db, "BEGIN")
	execute(t, db, "UPDATE a SET x = zeroblob(200000)")
	if _, err := Open(name); reasonOf(err) != Unmerged {
		t.Errorf("in the midst of a change: %v", err)
	}
	execute(t, db, "ROLLBACK")
}

func TestOtherFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.db")
	db := engine(t, name)
	execute(t, db, "CREATE TABLE a(x, y DEFAULT 5)")
	execute(t, db, "INSERT INTO a VALUES(1, 2)")
	execute(t, db, "CREATE VIEW v AS SELECT 1")
	execute(t, db, "CREATE TABLE g(x, y AS (x + 1))")
	execute(t, db, "CREATE TABLE k(x INTEGER, y, PRIMARY KEY(x DESC, y)) WITHOUT ROWID")
	execute(t, db, "ALTER TABLE a ADD COLUMN z DEFAULT 'old'")
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	change := func(at int, to ...byte) []byte {
		data := slices.Clone(whole)
		copy(data[at:], to)
		return data
	}
	for what, c := range map[string]struct {
		data   []byte
		reason Reason
	}{
		"empty":             {nil, NotDatabase},
		"text":              {[]byte("c board 3x3\n"), NotDatabase},
		"noise":             {bytes.Repeat([]byte{0xa7, 3}, 4096), NotDatabase},
		"a few bytes":       {whole[:16], Damaged},
		"cut in the header": {whole[:99], Damaged},
		"cut":               {whole[:len(whole)-1], Damaged},
		"page size":         {change(atPageSize, 3, 0), Damaged},
		"page size 0":       {change(atPageSize, 0, 0), Damaged},
		"reserved":          {change(atPageSize, 2, 0, 1, 1, 200), Damaged},
		"fractions":         {change(atFractions, 1), Damaged},
		"later version":     {change(atReadVersion, 3), Unsupported},
		"schema format":     {change(atSchemaFormat, 0, 0, 0, 9), Unsupported},
		"encoding":          {change(atEncoding, 0, 0, 0, 4), Damaged},
		"root":              {change(headerSize, 77), Damaged},
		"cells":             {change(headerSize+3, 0xff, 0xff), Damaged},
	} {
		if _, err := read(bytes.NewReader(c.data), int64(len(c.data))); reasonOf(err) != c.reason {
			t.Errorf("%s: %v, want reason %d", what, err, c.reason)
		}
	}
	f, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for table, want := range map[string]string{
		"v": "v is not a plain table",
		"g": "its column y is computed",
		"b": "it has no table b",
	} {
		if _, err := f.Table(table); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	ctx := context.Background()
	for table, want := range map[string]string{"a": "a cannot be searched for 1 integers", "k": "k cannot be searched for 1 integers"} {
		table, err := f.Table(table)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range table.Lookup(ctx, 1) {
			if err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
	old, err := f.Table("a")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range old.Rows(ctx) {
		if reasonOf(err) != Unsupported {
			t.Errorf("a row without a column: %v", err)
		}
	}
	if _, err := old.Column("w"); err == nil || err.Error() != "a has no column w" {
		t.Errorf("%v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	for _, err := range old.Rows(ended) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want the context's error", err)
		}
	}
}

func TestVarints(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.Uint64().Draw(r, "n") >> rapid.IntRange(0, 63).Draw(r, "shift")
		code := appendVarint(nil, n)
		got, size := varint(append(slices.Clone(code), 0xff, 0x01))
		if got != n || size != len(code) || size > 9 {
			r.Fatalf("%x: %x of %d bytes, want %d", n, got, size, len(code))
		}
		for cut := range code {
			if _, size := varint(code[:cut]); size != 0 {
				r.Fatalf("%x: %d of %d bytes are a number", n, cut, len(code))
			}
		}
	})
	if code := appendVarint(nil, math.MaxUint64); !bytes.Equal(code, bytes.Repeat([]byte{0xff}, 9)) {
		t.Errorf("%x", code)
	}
}

// Rows of many columns have a longer head, whose length is part of it.
func TestLongHeads(t *testing.T) {
	for _, columns := range []int{0, 1, 125, 126, 127, 128, 129, 16380, 16381, 16382, 16383, 16384, 32767} {
		row := slices.Repeat([]Value{Int(1)}, columns)
		record := appendRecord(nil, row)
		if head, size := varint(record); int(head) != len(record) || size+columns != len(record) {
			t.Errorf("%d columns: a head of %d bytes, with %d for that number, in %d", columns, head, size, len(record))
		}
		if got, ok := decodeRecord(make([]Value, 0, columns), record, encodingUTF8); !ok || !slices.Equal(got, row) {
			t.Errorf("%d columns: %v", columns, ok)
		}
	}
}

// Inserting a row leaves nothing to collect: a table of millions of rows is written beside one in memory.
func TestInsertAllocatesLittle(t *testing.T) {
	create(t, filepath.Join(t.TempDir(), "x.db"), 4096, func(w *Writer) {
		rows := w.Table("a", "CREATE TABLE a(x, y)")
		n := testing.AllocsPerRun(1000, func() {
			if err := rows.Insert(Int(1<<40), Int(5)); err != nil {
				t.Fatal(err)
			}
		})
		if n > 0 { // a page takes a few, which is less than one for a row
			t.Errorf("%v allocations for a row", n)
		}
	})
}

// Integers are compared with real numbers exactly.
func TestCompareReal(t *testing.T) {
	for _, c := range []struct {
		n    int64
		real float64
		want int
	}{
		{0, 0.5, -1}, {1, 0.5, 1}, {-1, -0.5, -1}, {0, math.Copysign(0, -1), 0}, {math.MaxInt64, 1 << 63, -1}, {math.MinInt64, -1 << 63, 0},
		{1<<53 + 1, 1 << 53, 1}, {5, math.Inf(1), -1}, {5, math.Inf(-1), 1},
	} {
		if got := compareReal(c.n, c.real); got != c.want {
			t.Errorf("%d and %v: %d, want %d", c.n, c.real, got, c.want)
		}
	}
}

// FuzzRead reads files that are damaged in any way: that ends, without a panic, with rows or a reason, and with
// no more rows than the file has bytes. The files in testdata were written by SQLite. An edit is a place, of two bytes, and what
// is there instead.
func FuzzRead(f *testing.F) {
	names, err := filepath.Glob("testdata/*.db")
	if err != nil || len(names) != 3 {
		f.Fatal(names, err)
	}
	own := filepath.Join(f.TempDir(), "own.db")
	create(f, own, 512, func(w *Writer) {
		a := w.Table("a", "CREATE TABLE a(x, id INTEGER PRIMARY KEY)")
		b := w.Keyed("b", "CREATE TABLE b(a REAL, b, c TEXT, PRIMARY KEY(b, c)) WITHOUT ROWID", 2)
		for n := range int64(12) {
			for _, err := range []error{a.Insert(Int(n<<(3*n)), Value{}), b.Insert(Int(n/4), Text(strings.Repeat("s", int(n*n))), Value{Kind: KindReal, Real: 0.5})} {
				if err != nil {
					f.Fatal(err)
				}
			}
		}
	})
	var files [][]byte
	for _, name := range append(names, own) {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		files = append(files, data)
		f.Add(uint8(len(files)-1), uint16(0), []byte{})
		f.Add(uint8(len(files)-1), uint16(len(data)/2), []byte{0, atPages + 3, 0}) // cut
		f.Add(uint8(len(files)-1), uint16(0), []byte{2, 9, 2, 2, 11, 1})           // the second page refers to the first
	}
	f.Fuzz(func(t *testing.T, which uint8, cut uint16, edits []byte) {
		data := slices.Clone(files[int(which)%len(files)])
		data = data[:len(data)-int(cut)%len(data)]
		for e := range slices.Chunk(edits, 3) {
			if len(e) == 3 {
				data[(int(e[0])<<8|int(e[1]))%len(data)] = e[2]
			}
		}
		file, err := read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			if reasonOf(err) < 0 {
				t.Fatalf("%v has no reason", err)
			}
			return
		}
		for _, o := range file.Schema() {
			table, err := file.Table(o.Name)
			if err != nil {
				if reasonOf(err) < 0 {
					t.Fatalf("%v has no reason", err)
				}
				continue
			}
			rows := 0
			for _, err := range table.Backward(context.Background(), nil, nil) {
				if rows++; err != nil && reasonOf(err) < 0 {
					t.Fatalf("%v has no reason", err)
				}
				if rows > len(data) {
					t.Fatal("more rows than bytes")
				}
			}
			for _, err := range table.Backward(context.Background(), []int{0, len(table.columns) - 1}, []int64{3, 1}) {
				if err != nil && reasonOf(err) < 0 {
					t.Fatalf("%v has no reason", err)
				}
			}
			for _, err := range table.Lookup(context.Background(), 3) {
				if err != nil && reasonOf(err) < 0 {
					t.Fatalf("%v has no reason", err)
				}
			}
		}
	})
}
