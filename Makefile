# Each target is described by the comment after it; `make` alone lists them.

GO ?= go
FUZZTIME ?= 30s
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.14.0
GREMLINS := github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0

# What a release is built for, as GOOS/GOARCH.
PLATFORMS := linux/amd64 linux/arm64 linux/386 linux/riscv64 darwin/amd64 darwin/arm64 \
	windows/amd64 windows/arm64 freebsd/amd64 freebsd/arm64

# Debian packages that tests of the second tier use, as command:package. A missing one is installed by
# `make test-all`; where that is impossible its tests fail and say so.
TEST_PEERS := minisat:minisat cadical:cadical cryptominisat5:cryptominisat picosat:picosat clasp:clasp \
	glpsol:glpk-utils cbc:coinor-cbc z3:z3 minizinc:minizinc eprover:eprover /usr/games/sgt-flip:sgt-puzzles \
	chromium:chromium firefox-esr:firefox-esr npm:npm qpdf:qpdf pdfinfo:poppler-utils \
	rsvg-convert:librsvg2-bin mandoc:mandoc zsh:zsh fish:fish \
	sqlite3:sqlite3 python3:python3 bash:bash setsid:util-linux

# What only the benchmarks compare with besides, as file:package. Glucose, Kissat, Mace4 and Prover9 are
# asked too where they are on the path; not every Debian has them, and `make prover9` builds the last two.
BENCH_PEERS := /usr/include/m4ri/m4ri.h:libm4ri-dev

# Packages with assembly; the tag purego switches it off.
ASSEMBLY := ./gf2 ./internal/treewidth ./internal/cosetleader

# Where make install puts the command, its manual pages and completions; DESTDIR goes before it, for packagers.
PREFIX ?= /usr/local
DESTDIR ?=

# Debuggers' tables are a third of the command; traces of panics do without them.
LDFLAGS ?= -s -w

# play serves plain HTTP, which is never HTTP/2: that part of net/http is left out.
TAGS ?= nethttpomithttp2

# What lightsout version says besides the number; nothing outside of a repository.
STAMP = $(shell TZ=UTC git log -1 --date=short-local --format='-X main.commit=%H -X main.date=%cd' 2>/dev/null) \
	$(shell git diff --quiet HEAD 2>/dev/null || echo -X main.changed=true)

# What compiles to WebAssembly: all but the parts that need a server or other processes.
NOT_IN_BROWSERS := /cmd/|/bench$$|/examples/

# Packages that users import; api/ has what each offers.
PUBLIC := gf2 cnf board puzzlefile encode export solve solve/certificate generate census census/database picture play bench

# How often each benchmark runs: benchstat wants several, say COUNT=10.
COUNT ?= 1

.PHONY: prover9 help build install uninstall release cross module api check-api site test test-all test-race test-386 test-arm64 test-cluster test-fuzz test-mutants test-kill test-memory cover bench figures study pictures lint size peers npm check-js generate check-generate

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

build: ## the command, as bin/lightsout
	$(GO) build -buildvcs=auto -tags '$(TAGS)' -ldflags '$(LDFLAGS) $(STAMP)' -o bin/lightsout ./cmd/lightsout

