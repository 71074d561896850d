package sqlitefile

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite"
	"pgregory.net/rapid"
)

// engine opens a file with SQLite itself.
func engine(t testing.TB, name string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+name)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

// ask is the answer of SQLite to a query.
func ask(t testing.TB, db *sql.DB, query string, args ...any) (all [][]Value) {
	t.Helper()
	rows, err := db.Query(query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		fields, into := make([]any, len(names)), make([]any, len(names))
		for i := range fields {
			into[i] = &fields[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		row := make([]Value, len(names))
		for i, f := range fields {
			switch f := f.(type) {
			case nil:
			case int64:
				row[i] = Int(f)
			case float64:
				row[i] = Value{Kind: KindReal, Real: f}
			case string:
				row[i] = Text(f)
			case []byte:
				row[i] = Value{Kind: KindBlob, Text: string(f)}
			default:
				t.Fatalf("%T from %s", f, query)
			}
		}
		all = append(all, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return all
}

// wantSound asks SQLite whether a file is sound.
func wantSound(t testing.TB, name string) {
	t.Helper()
	if got := ask(t, engine(t, name), "PRAGMA integrity_check"); len(got) != 1 || got[0][0].Text != "ok" {
		t.Fatalf("integrity_check: %v", got)
	}
}

// collect copies rows.
func collect(t testing.TB, rows func(func([]Value, error) bool)) (all [][]Value) {
	t.Helper()
	for row, err := range rows {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, slices.Clone(row))
	}
	return all
}

// create makes a file with a Writer.
func create(t testing.TB, name string, pageSize int, fill func(*Writer)) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := newWriter(f, pageSize)
	if err != nil {
		t.Fatal(err)
	}
	fill(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func drawValue(t *rapid.T, longest int) Value {
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		return Value{}
	case 1:
		return Int(rapid.Int64().Draw(t, "int"))
	case 2:
		return Value{Kind: KindReal, Real: rapid.Float64().Draw(t, "real")}
	case 3:
		return Text(rapid.StringN(0, -1, longest).Draw(t, "text"))
	}
	// Short blocks repeated: long rows are what matters, not what is in them.
	block := rapid.SliceOfN(rapid.Byte(), 1, 8).Draw(t, "blob")
	return Value{Kind: KindBlob, Text: strings.Repeat(string(block), rapid.IntRange(0, longest/8).Draw(t, "times"))}
}

// Whatever rows are written, SQLite finds the file sound and the rows in it, and so does the reader.
func TestSQLiteReadsWhatIsWritten(t *testing.T) {
	dir := t.TempDir()
	runs := 0
	rapid.Check(t, func(r *rapid.T) {
		runs++
		name := filepath.Join(dir, fmt.Sprint(runs, ".db"))
		pageSize := rapid.SampledFrom([]int{512, 1024, 4096, 65536}).Draw(r, "page")
		longest := rapid.SampledFrom([]int{8, 200, 3000}).Draw(r, "longest")
		var numbered, keyed [][]Value
		for range rapid.IntRange(0, 300).Draw(r, "rows") {
			numbered = append(numbered, []Value{drawValue(r, longest), drawValue(r, 20), drawValue(r, longest)})
		}
		for range rapid.IntRange(0, 300).Draw(r, "keyed rows") {
			keyed = append(keyed, []Value{Int(rapid.Int64Range(-40, 40).Draw(r, "a")), Text(rapid.StringN(0, -1, longest).Draw(r, "b")), drawValue(r, longest)})
		}
		byKey := func(a, b []Value) int { return slices.CompareFunc(a[:2], b[:2], compare) }
		slices.SortFunc(keyed, byKey)
		keyed = slices.CompactFunc(keyed, func(a, b []Value) bool { return byKey(a, b) == 0 })
		create(t, name, pageSize, func(w *Writer) {
			a := w.Table("numbered", "CREATE TABLE numbered(x, y, z)")
			w.View("seen", "CREATE VIEW seen AS SELECT x FROM numbered")
			b := w.Keyed("keyed", "CREATE TABLE keyed(a, b, c, PRIMARY KEY(a, b)) WITHOUT ROWID", 2)
			for i := range max(len(numbered), len(keyed)) {
				if i < len(numbered) {
					if err := a.Insert(numbered[i]...); err != nil {
						r.Fatal(err)
					}
				}
				if i < len(keyed) {
					if err := b.Insert(keyed[i]...); err != nil {
						r.Fatal(err)
					}
				}
			}
		})
		wantSound(t, name)
		db := engine(t, name)
		f, err := Open(name)
		if err != nil {
			r.Fatal(err)
		}
		defer f.Close()
		for table, want := range map[string][][]Value{"numbered": numbered, "keyed": keyed} {
			if diff := cmp.Diff(want, ask(t, db, "SELECT * FROM "+table)); diff != "" {
				r.Fatalf("SQLite, %s: %s", table, diff)
			}
			rows, err := f.Table(table)
			if err != nil {
				r.Fatal(err)
			}
			if diff := cmp.Diff(want, collect(t, rows.Rows(context.Background()))); diff != "" {
				r.Fatalf("the reader, %s: %s", table, diff)
			}
			backward := collect(t, rows.Backward(context.Background(), nil, nil))
			slices.Reverse(backward)
			if diff := cmp.Diff(want, backward); diff != "" {
				r.Fatalf("backward, %s: %s", table, diff)
			}
		}
		for a := int64(-41); a < 42; a++ {
			rows, err := f.Table("keyed")
			if err != nil {
				r.Fatal(err)
			}
			if diff := cmp.Diff(ask(t, db, "SELECT * FROM keyed WHERE a = ?", a), collect(t, rows.Lookup(context.Background(), a))); diff != "" {
				r.Fatalf("key %d: %s", a, diff)
			}
		}
		if diff := cmp.Diff(ask(t, db, "SELECT count(*) FROM seen"), [][]Value{{Int(int64(len(numbered)))}}); diff != "" {
			r.Fatal(diff)
		}
	})
}

// Trees of several levels, of both kinds, with an index beside; and SQLite can go on with such a file.
func TestHighTrees(t *testing.T) {
	name := filepath.Join(t.TempDir(), "high.db")
	const rows = 20000
	create(t, name, 512, func(w *Writer) {
		a := w.Table("a", "CREATE TABLE a(id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
		index := w.Unique("a", 1, 1)
		b := w.Keyed("b", "CREATE TABLE b(k INTEGER PRIMARY KEY) WITHOUT ROWID", 1)
		for i := range int64(rows) {
			text := Text(fmt.Sprintf("%08d", i))
			for _, err := range []error{a.Insert(Value{}, text), index.Insert(text, Int(i+1)), b.Insert(Int(i - rows/2))} {
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	wantSound(t, name)
	db := engine(t, name)
	if got := ask(t, db, "SELECT a.id, b.k FROM a JOIN b ON b.k = a.id - 1 WHERE name = '00000777'"); len(got) != 1 || got[0][0].Int != 778 || got[0][1].Int != 777 {
		t.Errorf("%v", got)
	}
	for _, change := range []string{"DELETE FROM a WHERE id % 3 = 0", "INSERT INTO b SELECT k + 100000 FROM b", "DELETE FROM b WHERE k % 2", "INSERT INTO a SELECT id + 100000, 'x' || name FROM a", "VACUUM"} {
		if _, err := db.Exec(change); err != nil {
			t.Fatalf("%s: %v", change, err)
		}
		wantSound(t, name)
	}
}

// A schema that is longer than the first page has room for goes on in others.
func TestLongSchemas(t *testing.T) {
	for _, views := range []int{1, 3, 4, 5, 6, 40, 400} {
		name := filepath.Join(t.TempDir(), "schema.db")
		create(t, name, 512, func(w *Writer) {
			for i := range views {
				w.View(fmt.Sprintf("v%d", i), fmt.Sprintf("CREATE VIEW v%d AS SELECT %d, '%s'", i, i, strings.Repeat("x", 40)))
			}
		})
		wantSound(t, name)
		if got := ask(t, engine(t, name), fmt.Sprintf("SELECT * FROM v%d", views-1)); got[0][0].Int != int64(views-1) {
			t.Errorf("%d views: %v", views, got)
		}
		f, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(f.Schema()); got != views {
			t.Errorf("%d of %d views", got, views)
		}
		f.Close()
	}
}

// The page with the byte that programs lock is left out, even in the midst of a chain of overflow pages. With the byte where
// it is, the file has a gigabyte, all but the end of it a hole; the pages in the hole belong to nothing.
func TestLockedPage(t *testing.T) {
	for before := range uint32(6) {
		name := filepath.Join(t.TempDir(), "large.db")
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		const pageSize = 65536
		w, err := newWriter(f, pageSize)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.out.Flush(); err != nil {
			t.Fatal(err)
		}
		w.pages = lockByte/pageSize - before
		if _, err := f.Seek(int64(w.pages)*pageSize, 0); err != nil {
			t.Fatal(err)
		}
		long := Text(strings.Repeat("long", pageSize))
		a := w.Table("a", "CREATE TABLE a(x)")
		for range 3 {
			if err := a.Insert(long); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([][]Value{{long}, {long}, {long}}, ask(t, engine(t, name), "SELECT x FROM a")); diff != "" {
			t.Errorf("%d pages before: not what was written", before)
		}
	}
}

func TestRowsOutOfOrder(t *testing.T) {
	create(t, filepath.Join(t.TempDir(), "x.db"), 512, func(w *Writer) {
		k := w.Keyed("k", "CREATE TABLE k(a PRIMARY KEY) WITHOUT ROWID", 1)
		if err := k.Insert(Int(5)); err != nil {
			t.Fatal(err)
		}
		for _, low := range []Value{Int(5), Int(4), {}} {
			if err := k.Insert(low); err == nil || err.Error() != "rows of k are out of order" {
				t.Errorf("%v after 5: %v", low, err)
			}
		}
	})
}

// The command line tool of SQLite, a C program, agrees.
func TestCommandLineTool(t *testing.T) {
	tool, err := exec.LookPath("sqlite3")
	if err != nil {
		t.Skip("sqlite3 is not installed")
	}
	name := filepath.Join(t.TempDir(), "tool.db")
	create(t, name, 4096, func(w *Writer) {
		a := w.Table("a", "CREATE TABLE a(n INTEGER, s TEXT)")
		for i := range int64(3000) {
			if err := a.Insert(Int(i<<(i%60)), Text(strings.Repeat("s", int(i%2000)))); err != nil {
				t.Fatal(err)
			}
		}
	})
	said, err := exec.Command(tool, name, "PRAGMA integrity_check; SELECT count(*), sum(length(s)) FROM a").CombinedOutput()
	if want := "ok\n3000|2498500\n"; err != nil && string(said) != want || string(said) != want {
		t.Errorf("%v: %q, want %q", err, said, want)
	}
}
