"""A stream through nginx, HAProxy and Caddy, each started with our file."""

import http.client
import json
import re
import socket
import subprocess
import time

import pytest

from proxies import COMMANDS, proxy_before
from service import wait_for

DURATION, FPS = 1.5, 20
PLACES = 5
STREAM = f"/v1/stream?from=0&to=1000&duration={DURATION}&fps={FPS}"


@pytest.fixture(scope="module")
def service(start):
    return start(maximum_streams=PLACES, trusted_proxies="127.0.0.1", requests_per_second=0.01, request_burst=100_000)


@pytest.fixture(params=COMMANDS, ids=lambda name: name.split(".")[0].lower(), scope="module")
def proxy(request, service, tmp_path_factory):
    """The port of a proxy in front of the service."""
    with proxy_before(service, request.param, tmp_path_factory.mktemp("proxy")) as port:
        yield port


def fetch(port: int, path: str, method: str = "GET", source: str = "127.0.0.1", **fields) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=(source, 0))
    connection.request(method, path, headers=fields)
    return connection.getresponse()


def arrivals(port: int, path: str) -> list[float]:
    """When the head and each piece of a stream came, in seconds since the request."""
    start = time.monotonic()
    response = fetch(port, path, **{"Accept-Encoding": "gzip, br"})
    moments = [time.monotonic() - start]
    while response.read1(65536):
        moments.append(time.monotonic() - start)
    return moments


def is_smooth(moments: list[float]) -> bool:
    gaps = [after - before for before, after in zip(moments, moments[1:])]
    return (moments[0] < 0.3 and DURATION - 0.2 < moments[-1] - moments[0] < DURATION + 0.4
            and len(moments) > 0.8 * DURATION * FPS and max(gaps) < 0.25)


@pytest.mark.parametrize("form", ["sse", "ndjson", "text"])
def test_frames_arrive_one_by_one(proxy, form):
    # A busy machine may disturb some streams; a proxy that buffers holds back each.
    runs = []
    for _ in range(25):
        runs.append(arrivals(proxy, f"{STREAM}&as={form}"))
        if is_smooth(runs[-1]):
            return
    pytest.fail(f"frames came in bursts: {runs}")


def test_header_fields_are_kept(proxy):
    response = fetch(proxy, STREAM, Origin="https://example.org")
    assert response.headers["Content-Type"] == "text/event-stream"
    assert response.headers["Cache-Control"] == "no-store, no-transform"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    response.close()


def test_a_validator_survives(proxy, service):
    path = "/v1/frames?from=1&to=9"
    response = fetch(proxy, path)
    tag, body = response.headers["ETag"], response.read()
    assert body == service.get(path)[2]
    assert fetch(proxy, path, **{"If-None-Match": tag}).status == 304
    assert fetch(proxy, path, method="HEAD").headers["ETag"] == tag


def test_a_stream_that_was_seen_to_its_end_is_not_repeated(proxy):
    assert fetch(proxy, STREAM, **{"Last-Event-ID": str(int(DURATION * FPS))}).status == 204


@pytest.mark.parametrize("pace", ["duration=60&fps=10", "delay=100"], ids=["busy", "silent"])
def test_the_service_notices_a_client_that_leaves(proxy, pace):
    def place():
        response = fetch(proxy, f"/v1/stream?from=0&to=9&{pace}")
        return response if response.status == 200 else None
    responses = [wait_for(place, within=40) for _ in range(PLACES)]
    assert place() is None
    for response in responses:
        response.read1(100)
        response.close()
    assert all(wait_for(place, within=40) for _ in range(PLACES))


def test_the_service_knows_who_asks(proxy):
    """Each address of loopback is a client with a rate of its own, whatever it says of itself."""
    def left(source: str, **fields) -> int:
        response = fetch(proxy, "/v1/frame?from=1&to=3&index=0", source=source, **fields)
        return int(re.search(r'^"requests";r=(\d+);t=\d+$', response.headers["RateLimit"]).group(1))

    one, other = left("127.0.0.2"), left("127.0.0.3")
    assert left("127.0.0.2", **{"X-Forwarded-For": "192.0.2.1"}) == one - 1
    assert left("127.0.0.2", Forwarded="for=192.0.2.1") == one - 2
    assert left("127.0.0.3") == other - 1


HIDDEN = b"GET /v1/curves HTTP/1.1\r\nHost: h\r\nX-Request-Id: hidden\r\nConnection: close\r\n\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(b"0\r\n\r\n" + HIDDEN)
CHUNKED = b"Transfer-Encoding: chunked\r\n"


