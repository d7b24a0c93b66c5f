"""Three nodes that share labels by one Redis: the same frames at the same time, and what happens when parts go away."""

import contextlib
import http.client
import itertools
import json
import os
import re
import selectors
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import pytest

from redis_server import RedisServer
from service import Service, WallClock, free_port, wait_for
from test_label_streams import Viewer, last_text
from test_labels import request

# With 1,000 of each writer it takes half a minute.
ADDITIONS = int(os.environ.get("NODES_ADDITIONS", "100"))


@pytest.fixture
def redis():
    # It keeps all that it has acknowledged, in memory: a disk that is busy with other things may take seconds for it.
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder, RedisServer(
            Path(folder), "--save", "", "--appendonly", "yes", "--appendfsync", "always") as server:
        yield server


@pytest.fixture
def nodes(redis, tmp_path):
    """Starts nodes; those that still run must end well."""
    started = []

    def start(count: int = 3, redis_command_timeout: float = 20, **settings) -> list[Service]:
        # A Redis that stands still for a while, as a busy machine may have it, is not one that is lost.
        settings |= {"labels": f"redis://127.0.0.1:{redis.port}", "redis_command_timeout": redis_command_timeout}
        new = [Service(tmp_path / f"node{len(started) + index}", **settings) for index in range(count)]
        started.extend(new)
        for node in new:
            wait_for(lambda: node.get("/readyz")[0] == 200)
        return new

    yield start
    # A viewer that is still there would have them wait.
    assert {node.stop() for node in started if node.is_running} <= {0}
    assert [node.errors for node in started] == [[]] * len(started)


def put(node: Service, name: str, **body) -> dict:
    status, _, label = request(node, "PUT", f"/v1/labels/{name}", body)
    assert status in (200, 201), label
    return label


def metric(node: Service, name: str) -> float:
    return float(re.search(rf"^{name} (\S+)$", node.get("/metrics")[2].decode(), re.MULTILINE).group(1))


def number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def values(viewer: Viewer) -> list[int]:
    return [number(frame["text"]) for frame in viewer.frames()]


class Control(Viewer):
    """A stream at the same node that no label concerns: its frames are skipped only where the machine held the node up."""

    def __init__(self, node: Service):
        super().__init__(node, "/v1/stream?from=0&to=100000&duration=100&fps=20&curve=linear")

    def longest_gap(self) -> float:
        """Seconds between two frames, until now."""
        count = len(self.frames())
        wait_for(lambda: len(self.frames()) > count + 1)
        times = [frame["time"] for frame in self.frames()]
        return max(after - before for before, after in zip(times, times[1:]))


class Arrivals:
    """Reads several streams on one thread, so that the times at which frames come are of one clock."""

    def __init__(self, nodes: list[Service], path: str):
        self.selector, self.times = selectors.DefaultSelector(), [{} for _ in nodes]
        for index, node in enumerate(nodes):
            connection = node.connect()
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: h\r\n\r\n".encode())
            self.selector.register(connection, selectors.EVENT_READ, (index, bytearray()))

    def read(self, until):
        """Until `until(times)` is true."""
        deadline = time.monotonic() + 60
        while not until(self.times):
            assert time.monotonic() < deadline
            for key, _ in self.selector.select(1):
                index, rest = key.data
                rest += key.fileobj.recv(1 << 16)
                now = time.monotonic()
                for match in re.finditer(rb'"version":(\d+)[^\n]*?"index":(\d+)|"index":(\d+)[^\n]*?"version":(\d+)', rest):
                    first, second, third, fourth = match.groups()
                    version, frame = int(first or fourth), int(second or third)
                    self.times[index].setdefault((version, frame), now)
                del rest[:rest.rfind(b"\n") + 1]

    def close(self):
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()