install: build ## the command, manual pages and completions, to PREFIX (/usr/local) under DESTDIR (none)
	@rm -rf bin/man && tools/release/man.sh bin/lightsout bin/man
	@set -e; to='$(DESTDIR)$(PREFIX)'; \
	put() { mkdir -p "$$(dirname "$$2")"; install -m "$$3" "$$1" "$$2"; }; \
	put bin/lightsout "$$to/bin/lightsout" 755; \
	for page in bin/man/*.[17]; do put "$$page" "$$to/share/man/man$${page##*.}/$${page##*/}" 644; done; \
	for c in bash:bash-completion/completions/lightsout zsh:zsh/site-functions/_lightsout fish:fish/vendor_completions.d/lightsout.fish; do \
	  bin/lightsout completion $${c%%:*} > bin/completion; put bin/completion "$$to/share/$${c#*:}" 644; done; \
	put LICENSE "$$to/share/doc/lightsout/LICENSE" 644; \
	rm -rf bin/man bin/completion; echo "installed $$to/bin/lightsout"

uninstall: ## what make install put there, with the same PREFIX and DESTDIR
	@to='$(DESTDIR)$(PREFIX)'; rm -rf "$$to/bin/lightsout" "$$to"/share/man/man1/lightsout.1 "$$to"/share/man/man1/lightsout-*.1 \
	"$$to"/share/man/man7/lightsout-*.7 "$$to/share/bash-completion/completions/lightsout" "$$to/share/zsh/site-functions/_lightsout" \
	"$$to/share/fish/vendor_completions.d/lightsout.fish" "$$to/share/doc/lightsout"

release: ## archives, Debian packages, bills of materials and checksums of all platforms, in bin/release
	tools/release/build.sh bin/release $(PLATFORMS)

cross: ## compile everything for every platform, and the tests for each system
	@for p in $(PLATFORMS) js/wasm; do \
	  echo "== $$p"; export GOOS=$${p%/*} GOARCH=$${p#*/} CGO_ENABLED=0; packages=./...; \
	  if [ $$p = js/wasm ]; then packages=$$($(GO) list -e ./... 2>/dev/null | grep -vE '$(NOT_IN_BROWSERS)'); fi; \
	  $(GO) build $$packages || exit 1; \
	  case $$p in windows/amd64|darwin/arm64|freebsd/amd64|linux/386) $(GO) vet ./... || exit 1;; esac; \
	done

module: ## rename the module to MODULE, for whoever publishes it: go.mod, imports and documentation
	@[ -n "$(MODULE)" ] || { echo "usage: make module MODULE=example.org/you/lightsout"; exit 2; }
	@echo '$(MODULE)' | grep -qE '^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9._~-]+)+$$' || \
	{ echo "$(MODULE) is not a module's name: write it as example.org/you/lightsout"; exit 2; }
	@set -e; old=$$($(GO) list -m); packages=$$(git ls-files '*.go' | sed 's,/[^/]*$$,,' | sort -u | paste -sd '|'); \
	git ls-files -z '*.go' '*go.mod' '*.md' '*.yml' '*.yaml' '*.sh' '*.txtar' '*.txt' Makefile ':!bench/results' | xargs -0 sed -Ei \
	  -e "s,^(module|require|replace) $$old([/ ]|$$),\1 $(MODULE)\2," \
	  -e ":again; s,(^|[^A-Za-z0-9_./~-])$$old/($$packages)($$|[^A-Za-z0-9_/-]),\1$(MODULE)/\2\3,; t again"; \
	git diff --name-only '*.go' | xargs -r gofmt -w; \
	$(GO) build ./... && echo "the module is called $(MODULE)"

api: ## write what the public packages offer to api/, which is compared with every change
	@mkdir -p api && for p in $(PUBLIC); do \
	  GOOS=linux GOARCH=amd64 $(GO) doc -all ./$$p | sed '1s, // import .*,,' > api/$$(echo $$p | tr / -).txt || exit 1; done

check-api: ## fail if a public package offers something else than api/ says
	@for p in $(PUBLIC); do \
	  GOOS=linux GOARCH=amd64 $(GO) doc -all ./$$p | sed '1s, // import .*,,' | diff -u api/$$(echo $$p | tr / -).txt - || changed=1; done; \
	[ -z "$$changed" ] || { echo "the library changed: if that is meant, run make api and commit the difference"; exit 1; }

site: ## the page as static files in bin/site, the library compiled to WebAssembly: for the host PUBLIC_URL, or any
	$(GO) -C tools/page run ./site $(if $(PUBLIC_URL),-public-url $(PUBLIC_URL)) ../../bin/site

# What must also be right with 32 bits and is quick to try; make test-386 tries everything.
QUICK_386 := ./gf2 ./cnf ./encode ./internal/lrat ./internal/zmod

