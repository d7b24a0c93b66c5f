"""HTTP/1.1 as bytes: what is sent is what stands in the test, what comes back is taken apart strictly."""

import re
import socket
from dataclasses import dataclass

from service import Service


@dataclass
class Response:
    version: str
    status: int
    fields: list[tuple[str, str]]
    body: bytes

    def __getitem__(self, name: str) -> str | None:
        return next((value for field, value in self.fields if field.lower() == name.lower()), None)


class Malformed(Exception):
    """The service sent what is not HTTP/1.1."""


def exchange(service: Service, sent: bytes, methods=("GET",), timeout: float = 8) -> tuple[list[Response], bool]:
    """Sends bytes on a new connection and reads until it is closed, or silent for the whole timeout.

    `methods` are those of the requests in order, as the answer to HEAD has no body; the last counts for all further.
    The timeout is below `head_timeout`, which would end a connection that hangs.
    The second result tells whether the service closed the connection.
    """
    with service.connect(timeout) as connection:
        connection.sendall(sent)
        connection.settimeout(timeout)
        received, closed = b"", False
        while True:
            try:
                piece = connection.recv(65536)
            except ConnectionResetError:
                piece = b""
            except socket.timeout:
                break
            if not piece:
                closed = True
                break
            received += piece
    return parse(received, methods), closed


def parse(received: bytes, methods) -> list[Response]:
    """Every response in what was received, with nothing between them."""
    responses, final = [], 0
    while received:
        head, mark, rest = received.partition(b"\r\n\r\n")
        if not mark:
            raise Malformed(received)
        line, *lines = head.decode("latin-1").split("\r\n")
        match = re.fullmatch(r"HTTP/(1\.[01]) (\d{3}) [^\r\n]*", line)
        fields = [re.fullmatch(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*", each) for each in lines]
        if not match or None in fields:
            raise Malformed(head)
        response = Response(match[1], int(match[2]), [(field[1], field[2]) for field in fields], b"")
        method = methods[min(final, len(methods) - 1)]
        final += response.status >= 200
        if method != "HEAD" and response.status >= 200 and response.status not in (204, 304):
            response.body, rest = body(response, rest)
        responses.append(response)
        received = rest
    return responses


def body(response: Response, rest: bytes) -> tuple[bytes, bytes]:
    if response["Transfer-Encoding"]:
        pieces = b""
        while True:
            size, mark, rest = rest.partition(b"\r\n")
            if not mark or not re.fullmatch(rb"[0-9A-Fa-f]+", size):
                raise Malformed(size)
            length = int(size, 16)
            if rest[length:length + 2] != b"\r\n":
                raise Malformed(rest)
            pieces, rest = pieces + rest[:length], rest[length + 2:]
            if length == 0:
                return pieces, rest
    length = int(response["Content-Length"] or "0")
    if len(rest) < length:
        raise Malformed(rest)
    return rest[:length], rest[length:]
