# make run            build and serve on http://localhost:8080
# make test           the Swift tests, then the command, and the page and the module in Chromium
# make test-outside   Schemathesis, promtool, proxies, other people's clients, slow clients, load, INPUTS=1000000
# make soak           ten minutes of 2,000 viewers that come and go in every way, beside a load of JSON
# make sanitize       the Swift tests under the address and the thread sanitizer
# make bench          Kinetype beside bare C, and nginx, Node and Go where they are installed (ten minutes)
# make bench-worst    which single requests delay other clients and streams longest (two minutes)
# make instructions   instructions an answer and a frame take, beside the table; ACCEPT=1 writes them into the table
# make lint           formatting, documentation and the import law

INPUTS ?= 1000000

.PHONY: run test test-swift test-browser test-outside soak sanitize bench bench-worst instructions lint libraries

run: libraries
	swift build -c release --product kinetype
	exec .build/release/kinetype serve

test: test-swift test-browser

test-swift: export KINETYPE_STRICT = 1
test-swift: libraries
	@.ci/require openssl
	swift build --build-tests --explicit-target-dependency-import-check error
	swift test --skip-build

test-browser: test-swift
	Tests/Browser/run .build/debug/kinetype

bench: libraries
	@.ci/require wrk
	Tests/Benchmarks/run

instructions: libraries
	@.ci/require valgrind binutils python3
	swift build -c release --product kinetype
	Tests/Benchmarks/instructions .build/release/kinetype

bench-worst: libraries
	swift build -c release --product kinetype
	Tests/Benchmarks/worst .build/release/kinetype

test-outside: libraries
	swift build -c release --product kinetype
	Tests/Outside/run .build/release/kinetype -q
	@# As make test builds them, so that one does not undo the other.
	KINETYPE_STRICT=1 swift build --build-tests
	@# To swift test a filter that finds nothing is a success.
	swift test list --skip-build | grep -q GeneratedInputTests
	KINETYPE_INPUTS=$(INPUTS) swift test --skip-build --filter GeneratedInputTests

soak: libraries
	swift build -c release --product kinetype
	SOAK_SECONDS=600 Tests/Outside/run .build/release/kinetype -q -s test_soak.py

sanitize: libraries
	@# One test at a time: beside hundreds of others each would wait for minutes in a build this slow.
	@# XCTest leaks some hundred bytes when it ends, and a test's handler keeps ended streams and by them its loop.
	ASAN_OPTIONS=detect_leaks=0 swift test --no-parallel --sanitize address --scratch-path .build-address
	swift test --no-parallel --sanitize thread --scratch-path .build-thread

lint:
	swift format lint --strict --recursive Package.swift Sources Tests
	.ci/import-law

libraries:
	@.ci/require libmicrohttpd-dev libgnutls28-dev zlib1g-dev
