package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lightsout/cnf"
	"lightsout/internal/lrat"
	"lightsout/internal/suggest"
)

// ProofKinds are the kinds of proofs that solvers write and this program checks. CryptoMiniSat's FRAT passes for drat.
func ProofKinds() []string { return []string{"drat", "lrat"} }

// verified is what Result.Proof says of a proof that holds.
const verified = "verified"

// checkingFactor times the time of a solver is the limit on checking its proof, which is one of the search too.
const checkingFactor = 10

// withProofs is the solvers, each with the words that let it write a proof of a kind.
func withProofs(solvers []*peer, kind string) ([]*peer, error) {
	if kind == "" {
		return solvers, nil
	}
	if !slices.Contains(ProofKinds(), kind) {
		return nil, fieldErrorf("proof", "no such kind of proof %q%s; write %s", kind,
			suggest.DidYouMean(kind, ProofKinds()), strings.Join(ProofKinds(), " or "))
	}
	var list []*peer
	for _, p := range solvers {
		if words := p.Proofs[kind]; words != "" {
			proving := *p
			proving.Command += " " + words
			if err := proving.compile(); err != nil {
				return nil, err
			}
			p = &proving
		}
		list = append(list, p)
	}
	return list, nil
}

// checkProof checks the proof of a claim that there is no answer, if the contestant wrote one. A claim that nobody
// could check is right with it.
func (r *runner) checkProof(ctx context.Context, who contestant, problem, dir string, res *Result) error {
	kind := who.peer.proofKind()
	if kind == "" || res.Outcome != refuted && res.Outcome != unchecked {
		return nil
	}
	file := filepath.Join(dir, proofFile+"."+kind)
	info, err := os.Stat(file)
	if err != nil {
		res.Proof = "none was written"
		return nil //nolint:nilerr // as the result says
	}
	res.ProofBytes = info.Size()
	begun := time.Now()
	limit := max(checkingFactor*r.Timeout, time.Second)
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err = verify(within, problem, file, r.Memory)
	res.Checking = time.Since(begun).Seconds()
	wrong, isWrong := errors.AsType[*lrat.WrongError](err)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case isWrong:
		res.Proof = "it does not hold: " + wrong.Error()
	case errors.Is(err, context.DeadlineExceeded):
		res.Proof = fmt.Sprintf("checking takes more than %v", limit)
	case err != nil:
		res.Proof = err.Error()
	default:
		res.Proof = verified
		if res.Outcome == unchecked {
			res.Outcome, res.Note = refuted, ""
		}
		return nil
	}
	if res.Outcome == unchecked {
		res.Note = "claims that there is no model; its proof: " + res.Proof
	}
	return nil
}

// proofKind is the kind of proof that the command writes; "" if it writes none.
func (p *peer) proofKind() string {
	for _, kind := range ProofKinds() {
		if strings.Contains(p.Command, "{"+kind+"}") {
			return kind
		}
	}
	return ""
}

// verify checks a proof that the formula of a file has no model.
func verify(ctx context.Context, formula, proof string, maxBytes int64) error {
	text, err := os.Open(formula)
	if err != nil {
		return err
	}
	defer text.Close()
	f, err := cnf.ReadDIMACS(text, filepath.Base(formula))
	if err != nil {
		return err
	}
	steps, err := os.Open(proof)
	if err != nil {
		return err
	}
	defer steps.Close()
	_, err = lrat.CheckNamed(ctx, f, steps, filepath.Base(proof), maxBytes)
	return err
}

// proofs has what became of each contestant's proofs.
func (d *folderReport) proofs(s results) {
	t := &table{Head: []string{"proofs of", "claims", "verified", "time to check", "of the solver's", "largest",
		"otherwise"}}
	proved := s.only(func(r *Result) bool { return r.Proof != "" })
	holds := func(r *Result) bool { return r.Proof == verified }
	for _, mine := range group(proved, func(r *Result) string { return r.Contestant }) {
		var solving, checking float64
		var largest int64
		for _, r := range mine {
			if largest = max(largest, r.ProofBytes); holds(r) {
				solving, checking = solving+r.CPU, checking+r.Checking
			}
		}
		good, time, share := len(mine.only(holds)), "", ""
		if good > 0 {
			time, share = seconds(checking), fmt.Sprintf("%.2g times", checking/max(solving, 1e-3))
		}
		reasons := group(mine, func(r *Result) string { return r.Proof })
		slices.SortFunc(reasons, func(a, b results) int { return strings.Compare(a[0].Proof, b[0].Proof) })
		var otherwise []string
		for _, same := range reasons {
			if !holds(same[0]) {
				otherwise = append(otherwise, fmt.Sprintf("%d: %s", len(same), same[0].Proof))
			}
		}
		t.add(mine[0].Contestant, len(mine), good, time, share, fmt.Sprintf("%.1f MB", float64(largest)/1e6),
			strings.Join(otherwise, "; "))
	}
	d.table(t)
}

// proofNotes says how many proofs hold, if there are any.
func (s results) proofNotes() []string {
	all := s.only(func(r *Result) bool { return r.Proof != "" })
	if len(all) == 0 {
		return nil
	}
	good := all.only(func(r *Result) bool { return r.Proof == verified })
	return []string{fmt.Sprintf("proofs: %d of %d verified", len(good), len(all))}
}
