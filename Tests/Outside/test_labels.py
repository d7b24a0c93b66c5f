"""Live labels as a backend and its viewers use them: many writers at once, a process that dies, a clock that goes on."""

import base64
import hashlib
import hmac
import http.client
import json
import os
import re
import signal
import subprocess
import threading
import time
from decimal import Decimal

import pytest

from service import Service, WallClock, wait_for


def request(service: Service, method: str, path: str, body=None, connection=None, **fields):
    """Status, header fields and body, as JSON where it is."""
    own = connection or http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    headers = {name.replace("_", "-"): value for name, value in fields.items()}
    if body is not None:
        headers["Content-Type"] = "application/json"
    own.request(method, path, None if body is None else json.dumps(body), headers)
    response = own.getresponse()
    data = response.read()
    if connection is None:
        own.close()
    is_json = "json" in response.headers.get("Content-Type", "")
    return response.status, dict(response.headers), json.loads(data) if is_json else data.decode()


def add(service: Service, name: str, writers: int, times: int, by: str = "0.01") -> tuple[int, list]:
    """How many additions of so many writers at once were acknowledged, and what stopped a writer."""
    counts = [0] * writers
    stops = []

    def write(index: int):
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
        try:
            for _ in range(times):
                status, _, answer = request(service, "POST", f"/v1/labels/{name}/add", {"by": by}, connection)
                if status != 200:
                    stops.append((status, answer))
                    return
                counts[index] += 1
        except (OSError, http.client.HTTPException) as error:
            stops.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(index,)) for index in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts), stops


@pytest.fixture(autouse=True, params=["steady", "blinking"])
def clock(request, monkeypatch, tmp_path):
    """Whatever labels do, they do where the clock of the machine is wrong now and then; but not while a service begins."""
    if request.param == "steady":
        yield
        return
    wall, begin, lock, end = WallClock(tmp_path), Service.__init__, threading.Lock(), threading.Event()

    def blink():
        while not end.wait(0.1):
            for days in [3, -3, 36_500]:
                with lock:
                    wall.set(days * 86_400)
                    end.wait(0.05)
                    wall.set(0)
                end.wait(0.1)

    def start(*arguments, **settings):
        with lock:
            begin(*arguments, **settings)

    for name, value in wall.variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(Service, "__init__", start)
    thread = threading.Thread(target=blink)
    thread.start()
    yield
    end.set()
    thread.join()


@pytest.fixture
def service(start, clock) -> Service:
    """One of its own for each test, with that test's clock."""
    return start()


@pytest.fixture
def file(tmp_path):
    return tmp_path / "state" / "labels.db"


def store(tmp_path, file, log="log", **settings) -> Service:
    return Service(tmp_path / log, labels=f"sqlite:{file}", **settings)


def test_a_label_lives(service):
    status, fields, label = request(service, "PUT", "/v1/labels/lives", {"to": "$12,340 raised", "duration": 0.2})
    assert (status, fields["ETag"], label["text"]) == (201, '"1"', "$12,340 raised")
    status, _, label = request(service, "PUT", "/v1/labels/lives", {"to": "$13,000 raised"})
    assert (status, label["version"], label["animation"]["duration"]) == (200, 2, 0.2)
    assert request(service, "POST", "/v1/labels/lives/add", {"by": "12.50"})[2]["to"] == "$13,012.50 raised"
    time.sleep(0.5)
    assert request(service, "GET", "/v1/labels/lives?as=text")[2] == "$13,012.50 raised\n"
    status, fields, _ = request(service, "GET", "/v1/labels/lives/frames?as=text")
    assert status == 307
    status, fields, frames = request(service, "GET", fields["Location"])
    assert status == 200 and "immutable" in fields["Cache-Control"]
    assert frames.splitlines()[-1] == "$13,012.50 raised"
    names = [label["id"] for label in request(service, "GET", "/v1/labels?prefix=live")[2]["labels"]]
    assert names == ["lives"]
    assert request(service, "DELETE", "/v1/labels/lives")[0] == 204
    assert request(service, "GET", "/v1/labels/lives")[0] == 404


