package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// replaceFolder fills a new folder and lets it appear as dir once it is complete. What is there must be empty, or an
// earlier one, which has a file of the name mark, so that a mistyped dir does not destroy anything; it stays as it
// was if anything fails.
func replaceFolder(dir, mark string, fill func(fresh string) error) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, mark)); len(entries) > 0 && err != nil {
		return fmt.Errorf("%s contains other files: use an empty or a new folder", dir)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	// Beside dir, because a folder cannot be renamed across file systems.
	work, err := os.MkdirTemp(filepath.Dir(dir), ".lightsout-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	fresh, old := filepath.Join(work, "new"), filepath.Join(work, "old")
	if err := os.Mkdir(fresh, 0o755); err != nil {
		return err
	}
	if err := fill(fresh); err != nil {
		return err
	}
	if err := os.Rename(dir, old); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return nil
}
