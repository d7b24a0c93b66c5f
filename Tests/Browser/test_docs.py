"""The pages of the documentation and the whole examples: whoever copies one gets what it says."""

import contextlib
import datetime
import functools
import html
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from barriers import assert_no_barriers
from clock import PATIENCE
from running import Service, put
from test_frameworks import click_and_watch, mount_react, mount_vue, open_page
from test_page import until_copied

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "Sources/CWebAssets/files/docs").glob("*.html"))
EXAMPLES = ROOT / "Tests/Examples"
# How each example is run, and what it shows.
WHOLE = {
    "shop.html": ("html", "$27.40"), "total.html": ("html", "$9,125 raised"), "total.sh": ("sh", "$9,237.50 raised"),
    "watch.py": ("python", "$9,100 raised"), "play.mjs": ("node", "400 apples"), "Label.jsx": ("react", "9 apples"),
    "Label.vue": ("vue", "9 apples"),
}
COMMAND = Path(os.environ["KINETYPE"])
HERE = "http://localhost:8080"
# Starts and ends of animations, from before the page's own scripts run. Its module is found once all is read, and waits
# longer for the service than 300 ms: a busy machine takes its time.
LISTENER = r"""
  Object.assign(window, { started: 0, ended: [] });
  addEventListener('kinetic-start', () => { started += 1; });
  addEventListener('kinetic-end', ({ detail }) => ended.push([detail.reason, detail.text]));
  document.addEventListener('readystatechange', async () => {
    const named = [...document.scripts].map(({ src, text }) => /http[^'"]*\/(kinetype[^'"/]*|docs)\.js/.exec(src || text));
    const used = named.find(Boolean)?.[0].replace('/docs.js', '/kinetype.js');
    if (used) (await import(used)).settings.patience = 10000;
  }, { once: true });
"""


class Blocks(HTMLParser):
    """What stands in every `<pre>` of a page: the attributes that say how it is run, and its text."""

    def __init__(self, page):
        super().__init__()
        self.found, self.depth = [], 0
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        if tag == "pre":
            self.found.append((dict(attributes), ""))
        self.depth += tag == "pre"

    def handle_endtag(self, tag):
        self.depth -= tag == "pre"

    def handle_data(self, data):
        if self.depth:
            self.found[-1] = (self.found[-1][0], self.found[-1][1] + data)


BLOCKS = [(file, number, attributes) for file in FILES for number, (attributes, _) in enumerate(Blocks(file.read_text()).found)]


def blocks(kind):
    chosen = {f"{file.stem}-{number + 1}": (file, number) for file, number, attributes in BLOCKS if attributes.get("data-run") == kind
              and "data-beside" not in attributes}
    chosen |= {name: (EXAMPLES / name, None) for name, (own, _) in WHOLE.items() if own == kind}
    return pytest.mark.parametrize("place", chosen.values(), ids=chosen.keys())


@pytest.fixture
def block(service, place):
    """A block's text as it is served, but for the service's address, and the text that it shows."""
    file, number = place
    if number is None:
        put(service, "donations", to="$9,100 raised")
        return file.read_text().replace(HERE, service.url), WHOLE[file.name][1]
    attributes, text = Blocks(fetched(service, path(file))).found[number]
    return text.replace(HERE, service.url), attributes["data-shows"]


def fetched(service, path):
    with urllib.request.urlopen(service.url + path) as answer:
        return answer.read().decode()


def path(file):
    return re.match(r"<!--page (\S+) ", file.read_text()).group(1)


def until(browser, condition):
    return WebDriverWait(browser, PATIENCE, poll_frequency=0.05).until(condition)


@pytest.fixture
def watching(browser):
    """The browser, where `ended` has the reason and the text of every animation's end."""
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LISTENER})
    yield browser
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def plays(browser, begin, text=None):
    """Begins once, and sees it play to its end, with a text."""
    begin()
    reasons = until(browser, lambda _: browser.execute_script(
        "return ended.filter(([, text]) => text === (arguments[0] ?? text)).map(([reason]) => reason)", text))
    assert "finished" in reasons


def test_each_block_is_run_or_says_why_not():
    # What is pushed is in Tests/Outside/test_push.py.
    kinds = {"html", "sh", "serve", "python", "node", "react", "vue", "push"}
    for file, number, attributes in BLOCKS:
        reason = attributes.get("data-why" if attributes.get("data-run") == "none" else "data-shows")
        assert reason and attributes["data-run"] in kinds | {"none"}, (file.name, number, attributes)


