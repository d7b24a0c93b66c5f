"""Tabs and windows of one origin, which follow live labels over one connection."""

import base64
import contextlib
import hashlib
import hmac
import json
import time
import urllib.request

import pytest

from clock import PATIENCE
from running import HOST, Service
from scripted import ScriptedServer
from test_element import ADD
from test_labels import open_streams, put, until

TEXT = "document.querySelector('{}')?.shadowRoot?.querySelector('[aria-hidden]')?.textContent"
SHOWN = f"return {TEXT.format('kinetic-text')}"

# A browser lets pages of this machine do what those of other hosts may over HTTPS alone.
HOSTS = pytest.mark.parametrize("host", ["127.0.0.1", HOST])


class Page:
    """A page in a tab or a window of its own."""

    def __init__(self, browser, address, kind):
        self.browser = browser
        browser.switch_to.new_window(kind)
        self.handle = browser.current_window_handle
        self.isOpen = True
        browser.get(address)

    def run(self, script, *arguments):
        self.browser.switch_to.window(self.handle)
        return self.browser.execute_script(script, *arguments)

    @property
    def shown(self):
        return self.run(SHOWN)

    def wait(self):
        """Until the module is there."""
        until(lambda: self.run("return !!window.kinetype"))
        return self

    def add(self, label, more=""):
        self.wait().run(ADD, f'<kinetic-text label="{label}" {more}></kinetic-text>')
        return self

    def until_shown(self, text):
        until(lambda: self.shown == text)
        return self

    @property
    def attempts(self):
        """How often the page has asked for a stream of labels itself."""
        return len(self.run("return window.asked.filter((address) => address.includes('/stream'))"))

    def tell_hidden(self, is_hidden):
        self.run("""
          const [hidden] = arguments;
          Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
          document.dispatchEvent(new Event('visibilitychange'));
        """, is_hidden)

    def tell(self, event):
        """That it is left, or comes back, as a page that the browser keeps meanwhile."""
        self.run("dispatchEvent(new PageTransitionEvent(arguments[0], { persisted: true }))", event)

    def close(self):
        self.browser.switch_to.window(self.handle)
        self.browser.close()
        self.isOpen = False


@pytest.fixture
def opened(browser):
    """Opens pages, in windows unless told otherwise, all of which are seen."""
    first = browser.current_window_handle
    pages = []

    def open_one(address, kind="window"):
        pages.append(Page(browser, address, kind))
        return pages[-1]

    yield open_one
    for page in pages:
        if page.isOpen:
            page.close()
    browser.switch_to.window(first)


@pytest.fixture
def host():
    return "127.0.0.1"


@pytest.fixture
def origin(mortal_service, host):
    """Where pages follow labels of a service that nobody else uses."""
    with patient_origin(mortal_service, host) as address:
        yield address


# How long a page waits for an answer of one that leads before it takes its place, and how long it shall here.
WAITS = {
    "PATIENCE = 2000": "PATIENCE = 15_000", "setTimeout(ask, 100)": "setTimeout(ask, 3000)", "setInterval(ask, 1000)": "setInterval(ask, 3000)",
}


@contextlib.contextmanager
def patient_origin(service, host="127.0.0.1"):
    """Where pages let one that leads be silent for long: on a busy machine it may be, and each change of lead is counted."""
    with urllib.request.urlopen(f"{service.url}/kinetype-tabs.js") as answer:
        tabs = answer.read().decode()
    for usual, longer in WAITS.items():
        assert usual in tabs
        tabs = tabs.replace(usual, longer)
    with ScriptedServer(service.url) as server:
        server.files["/kinetype-tabs.js"] = tabs.encode()
        yield f"{at(server, host)}/mirror"


def at(server, host):
    return server.url.replace("127.0.0.1", host)


def until_shown(pages, text):
    for page in pages:
        page.until_shown(text)


def until_streams(service, count):
    until(lambda: open_streams(service) == count)


