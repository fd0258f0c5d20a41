# Birdie needs Go and make, nothing else. `make help` lists the targets.

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
COMMIT  ?= $(shell git rev-parse HEAD 2>/dev/null || echo unknown)
LDFLAGS := -s -w -X main.version=$(VERSION) -X main.commit=$(COMMIT)
TOOL    := go tool -modfile=tools/go.mod

export CGO_ENABLED ?= 0

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | sort | expand -t 14

.PHONY: run
run: build ## build and start the server on localhost, with its data in ./data
	bin/birdie serve --data data

.PHONY: build
build: web ## build the one static binary, bin/birdie
	go build -trimpath -ldflags '$(LDFLAGS)' -o bin/birdie ./cmd/birdie

.PHONY: web
web: ## build the page that the binary serves
	go run -C web/build .

.PHONY: test
test: web ## run every test that this machine can run, and say what was skipped
	$(TOOL) gotestsum --format pkgname --hide-summary output -- ./...

.PHONY: race
race: ## run the tests under the race detector, those in a browser aside (needs gcc)
	CGO_ENABLED=1 go test -race $$(go list ./... | grep -v /web/e2e)

.PHONY: check
check: ## formatting, vet, staticcheck
	@unformatted=$$($(TOOL) gofumpt -l $$(git ls-files '*.go')); test -z "$$unformatted" || { echo "run make format for:"; echo "$$unformatted"; exit 1; }
	go vet ./...
	$(TOOL) staticcheck ./...

.PHONY: format
format: ## format all Go files
	$(TOOL) gofumpt -w $$(git ls-files '*.go')

.PHONY: fuzz
FUZZTIME ?= 60s
fuzz: ## run every fuzz target for FUZZTIME (60s) each
	@grep -rlE '^func Fuzz' --include='*_test.go' . | while read -r file; do \
		for target in $$(sed -nE 's/^func (Fuzz[A-Za-z0-9_]*).*/\1/p' "$$file"); do \
			echo "$$(dirname $$file) $$target"; \
			go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1s "$$(dirname $$file)" || exit 1; \
		done; \
	done

.PHONY: release
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
release: web ## build the binary for Linux, macOS and Windows, with checksums, into dist
	rm -rf dist && mkdir dist
	@for p in $(PLATFORMS); do \
		os=$${p%/*} arch=$${p#*/} out=dist/birdie-$(VERSION)-$$os-$$arch; \
		if [ $$os = windows ]; then out=$$out.exe; fi; \
		echo $$out; \
		GOOS=$$os GOARCH=$$arch go build -trimpath -ldflags '$(LDFLAGS)' -o $$out ./cmd/birdie || exit 1; \
	done
	cd dist && sha256sum birdie-* > SHA256SUMS

.PHONY: generate
generate: ## write everything anew that is generated from the code, the rules pages in docs/rules among it
	go generate ./...

.PHONY: clean
clean: ## delete what was built
	rm -rf bin dist
