"""Programs that run while a page is tested: the service, and a browser."""

import base64
import glob
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request

from marionette_driver.errors import JavascriptException
from marionette_driver.marionette import Marionette
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


def put(service, name, key=None, **members):
    """Sets a label; gives the answer."""
    request = urllib.request.Request(
        f"{service.url}/v1/labels/{name}", method="PUT", data=json.dumps(members).encode(),
        headers={"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {}))
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


class DistantService(Service):
    """One at an address of this machine by which its own browser is a stranger's."""

    def __init__(self, **settings):
        super().__init__(KINETYPE_HOST="0.0.0.0", **settings)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
            # Nothing is sent: it only tells which address a packet would come from.
            route.connect(("203.0.113.1", 9))
            self.url = f"http://{route.getsockname()[0]}:{self.port}"


# A host that browsers find here, and take for one of a network: over plain HTTP they let its pages do less.
HOST = "kinetype.test"


def start_browser(*arguments, engine="chromium"):
    browser = {"chromium": _chromium, "firefox": Firefox, "webkit": _webkit}[engine](*arguments)
    browser.engine = engine
    # Longer than tests wait for what they ask for; axe takes its time on a busy machine, and so does WebKit to draw.
    browser.set_script_timeout(600)
    return browser


def _chromium(*arguments):
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1440,1000",
                     f"--host-resolver-rules=MAP {HOST} 127.0.0.1", *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))


def _webkit():
    # It draws nothing without a display.
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1440x1000x24"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    options = webdriver.WebKitGTKOptions()
    options.binary_location = glob.glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0]
    options.add_argument("--automation")
    environment = os.environ | {"DISPLAY": f":{int(screen.stdout.readline())}", "GDK_BACKEND": "x11"}
    service = webdriver.webkitgtk.service.Service("/usr/bin/WebKitWebDriver", env=environment)
    browser = webdriver.WebKitGTK(options=options, service=service)
    leave = browser.quit

    def quit():
        leave()
        screen.kill()
        screen.wait()

    browser.quit = quit
    browser.set_window_size(1440, 1000)
    return browser


class Firefox:
    """Firefox, which Debian has without a driver of Selenium's: by its own protocol, what tests of all browsers use."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        # It deletes what lies where its log is to be, also a device.
        self._log = tempfile.mkdtemp()
        self._marionette = Marionette(
            bin="/usr/bin/firefox-esr", headless=True, host="127.0.0.1", port=port, gecko_log=os.path.join(self._log, "log"),
            startup_timeout=600, socket_timeout=660, prefs={"network.dns.localDomains": HOST})
        self._marionette.start_session()
        self._marionette.set_window_rect(width=1440, height=1000)

    def set_script_timeout(self, seconds):
        self._marionette.timeout.script = seconds

    def get(self, address):
        self._marionette.navigate(address)

    # Functions that a script of Marionette's leaves in a page are dead when it has ended, those of the page's own are not.
    _in_page = "return window.eval(`(function () { ${arguments[0]}\n})`).apply(null, [...arguments].slice(1));"

    def execute_script(self, script, *arguments):
        return self._run(self._marionette.execute_script, script, arguments)

    def execute_async_script(self, script, *arguments):
        return self._run(self._marionette.execute_async_script, script, arguments)

    def _run(self, execute, script, arguments):
        try:
            return execute(self._in_page, script_args=(script, *arguments), sandbox=None)
        except JavascriptException as error:
            # The policy of some pages allows no eval.
            if "blocked by CSP" not in str(error):
                raise
            return execute(script, script_args=arguments, sandbox=None)

    # As Selenium has them.

    @property
    def switch_to(self):
        return self

    def new_window(self, kind):
        self.window(self._marionette.open(type=kind, focus=True)["handle"])

    def window(self, handle):
        self._marionette.switch_to_window(handle)

    def frame(self, index):
        self._marionette.switch_to_frame(index)

    def default_content(self):
        self._marionette.switch_to_frame()

    @property
    def current_window_handle(self):
        return self._marionette.current_window_handle

    def close(self):
        self._marionette.close()

    def get_screenshot_as_png(self):
        return base64.b64decode(self._marionette.screenshot(full=False))

    def quit(self):
        self._marionette.cleanup()
        shutil.rmtree(self._log, ignore_errors=True)