@HOSTS
@pytest.mark.engines("chromium", "firefox")
def test_ten_tabs_and_windows_hold_one_connection(opened, mortal_service, host):
    put(mortal_service, "many", to="1 kiwi")
    pages = [opened(f"{at(mortal_service, host)}/labels/many", kind) for kind in ["window", "tab"] * 5]
    until_shown(pages, "1 kiwi")
    assert {page.run("return !!navigator.locks && !!crypto.subtle") for page in pages} == {host != HOST}
    until_streams(mortal_service, 1)
    put(mortal_service, "many", to="2 kiwis", duration=0)
    until_shown(pages, "2 kiwis")
    # Whichever leads, seen or not, is among those that go.
    while len(pages) > 1:
        for page in pages[:3]:
            page.close()
        pages = pages[3:]
        text = f"{len(pages)} kiwis left"
        put(mortal_service, "many", to=text, duration=0)
        until_shown(pages, text)
    until_streams(mortal_service, 1)


@HOSTS
@pytest.mark.engines("chromium", "firefox")
def test_another_has_the_lead_at_once_when_a_window_is_closed(opened, mortal_service, host):
    put(mortal_service, "lead", to="0 kiwis")
    address = f"{at(mortal_service, host)}/labels/lead"
    leader = opened(address)
    until_shown([leader], "0 kiwis")
    usual, delays = [], []

    def delay(page, is_left=False):
        """Milliseconds until a page shows a text that is set now, or as soon as the window that leads is closed."""
        text = f"{len(usual) + len(delays) + 1} kiwis"
        page.run("""
          window.seen = null;
          window.shown = () => { %s };
          const look = () => {
            if (window.shown() === arguments[0]) window.seen = performance.timeOrigin + performance.now();
            else requestAnimationFrame(look);
          };
          look();
        """ % SHOWN, text)
        if is_left:
            leader.close()
        start = put(mortal_service, "lead", to=text, duration=0)["start"]
        return until(lambda: page.run("return window.seen")) - start / 1000

    # A busy machine has some of them late, with and without a change of lead.
    end = time.monotonic() + PATIENCE
    while not delays or min(delays) >= min(usual) + 300:
        assert time.monotonic() < end, f"they came late: {delays}, and without: {usual}"
        follower = opened(address)
        until_shown([follower], leader.shown)
        usual.append(delay(follower))
        delays.append(delay(follower, is_left=True))
        leader = follower


@HOSTS
def test_a_page_that_is_not_seen_leaves_the_lead_to_one_that_is(opened, mortal_service, origin):
    put(mortal_service, "seen", to="1 fig")
    # The second comes when the first leads.
    first, second = pages = [opened(origin).add("seen").until_shown("1 fig") for _ in range(2)]
    assert (first.attempts, second.attempts) == (1, 0)
    first.tell_hidden(True)
    until(lambda: second.attempts == 1)
    put(mortal_service, "seen", to="2 figs", duration=0)
    until_shown(pages, "2 figs")
    # Where none is seen, one leads all the same: a page may tell of its label otherwise.
    second.tell_hidden(True)
    put(mortal_service, "seen", to="3 figs", duration=0)
    until_shown(pages, "3 figs")
    assert (first.attempts, second.attempts) == (1, 1)
    first.tell_hidden(False)
    until(lambda: first.attempts == 2)
    put(mortal_service, "seen", to="4 figs", duration=0)
    until_shown(pages, "4 figs")
    until_streams(mortal_service, 1)


@HOSTS
def test_a_page_that_is_left_lets_go_and_comes_back(opened, mortal_service, origin):
    put(mortal_service, "kept", to="1 fig")
    first, second = (opened(origin).add("kept").until_shown("1 fig") for _ in range(2))
    first.tell("pagehide")
    until(lambda: second.attempts == 1)
    put(mortal_service, "kept", to="2 figs", duration=0)
    until_shown([second], "2 figs")
    assert first.shown == "1 fig"
    first.tell("pageshow")
    until_shown([first], "2 figs")
    assert (first.attempts, second.attempts) == (1, 1)
    until_streams(mortal_service, 1)


