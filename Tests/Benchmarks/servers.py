"""The servers that are measured: each is a function from a port to a command line."""

import hashlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent.parent / ".build/release"
# The file for labels that is usual belongs to one process alone, and to the user.
os.environ.setdefault("KINETYPE_LABELS", "memory")


def kinetype(threads, log=False):
    """No other server here logs its requests; with `log`, this one does."""
    service = [BUILD / "kinetype", "serve", "--threads", threads, "--log-level", "info" if log else "error", "--port"]
    return lambda port: ["env", f"KINETYPE_ACCESS_LOG={str(log).lower()}", *service, port]


def bare(file, threads=1):
    return lambda port: [BUILD / "BareEpoll", "-t", threads, port, file]


def microhttpd(file, threads):
    return lambda port: [BUILD / "MicrohttpdFixed", "-t", threads, port, file]


def node(port):
    return ["node", HERE / "peers/node.mjs", port]


def go(folder):
    def command(port):
        program = folder / "go-server"
        if not program.exists():
            if subprocess.run(["go", "build", "-o", program, HERE / "peers/server.go"]).returncode:
                raise Unavailable("its program cannot be built")
        return [program, port]

    return command


def nginx(file, folder):
    (folder / "v1").mkdir(exist_ok=True)
    shutil.copy(file, folder / "v1/frames")
    text = (HERE / "peers/nginx.conf").read_text().replace("FOLDER", str(folder))

    def command(port):
        (folder / "nginx.conf").write_text(text.replace("PORT", str(port)))
        return ["nginx", "-e", folder / "error.log", "-c", folder / "nginx.conf"]

    return command


class Unavailable(SystemExit):
    """A server that cannot be measured. It ends the run, unless who asked can do without."""


class Server:
    """A process that listens on a loopback port of its own."""

    def __init__(self, command, core=None, patience=0.05):
        self.patience = patience
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        words = [str(word) for word in command(self.port)]
        self.said = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            words, stdout=subprocess.DEVNULL, stderr=self.said,
            preexec_fn=None if core is None else lambda: os.sched_setaffinity(0, {core}))
        self.folder = Path(f"/proc/{self.process.pid}")

    def __enter__(self):
        try:
            self.wait_until_it_listens()
        except BaseException:
            self.__exit__()
            raise
        return self

    def wait_until_it_listens(self):
        deadline = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                return socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(self.patience)
        self.said.seek(0)
        words = self.said.read().decode(errors="replace").strip()
        raise Unavailable(f"does not listen: {' '.join(self.process.args)}\n{words}".strip())

    def wait_until_idle(self):
        """Waits for what is prepared beside the first answers: two tenths of a second without CPU time."""
        used = None
        while used != (used := self.cpu()):
            time.sleep(0.2)

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.said.close()

    def processes(self):
        """The folders of the process and of its children, since nginx works in some."""
        children = (self.folder / f"task/{self.process.pid}/children").read_text().split()
        return [Path(f"/proc/{process}") for process in [self.process.pid, *children]]

    def cpu(self):
        """Seconds of CPU time."""
        ticks = 0
        for folder in self.processes():
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self, kind="VmRSS"):
        """KiB; VmHWM is the most there has been."""
        lines = [line for folder in self.processes() for line in (folder / "status").read_text().splitlines()]
        return sum(int(line.split()[1]) for line in lines if line.startswith(kind))

    def descriptors(self):
        return len(os.listdir(self.folder / "fd"))


def document(folder, query):
    """Kinetype's own answer as a file, so that every server sends the same bytes."""
    path = folder / f"{hashlib.sha256(query.encode()).hexdigest()[:16]}.json"
    if not path.exists():
        with Server(kinetype(1)) as server:
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/v1/frames?{query}") as answer:
                path.write_bytes(answer.read())
    return path
