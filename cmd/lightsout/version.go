package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"
)

// release is the version, the newest of CHANGELOG.md.
const release = "v0.2.0"

var versionVerb = verb{
	name: "version", summary: "the version, and the versions of what it is built from",
	examples: []example{{"lightsout version", "for a bug report"}, {"lightsout --version", "the same"}},
	setup: func(*pflag.FlagSet) func(context.Context, *console, []string) error {
		return func(_ context.Context, con *console, args []string) error {
			if len(args) > 0 {
				return usagef("version takes no arguments")
			}
			info, ok := debug.ReadBuildInfo()
			if !ok {
				return fmt.Errorf("this program was built without version information")
			}
			fmt.Fprintf(con.out, "lightsout %s%s, %s %s/%s\n", release, origin(info), info.GoVersion, runtime.GOOS, runtime.GOARCH)
			for _, d := range info.Deps {
				fmt.Fprintf(con.out, "  %s %s\n", d.Path, d.Version)
			}
			return nil
		}
	},
}

// origin is the commit and its date, if the program was built in a repository.
func origin(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := settings["vcs.revision"]
	if commit == "" {
		return ""
	}
	date, _, _ := strings.Cut(settings["vcs.time"], "T")
	if settings["vcs.modified"] == "true" {
		date += ", changed since"
	}
	return fmt.Sprintf(" (commit %s of %s)", commit, date)
}
