"""What an operator reads before and while the service runs: settings that are checked, and a log that programs read."""

import gzip
import json
import os
import re
import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "Config" / "kinetype.env"


def check(*options, **settings):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KINETYPE_")}
    environment |= settings
    return subprocess.run([os.environ["KINETYPE"], "serve", "--check-config", *options], env=environment,
                          capture_output=True, text=True, timeout=30)


def test_good_settings_are_shown_as_they_count():
    result = check("--config", str(FILE), "--port", "0", KINETYPE_HOST="::", KINETYPE_THREADS="3")
    assert (result.returncode, result.stderr) == (0, "")
    names = re.findall(r"^(KINETYPE_\w+)=", FILE.read_text(), re.MULTILINE)
    shown = dict(re.findall("^(KINETYPE_.*?)=(.*)$", result.stdout, re.MULTILINE))
    assert list(shown) == names
    assert (shown["KINETYPE_HOST"], shown["KINETYPE_PORT"], shown["KINETYPE_THREADS"]) == ("::", "0", "3")


def test_what_is_shown_can_be_the_file():
    heading, settings = FILE.read_text().split("\n\n", 1)
    assert check().stdout == settings


def test_each_bad_setting_is_named(tmp_path):
    file = tmp_path / "kinetype.env"
    file.write_text("KINETYPE_PROT=80\nKINETYPE_LOG_FORMAT=xml\n")
    result = check("--config", str(file), KINETYPE_PORT="many", KINETYPE_GRACE_TIM="1")
    assert result.returncode == 1 and result.stdout == ""
    assert result.stderr.splitlines() == [
        "warning: KINETYPE_GRACE_TIM is unknown; did you mean `KINETYPE_GRACE_TIME`?",
        "warning: KINETYPE_PROT is unknown; did you mean `KINETYPE_PORT`?",
        "error: KINETYPE_PORT must be a whole number, not `many`",
        "error: KINETYPE_LOG_FORMAT must be one of auto, json, text, not `xml`",
    ]


@pytest.mark.parametrize("file, reason", [("/nowhere.env", "No such file or directory"), ("/tmp", "UTF-8 text")])
def test_a_file_that_cannot_be_read_is_named(file, reason):
    result = check("--config", file)
    assert result.returncode == 1 and f"{file} cannot be read: " in result.stderr and reason in result.stderr


def test_an_option_is_named_as_it_was_given():
    result = check("--port", "99999", KINETYPE_THREADS="-1")
    assert result.returncode == 1
    assert [line.split()[1] for line in result.stderr.splitlines()] == ["--port", "KINETYPE_THREADS"]


def test_files_that_settings_name_are_looked_at():
    result = check(KINETYPE_TLS_CERTIFICATE_FILE="/nowhere.pem", KINETYPE_TLS_KEY_FILE="/nowhere.key")
    assert result.returncode == 1 and "KINETYPE_TLS_CERTIFICATE_FILE names `/nowhere.pem`" in result.stderr


def test_addresses_are_tried():
    result = check(KINETYPE_HOST="192.0.2.1", KINETYPE_ADMIN_HOST="no.such.host.invalid")
    assert result.returncode == 1
    assert result.stderr.splitlines() == [
        "error: KINETYPE_HOST cannot be used: 192.0.2.1 is not an address of this machine",
        "error: KINETYPE_ADMIN_HOST cannot be used: no.such.host.invalid is not an address of this machine",
    ]


def test_a_port_in_use_is_told_but_may_be_the_services_own():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = check("--port", str(port))
    assert result.returncode == 0
    assert result.stderr == f"warning: --port cannot be used: 127.0.0.1 port {port} is already in use\n"


@pytest.mark.parametrize("keys", [",", " ,, "])
def test_a_list_of_no_keys_does_not_open_the_service(keys):
    result = check(KINETYPE_API_KEYS=keys)
    assert result.returncode == 1 and "error: KINETYPE_API_KEYS must be" in result.stderr


def test_lines_of_a_file_that_are_not_read_are_told(tmp_path):
    file = tmp_path / "kinetype.env"
    file.write_text("export KINETYPE_THREADS=1\nKINETYPE_GRACE_TIME: 5\n")
    result = check("--config", str(file))
    assert result.returncode == 0
    assert [line[:16] for line in result.stderr.splitlines()] == ["warning: line 1 ", "warning: line 2 "]


def test_the_log_is_json_where_a_program_reads_it(tmp_path, start):
    service = start(log_format="json", grace_tim=1)
    service.get("/v1/frames?to=3&duration=0", X_Request_Id="mine")
    service.stop()
    lines = [json.loads(line) for line in service.log.read_text().splitlines()]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"]) for line in lines)
    assert any(line["level"] == "warning" and "KINETYPE_GRACE_TIM " in line["message"] for line in lines)
    request, = (line for line in lines if line["message"] == "request")
    assert (request["path"], request["status"], request["requestId"]) == ("/v1/frames", 200, "mine")


def test_what_is_compressed_is_the_same(service):
    url = f"http://127.0.0.1:{service.port}/v1/frames?from=1&to=1000"
    plain = urllib.request.urlopen(url).read()
    coded = urllib.request.urlopen(urllib.request.Request(url, headers={"Accept-Encoding": "br, gzip;q=0.5"}))
    assert coded.headers["Content-Encoding"] == "gzip" and gzip.decompress(coded.read()) == plain
