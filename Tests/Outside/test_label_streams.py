"""Streams of live labels: targets that move, processes that die, viewers that read nothing."""

import contextlib
import http.client
import json
import signal
import socket
import threading
import time

from service import Service, wait_for
from test_labels import request


class Viewer:
    """Reads a stream of NDJSON beside the test."""

    def __init__(self, service: Service, path: str, **fields):
        self.lines: list[tuple[float, dict]] = []
        self.connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=120)
        separator = "&" if "?" in path else "?"
        self.connection.request("GET", f"{path}{separator}as=ndjson", headers=fields)
        self.socket = self.connection.sock
        self.response = self.connection.getresponse()
        assert self.response.status == 200, self.response.read()
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        try:
            while line := self.response.readline():
                if line.strip():
                    self.lines.append((time.monotonic(), json.loads(line)))
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            pass
        self.is_over.set()

    def frames(self, version: int | None = None) -> list[dict]:
        return [line for _, line in list(self.lines)
                if "index" in line and (version is None or line["version"] == version)]

    def labels(self) -> list[dict]:
        return [line["label"] for _, line in list(self.lines) if "label" in line]

    def close(self):
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)


def last_text(viewer: Viewer) -> str | None:
    frames = viewer.frames()
    return frames[-1]["text"] if frames else None


