package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// compressible are the kinds of files that get shorter.
var compressible = []string{".html", ".css", ".js", ".json", ".svg", ".wasm", ".webmanifest"}

// compress writes FILE.gz and FILE.br beside every file that gets shorter by that.
func (s *site) compress(ctx context.Context, dir string) error {
	var files []string
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && slices.Contains(compressible, filepath.Ext(name)) {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	level, quality := gzip.BestCompression, "11"
	if s.fast {
		level, quality = gzip.BestSpeed, "3"
	}
	for _, name := range files {
		if err := writeGzip(name, level); err != nil {
			return err
		}
	}
	brotli, err := exec.LookPath("brotli")
	if errors.Is(err, exec.ErrNotFound) {
		fmt.Fprintln(s.notes, "site: no .br files, because brotli is not installed; .gz files are there")
		return nil
	}
	if err != nil {
		return err
	}
	command := exec.CommandContext(ctx, brotli, append([]string{"--keep", "--force", "--lgwin=24", "--quality=" + quality, "--"}, files...)...)
	command.Stdout, command.Stderr = s.notes, s.notes
	if err := command.Run(); err != nil {
		return fmt.Errorf("brotli: %w", err)
	}
	for _, name := range files {
		if err := removeUnlessShorter(name+".br", name); err != nil {
			return err
		}
	}
	return nil
}

func writeGzip(name string, level int) error {
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, level)
	if err != nil {
		return err
	}
	if _, err := w.Write(content); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if out.Len() >= len(content) {
		return nil
	}
	return os.WriteFile(name+".gz", out.Bytes(), 0o644)
}

func removeUnlessShorter(name, original string) error {
	short, err := os.Stat(name)
	if err != nil {
		return err
	}
	long, err := os.Stat(original)
	if err != nil {
		return err
	}
	if short.Size() < long.Size() {
		return nil
	}
	return os.Remove(name)
}
