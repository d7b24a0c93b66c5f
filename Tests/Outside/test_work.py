"""What a request takes of the processor is what it is charged, and little of it is the loop's, which others wait for.

Processor time, not latency: it is the same however much else the machine does. Threads differ by their nice value, and
`/proc/PID/task/*/schedstat` tells to the microsecond what each has had. What the service itself has counted is a metric.
"""

import http.client
import itertools
import json
import os
import re
import time
from urllib.parse import quote, urlencode

import pytest

from service import choices
from test_labels import request

# Milliseconds of work that one request may have.
LIMIT = 100
# Milliseconds of the loop that one request may take at a time, whatever it asks for.
LOOP = 10
# How often what was counted may really be taken.
FACTOR = 2
# Milliseconds that any answer takes beside, and a megabyte of one: it is copied to a socket, and long ones are made again.
ANSWER, MEGABYTE = 1.5, 5


# Thousands of requests, on a machine that does much else.
pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def service(start):
    # So much a second that nobody is refused, but all is counted.
    return start(work_milliseconds_per_second=100_000, maximum_work_milliseconds=LIMIT, access_log="false")


class Price:
    """What one request has taken, in milliseconds: of the loop, of all threads, and as it was counted."""

    def __init__(self, service, connection, request):
        counted, threads = work(service), times(service)
        connection.request(*request)
        answer = connection.getresponse()
        # A stream is looked at until it ends.
        self.status, self.bytes = answer.status, len(answer.read())
        # What follows the last byte is little, but the loop's.
        time.sleep(0.002)
        self.loop = self.all = 0
        for thread, (nanoseconds, is_loop) in times(service).items():
            took = (nanoseconds - threads.get(thread, (0, 0))[0]) / 1e6
            self.all += took
            self.loop += took if is_loop else 0
        self.counted = work(service) - counted

    @property
    def beside(self):
        return MEGABYTE * self.bytes / 1e6

    def is_quick(self, pace=1):
        return self.loop <= pace * (LOOP + self.beside)

    def is_fair(self, pace=1):
        return self.is_quick(pace) and self.all <= pace * (FACTOR * self.counted + ANSWER + self.beside)

    def __str__(self):
        return (f"{self.status}, {self.bytes} bytes: {self.loop:.1f} ms of the loop, {self.all:.1f} of all threads, "
                f"{self.counted:.1f} counted")


def times(service):
    """The nanoseconds of each thread, and whether it is one of the loop: what is done off the loops has a lower priority."""
    found = {}
    folder = f"/proc/{service.process.pid}/task"
    for thread in os.listdir(folder):
        try:
            with open(f"{folder}/{thread}/schedstat") as file:
                nanoseconds = int(file.read().split()[0])
            with open(f"{folder}/{thread}/stat") as file:
                nice = int(file.read().rpartition(")")[2].split()[16])
        except OSError:
            continue  # It has ended.
        found[thread] = nanoseconds, nice <= 0
    return found


def work(service):
    """The milliseconds of work that the service has counted."""
    return 1000 * float(re.search(rb"^kinetype_client_work_seconds_total (\S+)", service.get("/metrics")[2], re.MULTILINE)[1])


def pace(service, connection):
    """How much more than is counted the plainest work takes just now: others share the processor's caches and cores."""
    plain = [Price(service, connection, post("/v1/frames", **{"from": "0"}, to=str(10**6 + number), duration=100, fps=240))
             for number in range(4)]
    return max(1, min(price.all / price.counted for price in plain))