def test_a_page_that_the_browser_has_stopped_does_not_keep_the_lead(opened, browser):
    # What has just been heard of a page counts for three heartbeats.
    service = Service(KINETYPE_HEARTBEAT_INTERVAL="5")
    try:
        with patient_origin(service) as origin:
            put(service, "stopped", to="1 fig")
            first = opened(origin).add("stopped").until_shown("1 fig")
            # It holds its lock, and neither hears nor says anything.
            browser.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
            second = opened(origin).add("stopped").until_shown("1 fig")
            put(service, "stopped", to="2 figs", duration=0)
            second.until_shown("2 figs")
            assert second.attempts == 1
            browser.switch_to.window(first.handle)
            browser.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
            first.until_shown("2 figs")
            until_streams(service, 1)
    finally:
        service.kill()


@pytest.mark.parametrize("more", ["", 'follow="frames"'])
def test_a_page_that_comes_is_told_at_once_what_is_known(opened, mortal_service, origin, more):
    put(mortal_service, "known", to="1 fig")
    first = opened(origin).add("known", more).add("never-put", more)
    until_shown([first], "1 fig")
    before = first.attempts
    second = opened(origin).add("known", more)
    until_shown([second], "1 fig")
    put(mortal_service, "known", to="900 figs", duration=5)
    until_shown([first, second], "900 figs")
    assert second.run("return window.log.filter(({ what }) => what === 'frame').length") > 3
    second.add("never-put", more)
    # The other label may end its move only now.
    until(lambda: second.run("return window.log.some(({ what, detail }) => what === 'end' && detail.problem)"))
    assert (first.attempts, second.attempts) == (before, 0)


# A piece of it has ten seconds and is told of five before: who comes then needs both.
def test_a_page_that_comes_shows_a_label_that_runs_with_the_others(opened, mortal_service, origin):
    beginning = put(mortal_service, "runs", to="0.00 l", rate=0.6)["start"]
    first = opened(origin).add("runs")
    until(lambda: first.run("return window.asked.filter((address) => address.includes('/runs/frames')).length") > 1)
    second = opened(origin).add("runs")

    def value(page):
        text = page.shown
        return float(text.removesuffix(" l")) if text else None

    until(lambda: value(second) is not None)
    start = int(first.run("return window.asked.findLast((address) => address.includes('/runs/frames'))").split("start=")[1].split("&")[0])
    last = value(second)
    while time.time() < start / 1e6 + 2:
        now, right = value(second), 0.6 * (time.time() - beginning / 1e6)
        assert now >= last
        # A page of a busy machine may draw late, and none early, but for what it knows of the service's clock.
        assert now <= right + 0.1, (now, right)
        last = now
    until(lambda: value(second) >= value(first) - 0.3)
    assert second.attempts == 0


def test_each_mode_has_a_connection_of_its_own(opened, mortal_service, origin):
    put(mortal_service, "modes", to="1 fig")
    pages = [opened(origin).add("modes", more).until_shown("1 fig") for more in ["", 'follow="frames"'] * 2]
    until_streams(mortal_service, 2)
    assert [page.attempts for page in pages] == [1, 1, 0, 0]


@pytest.mark.engines("chromium", "firefox")
def test_eight_frames_of_a_page_hold_one_stream(opened, mortal_service, other_origin):
    page = opened(f"{other_origin.url}/bare")
    for number in range(8):
        put(mortal_service, f"frame-{number}", to=f"{number} figs")
    page.run("document.body.innerHTML = arguments[0]", "".join(
        f'<iframe src="{mortal_service.url}/labels/frame-{number}"></iframe>' for number in range(8)))

    def texts():
        found = []
        for number in range(8):
            page.browser.switch_to.frame(number)
            found.append(page.browser.execute_script(SHOWN))
            page.browser.switch_to.default_content()
        return found

    until(lambda: texts() == [f"{number} figs" for number in range(8)])
    until_streams(mortal_service, 1)
    put(mortal_service, "frame-5", to="55 figs", duration=0)
    until(lambda: texts()[5] == "55 figs")
    # One that goes takes nothing from the others.
    page.run("document.querySelector('iframe').remove()")
    put(mortal_service, "frame-7", to="77 figs", duration=0)
    until(lambda: page.run("return frames.length") == 7)
    page.browser.switch_to.frame(6)
    until(lambda: page.browser.execute_script(SHOWN) == "77 figs")
    page.browser.switch_to.default_content()
    until_streams(mortal_service, 1)


