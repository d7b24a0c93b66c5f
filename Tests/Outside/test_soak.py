"""Clients that use everything and leave in every way, beside bursts of JSON, and a SIGTERM in the midst of it all.

Twenty seconds with 300 clients, or as many seconds as SOAK_SECONDS says with 2,000: `make soak` takes ten minutes.
"""

import contextlib
import os
import random
import re
import signal
import socket
import subprocess
import threading
import time

import pytest

from service import choices, wait_for, wrk

SECONDS = int(os.environ.get("SOAK_SECONDS", "20"))
CLIENTS = 300 if SECONDS < 60 else 2000
STOPPED = 10
# Seconds of load, and from one load to the next: a service has to give memory back while it is used, too.
BURST, INTERVAL = min(SECONDS, 15), 60
# Seconds after which everything has been seen once.
WARMING = 10 if SECONDS < 60 else 60
STREAMS = [
    "/v1/stream?from=0&to=9999&duration=60&fps=10",
    "/v1/stream?from=0&to=9&duration=3&fps=30&repeat=infinite&autoreverse",
    "/v1/stream?from=Hello&to=World&interpolation=morph&duration=20&fps=5&as=ndjson",
    "/v1/stream?from=1&to=2&delay=30&duration=1",
    "/v1/stream?animations=%5B%7B%22id%22%3A1%2C%22to%22%3A9%7D%2C%7B%22id%22%3A2%2C%22to%22%3A8%7D%5D&duration=20&fps=5",
]
# Of 13 MB, so that nobody has all of it at once.
LONG = f"/v1/frames?from=0{'x' * 300}&to=9000{'x' * 300}&duration=149&fps=240"
ANSWERS = [
    "/", "/kinetype.js", "/openapi.json", "/docs/parameters", "/metrics", "/healthz", "/readyz", "/nothing",
    "/v1/curves", "/v1/curve?curve=spring", "/v1/curve?curve=bouncy&as=svg", "/v1/frame?from=1&to=9&index=5",
    "/v1/frames?from=1&to=9&duration=soon", LONG, LONG + "&as=csv",
    "/v1/frames?from=0&to=100000&frames=distinct&duration=10&curve=easeOutBack",
    "/v1/frames?from=1.5&to=1000&locale=de&include=value,velocity",
] + [f"/v1/frames?from=100%20apples&to=400%20apples&as={form}" for form in choices("/v1/frames", "as")]
LIST = b'{"animations":[{"id":"a","from":"1","to":"9"},{"id":"b","from":"x","to":"yz"}]}'
# Heads, bodies and chunks that end too early, and what is no HTTP.
PARTS = [
    b"GET /v1/fra", b"GET / HTTP/1.1\r\nHost: h\r\nX: ", b"\x16\x03\x01\x02\x00\x01", b"\r\n\r\n\r\n", b"GET\r\n\r\n",
    b"POST /v1/frames HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 80\r\n\r\n{",
    b"POST /v1/frames HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1;" + b"a" * 24_700,
]


def request(chance) -> bytes:
    """What a client sends; half of them want a stream."""
    if chance.random() < 0.1:
        return chance.choice(PARTS)
    if chance.random() < 0.1:
        head = f"POST /v1/frames HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: {len(LIST)}\r\n\r\n"
        return head.encode() + LIST
    method = chance.choice(["GET"] * 8 + ["HEAD", "OPTIONS"])
    fields = chance.choice(["", "Accept-Encoding: gzip\r\n", "Connection: close\r\n"])
    target = chance.choice(STREAMS if chance.random() < 0.6 else ANSWERS)
    return f"{method} {target} HTTP/1.1\r\nHost: h\r\n{fields}\r\n".encode() * chance.choice([1, 1, 1, 3])


class Client:
    """A client that reads now and then, or never, and leaves in one of the ways in which clients leave."""

    def __init__(self, service, chance):
        # A busy machine may stand still for some seconds.
        self.socket = service.connect(timeout=60)
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):
            self.socket.sendall(request(chance))
        self.socket.setblocking(False)
        self.reads = chance.random() < 0.8
        self.way = chance.choice(["close", "reset", "half-close"])

    def read(self):
        if not self.reads:
            return
        with contextlib.suppress(BlockingIOError, ConnectionResetError):
            self.socket.recv(1 << 16)

    def leave(self):
        with contextlib.suppress(OSError):
            if self.way == "reset":
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            if self.way == "half-close":
                self.socket.shutdown(socket.SHUT_WR)
        self.socket.close()


