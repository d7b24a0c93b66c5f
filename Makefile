# make run            build and serve on http://localhost:8080
# make test           the Swift tests, and the module, the pages and the command, in Chromium; says at its end what failed
# make test-outside   Schemathesis, promtool, proxies, other people's clients, slow clients, load; a million inputs; the fuzzer
# make fuzz           inputs that a fuzzer makes up for whatever reads them, FUZZ_SECONDS (60) for each of six targets
# make soak           ten minutes, or SOAK_SECONDS, of 2,000 clients that use everything and leave in every way
# make sanitize       the Swift tests under the address and the thread sanitizer, most outside tests under the first
# make instructions   instructions an answer and a frame take, compared with a table; ACCEPT=1 writes the table
# make bench          Kinetype beside bare C, and nginx, Node and Go where they are installed (ten minutes)
# make bench-worst    which requests, and which crowds, delay other clients and streams longest, beside a control (ten minutes)
# make bench-labels   what live labels cost: viewers, changes, nchan beside it, a crowd and what a million need (30 minutes)
# make minified       the browser module in one small file, from its readable parts
# make settings       the environment file with every setting and its default
# make font           the font of the pages, from Debian's Inter
# make readme         the first picture of README.md, from the command's own pictures
# make package        the browser module as .build/kinetype.tgz, for npm install
# make lint           formatting, documentation and the import law

binary = .build/release/kinetype

.PHONY: run minified settings font readme package test test-swift test-page test-outside test-programs test-engines test-webkit \
  test-work test-inputs fuzz soak sanitize instructions bench bench-worst bench-labels lint libraries release product tests

run: release
	exec $(binary) serve

# --- Building

libraries:
	@.ci/require libmicrohttpd-dev libgnutls28-dev libhiredis-dev libsqlite3-dev zlib1g-dev
	@.ci/require libpangocairo-1.0-0 fonts-dejavu-core || echo "as=gif and as=apng are refused without them." >&2

release: libraries
	swift build -c release --product kinetype

# Everything that builds or runs tests has the same environment and options, or each would rebuild all.
product tests test-swift test-inputs sanitize: export KINETYPE_STRICT = 1
build_tested = swift build --explicit-target-dependency-import-check error

# What the tests of pages run: optimised as well, and made of the same objects as all tests.
product: libraries
	$(build_tested) --product kinetype

tests: libraries
	$(build_tested) --build-tests

web = Sources/CWebAssets/files

# The result is committed, so that whoever builds the service needs no JavaScript tools; a test compares it.
minified:
	.ci/minify >.build/kinetype.min.js
	cp .build/kinetype.min.js $(web)/kinetype.min.js

# Committed and compared as well: its heading, and what a service without settings shows.
settings: release
	{ sed 3q Config/kinetype.env; env -i $(binary) serve --check-config; } > .build/kinetype.env
	cp .build/kinetype.env Config/kinetype.env

font:
	@.ci/require fonts-inter-variable python3-fonttools python3-brotli
	.ci/make-font $(web)/sans.woff2

readme: release
	.ci/make-readme $(binary) .readme/everywhere.svg

package: release
	$(binary) package > .build/kinetype.tgz

# --- Testing

# Its parts run beside each other, as many as there are cores, and each is shown when it is done. One that fails, or
# cannot be built, keeps no other from running. Tests of pages wait for a page's invented time, so that they may run beside a
# compiler: they begin with what they run, while the Swift tests are compiled.
parts = test-page test-swift
cores = $(shell nproc)
passed = .build/passed
pass = mkdir -p $(passed) && touch $(passed)/$@

test:
	@rm -rf $(passed)
	@if $(MAKE) --no-print-directory product; then linked=1; fi; \
	  $(MAKE) --no-print-directory --keep-going $(if $(filter -j%,$(MAKEFLAGS)),,-j$(cores) --output-sync=target) \
	  LINKED=$$linked $(parts) || true
	@failed=; for part in $(parts); do \
	  if [ -e $(passed)/$$part ]; then echo "passed: $$part"; else echo "FAILED: $$part"; failed=1; fi; \
	done; [ -z "$$failed" ]

