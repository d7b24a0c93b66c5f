"""A kinetype process that a test started, watched from outside."""

import contextlib
import functools
import http.client
import json
import os
import random
import re
import resource
import signal
import socket
import struct
import subprocess
import tempfile
import time
from pathlib import Path


class Service:
    """Serves on a free port of loopback, with the given settings: `Service(head_timeout=2)`."""

    def __init__(
            self, log: Path, nofile: tuple[int, int] | None = None, variables: dict | None = None, port: int = 0,
            binary: str | None = None, **settings):
        """`nofile`: how many descriptors it may have as it begins, and how many it may allow itself; `port`: 0 for any;
        `binary`: that of another version."""
        self.log = log
        environment = {name: value for name, value in os.environ.items() if not name.startswith("KINETYPE_")}
        environment["KINETYPE_LOG_FORMAT"] = "text"
        # The usual file belongs to one process alone.
        environment["KINETYPE_LABELS"] = "memory"
        environment |= variables or {}
        environment |= {f"KINETYPE_{name.upper()}": str(value) for name, value in settings.items()}
        with log.open("w") as output:
            self.process = subprocess.Popen(
                [binary or os.environ["KINETYPE"], "serve", "--port", str(port)], env=environment, stderr=output,
                preexec_fn=nofile and (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, nofile)))
        try:
            address = wait_for(lambda: re.search(r"address\W+https?://127\.0\.0\.1:(\d+)/", log.read_text()))
        except BaseException:
            # Nobody else knows of it yet.
            self.process.kill()
            self.process.wait()
            raise
        self.port = int(address.group(1))

    def get(self, path: str, timeout: float = 10, **fields) -> tuple[int, dict, bytes]:
        """Status, header fields and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in fields.items()})
            response = connection.getresponse()
            return response.status, dict(response.headers), response.read()
        finally:
            connection.close()

    def connect(self, timeout: float = 5) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    @property
    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    @property
    def memory(self) -> int:
        """KiB of memory that are its own; the code, of which more is read in as more is used, is left out."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+)", status).group(1))

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def errors(self) -> list[str]:
        """What it logged at the level error or above."""
        return re.findall(
            r'^\S+ (?:error|critical) .*|^.*"level":"(?:error|critical)".*|^.*Fatal error.*', self.log.read_text(), re.MULTILINE)

    def stop(self, within: float = 15) -> int:
        """Asks it to end, and returns its exit status."""
        if self.is_running:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise


def choices(path: str, name: str) -> list[str]:
    """What a parameter may be, as the service itself tells, so that no list of a test forgets what is new."""
    document = described()

    def found(part: dict) -> dict:
        return functools.reduce(dict.get, part["$ref"].split("/")[1:], document) if "$ref" in part else part

    parameters = map(found, document["paths"][path]["get"]["parameters"])
    return next(found(each["schema"])["enum"] for each in parameters if each["name"] == name)


@functools.cache
def described() -> dict:
    """The service's own description."""
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder) / "log")
        try:
            return json.loads(service.get("/openapi.json")[2])
        finally:
            service.stop()


class WallClock:
    """A time of day that a test sets for the services that it starts with its `variables`."""

    def __init__(self, folder: Path, seconds: int = 0):
        library, self.shift = folder / "wall-clock.so", folder / f"shift{seconds}"
        if not library.exists():
            source = Path(__file__).with_name("wall-clock.c")
            subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source], check=True)
        self.shift.write_bytes(struct.pack("q", seconds))
        self.variables = {"LD_PRELOAD": str(library), "WALL_CLOCK_SHIFT": str(self.shift)}

    def set(self, seconds: int):
        """So far from that of this machine."""
        with self.shift.open("r+b") as file:
            file.write(struct.pack("q", seconds))


def wait_for(condition, within: float = 60):
    """The first true value of a condition."""
    deadline = time.monotonic() + within
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {within} seconds")
        time.sleep(0.02)
    return value


def end(process: subprocess.Popen, how: int = signal.SIGTERM):
    """Ends a program of others, by force where it takes too long."""
    process.send_signal(how)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.contextmanager
def wrk(*arguments: str):
    """A load by wrk beside what a test does; it does not outlive a test that fails."""
    # An answer after two seconds is an error by default; a busy machine may stand still for longer.
    process = subprocess.Popen(["wrk", "--timeout", "8s", *arguments], stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def free_port() -> int:
    """One below those that the system itself gives away, so that nobody has it by chance before it is used."""
    while True:
        port = random.randrange(11_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
