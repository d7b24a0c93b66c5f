"""Random histories of labels that are private now and then, while a stranger polls and watches whatever there is.

What was put while a label was private has letters and numbers that nothing else has: neither may reach the stranger.
"""

import contextlib
import http.client
import json
import os
import random
import re
import threading
import time

import pytest

from redis_server import RedisServer
from service import Service, choices, wait_for
from test_labels import request

KEY = "the-key-of-who-writes"
# The same histories in each run; another number finds others.
SEED, STEPS = int(os.environ.get("SECRETS_SEED", "1")), int(os.environ.get("SECRETS_STEPS", "40"))
NAMES = ["a", "b"]
# Those whose letters and digits can be read.
READABLE = [form for form in choices("/v1/labels/{id}/frames", "as") if form not in ["gif", "apng"]]
LETTERS = ["ξ", "ψ"]
HIDDEN = [letter.encode() for letter in LETTERS] + [b"\\u03be", b"\\u03c8", b"%CE%BE", b"%CF%88", b"&#958;", b"&#968;"]
# What is public counts to some thousands at most; times have sixteen digits, and what stands behind a point is no number.
NUMBER = re.compile(rb"(?<![\d.])[1-9]\d{6,12}(?!\d)")
# These have digits of their own: some fields of a head, the number of a request in a problem, the class that tells one SVG
# from others in a page, and the second at which an answer ends.
OWN = re.compile(rb"(?im)^(etag|x-request-id|location): .*$|\"requestId\":\"[0-9a-z]+-[0-9]+\"|max-age=\d+|slot=\d+|"
                 rb"(?<=[\".])k[0-9a-z]{8,13}(?=[\" ])")


def told(data: bytes, head: bytes = b"") -> list[bytes]:
    """What of a secret stands in an answer."""
    return [word for word in HIDDEN if word in head + data] + NUMBER.findall(OWN.sub(b"", head + b"\n" + data))


