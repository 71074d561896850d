package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"path"
	"strings"
)

// An archive is the same bytes whenever and wherever it is made: its files are in order, belong to root, and
// have the date of the release.

// tarball is a .tar.gz. Folders come before what is in them.
func (e *edition) tarball(files []file) ([]byte, error) {
	var buffer bytes.Buffer
	packed, err := gzip.NewWriterLevel(&buffer, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(packed)
	header := func(name string, mode int64, kind byte, size int) error {
		return w.WriteHeader(&tar.Header{Typeflag: kind, Name: name, Mode: mode, Size: int64(size), ModTime: e.date, Uname: "root", Gname: "root", Format: tar.FormatGNU})
	}
	seen := map[string]bool{".": true}
	for _, f := range files {
		for _, dir := range foldersOf(f.name) {
			if !seen[dir] {
				seen[dir] = true
				if err := header(dir+"/", 0o755, tar.TypeDir, 0); err != nil {
					return nil, err
				}
			}
		}
		if err := header(f.name, f.mode, tar.TypeReg, len(f.data)); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := packed.Close(); err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}

// foldersOf are the folders that a file is in, the outermost first.
func foldersOf(name string) (list []string) {
	for at := 0; ; {
		i := strings.IndexByte(name[at:], '/')
		if i < 0 {
			return list
		}
		at += i + 1
		list = append(list, path.Clean(name[:at]))
	}
}

func (e *edition) zip(files []file) ([]byte, error) {
	var buffer bytes.Buffer
	w := zip.NewWriter(&buffer)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: e.date}
		part, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := part.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}

// gzipped is a file compressed as Debian wants it: as small as possible, and without a name or a date.
func gzipped(data []byte) ([]byte, error) {
	var buffer bytes.Buffer
	w, err := gzip.NewWriterLevel(&buffer, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}
