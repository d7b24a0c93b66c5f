"""A Redis that a test started."""

import contextlib
import subprocess
from pathlib import Path

from service import free_port, wait_for


@contextlib.contextmanager
def redis_server(folder: Path, *options: str):
    """The port of a Redis with these options, which keeps its data and its log in the folder."""
    port, log = free_port(), folder / "log"
    command = ["redis-server", *options, f"--port {port}", "--bind 127.0.0.1", f"--dir {folder}"]
    with log.open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        wait_for(lambda: "Ready to accept" in log.read_text() or process.poll() is not None)
        assert process.poll() is None, log.read_text()
        yield port
    finally:
        process.terminate()
        process.wait(10)
