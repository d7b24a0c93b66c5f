"""What Schemathesis and a validator of OpenAPI 3.1 make of the document and of the service behind it."""

import http.client
import json
import subprocess

import pytest

# The parameters exclude one another in ways that JSON Schema has no words for, so not every valid set is a request.
LENIENT = "positive_data_acceptance"


@pytest.fixture(scope="module")
def document(service, tmp_path_factory):
    status, fields, body = service.get("/openapi.json")
    assert status == 200 and fields["Content-Type"] == "application/json"
    path = tmp_path_factory.mktemp("openapi") / "openapi.json"
    path.write_bytes(body)
    return path


def test_the_document_is_valid_openapi(document):
    result = subprocess.run(["openapi-spec-validator", document], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stdout + result.stderr


# A stream answers when it is over, so it gets one example of each kind and no generated ones that may last for hours.
@pytest.mark.parametrize("selection", [
    ["--exclude-path-regex", "stream$", "--phases", "examples,coverage,fuzzing", "--max-examples", "60"],
    ["--include-operation-id", "postStream", "--phases", "examples"],
])
@pytest.mark.timeout(900)
def test_the_service_does_what_the_document_says(service, document, selection):
    result = subprocess.run(
        ["schemathesis", "run", document, "--url", f"http://127.0.0.1:{service.port}", "--exclude-checks", LENIENT,
         "--continue-on-failure", "--seed", "1", *selection],
        capture_output=True, text=True, timeout=880, cwd=document.parent)
    assert result.returncode == 0, result.stdout[-8000:] + result.stderr[-2000:]


@pytest.mark.timeout(900)
def test_streams_of_labels_do_what_the_document_says(start, document):
    # They have no end but their greatest age, so each of those that are answered takes a second.
    service = start(maximum_stream_seconds=1)
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
    for name in ("donations", "0"):
        connection.request("PUT", f"/v1/labels/{name}", '{"to": "$0"}', {"Content-Type": "application/json"})
        connection.getresponse().read()
    result = subprocess.run(
        ["schemathesis", "run", document, "--url", f"http://127.0.0.1:{service.port}", "--exclude-checks", LENIENT,
         "--continue-on-failure", "--seed", "1", "--include-operation-id-regex", "^getLabels?Stream$",
         "--phases", "examples,coverage,fuzzing", "--max-examples", "15"],
        capture_output=True, text=True, timeout=880, cwd=document.parent)
    assert result.returncode == 0, result.stdout[-8000:] + result.stderr[-2000:]


def test_every_example_in_the_document_is_an_answerable_request(start, document):
    # One of whose visitors none has made labels before.
    service = start()
    paths = json.loads(document.read_bytes())["paths"]
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
    connection.request("PUT", "/v1/labels/example", '{"to": "$0"}', {"Content-Type": "application/json"})
    assert connection.getresponse().status in (200, 201)
    for path, item in paths.items():
        content = item.get("post", {}).get("requestBody", {}).get("content", {})
        for name, example in content.get("application/json", {}).get("examples", {}).items():
            connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
            connection.request("POST", path.replace("{id}", "example"), json.dumps(example["value"]), {"Content-Type": "application/json"})
            assert connection.getresponse().status in (200, 201), (path, name)
            connection.close()
