# Each target is described by the comment after it; `make` alone lists them. What takes more than a line is in tools/.

GO ?= go
FUZZTIME ?= 30s

# How often each benchmark runs: benchstat wants several, say COUNT=10.
COUNT ?= 1

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

# What a release is built for, as GOOS/GOARCH.
PLATFORMS := linux/amd64 linux/arm64 linux/386 linux/riscv64 darwin/amd64 darwin/arm64 \
	windows/amd64 windows/arm64 freebsd/amd64 freebsd/arm64

# Packages with assembly; the tag purego switches it off.
ASSEMBLY := ./gf2 ./internal/fewest

# What must give the same bytes on every processor: the mathematics, the formats, the generators.
PORTABLE := ./gf2 ./cnf ./board ./encode ./export ./solve ./generate ./census ./picture ./internal/...

# What of it is quick to try with 32 bits.
QUICK_386 := ./gf2 ./cnf ./encode ./internal/lrat ./internal/zmod

# What test-mutants changes.
MUTATED := ./gf2 ./encode ./solve/certificate ./internal/lrat ./internal/cosetcheck

.PHONY: help build install uninstall release cross module api site test test-all test-race test-386 \
	test-arm64 test-cluster test-image test-fuzz test-mutants test-kill test-memory cover bench study pictures size lint \
	generate check-generate peers npm check-js

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

build: ## the command, as bin/lightsout
	CGO_ENABLED=0 $(GO) build -buildvcs=auto -tags '$(TAGS)' -ldflags '$(LDFLAGS) $(STAMP)' -o bin/lightsout ./cmd/lightsout

install: build ## the command, manual pages and completions, to PREFIX (/usr/local) under DESTDIR (none)
	@tools/release/install.sh '$(DESTDIR)$(PREFIX)'
uninstall: ## what make install put there, with the same PREFIX and DESTDIR
	@tools/release/install.sh --remove '$(DESTDIR)$(PREFIX)'
release: ## archives, Debian packages, bills of materials and checksums of all platforms, in bin/release
	tools/release/build.sh bin/release $(PLATFORMS)
cross: ## compile everything for every platform, and the tests for each system
	@tools/cross.sh $(PLATFORMS)
module: ## rename the module to MODULE, for whoever publishes it: go.mod, imports and documentation
	@tools/module.sh '$(MODULE)'
site: ## the page as static files in bin/site, the library compiled to WebAssembly: for the host PUBLIC_URL, or any
	$(GO) -C tools/page run ./site $(if $(PUBLIC_URL),-public-url $(PUBLIC_URL)) ../../bin/site

test: ## the first tier of tests: nothing but Go, a few minutes; make lint and the second tier vet
	$(GO) test -short -vet=off -timeout 20m ./...
	$(GO) -C tools/page test -vet=off ./...
	$(GO) -C codes vet ./...
test-all: peers check-js check-generate ## the second tier: installs other programs, and runs what needs them, much time or memory
	LIGHTSOUT_TEST=all $(GO) test -tags browser -vet=all -timeout 40m ./...
	LIGHTSOUT_TEST=all $(GO) -C codes test -vet=all ./...
	$(GO) test -tags purego $(ASSEMBLY)
	GOARCH=386 $(GO) test $(QUICK_386)
	GOOS=windows $(GO) vet ./cmd/lightsout
	tools/test/image.sh
test-race: ## the tests under the race detector
	LIGHTSOUT_TEST=all $(GO) test -tags browser -race -timeout 120m ./...
test-386: ## the library's tests on a processor with 32 bits, which any amd64 under Linux is too
	GOARCH=386 $(GO) test -timeout 60m $(PORTABLE)
test-arm64: ## the library's tests on arm64, under Debian's qemu-user if this is another processor
	tools/test/arm64.sh $(PORTABLE)
test-cluster: build ## a batch and a benchmark on a real Slurm of one node, which Debian's slurm-wlm and munge make
	tools/peers.sh sbatch:slurm-wlm slurmctld:slurm-wlm munge:munge
	examples/slurm/test-cluster.sh bin/lightsout
test-image: ## build the image of Dockerfile with docker, podman, buildah or chroot, and run what is in it
	tools/test/image.sh
test-fuzz: ## every fuzz target for FUZZTIME (30s) each; an input that fails is kept in testdata/fuzz
	@tools/test/fuzz.sh $(FUZZTIME)
test-mutants: ## change the core in small ways with gremlins; lists the changes that no test of the first tier notices
	tools/test/mutants.sh $(MUTATED)
test-kill: ## kill long runs a hundred times each, and compare what resuming them gives
	LIGHTSOUT_TEST=all $(GO) test ./cmd/lightsout -run TestKilledRunsResume -kills 100 -timeout 60m -v
test-memory: ## files of the sizes that docs/limits.md names, against limits of memory; takes 3 GB of disk
	LIGHTSOUT_TEST=all $(GO) test ./cmd/lightsout -run TestMemory -real-sizes -timeout 180m -v
cover: ## the coverage of every package by its own tests of the first tier
	$(GO) test -cover -short -timeout 60m ./...
bench: ## the micro-benchmarks of the hot loops, COUNT (1) times, in the form benchstat reads
	$(GO) test -run '^$$' -bench . -benchmem -count $(COUNT) ./...
size: ## lines of Go code by room, beside their goals
	@tools/size.sh
lint: ## golangci-lint
	$(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.14.0 run ./...
	cd codes && $(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.14.0 run ./...
api: ## write what the public packages export to api/, with which a test compares every change
	$(GO) test ./api -update
generate: ## write the generated assembly and the levels of the campaign again
	$(GO) generate ./...
check-generate: ## fail if generate changes the assembly; skipped if the generator cannot be downloaded
	tools/asm/check.sh $(ASSEMBLY)
pictures: ## make every picture of README and docs again; needs chromium and python3
	tools/docs.sh pictures
study: build ## measure the study of docs/benchmarks.md into bench/results: two hours of two quiet cores, and six solvers
	tools/docs.sh study

peers: ## install the solvers and games that tests and benchmarks compare with, if missing
	@tools/peers.sh
npm: play/npm/node_modules/.package-lock.json ## install what checks the page, if missing: axe-core, TypeScript, Biome
play/npm/node_modules/.package-lock.json: play/npm/package-lock.json
	@tools/peers.sh npm:npm
	npm --prefix play/npm ci --silent && touch $@
check-js: npm ## the types and the style of the page's modules
	npm --prefix play/npm run --silent check