test: check-api ## the first tier of tests: nothing but Go, a few minutes
	$(GO) test -short -vet=all -timeout 20m ./...
	$(GO) -C tools/page test -vet=all ./...

test-all: peers npm check-js check-generate ## the second tier: installs other programs, and runs what needs them, much time or memory
	LIGHTSOUT_TEST=all $(GO) test -tags browser -vet=all -timeout 40m ./...
	$(GO) test -tags purego $(ASSEMBLY)
	GOARCH=386 $(GO) test $(QUICK_386)
	GOOS=windows $(GO) vet ./cmd/lightsout

test-race: ## the tests under the race detector
	LIGHTSOUT_TEST=all $(GO) test -tags browser -race -timeout 120m ./...

# What must give the same bytes on every processor: the mathematics, the formats, the generators.
PORTABLE := ./gf2 ./cnf ./board ./encode ./export ./solve ./generate ./census ./picture ./internal/...

test-386: ## the library's tests on a processor with 32 bits, which any amd64 under Linux is too
	GOARCH=386 $(GO) test -timeout 60m $(PORTABLE)

test-arm64: ## the library's tests on arm64, under Debian's qemu-user if this is another processor
	@[ "$$(uname -m)" = aarch64 ] || $(MAKE) peers BENCH_PEERS= TEST_PEERS=qemu-aarch64:qemu-user
	@if [ "$$(uname -m)" = aarch64 ]; then $(GO) test $(PORTABLE); \
	elif command -v qemu-aarch64 >/dev/null; then GOARCH=arm64 $(GO) test -exec qemu-aarch64 -timeout 60m $(PORTABLE); \
	else echo "test-arm64 skipped: qemu-user is not installed"; fi

test-cluster: build ## a batch and a benchmark on a real Slurm of one node, which Debian's slurm-wlm and munge make
	$(MAKE) peers BENCH_PEERS= TEST_PEERS="sbatch:slurm-wlm slurmctld:slurm-wlm munge:munge"
	examples/slurm/test-cluster.sh bin/lightsout

# Go stops its workers at the end of the time, and now and then counts that as a failure: without an input it is none.
test-fuzz: ## every fuzz target for FUZZTIME (30s) each; an input that fails is kept in testdata/fuzz
	@mkdir -p bin
	@grep -roE --include='*_test.go' '^func Fuzz[A-Za-z0-9]+' . | sed -E 's,/[^/]*:func , ,' | sort -u > bin/targets; \
	while read -r package target; do \
	  said=$$($(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$package 2>&1) || \
	  { echo "$$said" | grep -q 'context deadline exceeded' && ! echo "$$said" | grep -q 'Failing input'; } || failed="$$failed $$target"; \
	  echo "$$package $$target: $$(echo "$$said" | grep -v '^ok ' | tail -n 1)"; \
	  case "$$failed " in *" $$target "*) echo "$$said";; esac; \
	done < bin/targets; [ -z "$$failed" ] || { echo "failed:$$failed"; exit 1; }

# The timeout is a multiple of the run that measures coverage, which therefore must not come from the cache.
test-mutants: ## change the core in small ways with gremlins; lists the changes that no test of the first tier notices
	for p in gf2 encode solve/certificate internal/lrat internal/cosetcheck; do \
	GOFLAGS='-short -failfast -count=1' $(GO) run $(GREMLINS) unleash -S l --workers 1 --timeout-coefficient 5 ./$$p || exit 1; done

test-kill: ## kill long runs a hundred times each, and compare what resuming them gives
	LIGHTSOUT_TEST=all $(GO) test ./cmd/lightsout -run TestKilledRunsResume -kills 100 -timeout 60m -v

test-memory: ## files of the sizes that docs/limits.md names, against limits of memory; takes 3 GB of disk
	LIGHTSOUT_TEST=all $(GO) test ./cmd/lightsout -run TestMemory -real-sizes -timeout 180m -v

