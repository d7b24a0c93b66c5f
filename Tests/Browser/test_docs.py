"""The pages of the documentation: whoever copies a block gets what the page says."""

import json
import os
import re
import subprocess
import urllib.request
from html.parser import HTMLParser
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from barriers import assert_no_barriers

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "Sources/CWebAssets/files/docs").glob("*.html"))
HERE = "http://localhost:8080"
# Ends of animations, from before the page's own scripts run.
LISTENER = """
  window.ended = [];
  addEventListener('kinetic-end', ({ detail }) => ended.push([detail.reason, detail.text]));
"""


class Blocks(HTMLParser):
    """What stands in every `<pre>` of a page, with how it is run."""

    def __init__(self, file):
        super().__init__()
        self.found, self.depth = [], 0
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        if tag == "pre":
            self.found.append((dict(attributes), ""))
        self.depth += tag == "pre"

    def handle_endtag(self, tag):
        self.depth -= tag == "pre"

    def handle_data(self, data):
        if self.depth:
            self.found[-1] = (self.found[-1][0], self.found[-1][1] + data)


BLOCKS = {f"{file.stem}-{number}": block for file in FILES for number, block in enumerate(Blocks(file).found, 1)}


def blocks(*kinds):
    chosen = {name: block for name, block in BLOCKS.items() if block[0].get("data-run") in kinds}
    return pytest.mark.parametrize("block", chosen.values(), ids=chosen.keys())


def path(file):
    return re.match(r"<!--page (\S+) ", file.read_text()).group(1)


def until(browser, condition):
    return WebDriverWait(browser, 30, poll_frequency=0.05).until(condition)


@pytest.fixture
def watching(browser):
    """The browser, where `ended` has the reason and the text of every animation's end."""
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LISTENER})
    yield browser
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def put(service, label, text):
    request = urllib.request.Request(
        f"{service.url}/v1/labels/{label}", json.dumps({"to": text}).encode(), {"Content-Type": "application/json"}, method="PUT")
    urllib.request.urlopen(request).close()


def ends(browser, text):
    return until(browser, lambda _: ["finished", text] in browser.execute_script("return ended"))


def test_each_block_says_how_it_is_run():
    kinds = {"html", "sh", "serve", "none"}
    assert [name for name, (attributes, _) in BLOCKS.items() if attributes.get("data-run") not in kinds] == []
    assert [name for name, (attributes, _) in BLOCKS.items()
            if not attributes.get("data-why" if attributes["data-run"] == "none" else "data-shows")] == []


@blocks("html")
def test_a_copied_page_ends_with_its_text(watching, service, tmp_path, block):
    attributes, text = block
    page = tmp_path / "page.html"
    page.write_text('<!doctype html><meta charset="utf-8">' + text.replace(HERE, service.url))
    labels = re.findall(r'label="([^"]*)"', text)
    for label in labels:
        put(service, label, "0")
    # As a file that somebody opens: an origin that is nobody's.
    watching.get(page.as_uri())
    for label in labels:
        ends(watching, "0")
        put(service, label, attributes["data-shows"])
    until(watching, lambda _: watching.execute_script("return !!customElements.get('kinetic-text')"))
    for button in watching.find_elements(By.TAG_NAME, "button"):
        button.click()
    ends(watching, attributes["data-shows"])


@blocks("sh")
def test_a_copied_command_prints_what_it_says(service, tmp_path, block):
    attributes, text = block
    script = text.replace(HERE, service.url).replace("curl ", "curl -sS --fail ")
    environment = os.environ | {
        "PATH": f"{Path(os.environ['KINETYPE']).parent}:{os.environ['PATH']}", "KINETYPE_SERVER": service.url}
    with subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", script], cwd=tmp_path, env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True) as process:
        try:
            shown = b""
            # What streams without end has done its part as soon as it has shown this.
            while attributes["data-shows"].encode() not in shown:
                part = os.read(process.stdout.fileno(), 65536)
                assert part, shown.decode()
                shown += part
        finally:
            os.killpg(process.pid, 9)


@blocks("serve")
def test_copied_settings_are_right(tmp_path, block):
    attributes, text = block
    environment = os.environ | {"PATH": f"{Path(os.environ['KINETYPE']).parent}:{os.environ['PATH']}"}
    script = text.replace("kinetype serve", "kinetype serve --check-config")
    checked = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert (checked.returncode, attributes["data-shows"] in checked.stdout + checked.stderr) == (0, True), checked


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_a_page_names_is_there(file):
    text = file.read_text()
    settings = (ROOT / "Config/kinetype.env").read_text()
    assert [name for name in re.findall(r"KINETYPE_[A-Z_]+[A-Z]", text) if name not in settings] == []
    assert [name for name in re.findall(r"\b(?:Config|Tests)/[\w./-]+\w", text) if not (ROOT / name).exists()] == []
    paths = [path(other) for other in FILES] + ["/", "/live", "/openapi.json", "/kinetype.js", "/kinetype.d.ts", "/v1/curves"]
    links = re.findall(r'href="\{\{root\}\}([^"#?]*)', text)
    assert [link for link in links if link not in paths] == []
    assert re.findall(r'href="/', text) == []


@pytest.mark.parametrize("scheme, width", [("light", 1440), ("dark", 360)])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_page_moves_once_and_has_no_barrier(watching, service, file, scheme, width):
    watching.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
    watching.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        watching.get(service.url + path(file))
        for label in re.findall(r'<kinetic-text value="([^"]*)"', re.sub("<pre.*?</pre>", "", file.read_text(), flags=re.DOTALL)):
            ends(watching, label)
        assert watching.execute_script("return document.documentElement.scrollWidth") <= width
        assert_no_barriers(watching)
        assert [entry for entry in watching.get_log("browser") if entry["level"] == "SEVERE"] == []
        names = watching.execute_script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
        assert [name for name in names if not name.startswith((service.url, "data:"))] == []
    finally:
        watching.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        watching.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_a_first_reader_has_a_counting_price_by_copying_one_block(watching, service, tmp_path):
    watching.get(service.url)
    watching.find_element(By.LINK_TEXT, "Docs").click()
    watching.find_element(By.LINK_TEXT, "A counting number").click()
    until(watching, lambda _: watching.find_elements(By.CSS_SELECTOR, "pre + button"))[0].click()
    copied = watching.find_element(By.CSS_SELECTOR, "pre").text
    until(watching, lambda _: watching.find_element(By.CSS_SELECTOR, "pre + button").text == "Copied")
    shop = tmp_path / "shop.html"
    shop.write_text(f"<!doctype html><h1>Lamp</h1>{copied}")
    watching.get(shop.as_uri())
    ends(watching, "$24.90")