# The many are to be over before the next come: sixty-four under way at once take a while each.
@pytest.mark.parametrize("times, duration", [(20, 1), (1000, 0.02)])
@pytest.mark.timeout(900)
def test_additions_of_fifty_writers_all_count(start, file, times, duration):
    service = start(labels=f"sqlite:{file}", label_changes_per_second=0)
    request(service, "PUT", "/v1/labels/sum", {"to": "$0.00", "duration": duration})
    assert add(service, "sum", 50, times) == (50 * times, [])
    total = Decimal("0.01") * 50 * times
    assert request(service, "GET", "/v1/labels/sum")[2]["to"] == f"${total:,.2f}"


def test_every_acknowledged_addition_outlives_the_process(tmp_path, file):
    service = store(tmp_path, file, label_changes_per_second=0)
    request(service, "PUT", "/v1/labels/sum", {"to": "0.00"})

    def kill():
        try:
            # All but fifty of them have been acknowledged.
            wait_for(lambda: Decimal(request(service, "GET", "/v1/labels/sum")[2]["to"]) > 2)
        finally:
            service.process.kill()

    threading.Thread(target=kill).start()
    acknowledged, _ = add(service, "sum", 50, 100_000)
    service.process.wait()
    again = store(tmp_path, file, "again")
    try:
        kept = Decimal(request(again, "GET", "/v1/labels/sum")[2]["to"]) / Decimal("0.01")
        # What was kept when the process died may not have been acknowledged any more: one for each writer at most.
        assert acknowledged <= kept <= acknowledged + 50
        assert acknowledged > 50
    finally:
        assert again.stop() == 0


def test_a_label_goes_on_where_its_clock_says(tmp_path, file):
    service = store(tmp_path, file)
    request(service, "PUT", "/v1/labels/way", {"from": "0", "to": "100000", "curve": "linear", "duration": 20})
    start = request(service, "GET", "/v1/labels/way")[2]["start"]
    service.process.send_signal(signal.SIGKILL)
    service.process.wait()
    again = store(tmp_path, file, "again")
    try:
        before = request(again, "GET", "/v1/time")[2]["now"]
        label = request(again, "GET", "/v1/labels/way")[2]
        after = request(again, "GET", "/v1/time")[2]["now"]
        assert label["start"] == start and not label["atRest"]
        # 5,000 units a second.
        assert (before - start) * 0.005 - 1 <= int(label["text"]) <= (after - start) * 0.005 + 1
    finally:
        assert again.stop() == 0


