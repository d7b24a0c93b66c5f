"""Frames of labels behind the cache of our nginx.conf: the service is asked once a change, however many watch."""

import json
import re
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from proxies import proxy_before

VIEWERS, AT_ONCE = 200, 20
KEY = "secret-of-the-writer"


@pytest.fixture(scope="module")
def service(start):
    return start(trusted_proxies="127.0.0.1", requests_per_second=0.01, request_burst=100_000, write_keys=KEY)


@pytest.fixture(scope="module")
def proxy(service, tmp_path_factory):
    """The address of a caching nginx in front of the service."""
    with proxy_before(service, "nginx.conf", tmp_path_factory.mktemp("nginx")) as port:
        yield f"http://127.0.0.1:{port}"


def put(service, name, **members):
    """Sets a label; gives the path of its frames."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{service.port}/v1/labels/{name}", method="PUT", data=json.dumps(members).encode(),
        headers={"Content-Type": "application/json", "X-API-Key": KEY})
    with urllib.request.urlopen(request, timeout=10) as answer:
        label = json.load(answer)
    return f"/v1/labels/{name}/frames?version={label['version']}&start={label['start']}"


def fetch(address, **fields):
    request = urllib.request.Request(address, headers={name.replace("_", "-"): value for name, value in fields.items()})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.headers, answer.read()


def asked(service):
    """How often the service was asked for frames of labels."""
    return sum(int(count) for count in re.findall(
        r'^kinetype_http_requests_total\{[^}]*route="/v1/labels/\{id\}/frames"[^}]*\} (\d+)', service.get("/metrics")[2].decode(),
        re.MULTILINE))


def test_a_change_is_fetched_once_however_many_viewers_there_are(service, proxy):
    put(service, "total", to="0 km", duration=1)
    counts = []
    for change in range(1, 4):
        address, before = proxy + put(service, "total", to=f"{change}000 km"), asked(service)
        with ThreadPoolExecutor(AT_ONCE) as viewers:
            # Of seven sites, which caches need not tell apart.
            bodies = {body for _, body in viewers.map(
                lambda viewer, address=address: fetch(address, Origin=f"https://{viewer % 7}.example"), range(VIEWERS))}
        assert len(bodies) == 1
        assert json.loads(bodies.pop())["frames"][-1]["text"] == f"{change}000 km"
        counts.append(asked(service) - before)
        before = asked(service)
        fetch(address)
        assert asked(service) == before
    # Those who asked at the same moment as the first are not kept waiting for its answer. Where nginx is held up before it
    # has kept that, some of them ask once more.
    assert 1 <= min(counts) <= AT_ONCE and max(counts) <= 2 * AT_ONCE, counts


def test_what_was_said_to_one_client_is_not_said_to_another(service, proxy):
    address = proxy + put(service, "total", to="7 km")
    assert "RateLimit" in service.get(address.removeprefix(proxy))[1]
    for _ in range(2):
        fields, _ = fetch(address)
        assert fields["Cache-Control"] == "public, immutable, max-age=31536000"
        assert "RateLimit" not in fields and "RateLimit-Policy" not in fields


def test_each_origin_and_each_coding_has_an_answer_of_its_own(service, proxy):
    address = proxy + put(service, "total", to="8,000 km")
    for _ in range(2):
        assert fetch(address, Accept_Encoding="gzip")[0]["Content-Encoding"] == "gzip"
        assert fetch(address)[0]["Content-Encoding"] is None
        assert fetch(address, Accept="text/csv")[0]["Content-Type"].startswith("text/csv")


def test_a_private_label_is_not_kept(service, proxy):
    address, before = proxy + put(service, "secret", to="9 km", private=True), asked(service)
    for _ in range(2):
        assert fetch(address, X_API_Key=KEY)[0]["Cache-Control"].startswith("private")
    assert asked(service) == before + 2
    with pytest.raises(urllib.error.HTTPError, match="404"):
        fetch(address)
