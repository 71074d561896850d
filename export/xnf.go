package export

import (
	"io"

	"lightsout/cnf"
)

// DIMACS with CryptoMiniSat's x lines, one per light. Parity is left to the solver, which eliminates.

func writeXNF(w io.Writer, q *question) error {
	return cnf.WriteDIMACS(w, q.writeClauses, q.clauseHead("none, lines x")...)
}
