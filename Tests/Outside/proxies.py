"""A proxy before a service, started with our file."""

import contextlib
import os
import ssl
import subprocess
import urllib.request
from pathlib import Path

from service import end, free_port, wait_for

CONFIG = Path(__file__).parents[2] / "Config"

COMMANDS = {
    # A master that is root has workers that are not, which may not write the folder.
    "nginx.conf": "nginx -p {folder} -e {folder}/error.log -g 'daemon off; pid {folder}/pid;"
                  + ("" if os.geteuid() else " user root;") + "' -c {file}",
    "haproxy.cfg": "haproxy -db -f {file}",
    "Caddyfile": "caddy run --config {file} --adapter caddyfile",
}


# It must not open port 80, nor ask to be trusted by this machine.
CADDY = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"


# A service that a busy machine holds up for a second is to count as one that is there.
PATIENCE = {
    "haproxy.cfg": [("defaults\n", "defaults\n  timeout check 30s\n")],
    "Caddyfile": [("health_timeout 1s", "health_timeout 30s")],
}


def configuration(name: str, folder: Path, port: int, upstream: int) -> Path:
    """A copy of our file for these ports, which writes nothing outside the folder."""
    text = (CONFIG / name).read_text()
    for old, new in {
            "nginx.conf": [("listen 80;", f"listen 127.0.0.1:{port};"), ("/var/cache/nginx", f"{folder}/cache")],
            "haproxy.cfg": [("bind :80\n", f"bind 127.0.0.1:{port}\n")],
            "Caddyfile": [("{$KINETYPE_SITE::80} {", f"{CADDY}{{$KINETYPE_SITE:http://127.0.0.1:{port}}} {{")]}[name] + [
                ("127.0.0.1:8080", f"127.0.0.1:{upstream}")] + PATIENCE.get(name, []):
        assert old in text
        text = text.replace(old, new)
    copy = folder / name
    copy.write_text(text)
    return copy


@contextlib.contextmanager
def proxy_before(service, name: str, folder: Path, scheme: str = "http", **variables: str):
    """The port of a proxy, by the name of its file."""
    port = free_port()
    variables = {variable: value.format(port=port) for variable, value in variables.items()}
    with running(name, folder, configuration(name, folder, port, service.port), port, scheme, variables):
        yield port


@contextlib.contextmanager
def running(name: str, folder: Path, file: Path, port: int, scheme: str = "http", variables: dict[str, str] = {}):
    """A proxy with a copy of our file, by the name of that, from when a service behind it is ready."""
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            ["sh", "-c", "exec " + COMMANDS[name].format(folder=folder, file=file)], stdout=log, stderr=subprocess.STDOUT,
            env=dict(os.environ, HOME=str(folder), **variables))

    def is_ready():
        assert process.poll() is None, (folder / "log").read_text()
        try:
            # Its certificate is its own.
            return urllib.request.urlopen(
                f"{scheme}://localhost:{port}/readyz", timeout=10, context=ssl._create_unverified_context()).status == 200
        except OSError:
            return False

    try:
        wait_for(is_ready)
        yield
    finally:
        end(process)
