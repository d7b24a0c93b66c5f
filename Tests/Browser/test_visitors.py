"""The pages on which a visitor sets a label: where he gets one of his own, and where they move on his screen alone."""

import json
import math
import re
import shlex
import time
import urllib.request

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from clock import PATIENCE
from running import DistantService, Service

# Of each page: its path, the button that sets, and what stands beside it.
HOME, LIVE, TOTALS = ("/", "#hero-set button", "#hero-problem"), ("/live", "#setter button", "#problem"), (
    "/docs/totals", ".buttons button", ".demo .problem")
PAGES = pytest.mark.parametrize("path, button, problem", [HOME, LIVE, TOTALS], ids=["home", "live", "totals"])
# A line of small print, in pixels.
SMALL = 14


def until(condition):
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return value


def find(browser, selector):
    return WebDriverWait(browser, PATIENCE, 0.02).until(lambda _: browser.find_element(By.CSS_SELECTOR, selector))


def shown(browser):
    """What each label of the page shows, of which screen readers have a copy."""
    return browser.execute_script("""
      return [...document.querySelectorAll(':is(.show .label, .demo) kinetic-text')].map(({ shadowRoot }) =>
        shadowRoot && [...shadowRoot.children].find((part) => part.ariaHidden)?.textContent);
    """)


def begin(browser, url):
    """Opens a page and waits until it stands still and knows what the visitor may do."""
    browser.get(url)
    # It waits longer for the service than usual: a busy machine takes its time.
    browser.execute_async_script("""
      const [done] = arguments;
      import(`${location.origin}/kinetype.js`).then(({ settings }) => {
        settings.patience = 10_000;
        done();
      });
    """)
    until(lambda: browser.execute_script(
        "return [...document.querySelectorAll('.notes [data-when]')].some((note) => !note.hidden)"))
    until(lambda: browser.execute_script("""
      return [...document.querySelectorAll(':is(.show, .demo) kinetic-text')].every(({ shadowRoot, awaits, run }) =>
        shadowRoot && !awaits && (!run || run.reason));
    """) and "…" not in shown(browser)[0] and "$0 raised" not in shown(browser))
    browser.execute_script("""
      window.texts = [];
      addEventListener('kinetic-frame', ({ detail }) => texts.push(detail.text));
    """)


def write(browser, selector, text):
    field = find(browser, selector)
    field.clear()
    field.send_keys(text)


def note(browser):
    return browser.execute_script("return document.querySelector('.notes [data-when]:not([hidden])').textContent")