def test_a_clock_runs_on_while_nobody_serves_it(tmp_path, file):
    service = store(tmp_path, file)
    end = request(service, "PUT", "/v1/labels/clock", {"to": "1:00:00", "rate": -1})[2]["end"]
    paused = request(service, "PUT", "/v1/labels/paused", {"to": "1:00", "rate": -1})[2]
    paused = request(service, "PUT", "/v1/labels/paused", {"rate": 0})[2]
    service.process.send_signal(signal.SIGKILL)
    service.process.wait()
    time.sleep(1.5)
    again = store(tmp_path, file, "again")
    try:
        before = request(again, "GET", "/v1/time")[2]["now"]
        label = request(again, "GET", "/v1/labels/clock")[2]
        after = request(again, "GET", "/v1/time")[2]["now"]
        minutes, seconds = (int(part) for part in label["text"].split(":")[1:])
        assert label["end"] == end and not label["atRest"] and label["version"] == 1
        assert -((after - end) // 1_000_000) - 1 <= 60 * minutes + seconds <= -((before - end) // 1_000_000)
        assert request(again, "GET", "/v1/labels/paused")[2] == paused
    finally:
        assert again.stop() == 0


def serve(labels: str, *options: str, **variables) -> subprocess.CompletedProcess:
    """A service that is to end by itself."""
    environment = {"PATH": os.environ["PATH"], "KINETYPE_LABELS": labels} | variables
    return subprocess.run([os.environ["KINETYPE"], "serve", "--port", "0", *options], env=environment,
                          capture_output=True, text=True, timeout=60)


def test_a_file_belongs_to_one_process(start, file):
    start(labels=f"sqlite:{file}")
    second = serve(f"sqlite:{file}")
    assert second.returncode == 64 and str(file) in second.stderr and "KINETYPE_LABELS" in second.stderr
    # A check of the settings while the service runs finds nothing wrong.
    assert serve(f"sqlite:{file}", "--check-config").returncode == 0


def test_a_second_service_is_told_how_to_run_beside_the_first(start, tmp_path):
    """Both as somebody starts them who has set nothing; each that is told of is then tried."""
    state = {"STATE_DIRECTORY": str(tmp_path / "state")}
    first = start(labels="", variables=state)
    second = serve("", **state)
    assert second.returncode == 64 and f"{tmp_path}/state/labels.db" in second.stderr
    ways = re.findall(r"KINETYPE_LABELS=(sqlite:PATH|\w+)", second.stderr)
    assert ways == ["sqlite:PATH", "memory", "off"]
    for way in ways:
        start(labels=way.replace("PATH", f"{tmp_path}/other.db"), variables=state)
    port = serve("memory", "--port", str(first.port))
    assert port.returncode == 1 and f"--port cannot be used: 127.0.0.1 port {first.port} is already in use" in port.stderr


@pytest.mark.parametrize("accident", ["rm {0}", "mv {0} {0}.old", "cp {0} {0}.new; mv {0}.new {0}", "rm {0}-wal"])
def test_a_file_that_is_lost_is_noticed(tmp_path, file, accident):
    service = store(tmp_path, file)
    try:
        assert request(service, "PUT", "/v1/labels/a", {"to": "1"})[0] == 201
        assert request(service, "PUT", "/v1/labels/a", {"to": "2"})[0] == 200
        assert service.get("/readyz")[0] == 200
        subprocess.run(accident.format(file), shell=True, check=True)
        wait_for(lambda: service.get("/readyz")[0] == 503)
        assert b"kinetype_labels_writable 0" in service.get("/metrics")[2]
        for method, path, body in [("PUT", "/v1/labels/b", {"to": "1"}), ("PUT", "/v1/labels/a", {"to": "3"}),
                                   ("POST", "/v1/labels/a/add", {"by": "1"}), ("DELETE", "/v1/labels/a", None)]:
            status, fields, problem = request(service, method, path, body)
            assert status == 503 and "Retry-After" in fields and "restart" in problem["detail"]
        assert request(service, "GET", "/v1/labels/a")[2]["to"] == "2"
        time.sleep(1.5)
        assert service.get("/readyz")[0] == 503
    finally:
        assert service.stop() == 0
    lines = [line for line in service.log.read_text().splitlines() if "cannot be changed" in line]
    assert len(lines) == 1 and str(file) in lines[0] and "restart" in lines[0]
    again = store(tmp_path, file, "again")
    assert request(again, "PUT", "/v1/labels/a", {"to": "4"})[0] in (200, 201)
    assert again.stop() == 0


@pytest.mark.parametrize("options", [[], ["--check-config"]])
def test_a_path_that_cannot_be_written_is_an_error_at_start(tmp_path, options):
    (tmp_path / "file").write_text("no folder")
    refused = serve(f"sqlite:{tmp_path}/file/labels.db", *options)
    assert refused.returncode in (1, 64) and "KINETYPE_LABELS" in refused.stderr


def test_where_nothing_is_set_labels_lie_where_state_lies(tmp_path):
    service = Service(tmp_path / "log", labels="", variables={"STATE_DIRECTORY": str(tmp_path / "state")})
    assert request(service, "PUT", "/v1/labels/a", {"to": "1"})[0] == 201
    assert service.stop() == 0
    again = Service(tmp_path / "log", labels="", variables={"STATE_DIRECTORY": str(tmp_path / "state")})
    assert request(again, "GET", "/v1/labels/a")[2]["text"] == "1"
    assert again.stop() == 0
    (tmp_path / "file").write_text("no folder")
    memory = Service(tmp_path / "log", labels="", variables={"STATE_DIRECTORY": str(tmp_path / "file")})
    assert request(memory, "PUT", "/v1/labels/a", {"to": "1"})[0] == 201
    assert memory.stop() == 0 and "held in memory" in memory.log.read_text()


def token(secret: str, **payload) -> str:
    def encoded(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    parts = encoded(b'{"alg":"HS256"}') + "." + encoded(json.dumps(payload).encode())
    return parts + "." + encoded(hmac.new(secret.encode(), parts.encode(), hashlib.sha256).digest())


def test_keys_and_tokens(start):
    service = start(write_keys="all,shop-*=shop", token_secret="secret")
    body = {"to": "1", "private": True}
    assert request(service, "PUT", "/v1/labels/a", body)[0] == 401
    assert request(service, "PUT", "/v1/labels/a", body, Authorization="Bearer shop")[0] == 403
    assert request(service, "PUT", "/v1/labels/shop-1", body, Authorization="Bearer shop")[0] == 201
    assert request(service, "GET", "/v1/labels/shop-1")[0] == 404
    good = token("secret", exp=time.time() + 60, labels=["shop-*"])
    assert request(service, "GET", f"/v1/labels/shop-1?token={good}")[0] == 200
    for bad, status in [(token("other", exp=time.time() + 60, labels=["shop-*"]), 401),
                        (token("secret", exp=time.time() - 1, labels=["shop-*"]), 401),
                        (token("secret", exp=time.time() + 60, labels=["a"]), 403)]:
        assert request(service, "GET", f"/v1/labels/shop-1?token={bad}")[0] == status
    text = service.log.read_text()
    assert good not in text and "shop-1" not in text and "/v1/labels/{id}" in text


@pytest.mark.parametrize("clock", ["steady"], indirect=True)
@pytest.mark.parametrize("days", [3, -3, 36_500])
def test_a_clock_that_is_wrong_for_a_second_harms_nothing(tmp_path, file, days):
    wall = WallClock(tmp_path)
    settings = {"variables": wall.variables, "token_secret": "secret"}
    service = store(tmp_path, file, **settings)
    good = token("secret", exp=time.time() + 600, labels=["a"])

    def check(service, text: str):
        assert request(service, "GET", f"/v1/labels/a?token={good}")[0] == 200
        status, _, label = request(service, "POST", "/v1/labels/sum/add", {"by": "1"}, Idempotency_Key="k")
        assert status == 200 and label["to"] == "1"
        status, _, label = request(service, "PUT", "/v1/labels/b", {"to": text})
        assert status in (200, 201) and abs(label["start"] / 1e6 - time.time()) < 5
        assert abs(request(service, "GET", "/v1/time")[2]["now"] / 1e6 - time.time()) < 5
        assert service.get("/readyz")[0] == 200

    request(service, "PUT", "/v1/labels/a", {"to": "1", "private": True})
    request(service, "PUT", "/v1/labels/sum", {"to": "0"})
    check(service, "1")
    wall.set(days * 86_400)
    check(service, "2")
    time.sleep(1)
    check(service, "3")
    wall.set(0)
    check(service, "4")
    assert service.stop() == 0
    assert len(re.findall("the clock of this machine was set", service.log.read_text())) == 1
    again = store(tmp_path, file, "again", **settings)
    check(again, "5")
    assert request(again, "GET", "/v1/labels/b")[2]["version"] == 5
    assert again.stop() == 0


def test_labels_can_be_off(start):
    service = start(labels="off")
    status, _, problem = request(service, "GET", "/v1/labels/a")
    assert status == 404 and "KINETYPE_LABELS" in problem["detail"]
