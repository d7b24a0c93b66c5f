"""Viewers of one label, what they ask and what they cost; for `crowd`, `next` and `fanout`."""

import datetime
import http.client
import json
import os
import re
import resource
import select
import socket
import statistics
import struct
import time
from pathlib import Path

from servers import HERE, Server

CONFIGURATION = HERE.parent.parent / "Config/nginx.conf"
# Debian's nginx is there, where an ordinary user's PATH does not lead.
os.environ["PATH"] += ":/usr/sbin"
STREAM = "/v1/labels/stream?id=total&mode=changes"
KEY = "the-key-of-the-benchmark"
# Heartbeats come between changes only where they are measured.
SETTINGS = ["KINETYPE_ACCESS_LOG=false", "KINETYPE_LOG_LEVEL=error", "KINETYPE_MAXIMUM_STREAMS=20000",
            "KINETYPE_TRUSTED_PROXIES=127.0.0.1", f"KINETYPE_WRITE_KEYS={KEY}"]
# SO_TIMESTAMPNS of Linux, which Python has no name for.
STAMPS = 35
# Over which frames are fetched.
CONNECTIONS = 64
limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))


def serve(binary, labels="memory", heartbeat=50, slot=25):
    settings = [*SETTINGS, f"KINETYPE_LABELS={labels}", f"KINETYPE_HEARTBEAT_INTERVAL={heartbeat}", f"KINETYPE_LABEL_SLOT={slot}"]
    return Server(lambda port: ["env", *settings, binary, "serve", "--threads", "2", "--port", port])


def proxy(folder, nodes):
    """nginx before the nodes, by our file but for ports and folders."""
    text, user = CONFIGURATION.read_text(), "" if os.geteuid() else "user root;"

    def command(port):
        copy = text
        for old, new in [("listen 80;", f"listen 127.0.0.1:{port};"), ("/var/cache/nginx", f"{folder}/cache"),
                         ("server 127.0.0.1:8080;", "".join(f"server 127.0.0.1:{node.port};" for node in nodes))]:
            assert old in copy, f"nginx.conf has no `{old}` any more"
            copy = copy.replace(old, new)
        (folder / "nginx.conf").write_text(copy)
        return ["nginx", "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf",
                "-g", f"daemon off; pid {folder}/pid; {user}"]

    return Server(command)


def request(path):
    accept = "text/event-stream" if "/watch" in path else "*/*"
    return (f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n"
            "Origin: https://example.org\r\n\r\n").encode()


def put(server, to):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("PUT", "/v1/labels/total", json.dumps({"to": to}), {"Content-Type": "application/json", "X-API-Key": KEY})
    response = connection.getresponse()
    label = json.load(response)
    assert response.status in (200, 201), label
    connection.close()
    return f"/v1/labels/total/frames?version={label['version']}&start={label['start']}"


class Spent:
    """Microseconds of CPU time of some servers since it was made."""

    def __init__(self, *servers):
        self.before = [(server, server.cpu()) for server in servers]

    def each(self, count):
        """What each of so many things took."""
        return [1e6 * (server.cpu() - before) / count for server, before in self.before]


class Crowd:
    """Viewers of a stream, evenly at some ports, which begins with a word."""

    def __init__(self, ports, count, stream=STREAM, beginning=b"event: start"):
        self.epoll, self.sockets = select.epoll(), {}
        for number in range(count):
            viewer = socket.create_connection(("127.0.0.1", ports[number % len(ports)]), 30)
            viewer.setsockopt(socket.SOL_SOCKET, STAMPS, 1)
            viewer.sendall(request(stream))
            viewer.setblocking(False)
            self.add(viewer, select.EPOLLIN)
            # No more wait to be accepted than there is room for.
            if number % 250 == 249 or number == count - 1:
                self.hear(beginning, number % 250 + 1)

    def add(self, viewer, events):
        self.sockets[viewer.fileno()] = viewer
        self.epoll.register(viewer, events)

    def remove(self, descriptor):
        self.epoll.unregister(descriptor)
        self.sockets.pop(descriptor).close()

    def hear(self, word, count):
        """Reads until so many viewers have been told a word: when each was, and how many bytes all have got."""
        moments, size, deadline = [], 0, time.monotonic() + 60
        while len(moments) < count:
            assert time.monotonic() < deadline, f"{len(moments)} of {count} viewers were told {word}"
            for descriptor, _ in self.epoll.poll(1):
                data, notes, *_ = self.sockets[descriptor].recvmsg(1 << 16, 64)
                assert data, "a stream has ended"
                size += len(data)
                if word in data:
                    # The kernel begins to stamp a moment after it was asked to.
                    seconds, nanoseconds = struct.unpack("qq", notes[0][2]) if notes else (time.time(), 0)
                    moments.append(seconds + nanoseconds / 1e9)
        return sorted(moments), size

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for descriptor in list(self.sockets):
            self.remove(descriptor)
        self.epoll.close()


def fetch(port, path, count):
    """So many answers over a few connections that are kept: the bytes of one, and seconds until each was there."""
    epoll, clients, seconds, left = select.epoll(), {}, [], count

    def connect():
        client = socket.create_connection(("127.0.0.1", port), 30)
        clients[client.fileno()] = client
        epoll.register(client, select.EPOLLIN)
        return client

    def ask(client):
        nonlocal left
        if left:
            left -= 1
            client.sendall(request(path))
            asked[client.fileno()], got[client.fileno()] = time.monotonic(), b""

    asked, got = {}, {}
    for _ in range(CONNECTIONS):
        ask(connect())
    while len(seconds) < count:
        for descriptor, _ in epoll.poll(30):
            client = clients[descriptor]
            data = client.recv(1 << 18)
            assert data, "an answer was cut"
            got[descriptor] += data
            head, end, body = got[descriptor].partition(b"\r\n\r\n")
            if not end or len(body) < int(re.search(rb"(?i)content-length: (\d+)", head)[1]):
                continue
            assert head.startswith(b"HTTP/1.1 200"), head
            size = len(head) + len(body) + 4
            seconds.append(time.monotonic() - asked[descriptor])
            # nginx ends a connection after a thousand requests.
            if b"Connection: close" in head:
                epoll.unregister(client)
                clients.pop(descriptor).close()
                client = connect()
            ask(client)
    for client in clients.values():
        client.close()
    epoll.close()
    return size, sorted(seconds)


def parts(name, values):
    return zip((f"{name}: service", f"{name}: nginx"), values)


def quantiles(name, turns):
    """Of the turns, in each of which values are sorted, the middle one."""
    for percent in (50, 99):
        yield f"{name}, p{percent}, ms", 1e3 * statistics.median(values[len(values) * percent // 100] for values in turns)


def machine():
    """The day and the processor, as a table says them."""
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())[1]
    return f"{datetime.date.today()}, {len(os.sched_getaffinity(0))} × {model}"
