package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"
	"time"
)

// The bill of materials is what CycloneDX 1.5 calls a BOM, in JSON: https://cyclonedx.org/docs/1.5/json/.
// It lists the modules that the linker put into the binary, as the binary itself names them.

type bom struct {
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Serial       string       `json:"serialNumber"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type       string          `json:"type"`
	Ref        string          `json:"bom-ref"`
	Name       string          `json:"name"`
	Version    string          `json:"version"`
	Hashes     []hash          `json:"hashes,omitempty"`
	Licences   []licenceChoice `json:"licenses"`
	Purl       string          `json:"purl"`
	Properties []property      `json:"properties,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type licenceChoice struct {
	Licence struct {
		ID string `json:"id"`
	} `json:"license"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn"`
}

// bill is the bill of materials of a binary.
func (e *edition) bill(binary []byte, info *debug.BuildInfo, licences modules) ([]byte, error) {
	sum := sha256.Sum256(binary)
	self := newComponent("application", info.Main.Path, e.version, []string{"MIT"})
	self.Hashes = []hash{{"SHA-256", fmt.Sprintf("%x", sum)}}
	self.Properties = []property{{"commit", e.commit}}
	for _, s := range info.Settings {
		if s.Key == "GOOS" || s.Key == "GOARCH" {
			self.Properties = append(self.Properties, property{s.Key, s.Value})
		}
	}
	b := bom{Format: "CycloneDX", Spec: "1.5", Serial: serial(sum), Version: 1, Metadata: metadata{e.date.Format(time.RFC3339), self}}
	terms := map[string][]string{}
	for _, m := range licences {
		terms[m.path] = m.names()
	}
	needs := dependency{Ref: self.Ref}
	add := func(path, version, sum string) error {
		if len(terms[path]) == 0 {
			return fmt.Errorf("%s: which licence is it under? Add it to the list of known ones", path)
		}
		c := newComponent("library", path, version, terms[path])
		if sum != "" {
			c.Properties = []property{{"go:sum", sum}}
		}
		b.Components = append(b.Components, c)
		needs.DependsOn = append(needs.DependsOn, c.Ref)
		return nil
	}
	if err := add("std", strings.TrimPrefix(info.GoVersion, "go"), ""); err != nil {
		return nil, err
	}
	for _, d := range info.Deps {
		if err := add(d.Path, d.Version, d.Sum); err != nil {
			return nil, err
		}
	}
	b.Dependencies = []dependency{needs}
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

func newComponent(kind, path, version string, terms []string) component {
	purl := "pkg:golang/" + strings.ToLower(path) + "@" + version
	c := component{Type: kind, Ref: purl, Name: path, Version: version, Purl: purl}
	for _, name := range terms {
		var l licenceChoice
		l.Licence.ID = name
		c.Licences = append(c.Licences, l)
	}
	return c
}

// serial is a number for the bill that depends only on the binary, as a UUID of version 8.
func serial(sum [sha256.Size]byte) string {
	sum[6] = sum[6]&0x0f | 0x80
	sum[8] = sum[8]&0x3f | 0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
