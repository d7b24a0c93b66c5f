"""Each file in Config/ is taken by the program, or the schema, that it is for."""

import json
import os
import re
import subprocess
import urllib.request
from pathlib import Path

import pytest
import yaml

CONFIG = Path(__file__).parents[2] / "Config"
SETTINGS = dict(re.findall(r"^(KINETYPE_\w+)=(.*)$", (CONFIG / "kinetype.env").read_text(), re.MULTILINE))


@pytest.mark.parametrize("command", [
    "sed 's,/var/cache/nginx,{1}/cache,' {0}/nginx.conf >{1}/nginx.conf && nginx -t -q -c {1}/nginx.conf -g 'pid {1}/pid;'",
    "haproxy -c -q -f {}/haproxy.cfg",
    "haproxy -c -q -f {}/haproxy-cluster.cfg",
    "caddy validate --config {}/Caddyfile --adapter caddyfile",
    "check-jsonschema --builtin-schema vendor.compose-spec {}/compose.yaml",
    "check-jsonschema --builtin-schema vendor.compose-spec {}/compose-cluster.yaml",
    "kubernetes-validate --strict {}/kubernetes.yaml",
    "kubernetes-validate --strict {}/kubernetes-cluster.yaml",
    "kubernetes-validate --strict {}/kubernetes-labels.yaml",
])
def test_a_file_is_loaded_by_its_program(command, tmp_path):
    result = subprocess.run(
        ["sh", "-c", command.format(CONFIG, tmp_path)], capture_output=True, text=True, timeout=60,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)})
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_environment_file_is_loaded_by_the_service(start, tmp_path):
    settings = {name.removeprefix("KINETYPE_").lower(): value for name, value in SETTINGS.items() if name != "KINETYPE_PORT"}
    service = start(variables={"STATE_DIRECTORY": str(tmp_path)}, **settings)
    assert service.get("/readyz")[0] == 200
    assert (tmp_path / "labels.db").exists()


def kubernetes(kind: str, file: str = "kubernetes.yaml") -> dict:
    documents = yaml.safe_load_all((CONFIG / file).read_text())
    return next(document for document in documents if document["kind"] == kind)


POD = kubernetes("Deployment")["spec"]["template"]["spec"]
CONTAINER = POD["containers"][0]
ENVIRONMENT = SETTINGS | {each["name"]: each["value"] for each in CONTAINER["env"]}
COMPOSE = yaml.safe_load((CONFIG / "compose.yaml").read_text())["services"]["kinetype"]


def test_probes_and_metrics_are_asked_for_where_a_full_service_answers_and_not_in_public(start):
    service = start(admin_host="127.0.0.1", admin_port=0)
    admin = int(re.search(r"admin=http://127\.0\.0\.1:(\d+)/", service.log.read_text()).group(1))
    probes = [CONTAINER[name]["httpGet"] for name in ("readinessProbe", "livenessProbe")]
    scrape = kubernetes("Deployment")["spec"]["template"]["metadata"]["annotations"]
    for path in [*(probe["path"] for probe in probes), scrape["prometheus.io/path"]]:
        with urllib.request.urlopen(f"http://127.0.0.1:{admin}{path}", timeout=10) as answer:
            assert answer.status == 200
    assert service.get(scrape["prometheus.io/path"])[0] == 404

    assert [probe["port"] for probe in probes] == ["admin"] * 2
    assert scrape["prometheus.io/port"] == ENVIRONMENT["KINETYPE_ADMIN_PORT"]
    # A probe comes from outside of the pod.
    assert ENVIRONMENT["KINETYPE_ADMIN_HOST"] == COMPOSE["environment"]["KINETYPE_ADMIN_HOST"] == "0.0.0.0"


def test_readiness_fails_fast_and_liveness_slowly():
    def patience(probe):
        return CONTAINER[probe]["periodSeconds"] * CONTAINER[probe]["failureThreshold"]
    assert patience("readinessProbe") <= 2 < 60 <= patience("livenessProbe")


def test_ports_agree_with_the_service_and_the_image():
    assert {port["name"]: str(port["containerPort"]) for port in CONTAINER["ports"]} == {
        "http": SETTINGS["KINETYPE_PORT"], "admin": SETTINGS["KINETYPE_ADMIN_PORT"]}
    assert [port["targetPort"] for port in kubernetes("Service")["spec"]["ports"]] == ["http"]
    assert COMPOSE["ports"] == ["8080:" + SETTINGS["KINETYPE_PORT"]]


