"""What /metrics shows, read by Prometheus itself and by the dashboard and the alerts of Config/."""

import json
import re
import subprocess
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
import yaml

from redis_server import RedisServer
from service import end, free_port, wait_for

CONFIG = Path(__file__).parents[2] / "Config"
DASHBOARD = json.loads((CONFIG / "grafana-dashboard.json").read_text())
QUERIES = {
    f"{panel['title']}: {target['legendFormat']}": target["expr"]
    for panel in DASHBOARD["panels"] for target in panel["targets"]}
RULES = {rule["alert"]: rule["expr"] for group in yaml.safe_load((CONFIG / "alerts.yml").read_text())["groups"]
         for rule in group["rules"]}


def run(*command, **options) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)


@pytest.fixture(scope="module")
def redis(tmp_path_factory):
    """The port of a Redis, which `start` is done with before it ends."""
    with RedisServer(tmp_path_factory.mktemp("redis")) as server:
        yield server.port


@pytest.fixture(scope="module")
def busy(redis, start):
    """A service that has seen a little of everything."""
    service = start(maximum_body_bytes=100, labels=f"redis://127.0.0.1:{redis}")
    wait_for(lambda: b"kinetype_label_reread_age_seconds" in service.get("/metrics")[2])
    for path in ["/v1/frames?from=1&to=9", "/v1/frames?from=1&to=9", "/v1/stream?from=1&to=9&duration=0.2", "/nothing"]:
        service.get(path)
    return service


@pytest.mark.parametrize("command", [
    "promtool check config {config}/prometheus.yml", "promtool test rules {tests}/alerts.yml"])
def test_promtool_takes_the_files(command):
    result = run("sh", "-c", command.format(config=CONFIG, tests=Path(__file__).parent))
    assert result.returncode == 0, result.stdout + result.stderr


def test_promtool_finds_nothing_to_improve_in_the_metrics(busy):
    status, fields, body = busy.get("/metrics")
    assert status == 200 and fields["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    result = run("promtool", "check", "metrics", input=body.decode())
    assert (result.returncode, result.stdout + result.stderr) == (0, "")


def test_every_alert_is_played_through():
    played = yaml.safe_load((Path(__file__).parent / "alerts.yml").read_text())["tests"]
    fired = {test["alertname"] for each in played for test in each["alert_rule_test"] if test.get("exp_alerts")}
    assert fired == set(RULES)


def test_counters_of_what_is_open_return_to_zero(busy):
    viewers = [busy.connect() for _ in range(50)]
    for viewer in viewers:
        viewer.sendall(b"GET /v1/stream?from=1&to=9&duration=60 HTTP/1.1\r\nHost: h\r\n\r\n")

    def metric(name: str) -> float:
        return float(re.search(rf"^{name} (\S+)$", busy.get("/metrics")[2].decode(), re.MULTILINE).group(1))
    wait_for(lambda: metric("kinetype_streams_open") == 50)
    assert metric("kinetype_streams_frames_per_second") == 3000
    for viewer in viewers:
        viewer.close()
    wait_for(lambda: metric("kinetype_streams_open") == 0)
    assert metric("kinetype_streams_frames_per_second") == 0
    # The connection that asks is open as well.
    wait_for(lambda: metric("kinetype_connections_open") <= 2)


class Prometheus:
    """A Prometheus server with the configuration of Config/, but for the target's port and the pace."""

    def __init__(self, directory: Path, target: int):
        config = yaml.safe_load((CONFIG / "prometheus.yml").read_text())
        config["global"] = {"scrape_interval": "500ms", "evaluation_interval": "500ms"}
        config["rule_files"] = [str(CONFIG / name) for name in config["rule_files"]]
        config["scrape_configs"][0]["static_configs"] = [{"targets": [f"127.0.0.1:{target}"]}]
        (directory / "prometheus.yml").write_text(yaml.safe_dump(config))
        self.port = free_port()
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={directory}/prometheus.yml", f"--storage.tsdb.path={directory}/data",
             f"--web.listen-address=127.0.0.1:{self.port}"],
            stdout=subprocess.DEVNULL, stderr=(directory / "log").open("w"))

    def get(self, path: str, **parameters) -> dict:
        query = urllib.parse.urlencode(parameters)
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/{path}?{query}", timeout=10) as answer:
            return json.load(answer)["data"]

    def query(self, expression: str) -> list:
        return self.get("query", query=expression)["result"]

    def has(self, expression: str) -> bool:
        try:
            return bool(self.query(expression))
        except OSError:
            return False

    def stop(self):
        end(self.process)


@pytest.fixture(scope="module")
def prometheus(busy, tmp_path_factory):
    """Has scraped often enough for rates."""
    server = Prometheus(tmp_path_factory.mktemp("prometheus"), busy.port)
    try:
        wait_for(lambda: server.has('up{job="kinetype"} == 1'), within=55)
        busy.get("/v1/stream?from=1&to=9&duration=1")
        wait_for(lambda: server.has("count_over_time(kinetype_ready[1m]) > 4"), within=55)
        yield server
    finally:
        server.stop()


def test_prometheus_scrapes_it_without_a_complaint(prometheus):
    target, = prometheus.get("targets")["activeTargets"]
    assert (target["health"], target["lastError"]) == ("up", "")


def test_prometheus_evaluates_the_alerts(prometheus):
    def evaluated():
        rules = [rule for group in prometheus.get("rules")["groups"] for rule in group["rules"]]
        return [rule["health"] for rule in rules].count("unknown") == 0 and rules
    rules = wait_for(evaluated)
    assert {rule["name"]: rule["health"] for rule in rules} == {name: "ok" for name in RULES}


@pytest.mark.parametrize("name", QUERIES)
def test_a_panel_has_something_to_show(prometheus, name):
    expression = QUERIES[name].replace("$__rate_interval", "1m").replace("$instance", ".*")
    assert "$" not in expression
    assert prometheus.query(expression), expression


def test_panels_do_not_overlap():
    taken = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"])
                 for y in range(place["y"], place["y"] + place["h"])}
        assert not cells & taken and all(x < 24 for x, _ in cells), panel["title"]
        taken |= cells
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])


@pytest.mark.parametrize("file", ["grafana-dashboard.json", "alerts.yml", "kubernetes.yaml"])
def test_every_metric_that_is_asked_for_is_exported(busy, file):
    exported = set(re.findall(r"^([a-z_]+)", busy.get("/metrics")[2].decode(), re.MULTILINE))
    asked = set(re.findall(r"\b(?:kinetype|process)_[a-z_]+", (CONFIG / file).read_text()))
    assert asked and asked <= exported, asked - exported
