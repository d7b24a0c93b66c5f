"""Config/'s files for many nodes: three of them with the Redis and the proxy that the files describe."""

import http.client
import json
import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from proxies import PATIENCE, running
from redis_server import RedisServer
from service import Service, free_port, wait_for

ROOT = Path(__file__).parents[2]
CONFIG = ROOT / "Config"
COMPOSE = yaml.safe_load((CONFIG / "compose-cluster.yaml").read_text())
WITH_CADDY = yaml.safe_load((CONFIG / "compose.yaml").read_text())
SINGLE = WITH_CADDY["services"]["kinetype"]
NODES = ("node1", "node2", "node3")
SECRETS = {"KINETYPE_REDIS_PASSWORD": "abc123", "KINETYPE_WRITE_KEYS": "writer"}


def filled(text: str) -> str:
    """What compose makes of a text with variables; each must be given."""
    return re.sub(r"\$\{(\w+):\?[^}]+\}", lambda match: SECRETS[match.group(1)], text)


def kubernetes(kind: str, file: str = "kubernetes-cluster.yaml") -> dict:
    documents = yaml.safe_load_all((CONFIG / file).read_text())
    return next(document for document in documents if document["kind"] == kind)


@pytest.fixture(scope="module")
def redis(tmp_path_factory):
    """The port of a Redis with the options of the file."""
    _, *options = (filled(part) for part in COMPOSE["services"]["redis"]["command"])
    with RedisServer(tmp_path_factory.mktemp("redis"), *options) as server:
        yield server.port


@pytest.fixture(scope="module")
def nodes(start, redis):
    """Three nodes with the settings of the file."""
    variables = {name: filled(value) for name, value in COMPOSE["services"]["node1"]["environment"].items()}
    address = variables["KINETYPE_LABELS"]
    assert address.endswith("@redis")
    variables |= {"KINETYPE_ADMIN_HOST": "127.0.0.1", "KINETYPE_ADMIN_PORT": "0", "KINETYPE_TRUSTED_PROXIES": "127.0.0.1"}
    labels = address.replace("@redis", f"@127.0.0.1:{redis}")
    # A Redis that stands still for a while, as a busy machine may have it, is not one that is lost.
    return [start(variables=variables, labels=labels, redis_command_timeout=20) for _ in NODES]


@pytest.fixture(scope="module")
def proxy(nodes, tmp_path_factory):
    """The port of HAProxy in front of them."""
    folder, port = tmp_path_factory.mktemp("proxy"), free_port()
    text = (CONFIG / "haproxy-cluster.cfg").read_text().replace("bind :80\n", f"bind 127.0.0.1:{port}\n")
    for old, new in PATIENCE["haproxy.cfg"] + [(f"{name}:8080", f"127.0.0.1:{node.port}") for name, node in zip(NODES, nodes)]:
        assert old in text
        text = text.replace(old, new)
    (folder / "haproxy.cfg").write_text(text)
    with running("haproxy.cfg", folder, folder / "haproxy.cfg", port):
        yield port


def fetch(port: int, method: str, path: str, body: dict | None = None, **fields) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path, body and json.dumps(body), {"Authorization": "Bearer writer"} | fields)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_a_change_by_the_proxy_is_known_to_all_nodes(nodes, proxy):
    assert fetch(proxy, "PUT", "/v1/labels/total", {"to": "0"})[0] == 201
    for number in range(1, 7):
        # Whichever node is asked again knows the key.
        for _ in range(3):
            fields = {"Idempotency-Key": f"payment-{number}"}
            status, answer = fetch(proxy, "POST", "/v1/labels/total/add", {"by": "1"}, **fields)
            assert (status, json.loads(answer).get("to")) == (200, str(number)), answer
    for node in nodes:
        wait_for(lambda: json.loads(node.get("/v1/labels/total")[2])["to"] == "6")
        assert b"\nkinetype_redis_up 1\n" in metrics(node)


def metrics(node: Service) -> bytes:
    admin = int(re.search(r"admin=http://127\.0\.0\.1:(\d+)/", node.log.read_text()).group(1))
    connection = http.client.HTTPConnection("127.0.0.1", admin, timeout=10)
    try:
        connection.request("GET", "/metrics")
        return connection.getresponse().read()
    finally:
        connection.close()


def test_the_proxy_uses_all_nodes_and_streams_are_the_same_on_each(nodes, proxy):
    assert fetch(proxy, "PUT", "/v1/labels/shared", {"to": "0"})[0] == 201
    streams = []
    for _ in range(6):
        connection = http.client.HTTPConnection("127.0.0.1", proxy, timeout=20)
        connection.request("GET", "/v1/labels/shared/stream")
        streams.append(connection.getresponse())
    try:
        for node in nodes:
            wait_for(lambda: re.search(rb"^kinetype_streams_open [1-9]", metrics(node), re.MULTILINE))
        status, answer = fetch(proxy, "PUT", "/v1/labels/shared", {"to": "100", "duration": 0.5, "fps": 10})
        assert status == 200, answer
        frames = [list(events(stream, until="2:5")) for stream in streams]
        for other in frames[1:]:
            # A node that is busy skips a frame; none shows another text for one.
            assert {place: text for place, text in other if dict(frames[0]).get(place, text) != text} == {}
    finally:
        for stream in streams:
            stream.close()


