"""Thousands of requests by a seeded generator: each has an answer in time, none is the service's fault."""

import http.client
import json
import random
import string
import urllib.parse

import pytest

from service import choices

SEED, COUNT = 2026, 10_000
STATUSES = {200, 204, 304, 400, 404, 405, 406, 413, 414, 415, 431}
# Seconds of the service's processor time.
SLOW = 3

TEXTS = ["", "0", "7", "-7", "100 apples", "400 apples", "$1,234.50", "$9,876.25", "1e309", "NaN", "-0", "inf", "007",
         "9007199254740993", "1" * 400, "0." + "0" * 300 + "1", "e\u0301", "👨‍👩‍👧‍👦 3", "\u202e12", "١٢٣", "a\0b",
         "\ud7ff", "\U0010ffff", "\u2028", "12:34:56", "2020-05-06", "(-5)", "−3", "1.234,5", "\r\n1", "🇦🇹🇦🇹", "ﷺ" * 50]
NUMBERS = ["0", "1", "-1", "0.5", "2", "60", "240", "241", "29.97", "1e3", "1e308", "1e-320", "-0", "9" * 30, "0x10",
           "inf", "nan", "400ms", "2s", "-1s", "1e400s", "", " 1", "1_000", "36000", "100000000", "9223372036854775807"]
CURVES = ["linear", "ease", "easeInOut", "easeIn(2.5)", "easeIn(1e308)", "cubic-bezier(.1,.2,.3,4)", "steps(4, jump-none)",
          "cubic-bezier(0,1e300,1,-1e300)", "linear(0, 0.5 20% 80%, 1)", "steps(1000000000)", "spring(1,100,10,0)",
          "spring(1e-300,1e300,0,1e308)", "spring(duration: 0.5, bounce: 0.3)", "spring(response:.5, dampingFraction: 0)",
          "pop(8, 12)", "pop(1e9,-1)", "smooth", "easeOutElastic(1, .3)", "easeOutElastic(1e308, 1e-308)", "bouncy",
          "easeInBounce", "easeOutBack(1e200)", "linear(" + ",".join(["0", "1"] * 200) + ")", "((((", "steps(0)"]
FORMATS = ["%d", "%'d", "%.1f%%", "%08x", "Points: %d", "%s", "%n", "%", "%%", "%999999999d", "%.999999999f", "%*d",
           "%-+ #0'20.10f", "%lld", "%e", "%g", "%a", "%5$d", "%d%d", "%.0f", "%x", "%o", "%c", "%𝟛d", "%.-1f"]
VALUES = {
    "from": TEXTS, "to": TEXTS, "duration": NUMBERS, "fps": NUMBERS, "delay": NUMBERS, "speed": NUMBERS,
    "repeat": [*NUMBERS, "infinite"], "seed": NUMBERS, "index": NUMBERS, "time": NUMBERS, "progress": NUMBERS,
    "curve": CURVES, "format": FORMATS, "lastEventId": NUMBERS,
    "interpolation": [*choices("/v1/frames", "interpolation"), "odd", ""],
    "rounding": ["nearest", "towardZero", "down", "up", "sideways"], "clamp": ["none", "start", "end", "both", "x"],
    "autoreverse": ["true", "false", "1", "maybe"], "frames": ["all", "distinct", "some"],
    "effect": ["fadeIn", "crossFade,zoomIn", "scrollUp|scrollDown", ",", "fadeIn,fadeIn", "none"],
    "include": ["value", "velocity,labels", "glyphs", "value,velocity,labels,glyphs", "columns", ","],
    "as": [*choices("/v1/frames", "as"), "sse", "xml"], "late": ["skip", "send", "never"],
    "transition": ['{"enter":[{"at":0,"opacity":0}]}', "{}", "[]"], "cuve": ["linear"], "": ["", "x"],
}
# Values that are right, so that mistakes elsewhere are reached.
RIGHT = {
    "duration": ["1", "0.5", "0", "400ms", "2s"], "fps": ["1", "29.97", "60", "7"], "delay": ["0", "0.25"],
    "speed": ["0.1", "1", "10"], "repeat": ["1", "2", "infinite"], "seed": ["0", "-1", "7"], "index": ["0", "7", "999"],
    "time": ["0", "0.3", "1e9"], "progress": ["0", "0.5", "1"], "lastEventId": ["0", "7"],
    "curve": CURVES[:4] + CURVES[6:9] + ["smooth", "bouncy", "easeOutElastic"], "format": ["%d", "%.2f", "%'d €", "%x"],
    "as": ["json"], "transition": ['{"enter":[{"at":0,"opacity":0}]}'],
}
USUAL = ["from", "to", "duration", "fps", "curve", "format", "interpolation", "frames"]


