"""What the machine does to a service: a disk that is full, and a clock that is set."""

import http.client
import json
import re
import struct
import subprocess
import time
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from service import Service


@pytest.fixture
def disk(tmp_path):
    """A file system of 2 MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", folder], capture_output=True).returncode != 0:
        pytest.skip("no file system may be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_full_disk_costs_lines_of_the_log_alone_and_the_log_says_how_many(disk):
    service = Service(disk / "log", threads=1)
    rest = disk / "rest"
    with rest.open("wb", buffering=0) as file:
        while True:
            try:
                file.write(b"x" * 4096)
            except OSError:
                break
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
    asked = 3000

    def ask():
        connection.request("GET", "/nothing", headers={"User-Agent": "x" * 150})
        response = connection.getresponse()
        response.read()
        return response.status

    try:
        assert {ask() for _ in range(asked)} == {404}
        rest.unlink()
        assert ask() == 404
    finally:
        assert service.stop() == 0
    lines = [line for line in service.log.read_text().splitlines() if "/nothing" in line or "dropped" in line]
    dropped = [int(number) for line in lines for number in re.findall(r"log lines dropped.*?count\W+(\d+)", line)]
    assert len(dropped) == 1 and dropped[0] > 100
    assert len(lines) - 1 + dropped[0] == asked + 1
    assert all(line.count("/nothing") <= 1 and re.match(r"\d{4}-\d\d-\d\dT", line) for line in lines)


def test_a_clock_that_is_set_moves_dates_and_no_frame(tmp_path):
    library, shift = tmp_path / "wall-clock.so", tmp_path / "shift"
    source = Path(__file__).with_name("wall-clock.c")
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source], check=True)
    shift.write_bytes(bytes(8))
    service = Service(tmp_path / "log", variables={"LD_PRELOAD": str(library), "WALL_CLOCK_SHIFT": str(shift)})

    def date():
        return parsedate_to_datetime(service.get("/healthz")[1]["Date"]).timestamp()

    try:
        stream = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
        start = time.monotonic()
        stream.request("GET", "/v1/stream?from=0&to=100&duration=6&fps=20&as=ndjson")
        response = stream.getresponse()
        for seconds in [7200, -30 * 86_400, 400 * 86_400]:
            time.sleep(0.5)
            with shift.open("r+b") as file:
                file.write(struct.pack("q", seconds))
            # A date is written down once a second, by what the clock says then.
            time.sleep(1.1)
            assert abs(date() - time.time() - seconds) < 3
        lines = response.read().decode().splitlines()
        took = time.monotonic() - start
        assert 5.9 < took < 8
        end = json.loads(lines[-1])["end"]
        assert end["reason"] == "finished"
        assert end["framesSent"] + end["framesSkipped"] == 121
        assert end["framesSent"] > 60
    finally:
        assert service.stop() == 0