class StoppedClient:
    """A program that is stopped in the midst of what it reads, and killed or woken again."""

    def __init__(self, service, chance):
        url = f"http://127.0.0.1:{service.port}{chance.choice([STREAMS[0], STREAMS[1], LONG])}"
        self.process = subprocess.Popen(["curl", "-sN", "--limit-rate", "1M", url], stdout=subprocess.DEVNULL)
        self.wakes = chance.random() < 0.5
        self.stop_time = time.monotonic() + chance.random() * 3

    def read(self):
        if time.monotonic() > self.stop_time:
            self.process.send_signal(signal.SIGSTOP)
            self.stop_time = float("inf")

    def leave(self):
        if self.wakes:
            self.process.send_signal(signal.SIGCONT)
            time.sleep(0.01)
        self.process.kill()
        self.process.wait()


def figures(service) -> dict[str, float]:
    """What the service counts, summed over labels."""
    status, _, body = service.get("/metrics", timeout=60)
    assert status == 200
    sums: dict[str, float] = {}
    for name, value in re.findall(r"^(\w+)(?:\{.*\})? ([0-9.e+-]+)$", body.decode(), re.MULTILINE):
        sums[name] = sums.get(name, 0) + float(value)
    return sums


def crowd(service, chance, seconds):
    """Keeps some number of clients for a while; answers those who are still there."""
    clients, stopped, end = [], [], time.monotonic() + seconds
    while time.monotonic() < end:
        for _ in range(20):
            clients.append(Client(service, chance))
        if len(stopped) < STOPPED:
            stopped.append(StoppedClient(service, chance))
        for client in chance.sample(clients, min(len(clients), 100)) + stopped:
            client.read()
        while len(clients) > CLIENTS or (clients and chance.random() < 0.7):
            clients.pop(chance.randrange(len(clients))).leave()
        if chance.random() < 0.05:
            stopped.pop(chance.randrange(len(stopped))).leave()
        time.sleep(0.02)
    return clients + stopped


def load(service, seconds, reports, memory):
    """Bursts of one request, by wrk; notes what wrk says of each, and the memory after it."""
    url, end = f"http://127.0.0.1:{service.port}/v1/frames?from=1&to=400", time.monotonic() + seconds
    while (rest := end - time.monotonic()) > 0:
        with wrk("-t", "1", "-c", "10", "--timeout", "60s", "-d", f"{BURST}s", url) as burst:
            reports.append(burst.communicate()[0])
        memory.append(service.memory)
        time.sleep(max(min(INTERVAL, rest) - BURST, 0))


def quiet(service):
    """Waits until all have left; the one that asks is a connection, too."""
    wait_for(lambda: figures(service)["kinetype_streams_open"] == 0, within=30)
    wait_for(lambda: figures(service)["kinetype_connections_open"] <= 1, within=30)


@pytest.mark.timeout(SECONDS + WARMING + 400)
def test_everything_is_given_back(start):
    service = start(maximum_connections=4 * CLIENTS, access_log="false", stalled_write_timeout=5, body_timeout=5)
    chance = random.Random(11)
    descriptors = service.descriptors
    # What a service keeps that has seen everything once is no loss: caches, threads, pages of malloc's.
    first = threading.Thread(target=load, args=(service, WARMING, [], []), daemon=True)
    first.start()
    for client in crowd(service, chance, WARMING):
        client.leave()
    first.join()
    quiet(service)
    # What a crowd leaves behind is given back by the next housekeeping of its loop, which comes once in 30 seconds.
    time.sleep(3 if SECONDS < 60 else 35)
    memory = service.memory

    reports: list[str] = []
    under_load: list[int] = []
    loader = threading.Thread(target=load, args=(service, SECONDS, reports, under_load), daemon=True)
    loader.start()
    clients = crowd(service, chance, SECONDS)
    loader.join()
    assert len(clients) > CLIENTS / 2
    for client in clients:
        client.leave()

    quiet(service)
    counted = figures(service)
    assert counted["kinetype_streams_started_total"] == counted["kinetype_streams_ended_total"] > CLIENTS / 2
    assert service.errors == []
    wait_for(lambda: service.descriptors <= descriptors)
    # Kept answers stay, and pages of malloc's with something left.
    try:
        wait_for(lambda: service.memory < memory + 5000, within=60)
    finally:
        print(f"{counted['kinetype_streams_started_total']:.0f} streams; {memory} KiB before, {service.memory} after;")
        print(f"after bursts {under_load}")
    assert [report for report in reports if "Non-2xx" in report or "Socket errors" in report] == []

    last: list[Client] = []

    def is_crowded():
        # A service that falls behind on a busy machine refuses new streams for a while.
        if len(last) < 2 * CLIENTS:
            last.extend(Client(service, chance) for _ in range(20))
        return figures(service)["kinetype_streams_open"] >= 100

    wait_for(is_crowded, within=60)
    assert service.stop(within=60) == 0
    for client in last:
        client.leave()
