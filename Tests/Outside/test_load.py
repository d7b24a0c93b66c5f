"""Load by wrk while clients of streams are killed at random: nothing may leak, nothing may be logged as an error."""

import http.client
import os
import random
import re
import signal
import socket
import struct
import time
from pathlib import Path

import pytest

from service import wait_for, wrk

SECONDS = int(os.environ.get("LOAD_SECONDS", "10"))
STREAM = "/v1/stream?from=0&to=9&duration=30&fps=30"


class Viewer:
    """A client of a stream that leaves in one of the ways in which clients leave."""

    def __init__(self, service, random):
        self.socket = service.connect(timeout=30)
        self.socket.sendall(f"GET {STREAM} HTTP/1.1\r\nHost: h\r\n\r\n".encode())
        self.way = random.choice(["close", "reset", "half-close", "before reading"])
        if self.way != "before reading":
            self.socket.recv(4096)

    def leave(self):
        if self.way == "reset":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        if self.way == "half-close":
            self.socket.shutdown(socket.SHUT_WR)
        self.socket.close()


def test_nothing_leaks_under_load_while_clients_die(service):
    chance = random.Random(7)
    assert service.get("/healthz")[0] == 200
    before = service.descriptors
    viewers, died = [], 0
    url = f"http://127.0.0.1:{service.port}/v1/frames?from=100&to=400&fps=10"
    with wrk("-t", "1", "-c", "20", "-d", "100s", url) as load:
        begin = time.monotonic()
        # A busy machine takes longer to let so many die.
        while died <= 100 or time.monotonic() < begin + SECONDS:
            assert load.poll() is None
            viewers.append(Viewer(service, chance))
            while len(viewers) > 100 or (viewers and chance.random() < 0.4):
                viewers.pop(chance.randrange(len(viewers))).leave()
                died += 1
            time.sleep(0.005)
        # It ends with its report.
        load.send_signal(signal.SIGINT)
        report = load.stdout.read()
    for viewer in viewers:
        viewer.leave()
    assert "Non-2xx" not in report and "Socket errors" not in report, report
    assert int(re.search(r"(\d+) requests in", report).group(1)) > 1000
    wait_for(lambda: service.descriptors <= before, within=20)
    assert service.errors == []


def test_a_stream_opens_by_one_write(service):
    with socket.create_connection(("127.0.0.1", service.port)) as viewer:
        viewer.sendall(b"GET /v1/stream?from=1&to=2&duration=3600&frames=distinct HTTP/1.1\r\nHost: t\r\n\r\n")
        received = b""
        while not re.search(rb"event: start\n.*\nid: 0\n.*\n\n", received, re.DOTALL):
            received += viewer.recv(65536)
        data_segments_in, = struct.unpack_from("I", viewer.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 192), 152)
    assert received.startswith(b"HTTP/1.1 200 OK\r\n")
    assert data_segments_in == 1


def test_it_ends_well_with_streams_under_way(start):
    service = start()
    viewers = []
    for _ in range(50):
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
        connection.request("GET", STREAM)
        viewers.append(connection.getresponse())
    started = time.monotonic()
    assert service.stop() == 0
    assert time.monotonic() - started < 5
    retries = set()
    for viewer in viewers:
        text = viewer.read().decode()
        assert re.search(r'retry: \d+\nevent: end\ndata: {"reason":"shutdown"[^\n]*}\n\n\Z', text)
        retries.add(re.findall(r"retry: (\d+)", text)[-1])
    assert len(retries) > 10, "all clients would come back at once"
    with pytest.raises(ConnectionRefusedError):
        service.connect()


def table_size(service) -> int:
    """For how many descriptors the kernel has room without growing its table, which holds a loop up for 10 ms and more."""
    status = Path(f"/proc/{service.process.pid}/status").read_text()
    return int(re.search(r"FDSize:\s+(\d+)", status).group(1))


def test_it_allows_itself_as_many_descriptors_as_it_may_need(start):
    service = start(nofile=(64, 4096), maximum_connections=1000)
    size = table_size(service)
    viewers = [Viewer(service, random.Random(7)) for _ in range(300)]
    assert service.descriptors > 300
    assert table_size(service) == size >= 1000
    for viewer in viewers:
        viewer.leave()
    assert "fewer file descriptors" not in service.log.read_text()


def test_it_says_that_it_may_have_fewer_descriptors_than_connections(start):
    service = start(nofile=(64, 256), maximum_connections=1000)
    line, = re.findall(r"^.*fewer file descriptors.*$", service.log.read_text(), re.MULTILINE)
    assert " warning " in line and "descriptors=256" in line and "connections=105" in line
    assert service.get("/healthz")[0] == 200
    assert b"\nkinetype_connections_limit 105\n" in service.get("/metrics")[2]


def test_more_clients_than_descriptors_do_not_take_them_all(start):
    service = start(nofile=(64, 256), maximum_connections=1000, threads=2)
    clients = [service.connect(timeout=30) for _ in range(400)]
    wait_for(lambda: service.descriptors < 200)

    def is_idle():
        before = service.cpu
        time.sleep(1)
        return service.cpu - before < 0.3

    # On a busy machine it may still refuse some; what spins does so all the time.
    wait_for(is_idle, within=30)
    for client in clients:
        client.close()
    wait_for(lambda: service.get("/healthz")[0] == 200)
