"""What generators of clients that others wrote make of `/openapi.json`: it compiles, and what is in Python is called."""

import importlib
import os
import shutil
import subprocess

import pytest


def run(*command, **options):
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, **options)
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-4000:]
    return result.stdout + result.stderr


@pytest.fixture(scope="module")
def folder(service, tmp_path_factory):
    folder = tmp_path_factory.mktemp("clients")
    (folder / "openapi.json").write_bytes(service.get("/openapi.json")[2])
    return folder


def generate(folder, generator):
    run("openapi-generator-cli", "generate", "-i", folder / "openapi.json", "-g", generator, "-o", folder / generator)
    return folder / generator


@pytest.fixture
def imported(monkeypatch):
    def imported(path, name):
        monkeypatch.syspath_prepend(path)
        return importlib.import_module(name)

    return imported


def test_openapi_python_client_drops_nothing_and_calls(service, folder, imported):
    said = run("openapi-python-client", "generate", "--path", folder / "openapi.json", "--output-path", folder / "attrs")
    for word in ("WARNING", "omitted", "Unable", "will not be generated"):
        assert word not in said, said
    kinetype = imported(folder / "attrs", "kinetype_client")
    models = importlib.import_module("kinetype_client.models")
    client = kinetype.Client(base_url=f"http://127.0.0.1:{service.port}")

    def call(tag, name, *arguments, **options):
        method = importlib.import_module(f"kinetype_client.api.{tag}.{name}")
        return method.sync(*arguments, client=client, **options)

    sequence = call("frames", "get_frames", from_="9 apples", to="12 apples", frames=models.Frames.DISTINCT)
    assert [frame.text for frame in sequence.frames] == ["9 apples", "10 apples", "11 apples", "12 apples"]
    # Nothing is sent that nobody gave.
    assert not sequence.animation.warnings
    assert call("frames", "get_frame", from_="100 apples", to="400 apples", time=1.25).frame.text == "337 apples"
    label = call("labels", "set_label", "attrs", body=models.LabelRequest(to="$12"))
    assert label.to == "$12" and label.version == 1
    label = call("labels", "add_to_label", "attrs", body=models.LabelAddition(by="12.50"))
    assert label.to == "$24.50" and label.animation["curve"] == "smooth(0.6)"
    problem = call("frames", "compute_frames", body=models.FramesRequest(to="1", curve="wobble"))
    assert problem.status == 400 and problem.errors[0].parameter == "curve"


def test_openapi_generators_python_client_calls(service, folder, imported):
    kinetype = imported(generate(folder, "python"), "openapi_client")
    client = kinetype.ApiClient(kinetype.Configuration(host=f"http://127.0.0.1:{service.port}"))
    frames, labels = kinetype.FramesApi(client), kinetype.LabelsApi(client)
    sequence = frames.get_frames(var_from="9 apples", to="12 apples", frames="distinct").actual_instance
    assert [frame.text for frame in sequence.frames] == ["9 apples", "10 apples", "11 apples", "12 apples"]
    assert not sequence.animation.warnings
    assert frames.get_frame(var_from="100 apples", to="400 apples", time=1.25).actual_instance.frame.text == "337 apples"
    label = labels.set_label("pydantic", kinetype.LabelRequest(to=kinetype.TargetText("$12")))
    assert label.to == "$12" and label.version == 1
    label = labels.add_to_label("pydantic", kinetype.LabelAddition(by="12.50"))
    assert label.to == "$24.50" and label.animation["curve"] == "smooth(0.6)"
    with pytest.raises(kinetype.exceptions.BadRequestException) as refusal:
        frames.compute_frames(kinetype.FramesRequest(to=kinetype.TargetText("1"), curve="wobble"))
    assert refusal.value.data.errors[0].parameter == "curve"


def test_a_client_in_typescript_compiles(folder):
    client = generate(folder, "typescript-fetch")
    # What it makes knows narrowing by `in`, which TypeScript has since 4.9; Debian has 4.8.
    run("tsc", "--noEmit", "--strict", "--suppressImplicitAnyIndexErrors", "--target", "es2020", "--module", "es2020",
        "--moduleResolution", "node", "--lib", "es2020,dom", "index.ts", cwd=client)


@pytest.mark.timeout(700)
@pytest.mark.skipif(shutil.which("swiftc") is None, reason="there is no Swift compiler")
def test_a_client_in_swift_compiles(folder):
    client = generate(folder, "swift6")
    files = [os.path.join(place, name) for place, _, names in os.walk(client / "Sources") for name in names]
    run("swiftc", "-swift-version", "6", "-typecheck", *files)
