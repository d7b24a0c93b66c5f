"""Live labels in the page: an element, a page with nothing else, and a page to try one."""

import json
import math
import re
import time
import urllib.request

import pytest
from selenium.webdriver.common.by import By

from clock import PATIENCE
from running import Service, put, start_browser
from scripted import ScriptedServer
from test_element import ADD, open_page
from test_frameworks import node
from test_package import FILES

# Milliseconds.
FRAME = 1000 / 60

SHOWN = "return document.querySelector('kinetic-text').shadowRoot.querySelector('[aria-hidden]').textContent"


def counted(service, pattern):
    metrics = urllib.request.urlopen(f"{service.url}/metrics").read().decode()
    return sum(int(count) for count in re.findall(rf"^{pattern} (\d+)$", metrics, re.MULTILINE))


def open_streams(service):
    return counted(service, "kinetype_streams_open(?:{[^}]*})?")


def until(condition):
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)
    return value


def shown(browser):
    return browser.execute_script(SHOWN)


def attempts(page):
    """How often the page has asked for a stream of labels."""
    return page.execute_script("return window.asked.filter((address) => address.includes('/stream')).length")


@pytest.fixture
def page(browser, other_origin):
    return open_page(browser, other_origin)


def test_the_page_of_a_label_alone_can_be_framed_elsewhere(page, service):
    put(service, "framed", to="$7 raised", duration=0)
    page.execute_script(
        "document.body.innerHTML = arguments[0]", "".join(
            f'<iframe src="{service.url}{path}" width="480" height="96"></iframe>'
            for path in ("/labels/framed?size=48", "/", "/live", "/docs")))

    def framed(index, script):
        page.switch_to.default_content()
        page.switch_to.frame(index)
        return page.execute_script(script)

    try:
        until(lambda: framed(0, "return !!document.querySelector('kinetic-text')") and shown(page) == "$7 raised")
        put(service, "framed", to="$9 raised", duration=0)
        until(lambda: framed(0, SHOWN) == "$9 raised")
        for index in (1, 2, 3):
            # What the browser shows in place of a page that it may not show is no page of the service.
            until(lambda: framed(index, "return document.readyState") == "complete")
            assert framed(index, "return location.href").startswith(("chrome-error:", "about:blank"))
    finally:
        page.switch_to.default_content()


def add(page, service, name, inside="nothing yet", more=""):
    page.execute_script(ADD, f'<kinetic-text label="{name}" src="{service.url}/v1/labels" {more}>{inside}</kinetic-text>')


def test_an_element_shows_its_label_and_follows_it(page, service):
    put(service, "follows", to="100 apples", duration=1)
    add(page, service, "follows")
    until(lambda: shown(page) == "100 apples")
    put(service, "follows", to="9000 apples", duration=30)
    texts = set()
    until(lambda: texts.add(shown(page)) or len(texts) > 5)
    put(service, "follows", to="9000 apples", duration=0.2)
    until(lambda: shown(page) == "9000 apples")
    assert page.execute_script("return window.spoken()") == "9000 apples"


def asked_next(page):
    """How often the page has asked what a label shows next."""
    return page.execute_script("return window.asked.filter((address) => /\\/next(\\?|$)/.test(address)).length")


TEXTS = """
  return [...document.querySelectorAll('kinetic-text')].map(
    (one) => one.shadowRoot.querySelector('[aria-hidden]')?.textContent ?? one.textContent);
"""


@pytest.mark.engines("chromium", "firefox")
def test_what_comes_next_shows_what_a_stream_shows(page, service):
    put(service, "next", to="100 kiwis", duration=0)
    begun = time.monotonic()
    page.execute_script(ADD, "".join(
        f'<kinetic-text label="next" src="{service.url}/v1/labels" {follow}></kinetic-text>' for follow in ("", 'follow="next"')))
    page.execute_script("""
      window.seen = [new Set(), new Set()];
      const look = () => {
        [...document.querySelectorAll('kinetic-text')].forEach((one, index) => seen[index].add(
          one.shadowRoot.querySelector('[aria-hidden]')?.textContent));
        requestAnimationFrame(look);
      };
      look();
    """)
    until(lambda: page.execute_script(TEXTS) == ["100 kiwis"] * 2)
    frames = {"100 kiwis"}
    for target in ["900 kiwis", "300 kiwis", "301 kiwis"]:
        put(service, "next", to=target, curve="linear", duration=3)
        until(lambda target=target: page.execute_script(TEXTS) == [target] * 2)
        frames |= set(frame_texts(service, "next"))
    for texts in page.execute_script("return seen.map((texts) => [...texts])"):
        assert len(set(texts) & frames) > 5 and set(texts) - frames <= {None, "", "nothing yet"}
    # After ten seconds in which nothing changes it is asked again.
    assert 1 <= attempts(page) <= 2 and 4 <= asked_next(page) <= 8 + (time.monotonic() - begun) / 10
    # It goes, and comes again.
    urllib.request.urlopen(urllib.request.Request(f"{service.url}/v1/labels/next", method="DELETE")).close()
    until(lambda: page.execute_script(
        "return [...document.querySelectorAll('kinetic-text')].every(({ refusal }) => refusal)"))
    put(service, "next", to="1 kiwi", duration=0)
    until(lambda: page.execute_script(TEXTS) == ["1 kiwi"] * 2)


