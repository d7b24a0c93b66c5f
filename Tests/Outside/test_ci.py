"""What .ci/ lets pass."""

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
