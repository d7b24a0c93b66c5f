"""What Schemathesis and a validator of OpenAPI 3.1 make of the document and of the service behind it."""

import http.client
import json
import subprocess

import pytest

import generous

# The parameters exclude one another in ways that JSON Schema has no words for, so not every valid set is a request.
LENIENT = "positive_data_acceptance"
# How long an example takes says more of the machine than of the service.
PATIENT = ["--suppress-health-check", "too_slow", "--request-timeout", "60"]


@pytest.fixture(scope="module")
def document(service, tmp_path_factory):
    status, fields, body = service.get("/openapi.json")
    assert status == 200 and fields["Content-Type"] == "application/json"
    path = tmp_path_factory.mktemp("openapi") / "openapi.json"
    path.write_bytes(body)
    return path


@pytest.fixture(scope="module")
def generous_document(document):
    """The same with all that its words say is read as well."""
    path = document.with_name("generous.json")
    path.write_text(json.dumps(generous.document(json.loads(document.read_bytes()))))
    return path


def test_the_document_is_valid_openapi(document, generous_document):
    for path in (document, generous_document):
        result = subprocess.run(["openapi-spec-validator", path], capture_output=True, text=True, timeout=60)
        assert result.returncode == 0, result.stdout + result.stderr


def schemas(value):
    """Whatever may be a schema."""
    if isinstance(value, dict):
        yield value
        for member in value.values():
            yield from schemas(member)
    elif isinstance(value, list):
        for element in value:
            yield from schemas(element)


def test_it_is_the_interface_in_words_that_generators_know(document):
    described = json.loads(document.read_bytes())
    assert all(path.startswith("/v1/") or path in ("/healthz", "/readyz", "/metrics") for path in described["paths"])
    for schema in schemas(described):
        assert len({type(value) for value in schema.get("enum", [])} or {str}) == 1, schema
        assert schema.get("$ref", "#/components/a/b").count("/") == 3, schema
        if schema.get("in") == "query" and schema.get("type") != "apiKey":
            assert schema["style"] == "form" and "schema" in schema and "content" not in schema, schema
    operations = [item[method] for item in described["paths"].values() for method in item if method != "parameters"]
    assert len({each["operationId"] for each in operations}) == len(operations)
    assert {tag for each in operations for tag in each["tags"]} == {tag["name"] for tag in described["tags"]}


# A stream answers when it is over, so it gets one example of each kind and no generated ones that may last for hours.
@pytest.mark.parametrize("selection", [
    ["--exclude-path-regex", "stream$", "--phases", "examples,coverage,fuzzing", "--max-examples", "60"],
    ["--include-operation-id", "startStream", "--phases", "examples"],
])
@pytest.mark.timeout(900)
def test_the_service_does_what_the_document_says(service, document, generous_document, selection):
    result = subprocess.run(
        ["schemathesis", "run", generous_document, "--url", f"http://127.0.0.1:{service.port}", "--exclude-checks", LENIENT,
         *PATIENT, "--continue-on-failure", "--seed", "1", *selection],
        capture_output=True, text=True, timeout=880, cwd=document.parent)
    assert result.returncode == 0, result.stdout[-8000:] + result.stderr[-2000:]


@pytest.mark.timeout(900)
def test_streams_of_labels_do_what_the_document_says(start, document, generous_document):
    # They have no end but their greatest age, so each of those that are answered takes a second.
    service = start(maximum_stream_seconds=1)
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
    for name in ("donations", "0"):
        connection.request("PUT", f"/v1/labels/{name}", '{"to": "$0"}', {"Content-Type": "application/json"})
        connection.getresponse().read()
    result = subprocess.run(
        ["schemathesis", "run", generous_document, "--url", f"http://127.0.0.1:{service.port}", "--exclude-checks", LENIENT,
         *PATIENT, "--continue-on-failure", "--seed", "1", "--include-operation-id-regex", "^watchLabels?$",
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
