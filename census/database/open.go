package database

import (
	"context"
	"database/sql"
	"net/url"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// open opens a database for one writer, without a journal. It uses one connection, so that a pragma holds for
// everything that follows.
func open(ctx context.Context, file string) (*sql.DB, *sql.Conn, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, nil, err
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // file:///C:/states.db
	}
	const pragmas = "_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)&_pragma=locking_mode(EXCLUSIVE)"
	uri := url.URL{Scheme: "file", Path: path, RawQuery: pragmas}
	db, err := sql.Open("sqlite", uri.String())
	if err != nil {
		return nil, nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		_ = db.Close()
		return nil, nil, err
	}
	return db, conn, nil
}
