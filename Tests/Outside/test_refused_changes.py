"""What is seen of a service that takes no changes of labels: the table of Config/operations.md, each row as it comes about."""

import re
import signal
import subprocess
import time

import pytest

from redis_server import RedisServer
from service import Service, WallClock, wait_for
from test_faults import disk, fill
from test_labels import request

SECRET = "s3kr1t"
REFUSED = "warning labels cannot be changed: "


def put(service) -> int:
    return request(service, "PUT", "/v1/labels/a", {"to": "1"})[0]


def served(folder, **settings) -> Service:
    """A service with a label."""
    service = Service(folder / "service-log", **settings)
    wait_for(lambda: put(service) in (200, 201))
    return service


# Each yields a service that takes no changes, and goes on where it is to take them again without a restart.


def full_disk(folder, disk):
    service = served(folder, labels=f"sqlite:{disk}/labels.db", label_changes_per_second=0)
    fill(disk)
    yield service
    (disk / "rest").unlink()
    yield service


def file_that_is_gone(folder, _):
    service = served(folder, labels=f"sqlite:{folder}/labels.db")
    (folder / "labels.db").rename(folder / "elsewhere.db")
    yield service


def changes_that_are_missing(folder, _):
    service = served(folder, labels=f"sqlite:{folder}/labels.db")
    service.process.kill()
    service.process.wait()
    (folder / "labels.db-wal").unlink()
    yield Service(folder / "service-log", labels=f"sqlite:{folder}/labels.db")


def wrong_clock(labels):
    def begin(folder, _):
        clock = WallClock(folder, 90 * 365 * 86_400)
        service = Service(folder / "service-log", labels=labels.format(folder), variables=clock.variables)
        yield service
        clock.set(0)
        yield service

    return begin


def redis_that_is_gone(folder, _):
    with RedisServer(folder, "--save", "") as redis:
        service = served(folder, labels=f"redis://127.0.0.1:{redis.port}")
        redis.end(signal.SIGKILL)
        yield service
        redis.start()
        yield service


def redis_that_was_never_there(folder, _):
    with RedisServer(folder, "--save", "", f"--requirepass {SECRET}") as redis:
        redis.end()
        service = Service(folder / "service-log", labels=f"redis://:{SECRET}@127.0.0.1:{redis.port}")
        yield service
        redis.start()
        yield service


def redis_with(setting, refusing, usual):
    def begin(folder, _):
        with RedisServer(folder, "--save", "") as redis:
            service = served(folder, labels=f"redis://127.0.0.1:{redis.port}")
            redis.run("CONFIG", "SET", setting, refusing)
            yield service
            redis.run("CONFIG", "SET", setting, usual)
            yield service

    return begin


# How it comes about, what `/readyz` answers, whether what was there is still read, and why, as it is told by `/readyz` and in
# the log; by the log alone, where Redis is not reached.
ROWS = {
    "disk is full": (full_disk, 200, True, "the disk is full"),
    "file is gone": (file_that_is_gone, 503, True, "its file was deleted or moved away"),
    "changes are missing": (changes_that_are_missing, 503, False, "its log was damaged, cut or taken away"),
    "clock is wrong": (wrong_clock("sqlite:{}/labels.db"), 503, False, "this machine's clock says a time"),
    "clock is wrong, in memory": (wrong_clock("memory"), 503, False, "this machine's clock says a time"),
    "Redis is gone": (redis_that_is_gone, 200, True, None),
    "Redis was never there": (redis_that_was_never_there, 503, False, None),
    "Redis is full": (redis_with("maxmemory", "1", "0"), 200, True, "Redis answers: OOM"),
    "Redis refuses": (redis_with("min-replicas-to-write", "1", "0"), 200, True, "Redis answers: NOREPLICAS"),
}


@pytest.mark.parametrize("row", ROWS)
def test_changes_that_are_refused_are_seen_in_the_answer_the_probe_the_metric_and_the_log(row, tmp_path, disk):
    begin, readiness, is_read, reason = ROWS[row]
    steps = begin(tmp_path, disk)
    service = next(steps)

    def lines(words: str) -> list[str]:
        """How the lines of the log go on that have these, since the first that says that changes are refused."""
        log = service.log.read_text()
        return re.findall(f"{words}(.*)", log[log.find(REFUSED):])

    def writable() -> int:
        return int(re.search(r"^kinetype_labels_writable (\d)$", service.get("/metrics")[2].decode(), re.MULTILINE).group(1))

    try:
        wait_for(lambda: put(service) == 503)
        # Nobody repeats himself, whether or not somebody asks.
        for _ in range(3):
            status, fields, problem = request(service, "PUT", "/v1/labels/a", {"to": "2"})
            assert status == 503 and "Retry-After" in fields and SECRET not in problem["detail"]
            time.sleep(0.7)
        status, _, probe = service.get("/readyz")
        assert status == readiness
        assert writable() == 0
        told = lines(REFUSED)
        assert len(told) == len(set(told)) > 0
        assert reason is None or len(told) == 1 and all(reason in text and "abels cannot be changed: " in text for text in (
            REFUSED + told[0], probe.decode()))
        assert not is_read or request(service, "GET", "/v1/labels/a")[2]["to"] == "1"
        assert service.get("/v1/frames?to=1")[0] == 200
        if next(steps, None):
            wait_for(lambda: put(service) in (200, 201), within=20)
            wait_for(lambda: service.get("/readyz")[2] == b"ready\n", within=20)
            wait_for(lambda: len(lines("notice labels are held by ")) == 1, within=20)
            assert writable() == 1
        assert lines(REFUSED) == told and SECRET not in service.log.read_text()
    finally:
        steps.close()
        assert service.stop() == 0