def post(fields: bytes, body: bytes, version: bytes = b"1.1") -> bytes:
    return (b"POST /v1/frames?to=3&duration=0 HTTP/%s\r\nHost: h\r\nContent-Type: application/json\r\n%s\r\n%s"
            % (version, fields, body))


def two_ends(coding: bytes, version: bytes = b"1.1") -> bytes:
    """A body with a length, which ends before the hidden request for who believes in chunks."""
    return post(LENGTH + coding, b"0\r\n\r\n" + HIDDEN, version)


def chunks(body: bytes) -> bytes:
    return post(CHUNKED, body + HIDDEN)


# Requests of which one reader may see another end than the next, each with another request where one of them sees it.
AMBIGUOUS = {
    "chunks and a length": two_ends(CHUNKED),
    "chunks and a length in HTTP/1.0": two_ends(CHUNKED, b"1.0"),
    "chunks and a length before the last chunk": post(
        b"Content-Length: 4\r\n" + CHUNKED, b"%x\r\n%s\r\n0\r\n\r\n" % (len(HIDDEN), HIDDEN)),
    "two lengths, the shorter first": post(b"Content-Length: 0\r\nContent-Length: %d\r\n" % len(HIDDEN), HIDDEN),
    "two lengths, the longer first": post(b"Content-Length: %d\r\nContent-Length: 0\r\n" % len(HIDDEN), HIDDEN),
    "a list of lengths": post(b"Content-Length: 0, %d\r\n" % len(HIDDEN), HIDDEN),
    "a folded length": post(b"Content-Length: 0\r\n %d\r\n" % len(HIDDEN), HIDDEN),
    "a length with a plus": post(b"Content-Length: +%d\r\n" % len(HIDDEN), HIDDEN),
    "a negative length": post(b"Content-Length: -1\r\n", HIDDEN),
    "a length of 0x": post(b"Content-Length: 0x%x\r\n" % len(HIDDEN), HIDDEN),
    "a length with a word behind": post(b"Content-Length: %d bytes\r\n" % len(HIDDEN), HIDDEN),
    "a length beyond 64 bits": post(b"Content-Length: 18446744073709551616\r\n", HIDDEN),
    "a length with a space before its colon": post(b"Content-Length : %d\r\n" % len(HIDDEN), HIDDEN),
    "a length of GET": b"GET /healthz HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n%s" % (len(HIDDEN), HIDDEN),
    "a folded coding": two_ends(b"Transfer-Encoding:\r\n chunked\r\n"),
    "a field that folds into a coding": two_ends(b"X: x\r\n Transfer-Encoding: chunked\r\n"),
    "a coding with a space before its colon": two_ends(b"Transfer-Encoding : chunked\r\n"),
    "a coding behind LF": two_ends(b"X: x\nTransfer-Encoding: chunked\r\n"),
    "a coding behind CR": two_ends(b"X: x\rTransfer-Encoding: chunked\r\n"),
    "a coding behind NUL": two_ends(b"X: x\0\r\nTransfer-Encoding: chunked\r\n"),
    "an unknown coding": two_ends(b"Transfer-Encoding: xchunked\r\n"),
    "identity": two_ends(b"Transfer-Encoding: identity\r\n"),
    "chunked is not last": two_ends(b"Transfer-Encoding: chunked, identity\r\n"),
    "chunked twice": two_ends(CHUNKED + CHUNKED),
    "chunked after a vertical tab": two_ends(b"Transfer-Encoding: \x0bchunked\r\n"),
    "a space after chunked": post(b"Transfer-Encoding: chunked \r\n", b"0\r\n\r\n" + HIDDEN),
    "an empty name": post(b": 1\r\nContent-Length: %d\r\n" % len(HIDDEN), HIDDEN),
    # To libmicrohttpd the newline ends the line; who takes it for a part of the extension sees another body.
    "an extension ended by LF": chunks(b"0;\n\r\n"),
    "an extension with CR": chunks(b"0;a=\rb\r\n\r\n"),
    "an extension with LF and a chunk": chunks(b"2;\n{}\r\n0\r\n\r\n"),
    "a last chunk's line ended by LF": chunks(b"0\n\r\n"),
    "a chunk's line ended by CR": chunks(b"2\r{}\r\n0\r\n\r\n"),
    "a chunk ended by LF": chunks(b"2\r\n{}\n0\r\n\r\n"),
    "a body ended by LF": chunks(b"0\r\n\n"),
    "a size of 0x": chunks(b"0x0\r\n\r\n"),
    "a size with a plus": chunks(b"+0\r\n\r\n"),
    "a negative size": chunks(b"-0\r\n\r\n"),
    "an empty size": chunks(b"\r\n\r\n"),
    "a space before a size": chunks(b" 0\r\n\r\n"),
    "a space after a size": chunks(b"0 \r\n\r\n"),
    "a size beyond 64 bits": chunks(b"10000000000000000\r\n\r\n"),
    "a chunk longer than its size": chunks(b"2\r\n{}}\r\n0\r\n\r\n"),
    "a trailer ended by LF": chunks(b"0\r\nX: 1\n\r\n"),
    "a folded trailer": chunks(b"0\r\nX: 1\r\n 2\r\n\r\n"),
    "a trailer without a name": chunks(b"0\r\n: 1\r\n\r\n"),
    "a trailer with CR": chunks(b"0\r\nX: 1\r\rY: 2\r\n\r\n"),
    "a trailer with NUL": chunks(b"0\r\n\0\r\n\r\n"),
    "a trailer that is a length": chunks(b"0\r\nContent-Length: %d\r\n\r\n" % len(HIDDEN)),
}