def test_each_example_is_run_served_and_linked(service):
    assert sorted(WHOLE) == sorted(path.name for path in EXAMPLES.iterdir())
    pages = "".join(file.read_text() for file in FILES)
    for path in EXAMPLES.iterdir():
        assert fetched(service, f"/examples/{path.name}") == path.read_text().replace(HERE, f"http://localhost:{service.port}")
        assert f'href="{{{{root}}}}/examples/{path.name}"' in pages, path.name


TAG = re.compile(r"<kinetic-text\b([^>]*)>([^<]*)</kinetic-text>")


def test_the_text_inside_each_tag_is_where_it_ends(service):
    """What a reader copies is right where nothing runs."""
    files = [ROOT / "README.md", ROOT / "Sources/AnimationService/Documentation/ModulePackage.swift"]
    files += [*(ROOT / "Sources/CWebAssets/files").glob("kinetype*.ts"), *EXAMPLES.iterdir()]
    pages = [fetched(service, path(file)) for file in FILES]
    texts = [file.read_text() for file in files] + pages + [text for page in pages for _, text in Blocks(page).found]
    tags = [tag for text in texts for tag in TAG.findall(text)]
    assert len(tags) > 25
    for attributes, inside in tags:
        value = re.search(' value="([^"]*)"', attributes)
        assert re.search(r"\w", inside), attributes
        # Another number is written by its style, and a component writes the same inside.
        if value and "numberStyle" not in attributes and "{" not in attributes:
            assert value.group(1) == inside, attributes


def test_a_plain_number_needs_no_service(watching, service, tmp_path):
    (_, number), = [(file, number) for file, number, attributes in BLOCKS if "data-beside" in attributes]
    attributes, text = Blocks((ROOT / "Sources/CWebAssets/files/docs/number.html").read_text()).found[number]
    (tmp_path / "index.html").write_text('<!doctype html><meta charset="utf-8">' + text)
    (tmp_path / attributes["data-beside"]).write_text(fetched(service, f"/{attributes['data-beside']}"))
    asked = []

    class Handler(SimpleHTTPRequestHandler):
        def log_request(self, *_):
            asked.append(self.path)

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=tmp_path)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        plays(watching, lambda: watching.get(f"http://127.0.0.1:{server.server_port}/"), attributes["data-shows"])
        assert watching.execute_script("return document.querySelector('kinetic-text').shadowRoot.textContent").count(attributes["data-shows"])
        watching.get("about:blank")
        server.shutdown()
    assert sorted(set(asked) - {"/favicon.ico"}) == ["/", "/kinetype.min.js"]


@blocks("html")
def test_a_copied_page_ends_with_its_text(watching, service, tmp_path, block):
    text, shown = block
    page = tmp_path / "page.html"
    page.write_text('<!doctype html><meta charset="utf-8">' + text)
    labels = re.findall(r'label="([^"]*)"', text)

    def begin():
        for label in labels:
            put(service, label, to="$0 raised")
        # As a file that somebody opens: an origin that is nobody's.
        watching.get(page.as_uri())
        for label in labels:
            until(watching, lambda _: watching.execute_script("return started"))
            put(service, label, to=shown)
        for button in watching.find_elements(By.TAG_NAME, "button"):
            until(watching, lambda _: watching.execute_script("return !!customElements.get('kinetic-text')"))
            button.click()

    if "/kinetype" in text:
        plays(watching, begin, shown)
    else:
        for label in re.findall(r'<iframe src="[^"]*/labels/([^"?]+)', text):
            put(service, label, to=shown)
        begin()
        for frame in watching.find_elements(By.TAG_NAME, "iframe"):
            watching.switch_to.frame(frame)
        until(watching, lambda _: shown in watching.execute_script("""
          return [document.body, ...[...document.querySelectorAll('kinetic-text')].map((label) => label.shadowRoot)]
            .map((place) => place.textContent).join(' ');
        """))
        watching.switch_to.default_content()