def test_three_labels_of_a_page_are_asked_for_one_by_one_and_the_others_share_a_stream(page, service):
    names = [f"many-{index}" for index in range(5)]
    for name in names:
        put(service, name, to="1", duration=0)
    page.execute_script(ADD, "".join(
        f'<kinetic-text label="{name}" src="{service.url}/v1/labels" follow="next"></kinetic-text>' for name in names))
    until(lambda: page.execute_script(TEXTS) == ["1"] * 5)
    for name in names:
        put(service, name, to="2", duration=0)
    until(lambda: page.execute_script(TEXTS) == ["2"] * 5)
    assert attempts(page) == 1
    assert len(page.execute_script(
        "return [...new Set(asked.filter((one) => one.includes('/next')).map((one) => new URL(one).pathname))]")) == 3


def test_a_deployment_prefers_answers_that_caches_hand_on(browser, other_origin):
    service = Service(KINETYPE_LABEL_FOLLOW="next", KINETYPE_LABEL_SLOT="1", KINETYPE_HEARTBEAT_INTERVAL="1")
    try:
        with ScriptedServer(service.url) as server:
            page = open_page(browser, server)
            put(service, "total", to="1", duration=0)
            page.execute_script(ADD, '<kinetic-text label="total"></kinetic-text>')
            until(lambda: shown(page) == "1")
            # Over slots that end without a change.
            until(lambda: asked_next(page) >= 4)
            put(service, "total", to="2", duration=0)
            until(lambda: shown(page) == "2")
            assert attempts(page) == 0
            page.execute_script(ADD, '<kinetic-text label="total" follow="changes"></kinetic-text>')
            until(lambda: attempts(page) == 1)
    finally:
        service.kill()


def test_what_a_node_tells_that_comes_behind_is_not_shown():
    change = lambda version, start: {"label": {"version": version, "start": start}, "next": f"/?known={version}"}
    # Behind the second comes a node that knows the first alone; what is lost and made anew counts from one again.
    answers = [change(1, 10), change(2, 20), change(1, 10), change(2, 20), {"version": 2, "start": 20, "next": "/?known=2"},
               change(3, 30), {"absent": "deleted", "next": "/"}, change(1, 40)]
    told, asked = json.loads(node("""
      (async () => {
        const { follow } = await import(process.argv[1]);
        const [answers, told, asked] = [JSON.parse(process.argv[2]), [], []];
        const get = async (url) => {
          asked.push(url.search);
          const answer = answers.shift();
          return { ok: !!answer, json: async () => answer };
        };
        const source = { call() {}, say: (event, { label, reason }) => told.push(label?.start ?? reason ?? event) };
        await follow(new URL('http://localhost/?token=t'), get, source, 'a');
        console.log(JSON.stringify([told, asked]));
      })();
    """, (FILES / "kinetype-next.js").as_uri(), json.dumps(answers)))
    assert told == [10, 20, 20, 30, "deleted", 40, "refused"]
    assert asked[:3] == ["?token=t", "?token=t&known=1", "?token=t&known=2"]


def test_the_page_of_a_label_follows_it_as_its_address_says(browser, service):
    asked = r'kinetype_http_requests_total{[^}]*route="/v1/labels/{id}/next"[^}]*}'
    put(service, "paged", to="1", duration=0)
    for address, is_asked in [("", False), ("?follow=next", True)]:
        before = counted(service, asked)
        browser.get(f"{service.url}/labels/paged{address}")
        until(lambda: browser.execute_script("return !!document.querySelector('kinetic-text')") and shown(browser) == "1")
        assert (counted(service, asked) > before) == is_asked