def events(stream, until: str):
    """The frames of a stream: place and text, up to a place."""
    place = ""
    for line in stream:
        if line.startswith(b"id:"):
            place = line.split(b":", 1)[1].strip().decode()
        elif line.startswith(b"data:") and place.startswith("2:"):
            yield place, line
            if place == until:
                return
    pytest.fail(f"the stream ended at {place}")


def test_the_user_of_redis_may_do_what_the_scripts_do_and_no_more():
    user = filled(COMPOSE["services"]["redis"]["command"][-1])
    script = (ROOT / "Sources/LabelStore/Redis/RedisScript.swift").read_text()
    called = {name.lower() for name in re.findall(r"redis\.p?call\('(\w+)'", script)}
    assert set(re.findall(r"\+(\S+)", user)) == called | {"ping", "eval", "evalsha", "script|load", "psubscribe"}


def test_operations_name_the_same_user():
    line, = re.findall(r"^user (kinetype on .*)$", (CONFIG / "operations.md").read_text(), re.MULTILINE)
    given = filled(COMPOSE["services"]["redis"]["command"][-1]).replace(SECRETS["KINETYPE_REDIS_PASSWORD"], "PASSWORD")
    assert line.split() == given.removeprefix("--user ").split()


@pytest.mark.parametrize("command", [
    ["CONFIG", "GET", "maxmemory"], ["FLUSHALL"], ["KEYS", "*"], ["GET", "others"], ["PUBLISH", "others", "x"],
    ["EVAL", "return redis.call('SET', 'others', '1')", "0"], ["ACL", "LIST"]], ids=" ".join)
def test_the_user_of_redis_reaches_nothing_else(redis, command):
    result = subprocess.run(
        ["redis-cli", "-p", str(redis), "--user", "kinetype", *command], capture_output=True, text=True, timeout=20,
        env=dict(os.environ, REDISCLI_AUTH=SECRETS["KINETYPE_REDIS_PASSWORD"]))
    assert re.search("NOPERM|can't access", result.stdout), result.stdout


def test_redis_keeps_labels_and_refuses_what_it_has_no_room_for(redis):
    options = dict(part.removeprefix("--").split(" ", 1) for part in COMPOSE["services"]["redis"]["command"][1:])
    assert (options["appendonly"], options["maxmemory-policy"]) == ("yes", "noeviction")
    assert COMPOSE["services"]["redis"]["networks"] == ["store"] and COMPOSE["networks"]["store"]["internal"]


def test_the_nodes_of_compose_are_the_other_with_a_redis():
    nodes = [COMPOSE["services"][name] for name in NODES]
    assert nodes[0] == nodes[1] == nodes[2]
    own, single = dict(nodes[0]), dict(SINGLE)
    assert COMPOSE["services"]["proxy"]["ports"] == ["8080:80"]
    for name in ("environment", "networks", "volumes", "ports"):
        own.pop(name, None), single.pop(name, None)
    assert own == single
    # Each trusts the proxy of its own network.
    assert SINGLE["environment"].items() - nodes[0]["environment"].items() == {
        ("KINETYPE_TRUSTED_PROXIES", WITH_CADDY["services"]["caddy"]["networks"]["default"]["ipv4_address"])}
    address = COMPOSE["services"]["proxy"]["networks"]["web"]["ipv4_address"]
    assert nodes[0]["environment"]["KINETYPE_TRUSTED_PROXIES"] == address
    assert "${KINETYPE_WRITE_KEYS:?" in nodes[0]["environment"]["KINETYPE_WRITE_KEYS"]


def test_haproxy_in_front_of_many_is_the_other_with_more_servers():
    def lines(name: str) -> set[str]:
        text = (CONFIG / name).read_text()
        return {line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")}
    only = lines("haproxy.cfg") - lines("haproxy-cluster.cfg")
    assert {line.split()[0] for line in only} == {"server", "default-server"}


def test_the_pods_are_those_without_labels_with_a_redis():
    own, other = kubernetes("Deployment"), kubernetes("Deployment", "kubernetes.yaml")
    for kind in ("Service", "PodDisruptionBudget"):
        assert kubernetes(kind) == kubernetes(kind, "kubernetes.yaml")
    assert own["spec"].pop("replicas") == 3
    (container,), (single,) = (each["spec"]["template"]["spec"]["containers"] for each in (own, other))
    environment, before = container.pop("env"), single.pop("env")
    assert own == other
    plain = [each for each in environment if "value" in each]
    assert sorted(plain, key=str) == sorted((each for each in before if each["name"] != "KINETYPE_LABELS"), key=str)
    secret = {each["name"]: each["valueFrom"]["secretKeyRef"]["key"] for each in environment if "valueFrom" in each}
    assert secret == {"KINETYPE_LABELS": "redis-url", "KINETYPE_WRITE_KEYS": "write-keys"}
