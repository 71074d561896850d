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
	Left  bool   `json:"left"` // not verified, because that would cost as much as solving again
	How   string `json:"how"`
}

type certificateJSON struct {
	Board string `json:"board"`
	Holds bool   `json:"holds"`
	// Complete: no claim was left, so the minimum itself is verified.
	Complete bool        `json:"complete"`
	Claims   []claimJSON `json:"claims"`
}

// certify verifies a certificate, claim by claim; a claim that fails is exit 1.
func (c *checkCommand) certify(ctx context.Context, con *console) error {
	in, name, closeFile, err := con.open(c.certificate)
	if err != nil {
		return err
	}
	defer closeFile()
	cert, err := solve.ReadCertificate(in, name)
	if err != nil {
		return err
	}
	claims, err := cert.Verify(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	object := certificateJSON{Board: cert.Board, Holds: true, Complete: true}
	for _, claim := range claims {
		object.Holds = object.Holds && !claim.Doubtful
		object.Complete = object.Complete && claim.Holds
		object.Claims = append(object.Claims, claimJSON{claim.Says, claim.Holds, !claim.Holds && !claim.Doubtful, claim.How})
	}
	if c.format.format == "json" {
		err = writeJSON(con.out, object)
	} else {
		fmt.Fprintf(con.out, "%s: %s, cost %d\n", name, cert.Board, cert.Cost)
		for _, claim := range claims {
			verdict := "holds"
			switch {
			case claim.Doubtful:
				verdict = "FAILS"
			case !claim.Holds:
				verdict = "left "
			}
			fmt.Fprintf(con.out, "  %s  %s (%s)\n", verdict, claim.Says, claim.How)
		}
	}
	if err == nil && !object.Holds {
		return said(exitNo)
	}
	return err
}
