"""What a label shows next, behind our nginx.conf: one who waits at the service stands for all who wait at the proxy."""

import asyncio
import contextlib
import json
import os
import random
import re
import time
import urllib.request

import pytest

from proxies import proxy_before
from test_label_streams import Viewer

# 500 take a machine of their own: two cores that others use as well serve some of them late.
CLIENTS, SLOT = int(os.environ.get("NEXT_CLIENTS", "300")), 5
# Seconds after which all have heard of a change, and after which all who have just been refused have, too.
SOON, LATER = 1.5, 4
# How many may ask the service in a second.
FEW = 5
KEY = "secret-of-the-writer"


@pytest.fixture
def service(start):
    # A rate that a single viewer would use up soon.
    return start(
        trusted_proxies="127.0.0.1", requests_per_second=0.01, request_burst=20, write_keys=KEY, label_slot=SLOT,
        token_secret="of-some-length-0123456789")


@pytest.fixture
def proxy(service, tmp_path):
    with proxy_before(service, "nginx.conf", tmp_path) as port:
        yield port


def send(service, method, name, **members):
    request = urllib.request.Request(
        f"http://127.0.0.1:{service.port}/v1/labels/{name}", method=method,
        data=json.dumps(members).encode() if members else None,
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {KEY}"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.status


def asked(service) -> int:
    """How often the service was asked for what comes next."""
    return sum(int(count) for count in re.findall(
        r'^kinetype_http_requests_total\{[^}]*route="/v1/labels/\{id\}/next"[^}]*\} (\d+)', service.get("/metrics")[2].decode(),
        re.MULTILINE))


async def asks_a_second(service, seconds: float) -> float:
    before, start = asked(service), time.monotonic()
    await asyncio.sleep(seconds)
    return (asked(service) - before) / (time.monotonic() - start)


class Crowd:
    """Clients that follow a label through a proxy, as `follow="next"` does, each over a connection of its own."""

    def __init__(self, port: int, name: str, count: int = CLIENTS):
        self.port, self.first, self.count = port, f"/v1/labels/{name}/next", count
        self.seen: dict[object, list[float]] = {}
        self.statuses: dict[int, int] = {}

    async def __aenter__(self):
        self.tasks = [asyncio.create_task(self.follow()) for _ in range(self.count)]
        return self

    async def __aexit__(self, *_):
        for task in self.tasks:
            task.cancel()
        results = await asyncio.gather(*self.tasks, return_exceptions=True)
        assert [one for one in results if not isinstance(one, asyncio.CancelledError)] == []

    async def follow(self):
        await asyncio.sleep(random.random() / 2)
        path, reader, writer, version = self.first, None, None, 0
        try:
            while True:
                if writer is None:
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                status, is_over, body = await self.read(reader)
                if is_over:
                    writer.close()
                    writer = None
                self.statuses[status] = self.statuses.get(status, 0) + 1
                told = json.loads(body)
                if status != 200:
                    self.note(status)
                    path = self.first
                    await asyncio.sleep(0.5 + random.random())
                    continue
                path = told["next"]
                if "label" in told:
                    assert told["label"]["version"] > version, "an answer leads back"
                    version = told["label"]["version"]
                    self.note(told["label"]["to"])
                elif "absent" in told:
                    version = 0
                    self.note(told["absent"])
                else:
                    await asyncio.sleep(random.random() / 2)
        finally:
            if writer:
                writer.close()

    def note(self, what):
        self.seen.setdefault(what, []).append(time.monotonic())

    @staticmethod
    async def read(reader) -> tuple[int, bool, bytes]:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if length := re.search(r"content-length: (\d+)", head):
            body = await reader.readexactly(int(length.group(1)))
        else:
            body = b""
            while size := int(await reader.readline(), 16):
                body += await reader.readexactly(size)
                await reader.readline()
            await reader.readline()
        return int(head[9:12]), "connection: close" in head, body

    async def until_all_have_seen(self, what, since: float, within: float = 15) -> float:
        """Seconds after which the last was told."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(since + within - time.monotonic()):
                while len(self.seen.get(what, [])) < self.count:
                    await asyncio.sleep(0.02)
        times = sorted(moment - since for moment in self.seen.get(what, []))
        assert len(times) >= self.count, (what, len(times))
        return times[-1]


def run(work):
    return asyncio.run(work())


def test_a_change_is_asked_for_once_however_many_wait(service, proxy):
    send(service, "PUT", "total", to="0 km", duration=0)
    # Each loop has somebody who watches, and hears of a change a moment after it was answered.
    viewers = [Viewer(service, "/v1/labels/total/stream") for _ in range(4)]

    async def work():
        async with Crowd(proxy, "total") as crowd:
            await crowd.until_all_have_seen("0 km", time.monotonic(), within=30)
            before = asked(service)
            took = []
            # A busy machine may hold some up; what holds answers back does so at each change.
            while len(took) < 3 or min(took) > SOON and len(took) < 6:
                change = len(took) + 1
                await asyncio.sleep(2.5)
                since = time.monotonic()
                await asyncio.to_thread(send, service, "PUT", "total", to=f"{change} km")
                took.append(await crowd.until_all_have_seen(f"{change} km", since))
            return asked(service) - before, crowd.statuses, took

    count, statuses, took = run(work)
    # One for each change, and one for each slot.
    assert 3 <= count <= 25 and set(statuses) == {200}, (count, statuses)
    assert min(took) < SOON, took
    for viewer in viewers:
        viewer.connection.close()


def test_neither_a_missing_label_nor_one_that_goes_makes_a_herd(service, proxy):
    async def once(crowd: Crowd) -> tuple[float, ...]:
        crowd.seen.clear()
        await crowd.until_all_have_seen(404, time.monotonic(), within=30)
        missing = await asks_a_second(service, 4)
        since = time.monotonic()
        await asyncio.to_thread(send, service, "PUT", "later", to="1")
        # Those who have just been refused come back after a while.
        seen = await crowd.until_all_have_seen("1", since)
        before, since = asked(service), time.monotonic()
        await asyncio.to_thread(send, service, "DELETE", "later")
        deleted = await crowd.until_all_have_seen("deleted", since)
        await asyncio.sleep(3)
        return missing, seen, deleted, (asked(service) - before) / (time.monotonic() - since)

    def is_right(missing: float, seen: float, deleted: float, gone: float) -> bool:
        return missing <= FEW and seen < LATER and deleted < SOON and gone <= FEW

    async def work():
        async with Crowd(proxy, "later") as crowd:
            tries = []
            # A busy machine may disturb one; what makes a herd makes it each time.
            while len(tries) < 5 and not any(is_right(*one) for one in tries):
                tries.append(await once(crowd))
            return tries

    tries = run(work)
    assert is_right(*tries[-1]), tries


def test_a_service_that_is_full_is_asked_by_few(start, tmp_path):
    service = start(write_keys=KEY, label_slot=SLOT, maximum_streams=1)
    send(service, "PUT", "total", to="1", duration=0)
    with proxy_before(service, "nginx.conf", tmp_path) as port, service.connect() as other:
        other.sendall(b"GET /v1/stream?from=1&to=2&duration=100 HTTP/1.1\r\nHost: x\r\n\r\n")
        other.recv(100)

        async def work():
            async with Crowd(port, "total") as crowd:
                await crowd.until_all_have_seen(503, time.monotonic(), within=30)
                rates = []
                # A busy machine may disturb one try; what makes a herd makes it each time.
                while len(rates) < 5 and (not rates or rates[-1] > FEW):
                    rates.append(await asks_a_second(service, 4))
                return rates

        rates = run(work)
        assert rates[-1] <= FEW, rates


def test_what_a_key_opens_waits_for_nobody_and_is_kept_for_nobody(service, proxy):
    send(service, "PUT", "secret", to="1", private=True)

    def get(path, **fields):
        request = urllib.request.Request(f"http://127.0.0.1:{proxy}{path}", headers=fields)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.headers, json.load(answer)

    path = get("/v1/labels/secret/next", Authorization=f"Bearer {KEY}")[1]["next"]

    async def work():
        start = time.monotonic()
        both = await asyncio.gather(*[
            asyncio.to_thread(get, path, Authorization=f"Bearer {KEY}") for _ in range(2)])
        return time.monotonic() - start, both

    elapsed, both = run(work)
    assert elapsed < SLOT + 2 and all(told["version"] == 1 for _, told in both)
    assert {fields["Cache-Control"] for fields, _ in both} == {"private, no-store"}
    with pytest.raises(urllib.error.HTTPError, match="404"):
        get(path)
    assert "RateLimit" not in both[0][0]
