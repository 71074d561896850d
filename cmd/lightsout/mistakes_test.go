package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// mistakesFile has calls that are mistakes, each with all that is said about it and its exit code if that is not 2, and
// the files that are there.
const mistakesFile = "testdata/mistakes.txtar"

// mistakeRow is a heading, or a call and what is said about it.
var mistakeRow = regexp.MustCompile(`(?m)^(?:(# .*)|\$ lightsout(.*)\n((?:[^#$\n].*\n)*))`)

// Whoever makes a mistake is told what is wrong and what to write. -update writes what is said; read the difference.
func TestMistakes(t *testing.T) {
	archive, err := txtar.ParseFile(mistakesFile)
	if err != nil {
		t.Fatal(err)
	}
	path, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	path += "/" + mistakesFile
	t.Chdir(t.TempDir())
	for _, f := range archive.Files {
		if err := os.WriteFile(f.Name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var img bytes.Buffer
	if err := png.Encode(&img, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("w.png", img.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	var now strings.Builder
	seen := map[string]bool{}
	text := string(archive.Comment)
	if rest := strings.TrimSpace(mistakeRow.ReplaceAllString(text, "")); rest != "" {
		t.Errorf("neither calls nor headings: %s", rest)
	}
	for _, row := range mistakeRow.FindAllStringSubmatch(text, -1) {
		heading, call, want := row[1], row[2], strings.TrimSpace(row[3])
		if heading != "" {
			fmt.Fprintf(&now, "\n%s\n", heading)
			continue
		}
		if seen[call] {
			t.Errorf("lightsout%s stands here twice", call)
		}
		seen[call] = true
		said := mistake(t, call)
		fmt.Fprintf(&now, "$ lightsout%s\n%s\n", call, said)
		if said != want && !*update {
			t.Errorf("lightsout%s says\n%s\nwant\n%s", call, said, want)
		}
	}
	const wanted = 250
	if len(seen) < wanted {
		t.Errorf("%d mistakes, at least %d are wanted", len(seen), wanted)
	}
	if *update {
		archive.Comment = []byte(strings.TrimSpace(now.String()) + "\n\n")
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// mistake is what a call says, which ends soon, with a sentence and nothing on standard output.
func mistake(t *testing.T, call string) string {
	t.Helper()
	began := time.Now()
	code, out, said := run(typed(call)...)
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("lightsout%s takes %v", call, took)
	}
	said = strings.TrimRight(said, "\n")
	switch {
	case code == exitDone || out != "" && code != exitNo:
		t.Errorf("lightsout%s is no mistake: exit %d, %s", call, code, out)
	case !strings.HasPrefix(said, "lightsout: ") || strings.Contains(said, "goroutine "):
		t.Errorf("lightsout%s: no sentence: %s", call, said)
	case strings.Contains(said, "no such") && !regexp.MustCompile(`no such.*[(;:]`).MatchString(said):
		t.Errorf("lightsout%s: what to write instead is not said: %s", call, said)
	}
	if code != exitUsage {
		said += fmt.Sprintf("\nexit %d", code)
	}
	return said
}

// word is one of a command line, quoted or not.
var typedWord = regexp.MustCompile(`'[^']*'|[^\s']+`)

// typed cuts a command line into words, as a shell does: quotes may stand within a word.
func typed(call string) (words []string) {
	end := -1
	for _, at := range typedWord.FindAllStringIndex(call, -1) {
		word := strings.Trim(call[at[0]:at[1]], "'")
		if at[0] == end {
			words[len(words)-1] += word
		} else {
			words = append(words, word)
		}
		end = at[1]
	}
	return words
}
