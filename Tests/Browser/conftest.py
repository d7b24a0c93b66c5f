"""A service, another origin with a service that misbehaves as told, and a browser."""

import hashlib
import os
import socket
import subprocess
import time
import urllib.request

import pytest
from selenium import webdriver

from scripted import ScriptedServer


class Service:
    """A running kinetype."""

    def __init__(self, port=None, **settings):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = port or free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [os.environ["KINETYPE"], "serve", "--port", str(self.port), "--log-level", "warning"],
            env=os.environ | {"KINETYPE_LABELS": "memory"} | settings)
        self._wait()

    def _wait(self):
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{self.url}/readyz", timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the service does not become ready")

    def kill(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def service():
    running = Service()
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


@pytest.fixture
def small_service():
    """One that has room for a single stream."""
    running = Service(KINETYPE_MAXIMUM_STREAMS="1")
    yield running
    running.kill()


@pytest.fixture
def other_origin(service):
    with ScriptedServer(service.url) as server:
        yield server


def start_browser(*arguments):
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1440,1000", *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    browser.set_script_timeout(20)
    return browser


@pytest.fixture(scope="session")
def running_browser():
    browser = start_browser()
    yield browser
    browser.quit()


@pytest.fixture
def browser(running_browser):
    """The shared browser, with an empty page and an empty console."""
    running_browser.get("about:blank")
    running_browser.get_log("browser")
    return running_browser


@pytest.fixture(scope="session")
def still_browser():
    """One whose user asks for reduced motion."""
    browser = start_browser("--force-prefers-reduced-motion")
    yield browser
    browser.quit()
