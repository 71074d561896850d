// Command site writes the page as static files that any host can serve, with the library compiled
// to WebAssembly in place of the server:
//
//	go run ./play/site DIR
//
// It runs the go command, in the module's folder.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"lightsout/play"
)

// backend is the one module in which the static page differs: calls go to the worker.
const backend = `export { call } from "./wasm.js";` + "\n"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: site DIR")
		os.Exit(2)
	}
	if err := build(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// build puts the files in place of those of an earlier build, once all of them are made. DIR must
// be such a build, or empty or new: a mistyped DIR must not lose anybody's files.
func build(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "lightsout.wasm")); len(entries) > 0 && err != nil {
		return fmt.Errorf("%s holds other files: name an empty or a new folder", dir)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	// Beside DIR, as a folder is not renamed from one file system to another.
	work, err := os.MkdirTemp(filepath.Dir(dir), ".site-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	fresh := filepath.Join(work, "new")
	if err := write(fresh); err != nil {
		return err
	}
	return replace(dir, fresh, filepath.Join(work, "old"))
}

// replace moves a folder out of the way, if there is one, and the new one to its place.
func replace(dir, fresh, old string) error {
	if err := os.Rename(dir, old); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return nil
}

// write makes the files in a new folder.
func write(dir string) error {
	if err := os.CopyFS(dir, play.Web()); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "js", "backend.js"), []byte(backend), 0o644); err != nil {
		return err
	}
	if err := copyLoader(dir); err != nil {
		return err
	}
	compile := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(dir, "lightsout.wasm"), "lightsout/play/wasm")
	compile.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	compile.Stdout, compile.Stderr = os.Stderr, os.Stderr
	return compile.Run()
}

// copyLoader takes Go's own loader from the toolchain that compiles, as the two must fit.
func copyLoader(dir string) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	loader, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "wasm_exec.js"), loader, 0o644)
}