# All tests would begin at once, and one that waits would wait until the others are through.
test-swift: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 16
test-swift: tests
	@.ci/require openssl redis-server fonts-noto-color-emoji
	swift test --skip-build
	@$(pass)

# Most of these tests wait most of their time.
test-page: $(if $(LINKED),,product)
	Tests/Browser/run .build/debug/kinetype --numprocesses $$(($(cores) > 3 ? 2 * $(cores) : 6)) \
	  . ../Outside/test_command.py ../Outside/test_settings.py
	@$(pass)

test-outside: test-programs test-engines test-work test-inputs fuzz

# What draws and computes in a page, in browsers other than Chromium.
test-engines: product test-webkit
	Tests/Browser/run .build/debug/kinetype --engines firefox --numprocesses 2 -m engines

# `test` has built what it draws.
test-webkit: $(if $(filter test,$(MAKECMDGOALS)),| test,product)
	Tests/Browser/run .build/debug/kinetype --engines webkit -m engines test_drawn.py

test-programs: release
	@.ci/require redis-server
	@# test-page has tested the command.
	Tests/Outside/run $(binary) -q --ignore test_command.py --ignore test_settings.py --ignore test_work.py

# What requests take of the processor beside what they are charged: other work would share its caches.
test-work: release
	Tests/Outside/run $(binary) -q test_work.py

test-inputs: tests
	@# To swift test a filter that finds nothing is a success.
	swift test list --skip-build | grep -q GeneratedInputTests
	KINETYPE_INPUTS=$${KINETYPE_INPUTS:-1000000} swift test --skip-build --filter GeneratedInputTests

# What it finds lies in .build-fuzz; `Tests/Fuzz/run --merge` keeps what reaches more code for the tests.
fuzz: libraries
	Tests/Fuzz/run

# Of what CI asks for together, instructions come last, when the machine is idle: a stream's count depends a little on how
# many frames leave together.
ifneq ($(filter test-programs,$(MAKECMDGOALS)),)
test-work: | $(filter test test-programs test-webkit,$(MAKECMDGOALS))
instructions: | $(filter test test-programs test-webkit test-work,$(MAKECMDGOALS))
endif

soak: release
	SOAK_SECONDS=$${SOAK_SECONDS:-600} Tests/Outside/run $(binary) -q -s test_soak.py

sanitize: libraries
	@# One test at a time: beside hundreds of others each would wait for minutes in a build this slow.
	@# XCTest leaks some hundred bytes when it ends, and a test's handler keeps ended streams and by them its loop.
	ASAN_OPTIONS=detect_leaks=0 swift test --no-parallel --sanitize address --scratch-path .build-address
	@# Without what measures memory or seconds, of which such a build takes more. What is lost shows when the service ends.
	LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Outside/leaks-of-libraries.txt:print_suppressions=0 \
	  Tests/Outside/run .build-address/debug/kinetype -q \
	  --deselect test_slow_clients.py::test_an_answer_that_nobody_reads_costs_a_piece_of_it \
	  --deselect test_slow_clients.py::test_a_client_that_reads_nothing_is_cut \
	  --deselect test_slow_clients.py::test_a_reader_by_drops_does_not_hold_others_up \
	  --deselect test_films.py::test_many_films_leave_no_memory_behind \
	  test_http.py test_metrics.py test_labels.py test_label_streams.py test_label_cache.py test_forms.py test_films.py \
	  test_faults.py test_slow_clients.py test_clients.py
	TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/unseen-locks.txt \
	  swift test --no-parallel --sanitize thread --scratch-path .build-thread

# --- Measuring

instructions: release
	@.ci/require valgrind binutils python3
	Tests/Benchmarks/instructions $(binary)

bench: libraries
	@.ci/require wrk
	Tests/Benchmarks/run

bench-worst: release
	Tests/Benchmarks/worst $(binary)

bench-labels: release
	@.ci/require wrk nginx-light libnginx-mod-nchan redis-server varnish
	Tests/Benchmarks/labels $(binary)
	Tests/Benchmarks/fanout $(binary)
	Tests/Benchmarks/crowd $(binary)
	Tests/Benchmarks/next $(binary)

lint:
	swift format lint --strict --recursive Package.swift Sources Tests
	.ci/import-law
