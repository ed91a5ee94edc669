# The commands of this repository. AGENTS.md says when to use which.
#
# Every target looks at every module, found by its go.mod: a new nested module needs no change here.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := test

GO ?= go
NEXT_GO := go1.27.0
LINT_VERSION := v2.12.2
CACHE := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/asixto-go-sdk
PKGSITE_VERSION := v0.6.0
PKGSITE ?= $(CACHE)/pkgsite-$(PKGSITE_VERSION)-$(shell $(GO) env GOVERSION)/pkgsite
LINTER ?= $(CACHE)/golangci-lint-$(LINT_VERSION)-$(shell $(GO) env GOVERSION)/golangci-lint

# The linter caches findings with their paths, so each checkout gets a cache of its own.
export GOLANGCI_LINT_CACHE ?= $(CACHE)/lint-$(shell printf %s '$(CURDIR)' | cksum | cut -d ' ' -f 1)

FUZZTIME ?= 10s
BENCH ?= .
CRASH_ROUNDS ?= 200
SOAK_TIME ?= 30s
STORM ?= 1000000
TESTFLAGS ?=
LOADFLAGS ?=

MODULES := $(shell git ls-files --cached --others --exclude-standard ':(glob)**/go.mod' ':(exclude,glob)**/testdata/**' | xargs -r -n1 dirname | sort)
ifeq ($(MODULES),)
$(error no go.mod found: run make inside a git clone of this repository)
endif

# each runs one command in every module, all of them also after a failure.
each = failed=0; for dir in $(MODULES); do echo "== $$dir: $(strip $(1))"; (cd "$$dir" && $(1)) || failed=1; done; exit $$failed

.PHONY: test test-go127 vet fmt-check fmt lint tidy-check build-examples smoke docs pkgsite fuzz bench load soak clients conformance proxy crash cover check-ts ci

test: ## every test of every module, with the race detector
	@$(call each,$(GO) test -race -count=1 $(TESTFLAGS) ./...)

test-go127: ## the tests of the root module on the next Go
	GOTOOLCHAIN=$(NEXT_GO) $(GO) test -race -count=1 $(TESTFLAGS) ./...

vet:
	@$(call each,$(GO) vet ./...)

fmt-check: ## fails and names the files that gofmt would change
	@files=$$(git ls-files --cached --others --exclude-standard '*.go' | xargs -r ls 2>/dev/null | xargs -r gofmt -l); \
	if [ -n "$$files" ]; then echo "not formatted (make fmt):"; echo "$$files"; exit 1; fi

fmt: $(LINTER) ## gofmt and the order of imports
	@$(call each,$(LINTER) fmt --config $(CURDIR)/.golangci.yml ./...)

lint: $(LINTER)
	@$(call each,$(LINTER) run --allow-parallel-runners --config $(CURDIR)/.golangci.yml ./...)

$(LINTER):
	@echo "building golangci-lint $(LINT_VERSION) into $(@D), once; this takes some minutes"
	GOBIN=$(@D) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)

tidy-check: ## fails if go mod tidy would change a go.mod or go.sum
	@$(call each,$(GO) mod tidy -diff)

build-examples:
	@mkdir -p bin
	$(GO) build -o bin/ ./examples/...

smoke: ## builds, starts, asks and stops every example
	$(GO) run ./internal/smoke examples

docs: ## links, code blocks and the commands shown in the documents
	$(GO) test -count=1 -run '^Test(LinksResolve|Blocks|Twins)' ./internal/repocheck
	$(GO) run ./internal/smoke docs

pkgsite: $(PKGSITE) ## the reader's page of every public package, with every name on it
	$(GO) run ./internal/pkgsite $(PKGSITE)

$(PKGSITE):
	GOBIN=$(@D) $(GO) install golang.org/x/pkgsite/cmd/pkgsite@$(PKGSITE_VERSION)

# Fuzzes every target for FUZZTIME each. A run that fails without an input, as go's fuzzer may at its time limit, is tried again.
fuzz:
	@failed=0; log=$$(mktemp); for dir in $(MODULES); do \
		targets=$$(cd "$$dir" && $(GO) test -list '^Fuzz' ./... | awk '/^Fuzz/ {names[++n] = $$1} /^ok/ {for (i = 1; i <= n; i++) print $$2, names[i]; n = 0}'); \
		while read -r pkg target; do \
			[ -n "$$target" ] || continue; \
			echo "== $$pkg: $$target"; \
			fuzz() { (cd "$$dir" && $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) "$$pkg") 2>&1 | tee "$$log"; }; \
			fuzz || { ! grep -q 'Failing input' "$$log" && fuzz; } || failed=1; \
		done <<< "$$targets"; \
	done; rm -f "$$log"; exit $$failed

bench: ## BENCH selects by name
	@$(call each,$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem $(TESTFLAGS) ./...)

# The support desk beside its peers, under load. LOADFLAGS choose what, how often and how long; the TypeScript peer needs node and npm.
load:
	cd internal/bench && $(GO) run . $(LOADFLAGS)

# Programs of others against a running server. They need npm, nginx and the network, which is why make test leaves them out.
clients: ## real clients: TypeScript, go-sdk, mcp-go, the Inspector
	cd internal/clients && $(GO) test -tags clients -count=1 $(TESTFLAGS) -run '^TestClients$$' .

conformance: ## the official MCP conformance suite
	cd internal/clients && $(GO) test -tags clients -count=1 $(TESTFLAGS) -run '^TestConformance$$' .

proxy: ## nginx in front of a server
	cd internal/clients && $(GO) test -tags clients -count=1 $(TESTFLAGS) -run '^TestProxy' .

# A server at full load whose memory is weighed, and a storm of broken requests.
soak:
	$(GO) test -count=1 -timeout 30m -run '^Test(Soak|Storm)$$' -v ./asixto -args -soak=$(SOAK_TIME) -storm=$(STORM)

# Many rounds of the crash tests, in each package whose tests define a flag for how many: its name speaks of crashes or rounds.
crash:
	@flags=$$(git grep -E --untracked 'flag\.Int(Var)?\(.*"[a-z.]*(crash|rounds)[a-z.]*"' -- '*_test.go' | \
		sed -E 's,^([^:]*)/[^/:]*:.*"([a-z.]*(crash|rounds)[a-z.]*)".*,\1 \2,' | sort -u || true); \
	if [ -z "$$flags" ]; then echo "no package has crash tests with a flag for their rounds"; exit 1; fi; \
	while read -r dir flag; do \
		echo "== $$dir: -$$flag=$(CRASH_ROUNDS)"; \
		(cd "$$dir" && $(GO) test -race -count=1 -run '(?i)crash' -timeout 2h . -args "-$$flag=$(CRASH_ROUNDS)"); \
	done <<< "$$flags"

cover: ## the share of statements that tests reach, by module
	@$(call each,$(GO) test -count=1 -coverprofile=coverage.out -coverpkg=./... ./... && $(GO) tool cover -func=coverage.out | tail -n 1)

check-ts: ## examines a server in TypeScript from npm with the command
	$(GO) test -count=1 -tags npm -run TypeScript $(TESTFLAGS) ./asixto/cmd/asixto

ci:
	bash .ci/run