def test_a_target_that_moves_is_followed(service):
    request(service, "PUT", "/v1/labels/moving", {"to": "0", "duration": 2, "fps": 30, "curve": "easeInOut"})
    viewer = Viewer(service, "/v1/labels/moving/stream")
    start = time.monotonic()
    set_at = []
    for step in range(1, 101):
        time.sleep(max(start + step * 0.1 - time.monotonic(), 0))
        request(service, "PUT", "/v1/labels/moving", {"to": str(step * 1000)})
        set_at.append(time.monotonic())
    wait_for(lambda: last_text(viewer) == "100000", within=30)
    frames = [(at, line) for at, line in list(viewer.lines) if "index" in line]
    values = [int(line["text"]) for _, line in frames]
    assert all(before <= after for before, after in zip(values, values[1:]))
    # Once it has begun and before the target stands still, it is about one second behind: 10,000 of the target.
    behind = []
    for at, line in frames:
        if set_at[0] + 4 < at < set_at[-1]:
            target = 1000 * sum(moment <= at for moment in set_at)
            behind.append(target - int(line["text"]))
    behind.sort()
    # On a busy machine most may come late, but not all.
    assert len(behind) > 20 and 7_000 < behind[len(behind) // 2] and behind[len(behind) // 10] < 13_000
    assert request(service, "GET", "/v1/labels/moving?as=text")[2] == "100000\n"
    viewer.close()


def test_viewers_on_all_loops_see_the_frames_of_the_change(start):
    service = start(threads=2)
    body = {"from": "0", "to": "100000", "duration": 3, "fps": 20, "curve": "linear"}
    request(service, "PUT", "/v1/labels/shared", body)
    viewers = [Viewer(service, "/v1/labels/shared/stream") for _ in range(8)]
    for viewer in viewers:
        wait_for(lambda viewer=viewer: last_text(viewer) == "100000", within=60)
    frames = request(service, "GET", "/v1/labels/shared/frames?as=json")
    document = request(service, "GET", frames[1]["Location"])[2]
    texts = [frame["text"] for frame in document["frames"]]
    when: dict[int, list[float]] = {}
    for viewer in viewers:
        for at, line in viewer.lines:
            if "index" in line:
                assert line["text"] == texts[line["index"]]
                when.setdefault(line["index"], []).append(at)
        indices = [frame["index"] for frame in viewer.frames()]
        assert indices == sorted(set(indices))
        viewer.close()
    # Reading threads of a busy machine are late for many frames, but not for all.
    spreads = sorted(max(moments) - min(moments) for moments in when.values() if len(moments) == 8)
    assert spreads and spreads[len(spreads) // 4] < 0.2


def test_a_stream_goes_on_where_the_clock_says_after_a_crash(tmp_path):
    settings = {"labels": f"sqlite:{tmp_path / 'labels.db'}"}
    service = Service(tmp_path / "log", **settings)
    body = {"from": "0", "to": "100000", "duration": 20, "fps": 10, "curve": "linear"}
    request(service, "PUT", "/v1/labels/way", body)
    viewer = Viewer(service, "/v1/labels/way/stream")
    seen = wait_for(lambda: viewer.frames()[5:])[-1]
    service.process.send_signal(signal.SIGKILL)
    service.process.wait()
    assert viewer.is_over.wait(10)
    seen = viewer.frames()[-1]
    again = Service(tmp_path / "again", **settings)
    try:
        viewer = Viewer(again, "/v1/labels/way/stream", **{"Last-Event-ID": f"1:{seen['index']}"})
        wait_for(lambda: len(viewer.frames()) > 5)
        (_, first), frames = viewer.lines[0], viewer.frames()
        elapsed = (first["now"] - first["label"]["start"]) / 1e6
        assert frames[0]["index"] > seen["index"]
        assert abs(frames[0]["time"] - elapsed) < 0.11
        assert all(frame["text"] == str(5000 * frame["index"] // 10) for frame in frames)
    finally:
        viewer.close()
        assert again.stop() == 0


def test_viewers_that_read_nothing_hold_up_nobody(start):
    service = start(threads=1, stalled_write_timeout=5)
    text = "x" * 3000
    body = {"from": f"0 {text}", "to": f"1000 {text}", "duration": 8, "fps": 30, "curve": "linear"}
    request(service, "PUT", "/v1/labels/busy", body)
    idle = []
    for _ in range(20):
        client = service.connect()
        client.sendall(b"GET /v1/labels/busy/stream HTTP/1.1\r\nHost: t\r\n\r\n")
        idle.append(client)
    for _ in range(20):
        client = service.connect()
        client.sendall(b"GET /v1/labels/busy/stream HTTP/1.1\r\nHost: t\r\n\r\n")
        client.recv(10)
        client.close()
    viewer = Viewer(service, "/v1/labels/busy/stream")
    wait_for(lambda: last_text(viewer) == f"1000 {text}", within=60)
    frames = [frame["index"] for frame in viewer.frames()]
    assert frames == sorted(set(frames)) and len(frames) > 60
    # Who was slow gets the end all the same, once it reads.
    received = b""
    idle[0].settimeout(20)
    try:
        while b"1000 xxx" not in received[-8000:]:
            data = idle[0].recv(65536)
            if not data:
                break
            received += data
    except OSError:
        pass
    for client in idle:
        client.close()
    viewer.close()
    wait_for(lambda: b"kinetype_label_viewers 0" in service.get("/metrics")[2], within=30)
    assert service.errors == []


def test_late_joiners_changes_and_the_end(service):
    request(service, "PUT", "/v1/labels/late", {"from": "0", "to": "100", "duration": 2, "fps": 20})
    early = Viewer(service, "/v1/labels/late/stream")
    wait_for(lambda: len(early.frames()) > 10)
    late = Viewer(service, "/v1/labels/late/stream")
    wait_for(lambda: late.frames())
    assert late.frames()[0]["index"] >= 10 and late.labels()[0]["version"] == 1
    changes = Viewer(service, "/v1/labels/late/stream?mode=changes")
    several = Viewer(service, "/v1/labels/stream?id=late&id=never")
    wait_for(lambda: changes.labels() and several.labels())
    request(service, "PUT", "/v1/labels/late", {"to": "200", "duration": 0.2})
    for viewer in (early, late, several):
        wait_for(lambda viewer=viewer: last_text(viewer) == "200")
    wait_for(lambda: len(changes.labels()) == 2)
    path = changes.lines[-1][1]["frames"]
    assert request(service, "GET", path)[2]["frames"][-1]["text"] == "200"
    assert {"absent": {"id": "never", "reason": "missing"}} in [line for _, line in several.lines]
    request(service, "DELETE", "/v1/labels/late")
    for viewer in (early, late, changes):
        assert viewer.is_over.wait(10)
        assert viewer.lines[-1][1]["end"]["reason"] == "deleted"
    wait_for(lambda: {"absent": {"id": "late", "reason": "deleted"}} in [line for _, line in several.lines])
    request(service, "PUT", "/v1/labels/late", {"to": "again"})
    wait_for(lambda: last_text(several) == "again")
    several.close()
    assert changes.frames() == []


def test_a_label_that_expires_ends_its_streams(service):
    request(service, "PUT", "/v1/labels/brief", {"to": "1", "expires": 5})
    viewer = Viewer(service, "/v1/labels/brief/stream")
    assert viewer.is_over.wait(60)
    assert viewer.lines[-1][1]["end"]["reason"] == "expired"
