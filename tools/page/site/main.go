// Command site writes the page as static files that any host can serve, with the library compiled
// to WebAssembly in place of the server:
//
//	go -C tools/page run ./site [-public-url URL] DIR
//
// Besides the page's own files there are
//
//	lightsout.wasm, wasm_exec.js    the library, and Go's loader of it
//	days/*.json, boards.json        the daily puzzles of some years, which then need no library
//	offline.js                      the service worker, which keeps all files for use without a network
//	manifest.webmanifest, icon-*    what a system needs to install the page
//	preview.png                     the picture beside a link to the page
//
// It runs the go command in the module's folder.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"lightsout/play"
)

// backend is the only module that differs in the static page: calls go to the worker.
const backend = `export { call } from "./wasm.js";` + "\n"

// site is what to build.
type site struct {
	publicURL string // where it will be found, with a slash at the end; "" if unknown
	notes     io.Writer
}

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// run is the command; it returns the exit code.
func run(args []string, notes io.Writer) int {
	s := site{notes: notes}
	flags := flag.NewFlagSet("site", flag.ContinueOnError)
	flags.SetOutput(notes)
	flags.StringVar(&s.publicURL, "public-url", "", "the `URL` of the page, which a preview of its links must name")
	flags.Usage = func() {
		fmt.Fprintln(notes, "usage: site [-public-url URL] DIR")
		flags.PrintDefaults()
	}
	if flags.Parse(args) != nil {
		return 2
	}
	if flags.NArg() != 1 {
		flags.Usage()
		return 2
	}
	if err := s.checkURL(); err != nil {
		fmt.Fprintln(notes, "site:", err)
		return 2
	}
	if err := s.build(context.Background(), flags.Arg(0)); err != nil {
		fmt.Fprintln(notes, "site:", err)
		return 1
	}
	return 0
}

// checkURL refuses what is not the address of a page.
func (s *site) checkURL() (err error) {
	if s.publicURL == "" {
		fmt.Fprintln(s.notes, "site: without -public-url, most programs show links to the page without its picture")
		return nil
	}
	address := s.publicURL
	if s.publicURL, err = play.ParsePublicURL(address); err != nil {
		return fmt.Errorf("-public-url %s: %w", address, err)
	}
	return nil
}

// build writes all files and then replaces those of an earlier build, and nothing else.
func (s *site) build(ctx context.Context, dir string) error {
	return replaceFolder(dir, "lightsout.wasm", func(fresh string) error { return s.write(ctx, fresh) })
}

// write writes the files to a new folder. Later steps need the files of earlier ones.
func (s *site) write(ctx context.Context, dir string) error {
	if err := os.CopyFS(dir, play.Web()); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "js", "backend.js"), []byte(backend), 0o644); err != nil {
		return err
	}
	for _, step := range append([]step{writeLoader, writeLibrary, writeDays}, s.afterLibrary()...) {
		if err := step(ctx, dir); err != nil {
			return err
		}
	}
	return nil
}

// step writes some of the files.
type step func(ctx context.Context, dir string) error

// afterLibrary is the steps that need the library's file.
func (s *site) afterLibrary() []step {
	return []step{s.writeFacts, writePictures, writeManifest, s.writeHead, writeServiceWorker}
}

// writeLoader copies Go's loader from the toolchain that compiles, since the two must match.
func writeLoader(ctx context.Context, dir string) error {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	loader, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "wasm_exec.js"), loader, 0o644)
}

// writeLibrary compiles the library.
func writeLibrary(ctx context.Context, dir string) error {
	library := filepath.Join(dir, "lightsout.wasm")
	compile := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", library, "lightsout/play/wasm")
	compile.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	compile.Stdout, compile.Stderr = os.Stderr, os.Stderr
	return compile.Run()
}
