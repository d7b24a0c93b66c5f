"""What a client gets of the processor is what it is charged: whatever it asks for, it is told in time to come back later."""

import http.client
import itertools
import json
from urllib.parse import quote, urlencode

import pytest

# Milliseconds of work that a client may have at once; a tenth comes back in a second.
BUDGET = 100
# Seconds of the processor that this may be, on whatever machine: ten times as long on a slow and busy one.
BOUND = 1


@pytest.fixture(scope="module")
def service(start):
    return start(work_milliseconds_per_second=10, maximum_work_milliseconds=BUDGET, access_log="false")


@pytest.fixture(scope="module")
def answer_seconds(service):
    """What any answer takes of this machine's processor beside its work: three times the shortest, which asks for nothing."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    before, count = service.cpu, 2_000
    for _ in range(count):
        connection.request("GET", "/healthz")
        connection.getresponse().read()
    return 3 * (service.cpu - before) / count


def get(path, gzip=False, **parameters):
    parameters = {name.rstrip("_"): value for name, value in parameters.items()}
    headers = {"Accept-Encoding": "gzip"} if gzip else {}
    return "GET", f"{path}?{urlencode(parameters, quote_via=quote)}", None, headers


def frames(from_=0, gzip=False, **parameters):
    return get("/v1/frames", gzip, from_=from_, **parameters)


def post(path, **document):
    return send("POST", path, document)


def send(method, path, document):
    return method, path, json.dumps(document), {"Content-Type": "application/json"}


def ideograms(first):
    return "".join(f"{place % 10}{chr(0x4E00 + (first + place) % 20_000)}" for place in range(2_000))


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
    "runs": lambda n: post(
        "/v1/frames", **{"from": ideograms(n)}, to=ideograms(n + 5_000)[40:], interpolation="morph", include="runs", duration=0.1),
    "colors": lambda n: get("/v1/frame", from_="#fff " * 300, to="#000 " * 299 + f"#{n % 10**6:06}", index=3),
    "a recording": lambda n: frames(to=n, as_="cast", duration=5),
    "changes of a label": lambda n: send("PUT", "/v1/labels/a", {"to": n}),
    "changes of a long label": lambda n: send(
        "PUT", "/v1/labels/b", {"to": f"{n} " + ["1 " * 2000, "5 km " * 690][n % 2], "interpolation": "numbers"}),
    "captions": lambda n: frames(to=n, as_="vtt", duration=20),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_client_gets_what_it_is_charged(service, answer_seconds, kind):
    # Each kind comes from an address of its own.
    address = f"127.0.1.{1 + list(KINDS).index(kind)}"
    connection = http.client.HTTPConnection("127.0.0.1", service.port, source_address=(address, 0), timeout=30)
    before = service.cpu
    for number in itertools.count(100_000):
        connection.request(*KINDS[kind](number))
        answer = connection.getresponse()
        answer.read()
        count = number - 100_000 + 1
        took = service.cpu - before - count * answer_seconds
        assert took < BOUND, f"{count} answers took {took} s for {BUDGET} ms"
        if answer.status == 429:
            break
        assert answer.status in (200, 201, 400, 404)
    assert int(answer.headers["Retry-After"]) > 0
