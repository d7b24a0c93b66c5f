"""README.md: what it shows is what the service answers, and where it leads there is something."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "Config/operations.md", "Config/comparison.md", "Config/threat-model.md", "Sources/README.md"]


def test_each_command_prints_what_is_shown(service):
    blocks = re.findall(r"```console\n\$ (.*)\n((?:.*\n)*?)```\n", (ROOT / "README.md").read_text())
    assert len(blocks) >= 3
    for command, shown in blocks:
        command = command.replace("curl ", "curl -sS ").replace("localhost:8080", f"localhost:{service.port}")
        answer = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=30)
        assert (answer.stdout, answer.stderr) == (shown, ""), command


def test_its_first_picture_is_what_the_command_makes(tmp_path):
    subprocess.run([ROOT / ".ci/make-readme", os.environ["KINETYPE"], tmp_path / "made.svg"], check=True, timeout=60)
    first = re.search(r"!\[.*\]\((.*)\)", (ROOT / "README.md").read_text()).group(1)
    assert (tmp_path / "made.svg").read_text() == (ROOT / first).read_text(), "`make readme` makes it anew"


def test_each_other_command_is_answered(service, tmp_path):
    """What those print is a picture, or for a terminal: it shows the text to end with."""
    text = (ROOT / "README.md").read_text()
    curl, = re.findall(r"```sh\n(curl '.*)\n```", text)
    play, = re.findall(r"`(kinetype play [^`]*)`", text)
    for command in [curl.replace("curl ", "curl -sS --fail ").replace("localhost:8080", f"localhost:{service.port}"),
                    play.replace("kinetype ", '"$KINETYPE" ')]:
        answer = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=30)
        assert answer.returncode == 0 and "400 apples" in answer.stdout, (command, answer.stderr)
    assert len(re.findall("```sh\n", text)) == 3 and len(re.findall("```html\n", text)) == 1


def test_each_form_of_the_frames_is_named(service):
    parameters = json.loads(service.get("/openapi.json")[2])["paths"]["/v1/frames"]["get"]["parameters"]
    forms, = (parameter["schema"]["enum"] for parameter in parameters if parameter.get("name") == "as")
    sentence, = re.findall("All of them; (.*?), and `frames=", (ROOT / "README.md").read_text())
    assert set(re.findall("`(\\w+)`", sentence)) == {form for form in forms if form and form != "json"}


LABEL = re.search(r"```sh\n(curl -X PUT .*\n)(curl -N .*\n)(curl -X PUT .*\n)```", (ROOT / "README.md").read_text()).groups()


def test_the_label_moves_from_one_terminal_to_the_other(service):
    first, watch, second = (
        line.replace("curl ", "exec curl -sS ").replace("localhost:8080", f"localhost:{service.port}") for line in LABEL)
    subprocess.run(first, shell=True, check=True, stdout=subprocess.DEVNULL, timeout=30)
    with subprocess.Popen(watch, shell=True, stdout=subprocess.PIPE) as watcher:
        try:
            shown = os.read(watcher.stdout.fileno(), 65536)
            assert b"$9,100 raised" in shown
            subprocess.run(second, shell=True, check=True, stdout=subprocess.DEVNULL, timeout=30)
            while b"$12,340 raised" not in shown:
                assert (part := os.read(watcher.stdout.fileno(), 65536))
                shown += part
        finally:
            watcher.kill()
    assert len(set(re.findall(rb"\$[0-9,]+ raised", shown))) > 20


# What publishes a container's port: the client asks for localhost, and comes from another address.
PUBLISHED = """
set -e
{}
ip link set lo up
ip address add 198.51.100.1/32 dev lo
"$KINETYPE" serve 2>log &
trap 'kill $!' EXIT
curl() {{ command curl -sS --connect-to ::198.51.100.1: --retry 100 --retry-delay 1 --retry-connrefused "$@"; }}
{}
"""


def published(tmp_path, before, script):
    """What a script prints whose `curl` asks a service in a container, which has the variables that were set before."""
    environment = {"PATH": os.environ["PATH"] + ":/usr/sbin", "KINETYPE": os.environ["KINETYPE"], "KINETYPE_LABELS": "memory",
                   "KINETYPE_HOST": "0.0.0.0", "KINETYPE_LOG_FORMAT": "text"}
    result = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--net", "sh", "-c", PUBLISHED.format(before, script)], cwd=tmp_path, env=environment,
        capture_output=True, text=True, timeout=100)
    assert result.returncode == 0, result.stderr
    return result.stdout


def writers(log):
    return [line for line in log.read_text().splitlines() if "labels may be changed" in line]


def test_a_container_lets_its_reader_set_a_label_from_another_address_with_the_key(tmp_path):
    """The lines of the README in their order, but for Docker's own, of which only what it hands on counts here."""
    make, run = re.search(r"^(export KINETYPE_WRITE_KEYS=.*)\n(docker build .*)$", (ROOT / "README.md").read_text(), re.MULTILINE).groups()
    assert " -e KINETYPE_WRITE_KEYS " in run and " -d " in run and "openssl rand" in make
    answer = published(tmp_path, make, LABEL[0] + LABEL[2])
    assert '"to":"$9,100 raised"' in answer and '"to":"$12,340 raised"' in answer
    assert writers(tmp_path / "log") == []


