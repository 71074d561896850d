package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lightsout/internal/boardtest/tier"
	"lightsout/play"
)

// written is the site with a small file in place of the library, which takes long to compile.
func written(t *testing.T, s *site) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "site")
	if err := os.CopyFS(dir, play.Web()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "lightsout.wasm"), bytes.Repeat([]byte("library "), 1000), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, step := range s.afterLibrary() {
		if err := step(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

var today = time.Date(2026, 11, 15, 23, 30, 0, 0, time.FixedZone("east", 5*3600))

// Every file that gets shorter has its compressed forms beside it, which say the same.
func TestCompressedFiles(t *testing.T) {
	dir := written(t, &site{today: today, fast: true, notes: io.Discard})
	if tier.All() {
		tier.Peer(t, "brotli", "brotli")
	}
	for _, name := range []string{"index.html", "lightsout.wasm", "prepared.json", "campaign.json", "js/app.js", "style/page.css", "offline.js"} {
		want := read(t, dir, name)
		unzipped, err := gzip.NewReader(bytes.NewReader(read(t, dir, name+".gz")))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(unzipped); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s.gz: %v, %d bytes of %d", name, err, len(got), len(want))
		}
		if !tier.All() {
			continue
		}
		got, err := exec.Command("brotli", "--decompress", "--stdout", filepath.Join(dir, name+".br")).Output()
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s.br: %v, %d bytes of %d", name, err, len(got), len(want))
		}
	}
	for _, name := range []string{"preview.png.gz", "lightsout.wasm.gz.gz", "icon-192.png.br"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s is there", name)
		}
	}
}

func TestBuildWithoutBrotliSaysSo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var notes strings.Builder
	dir := written(t, &site{today: today, fast: true, notes: &notes})
	if !strings.Contains(notes.String(), "brotli is not installed") {
		t.Errorf("it says %q", notes.String())
	}
	if found, _ := fs.Glob(os.DirFS(dir), "*.br"); len(found) > 0 {
		t.Errorf("found %v", found)
	}
}

// The service worker keeps every file that the page needs, under a version that changes with any of them.
func TestServiceWorkerKeepsEveryFile(t *testing.T) {
	dir := written(t, &site{today: today, fast: true, notes: io.Discard})
	kept := string(read(t, dir, "offline.js"))
	err := fs.WalkDir(play.Web(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && name != "index.html" && name != "js/server.js" && !strings.Contains(kept, `"`+name+`"`) {
			t.Errorf("%s is not kept", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(kept, "VERSION") || strings.Contains(kept, "FILES") || strings.Contains(kept, ".gz") {
		t.Errorf("the service worker is not filled in:\n%s", kept)
	}
	version := func() string {
		t.Helper()
		if err := writeServiceWorker(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(string(read(t, dir, "offline.js")), `const version = "`)
		return after[:16]
	}
	// Of the files as they are now, the compressed ones included, which is the same to a version.
	before := version()
	if again := version(); again != before {
		t.Errorf("the same files are version %s and %s", before, again)
	}
	if err := os.WriteFile(filepath.Join(dir, "js", "app.js"), []byte("changed"), 0o644); err != nil {
		t.Fatal(err)
	}
	if after := version(); after == before {
		t.Error("another file, but the same version")
	}
}

// The puzzles of today and of more than a year to come are there, in the player's own time zone.
func TestDailyPuzzlesArePrepared(t *testing.T) {
	p, err := prepare(t.Context(), today)
	if err != nil {
		t.Fatal(err)
	}
	if p.Daily.From != "2025-11-14" || len(p.Daily.Days) < 366+400 {
		t.Errorf("%d days from %s", len(p.Daily.Days), p.Daily.From)
	}
	for i, d := range p.Daily.Days {
		if d == nil {
			t.Errorf("day %d has no proved minimum", i)
		}
	}
	for _, spec := range append(p.Daily.Boards, firstBoards...) {
		if p.Views[spec] == nil {
			t.Errorf("no view of %s", spec)
		}
	}
	if three, five := len(p.First["grid:3x3"]), len(p.First["grid:5x5"]); three != 9 || five != 15 {
		t.Errorf("first puzzles for %d and %d numbers of presses, but the hardest need 9 and 15", three, five)
	}
}

func TestPublicURL(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.org/lights": "https://example.org/lights/", "http://example.org": "http://example.org/",
		"example.org": "", "ftp://example.org": "", "https://": "", "https://example.org/?a": "", "https://example.org/#a": "",
	} {
		s := &site{publicURL: address, notes: io.Discard}
		if err := s.checkURL(); (err == nil) != (want != "") || err == nil && s.publicURL != want {
			t.Errorf("%s: %q, %v", address, s.publicURL, err)
		}
	}
	dir := written(t, &site{publicURL: "https://example.org/lights/", today: today, fast: true, notes: io.Discard})
	page := string(read(t, dir, "index.html"))
	for _, want := range []string{`property="og:image" content="https://example.org/lights/preview.png"`, `property="og:url" content="https://example.org/lights/"`, `href="js/app.js"`, `rel="manifest"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Contains(page, `href="js/server.js"`) || strings.Contains(page, `href="js/worker.js"`) {
		t.Error("the page loads modules that it does not use")
	}
	var shared struct {
		URL string `json:"public_url"`
	}
	if err := json.Unmarshal(read(t, dir, "site.json"), &shared); err != nil || shared.URL != "https://example.org/lights/" {
		t.Errorf("links that are shared lead to %q, %v", shared.URL, err)
	}
}
