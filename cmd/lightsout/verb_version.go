package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// release is the version, the newest of CHANGELOG.md.
const release = "v0.2.0"

// Which commit this is, and of which day, where make builds it; changed says that there is more than the commit.
// Otherwise Go notes the same, if it can.
var commit, date, changed string

var versionVerb = verb{
	name: "version", summary: "the version",
	run: func(_ context.Context, c *call) error {
		info, ok := debug.ReadBuildInfo()
		if !ok {
			return fmt.Errorf("this program was built without version information")
		}
		fmt.Fprintf(c.con.Out, "lightsout %s%s, %s %s/%s\n", release, origin(info), info.GoVersion, runtime.GOOS,
			runtime.GOARCH)
		return nil
	},
}

// origin is the commit and its date, if the program was built in a repository.
func origin(info *debug.BuildInfo) string {
	hash, day, more := builtFrom(info)
	switch {
	case hash == "":
		return ""
	case more:
		day += ", changed since"
	}
	return fmt.Sprintf(" (commit %s of %s)", hash, day)
}

// builtFrom is the commit that the program was built from, its day, and whether there is more than the commit.
func builtFrom(info *debug.BuildInfo) (hash, day string, more bool) {
	if commit != "" {
		return commit, date, changed == "true"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	day, _, _ = strings.Cut(settings["vcs.time"], "T")
	return settings["vcs.revision"], day, settings["vcs.modified"] == "true"
}
