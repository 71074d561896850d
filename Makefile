# What each target does is the line behind it; `make` alone shows the list.

GO ?= go
FUZZTIME ?= 30s
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.14.0

# Debian packages that tests use, as command:package. A missing one is installed by `make test`;
# where that is impossible its tests skip and say so.
TEST_PEERS := minisat:minisat cadical:cadical cryptominisat5:cryptominisat clasp:clasp \
	glpsol:glpk-utils cbc:coinor-cbc z3:z3 minizinc:minizinc eprover:eprover /usr/games/sgt-flip:sgt-puzzles \
	chromium:chromium

# What only the benchmarks compare with besides, as file:package. Mace4 and Prover9 are asked too
# where they are installed; not every Debian has them.
BENCH_PEERS := /usr/include/m4ri/m4ri.h:libm4ri-dev

# How often each benchmark runs: benchstat wants several, say COUNT=10.
COUNT ?= 1

.PHONY: help build site test test-race test-cluster test-fuzz bench figures lint peers axe generate

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

build: ## the command, as bin/lightsout
	$(GO) build -buildvcs=auto -o bin/lightsout ./cmd/lightsout

site: ## the page as static files in bin/site, the library compiled to WebAssembly: for any host
	$(GO) run ./play/site bin/site

test: peers axe ## install what the tests need, then vet and test everything
	$(GO) vet ./...
	$(GO) test ./...

test-race: ## the tests under the race detector
	$(GO) test -race ./...

test-cluster: build ## a batch on a real Slurm of one node, which Debian's slurm-wlm and munge make
	$(MAKE) peers BENCH_PEERS= TEST_PEERS="sbatch:slurm-wlm slurmctld:slurm-wlm munge:munge"
	examples/slurm/test-cluster.sh bin/lightsout

test-fuzz: ## every fuzz target for FUZZTIME (30s) each
	@$(GO) list -f '{{.Dir}}' ./... | while read -r dir; do \
	  for target in $$(grep -hoE '^func Fuzz[A-Za-z0-9]+' $$dir/*_test.go 2>/dev/null | sed 's/func //'); do \
	    echo "== $$dir $$target"; \
	    (cd $$dir && $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) .) || exit 1; \
	  done; \
	done

bench: ## the micro-benchmarks of the hot loops, COUNT (1) times, in the form benchstat reads
	$(GO) test -run '^$$' -bench . -benchmem -count $(COUNT) ./...

figures: build ## rewrite the plots of bench/results and the tables of docs/benchmarks.md
	bin/lightsout bench report bench/results/*/
	$(GO) test ./bench -run TestDocsFigures -update
	$(GO) test ./bench -run TestDocs

lint: ## golangci-lint
	$(GO) run $(GOLANGCI) run ./...

generate: ## write generated assembly anew
	$(GO) generate ./...

peers: ## install the solvers and games that tests and benchmarks compare with, if missing
	@missing=; for p in $(TEST_PEERS) $(BENCH_PEERS); do \
	  command -v $${p%%:*} >/dev/null 2>&1 || [ -e $${p%%:*} ] || missing="$$missing $${p#*:}"; done; \
	[ -z "$$missing" ] && exit 0; \
	if ! command -v apt-get >/dev/null 2>&1; then \
	  echo "not installed (no apt-get), their tests will skip:$$missing"; exit 0; fi; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo="sudo -n"; \
	echo "installing$$missing"; \
	$$sudo apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -qq -y --no-install-recommends $$missing >/dev/null || \
	echo "could not install$$missing: their tests will skip"

axe: ## install axe-core, the accessibility checker of the page's tests, if missing
	@cd play/axe && { [ -e node_modules/axe-core/axe.min.js ] || \
	if command -v npm >/dev/null 2>&1; then npm ci --silent || echo "could not install axe-core: its test will skip"; \
	else echo "not installed (no npm), its test will skip: axe-core"; fi; }