def frame_texts(service, name):
    """The texts of the label's newest change, from the text it set out from to its target."""
    with urllib.request.urlopen(f"{service.url}/v1/labels/{name}/frames") as answer:
        return [frame["text"] for frame in json.load(answer)["frames"]]


def test_a_label_moves_by_the_spring_until_it_is_set_to_move_otherwise(page, service):
    put(service, "springs", to=0)
    add(page, service, "springs")
    until(lambda: shown(page) == "0")
    page.execute_script(f"""
      window.texts = new Set();
      const look = () => {{ window.texts.add((() => {{ {SHOWN} }})()); requestAnimationFrame(look); }};
      look();
    """)

    def move(target, **motion):
        """Whether more than its ends was seen of a move, and the frames that it has."""
        page.execute_script("window.texts.clear()")
        put(service, "springs", to=target, **motion)
        until(lambda: shown(page) == str(target))
        seen, frames = page.execute_script("return [...window.texts]"), frame_texts(service, "springs")
        assert set(seen) <= set(frames)
        return len(seen) > 5, frames

    # A busy machine may draw next to nothing of so short a move.
    end = time.monotonic() + PATIENCE
    is_seen = False
    while not is_seen:
        assert time.monotonic() < end, "it is not seen to move"
        move(0)
        is_seen, frames = move(100_000)
    # It is nearly there after 0.45 seconds, and then creeps on to the last of so many digits.
    assert len(frames) < 100 and int(frames[27]) > 90_000
    # A label that is stored moves on as it was set.
    for target in (0, 100_000):
        is_seen, frames = move(target, **({"curve": "linear", "duration": 5} if target == 0 else {}))
        assert is_seen and int(frames[150]) == 50_000 and len(frames) == 301


def kinds(page, service, name, key=None, **change):
    """How each move begins by which the page follows a change of its label."""
    page.execute_script("window.log.length = 0")
    target = put(service, name, key, **change)["to"]
    until(lambda: shown(page) == target)
    return page.execute_script("return window.log.filter(({ what }) => what === 'start').map(({ detail }) => detail.interpolation)")


def assert_morphed(*where, first, then):
    """That the second text is morphed: sets both in turn, since a page that hears of one a second late shows it at once."""
    end = time.monotonic() + PATIENCE
    while (found := kinds(*where, **then)) != ["morph"]:
        assert time.monotonic() < end, found
        kinds(*where, **first)


# What is put before and then, whether it is morphed, and the interpolation that the element names.
@pytest.mark.parametrize("more", ["", 'follow="frames"'])
@pytest.mark.parametrize(("change", "how", "is_morphed"), [
    ({}, "", True), ({"to": "€8,500 raised"}, "", True), ({"duration": 0}, "", False), ({"interpolation": "none"}, "", False),
    ({}, 'interpolation="numbers"', False),
])
def test_a_label_without_a_number_to_count_is_morphed(page, service, more, change, how, is_morphed):
    name = f"words-{hash((more, str(change), how)) % 10**9}"
    put(service, name, to="$9,100 raised")
    add(page, service, name, more=f"{more} {how}")
    until(lambda: shown(page) == "$9,100 raised")
    then = {"to": "Hello world", **change}
    if is_morphed:
        assert_morphed(page, service, name, first={"to": "$9,100 raised"}, then=then)
    else:
        assert kinds(page, service, name, **then) == ["none"]


@pytest.mark.parametrize("isPrivate", [True, False])
def test_the_texts_of_a_private_label_stand_in_no_address(page, keyed_service, isPrivate):
    name = f"secret-{isPrivate}".lower()
    first, then = ({"to": text, "private": isPrivate} for text in ("Good morning", "Hello world"))
    put(keyed_service, name, "sesame", **first)
    add(page, keyed_service, name, more='apiKey="sesame"')
    until(lambda: shown(page) == "Good morning")
    assert_morphed(page, keyed_service, name, "sesame", first=first, then=then)
    assert any("Hello" in address for address in page.execute_script("return window.asked")) != isPrivate


def test_all_labels_of_a_page_share_a_connection(page, mortal_service):
    for number in range(8):
        put(mortal_service, f"shared-{number}", to=f"{number} pears")
        add(page, mortal_service, f"shared-{number}")
    texts = "return [...document.querySelectorAll('kinetic-text')].map((label) => label.shadowRoot.lastChild.textContent)"
    until(lambda: page.execute_script(texts) == [f"{number} pears" for number in range(8)])
    page.execute_script("document.querySelector('kinetic-text').remove()")
    put(mortal_service, "shared-7", to="17 pears", duration=0.2)
    until(lambda: page.execute_script(texts)[-1] == "17 pears")
    until(lambda: open_streams(mortal_service) == 1)