def test_the_page_of_the_readme_ends_with_its_text(watching, service, tmp_path):
    text, = re.findall(r"```html\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    page = tmp_path / "page.html"
    page.write_text('<!doctype html><meta charset="utf-8">' + text.replace(HERE, service.url))
    plays(watching, lambda: watching.get(page.as_uri()), "$12,340 raised")


@contextlib.contextmanager
def running(service, folder, *arguments):
    environment = os.environ | {"PATH": f"{COMMAND.parent}:{os.environ['PATH']}", "KINETYPE_SERVER": service.url}
    with subprocess.Popen(
            arguments, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True) as process:
        try:
            yield process
        finally:
            # What streams without end goes on.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def prints(process, text):
    shown = b""
    while text.encode() not in shown:
        part = os.read(process.stdout.fileno(), 65536)
        assert part, shown.decode()
        shown += part


@blocks("sh")
def test_a_copied_command_prints_what_it_says(service, tmp_path, block):
    script = block[0].replace("curl ", "curl -sS --fail ")
    with running(service, tmp_path, "bash", "-euo", "pipefail", "-c", script) as process:
        prints(process, block[1])


@pytest.fixture(scope="module")
def keyed_service():
    keyed = Service(KINETYPE_WRITE_KEYS="a-key-of-sixteen")
    yield keyed
    keyed.kill()


CHANGES = [pytest.param(block, id=f"{file.stem}-{number + 1}") for file in FILES
           for number, block in enumerate(Blocks(file.read_text()).found)
           if block[0]["data-run"] == "sh" and "-X P" in block[1]]
CHANGES.append(pytest.param(({"data-shows": WHOLE["total.sh"][1]}, (EXAMPLES / "total.sh").read_text()), id="total.sh"))


@pytest.mark.parametrize("change", CHANGES)
def test_a_copied_command_changes_labels_where_that_takes_a_key(keyed_service, tmp_path, monkeypatch, change):
    monkeypatch.setenv("KINETYPE_WRITE_KEYS", "a-key-of-sixteen")
    script = change[1].replace(HERE, keyed_service.url).replace("curl ", "curl -sS --fail ")
    with running(keyed_service, tmp_path, "bash", "-euo", "pipefail", "-c", script) as process:
        prints(process, change[0]["data-shows"])


@blocks("serve")
def test_copied_settings_are_right(service, tmp_path, block):
    script = re.sub("kinetype serve( --check-config)?", "kinetype serve --check-config --port 0", block[0])
    with running(service, tmp_path, "bash", "-euo", "pipefail", "-c", script) as process:
        prints(process, block[1])
        assert process.wait(60) == 0


@blocks("python")
def test_a_copied_python_program_prints_what_it_says(service, tmp_path, block):
    with running(service, tmp_path, sys.executable, "-c", block[0]) as process:
        prints(process, block[1])


@blocks("node")
def test_a_copied_node_program_prints_what_it_says(service, tmp_path, block):
    with running(service, tmp_path, "node", "--input-type=module", "-e", block[0]) as process:
        prints(process, block[1])


@blocks("react")
def test_a_copied_react_component_moves(watching, other_origin, block):
    open_page(watching, other_origin)
    mount_react(watching, block[0])
    assert click_and_watch(watching)[::2] == ["finished", block[1]]


@blocks("vue")
def test_a_copied_vue_component_moves(watching, other_origin, block):
    open_page(watching, other_origin)
    mount_vue(watching, block[0])
    assert click_and_watch(watching)[::2] == ["finished", block[1]]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_a_page_names_is_there(file):
    text = file.read_text()
    places = [ROOT / "Config/kinetype.env", ROOT / "Config/compose-cluster.yaml", *(ROOT / "Sources/kinetype").rglob("*.swift")]
    settings = "".join(place.read_text() for place in places)
    assert [name for name in re.findall(r"KINETYPE_[A-Z_]+[A-Z]", text) if name not in settings] == []
    assert [name for name in re.findall(r"\b(?:Config|Tests)/[\w./-]+\w", text) if not (ROOT / name).exists()] == []
    paths = [path(other) for other in FILES] + ["/", "/live", "/openapi.json", "/kinetype.js", "/kinetype.min.js", "/kinetype.d.ts", "/v1/curves"]
    paths += [f"/examples/{example.name}" for example in EXAMPLES.iterdir()]
    links = re.findall(r'href="\{\{root\}\}([^"#?]*)', text)
    assert [link for link in links if link not in paths] == []
    assert re.findall(r'href="/', text) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_page_moves_once_and_has_no_barrier(watching, service, file):
    def begin():
        watching.get(service.url + path(file))

    try:
        if '<figure class="demo">' in file.read_text():
            plays(watching, begin)
        else:
            begin()
        if file.stem == "http":
            until(watching, lambda _: watching.find_elements(By.ID, "getFrames"))
        for scheme, width, *rules in (("light", 1440), ("dark", 360, "color-contrast")):
            media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
            watching.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
            metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
            watching.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            assert watching.execute_script("return document.documentElement.scrollWidth") <= width
            assert_no_barriers(watching, *rules)
        assert [entry for entry in watching.get_log("browser") if entry["level"] == "SEVERE"] == []
        names = watching.execute_script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
        assert [name for name in names if not name.startswith((service.url, "data:"))] == []
    finally:
        watching.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        watching.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


PAGES = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@contextlib.contextmanager
def seen_on(browser, width, height=900):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        yield
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.fixture
def scriptless(browser):
    """The browser as one that runs no scripts of pages."""
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    yield browser
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@PAGES
def test_each_heading_and_parameter_has_an_address(service, file):
    page = fetched(service, path(file))
    content = re.search("<main.*</main>", page, re.DOTALL).group()
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    places = re.findall(r'<(?:h2|section|dt)[^>]* id="([^"]*)"', content)
    linked = [html.unescape(link) for link in re.findall(r'href="#([^"]*)"', content)]
    assert set(linked) <= set(ids)
    assert re.findall("<dt>", content) == []
    assert len(re.findall("<h2", content)) == len(re.findall('<h2[^>]*><a href="#', content))
    # What a link shows is a part of the page, and not the whole of it.
    assert set(places) >= set(linked)


def test_an_address_leads_to_a_parameter(browser, service):
    browser.get(f"{service.url}/docs/parameters#columnMode")
    place = browser.find_element(By.CSS_SELECTOR, ":target")
    assert (place.tag_name, place.text) == ("dt", "columnMode")
    top, height = until(browser, lambda _: browser.execute_script(
        "return scrollY > 0 && [arguments[0].getBoundingClientRect().top, innerHeight]", place))
    assert 0 <= top < height / 2


# The brightness of the upper left corner, and of the pixel that differs most from it.
BRIGHTNESS = """
  const [picture, done] = arguments;
  const image = Object.assign(new Image(), { src: `data:image/png;base64,${picture}` });
  image.decode().then(() => {
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const greens = Array.from({ length: data.length / 4 }, (_, pixel) => data[4 * pixel + 1]);
    done([greens[0], greens.reduce((far, one) => (Math.abs(one - greens[0]) > Math.abs(far - greens[0]) ? one : far))]);
  });
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_are_as_light_or_dark_as_their_page(browser, service, scheme):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    try:
        browser.get(f"{service.url}/docs/effects#how-the-wheels-of-an-odometer-turn")
        picture = browser.find_element(By.CSS_SELECTOR, ".example img")
        for act in ("return true", "document.querySelector('[data-draws]').click(); return true"):
            assert browser.execute_script(act)
            until(browser, lambda _: browser.execute_script("return arguments[0].complete && arguments[0].naturalWidth > 0", picture))
            behind, text = browser.execute_async_script(BRIGHTNESS, picture.screenshot_as_base64)
            assert (behind > 230 and text < 60) if scheme == "light" else (behind < 40 and text > 200)
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_what_a_page_says_is_listed_beside_it(browser, service):
    with seen_on(browser, 1280):
        browser.get(f"{service.url}/docs/element")
        links = browser.find_elements(By.CSS_SELECTOR, ".outline a")
        assert [link.text for link in links] == [heading.text for heading in browser.find_elements(By.CSS_SELECTOR, "main h2")]
        browser.find_element(By.LINK_TEXT, "Events").click()
        until(browser, lambda _: browser.execute_script("""
          const [list, heading] = ['.outline [aria-current]', '#events'].map((part) => document.querySelector(part));
          const [box, text] = [list?.getBoundingClientRect(), heading.getBoundingClientRect()];
          return list?.textContent === 'Events' && box.top >= 0 && box.bottom <= innerHeight && box.left >= text.right - 1
            && text.top >= 0 && text.top < 100;
        """))


def test_search_is_a_key_away(browser, service):
    browser.get(f"{service.url}/docs/number")
    until(browser, lambda _: browser.execute_script("return document.readyState === 'complete'"))

    def links():
        return browser.execute_script(
            "return [...document.querySelectorAll('#found:not([hidden]) a')].map((link) => link.querySelector('strong').textContent)")

    until(browser, lambda _: browser.find_element(By.TAG_NAME, "body").send_keys("/") or browser.execute_script(
        "return document.activeElement.id") == "search")
    search = browser.find_element(By.ID, "search")
    search.clear()
    search.send_keys("column mode")
    until(browser, lambda _: links()[:1] == ["columnMode"])
    assert_no_barriers(browser)
    search.send_keys(Keys.ESCAPE)
    until(browser, lambda _: links() == [])
    search.clear()
    for asked, found in [("reduced nonsense", None), ("putlabel", None), ("PUT /v1/labels", "PUT /v1/labels/{id}"),
                         ("events", "Events"), ("keys", "Who may use it")]:
        search.clear()
        search.send_keys(asked)
        if found:
            until(browser, lambda _: found in links())
        else:
            until(browser, lambda _: browser.find_element(By.ID, "found").text == "Nothing found.")
    search.clear()
    search.send_keys("easeOutBounce")
    until(browser, lambda _: links()[:1] == ["easeOutBounce"])
    search.send_keys(Keys.ARROW_DOWN)
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    until(browser, lambda _: browser.current_url == f"{service.url}/docs/parameters#easeOutBounce")


def test_the_keyboard_skips_to_the_content(browser, service):
    for page in ("/docs/curves", "/", "/live"):
        browser.get(service.url + page)
        browser.switch_to.active_element.send_keys(Keys.TAB)
        skip = browser.switch_to.active_element
        assert skip.text == "Skip to the content"
        skip.send_keys(Keys.ENTER)
        until(browser, lambda _: browser.execute_script("return document.activeElement.id") == "main")
    # Who reads from the top comes to the other pages before this one.
    browser.get(f"{service.url}/docs/curves")
    assert browser.execute_script("""
      const [pages, main] = ['.topics', 'main'].map((part) => document.querySelector(part));
      return !!(pages.compareDocumentPosition(main) & Node.DOCUMENT_POSITION_FOLLOWING);
    """)


# Not a label that grows, which is what labels do.
MOVED = """
  window.moved = [];
  const isOfLabel = ({ node }) => !node || (node.closest ? node : node.parentElement)?.closest('kinetic-text');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (!hadRecentInput && !sources.every(isOfLabel)) moved.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.nodeName)]);
    }
  }).observe({ type: 'layout-shift', buffered: true });