def refused(service, requests, is_right=Price.is_fair):
    """Of requests with their names, made for each try, those whose price is not right, of six times either."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    found = []
    for name, make in requests:
        # What a thread does for the first time takes longer.
        prices = [Price(service, connection, make(0))]
        while not is_right(prices[-1]) and len(prices) < 6:
            prices.append(Price(service, connection, make(len(prices))))
        if not is_right(prices[-1]) and not is_right(prices[-1], pace(service, connection)):
            found.append(f"{name}: {min(prices, key=lambda price: price.all)}")
        assert prices[-1].status in (200, 201, 400, 404), f"{name}: {prices[-1]}"
    return found


# --- Interpolations, members and forms

def ideograms(first):
    return "".join(f"{place % 10}{chr(0x4E00 + (first + place) % 20_000)}" for place in range(2_000))


TEXTS = {
    "numbers": ("1 " * 2000, "2 " * 2000),
    "words": ("word " * 800, "dorw " * 800),
    "digits between ideograms": (ideograms(0), ideograms(5_000)[40:]),
    "letters in parts": ("a\u0301" * 1900, "e\u0301" * 1900),
    "families": ("👨‍👩‍👧" * 300, "👨‍👩‍👦" * 300),
    "a long number": ("9" * 400, "1" * 399),
    "too long a number": ("9" * 4000, "1" * 4000),
    "years and hours": ("1y " * 800, "1h 1m " * 400),
    "feet and fractions": ("5'10\" " * 500, "1/2 " * 500),
    "colors": ("#fff " * 800, "#000 " * 800),
    "Thai digits": ("๒" * 400, "๑" * 400),
    "money": ("$1,234.50 " * 350, "$99.99 " * 350),
    "dates": ("Jan 31 " * 500, "Feb 2 " * 500),
    "escapes": ('"' * 4000, "\\" * 4000),
    "two directions": ("١٢٣ א " * 500, "٩ ב " * 500),
    "nothing": ("", "1 h " * 900),
}
# Of the others an interpolation tells what it has.
MEMBERS = ["", "value,shown,velocity", "runs"]
FORMS = [form for form in choices("/v1/frames", "as") if form != "json"]
PICTURES = ["svg", "lottie", "gif", "apng"]
INTERPOLATIONS = choices("/v1/frames", "interpolation")


def post(path, **document):
    return send("POST", path, document)


def same(request):
    """The same for each try: no cache has answers to POST."""
    return lambda number: request


def send(method, path, document):
    return method, path, json.dumps(document, ensure_ascii=False).encode(), {"Content-Type": "application/json"}


@pytest.mark.parametrize("interpolation", INTERPOLATIONS)
def test_frames_take_what_they_are_charged(service, interpolation):
    def requests():
        for name, (source, target) in TEXTS.items():
            texts = {"from": source, "to": target, "interpolation": interpolation, "duration": 0.1}
            for member in [*MEMBERS, "widest"]:
                yield f"{name}, {member}", same(post("/v1/frames", **texts, include=member))
            yield f"{name}, one frame", same(post("/v1/frame", **texts, include="runs", position=0.4))
            for form in FORMS:
                # So many that writing them is most of the work.
                seconds = 0.1 if form in PICTURES else 5
                yield f"{name} as {form}", same(post("/v1/frames", **texts | {"duration": seconds}, **{"as": form}))
            yield f"{name}, distinct", same(post("/v1/frames", **texts, frames="distinct"))
            yield f"{name}, an effect", same(post("/v1/frames", **texts, effect="crossFade", include="runs"))

    assert refused(service, requests()) == []


@pytest.mark.parametrize("interpolation", INTERPOLATIONS)
def test_frames_of_a_stream_hold_nobody_up(service, interpolation):
    def requests():
        for name, (source, target) in TEXTS.items():
            for member in MEMBERS:
                # The first frame and the last.
                yield f"{name}, {member}", same(post(
                    "/v1/stream", **{"from": source}, to=target, interpolation=interpolation, include=member, duration=0.001))

    assert refused(service, requests(), Price.is_quick) == []


# --- All else


def get(path, gzip=False, **parameters):
    parameters = {name.rstrip("_"): value for name, value in parameters.items()}
    headers = {"Accept-Encoding": "gzip"} if gzip else {}
    return "GET", f"{path}?{urlencode(parameters, quote_via=quote)}", None, headers


def frames(from_=0, gzip=False, **parameters):
    return get("/v1/frames", gzip, from_=from_, **parameters)


# Each with another number, so that no cache has its answer.
KINDS = {
    "a small one": lambda n: frames(to=n),
    "a frame": lambda n: get("/v1/frame", from_=0, to=n, index=3),
    "a stream": lambda n: get("/v1/stream", from_=0, to=n, duration=0),
    "a curve": lambda n: get("/v1/curve", curve="ease", duration=1 + n / 1e6),
    "unknown names": lambda n: frames(**{f"duratoin{n}{place}": 1 for place in range(60)}),
    "an unknown curve": lambda n: frames(to=9, curve=f"easeOutBounse{n}"),
    "an unknown path": lambda n: get("/v1/framse", n=n),
    "wrong animations": lambda n: post("/v1/frames", animations=[{"id": str(each), "too": n} for each in range(256)]),
    "lists as animations": lambda n: post("/v1/frames", to=n, animations=[[]] * 256),
    "256 animations": lambda n: post("/v1/frames", to=n, animations=[{"id": str(each), "from": each} for each in range(256)]),
    "256 streams": lambda n: post("/v1/stream", duration=0, animations=[{"id": str(each), "to": n} for each in range(256)]),
    "a curve of a thousand stops": lambda n: get("/v1/curve", curve="linear(" + "0,1," * 999 + f"1)", duration=n / 1e4),
    "a spring that hardly rests": lambda n: get("/v1/curve", curve=f"spring(duration:{0.01 + n / 1e12:.12f},bounce:.9999)"),
    "steps as a picture": lambda n: get("/v1/curve", curve="steps(1000)", as_="svg", duration=n / 1e4),
    "decomposed letters": lambda n: post(
        "/v1/frames", **{"from": "a\u0301" * 1900 + str(n)}, to=1, maximumSignificantDigits=21, frames="distinct",
        animations=[{"id": str(each)} for each in range(40)]),
    "hexadecimal hours": lambda n: frames(f"{n} " + "1 h " * 600, to="0x1 " * 600),
    "years to minutes": lambda n: frames(f"{n} " + "1y " * 800, to="1h 1m " * 400),
    "Thai digits as SVG": lambda n: frames("๒" * 400, to="๑" * 400 + str(n), as_="svg"),
    "gzip": lambda n: frames(gzip=True, to=n, duration=100),
    "distinct texts": lambda n: frames(to=n, frames="distinct", duration=60),
    "earlier changes": lambda n: frames(to=n, earlier=json.dumps([{"to": str(each), "ago": 0.1} for each in range(32)])),
    "characters": lambda n: get("/v1/frame", from_="ab " * 300, to="ba " * 300 + str(n), interpolation="morph", index=3),
    "colors": lambda n: get("/v1/frame", from_="#fff " * 300, to="#000 " * 299 + f"#{n % 10**6:06}", index=3),
    "a recording": lambda n: frames(to=n, as_="cast", duration=5),
    "changes of a label": lambda n: send("PUT", "/v1/labels/a", {"to": n}),
    "changes of a long label": lambda n: send(
        "PUT", "/v1/labels/b", {"to": f"{n} " + ["1 " * 2000, "5 km " * 690][n % 2], "interpolation": "numbers"}),
    "a clock as GIF": lambda n: get("/v1/labels/clock", as_="gif", size=8 + n / 1e6),
    "a total as APNG": lambda n: get("/v1/labels/running", as_="apng", seconds=10, size=8 + n / 1e6),
    "a stopwatch as SVG": lambda n: get("/labels/stopwatch.svg", seconds=600, size=8 + n / 1e6),
    "a clock that stands": lambda n: get("/labels/clock.png", size=8 + n / 1e6),
    "captions": lambda n: frames(to=n, as_="vtt", duration=20),
}


def test_all_else_takes_what_it_is_charged(service):
    for name, to, rate in [("clock", "5:00:00", -1), ("running", "$1.00", 12.5), ("stopwatch", "0:00.0", 1)]:
        assert request(service, "PUT", f"/v1/labels/{name}", {"to": to, "rate": rate})[0] == 201
    assert refused(service, ((kind, lambda number, make=make: make(100_000 + number)) for kind, make in KINDS.items())) == []


def test_who_has_used_up_what_it_may_is_told_when_to_come_back(start):
    service = start(work_milliseconds_per_second=10, maximum_work_milliseconds=LIMIT, access_log="false")
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    for number in itertools.count(100_000):
        connection.request(*frames(to=number))
        answer = connection.getresponse()
        answer.read()
        if answer.status == 429:
            break
        assert answer.status == 200
    assert int(answer.headers["Retry-After"]) > 0
    assert number > 100_300