def test_where_a_service_takes_few_labels_on_a_connection_there_are_more(browser):
    small = Service(KINETYPE_MAXIMUM_LABELS_PER_STREAM="2")
    try:
        with ScriptedServer(small.url) as server:
            page = open_page(browser, server)
            for number in range(5):
                put(small, f"few-{number}", to=f"{number} pears")
                add(page, small, f"few-{number}")
            texts = "return [...document.querySelectorAll('kinetic-text')].map((label) => label.shadowRoot.lastChild.textContent)"
            until(lambda: page.execute_script(texts) == [f"{number} pears" for number in range(5)])
            until(lambda: open_streams(small) == 3)
    finally:
        small.kill()


@pytest.mark.parametrize("how", [{"interpolation": "odometer"}, {"interpolation": "morph"}, {"effect": "crossFade"}])
def test_what_stands_around_a_label_stays_while_it_is_drawn(page, service, how):
    name = f"around-{next(iter(how.values()))}"
    put(service, name, to="19", prefix="~", suffix="/mo", duration=2, **how)
    add(page, service, name)
    until(lambda: shown(page) == "~19/mo")
    put(service, name, to="20")
    drawn = "return document.querySelector('kinetic-text').shadowRoot.lastChild.innerHTML"
    until(lambda: re.fullmatch(r"~<span.*</span>/mo", page.execute_script(drawn), re.DOTALL))
    until(lambda: re.sub("<[^>]*>", "", page.execute_script(drawn)) == "~20/mo")


def test_a_page_that_is_left_holds_no_connection(page, mortal_service, other_origin):
    put(mortal_service, "left", to="1 kiwi")
    add(page, mortal_service, "left")
    until(lambda: shown(page) == "1 kiwi")
    page.get(other_origin.url + "/")
    until(lambda: open_streams(mortal_service) == 0)
    page.back()
    # The browser may have kept the page, or loads it again without what was added to it.
    if page.execute_script("return !!document.querySelector('kinetic-text[label]')"):
        put(mortal_service, "left", to="2 kiwis", duration=0)
        until(lambda: shown(page) == "2 kiwis")


def test_the_frame_stream_shows_the_same(page, service):
    put(service, "frames", to="1 fig", duration=0.5)
    add(page, service, "frames", more='follow="frames"')
    until(lambda: shown(page) == "1 fig")
    put(service, "frames", to="900 figs")
    until(lambda: shown(page) == "900 figs")


def test_a_label_that_is_not_there_leaves_the_text_and_says_why_once(page, service):
    add(page, service, "not-there", "as it was")
    detail = until(lambda: page.execute_script("return window.log.filter(({ what }) => what === 'end')[0]?.detail"))
    assert detail["reason"] == "failed"
    assert "label" in detail["problem"]["detail"]
    put(service, "there", to="1 plum")
    page.execute_script(
        "document.getElementById('place').insertAdjacentHTML('beforeend', arguments[0])",
        f'<kinetic-text label="there" src="{service.url}/v1/labels"></kinetic-text>')
    # The connection that both share has said once more that the first is missing.
    until(lambda: page.execute_script(
        "return document.querySelector('[label=there]').shadowRoot?.querySelector('[aria-hidden]')?.textContent") == "1 plum")
    assert shown(page) == "as it was"
    assert len(page.execute_script("return window.log.filter(({ detail }) => detail.reason === 'failed')")) == 1
    assert len([entry for entry in page.get_log("browser") if "kinetype:" in entry["message"]]) == 1
    put(service, "not-there", to="here")
    until(lambda: shown(page) == "here")


def test_a_service_that_is_away_from_the_beginning_leaves_the_text(page):
    gone = Service()
    gone.kill()
    add(page, gone, "donations", "$9,100 raised")
    until(lambda: attempts(page) > 2)
    assert shown(page) == "$9,100 raised"
    assert page.execute_script("return window.spoken()") == "$9,100 raised"
    again = Service(port=gone.port)
    try:
        put(again, "donations", to="$12,340 raised")
        until(lambda: shown(page) == "$12,340 raised")
    finally:
        again.kill()


