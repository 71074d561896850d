package main

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

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

// The service worker keeps every file that the page needs, under a version that changes with any of them.
func TestServiceWorkerKeepsEveryFile(t *testing.T) {
	dir := written(t, &site{notes: io.Discard})
	kept := string(read(t, dir, "offline.js"))
	err := fs.WalkDir(play.Web(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && name != "index.html" && !strings.Contains(kept, `"`+name+`"`) {
			t.Errorf("%s is not kept", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(kept, "VERSION") || strings.Contains(kept, "FILES") {
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
	dir := written(t, &site{publicURL: "https://example.org/lights/", notes: io.Discard})
	page := string(read(t, dir, "index.html"))
	for _, want := range []string{`property="og:image" content="https://example.org/lights/preview.png"`, `property="og:url" content="https://example.org/lights/"`, `href="js/app.js"`, `rel="manifest"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Contains(page, `href="js/worker.js"`) {
		t.Error("the page loads modules that it does not use")
	}
	var shared struct {
		URL string `json:"public_url"`
	}
	if err := json.Unmarshal(read(t, dir, "site.json"), &shared); err != nil || shared.URL != "https://example.org/lights/" {
		t.Errorf("links that are shared lead to %q, %v", shared.URL, err)
	}
}
