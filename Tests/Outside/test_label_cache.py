"""Frames of labels behind a cache: the service is asked once a change, however many watch."""

import json
import os
import subprocess
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from service import free_port, wait_for

VIEWERS = 60

# A master that is root has workers that are not, which may not write the cache.
CONFIGURATION = """
{user}
events {{}}
http {{
  access_log {folder}/access.log;
  proxy_cache_path {folder}/cache keys_zone=frames:1m;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/temp; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  log_format upstream '$upstream_cache_status';
  server {{
    listen 127.0.0.1:{port};
    access_log {folder}/cached.log upstream;
    location / {{
      proxy_pass http://127.0.0.1:{upstream};
      proxy_cache frames;
      proxy_cache_lock on;
    }}
  }}
}}
"""


@pytest.fixture
def cache(start, tmp_path):
    """The addresses of a service and of a caching nginx before it, and the file where that says what it had."""
    service, port = start(), free_port()
    (tmp_path / "nginx.conf").write_text(CONFIGURATION.format(
        user="" if os.geteuid() else "user root;", folder=tmp_path, port=port, upstream=service.port))
    process = subprocess.Popen(
        ["nginx", "-p", str(tmp_path), "-e", str(tmp_path / "error.log"), "-g", f"daemon off; pid {tmp_path}/pid;",
         "-c", str(tmp_path / "nginx.conf")], env=dict(os.environ, HOME=str(tmp_path)))

    def is_ready():
        assert process.poll() is None, (tmp_path / "error.log").read_text()
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz").status == 200
        except OSError:
            return False

    try:
        wait_for(is_ready)
        yield f"http://127.0.0.1:{service.port}", f"http://127.0.0.1:{port}", tmp_path / "cached.log"
    finally:
        process.terminate()
        process.wait()


def put(service, **members):
    request = urllib.request.Request(
        f"{service}/v1/labels/total", method="PUT", data=json.dumps(members).encode(),
        headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def test_a_change_is_fetched_once_however_many_viewers_there_are(cache):
    service, proxy, log = cache
    put(service, to="0 km", duration=1)
    log.write_text("")
    for change in range(1, 4):
        label = put(service, to=f"{change}000 km")
        address = f"{proxy}/v1/labels/total/frames?version={label['version']}&start={label['start']}"
        with ThreadPoolExecutor(20) as viewers:
            bodies = set(viewers.map(lambda _, address=address: urllib.request.urlopen(address).read(), range(VIEWERS)))
        assert len(bodies) == 1
        assert json.loads(bodies.pop())["frames"][-1]["text"] == f"{change}000 km"
    states = log.read_text().split()
    assert len(states) == 3 * VIEWERS
    assert states.count("MISS") == 3
    assert set(states) == {"MISS", "HIT"}