def test_nodes_show_the_same_frames_at_the_same_time(nodes, tmp_path):
    one, other = nodes(1, variables=WallClock(tmp_path, -5).variables) + nodes(1, variables=WallClock(tmp_path, 5).variables)
    put(one, "way", to="0", duration=20, fps=60)
    wait_for(lambda: request(other, "GET", "/v1/labels/way")[0] == 200)
    arrivals = Arrivals([one, other], "/v1/labels/way/stream?as=ndjson")
    arrivals.read(lambda times: all(times))
    version = put(one, "way", to="1000000")["version"]
    arrivals.read(lambda times: all((version, 1200) in node for node in times))
    arrivals.close()
    documents = [node.get(f"/v1/labels/way/frames?version={version}")[2] for node in (one, other)]
    assert documents[0] == documents[1] and len(documents[0]) > 10_000
    # A busy machine lets a node be late with what it skips or sends, and never early: in each second they are compared
    # where they are quickest.
    apart = []
    for second in range(20):
        frames = range(60 * second, 60 * second + 60)
        starts = [[node[version, frame] - frame / 60 for frame in frames if (version, frame) in node] for node in arrivals.times]
        if all(starts):
            apart.append(abs(min(starts[0]) - min(starts[1])))
    print(f"{', '.join(f'{1000 * one:.2f}' for one in sorted(apart))} ms apart")
    # For a whole second one may be late; a clock that is wrong is so in each.
    assert len(apart) > 15 and sorted(apart)[-4] < 0.010


def test_a_clock_is_the_same_on_all_nodes_and_no_message_moves_it(nodes, redis):
    one, other = nodes(2)
    # Sixty steps a second: a piece of its line has ten seconds.
    put(one, "clock", to="0.00 l", rate=0.6, duration=0)
    wait_for(lambda: request(other, "GET", "/v1/labels/clock")[0] == 200)
    viewers = [Viewer(node, "/v1/labels/clock/stream") for node in (one, other)]
    wait_for(lambda: all(len(viewer.frames()) > 60 for viewer in viewers))
    redis.end(signal.SIGKILL)
    time.sleep(12)

    def are_the_same():
        last = [[frame["text"] for frame in viewer.frames() if "text" in frame][-1] for viewer in viewers]
        one, other = (float(text.removesuffix(" l")) for text in last)
        return min(one, other) > 7 and abs(one - other) < 0.6

    wait_for(are_the_same)
    redis.start()
    wait_for(lambda: all(request(node, "GET", "/v1/labels/clock")[0] == 200 for node in (one, other)))
    labels = [request(node, "GET", "/v1/labels/clock")[2] for node in (one, other)]
    assert {label["version"] for label in labels} == {1}
    paths = {node.get("/v1/labels/clock/frames")[1]["Location"] for node in (one, other)}
    for path in paths:
        documents = {node.get(path)[2] for node in (one, other)}
        assert len(documents) == 1 and len(documents.pop()) > 10_000
    for viewer in viewers:
        viewer.close()