"""


@PAGES
def test_nothing_of_a_page_moves_while_it_is_read(watching, service, file):
    script = watching.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": MOVED})["identifier"]
    try:
        for width in (1280, 360):
            with seen_on(watching, width):
                watching.get(service.url + path(file))
                if '<figure class="demo">' in file.read_text():
                    until(watching, lambda _: watching.execute_script("return ended.length"))
                if file.stem == "http":
                    until(watching, lambda _: watching.find_elements(By.ID, "getFrames"))
                if file.stem == "totals":
                    until(watching, lambda _: watching.find_elements(By.CSS_SELECTOR, ".buttons button"))
                assert watching.execute_script("return moved.filter(([value]) => value > 0.001)") == [], width
    finally:
        watching.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})


@pytest.mark.parametrize("width", [800, 1280])
def test_the_search_stands_where_it_will_before_the_links_beside_it_are_there(browser, service, width):
    with seen_on(browser, width):
        browser.get(f"{service.url}/docs/formats")
        left, lines, links, without = browser.execute_script("""
          const left = () => document.getElementById('searching').getBoundingClientRect().left;
          const nav = document.querySelector('.head nav');
          const first = nav.firstElementChild.getBoundingClientRect().left - nav.getBoundingClientRect().left;
          const lines = [...nav.children].map((link) => {
            const range = new Range();
            range.selectNodeContents(link);
            return range.getClientRects().length;
          });
          return [left(), lines, first, nav.remove() ?? left()];
        """)
        assert lines == [1, 1, 1]
        assert links >= 0
        assert left == without


def test_an_example_has_its_room_before_it_plays(watching, service):
    for page in ("parameters", "curves"):
        watching.get(f"{service.url}/docs/{page}")
        play = watching.find_element(By.CSS_SELECTOR, "[data-plays*='curve=']")
        height = watching.execute_script("return document.documentElement.scrollHeight")
        until(watching, lambda _: play.click() or watching.find_elements(By.CSS_SELECTOR, "output kinetic-text"))
        until(watching, lambda _: watching.execute_script("return ended.some(([reason]) => reason === 'finished')"))
        assert watching.execute_script("return document.documentElement.scrollHeight") == height


def test_the_topic_that_is_read_is_seen_on_a_phone(browser, service):
    def is_seen():
        return browser.execute_script("""
          const { left, right } = document.querySelector('.topics [aria-current]').getBoundingClientRect();
          return left >= 0 && right <= innerWidth;
        """)

    browser.get(f"{service.url}/docs/speed")
    # Also where a wide window becomes one.
    with seen_on(browser, 360):
        until(browser, lambda _: is_seen())
        browser.refresh()
        until(browser, lambda _: is_seen())


@PAGES
def test_lines_of_code_are_whole_and_tinted(browser, service, file):
    with seen_on(browser, 360):
        browser.get(service.url + path(file))
        lines = browser.execute_script(r"""
          return [...document.querySelectorAll('main pre code')].map((code) => {
            const height = code.getBoundingClientRect().height / parseFloat(getComputedStyle(code).lineHeight);
            const colours = new Set([...code.querySelectorAll('span')].map((part) => getComputedStyle(part).color));
            return [Math.round(height), code.textContent.split('\n').length, colours.size, code.textContent];
          });
        """)
        for shown, written, colours, text in lines:
            assert shown == written, text
            assert colours >= 1 or text.count("\n") == 0, text


@PAGES
def test_code_names_the_service_that_the_page_is_from(browser, service, file):
    with urllib.request.urlopen(service.url + path(file)) as answer:
        served = answer.read().decode()
    assert not re.search("localhost:8080", served)
    codes = html.unescape(" ".join(re.findall("<pre.*?</pre>", re.sub("<span[^>]*>|</span>", "", served), re.DOTALL)))
    assert len(re.findall(rf"localhost:{service.port}\b", codes)) == len(re.findall("localhost:", codes))
    browser.get(service.url + path(file))
    named = "return [...document.querySelectorAll('main code')].filter((code) => /localhost:\\d/.test(code.textContent)).length"
    until(browser, lambda _: browser.execute_script(named) == 0)
    if f"localhost:{service.port}" in codes:
        assert service.url in browser.find_element(By.TAG_NAME, "main").get_attribute("textContent")


def test_pages_are_read_without_scripts(scriptless, service):
    scriptless.get(f"{service.url}/docs/http")
    content = scriptless.find_element(By.TAG_NAME, "main")
    assert "GET /v1/frames" in content.text and "PUT /v1/labels/{id}" in content.text and "openapi.json" in content.text
    scriptless.get(f"{service.url}/docs/curves")
    content = scriptless.find_element(By.TAG_NAME, "main")
    assert f"http://localhost:{service.port}/kinetype.min.js" in content.text
    assert "easeOutBounce" in content.text and "400 apples" in content.text
    assert not any(button.is_displayed() for button in content.find_elements(By.CSS_SELECTOR, "button:not(.card)"))
    assert not scriptless.find_element(By.ID, "search").is_displayed()
    scriptless.get(f"{service.url}/docs/parameters#columnMode")
    assert scriptless.find_element(By.CSS_SELECTOR, ":target").text == "columnMode"


@pytest.mark.parametrize("page, count", [("curves", 54), ("effects", 20)])
def test_cards_play_when_somebody_points_at_them_or_comes_by_keyboard(watching, service, page, count):
    watching.get(f"{service.url}/docs/{page}")
    cards = watching.find_elements(By.CSS_SELECTOR, ".card")
    assert len(cards) >= count
    until(watching, lambda _: watching.execute_script("return ended.length"))

    def rests():
        return watching.execute_script("return ended.length")

    def stage(card):
        return card.find_element(By.CSS_SELECTOR, ".stage")

    for card, begin in [(cards[1], lambda: ActionChains(watching).move_to_element(cards[1]).perform()),
                        (cards[2], lambda: cards[1].send_keys(Keys.TAB))]:
        before, text = rests(), stage(card).text
        assert text
        height = watching.execute_script("return document.documentElement.scrollHeight")
        until(watching, lambda _: begin() or stage(card).find_elements(By.TAG_NAME, "kinetic-text"))
        until(watching, lambda _: rests() > before)
        # Screen readers have a copy. What has come to rest may have been another card.
        until(watching, lambda _: set(stage(card).text.split("\n")) == {text})
        assert watching.execute_script("return document.documentElement.scrollHeight") == height


@pytest.mark.parametrize("page", ["effects", "element"])
def test_each_way_that_wheels_turn_has_a_picture(browser, service, page):
    browser.get(f"{service.url}/docs/{page}")
    for mode in ["carry", "continuous", "digit", "auto"]:
        picture = browser.find_element(By.CSS_SELECTOR, f"img[src*='columnMode={mode}&']")
        browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", picture)
        until(browser, lambda _: picture.get_property("naturalWidth") > 0)
        assert browser.execute_script("return arguments[0].closest('dd').previousElementSibling.textContent", picture) == mode


@pytest.mark.parametrize("address, meant", [("/docs/elemnt", "/docs/element"), ("/a/b/speed", "/docs/speed"), ("/labels/a/b", None)])
def test_a_lost_visitor_finds_the_page_that_was_meant_and_the_first_one(browser, service, address, meant):
    browser.get(service.url + address)
    assert browser.find_element(By.TAG_NAME, "h1").text == "Nothing here"
    loaded = browser.execute_script("return [...document.styleSheets].map(({ href, cssRules }) => cssRules.length && href)")
    assert loaded == [f"{service.url}/site.css", f"{service.url}/docs.css"]
    assert_no_barriers(browser)
    links = browser.execute_script("return [...document.querySelectorAll('a:not([href^=\"#\"])')].map(({ href }) => href)")
    for link in set(links):
        urllib.request.urlopen(link).close()
    if meant:
        browser.find_element(By.CSS_SELECTOR, "main").find_element(By.LINK_TEXT, meant).click()
        until(browser, lambda _: browser.current_url == service.url + meant)
        browser.back()
    until(browser, lambda _: browser.find_elements(By.CSS_SELECTOR, "main .primary"))[0].click()
    until(browser, lambda _: browser.current_url == f"{service.url}/")


def test_two_screens_follow_one_label(watching, service):
    watching.get(f"{service.url}/docs/totals")
    until(watching, lambda _: watching.find_elements(By.CSS_SELECTOR, ".buttons button"))[1].click()
    # A label that moves adds what it has left to do.
    until(watching, lambda _: watching.execute_script("return ended").count(["finished", "$10,340 raised"]) == 2)


def test_an_example_plays_behind_its_button(watching, service):
    watching.get(f"{service.url}/docs/parameters")
    play = watching.find_element(By.CSS_SELECTOR, "[data-plays*='style=percent']")
    until(watching, lambda _: play.click() or watching.find_elements(By.CSS_SELECTOR, "output kinetic-text"))

    def begin():
        watching.execute_script("ended.length = 0")
        play.click()

    plays(watching, begin, "25%")


def test_a_picture_plays_again_behind_its_button(watching, service):
    watching.get(f"{service.url}/docs/parameters")
    picture = watching.find_element(By.CSS_SELECTOR, "[src*='size=24']")
    play = watching.execute_script("return arguments[0].parentNode.querySelector('button')", picture)

    def at_rest():
        """What is seen of it, if that stays: it may have begun late."""
        seen = picture.screenshot_as_base64
        time.sleep(0.5)
        return seen == picture.screenshot_as_base64 and seen

    def moves():
        play.click()
        # Its first text is another than its last, which stands still.
        shown = {picture.screenshot_as_base64 for _ in range(4)}
        time.sleep(2.5)
        return picture.screenshot_as_base64 == still and len(shown | {still}) > 1

    watching.execute_script("arguments[0].scrollIntoView({ block: 'center' })", picture)
    until(watching, lambda _: picture.get_property("naturalWidth") > 0)
    time.sleep(2.5)
    still = until(watching, lambda _: at_rest())
    until(watching, lambda _: moves())
    assert picture.get_property("src").startswith("data:image/svg+xml,")


def test_each_command_beside_a_parameter_is_answered(service, tmp_path):
    commands = [html.unescape(code) for code in re.findall(r"<code>(curl .*?)</code>", fetched(service, "/docs/parameters"))]
    assert len(commands) > 8
    for number, command in enumerate(commands):
        # A label of its own, whose first version is 1 where no label was deleted before.
        label = f"commanded-{number}"
        version = put(service, label, to="$9,100 raised")["version"]
        script = command.replace(HERE, service.url).replace("donations", label).replace("curl ", "curl -sSN --fail ")
        script = script.replace("version=1", f"version={version}")
        with running(service, tmp_path, "bash", "-c", script) as process:
            begun = os.read(process.stdout.fileno(), 4096).decode()
            assert begun and not begun.startswith("curl:"), (command, begun)


def test_a_request_of_the_reference_can_be_linked_read_and_tried(watching, service):
    watching.get(f"{service.url}/docs/http#setLabel")
    until(watching, lambda _: "If-Match" in watching.find_element(By.ID, "setLabel").text)
    watching.find_element(By.ID, "setLabel").find_element(By.LINK_TEXT, "LabelRequest").click()
    until(watching, lambda _: "the label is deleted by itself" in watching.find_element(By.ID, "schema-LabelRequest").text)
    assert "from 1 to 1000000 or infinite" in watching.find_element(By.ID, "schema-Repetitions").text
    tried = watching.find_element(By.CSS_SELECTOR, "#getFrame p a")
    assert json.loads(fetched(service, tried.get_attribute("href").removeprefix(service.url)))["frame"]["text"] == "337 apples"
    watching.execute_script("for (const part of document.querySelectorAll('#reference details')) part.open = true")
    until(watching, lambda _: watching.execute_script(
        "return [...document.querySelectorAll('#reference details')].every((part) => part.children.length > 1)"))
    fragments = watching.execute_script(
        "return [...document.querySelectorAll('#reference a[href^=\"#\"]')].map((link) => link.hash.slice(1))")
    assert len(fragments) > 100
    assert set(fragments) <= set(watching.execute_script("return [...document.querySelectorAll('[id]')].map(({ id }) => id)"))


def test_rows_of_tables_are_read_on_a_phone(browser, service):
    """Nothing lies over what a row is about, and its first value stands beside it."""
    for page in ("speed", "nodes", "comparison"):
        with seen_on(browser, 360):
            browser.get(f"{service.url}/docs/{page}")
            assert browser.execute_script("""
              return [...document.querySelectorAll('main tbody th')].filter((head) => {
                const [{ right }, ...values] = [...head.parentElement.cells].map((cell) => cell.getBoundingClientRect());
                return values.some(({ left }) => left < right - 1) || values[0].left > innerWidth - 64;
              }).map((head) => head.textContent);
            """) == [], page


def test_code_says_what_it_is_written_in(service):
    assert re.findall('data-language="(.*?)"', fetched(service, "/docs/clocks")) == 3 * ["Terminal"] + ["HTML", "Markdown"]


def test_the_numbers_are_those_of_the_comparison(service):
    """Two pages show what Config/comparison.md says: each of its cells, and no other in the same tables."""
    def plain(text):
        return html.unescape(re.sub("<[^>]*>|`", "", text)).replace("\N{NO-BREAK SPACE}", " ").strip()

    rows = [line.strip("|").split("|") for line in (ROOT / "Config/comparison.md").read_text().splitlines() if line.startswith("| ")]
    pages = fetched(service, "/docs/comparison") + fetched(service, "/docs/speed")
    shown = [plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", pages)]
    assert [cell for row in rows for cell in map(plain, row) if not cell.startswith("---") and cell not in shown] == []


def test_what_a_million_viewers_need_is_what_the_simulation_says(service):
    """Each row that it prints is one of the page, and the page says when and where it was measured."""
    said = subprocess.run(
        [sys.executable, ROOT / "Tests/Benchmarks/million"], capture_output=True, text=True, check=True, timeout=300).stdout
    page = html.unescape(fetched(service, "/docs/nodes"))
    day, machine = re.search("^measured (.*?), (.*)", said).groups()
    day = datetime.date.fromisoformat(day)
    assert f"{day.day} {day:%B %Y}" in page and machine in page
    rows = [line.strip("| ").split(" | ") for line in said.splitlines() if line.startswith("| ")]
    nodes, caches = [
        [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall("<tr>(.*?)</tr>", table)]
        for table in re.findall("<table>(.*?)</table>", page.partition("What a crowd costs")[2], re.DOTALL)[:2]]
    assert len(nodes) == 5 and rows[:5] == nodes
    # A cache's row has how many, and not the node that all of them ask; of a CDN what is asked at the node is all that is said.
    assert len(caches) == 7 == len(rows[5:])
    for (name, every, count, *said, _, asked), row in zip(rows[6:], caches[1:]):
        name, _, _ = name.replace("a CDN of 100", "a CDN").partition(", asked for")
        count = count.partition(", ")[2] or "100"
        assert [name, every, count, *(cell or "–" for cell in said), asked] == row


def test_the_changes_are_those_of_the_changelog(service):
    """Each line of Config/changelog.md is a change of the page, and the page has no other."""
    lines = (ROOT / "Config/changelog.md").read_text().splitlines()
    content = re.search("<section.*</main>", fetched(service, "/docs/changelog"), re.DOTALL).group()
    shown = [html.unescape(re.sub("</?code>", "`", item)) for item in re.findall("<li>(.*?)</li>", content)]
    here = f"http://localhost:{service.port}"
    assert shown == [line.removeprefix("- ").replace(HERE, here) for line in lines if line.startswith("- ")]
    assert re.findall("<h2><a [^>]*>(.*?)</a></h2>", content) == [line.removeprefix("## ") for line in lines if line.startswith("## ")]


def test_a_first_reader_has_a_counting_price_by_copying_one_block(watching, service, tmp_path):
    watching.get(service.url)
    watching.find_element(By.LINK_TEXT, "Docs").click()
    watching.find_element(By.LINK_TEXT, "A counting number").click()
    until_copied(watching, until(watching, lambda _: watching.find_elements(By.CSS_SELECTOR, "pre + button"))[0])
    copied = watching.find_element(By.CSS_SELECTOR, "pre").text
    shop = tmp_path / "shop.html"
    shop.write_text(f"<!doctype html><h1>Lamp</h1>{copied}")
    plays(watching, lambda: watching.get(shop.as_uri()), "$24.90")
