//go:build !js

package play

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"
)

//go:generate go -C ../tools/page run ./campaign ../../play/web/campaign.json

//go:embed web
var embedded embed.FS

// Web is the files of the page.
func Web() fs.FS {
	web, err := fs.Sub(embedded, "web")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return web
}

// webFile is a file of the page as the server sends it.
type webFile struct {
	content []byte
	zipped  []byte // nil if that is not shorter
	tag     string // tells versions apart
}

// leastZipped is the length from which something is compressed; less fits into one packet anyway.
const leastZipped = 1024

// webFiles is the files of the page by name.
var webFiles = sync.OnceValue(func() map[string]webFile {
	files := map[string]webFile{}
	err := fs.WalkDir(Web(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(Web(), name)
		if err != nil {
			return err
		}
		if name == "index.html" {
			content = withModules(content)
		}
		sum := sha256.Sum256(content)
		file := webFile{content: content, tag: hex.EncodeToString(sum[:8])}
		if short := zipped(content, gzip.BestCompression); len(content) >= leastZipped && len(short) < len(content) {
			file.zipped = short
		}
		files[name] = file
		return nil
	})
	if err != nil {
		panic(err) // the files are embedded
	}
	return files
})

// withModules names the page's modules in its head, so that a browser asks for all of them at once instead of each
// after the one that imports it. Those of the static site, and what is no module, are left out.
func withModules(page []byte) []byte {
	names, err := fs.Glob(Web(), "js/*.js")
	if err != nil {
		panic(err) // the pattern is good
	}
	var links strings.Builder
	for _, name := range names {
		if !slices.Contains([]string{"js/first.js", "js/wasm.js", "js/worker.js"}, name) {
			links.WriteString("  <link rel=\"modulepreload\" href=\"" + name + "\">\n")
		}
	}
	return bytes.Replace(page, []byte("</head>"), []byte(links.String()+"</head>"), 1)
}

// zipped compresses; the level is one that gzip knows.
func zipped(content []byte, level int) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, level) // fails only for a level that is not known
	_, _ = w.Write(content)                  // memory takes everything
	_ = w.Close()
	return out.Bytes()
}

// takesGzip reports whether a client reads gzip. One that gives the coding a weight, as no browser does, gets the file
// as it is.
func takesGzip(r *http.Request) bool {
	codings := strings.ToLower(strings.Join(r.Header.Values("Accept-Encoding"), ","))
	return slices.Contains(strings.FieldsFunc(codings, func(c rune) bool { return c == ',' || c == ' ' }), "gzip")
}