def test_a_change_on_the_way_neither_jumps_nor_stands_still(page, service):
    put(service, "way", to="0 km", duration=2)
    add(page, service, "way")
    until(lambda: shown(page) == "0 km")
    page.execute_script("""
      window.values = [];
      let target;
      document.addEventListener('kinetic-start', ({ detail }) => { target = parseInt(detail.to); });
      // When an animation frame of the page began, when all was done that is done for it, what it shows and what it moves to.
      const next = (begun) => {
        setTimeout(() => window.values.push([begun, performance.now(), parseInt(window.shown()), target]));
        requestAnimationFrame(next);
      };
      next(performance.now());
    """)
    for step in range(1, 41):
        put(service, "way", to=f"{step * 1000} km")
        time.sleep(0.1)
    until(lambda: shown(page) == "40000 km")
    seen = page.execute_script("return window.values")
    values = [value for _, _, value, _ in seen]
    assert values == sorted(values)
    # However seldom a busy machine lets the page draw: three frames later it has moved. It may be late with a change as well,
    # so that the label all but rests meanwhile.
    under_way = [(begun, done, value) for begun, done, value, target in seen if value > 1000 and target - value > 3000]
    earlier = [[value for _, done, value in under_way if done <= begun - 3 * FRAME] for begun, _, _ in under_way]
    steps = [value - before[-1] for (_, _, value), before in zip(under_way, earlier) if before]
    assert len(steps) > 10 and min(steps) > 0


@pytest.mark.engines
# Sixty steps a second, so that a piece of the line has ten seconds and is told of five before.
def test_a_label_that_runs_goes_on_over_its_pieces_and_only_its_changes_are_said(page, service):
    version = put(service, "runs", to="0.00 l", rate=0.6)["version"]
    add(page, service, "runs")
    until(lambda: shown(page) not in ("nothing yet", "0.00 l"))
    said, seen = page.execute_async_script("""
      const done = arguments[0], host = document.querySelector('kinetic-text'), said = new Set(), seen = [];
      const shown = host.shadowRoot.querySelector('[aria-hidden]');
      let begin, last, drawn = 0;
      requestAnimationFrame(function look(now) {
        begin ??= now;
        // While a busy machine draws nothing, it shows nothing else.
        drawn += Math.min(now - (last ?? now), 100);
        last = now;
        said.add(host.spoken.textContent);
        if (seen.at(-1)?.[1] !== shown.textContent) seen.push([drawn, shown.textContent]);
        if (now < begin + 12_000) requestAnimationFrame(look);
        else done([[...said], seen]);
      });
    """)
    values = [float(text.removesuffix(" l")) for _, text in seen]
    assert len(said) == 1 and values == sorted(values) and values[-1] - values[0] > 6

    def is_right():
        label = json.load(urllib.request.urlopen(f"{service.url}/v1/labels/runs"))
        assert label["version"] == version
        return abs(float(label["value"]) - float(shown(page).removesuffix(" l"))) < 0.6

    until(is_right)
    assert max(late - early for (early, _), (late, _) in zip(seen, seen[1:])) < 1100
    put(service, "runs", rate=0)
    until(lambda: page.execute_script("return document.querySelector('kinetic-text').spoken.textContent") == shown(page))


def test_reduced_motion_shows_each_second_of_a_clock_and_nothing_between(still_browser, service, other_origin):
    page = open_page(still_browser, other_origin)
    put(service, "still", to="5:00", rate=-1)
    add(page, service, "still", inside="5:00")
    until(lambda: page.execute_script("return !!document.querySelector('kinetic-text').shadowRoot"))
    page.execute_script("""
      window.texts = [window.shown()];
      new MutationObserver(() => window.texts.push(window.shown()))
        .observe(window.label.shadowRoot, { childList: true, characterData: true, subtree: true });
    """)

    def seconds():
        """What has been shown so far."""
        clocks = (text.split(":") for text in page.execute_script("return window.texts"))
        return [60 * int(minutes) + int(seconds) for minutes, seconds in clocks]

    until(lambda: seconds()[-1] <= 298)
    put(service, "still", to="9:00")
    until(lambda: 300 < seconds()[-1] <= 537)
    # Each of the two clocks falls, and nothing leads from one up to the other.
    both = seconds()
    first, second = ([one for one in both if (one > 300) == is_second] for is_second in (False, True))
    assert both == sorted(first, reverse=True) + sorted(second, reverse=True) and max(second) <= 540