def metric(service, name):
    with urllib.request.urlopen(f"http://127.0.0.1:{service.port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


def run(command):
    """What a line to copy asks for: it is a `curl` that sets a label."""
    words = shlex.split(command)
    assert words[:3] == ["curl", "-X", "PUT"] and words[4] == "-H" and words[6] == "-d"
    name, _, value = words[5].partition(": ")
    request = urllib.request.Request(words[3], words[7].encode(), {name: value}, method="PUT")
    urllib.request.urlopen(request).close()
    return json.loads(words[7])["to"]


def places(browser):
    """Where all stands that is no label."""
    return browser.execute_script("""
      return [...document.querySelectorAll('h1, h2, form, input, button, pre, .notes, .screens, section')]
        .filter((part) => !part.closest('[hidden]') && !part.closest('.bench, .take, .lines'))
        .map((part) => { const { left, top, width, height } = part.getBoundingClientRect();
          return [part.id || part.tagName, left, top + scrollY, width, part.tagName === 'SECTION' ? 0 : height]; });
    """)


def visits_until_it_moves(browser, url, button, welcome):
    """How often a visitor comes and sets a label until it is seen to move: a busy machine may show its end alone."""
    visits = 0
    end = time.monotonic() + PATIENCE
    texts = []
    # What comes between tells that it moves.
    while len(set(texts)) <= 4:
        assert time.monotonic() < end, texts
        visits += 1
        begin(browser, url)
        assert welcome in note(browser)
        assert shown(browser)[0] in ("$9,100 raised", "$9,340 raised")
        find(browser, button).click()
        until(lambda: shown(browser)[0] in ("$12,340 raised", "$9,365 raised") and len(set(shown(browser))) == 1)
        texts = browser.execute_script("return texts")
    return visits


# Where a visitor gets a label


@PAGES
def test_a_label_is_made_when_it_is_first_set_and_it_moves_then(browser, mortal_service, path, button, problem):
    begin(browser, mortal_service.url + path)
    assert metric(mortal_service, "kinetype_labels ") == 0
    visits = visits_until_it_moves(browser, mortal_service.url + path, button, "live label of your own")
    assert metric(mortal_service, "kinetype_labels ") == visits and "yours for an hour" in note(browser)
    with urllib.request.urlopen(f"{mortal_service.url}/v1/labels") as answer:
        assert json.load(answer) == {"labels": []}
    assert find(browser, problem).text == ""
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


@pytest.mark.parametrize("path, button, problem", [HOME, LIVE], ids=["home", "live"])
def test_what_is_wrong_with_a_text_is_said_of_the_text(browser, service, path, button, problem):
    begin(browser, service.url + path)
    write(browser, f"{button.split()[0]} input", "x" * 300)
    find(browser, button).click()
    until(lambda: find(browser, problem).text.startswith("The text has 300 characters"))


def test_the_proposed_time_of_a_clock_exists(browser, service):
    begin(browser, service.url + "/live")
    times = browser.execute_async_script("""
      const done = arguments[0];
      import('/live-label.js').then(({ another }) => done(Array.from({ length: 300 }, () => another('23:59:07'))));
    """)
    assert all(re.fullmatch("23:59:[0-5][0-9]", time) and time != "23:59:07" for time in times)
    assert len(set(times)) > 20


def test_a_label_is_set_from_a_terminal_and_from_another_screen(browser, service):
    begin(browser, service.url)
    assert find(browser, "#hero-curl").get_property("textContent").startswith("curl -N ")
    write(browser, "#hero-text", "7 €\n")
    until(lambda: shown(browser) == ["7 €"])
    write(browser, "#hero-text", "it's $5")
    assert run(find(browser, "#hero-curl").get_property("textContent")) == "it's $5"
    until(lambda: shown(browser) == ["it's $5"])
    page = find(browser, "#hero-page").get_property("href")
    begin(browser, page)
    until(lambda: shown(browser) == ["it's $5"])
    # Whoever is given this address by mistake may watch, and no more.
    assert browser.current_url == page.partition("#")[0]
    write(browser, "#to", "8 €\n")
    until(lambda: shown(browser) == ["8 €"])
    assert 'label="_' in find(browser, "#tag").text and ">8 €<" in find(browser, "#tag").text
    assert find(browser, "#share").text.partition("#")[0] == browser.current_url
    browser.refresh()
    begin(browser, browser.current_url)
    until(lambda: shown(browser) == ["8 €"])
    assert find(browser, "#setter").is_displayed()
    browser.execute_script("sessionStorage.clear()")
    begin(browser, browser.current_url)
    until(lambda: shown(browser) == ["8 €"])
    assert not find(browser, "#setter").is_displayed() and "somebody else" in note(browser)


def test_a_clock_runs_by_itself_until_a_text_is_set(browser, service):
    begin(browser, f"{service.url}/live")
    find(browser, "#countdown").click()

    def seconds():
        """Those that its clock shows, if it shows one."""
        clock = re.fullmatch(r"(\d):(\d\d)", shown(browser)[0])
        return 60 * int(clock[1]) + int(clock[2]) if clock else math.inf

    until(lambda: seconds() < 300)
    first = seconds()
    until(lambda: seconds() <= first - 2)
    assert find(browser, "#problem").text == ""
    write(browser, "#to", "9 €\n")
    until(lambda: shown(browser) == ["9 €"])
    name = browser.current_url.partition("=")[2]
    with urllib.request.urlopen(f"{service.url}/v1/labels/{name}") as answer:
        assert "rate" not in json.load(answer)


def test_a_label_that_is_gone_gives_way_to_a_new_one(browser, service):
    begin(browser, f"{service.url}/live")
    find(browser, "#setter button").click()
    until(lambda: shown(browser) == ["$12,340 raised"])
    first = browser.current_url
    words = shlex.split(find(browser, "#curl").text)
    name, _, value = words[5].partition(": ")
    urllib.request.urlopen(urllib.request.Request(words[3], headers={name: value}, method="DELETE")).close()
    until(lambda: "it is a new one" in find(browser, "#problem").text)
    write(browser, "#to", "9 again\n")
    until(lambda: shown(browser) == ["9 again"])
    assert browser.current_url != first and find(browser, "#problem").text == ""


# Where he gets none


@PAGES
def test_elsewhere_it_moves_on_this_screen_alone_and_nothing_is_refused(browser, distant_service, path, button, problem):
    begin(browser, distant_service.url + path)
    refused = metric(distant_service, "kinetype_rejections_total")
    assert "KINETYPE_VISITOR_LABELS=on" in note(browser)
    visits_until_it_moves(browser, distant_service.url + path, button, "on this screen alone")
    assert "-X PUT" not in "".join(browser.execute_script(
        "return [...document.querySelectorAll('.show code, .lines:not([hidden]) code')].map((code) => code.textContent)"))
    assert find(browser, problem).text == "" and metric(distant_service, "kinetype_labels ") == 0
    assert metric(distant_service, "kinetype_rejections_total") == refused
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


@PAGES
@pytest.mark.parametrize("settings, missing", [
    ({"LABELS": "off"}, ["KINETYPE_LABELS=memory", "KINETYPE_VISITOR_LABELS=on"]),
    ({"LABELS": "off", "VISITOR_LABELS": "on"}, ["KINETYPE_LABELS=memory"]),
    ({"API_KEYS": "door:" + "0" * 64, "VISITOR_LABELS": "on"}, ["a key of KINETYPE_API_KEYS"]),
], ids=["off", "off-on", "keys"])
def test_what_is_missing_is_said_by_its_name(browser, path, button, problem, settings, missing):
    service = Service(**{f"KINETYPE_{name}": value for name, value in settings.items()})
    try:
        browser.get(service.url + path)
        until(lambda: browser.execute_script("return document.querySelector('.notes [data-when=alone]:not([hidden])')"))
        assert re.findall(r"(?:a key of )?KINETYPE_\w+(?:=\w+)?", note(browser)) == missing
    finally:
        service.kill()


def test_the_tag_of_a_label_that_shows_nothing_yet_has_something_inside(browser, service):
    browser.get(f"{service.url}/live?label=nobody-has-set-it")
    tag = until(lambda: find(browser, "#tag").get_attribute("textContent"))
    assert re.search(r'<kinetic-text label="nobody-has-set-it">[^<]+</kinetic-text>', tag)


def test_where_all_visitors_may_one_from_elsewhere_gets_a_label(browser):
    service = DistantService(KINETYPE_VISITOR_LABELS="on", KINETYPE_WRITE_KEYS="a-secret-of-sixteen")
    try:
        begin(browser, service.url)
        find(browser, "#hero-set button").click()
        until(lambda: shown(browser) == ["$12,340 raised"])
        assert metric(service, "kinetype_labels ") == 1
    finally:
        service.kill()


# What has no number


@pytest.mark.parametrize("path, field", [("/", "#hero-text"), ("/live", "#to")], ids=["home", "live"])
@pytest.mark.parametrize("where", ["service", "distant_service"])
def test_words_that_are_set_are_morphed(browser, request, where, path, field):
    begin(browser, request.getfixturevalue(where).url + path)
    browser.execute_script("""
      window.ways = {};
      addEventListener('kinetic-start', ({ detail }) => { window.ways[detail.to] = detail.interpolation; });
    """)

    def way(text):
        """How the page moves to a text that is set."""
        write(browser, field, f"{text}\n")
        until(lambda: set(shown(browser)) == {text})
        return browser.execute_script("return ways[arguments[0]]", text)

    before, = set(shown(browser))
    for text in ("Hello world", "€8,500 raised", "42"):
        # A page that hears of it a second late shows it at once: then it is set again.
        end = time.monotonic() + PATIENCE
        while (found := way(text)) != "morph":
            assert time.monotonic() < end, found
            way(before)
        before = text


# What is said beside it


@pytest.mark.parametrize("path, button, problem", [HOME, LIVE], ids=["home", "live"])
@pytest.mark.parametrize("width", [1440, 360])
def test_a_long_text_and_what_is_said_of_it_move_nothing_around(browser, service, path, button, problem, width):
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    field = "#hero-text" if path == "/" else "#to"
    try:
        begin(browser, service.url + path)
        write(browser, field, "1\n")
        until(lambda: shown(browser) == ["1"])
        still = places(browser)
        long = ("Nine thousand one hundred dollars " * 6)[:199].strip()
        write(browser, field, f"{long}\n")
        until(lambda: shown(browser) == [long])
        assert places(browser) == still
        assert browser.execute_script("""
          const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.querySelector('.show .label');
          return scrollHeight <= clientHeight && scrollWidth <= clientWidth;
        """)
        write(browser, field, "9" * 201 + "\n")
        until(lambda: "200 are allowed" in find(browser, problem).text)
        assert places(browser) == still
        assert shown(browser) == [long]
        distance = find(browser, problem).rect["y"] - find(browser, field).rect["y"] - find(browser, field).rect["height"]
        assert 0 <= distance <= 16
        assert float(find(browser, problem).value_of_css_property("font-size")[:-2]) < SMALL
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@PAGES
def test_a_refusal_stands_in_small_print_and_moves_nothing(browser, path, button, problem):
    service = Service(KINETYPE_MAXIMUM_VISITOR_LABELS="0")
    try:
        begin(browser, service.url + path)
        still = places(browser)
        find(browser, button).click()
        until(lambda: "labels of visitors, which is the limit" in find(browser, problem).text)
        assert places(browser) == still
    finally:
        service.kill()
    find(browser, button).click()
    until(lambda: find(browser, problem).text == "The service does not answer.")
    assert float(find(browser, problem).value_of_css_property("font-size")[:-2]) < SMALL
    assert find(browser, problem).value_of_css_property("font-weight") == "400"
    assert places(browser) == still
