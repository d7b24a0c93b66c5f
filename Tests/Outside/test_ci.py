"""What .ci/ lets pass, and what it says where it cannot help."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

CI = Path(__file__).parents[2] / ".ci"


def law(folder: Path) -> subprocess.CompletedProcess:
    return subprocess.run([CI / "import-law", folder], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("room, line, passes", [
    ("kinetype", "import Glibc", True),
    ("kinetype", "public import AnimationService  // the settings", True),
    ("LocalizedNumbers", "  import FoundationInternationalization", True),
    ("MicroHTTP/Daemon", "import CMicrohttpd", True),
    ("System", "import CGnuTLS", True),
    ("System", "let address = unsafe pointer", True),
    ("LabelStore/SQLite", "import CSQLite", True),
    ("LabelStore/SQLite", "let row = unsafe pointer", True),
    ("LabelStore", "import CSQLite", False),
    ("LabelStore", "let row = unsafe pointer", False),
    ("System", "import CMicrohttpd", False),
    ("AnimationService", "import CZlib", False),
    ("MicroHTTP", "import CMicrohttpd", False),
    ("MicroHTTP", "let address = unsafe pointer", False),
    ("kinetype", "import Foundation // x", False),
    ("AnimationService", "import struct Foundation.Date", False),
    ("TextAnimation", "@preconcurrency import class Dispatch.DispatchQueue", False),
    ("AnimationService", "@_spi(Inside) internal import func Glibc.getenv", False),
    ("Timing", "import RealModule; import FoundationEssentials", False),
    ("kinetype", "import FoundationNetworking", False),
    ("MicroHTTP", "import Musl", False),
    ("MicroHTTP", "import SwiftGlibc", False),
    ("Timing", "import\tSynchronization", False),
])
def test_a_room_imports_what_it_may(tmp_path, room, line, passes):
    shutil.copy(CI.parent / "Package.swift", tmp_path)
    (tmp_path / "Sources" / room).mkdir(parents=True)
    (tmp_path / "Sources" / room / "File.swift").write_text(f"/// Those that import Foundation.\n{line}\n")
    result = law(tmp_path)
    assert (result.returncode == 0) == passes, result.stdout + result.stderr
    assert passes or f"Sources/{room}/File.swift:2:" in result.stdout


def test_no_room_at_all_is_no_success(tmp_path):
    shutil.copy(CI.parent / "Package.swift", tmp_path)
    (tmp_path / "Sources").mkdir()
    result = law(tmp_path)
    assert result.returncode == 1 and "no Swift file" in result.stderr


@pytest.fixture
def require(tmp_path):
    """.ci/require for a user without rights, on a machine with these programs."""
    def require(*packages: str, **programs: str) -> subprocess.CompletedProcess:
        for name, text in ({"id": "echo 1000", "sudo": "exit 1", "apt-get": "exit 1"} | programs).items():
            (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
            (tmp_path / name).chmod(0o755)
        return subprocess.run([CI / "require", *packages], capture_output=True, text=True, timeout=60,
                              env={"PATH": f"{tmp_path}:{os.environ['PATH']}"})
    return require


def test_a_package_of_two_architectures_is_there(require):
    query = """format=$(printf %s "${2#-f=}" | sed 's/[$]{Status}/install ok installed/'); printf "$format$format" """
    assert require("libmicrohttpd-dev", **{"dpkg-query": query, "clang": "exit 1"}).returncode == 0


def test_a_library_is_there_that_no_package_brought(require):
    programs = {"dpkg-query": "exit 127", "clang": "exit 0"}
    assert require("libgnutls28-dev", "libhiredis-dev", "libsqlite3-dev", "zlib1g-dev", **programs).returncode == 0


def test_who_may_not_install_is_told_what(require):
    result = require("libgnutls28-dev", **{"dpkg-query": "exit 1", "clang": "exit 1"})
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1].endswith("Install them as root: apt-get install libgnutls28-dev")


PARTS = ["test-page", "test-swift"]


# The arguments of the command that fails, and the parts that are then said to have failed.
@pytest.mark.parametrize("arguments, failed", [
    ("none", []), ("test *", ["test-swift"]), ("* --build-tests", ["test-swift"]), ("* --product kinetype", ["test-page"]),
    (".build/debug/kinetype *", ["test-page"]), ("*build *", PARTS),
])
def test_one_part_of_make_test_fails_alone_and_the_last_lines_say_so(tmp_path, arguments, failed):
    shutil.copy(CI.parent / "Makefile", tmp_path)
    pattern = arguments.replace(" ", "\\ ")
    for name in ("bin/swift", "Tests/Browser/run", ".ci/require"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f'#!/bin/sh\ncase "$*" in {pattern}) exit 1 ;; esac\n')
        (tmp_path / name).chmod(0o755)
    result = subprocess.run(["make", "test"], cwd=tmp_path, capture_output=True, text=True, timeout=60,
                            env={"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"})
    said = [f"{'FAILED' if part in failed else 'passed'}: {part}" for part in PARTS]
    assert result.stdout.splitlines()[-len(PARTS):] == said, result.stdout + result.stderr
    assert (result.returncode == 0) == (not failed)