class Stranger:
    """Reads without any right, and keeps what it was told of a secret."""

    def __init__(self, history: list[str]):
        self.history, self.found, self.streams, self.answers = history, [], {}, 0

    def look(self, where: str, data: bytes, head: bytes = b""):
        if found := told(data, head):
            self.found.append((where, found, self.history[-6:]))

    def ask(self, node: Service, method: str, path: str, body=None, **fields) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=30)
        try:
            headers = {name.replace("_", "-"): value for name, value in fields.items()}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            data = response.read()
        finally:
            connection.close()
        head = "".join(f"{name}: {value}\n" for name, value in response.headers.items()).encode()
        # Of pixels only the head can be read.
        is_read = response.headers["Content-Type"] not in ["image/gif", "image/png", "image/apng"]
        self.look(f"{method} {path}", data if is_read else b"", head)
        self.answers += response.status == 200
        return response

    def poll(self, node: Service, dice: random.Random, newest: int):
        """Asks for all that there is of the labels."""
        versions = [*range(max(newest - 9, 1), newest + 1), 999_999]
        for name in NAMES:
            path = f"/v1/labels/{name}"
            for shown in [f"{path}?as={form}" for form in choices("/v1/labels/{id}", "as") if form in READABLE] + [
                    f"/labels/{name}.svg", f"/labels/{name}.svg?seconds=1", f"/labels/{name}.{dice.choice(['gif', 'png'])}"]:
                tag = self.ask(node, "GET", shown).headers["ETag"]
                self.ask(node, "GET", shown, If_None_Match=tag or f'"{newest}"')
            self.ask(node, "HEAD", path)
            self.ask(node, "OPTIONS", path)
            location = self.ask(node, "GET", f"{path}/frames").headers["Location"]
            if location:
                self.ask(node, "GET", location)
            for version in versions:
                form = dice.choice(READABLE)
                answer = self.ask(node, "GET", f"{path}/frames?version={version}&as={form}", Accept_Encoding="identity")
                self.ask(node, "HEAD", f"{path}/frames?version={version}")
                for tag in [answer.headers["ETag"], f'"{version}-{form}"', "*"]:
                    self.ask(node, "GET", f"{path}/frames?version={version}&as={form}", If_None_Match=tag or "*")
            self.ask(node, "PUT", path, {"to": "1"}, If_Match=f'"{newest}"')
            self.ask(node, "POST", f"{path}/add", {"by": "1"}, Idempotency_Key=f"key-{newest}")
            self.ask(node, "DELETE", path)
            self.ask(node, "GET", f"/labels/{name}")
            for version in [0, 1]:
                self.ask(node, "GET", f"{path}/next?version={max(newest - version, 1)}&start=1&slot=1")
            self.ask(node, "GET", path, Authorization="Bearer none")
            self.ask(node, "GET", f"{path}/frames?version={newest}&token=a.b.c")
        for path in ["/v1/labels", "/v1/labels?prefix=a", "/v1/labels?after=a&limit=1", "/v1/time", "/readyz"]:
            self.ask(node, "GET", path)

    def watch(self, nodes: list[Service]):
        """Has every kind of stream open, again where one has ended, from where it was."""
        for index in range(len(nodes)):
            for path in [f"/v1/labels/{name}/stream?{kind}" for name in NAMES for kind in
                         ["", "as=ndjson", "as=text", "mode=changes"]] + \
                        [f"/v1/labels/{name}/next" for name in NAMES] + \
                        [f"/v1/labels/stream?id=a,b&{kind}" for kind in ["", "as=ndjson", "mode=changes"]]:
                before = self.streams.get((index, path))
                if before and before.is_alive():
                    continue
                # A node may have begun anew at another port.
                stream = threading.Thread(
                    target=self.follow if path.endswith("/next") else self.read,
                    args=(nodes[index], path, before.last if before else None), daemon=True)
                stream.last = None
                self.streams[index, path] = stream
                stream.start()

    def follow(self, node: Service, path: str, _):
        """Asks for what comes next, and again, until it is refused."""
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError, KeyError):
            while path:
                connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=60)
                connection.request("GET", path)
                response = connection.getresponse()
                data = response.read()
                self.look(path, data, str(response.headers).encode())
                path = json.loads(data)["next"]

    def read(self, node: Service, path: str, last: str | None):
        here = threading.current_thread()
        here.last, data = last, b""
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
            connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=60)
            connection.request("GET", path, headers={"Last-Event-ID": last} if last else {})
            response = connection.getresponse()
            while line := response.readline():
                data += line
                if line.startswith(b"id: "):
                    here.last = line[4:].strip().decode()
                self.look(path, line)
        self.look(path, data)


class Owner:
    """Changes labels as dice fall, on a node each time, and knows what is public."""

    def __init__(self, dice: random.Random, history: list[str]):
        self.dice, self.history, self.private, self.newest, self.count = dice, history, dict.fromkeys(NAMES), 1, 0

    def send(self, node: Service, method: str, path: str, body=None, **fields):
        self.history.append(f"{method} {path} {json.dumps(body, ensure_ascii=False)}")
        status, _, answer = request(node, method, path, body, Authorization=f"Bearer {KEY}", **fields)
        if isinstance(answer, dict):
            self.newest = max(self.newest, answer.get("version", 0))
        return status, answer

    def lose(self):
        """There is no label any more, and the next of each name begins anew."""
        self.history.append("all is lost")
        self.private = dict.fromkeys(NAMES)

    def secret(self) -> str:
        number = self.dice.randrange(60_000_000_000, 90_000_000_000)
        return self.dice.choice(["{} ξψ", "ξψ {}", "ψ{}ξ ψξ", "{}"]).format(number)

    def open_text(self) -> str:
        number = self.dice.randrange(1, 999)
        return self.dice.choice(["${}", "{} apples", "${} open", "word", "{}"]).format(number)

    def how(self) -> dict:
        return self.dice.choice([
            {}, {"curve": "linear", "duration": 0.3}, {"duration": 0}, {"interpolation": "morph", "duration": 0.2},
            {"interpolation": "typewriter", "duration": 0.2}, {"interpolation": "odometer", "duration": 0.3},
            {"interpolation": "scramble", "duration": 0.2}, {"interpolation": "numbers", "duration": 0.2},
            {"include": "runs", "duration": 0.1}, {"curve": "bouncy", "duration": None}])

    def step(self, node: Service):
        name = self.dice.choice(NAMES)
        path, private = f"/v1/labels/{name}", self.private[name]
        kind = self.dice.random()
        if kind < 0.3:
            status, _ = self.send(node, "PUT", path, {"to": self.secret(), "private": True} | self.how())
            private = True
        elif kind < 0.6:
            told = self.dice.choice([False, None]) if private else False
            status, _ = self.send(node, "PUT", path, {"to": self.open_text(), "private": told} | self.how())
            private = False
        elif kind < 0.75 and private is not None:
            text = self.secret() if private else self.open_text()
            status, _ = self.send(node, "PUT", path, {"to": text} | self.how())
        elif kind < 0.87 and private is not None:
            self.count += 1
            by = str(self.dice.randrange(10**9, 10**10)) if private else str(self.dice.randrange(1, 9))
            status, _ = self.send(node, "POST", f"{path}/add", {"by": by}, Idempotency_Key=f"key-{self.count}")
            assert status in (200, 409, 404)
            return
        elif kind < 0.93:
            status, _ = self.send(node, "DELETE", path)
            private = None
            assert status in (204, 404)
        else:
            text, private = (self.secret(), True) if self.dice.random() < 0.5 else (self.open_text(), False)
            status, _ = self.send(node, "PUT", path, {"to": text, "private": private, "expires": 0.05})
            if self.dice.random() < 0.7:
                time.sleep(0.1)
            private = None
        assert status in (200, 201, 204, 400, 404), status
        if status < 400:
            self.private[name] = private


