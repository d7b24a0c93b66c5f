# make run    build and serve on http://localhost:8080
# make test   every test
# make bench  Kinetype beside bare C, and nginx and Node where they are installed (six minutes)
# make lint   formatting, documentation and the import law

.PHONY: run test bench lint image clean

run: libmicrohttpd
	swift build -c release --product kinetype
	exec .build/release/kinetype serve

test: export KINETYPE_STRICT = 1
test: libmicrohttpd
	swift build --build-tests --explicit-target-dependency-import-check error
	swift test --skip-build

bench: libmicrohttpd
	@.ci/require wrk
	Tests/Benchmarks/run

lint:
	swift format lint --strict --recursive Package.swift Sources Tests
	.ci/import-law

.PHONY: libmicrohttpd
libmicrohttpd:
	@.ci/require libmicrohttpd-dev
