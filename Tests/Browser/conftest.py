"""A service, another origin with a service that misbehaves as told, and a browser."""

import hashlib

import pytest

from running import DistantService, Service, start_browser
from scripted import ScriptedServer


@pytest.fixture(scope="session")
def service():
    # All its visitors are one client.
    running = Service(KINETYPE_MAXIMUM_VISITOR_LABELS_PER_CLIENT="1000")
    yield running
    running.kill()


@pytest.fixture
def mortal_service():
    """One that a test may kill."""
    running = Service()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def keyed_service():
    """One that asks for the key `sesame`."""
    running = Service(KINETYPE_API_KEYS=f"door:{hashlib.sha256(b'sesame').hexdigest()}")
    yield running
    running.kill()


@pytest.fixture(scope="session")
def distant_service():
    """One whose visitors come from elsewhere."""
    running = DistantService()
    yield running
    running.kill()


@pytest.fixture
def other_origin(service):
    with ScriptedServer(service.url) as server:
        yield server


ENGINES = ["chromium", "firefox", "webkit"]


def pytest_addoption(parser):
    parser.addoption("--engines", default="chromium", help="what runs the tests that are marked `engines`, with commas between")


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "engines(*names): runs in the browsers that are named, or in those of `--engines`; else in Chromium alone")


def pytest_generate_tests(metafunc):
    if "running_browser" not in metafunc.fixturenames:
        return
    marker = metafunc.definition.get_closest_marker("engines")
    engines = (marker.args or metafunc.config.getoption("engines").split(",")) if marker else ENGINES[:1]
    metafunc.parametrize("running_browser", engines, indirect=True, scope="session")


@pytest.fixture(scope="session")
def running_browser(request):
    browser = start_browser(engine=getattr(request, "param", ENGINES[0]))
    yield browser
    browser.quit()


@pytest.fixture
def browser(running_browser):
    """The shared browser, with an empty page and an empty console."""
    running_browser.get("about:blank")
    if running_browser.engine == "chromium":
        running_browser.get_log("browser")
    return running_browser


@pytest.fixture(scope="session")
def still_browser():
    """One whose user asks for reduced motion."""
    browser = start_browser("--force-prefers-reduced-motion")
    yield browser
    browser.quit()