def play(nodes: list[Service], dice: random.Random, between) -> None:
    """A history of which neither a word nor a number may be told; `between` is what happens to nodes now and then."""
    history: list[str] = []
    stranger, owner = Stranger(history), Owner(dice, history)
    friend = Stranger(history)
    for step in range(STEPS):
        stranger.watch(nodes)
        owner.step(dice.choice(nodes))
        if dice.random() < 0.5:
            time.sleep(dice.random() * 0.15)
        for node in nodes:
            stranger.poll(node, dice, owner.newest)
            for name in NAMES:
                friend.ask(node, "GET", f"/v1/labels/{name}", X_API_Key=KEY)
        if step % 8 == 7:
            between(nodes, owner)
        assert not stranger.found, stranger.found[:3]
    # Those who write are told, and the stranger was told something.
    assert friend.found and stranger.answers > STEPS
    assert not stranger.found, stranger.found[:3]


@pytest.mark.parametrize("seed", range(SEED, SEED + 2))
def test_one_node_with_a_file_that_begins_anew(tmp_path, seed):
    dice, started = random.Random(seed), []

    def start() -> Service:
        settings = {"write_keys": KEY, "labels": f"sqlite:{tmp_path}/labels.db"}
        started.append(Service(tmp_path / f"log{len(started)}", **settings))
        return started[-1]

    def restart(nodes: list[Service], owner: Owner):
        owner.history.append("a restart")
        if dice.random() < 0.5:
            nodes[0].process.kill()
            nodes[0].process.wait()
        else:
            nodes[0].stop()
        nodes[0] = start()

    try:
        play([start()], dice, restart)
    finally:
        for node in started:
            node.stop()
    assert [node.errors for node in started] == [[]] * len(started)


@pytest.mark.parametrize("seed", range(SEED, SEED + 2))
def test_two_nodes_over_a_redis_that_loses_all_now_and_then(tmp_path, seed):
    dice, started = random.Random(seed), []

    def start(redis: RedisServer) -> Service:
        # A Redis that stands still for a while, as a busy machine may have it, is not one that is lost.
        settings = {"write_keys": KEY, "labels": f"redis://127.0.0.1:{redis.port}", "redis_command_timeout": 20}
        started.append(Service(tmp_path / f"log{len(started)}", **settings))
        wait_for(lambda: started[-1].get("/readyz")[0] == 200)
        return started[-1]

    with RedisServer(tmp_path, "--save", "") as redis:
        def disturb(nodes: list[Service], owner: Owner):
            if dice.random() < 0.5:
                owner.history.append("a restart")
                nodes[1].stop()
                nodes[1] = start(redis)
            else:
                owner.lose()
                redis.run("FLUSHALL")

        try:
            play([start(redis), start(redis)], dice, disturb)
        finally:
            for node in started:
                node.stop()