class Generator:
    """Requests that are nearly right, in every way that came to mind."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def mutated(self, text: str) -> str:
        """Characters dropped, doubled, swapped or replaced."""
        characters = list(text)
        for _ in range(self.random.randint(1, 3)):
            place = self.random.randint(0, len(characters))
            junk = self.random.choice([*string.printable, "é", "\0", "\u0301", "👍", "٣", "\ufeff"])
            characters[place:place + self.random.randint(0, 2)] = self.random.choice([[], [junk], [junk] * 3])
        return "".join(characters)

    def value(self, name: str) -> str:
        luck = self.random.random()
        if name in RIGHT and luck < 0.6:
            return self.random.choice(RIGHT[name])
        text = self.random.choice(VALUES[name if luck < 0.95 else self.random.choice(list(VALUES))])
        return self.mutated(text) if luck > 0.85 else text

    def parameters(self, path: str) -> dict[str, str]:
        names = ["to", *(name for name in USUAL if self.random.random() < 0.3)]
        names += self.random.choices(list(VALUES), k=self.random.choice([0, 0, 0, 1, 3]))
        if path == "/v1/frame":
            names.append(self.random.choice(["index", "time", "progress"]))
        return {name: self.value(name) for name in names}

    def query(self, path: str) -> str:
        query = urllib.parse.urlencode(self.parameters(path), quote_via=self.random.choice(
            [urllib.parse.quote, urllib.parse.quote_plus]))
        if self.random.random() < 0.1:
            place = self.random.randint(0, len(query))
            query = query[:place] + self.random.choice(["%", "%f", "%ff", "%00", "&", "=", "&&", "+", ";"]) + query[place:]
        return query

    def tree(self, depth=0):
        """Any JSON value."""
        kind = self.random.randint(0, 6 if depth < 4 else 4)
        match kind:
            case 0: return self.random.choice([None, True, False])
            case 1: return self.random.choice([0, -1, 2**63, 10**40, 0.1, 1e308, -1e-308])
            case 2: return self.random.choice(TEXTS)
            case 3: return self.random.choice(CURVES)
            case 4: return self.random.choice(NUMBERS)
            case 5: return [self.tree(depth + 1) for _ in range(self.random.randint(0, 4))]
            case _: return {self.random.choice(list(VALUES)): self.tree(depth + 1) for _ in range(3)}

    def keyframes(self):
        names = ["at", "opacity", "scale", "rotation", "offsetX", "offsetY", "curve", "odd"]
        return [{name: self.random.choice([0, 0.5, 1, -1, 1e308, "linear", None])
                 for name in self.random.sample(names, 3)} for _ in range(self.random.randint(0, 5))]

    def body(self, path: str) -> bytes:
        members = dict(self.parameters(path))
        for name in list(members):
            if self.random.random() < 0.1:
                members[name] = self.tree()
        if self.random.random() < 0.2:
            members["transition"] = {"enter": self.keyframes(), "exit": self.keyframes()}
        if self.random.random() < 0.1:
            members = self.tree()
        text = json.dumps(members, ensure_ascii=self.random.random() < 0.5).encode("utf-8", "replace")
        match self.random.randint(0, 9):
            case 0: return text[:self.random.randint(0, len(text))]
            case 1:
                place = self.random.randint(0, len(text))
                return text[:place] + self.random.randbytes(self.random.randint(1, 4)) + text[place + 1:]
            case 2: return self.random.choice([b"[" * 30000, b'{"a":' * 10000, b'"\\ud800"', b"\xef\xbb\xbf{}", b"-", b"1e9"])
            case _: return text


def requests():
    generator = Generator(SEED)
    for _ in range(COUNT):
        path = generator.random.choice(["/v1/frames", "/v1/frames", "/v1/frame", "/v1/stream"])
        if generator.random.random() < 0.4:
            kind = generator.random.choice(["application/json"] * 8 + ["application/x-www-form-urlencoded", "text/plain"])
            body = generator.query(path).encode() if "form" in kind else generator.body(path)
            yield "POST", path, body, {"Content-Type": kind}
        else:
            yield "GET", f"{path}?{generator.query(path)}", None, {}


def curl(method, path, body, fields) -> str:
    """How to ask again by hand."""
    return f"{method} {path} {fields} {body!r}"


def test_every_request_is_answered_in_time(start):
    service = start(maximum_frames=3000)
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
    counts = {}
    for request in requests():
        method, path, body, fields = request
        before = service.cpu
        try:
            connection.request(method, path, body, fields)
            response = connection.getresponse()
            streams = "stream" in path and response.status == 200
            content = response.read1(100) if streams else response.read()
        except Exception as error:
            pytest.fail(f"{error!r} after {curl(*request)}; running: {service.is_running}")
        if streams:
            connection.close()
        assert response.status in STATUSES, curl(*request)
        assert service.cpu - before < SLOW, curl(*request)
        kind = response.headers["Content-Type"]
        if response.status >= 400:
            problem = json.loads(content)
            assert (kind, problem["status"]) == ("application/problem+json", response.status), curl(*request)
        elif kind == "application/json":
            check(json.loads(content), request)
        counts[path.split("?")[0], response.status] = counts.get((path.split("?")[0], response.status), 0) + 1
    assert service.is_running
    assert {status for _, status in counts} >= {200, 400}
    for path in "/v1/frames", "/v1/frame", "/v1/stream":
        assert counts[path, 200] > COUNT / 100, counts


def check(document, request):
    """What must hold whatever was asked."""
    animation = document["animation"]
    if "frames" not in document:
        assert document["frame"]["index"] >= 0
        return
    frames = document["frames"]
    assert len(frames) == animation["frameCount"], curl(*request)
    assert all(before["time"] < after["time"] for before, after in zip(frames, frames[1:])), curl(*request)
    assert [frame["index"] for frame in frames] == sorted({frame["index"] for frame in frames}), curl(*request)
    asked = urllib.parse.parse_qs(request[1].partition("?")[2], keep_blank_values=True) if request[0] == "GET" else {}
    if asked and not set(asked) & {"format", "repeat", "autoreverse"}:
        assert frames[-1]["text"] == animation["to"], curl(*request)
        if len(frames) > 1:
            assert frames[0]["text"] == animation["from"], curl(*request)
