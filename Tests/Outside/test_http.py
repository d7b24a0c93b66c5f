"""HTTP/1.1 byte by byte: a request as RFC 9110 and 9112 have it, or have it not, and the status that answers it.

After each request stands another. Either the service closes the connection, or it answers that one alone: it must never
take a part of the first for a request.
"""

import re
import socket

import pytest

from rawhttp import exchange

NEXT = b"GET /healthz HTTP/1.1\r\nHost: next\r\nConnection: close\r\n\r\n"
BODY = b'{"from":"1","to":"3","duration":1,"fps":1}'
FRAMES = "/v1/frames?from=1&to=3&duration=1&fps=1"
POST = "POST /v1/frames"
JSON = "Content-Type: application/json\r\n"


def head(line, fields="", host="Host: h\r\n", version="HTTP/1.1"):
    return f"{line} {version}\r\n{host}{fields}\r\n".encode("utf-8")


def post(fields, body=BODY, **rest):
    return head(POST, JSON + fields, **rest) + body


def chunked(body, fields=""):
    return post(f"Transfer-Encoding: chunked\r\n{fields}", body)


CHUNK = b"%x\r\n%s\r\n" % (len(BODY), BODY)
LENGTH = f"Content-Length: {len(BODY)}\r\n"

# What it is: the request, the statuses that may answer it (0 is none at all), and whether the connection may go on.
TABLE = {
    # RFC 9112 section 3.2 and RFC 9110 section 7.2
    "no Host": (head("GET /healthz", host=""), {400}, False),
    "two Hosts": (head("GET /healthz", "Host: other\r\n"), {400}, False),
    "the same Host twice": (head("GET /healthz", "Host: h\r\n"), {400}, False),
    "a Host with a space": (head("GET /healthz", host="Host: a b\r\n"), {400}, False),
    "a Host with a slash": (head("GET /healthz", host="Host: a/b\r\n"), {400}, False),
    "a Host with a port": (head("GET /healthz", host="Host: h:80\r\n"), {200}, True),
    "absolute form": (head("GET http://h/healthz"), {200}, True),
    "absolute form with a query": (head(f"GET http://h{FRAMES}"), {200}, True),
    "absolute form in capitals": (head("GET HTTP://h/healthz"), {200}, True),
    "absolute form without a path": (head("GET http://h"), {200}, True),
    "asterisk form of OPTIONS": (head("OPTIONS *"), {200, 204}, True),
    "asterisk form of GET": (head("GET *"), {400, 404}, True),
    "authority form of CONNECT": (head("CONNECT h:443"), {400, 404, 405, 501}, True),
    "a fragment in the target": (head("GET /healthz#top"), {400, 404}, True),
    "a space in the target": (head("GET /healthz more"), {400}, False),
    "a control character in the target": (head("GET /heal\x01thz"), {400}, False),
    "DEL in the target": (head("GET /heal\x7fthz"), {400}, False),
    "bytes above ASCII in the target": (head("GET /healthz/é"), {400, 404}, True),
    "bytes that are not UTF-8 in the target": (b"GET /\xff HTTP/1.1\r\nHost: h\r\n\r\n", {400, 404}, True),
    "NUL in the target": (head("GET /healthz\0thz"), {400}, False),

    # RFC 9110 section 5.6.2, RFC 9112 section 5
    "a space before the colon": (head("GET /healthz", "X : 1\r\n"), {400}, False),
    "a tab before the colon": (head("GET /healthz", "X\t: 1\r\n"), {400}, False),
    "a space in a name": (head("GET /healthz", "X Y: 1\r\n"), {400}, False),
    "a bracket in a name": (head("GET /healthz", "X(: 1\r\n"), {400}, False),
    "a name that is not ASCII": (head("GET /healthz", "Ü: 1\r\n"), {400}, False),
    "an empty name": (head("GET /healthz", ": 1\r\n"), {400}, False),
    "an empty name, ended by LF": (head("GET /healthz", ":\n"), {400}, False),
    "a field without a colon": (head("GET /healthz", "X\r\n"), {400}, False),
    "an empty value": (head("GET /healthz", "X:\r\n"), {200}, True),
    "a value that is not ASCII": (head("GET /healthz", "X: ü\r\n"), {200}, True),
    "a control character in a value": (head("GET /healthz", "X: a\x01b\r\n"), {400}, False),
    "DEL in a value": (head("GET /healthz", "X: a\x7fb\r\n"), {400}, False),
    "NUL in a value": (head("GET /healthz", "X: a\0b\r\n"), {400}, False),
    "CR in a value": (head("GET /healthz", "X: a\rb\r\n"), {200, 400}, True),
    "a folded value": (head("GET /healthz", "X: a\r\n b\r\n"), {400}, False),
    "a space before the first field": (head("GET /healthz", host=" X: 1\r\nHost: h\r\n"), {200, 400}, True),

    # RFC 9112 section 2.2 and 3
    "an empty line before the request": (b"\r\n" + head("GET /healthz"), {200}, True),
    "LF alone": (b"GET /healthz HTTP/1.1\nHost: h\n\n", {400}, False),
    "two spaces in the request line": (head("GET  /healthz"), {200, 400}, True),
    "tabs in the request line": (b"GET\t/healthz\tHTTP/1.1\r\nHost: h\r\n\r\n", {0, 400}, False),
    "a tab before the target": (b"GET\t/healthz HTTP/1.1\r\nHost: h\r\n\r\n", {0, 400}, False),
    "vertical tabs in the request line": (b"GET\x0b/healthz\x0bHTTP/1.1\r\nHost: h\r\n\r\n", {0, 400}, False),
    "form feeds in the request line": (b"GET\x0c/healthz\x0cHTTP/1.1\r\nHost: h\r\n\r\n", {0, 400}, False),
    "a space before the request line": (b" GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n", {0, 400}, False),
    "a method alone": (b"GET\r\n\r\n", {0, 400}, False),
    "no target": (b"GET HTTP/1.1\r\nHost: h\r\n\r\n", {400, 404, 505}, False),
    "no version": (b"GET /healthz\r\nHost: h\r\n\r\n", {200, 400, 505}, False),
    "HTTP/1.2": (head("GET /healthz", version="HTTP/1.2"), {200, 400, 505}, True),
    "HTTP/2.0": (head("GET /healthz", version="HTTP/2.0"), {400, 505}, False),
    "HTTP/1": (head("GET /healthz", version="HTTP/1"), {400, 505}, False),
    "http/1.1": (head("GET /healthz", version="http/1.1"), {400, 505}, False),
    "HTTPS/1.1": (head("GET /healthz", version="HTTPS/1.1"), {400, 505}, False),
    "the preface of HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 501, 505}, False),

    # RFC 9110 section 9.1 and 15.5.6
    "an unknown method": (head("FOO /healthz"), {501}, False),
    "a method in small letters": (head("get /healthz"), {501}, False),
    "PUT": (head("PUT /v1/frames", "Content-Length: 2\r\n") + b"{}", {405}, True),
    "PATCH": (head("PATCH /v1/frames", "Content-Length: 2\r\n") + b"{}", {405}, True),
    "DELETE": (head("DELETE /v1/frames"), {405}, True),
    "TRACE": (head("TRACE /v1/frames"), {405}, True),
    "POST where only GET is": (head("POST /v1/curve", "Content-Length: 0\r\n"), {405}, True),
    "OPTIONS": (head("OPTIONS /v1/frames"), {200, 204}, True),
    "POST without a word on its body": (head(POST), {411}, True),

    # RFC 9112 section 6
    "a body with its length": (post(LENGTH), {200}, True),
    "a body of GET": (head("GET /healthz", "Content-Length: 5\r\n") + b"hello", {200}, True),
    "two lengths": (post(LENGTH + "Content-Length: 3\r\n"), {400}, False),
    "the same length twice": (post(LENGTH * 2), {400}, False),
    "a list of lengths": (post(f"Content-Length: {len(BODY)}, {len(BODY)}\r\n"), {400}, False),
    "a negative length": (post("Content-Length: -5\r\n"), {400}, False),
    "a length with a plus": (post(f"Content-Length: +{len(BODY)}\r\n"), {400}, False),
    "a length that is no number": (post("Content-Length: many\r\n"), {400}, False),
    "a hexadecimal length": (post("Content-Length: 0x10\r\n"), {400}, False),
    "an empty length": (post("Content-Length:\r\n"), {400}, False),
    "a length beyond 64 bits": (post("Content-Length: 99999999999999999999\r\n"), {400, 413}, False),
    "a length beyond the limit": (post("Content-Length: 70000\r\n"), {413}, False),
    "length and chunks": (post(LENGTH + "Transfer-Encoding: chunked\r\n", CHUNK + b"0\r\n\r\n"), {400}, False),
    "chunks and length": (post("Transfer-Encoding: chunked\r\n" + LENGTH, CHUNK + b"0\r\n\r\n"), {400}, False),
    "an unknown transfer coding": (post("Transfer-Encoding: gzip\r\n"), {400, 501}, False),
    "chunked is not last": (post("Transfer-Encoding: chunked, gzip\r\n", CHUNK + b"0\r\n\r\n"), {400, 501}, False),
    "a space after chunked": (post("Transfer-Encoding: chunked \r\n", CHUNK + b"0\r\n\r\n"), {501}, False),
    "chunked twice": (post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", CHUNK), {400, 501}, False),
    "identity": (post("Transfer-Encoding: identity\r\n" + LENGTH), {400, 501}, False),
    "chunked after a vertical tab": (post("Transfer-Encoding: \x0bchunked\r\n", CHUNK), {400, 501}, False),
    "chunks in HTTP/1.0": (post("Transfer-Encoding: chunked\r\n", CHUNK, version="HTTP/1.0"), {400}, False),

    # RFC 9112 section 7.1; what follows is no request, since libmicrohttpd tells nothing of how chunks were written
    "chunks": (chunked(CHUNK + b"0\r\n\r\n"), {200}, False),
    "small chunks": (chunked(b"".join(b"1\r\n%c\r\n" % byte for byte in BODY) + b"0\r\n\r\n"), {200}, False),
    "chunked in capitals": (post("Transfer-Encoding: CHUNKED\r\n", CHUNK + b"0\r\n\r\n"), {200}, False),
    "a chunk with an extension": (chunked(CHUNK.replace(b"\r\n", b";a=b\r\n", 1) + b"0\r\n\r\n"), {200}, False),
    "CR in a chunk's extension": (chunked(CHUNK.replace(b"\r\n", b";a=\rb\r\n", 1) + b"0\r\n\r\n"), {200, 400}, False),
    "LF in a chunk's extension": (chunked(CHUNK.replace(b"\r\n", b";a=\nb\r\n", 1) + b"0\r\n\r\n"), {200, 400}, False),
    "a chunk's line ended by CR": (chunked(CHUNK.replace(b"\r\n", b"\r", 1) + b"0\r\n\r\n"), {200, 400}, False),
    "a chunk's line ended by LF": (chunked(CHUNK.replace(b"\r\n", b"\n", 1) + b"0\r\n\r\n"), {200, 400}, False),
    "a chunk ended by LF": (chunked(CHUNK[:-2] + b"\n0\r\n\r\n"), {200, 400}, False),
    "CR in a trailer": (chunked(CHUNK + b"0\r\nX: a\rb\r\n\r\n"), {200, 400}, False),
    "a trailer": (chunked(CHUNK + b"0\r\nX: 1\r\n\r\n"), {200}, False),
    "a trailer with an empty name": (chunked(CHUNK + b"0\r\nX: 1\r\n: 1\r\n"), {200, 400}, False),
    "a trailer that looks like framing": (chunked(CHUNK + b"0\r\nContent-Length: 50\r\n\r\n"), {200, 400}, False),
    "a size that is no number": (chunked(b"zz\r\nhello\r\n0\r\n\r\n"), {400}, False),
    "a negative size": (chunked(b"-1\r\nhello\r\n0\r\n\r\n"), {400}, False),
    "a size with 0x": (chunked(b"0x2\r\n{}\r\n0\r\n\r\n"), {400}, False),
    "a size beyond 64 bits": (chunked(b"10000000000000002\r\n{}\r\n0\r\n\r\n"), {400, 413}, False),
    "an empty size": (chunked(b"\r\n{}\r\n0\r\n\r\n"), {400}, False),
    "a chunk longer than its size": (chunked(b"2\r\n{}{}{}\r\n0\r\n\r\n"), {400}, False),
    "chunks beyond the limit": (chunked(b"12000\r\n" + b" " * 0x12000 + b"\r\n0\r\n\r\n"), {413}, False),

    # RFC 9110 section 10.1.1 and 15.5
    "an unknown expectation": (head("GET /healthz", "Expect: tea\r\n"), {200, 417}, True),
    "a long head": (head("GET /healthz", f"X: {'x' * 20000}\r\n"), {431}, False),
    "many fields": (head("GET /healthz", "".join(f"X{n}: 1\r\n" for n in range(3000))), {431}, False),
    "a long target": (head(f"GET /{'x' * 40000}"), {414}, False),
    "a target that fills the head": (head(f"GET /{'x' * 17000}"), {414}, False),
    "a medium that is not JSON": (head(POST, "Content-Type: text/xml\r\nContent-Length: 4\r\n") + b"<a/>", {415}, True),
    "an answer nobody can give": (head(f"GET {FRAMES}", "Accept: image/png\r\n"), {406}, True),
    "an unknown resource": (head("GET /nowhere"), {404}, True),
    "a slash more": (head("GET //healthz"), {404}, True),
    "a way up": (head("GET /v1/../healthz"), {404}, True),

    # RFC 3986 section 2.1
    "an encoded text": (head("GET /v1/frames?from=%31&to=%E2%82%AC3&duration=0"), {200}, True),
    "encoded signs": (head("GET /v1/frames?from=1&to=1%2B1%20%26%23%3D&duration=0"), {200}, True),
    "an encoded NUL": (head("GET /v1/frames?from=1&to=%00&duration=0"), {200, 400}, True),
    "an encoded line break": (head("GET /v1/frames?to=1%0D%0AX:%20y&duration=0&as=nothing"), {400}, True),
    "an encoding cut short": (head("GET /v1/frames?to=%4"), {200, 400}, True),
    "an encoding that is no number": (head("GET /v1/frames?to=%zz"), {200, 400}, True),
    "encoded bytes that are not UTF-8": (head("GET /v1/frames?to=%ff"), {400}, True),
    "an encoded path": (head("GET /%68ealthz"), {200, 404}, True),
}


# What is known to be wrong: a row leaves this table together with its defect.
DEFECTS = {
    "an empty name, ended by LF": "libmicrohttpd 0.9.75 leaves the same bytes as for the empty line that ends a head",
}


def row(name):
    reason = DEFECTS.get(name)
    return pytest.param(name, marks=pytest.mark.xfail(reason=reason, strict=True) if reason else ())


@pytest.mark.parametrize("name", [row(name) for name in TABLE])
def test_a_request_has_the_answer_it_deserves(service, name):
    request, statuses, may_go_on = TABLE[name]
    responses, closed = exchange(service, request + NEXT)
    assert closed, "the connection hangs"
    if not responses:
        assert 0 in statuses, "there was no answer"
        return
    first, *others = responses
    assert first.status in statuses
    if others:
        assert may_go_on, "the connection must not go on after this"
        assert [(other.status, other.body) for other in others] == [(200, b"ok\n")]
    if first.status == 405:
        assert first["Allow"]
    if first.status >= 400:
        assert first["Content-Type"] == "application/problem+json" and first["X-Request-Id"]
    if first.status == 204:
        assert first["Content-Length"] is None and first["Transfer-Encoding"] is None
    assert len([field for field, _ in first.fields if field == "Content-Length"]) <= 1


@pytest.mark.parametrize("path", [FRAMES, "/v1/frame?from=1&to=3&index=0", "/v1/stream?from=1&to=3", "/healthz",
                                  "/readyz", "/nowhere", "/v1/frames?fps=0"])
def test_head_is_get_without_its_body(service, path):
    def ask(method):
        named = head(f"{method} {path}", "X-Request-Id: one\r\n")
        responses, _ = exchange(service, named + NEXT, [method, "GET"])
        # A stream's connection ends with it.
        assert "stream" in path or responses[-1].body == b"ok\n"
        return responses[0]

    def fields(response):
        varying = {"Date", "Content-Length", "Transfer-Encoding"} if "stream" in path else {"Date"}
        return {field for field in response.fields if field[0] not in varying}

    got, headed = ask("GET"), ask("HEAD")
    if "stream" in path and headed.status == 405:
        pytest.skip("streams have no HEAD")
    assert (headed.status, fields(headed)) == (got.status, fields(got))


def test_requests_in_one_packet_are_answered_in_order(service):
    frames = [f"/v1/frame?from=0&to=9&curve=linear&index={index}" for index in (0, 40, 80, 120)]
    sent = b"".join(head(f"GET {path}") for path in frames) + post(LENGTH) + chunked(CHUNK + b"0\r\n\r\n")
    responses, closed = exchange(service, sent)
    assert closed
    assert [response.status for response in responses] == [200] * 6
    texts = [re.search(rb'"frame":{.*"text":"(\d)"', response.body).group(1) for response in responses[:4]]
    assert texts == [b"0", b"3", b"6", b"9"]
    assert responses[4].body == responses[5].body


def test_a_request_may_come_byte_by_byte(service):
    with service.connect() as connection:
        for byte in post(LENGTH) + NEXT:
            connection.sendall(bytes([byte]))
        received = b""
        while piece := connection.recv(65536):
            received += piece
    assert received.count(b"HTTP/1.1 200 OK\r\n") == 2


def test_a_body_is_asked_for(service):
    sent = post(LENGTH + "Expect: 100-continue\r\n") + NEXT
    assert [response.status for response in exchange(service, sent)[0]] == [100, 200, 200]


def test_a_body_that_is_too_long_is_not_asked_for(service):
    responses, closed = exchange(service, post("Content-Length: 70000\r\nExpect: 100-continue\r\n", b""))
    assert closed and [response.status for response in responses] == [413]


def test_old_clients_are_answered(service):
    responses, closed = exchange(service, head("GET /healthz", host="", version="HTTP/1.0"))
    assert closed and [response.body for response in responses] == [b"ok\n"]


def test_old_clients_may_keep_the_connection(service):
    request = head("GET /healthz", "Connection: keep-alive\r\n", host="", version="HTTP/1.0")
    responses, _ = exchange(service, request + NEXT)
    assert [response.body for response in responses] == [b"ok\n"] * len(responses)


def test_old_clients_get_a_stream_without_chunks(service):
    with service.connect() as connection:
        connection.sendall(head("GET /v1/stream?from=1&to=3&duration=0.2&fps=10", version="HTTP/1.0"))
        received = b""
        while piece := connection.recv(65536):
            received += piece
    fields, _, text = received.partition(b"\r\n\r\n")
    assert b"Transfer-Encoding" not in fields
    assert text.startswith(b"retry: ") and text.endswith(b"\n\n")


@pytest.mark.parametrize("field, status", [("{tag}", 304), ("W/{tag}", 304), ('"x", {tag}', 304), ("*", 304), ('"x"', 200)])
def test_what_the_client_holds_is_not_sent_again(service, field, status):
    full = exchange(service, head(f"GET {FRAMES}") + NEXT)[0][0]
    condition = f"If-None-Match: {field.format(tag=full['ETag'])}\r\n"
    for method in "GET", "HEAD":
        response, following = exchange(service, head(f"{method} {FRAMES}", condition) + NEXT, [method, "GET"])[0]
        assert (response.status, following.body) == (status, b"ok\n")
        for name in "ETag", "Cache-Control", "Vary":
            assert response[name] == full[name]
        assert response["Date"]


def test_a_greeting_in_tls_is_no_request(service):
    responses, closed = exchange(service, bytes.fromhex("16030100c8010000c40303") + bytes(194) + b"\r\n\r\n")
    assert closed and all(response.status == 400 for response in responses)


def test_a_client_that_says_nothing_more_gets_its_answer(service):
    with service.connect() as connection:
        connection.sendall(head("GET /healthz"))
        connection.shutdown(socket.SHUT_WR)
        assert connection.recv(65536).endswith(b"ok\n")