def test_two_browsers_show_the_same(browser, service, other_origin):
    other = start_browser()

    def watch(browser):
        """Opens a page that keeps when it showed what, by a clock that both browsers read."""
        page = open_page(browser, other_origin)
        add(page, service, "both")
        until(lambda: shown(page) == "0 m")
        page.execute_script("""
          window.values = [];
          const look = () => {
            window.values.push([performance.timeOrigin + performance.now(), parseInt(window.shown())]);
            requestAnimationFrame(look);
          };
          look();
        """)
        return page

    def difference():
        """Milliseconds by which the two differ at most."""
        put(service, "both", to="0 m", duration=0)
        pages = [watch(browser), watch(other)]
        put(service, "both", to="30000 m", duration=3, curve="linear")
        for page in pages:
            until(lambda page=page: shown(page) == "30000 m")
        seen = [page.execute_script("return window.values") for page in pages]
        # 10 m a millisecond: how far each is behind what it would show at once, where it is quickest. A busy machine lets a
        # page draw late what was right a moment ago, and nothing early.
        halves = [[[moment - value / 10 for moment, value in values if start < value < end] for values in seen]
                  for start, end in ((3000, 15_000), (15_000, 27_000))]
        # Who hears of it late shows nothing of a half.
        return max(abs(min(first) - min(second)) if first and second else math.inf for first, second in halves)

    try:
        # A page knows the service's clock as well as the quickest of a few answers tells it: new pages ask again.
        until(lambda: difference() < 2 * FRAME)
    finally:
        other.quit()


def test_a_service_that_is_away_leaves_the_text_and_comes_back_by_itself(browser, service, other_origin):
    first = Service()
    page = open_page(browser, other_origin)
    put(first, "back", to="1 plum")
    add(page, first, "back")
    until(lambda: shown(page) == "1 plum")
    count = attempts(page)
    first.kill()
    until(lambda: attempts(page) > count + 2)
    assert shown(page) == "1 plum"
    again = Service(port=first.port)
    try:
        put(again, "back", to="5 plums", duration=0.2)
        until(lambda: shown(page) == "5 plums")
    finally:
        again.kill()


# The page with nothing but a label


def test_the_page_of_a_label_shows_it_as_the_query_says_on_nothing(browser, service):
    put(service, "alone", to="42 goals")
    browser.get(f"{service.url}/labels/alone?size=80&color=0f0&font=serif&weight=700&align=left")
    until(lambda: browser.find_elements(By.TAG_NAME, "kinetic-text") and shown(browser) == "42 goals")
    look = browser.execute_script("""
      const { fontSize, color, fontFamily, fontWeight, textAlign, backgroundColor } = getComputedStyle(document.body);
      return [fontSize, color, fontFamily, fontWeight, textAlign, backgroundColor];
    """)
    assert look == ["80px", "rgb(0, 255, 0)", "serif", "700", "left", "rgba(0, 0, 0, 0)"]
    assert browser.get_log("browser") == []


def test_what_is_no_look_does_nothing(browser, service):
    put(service, "alone", to="42 goals")
    evil = "size=9px;background:red&color=red;position:fixed&font=a}body{color:red&weight=url(//evil)&align=javascript:1"
    browser.get(f"{service.url}/labels/alone?{evil}")
    until(lambda: browser.find_elements(By.TAG_NAME, "kinetic-text") and shown(browser) == "42 goals")
    assert browser.execute_script("return document.body.getAttribute('style')") is None
    messages = [entry["message"] for entry in browser.get_log("browser")]
    assert len(messages) == 5 and all("cannot be" in message for message in messages)


NOTE = "return document.getElementById('note').checkVisibility() ? document.getElementById('note').textContent : ''"


def test_the_page_of_a_label_that_is_not_there_says_so_until_it_is(browser, service):
    browser.get(f"{service.url}/labels/not-yet?color=fff")
    assert "label not-yet is missing" in until(lambda: browser.execute_script(NOTE))
    put(service, "not-yet", to="here it is")
    until(lambda: shown(browser) == "here it is")
    assert browser.execute_script(NOTE) == ""


def test_in_obs_the_page_of_a_label_waits_in_silence(browser, service):
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": "window.obsstudio = {}"})
    try:
        browser.get(f"{service.url}/labels/not-on-air")
        until(lambda: any("kinetype:" in entry["message"] for entry in browser.get_log("browser")))
        assert browser.find_element(By.TAG_NAME, "body").text == ""
        put(service, "not-on-air", to="on air")
        until(lambda: shown(browser) == "on air")
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
