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

// build writes the files over those of an earlier build. DIR must be that, or empty or new: a
// mistyped DIR must not lose anybody's files.
func build(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "lightsout.wasm")); len(entries) > 0 && err != nil {
		return fmt.Errorf("%s holds other files: name an empty or a new folder", dir)
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.CopyFS(dir, play.Web()); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "js", "backend.js"), []byte(backend), 0o644); err != nil {
		return err
	}
	if err := copyLoader(dir); err != nil {
		return err
	}
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	compile := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(absolute, "lightsout.wasm"), "lightsout/play/wasm")
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
