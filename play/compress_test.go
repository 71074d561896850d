package play

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// get asks the server for a file, with headers as name, value, name, value.
func get(path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1/"+path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return serve(r)
}

// Every file is sent once: compressed to who reads that, and not again while it is the same.
func TestFilesAreSentOnce(t *testing.T) {
	err := fs.WalkDir(Web(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		want, err := fs.ReadFile(Web(), name)
		if err != nil {
			return err
		}
		if name == "index.html" {
			want = withModules(want)
		}
		plain, short := get(name), get(name, "Accept-Encoding", "gzip, deflate, br")
		if !bytes.Equal(plain.Body.Bytes(), want) || plain.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s: not sent as it is", name)
		}
		if len(want) >= leastZipped {
			unzipped, err := gzip.NewReader(bytes.NewReader(short.Body.Bytes()))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got, err := io.ReadAll(unzipped); err != nil || !bytes.Equal(got, want) || short.Body.Len() >= len(want) {
				t.Errorf("%s: %d bytes of %d, compressed %d, %v", name, len(got), len(want), short.Body.Len(), err)
			}
			if plain.Header().Get("ETag") == short.Header().Get("ETag") {
				t.Errorf("%s: compressed or not, it has the same tag", name)
			}
		}
		for _, w := range []*httptest.ResponseRecorder{plain, short} {
			coding := "gzip"
			if w == plain {
				coding = "identity"
			}
			again := get(name, "Accept-Encoding", coding, "If-None-Match", w.Header().Get("ETag"))
			if again.Code != http.StatusNotModified || again.Body.Len() > 0 || again.Header().Get("ETag") != w.Header().Get("ETag") {
				t.Errorf("%s, %s: asked again, the answer is %d with %d bytes", name, coding, again.Code, again.Body.Len())
			}
			if !strings.Contains(w.Header().Get("Vary"), "Accept-Encoding") {
				t.Errorf("%s: a cache would mix both forms", name)
			}
		}
		if got := get(name, "If-None-Match", `"another"`).Code; got != http.StatusOK {
			t.Errorf("%s: of another version the answer is %d", name, got)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTakesGzip(t *testing.T) {
	for accept, want := range map[string]bool{
		"": false, "gzip": true, "GZIP": true, "gzip;q=0": false, "br, gzip": true, "*;q=0": false,
		"identity": false, "gzipped": false, ", ,gzip": true,
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Encoding", accept)
		if got := takesGzip(r); got != want {
			t.Errorf("%q: %t", accept, got)
		}
	}
}

// Long answers of calls are compressed; a client that cannot read that gets them as they are.
func TestAnswersAreCompressed(t *testing.T) {
	load := func(coding string) *httptest.ResponseRecorder {
		r := call(`{"spec":"torus:9x9"}`, map[string]string{"Accept-Encoding": coding})
		r.URL.Path = "/call/load"
		return serve(r)
	}
	plain, short := load("identity"), load("gzip")
	unzipped, err := gzip.NewReader(short.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(unzipped); err != nil || !bytes.Equal(got, plain.Body.Bytes()) || short.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("compressed answer: %v %.80s", err, got)
	}
}