def test_selectors_agree():
    labels = kubernetes("Deployment")["spec"]["template"]["metadata"]["labels"]
    assert kubernetes("Service")["spec"]["selector"] == labels
    assert kubernetes("PodDisruptionBudget")["spec"]["selector"]["matchLabels"] == labels
    assert kubernetes("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]["name"] == "kinetype"


def test_a_pod_is_added_before_those_that_run_are_full():
    """Whatever fills them first: the processor, streams, or fewer streams of more frames."""
    loops = int(ENVIRONMENT["KINETYPE_THREADS"])
    assert float(CONTAINER["resources"]["requests"]["cpu"]) == loops
    limits = {"cpu": 100, "kinetype_streams_open": int(ENVIRONMENT["KINETYPE_MAXIMUM_STREAMS"]),
              "kinetype_streams_frames_per_second": int(ENVIRONMENT["KINETYPE_MAXIMUM_FRAMES_PER_SECOND"])}
    assert limits["kinetype_streams_frames_per_second"] == 100_000 * loops

    targets = {}
    for metric in kubernetes("HorizontalPodAutoscaler")["spec"]["metrics"]:
        of = metric[metric["type"].lower()]
        name = of["name"] if "name" in of else of["metric"]["name"]
        targets[name] = int(of["target"].get("averageUtilization") or of["target"]["averageValue"])
    assert {name: target / limits[name] for name, target in targets.items()} == dict.fromkeys(limits, 0.6)


def test_there_is_time_to_drain():
    grace = float(ENVIRONMENT["KINETYPE_GRACE_TIME"])
    pause = CONTAINER["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert POD["terminationGracePeriodSeconds"] > grace + pause
    assert int(COMPOSE["stop_grace_period"].rstrip("s")) > float(COMPOSE["environment"]["KINETYPE_GRACE_TIME"])


@pytest.mark.parametrize("file", ["compose.yaml", "compose-cluster.yaml"])
def test_who_starts_containers_without_a_key_is_told_how_to_make_one(file):
    line, = re.findall(r"^ *KINETYPE_WRITE_KEYS: \$\{KINETYPE_WRITE_KEYS:\?(.*)\}$", (CONFIG / file).read_text(), re.MULTILINE)
    assert "openssl rand -hex 16" in line


def test_settings_in_the_manifests_exist():
    names = {each["name"] for each in CONTAINER["env"]} | set(COMPOSE["environment"])
    assert names <= set(SETTINGS)


def test_the_user_is_that_of_the_image():
    user = re.search(r"^USER (\d+):(\d+)$", (CONFIG.parent / "Dockerfile").read_text(), re.MULTILINE)
    context = POD["securityContext"]
    assert user.groups() == (str(context["runAsUser"]), str(context["runAsGroup"]))


def test_the_health_check_of_compose_is_that_of_the_image():
    image = re.search(r"HEALTHCHECK .* CMD (\[.*\])", (CONFIG.parent / "Dockerfile").read_text())
    assert COMPOSE["healthcheck"]["test"] == ["CMD", *json.loads(image.group(1))]


def test_the_pod_with_labels_is_the_other_with_a_volume(start, tmp_path):
    own = kubernetes("StatefulSet", "kubernetes-labels.yaml")["spec"]
    pod = own["template"]["spec"]
    container, = pod["containers"]
    # A file has one owner.
    assert own["replicas"] == 1
    assert kubernetes("Service", "kubernetes-labels.yaml") == kubernetes("Service")
    assert own["template"]["metadata"] == kubernetes("Deployment")["spec"]["template"]["metadata"]
    for name in ("ports", "readinessProbe", "livenessProbe", "lifecycle", "resources", "securityContext", "image"):
        assert container[name] == CONTAINER[name]
    context = dict(pod["securityContext"])
    assert context.pop("fsGroup") == context["runAsGroup"] and context.pop("fsGroupChangePolicy")
    assert context == POD["securityContext"]
    for name in ("enableServiceLinks", "automountServiceAccountToken", "terminationGracePeriodSeconds"):
        assert pod[name] == POD[name]
    mount, = container["volumeMounts"]
    claim, = own["volumeClaimTemplates"]
    assert mount["name"] == claim["metadata"]["name"]
    environment = {each["name"]: each.get("value", "secret") for each in container["env"]}
    assert set(environment) <= set(SETTINGS)
    assert environment["KINETYPE_LABELS"] == f"sqlite:{mount['mountPath']}/labels.db"
    environment["KINETYPE_LABELS"] = f"sqlite:{tmp_path}/labels.db"
    environment["KINETYPE_ADMIN_PORT"] = "0"
    assert start(variables=environment).get("/v1/labels")[0] == 200


def test_what_the_image_keeps_lies_on_the_volume_of_compose():
    image = (CONFIG.parent / "Dockerfile").read_text()
    folder, = COMPOSE["volumes"]
    name, _, path = folder.partition(":")
    assert name in yaml.safe_load((CONFIG / "compose.yaml").read_text())["volumes"]
    assert re.search(rf"\bSTATE_DIRECTORY={path}$", image, re.MULTILINE)
    assert re.search(rf"^VOLUME .*{path}", image, re.MULTILINE)


def test_pods_are_found_as_the_job_that_alerts_ask_for(tmp_path):
    rule, = re.findall(r"^# (\{source_labels: .*\})$", (CONFIG / "prometheus.yml").read_text(), re.MULTILINE)
    labels = {"__meta_kubernetes_pod_label_" + re.sub(r"\W", "_", name): value
              for name, value in kubernetes("Deployment")["spec"]["template"]["metadata"]["labels"].items()}
    file = tmp_path / "prometheus.yml"
    file.write_text(yaml.safe_dump({"scrape_configs": [{
        "job_name": "pods", "static_configs": [{"targets": ["pod:1"], "labels": labels}, {"targets": ["other:1"]}],
        "relabel_configs": [yaml.safe_load(rule)]}]}))
    # It reports what it has found by then, and never before.
    for seconds in [2, 8, 30]:
        command = ["promtool", "check", "service-discovery", f"--timeout={seconds}s", file, "pods"]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert result.returncode == 0, result.stderr
        if found := [target["labels"] for target in json.loads(result.stdout) or []]:
            break
    assert {labels["__address__"]: labels.get("job") for labels in found} == {"pod:1": "kinetype", "other:1": "pods"}


def test_one_worker_of_nginx_passes_on_as_many_streams_as_the_service_has():
    text = (CONFIG / "nginx.conf").read_text()
    connections, descriptors = (int(re.search(rf"\b{name} (\d+);", text).group(1))
                                for name in ("worker_connections", "worker_rlimit_nofile"))
    assert 2 * int(SETTINGS["KINETYPE_MAXIMUM_STREAMS"]) < connections < descriptors


def test_service_links_are_off_because_the_service_refuses_them():
    assert POD["enableServiceLinks"] is False
