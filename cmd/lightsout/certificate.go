package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/renameio/v2"

	"lightsout/solve"
)

// writeCertificate writes a certificate to a file that appears once complete.
func writeCertificate(file string, c *solve.Certificate) error {
	text, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		return err
	}
	if err := renameio.WriteFile(file, append(text, '\n'), 0o644); err != nil {
		return usagef("--certificate %s: %v", file, err)
	}
	return nil
}

type claimJSON struct {
	Claim string `json:"claim"`
	Holds bool   `json:"holds"`
	Left  bool   `json:"left"` // unchecked
	How   string `json:"how"`
}

type certificateJSON struct {
	Board string `json:"board"`
	Holds bool   `json:"holds"`
	// Complete: every claim was checked, so the minimum itself is verified.
	Complete bool        `json:"complete"`
	Claims   []claimJSON `json:"claims"`
}

// maxCertificate bounds what is read as a certificate.
const maxCertificate = 1 << 28

// certify verifies a certificate, claim by claim; a claim that fails is exit 1.
func (c *checkCommand) certify(ctx context.Context, con *console) error {
	in, name, closeFile, err := con.open(c.certificate)
	if err != nil {
		return err
	}
	defer closeFile()
	text, err := readLimited(in, name, maxCertificate)
	if err != nil {
		return err
	}
	var cert solve.Certificate
	if err := json.Unmarshal([]byte(text), &cert); err != nil {
		return fmt.Errorf("%s: not a certificate: %w", name, err)
	}
	claims, err := cert.Verify(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	object := certificateJSON{Board: cert.Board, Holds: true, Complete: true}
	for _, claim := range claims {
		object.Holds = object.Holds && claim.Verdict != solve.Fails
		object.Complete = object.Complete && claim.Verdict == solve.Holds
		object.Claims = append(object.Claims, claimJSON{claim.Says, claim.Verdict == solve.Holds, claim.Verdict == solve.Unchecked, claim.How})
	}
	if c.format.format == "json" {
		err = writeJSON(con.out, object)
	} else {
		fmt.Fprintf(con.out, "%s: %s, cost %d\n", name, cert.Board, cert.Cost)
		for _, claim := range claims {
			verdict := string(claim.Verdict)
			if claim.Verdict == solve.Fails {
				verdict = "FAILS" // to catch the eye
			}
			fmt.Fprintf(con.out, "  %-9s  %s (%s)\n", verdict, claim.Says, claim.How)
		}
	}
	if err == nil && !object.Holds {
		return reported(exitNo)
	}
	return err
}
