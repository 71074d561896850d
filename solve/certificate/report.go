package certificate

import (
	"fmt"
	"io"
)

// Report is a verification as a record: the JSON object that the command prints.
type Report struct {
	Board    string `json:"board"`
	Question string `json:"question"` // what was asked, in words and with all its conditions
	Holds    bool   `json:"holds"`    // no claim fails
	// Complete: the certificate claims the minimum of Question, and that is verified.
	Complete bool   `json:"complete"`          // the certificate claims the minimum, and that is verified
	Verdict  string `json:"verdict"`           // verified, not fully verified (exit 3) or refuted (exit 1)
	Why      string `json:"why,omitempty"`     // what is missing or false
	Stopped  string `json:"stopped,omitempty"` // the same, if it is not fully verified
	// Unchecked names fields that tell how the answer was found; the verdict does not rest on them.
	Unchecked []string        `json:"unchecked"` // fields that the verdict does not rest on
	Claims    []ReportedClaim `json:"claims"`    // the claims
}

// ReportedClaim is a claim as a record.
type ReportedClaim struct {
	Claim string `json:"claim"` // what is claimed
	Holds bool   `json:"holds"` // it was checked, and holds
	Left  bool   `json:"left"`  // it was not checked
	How   string `json:"how"`   // how it was checked, or why not
}

// verdictWords are what is said of a whole certificate.
var verdictWords = map[Verdict]string{Holds: "verified", Fails: "refuted", Unchecked: "not fully verified"}

// Words are the verdict on a whole certificate, as people read it.
func (v Verdict) Words() string { return verdictWords[v] }

// Report is the verification of a certificate as a record.
func (r *Verification) Report(c *Certificate) Report {
	if c == nil {
		c = new(Certificate)
	}
	report := Report{
		Board: c.Board, Question: r.Question, Holds: r.Verdict != Fails, Complete: r.Verdict == Holds,
		Verdict: r.Verdict.Words(), Why: r.Why, Unchecked: append([]string{}, r.Unchecked...),
		Claims: []ReportedClaim{},
	}
	if r.Verdict == Unchecked {
		report.Stopped = r.Why
	}
	for _, claim := range r.Claims {
		report.Claims = append(report.Claims, ReportedClaim{
			claim.Says, claim.Verdict == Holds, claim.Verdict == Unchecked, claim.How,
		})
	}
	return report
}

// Write writes the claims for people, with how each was verified.
func (r *Verification) Write(w io.Writer, name string) {
	fmt.Fprintf(w, "%s: %s\n", name, r.Question)
	for _, claim := range r.Claims {
		verdict := string(claim.Verdict)
		switch claim.Verdict {
		case Fails:
			verdict = "FAILS" // to catch the eye
		case Unchecked:
			verdict = "not verified"
		}
		fmt.Fprintf(w, "  %-12s  %s (%s)\n", verdict, claim.Says, claim.How)
	}
}
