"""Programs that run while a page is tested: the service, and a browser."""

import os
import socket
import subprocess
import time
import urllib.request

from selenium import webdriver


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
        # A busy machine takes its time.
        for _ in range(1200):
            try:
                urllib.request.urlopen(f"{self.url}/readyz", timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the service does not become ready")

    def kill(self):
        self.process.kill()
        self.process.wait()


class DistantService(Service):
    """One at an address of this machine by which its own browser is a stranger's."""

    def __init__(self, **settings):
        super().__init__(KINETYPE_HOST="0.0.0.0", **settings)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
            # Nothing is sent: it only tells which address a packet would come from.
            route.connect(("203.0.113.1", 9))
            self.url = f"http://{route.getsockname()[0]}:{self.port}"


def start_browser(*arguments):
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1440,1000", *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    # Longer than tests wait for what they ask for; axe takes its time on a busy machine.
    browser.set_script_timeout(120)
    return browser