cover: ## the coverage of every package by its own tests of the first tier
	$(GO) test -cover -short -timeout 60m ./...

bench: ## the micro-benchmarks of the hot loops, COUNT (1) times, in the form benchstat reads
	$(GO) test -run '^$$' -bench . -benchmem -count $(COUNT) ./...

figures: build ## rewrite the plots and points of docs
	$(GO) test ./census -run TestDocumentedFigure -update
	$(GO) test ./encode -run TestProofFigure -update-docs
	bin/lightsout decode --simulate hexcolor:D --d 5,9,13,17,21 --p 0.06-0.13:0.005 --shots 10000 \
	  --json | grep board > docs/threshold.jsonl

study: build ## measure the study of docs/benchmarks.md into bench/results: a quiet machine, half an hour of one core
	@for suite in study study-counting; do \
	  bin/lightsout bench --suite $$suite --out bench/results/$$suite --resume && \
	  gzip -9 -n -c bench/results/$$suite/results.jsonl >> bench/results/$$suite/results.jsonl.gz && \
	  rm bench/results/$$suite/results.jsonl && \
	  bin/lightsout bench report bench/results/$$suite || exit 1; done

pictures: ## draw the pictures of README and docs/pictures.md again
	$(GO) run -C tools/pictures .
	$(GO) test ./cmd/lightsout -run TestDocumentedDrawings -update

size: ## lines of Go code by room: no tests, no blank lines, no comments
	@tools/size.sh

lint: ## golangci-lint
	$(GO) run $(GOLANGCI) run ./...

generate: ## write the generated assembly and the levels of the campaign again
	$(GO) generate ./...

check-generate: ## fail if generate changes a file; skipped if the generator cannot be downloaded
	@(cd tools/asm && $(GO) mod download) || \
	{ echo "check-generate skipped: the module proxy is out of reach"; exit 0; }; \
	generated=$$(grep -rl '^// Code generated by command' --include='*_amd64.*' gf2 internal); \
	before=$$(cksum $$generated); $(GO) generate $(ASSEMBLY) || exit 1; \
	[ "$$before" = "$$(cksum $$generated)" ] || \
	{ echo "generated assembly was out of date and has been rewritten; commit it"; exit 1; }

peers: ## install the solvers and games that tests and benchmarks compare with, if missing
	@missing=; for p in $(TEST_PEERS) $(BENCH_PEERS); do \
	  command -v $${p%%:*} >/dev/null 2>&1 || [ -e $${p%%:*} ] || missing="$$missing $${p#*:}"; done; \
	[ -z "$$missing" ] && exit 0; \
	if ! command -v apt-get >/dev/null 2>&1; then \
	  echo "not installed (no apt-get), their tests will fail:$$missing"; exit 0; fi; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo="sudo -n"; \
	echo "installing$$missing"; \
	$$sudo apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -qq -y --no-install-recommends $$missing >/dev/null || \
	echo "could not install$$missing: their tests will fail"

prover9: ## build Prover9 and Mace4 from the sources in the folder SOURCE, for tests and benchmarks
	@[ -n "$(SOURCE)" ] || { echo "usage: make prover9 SOURCE=folder, with the sources of LADR, such as github.com/ai4reason/Prover9"; exit 2; }
	$(MAKE) -C "$(SOURCE)" all
	@echo 'done; now put them on the path: export PATH="$$PATH:$(abspath $(SOURCE))/bin"'

npm: ## install what checks the page, if missing: axe-core, TypeScript, Biome
	@cd play/npm && { [ -e node_modules/.package-lock.json ] && [ node_modules/.package-lock.json -nt package-lock.json ] || \
	if command -v npm >/dev/null 2>&1; then npm ci --silent; else echo "npm is not installed: apt-get install npm"; exit 1; fi; }

check-js: npm ## the types and the style of the page's modules
	cd play && npm/node_modules/.bin/tsc -p npm && npm/node_modules/.bin/biome lint