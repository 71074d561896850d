package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"lightsout/play"
)

//go:embed head.html
var headText string

// head is what the static page has in its head besides.
var head = template.Must(template.New("head").Parse(headText))

// The pictures: of the page in a system's menu, and beside a link to it. Of a maskable icon, systems may cut off all but the
// circle in the middle that is four fifths as wide.
//
//go:embed pictures
var pictures embed.FS

const previewAlt = "Lit and dark lamps on boards of squares, hexagons and triangles, and the words Lights Out"

func writePictures(_ context.Context, dir string) error {
	files, err := fs.Sub(pictures, "pictures")
	if err != nil {
		return err
	}
	return os.CopyFS(dir, files)
}

//go:embed offline.js
var serviceWorker string

var description = regexp.MustCompile(`<meta name="description" content="([^"]*)">`)

// writeFacts writes what the page cannot know by itself: where links that it shares lead, and how many bytes of the library
// there are to wait for.
func (s *site) writeFacts(_ context.Context, dir string) error {
	library, err := os.Stat(filepath.Join(dir, "lightsout.wasm"))
	if err != nil {
		return err
	}
	facts := play.New(play.Limits{}).Site()
	facts["public_url"], facts["library"] = s.publicURL, library.Size()
	return writeJSON(filepath.Join(dir, "site.json"), facts)
}

func writeJSON(file string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

func (s *site) writeHead(_ context.Context, dir string) error {
	file := filepath.Join(dir, "index.html")
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	described := description.FindSubmatch(page)
	before, after, ok := bytes.Cut(page, []byte("</head>"))
	if !ok || described == nil {
		return errors.New("index.html has no head with a description")
	}
	modules, err := modules(dir)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	out.Write(before)
	err = head.Execute(&out, map[string]any{
		"Description": string(described[1]), "PublicURL": s.publicURL, "Modules": modules,
		"PreviewAlt": previewAlt,
	})
	if err != nil {
		return err
	}
	out.WriteString("</head>")
	out.Write(after)
	return os.WriteFile(file, out.Bytes(), 0o644)
}

// modules is the page's modules that are loaded whatever the language: all at once, instead of each after
// the one that names it. first.js is none.
func modules(dir string) ([]string, error) {
	names, err := fs.Glob(os.DirFS(dir), "js/*.js")
	return slices.DeleteFunc(names, func(name string) bool {
		return name == "js/worker.js" || name == "js/first.js"
	}), err
}

func writeManifest(_ context.Context, dir string) error {
	type picture struct {
		Src     string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose,omitempty"`
	}
	list := []picture{
		{Src: "icon.svg", Sizes: "any", Type: "image/svg+xml"},
		{Src: "icon-192.png", Sizes: "192x192", Type: "image/png"},
		{Src: "icon-512.png", Sizes: "512x512", Type: "image/png"},
		{Src: "icon-512-maskable.png", Sizes: "512x512", Type: "image/png", Purpose: "maskable"},
	}
	return writeJSON(filepath.Join(dir, "manifest.webmanifest"), map[string]any{
		"name": "Lights Out", "short_name": "Lights Out", "description": "Lights Out on any board",
		"start_url": "./", "scope": "./", "display": "standalone",
		"background_color": "#12141a", "theme_color": "#1b1d25",
		"categories": []string{"games", "puzzle"}, "icons": list,
	})
}

// writeServiceWorker lists all files written so far, and the page with and without embed, with their digests as browsers
// check them. The daily puzzles and their boards are left out: the library knows them, too, and those of the host are of
// one version.
func writeServiceWorker(_ context.Context, dir string) error {
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "days" {
			return fs.SkipDir
		}
		if err != nil || entry.IsDir() || name == "offline.js" {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		sum := sha256.Sum256(content)
		digest := "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
		switch name {
		case "index.html":
			files["./"], files["./?embed"] = digest, digest
		case "preview.png": // other sites show it
		case "boards.json": // for the daily puzzles
		default:
			files[name] = digest
		}
		return nil
	})
	if err != nil {
		return err
	}
	list, err := json.MarshalIndent(files, "", "  ")
	if err != nil {
		return err
	}
	version := sha256.Sum256(list)
	facts := strings.NewReplacer("VERSION", hex.EncodeToString(version[:8]), "FILES", string(list))
	text := facts.Replace(serviceWorker)
	return os.WriteFile(filepath.Join(dir, "offline.js"), []byte(text), 0o644)
}