# Two requests to libmicrohttpd 0.9.75, and none to these proxies.
UNSEEN = {"an empty name, ended by LF": b"GET /healthz HTTP/1.1\r\nHost: h\r\n:\n" + HIDDEN}


class Exchange:
    """What comes back for bytes that were sent."""

    def __init__(self, port: int, sent: bytes):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.socket.sendall(sent)
        self.answer = b""

    def listen(self, silence: float) -> None:
        """Until the other side closes, or is silent for so long."""
        self.socket.settimeout(silence)
        try:
            while part := self.socket.recv(65536):
                self.answer += part
        except OSError:
            pass

    @property
    def found(self) -> int:
        """How often the hidden request has been answered."""
        return self.answer.lower().count(b"x-request-id: hidden")


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_ambiguous_framing_is_never_two_requests(service, name):
    exchange = Exchange(service.port, AMBIGUOUS[name])
    exchange.socket.shutdown(socket.SHUT_WR)
    exchange.listen(10)
    exchange.socket.close()
    assert exchange.answer.count(b"HTTP/1.1 ") == 1 and exchange.found == 0


@pytest.mark.parametrize("name", AMBIGUOUS | UNSEEN)
def test_no_request_slips_through_a_proxy(proxy, service, name):
    """What the proxy takes for a body is none to the service: who sent it gets each answer, and nobody else any."""
    def served():
        counts = re.findall(
            r'^kinetype_http_requests_total\{[^}]*route="/v1/curves"[^}]*\} (\d+)', service.get("/metrics")[2].decode(), re.M)
        return sum(map(int, counts))

    before = served()
    exchange = Exchange(proxy, (AMBIGUOUS | UNSEEN)[name])
    exchange.listen(0.3)
    # On the connections that the proxy has kept.
    for _ in range(3):
        assert fetch(proxy, "/healthz").read() == b"ok\n"

    def is_told():
        exchange.listen(0.1)
        return exchange.found == served() - before

    wait_for(is_told)
    exchange.socket.close()


@pytest.fixture(scope="module")
def site(service, tmp_path_factory):
    """The address of the service behind Caddy, with a certificate of its own, as with a host's name."""
    with proxy_before(service, "Caddyfile", tmp_path_factory.mktemp("https"), "https",
                      KINETYPE_SITE="https://localhost:{port}") as port:
        yield f"https://localhost:{port}"


def test_caddy_speaks_http_2_and_streams_share_a_connection(site):
    told = subprocess.run(
        ["curl", "--insecure", "--http2", "--silent", "--no-buffer", "--parallel", "--max-time", "30",
         "--write-out", "%{http_version} %{http_code} %{num_connects}\n", *[f"{site}{STREAM}&as=ndjson", "--output", "-"] * 3],
        capture_output=True, text=True, check=True).stdout.splitlines()
    assert sorted(line for line in told if line.startswith("2 ")) == ["2 200 0", "2 200 0", "2 200 1"]
    # Side by side: each has begun before one ends.
    moments = [json.loads(line)["time"] for line in told if line.startswith('{"index"')]
    assert moments.count(0) == 3 and moments[:moments.index(DURATION)].count(0) == 3


def test_many_requests_share_connections_of_http_2(site):
    said = subprocess.run(
        ["h2load", "--requests", "2000", "--clients", "4", "--max-concurrent-streams", "32", f"{site}/v1/frames?from=1&to=9"],
        capture_output=True, text=True, check=True).stdout
    assert "2000 total, 2000 started, 2000 done, 2000 succeeded, 0 failed, 0 errored, 0 timeout" in said, said
    assert "status codes: 2000 2xx" in said and "Application protocol: h2" in said, said
