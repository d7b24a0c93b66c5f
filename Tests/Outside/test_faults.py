"""What the machine does to a service: a disk that is full, and a clock that is set."""

import http.client
import json
import re
import subprocess
import time
from email.utils import parsedate_to_datetime

import pytest

from service import Service, WallClock, wait_for
from test_labels import request


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


def put(service, name: str, text: str) -> int:
    return request(service, "PUT", f"/v1/labels/{name}", {"to": text})[0]


def delete(service, name: str) -> int:
    return request(service, "DELETE", f"/v1/labels/{name}")[0]


def fill(disk):
    with (disk / "rest").open("wb", buffering=0) as file:
        while True:
            try:
                file.write(b"x" * 4096)
            except OSError:
                return


@pytest.mark.parametrize("by", ["labels", "others"])
def test_a_full_disk_refuses_all_changes_until_there_is_room(disk, tmp_path, by):
    labels = f"sqlite:{disk}/labels.db"
    service = Service(tmp_path / "log", labels=labels, label_changes_per_second=0)
    count = 0
    try:
        # What others take makes the room that comes back.
        (disk / "others").write_bytes(b"x" * 500_000)
        while put(service, f"a{count}", f"{count} {'x' * 2000}") == 201:
            count += 1
            if by == "others" and count == 50:
                fill(disk)
        assert 50 <= count < 2000
        status, _, body = service.get("/readyz")
        assert status == 200 and b"labels cannot be changed: the disk is full" in body
        assert b"kinetype_labels_writable 0" in service.get("/metrics")[2]
        assert put(service, "more", "x" * 2000) == 503
        # Beside labels that filled the disk there may be room for a change that takes less.
        assert by == "labels" or put(service, "more", "1") == 503 and delete(service, "a1") == 503
        assert request(service, "GET", f"/v1/labels/a{count - 1}")[2]["to"].startswith(f"{count - 1} ")
        (disk / "others").unlink()
        wait_for(lambda: service.get("/readyz")[2] == b"ready\n", within=20)
        assert delete(service, "a1") == 204 and put(service, "more", "1") == 201
    finally:
        service.process.kill()
        service.process.wait()
    lines = [line for line in service.log.read_text().splitlines() if "cannot be changed" in line or "held by" in line]
    told = [f"{disk}/labels.db: the disk is full" in line if turn % 2 == 0 else "held by" in line for turn, line in enumerate(lines)]
    assert all(told) and (len(lines) == 2 if by == "others" else len(lines) % 2 == 0), lines
    again = Service(tmp_path / "again", labels=labels, label_changes_per_second=0)
    try:
        assert request(again, "GET", "/v1/labels/a1")[0] == 404
        assert request(again, "GET", "/v1/labels/more")[2]["to"] == "1"
    finally:
        assert again.stop() == 0


def test_a_start_on_a_full_disk_reads_and_refuses_changes_until_there_is_room(disk, tmp_path):
    labels = f"sqlite:{disk}/labels.db"
    service = Service(tmp_path / "log", labels=labels)
    assert put(service, "a", "1 apple") == 201
    service.process.kill()
    service.process.wait()
    fill(disk)
    again = Service(tmp_path / "again", labels=labels)
    try:
        assert request(again, "GET", "/v1/labels/a")[2]["to"] == "1 apple"
        assert put(again, "a", "2 apples") == 503 and delete(again, "a") == 503
        assert again.get("/readyz")[0] == 200
        (disk / "rest").unlink()
        wait_for(lambda: again.get("/readyz")[2] == b"ready\n")
        assert put(again, "a", "2 apples") == 200
    finally:
        assert again.stop() == 0
    lines = [line for line in again.log.read_text().splitlines() if "cannot be changed" in line or "held by" in line]
    assert len(lines) == 2 and "the disk is full" in lines[0] and "held by" in lines[1]


def test_a_clock_that_is_set_moves_dates_and_no_frame(tmp_path):
    clock = WallClock(tmp_path)
    service = Service(tmp_path / "log", variables=clock.variables)

    def date():
        return parsedate_to_datetime(service.get("/healthz")[1]["Date"]).timestamp()

    try:
        stream = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
        start = time.monotonic()
        stream.request("GET", "/v1/stream?from=0&to=100&duration=6&fps=20&as=ndjson")
        response = stream.getresponse()
        for seconds in [7200, -30 * 86_400, 400 * 86_400]:
            time.sleep(0.5)
            clock.set(seconds)
            # A date is written down once a second, by what the clock says then.
            time.sleep(1.1)
            assert abs(date() - time.time() - seconds) < 30
        lines = response.read().decode().splitlines()
        took = time.monotonic() - start
        # A clock that it went by would have ended it at once, or never.
        assert 5.9 < took < 30
        end = json.loads(lines[-1])["end"]
        assert end["reason"] == "finished"
        assert end["framesSent"] + end["framesSkipped"] == 121
        assert end["framesSent"] > 60
    finally:
        assert service.stop() == 0
