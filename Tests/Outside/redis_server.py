"""A Redis that a test started."""

import signal
import subprocess
from pathlib import Path

from service import end, free_port, wait_for


class RedisServer:
    """A Redis with these options on a free port of loopback, which keeps its data and its log in the folder."""

    def __init__(self, folder: Path, *options: str):
        self.folder, self.port = folder, free_port()
        self.command = ["redis-server", *options, f"--port {self.port}", "--bind 127.0.0.1", f"--dir {folder}"]
        self.start()

    def start(self):
        """Begins, or begins again with what it has kept."""
        log = self.folder / "log"
        with log.open("w") as output:
            self.process = subprocess.Popen(self.command, stdout=output, stderr=output)
        try:
            wait_for(lambda: "Ready to accept" in log.read_text() or self.process.poll() is not None)
            assert self.process.poll() is None, log.read_text()
        except BaseException:
            self.end(signal.SIGKILL)
            raise

    def run(self, *command: str) -> str:
        """What it says to a command."""
        result = subprocess.run(["redis-cli", "-p", str(self.port), *command], capture_output=True, text=True, check=True)
        return result.stdout.strip()

    def end(self, how: int = signal.SIGTERM):
        # One that stands still hears nothing but SIGKILL.
        self.process.send_signal(signal.SIGCONT)
        end(self.process, how)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