def test_without_a_key_nobody_but_this_machine_sets_a_label_and_the_log_says_how(tmp_path):
    assert '"status":403' in published(tmp_path, "", LABEL[0])
    line, = writers(tmp_path / "log")
    assert "KINETYPE_WRITE_KEYS" in line and "openssl rand -hex 16" in line


def test_no_key_for_labels_is_published():
    """Whatever starts a service that others reach makes a key of the reader's own."""
    places = [ROOT / "README.md", *(ROOT / "Config").glob("*.yaml"), *(ROOT / "Sources/CWebAssets/files/docs").glob("*.html")]
    made = [value for place in places for value in re.findall(
        r"(?:KINETYPE_WRITE_KEYS|write-keys)[=:] *(\S.*)", place.read_text())]
    assert len(made) > 7
    assert [value for value in made if "$(openssl rand -hex 16)" not in value and not value.startswith("${KINETYPE_WRITE_KEYS:?")] == []


@pytest.mark.parametrize("page", PAGES)
def test_each_link_leads_to_a_file(page):
    links = re.findall(r"\]\((?!https?://)([^)#]+)", (ROOT / page).read_text())
    assert [link for link in links if not os.path.exists((ROOT / page).parent / link)] == []


def test_it_stays_short():
    assert len((ROOT / "README.md").read_text().splitlines()) < 120


def rooms():
    """Each room with those that Package.swift lets it import."""
    names = {path.name for path in (ROOT / "Sources").iterdir() if path.is_dir()}
    targets = re.findall(
        r"\.(?:executableTarget|target|systemLibrary)\(\s*name: \"(\w+)\"(?:,\s*dependencies: \[(.*?)\n? *\](?=[,)]))?",
        (ROOT / "Package.swift").read_text(), re.DOTALL)
    return {name: set(re.findall(r'"(\w+)"', dependencies)) & names for name, dependencies in targets if name in names}


def rows():
    """Each room on the map with those that it imports there, in the map's order."""
    cells = [line.split("|") for line in (ROOT / "Sources/README.md").read_text().splitlines() if line.startswith("| `")]
    return [(name, re.findall(r"`(\w+)`", row[3])) for row in cells if len(row) == 5 for name in re.findall(r"`(\w+)`", row[1])]


def test_every_room_is_on_the_map_below_those_it_imports():
    names = [name for name, _ in rows()]
    assert set(rooms()) == {path.name for path in (ROOT / "Sources").iterdir() if path.is_dir()} and len(rooms()) > 10
    assert sorted(names) == sorted(rooms())
    for name, imported in rooms().items():
        assert all(names.index(other) < names.index(name) for other in imported), name


def test_the_map_names_what_a_room_imports():
    for name, imported in rows():
        if name not in ("AnimationService", "kinetype") and not name.startswith("C"):
            assert set(imported) == rooms()[name], name


def test_every_file_it_names_is_there():
    named = re.findall(r"`(\w[\w/+]*\.(?:swift|c|h|json|js|html|env))`", (ROOT / "Sources/README.md").read_text())
    files = [str(path.relative_to(ROOT)) for folder in ("Sources", "Tests", "Config") for path in (ROOT / folder).rglob("*.*")]
    files.append("Package.swift")
    assert [name for name in named if not any(("/" + file).endswith("/" + name) for file in files)] == []