def test_more_labels_than_a_stream_takes_have_as_many_as_they_need(opened):
    small = Service(KINETYPE_MAXIMUM_LABELS_PER_STREAM="2")
    try:
        with ScriptedServer(small.url) as server:
            pages = []
            for number in range(5):
                put(small, f"some-{number}", to=f"{number} figs")
                pages.append(opened(server.url).add(f"some-{number}"))
                until_shown(pages[-1:], f"{number} figs")
            until_streams(small, 3)
            pages[0].close()
            pages[1].close()
            for number in range(2, 5):
                put(small, f"some-{number}", to=f"{number + 10} figs", duration=0)
                until_shown([pages[number]], f"{number + 10} figs")
            until_streams(small, 2)
    finally:
        small.kill()


def test_a_label_that_none_can_be_does_not_end_those_of_others(opened, mortal_service, origin):
    put(mortal_service, "good", to="1 fig")
    bad, good = opened(origin).add("no label"), opened(origin).add("good")
    until_shown([good], "1 fig")
    problem = until(lambda: bad.run("return window.log.find(({ what }) => what === 'end')?.detail.problem"))
    assert "no label" in json.dumps(problem)
    put(mortal_service, "good", to="2 figs", duration=0)
    until_shown([good], "2 figs")
    until_streams(mortal_service, 1)


# Private labels

KEYS = {"door": "sesame", "gate": "mellon"}
SECRET = "0123456789abcdef" * 2


@pytest.fixture
def locked_service():
    keys = ",".join(f"{name}:{hashlib.sha256(key.encode()).hexdigest()}" for name, key in KEYS.items())
    running = Service(KINETYPE_API_KEYS=keys, KINETYPE_OPEN_METRICS="true", KINETYPE_TOKEN_SECRET=SECRET)
    yield running
    running.kill()


def put_with_key(service, name, to):
    request = urllib.request.Request(
        f"{service.url}/v1/labels/{name}", method="PUT", data=json.dumps({"to": to, "duration": 0}).encode(),
        headers={"Content-Type": "application/json", "X-API-Key": KEYS["door"]})
    urllib.request.urlopen(request).close()


# Without SHA-256 nobody can tell who has the same key.
@pytest.mark.parametrize("host, count", [("127.0.0.1", 2), (HOST, 3)])
def test_what_a_key_opens_is_shared_among_those_that_have_it(opened, locked_service, host, count):
    put_with_key(locked_service, "private", "1 fig")
    with patient_origin(locked_service, host) as origin:
        pages = [opened(origin).add("private", f'apikey="{KEYS[name]}"') for name in ["door", "gate", "door"]]
        stranger = opened(origin).add("private")
        until_shown(pages, "1 fig")
        until_streams(locked_service, count)
        put_with_key(locked_service, "private", "2 figs")
        until_shown(pages, "2 figs")
        assert not stranger.shown
        assert open_streams(locked_service) == count
        if host != HOST:
            names = pages[0].browser.execute_async_script(
                "navigator.locks.query().then(({ held }) => arguments[0](held.map(({ name }) => name)))")
            # The stranger, who has no key, tries now and then.
            assert sum(not name.endswith("/labels ") for name in names) == 2
            assert not any(key in name for key in KEYS.values() for name in names)


def token(**claims):
    def encode(part):
        return base64.urlsafe_b64encode(part).rstrip(b"=").decode()

    signed = ".".join(encode(json.dumps(part).encode()) for part in ({"alg": "HS256", "typ": "JWT"}, claims))
    return f"{signed}.{encode(hmac.digest(SECRET.encode(), signed.encode(), 'sha256'))}"


def test_one_that_leads_by_a_token_that_ends_lets_go(opened, locked_service):
    put_with_key(locked_service, "lent", "1 fig")
    with patient_origin(locked_service) as origin:
        first, second = pages = [opened(origin).wait() for _ in range(2)]
        ending = token(labels=["lent"], exp=int(time.time()) + 15)
        for page in pages:
            page.add("lent", f'token="{ending}"').until_shown("1 fig")
        assert second.attempts == 0
        # The other finds the same.
        until(lambda: second.attempts > 0)
        for page in pages:
            assert until(lambda page=page: page.run("return window.log.find(({ what, detail }) => what === 'end' && detail.problem)"))
            assert page.shown == "1 fig"