def test_additions_of_many_writers_on_all_nodes_count(nodes):
    three = nodes()
    put(three[0], "sum", to="$0.00")
    failed = []

    def write(node: Service):
        connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=60)
        for _ in range(ADDITIONS):
            status, _, body = request(node, "POST", "/v1/labels/sum/add", {"by": "0.01"}, connection=connection)
            if status != 200:
                failed.append(body)
        connection.close()

    threads = [threading.Thread(target=write, args=(three[index % 3],)) for index in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    for node in three:
        wait_for(lambda: request(node, "GET", "/v1/labels/sum")[2]["to"] == f"${30 * ADDITIONS / 100:.2f}")


def test_a_redis_that_dies_and_comes_back_is_not_noticed_by_viewers(nodes, redis):
    one, other, _ = nodes(threads=1)
    put(one, "total", to="0", duration=8, fps=20, curve="linear")
    wait_for(lambda: request(other, "GET", "/v1/labels/total")[0] == 200)
    viewer, control = Viewer(other, "/v1/labels/total/stream"), Control(other)
    put(one, "total", to="8000")
    wait_for(lambda: len(viewer.frames()) > 10)
    redis.end(signal.SIGKILL)
    status, fields, problem = request(one, "PUT", "/v1/labels/total", {"to": "1"})
    assert status == 503 and "Retry-After" in fields and "store of labels" in problem["detail"]
    assert one.get("/readyz")[0] == 200 and metric(one, "kinetype_redis_up") == 0
    before = len(viewer.frames())
    wait_for(lambda: len(viewer.frames()) > before + 20)
    redis.start()
    # A busy machine may stand still itself.
    for _ in range(8):
        start = time.monotonic()
        wait_for(lambda: request(one, "PUT", "/v1/labels/total", {"to": "9000"})[0] == 200)
        if time.monotonic() - start < 2:
            break
        redis.end(signal.SIGKILL)
        redis.start()
    else:
        pytest.fail("changes are refused for two seconds")
    wait_for(lambda: last_text(viewer) == "9000", within=30)
    # A thousand a second.
    counted, furthest = values(viewer), 500 + 1000 * control.longest_gap()
    assert all(0 <= after - before < furthest for before, after in zip(counted, counted[1:])), (counted, furthest)
    assert not any("event" in line for _, line in viewer.lines if line.get("reason"))
    viewer.close()
    control.close()


@pytest.mark.parametrize("how", ["flushed", "restarted"])
def test_a_redis_that_comes_back_empty_is_followed_from_what_is_shown(nodes, redis, how):
    one, other, _ = nodes(threads=1)
    put(one, "total", to="5000", duration=2, fps=20, curve="linear")
    wait_for(lambda: request(other, "GET", "/v1/labels/total")[0] == 200)
    viewer, control = Viewer(other, "/v1/labels/total/stream"), Control(other)
    wait_for(lambda: last_text(viewer) == "5000")
    if how == "flushed":
        redis.run("FLUSHALL")
    else:
        redis.end(signal.SIGKILL)
        shutil.rmtree(redis.folder / "appendonlydir")
        redis.start()
    # Each node comes back in its own time.
    wait_for(lambda: all(request(node, "GET", "/v1/labels/total")[0] == 404 for node in (one, other)))
    assert not viewer.is_over.is_set()
    # Without `from` a new label shows its target at once; those who saw the old one see it move.
    assert put(one, "total", to="6000", duration=2, fps=20, curve="linear")["version"] > 1
    put(one, "total", to="7000")
    wait_for(lambda: last_text(viewer) == "7000", within=30)
    # A thousand a second.
    counted, furthest = values(viewer), 400 + 1000 * control.longest_gap()
    assert all(0 <= after - before <= furthest for before, after in zip(counted, counted[1:])), (counted, furthest)
    assert not viewer.is_over.is_set()
    viewer.close()
    control.close()


def test_a_redis_that_stands_still_refuses_changes_in_time(nodes, redis):
    one, other, _ = nodes(redis_command_timeout=1)
    wait_for(lambda: request(one, "PUT", "/v1/labels/still", {"to": "1"})[0] in (200, 201))
    viewer = Viewer(other, "/v1/labels/still/stream")
    wait_for(lambda: last_text(viewer) == "1")
    redis.process.send_signal(signal.SIGSTOP)
    start = time.monotonic()
    while time.monotonic() - start < 10:
        asked = time.monotonic()
        assert request(one, "PUT", "/v1/labels/still", {"to": "2"})[0] == 503
        assert time.monotonic() - asked < 5
        assert request(other, "GET", "/v1/labels/still?as=text")[2] == "1\n"
        time.sleep(0.5)
    for target in map(str, range(3, 11)):
        redis.process.send_signal(signal.SIGCONT)
        start = time.monotonic()
        wait_for(lambda: request(one, "PUT", "/v1/labels/still", {"to": target, "duration": 0.1})[0] == 200)
        wait_for(lambda: last_text(viewer) == target)
        if time.monotonic() - start < 2:
            break
        # A busy machine may stand still itself.
        redis.process.send_signal(signal.SIGSTOP)
        wait_for(lambda: request(one, "PUT", "/v1/labels/still", {"to": "2"})[0] == 503)
    else:
        pytest.fail("a change is seen after two seconds")
    viewer.close()


def test_no_node_falls_silent_whose_connections_are_cut(nodes, redis):
    one, other, _ = nodes()
    put(one, "cut", to="0", duration=0.2, fps=30)
    viewer = Viewer(other, "/v1/labels/cut/stream")
    count = itertools.count(1)
    for kind in ["pubsub", "normal"] * 5:
        redis.run("CLIENT", "KILL", "TYPE", kind)
        target = str(next(count))
        wait_for(lambda: request(one, "PUT", "/v1/labels/cut", {"to": target})[0] == 200)
        wait_for(lambda: last_text(viewer) == target)
    assert metric(other, "kinetype_redis_reconnections_total") >= 5
    viewer.close()


def test_a_message_that_is_lost_heals(nodes, redis):
    one, other, _ = nodes()
    put(one, "lost", to="1", duration=0.2)
    viewer = Viewer(other, "/v1/labels/lost/stream")
    wait_for(lambda: last_text(viewer) == "1")
    # Nobody is told of what changes behind the nodes' backs.
    key = "kinetype:{lost}"
    state = json.loads(redis.run("HGET", key, "state"))
    start = int(redis.run("HGET", key, "start")) + 1_000_000
    state |= {"to": "2", "start": start}
    redis.run("HSET", key, "version", "2", "start", str(start), "state", json.dumps(state))
    wait_for(lambda: last_text(viewer) == "2", within=60)
    assert metric(other, "kinetype_label_changes_healed_total") == 1
    viewer.close()


def test_a_label_that_cannot_be_read_ends_where_it_is_deleted(nodes, redis):
    node, *_ = nodes(1)
    put(node, "broken", to="1", duration=0)
    viewer = Viewer(node, "/v1/labels/stream?id=broken")
    wait_for(lambda: last_text(viewer) == "1")
    redis.run("HSET", "kinetype:{broken}", "version", "x", "state", "no record")
    assert request(node, "DELETE", "/v1/labels/broken")[0] == 204
    assert request(node, "GET", "/v1/labels/broken")[0] == 404
    wait_for(lambda: [line["absent"]["reason"] for _, line in viewer.lines if "absent" in line] == ["deleted"])
    # And not only by what is read again every 30 seconds.
    assert metric(node, "kinetype_label_changes_healed_total") == 0
    assert put(node, "broken", to="2")["text"] == "2"
    viewer.close()


class Crowd:
    """Viewers on one thread, who go on at another node when theirs is gone."""

    def __init__(self, node: Service, path: str, count: int):
        self.path, self.selector = path, selectors.DefaultSelector()
        self.last_id: dict[int, str] = {}
        self.texts: dict[int, list[str]] = {index: [] for index in range(count)}
        for index in range(count):
            self.open(node, index)

    def open(self, node: Service, index: int):
        connection = node.connect(timeout=30)
        field = f"Last-Event-ID: {self.last_id[index]}\r\n" if index in self.last_id else ""
        connection.sendall(f"GET {self.path} HTTP/1.1\r\nHost: h\r\nAccept: text/event-stream\r\n{field}\r\n".encode())
        self.selector.register(connection, selectors.EVENT_READ, (index, bytearray()))

    def read(self, until, node: Service | None = None, within: float = 60):
        """Until `until()` is true; who loses his stream goes on at `node`."""
        deadline = time.monotonic() + within
        while not until():
            assert time.monotonic() < deadline, "the crowd does not see it"
            for key, _ in self.selector.select(0.1):
                index, rest = key.data
                piece = b""
                with contextlib.suppress(ConnectionResetError):
                    piece = key.fileobj.recv(1 << 16)
                if not piece:
                    self.selector.unregister(key.fileobj)
                    key.fileobj.close()
                    assert node, "a stream has ended"
                    self.open(node, index)
                    continue
                rest += piece
                end = rest.rfind(b"\n") + 1
                for event_id, text in re.findall(rb'^id: ?(\S+)$|"text":"([^"]*)"', rest[:end], re.MULTILINE):
                    if event_id:
                        self.last_id[index] = event_id.decode()
                    else:
                        self.texts[index].append(text.decode())
                del rest[:end]

    def close(self):
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_viewers_of_a_node_that_ends_go_on_at_another(nodes, how):
    one, other, third = nodes(maximum_connections=4000)
    put(third, "way", to="0", duration=100, fps=5, curve="linear")
    wait_for(lambda: all(request(node, "GET", "/v1/labels/way")[0] == 200 for node in (one, other)))
    crowd = Crowd(one, "/v1/labels/way/stream", 1000)
    crowd.read(lambda: all(crowd.texts.values()))
    put(third, "way", to="100000")
    crowd.read(lambda: all(len(texts) > 10 for texts in crowd.texts.values()))
    one.process.send_signal(how)
    seen = {index: len(texts) for index, texts in crowd.texts.items()}
    # It goes on until all have come back, however long that takes.
    crowd.read(lambda: all(len(texts) > seen[index] + 10 for index, texts in crowd.texts.items()), other, within=90)
    put(third, "way", to="200000", duration=1)
    crowd.read(lambda: all(texts[-1] == "200000" for texts in crowd.texts.values()), other)
    crowd.close()
    for texts in crowd.texts.values():
        counted = [number(text) for text in texts]
        assert all(before <= after for before, after in zip(counted, counted[1:])), counted
    assert metric(other, "kinetype_streams_started_total") >= 1000


def test_a_rolling_restart_loses_nothing(nodes):
    running = nodes(grace_time=5)
    put(running[0], "sum", to="0 items", duration=0.5)
    viewer = Viewer(running[2], "/v1/labels/sum/stream")
    acknowledged, unclear, is_over = [0], [0], threading.Event()

    def write():
        for turn in itertools.count():
            if is_over.is_set():
                return
            node = running[turn % len(running)]
            try:
                status = request(node, "POST", "/v1/labels/sum/add", {"by": "1"})[0]
            except ConnectionRefusedError:
                continue
            except (OSError, http.client.HTTPException):
                # It may have been kept before the answer was lost.
                status = None
            acknowledged[0] += status == 200
            # As where Redis does not answer in time.
            unclear[0] += status in (None, 503)

    writers = [threading.Thread(target=write) for _ in range(1)]
    for writer in writers:
        writer.start()
    for index in range(3):
        wanted = acknowledged[0] + 50
        wait_for(lambda: acknowledged[0] > wanted, within=60)
        assert running[index].stop(within=60) == 0
        running[index] = nodes(1, grace_time=5)[0]
    wait_for(lambda: acknowledged[0] > 200, within=60)
    is_over.set()
    for writer in writers:
        writer.join()
    for node in running:
        wait_for(lambda: number(request(node, "GET", "/v1/labels/sum")[2]["to"]) >= acknowledged[0])
        assert number(request(node, "GET", "/v1/labels/sum")[2]["to"]) <= acknowledged[0] + unclear[0]
    assert all(re.fullmatch(r"\d+ items?", frame["text"]) for frame in viewer.frames())
    counted = values(viewer)
    assert all(before <= after for before, after in zip(counted, counted[1:]))


def test_a_label_that_cannot_be_read_is_gone_once_it_is_deleted(nodes, redis):
    one, other = nodes(2)
    put(one, "a", to="1")
    wait_for(lambda: request(other, "GET", "/v1/labels/a")[0] == 200)
    redis.run("HSET", "kinetype:{a}", "version", "x")
    assert request(one, "DELETE", "/v1/labels/a")[0] == 204
    assert request(one, "GET", "/v1/labels/a")[0] == 404
    wait_for(lambda: request(other, "GET", "/v1/labels/a")[0] == 404)
    assert put(other, "a", to="2")["version"] > 1
    wait_for(lambda: request(one, "GET", "/v1/labels/a")[2].get("to") == "2")
    # And not only by what is read again every 30 seconds.
    assert [metric(node, "kinetype_label_changes_healed_total") for node in (one, other)] == [0, 0]


def test_a_redis_that_cannot_be_trusted_is_refused_with_the_reason(tmp_path):
    certificate, key, port = tmp_path / "certificate.pem", tmp_path / "key.pem", free_port()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=redis",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    folder = tmp_path / "redis"
    folder.mkdir()
    options = ["--tls-port", str(port), "--tls-auth-clients", "no", "--tls-cert-file", str(certificate)]
    options += ["--tls-key-file", str(key), "--tls-ca-cert-file", str(certificate)]
    cases = [
        (f"rediss://127.0.0.1:{port}", {}, "certificate is not trusted"),
        (f"rediss://localhost:{port}", {"redis_certificate_authorities": certificate}, "certificate is not trusted"),
        (f"rediss://127.0.0.1:{port}", {"redis_certificate_authorities": certificate}, "labels are held by rediss://"),
    ]
    with RedisServer(folder, *options):
        for index, (labels, settings, words) in enumerate(cases):
            service = Service(tmp_path / f"log{index}", labels=labels, **settings)
            wait_for(lambda: words in service.log.read_text())
            assert request(service, "PUT", "/v1/labels/a", {"to": "1"})[0] == (503 if index < 2 else 201)
            assert service.stop() == 0
