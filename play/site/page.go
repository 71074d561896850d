package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

//go:embed head.html
var headText string

// head is what the static page has in its head besides.
var head = template.Must(template.New("head").Parse(headText))

//go:embed offline.js
var serviceWorker string

var description = regexp.MustCompile(`<meta name="description" content="([^"]*)">`)

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
	if s.publicURL != "" { // links that the page shares lead there
		if err := writeJSON(filepath.Join(dir, "site.json"), map[string]string{"public_url": s.publicURL}); err != nil {
			return err
		}
	}
	modules, err := modules(dir)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	out.Write(before)
	err = head.Execute(&out, map[string]any{
		"Description": string(described[1]), "PublicURL": s.publicURL, "Modules": modules,
		"PreviewWidth": previewWidth, "PreviewHeight": previewHeight, "PreviewAlt": previewAlt,
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
		return name == "js/worker.js" || name == "js/server.js" || name == "js/first.js"
	}), err
}

func writeManifest(_ context.Context, dir string) error {
	type picture struct {
		Src     string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose,omitempty"`
	}
	list := []picture{{Src: "icon.svg", Sizes: "any", Type: "image/svg+xml"}}
	for _, i := range icons {
		p := picture{Src: i.name(), Sizes: fmt.Sprintf("%dx%[1]d", i.side), Type: "image/png"}
		if i.maskable {
			p.Purpose = "maskable"
		}
		list = append(list, p)
	}
	return writeJSON(filepath.Join(dir, "manifest.webmanifest"), map[string]any{
		"name": "Lights Out", "short_name": "Lights Out", "description": "Lights Out on any board",
		"start_url": "./", "scope": "./", "display": "standalone",
		"background_color": "#12141a", "theme_color": "#1b1d25", "categories": []string{"games", "puzzle"}, "icons": list,
	})
}

// writeServiceWorker lists all files written so far, and the page with and without embed.
func writeServiceWorker(_ context.Context, dir string) error {
	files := []string{"./", "./?embed"}
	sum := sha256.New()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == "offline.js" {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %d\n", name, len(content))
		sum.Write(content)
		// The page itself is ./; other sites show the preview; and the static page has no server.
		if name != "index.html" && name != "preview.png" && name != "js/server.js" {
			files = append(files, name)
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
	text := strings.NewReplacer("VERSION", hex.EncodeToString(sum.Sum(nil)[:8]), "FILES", string(list)).Replace(serviceWorker)
	return os.WriteFile(filepath.Join(dir, "offline.js"), []byte(text), 0o644)
}
