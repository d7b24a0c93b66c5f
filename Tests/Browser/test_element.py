"""The custom element and the function behind it, on a page of another origin."""

import json
import re
import time
import urllib.request
from urllib.parse import parse_qsl, urlsplit

import pytest
from selenium.webdriver.support.ui import WebDriverWait

from clock import PATIENCE, let_pass, load_parts, until
from scripted import sequence

APPLES = "from=100+apples&to=400+apples"

# Adds an element from HTML and keeps what it does in window.log, and in window.asked for what the service is asked.
ADD = """
  window.log = [];
  const { fetch, asked = [] } = window;
  if (!window.asked) window.fetch = (url, options) => { asked.push(`${url}`); return fetch(url, options); };
  window.asked = asked;
  for (const what of ['start', 'frame', 'end']) {
    document.addEventListener(`kinetic-${what}`, ({ detail, target }) => {
      window.log.push({ what, detail, host: target.localName, shown: window.shown?.(), spoken: window.spoken?.() });
    });
  }
  document.getElementById('place').insertAdjacentHTML('beforeend', arguments[0]);
  window.label = document.querySelector('kinetic-text');
  window.shown = () => window.label.shadowRoot.querySelector('[aria-hidden]').textContent;
  window.spoken = () => window.label.shadowRoot.querySelector(':not([aria-hidden])').textContent;
"""


@pytest.fixture
def page(browser, other_origin, service):
    """A page with all parts of the module: it waits for them for 2.5 seconds, in which a busy machine may not bring them."""
    open_page(browser, other_origin)
    load_parts(browser, service)
    return browser


@pytest.fixture
def timed(browser, other_origin, service):
    """A page whose time the test lets pass."""
    open_page(browser, other_origin, "/timed")
    load_parts(browser, service)
    return browser


def open_page(browser, other_origin, path="/"):
    browser.get(other_origin.url + path)
    WebDriverWait(browser, PATIENCE).until(lambda _: browser.execute_script("return !!window.kinetype"))
    return browser


def run(page, script, *arguments):
    return page.execute_script(script, *arguments)


def log(page, what):
    return run(page, "return window.log.filter((entry) => entry.what === arguments[0])", what)


def until_ended(page, count=1):
    until_logged(page, "end", count)
    return log(page, "end")[-1]


def until_frames(page, count):
    until_logged(page, "frame", count)


def until_logged(page, what, count):
    until(page, "window.log.filter(({ what }) => what === arguments[0]).length >= arguments[1]", what, count)


def asked(address):
    return dict(parse_qsl(urlsplit(address).query))


def shown(page):
    return run(page, "return window.shown()")


# Both modes


@pytest.mark.parametrize("source", ["", 'src="{service}/v1/frames"', 'src="{service}/v1/stream"'])
def test_it_animates_from_the_text_inside_to_its_value(timed, service, source):
    source = source.format(service=service.url)
    run(timed, ADD, f'<kinetic-text {source} value="400 apples" duration="0.5s">100 apples</kinetic-text>')
    end = until_ended(timed)
    assert (end["detail"]["reason"], end["detail"]["text"]) == ("finished", "400 apples")
    assert [entry["detail"]["frameCount"] for entry in log(timed, "start")] == [31]
    texts = [entry["detail"]["text"] for entry in log(timed, "frame")]
    assert texts[0] == "100 apples"
    assert texts[-1] == "400 apples"
    assert {entry["host"] for entry in run(timed, "return window.log")} == {"kinetic-text"}
    assert len(set(texts)) > 10


def test_a_stream_is_shown_as_it_comes(page, service):
    run(page, ADD, f'<kinetic-text src="{service.url}/v1/stream?late=send" value="400 apples" duration="5s">100 apples</kinetic-text>')
    end = until_ended(page)
    assert (end["detail"]["reason"], end["detail"]["text"]) == ("finished", "400 apples")
    assert [(entry["detail"]["from"], entry["detail"]["frameCount"]) for entry in log(page, "start")] == [("100 apples", 301)]
    # Of frames that come together the newest is shown: on a busy machine the first may be none of them.
    counts = [int(entry["detail"]["text"].removesuffix(" apples")) for entry in log(page, "frame")]
    assert counts == sorted(counts) and counts[-1] == 400 and len(set(counts)) > 10


@pytest.mark.parametrize("resource", ["frames", "stream"])
def test_an_address_with_everything_in_it_is_enough(page, service, resource):
    run(page, ADD, f'<kinetic-text src="{service.url}/v1/{resource}?{APPLES}&duration=0.2"></kinetic-text>')
    until_ended(page)
    assert log(page, "start")[0]["detail"]["from"] == "100 apples"
    assert shown(page) == "400 apples"


def streams(page):
    return run(page, "return window.asked.filter((address) => address.includes('/v1/stream'))")


def labels(service, *attributes):
    return "".join(
        f'<kinetic-text animate-on="load" src="{service.url}/v1/stream" {attribute}>0 apples</kinetic-text>'
        for attribute in attributes)


def ends(page):
    """The texts that labels ended on, by how they ended."""
    return sorted((entry["detail"]["reason"], entry["detail"]["text"]) for entry in log(page, "end"))


def test_elements_that_start_together_share_one_stream(page, service):
    run(page, ADD, labels(service, *(f'value="{count} apples" duration="{count / 10}s"' for count in range(1, 9))))
    until_ended(page, count=8)
    assert ends(page) == [("finished", f"{count} apples") for count in range(1, 9)]
    assert len(streams(page)) == 1
    run(page, "for (const [index, label] of document.querySelectorAll('kinetic-text').entries()) label.value = `${index} pears`")
    until_ended(page, count=16)
    assert len(streams(page)) == 2


def test_a_label_that_leaves_a_shared_stream_or_turns_round_leaves_the_others_alone(page, service):
    run(page, ADD, labels(service, 'value="7 apples" duration="1s"', 'value="8 apples" duration="60s"', 'value="9 apples" duration="60s"'))
    until_frames(page, 6)
    run(page, """
      const [, second, third] = document.querySelectorAll('kinetic-text');
      window.removed = second;
      second.remove();
      third.setAttribute('duration', '0.2s');
      third.value = '1 apples';
    """)
    until_ended(page, count=3)
    assert ends(page)[0][0] == "cancelled"
    assert ends(page)[1:] == [("finished", "1 apples"), ("finished", "7 apples")]
    assert run(page, "return window.removed.shadowRoot.textContent") == "8 apples8 apples"
    assert len(streams(page)) == 1


def test_a_label_that_is_refused_does_not_take_its_neighbours_with_it(page, service):
    run(page, ADD, labels(service, 'value="7 apples" duration="0.2s"', 'value="8 apples" curve="wobbly"', 'value="9 apples" duration="0.2s"'))
    until_ended(page, count=3)
    assert ends(page) == [("failed", "0 apples"), ("finished", "7 apples"), ("finished", "9 apples")]
    problem = next(entry["detail"]["problem"] for entry in log(page, "end") if entry["detail"]["reason"] == "failed")
    assert problem["detail"].startswith("`curve` ")
    assert "wobbly" in problem["detail"]
    assert len(streams(page)) == 2


@pytest.mark.parametrize(("count", "text"), [(256, "{}"), (300, "{}"), (12, "東京都" * 60 + "{}"), (200, "東京都" * 20 + "{}")])
def test_many_labels_and_long_ones_share_a_few_streams(page, service, count, text):
    values = [text.format(index) for index in range(1000, 1000 + count)]
    run(page, ADD, labels(service, *(f'value="{value}" interpolation="typewriter" duration="4"' for value in values)))
    until_ended(page, count)
    assert ends(page) == [("finished", value) for value in sorted(values)]
    assert len(streams(page)) <= 8


def test_labels_that_begin_one_after_the_other_leave_connections_for_others(page, service):
    label = labels(service, 'value="9 apples" duration="10"')
    run(page, ADD, label)
    # By then the part of the module that streams is there, for which those that come meanwhile wait together.
    until_frames(page, 1)
    run(page, """
      let count = 1;
      const add = () => {
        document.getElementById('place').insertAdjacentHTML('beforeend', arguments[0]);
        if ((count += 1) < 10) setTimeout(add, 50);
      };
      setTimeout(add, 50);
    """, label)
    until_ended(page, 10)
    assert ends(page) == [("finished", "9 apples")] * 10
    assert len(streams(page)) == 4


def test_labels_that_never_end_leave_connections_for_others_and_move_without_one(page, service):
    run(page, ADD, "<kinetic-text></kinetic-text>")
    add = "document.getElementById('place').insertAdjacentHTML('beforeend', arguments[0])"
    for value in range(10, 70, 10):
        run(page, add, labels(service, f'value="{value} apples" repeat="infinite" duration="0.5"'))
        until_frames(page, 1)
        time.sleep(0.1)
    run(page, add, '<kinetic-text value="400 apples" duration="0.2">100 apples</kinetic-text>')
    assert until_ended(page)["detail"] == {"reason": "finished", "text": "400 apples", "problem": None}
    counts = page.execute_async_script("""
      const texts = [...document.querySelectorAll('[repeat]')].map((label) => [label, new Set()]);
      let left = 100;
      const timer = setInterval(() => {
        texts.forEach(([label, seen]) => seen.add(label.shadowRoot.lastChild.textContent));
        const counts = texts.map(([, seen]) => seen.size);
        if (Math.min(...counts) <= 4 && (left -= 1) > 0) return;
        clearInterval(timer);
        arguments[0](counts);
      }, 50);
    """)
    assert len(counts) == 6
    assert min(counts) > 4
    assert len(log(page, "end")) == 1
    assert len(streams(page)) == 4


def test_frames_are_fetched_with_one_request_and_no_open_connection(page, service):
    run(page, ADD, '<kinetic-text value="400 apples" duration="0.3">100 apples</kinetic-text>')
    until_ended(page)
    names = run(page, "return performance.getEntriesByType('resource').map(({ name }) => name)")
    requests = [name for name in names if "/v1/" in name]
    assert [asked(name) for name in requests] == [{"from": "100 apples", "to": "400 apples", "duration": "0.3"}]
    assert requests[0].startswith(f"{service.url}/v1/frames?")


def test_attributes_become_parameters(page, other_origin):
    other_origin.sequence = sequence(["a", "b"])
    run(page, ADD, f'<kinetic-text src="{other_origin.url}/v1/frames" value="2" from="1" format="%d" curve="ease"'
        ' fractionDigits="2" roundingFactor="0.5" numberStyle="percent"></kinetic-text>')
    until_ended(page)
    assert asked(other_origin.requests[-1][0]) == {
        "from": "1", "to": "2", "style": "percent", "curve": "ease", "format": "%d", "fractionDigits": "2",
        "roundingFactor": "0.5", "include": "labels,shown"}


def test_every_parameter_of_an_animation_is_an_attribute(page, service, other_origin):
    with urllib.request.urlopen(f"{service.url}/openapi.json") as answer:
        parameters = set(json.load(answer)["components"]["schemas"]["AnimationParameters"]["properties"])
    assert {"duration", "style", "transition"} < parameters
    other_origin.sequence = sequence(["a", "b"])
    # The two texts have attributes of their own, and elements have a style and a prefix themselves.
    others = {"style": "numberStyle", "prefix": "textPrefix"}
    attributes = {others.get(name, name) for name in parameters - {"from", "to"}}
    run(page, ADD, f'<kinetic-text src="{other_origin.url}/v1/frames" from="1" value="2"'
        + "".join(f' {name}="of {name}"' for name in attributes) + "></kinetic-text>")
    until_ended(page)
    assert set(asked(other_origin.requests[-1][0])) == parameters


@pytest.mark.parametrize("resource", ["frames", "stream"])
def test_a_prefix_stands_before_each_text_and_once(timed, service, resource):
    run(timed, ADD, f'<kinetic-text src="{service.url}/v1/{resource}" textPrefix="No. " value="20" duration="0.2">No. 10</kinetic-text>')
    assert until_ended(timed)["detail"]["text"] == shown(timed) == "No. 20"
    texts = [entry["detail"]["text"] for entry in log(timed, "frame")]
    assert texts[0] == "No. 10" and all(text.startswith("No. ") for text in texts)
    run(timed, "window.label.value = '30'")
    assert until_ended(timed, count=2)["detail"]["text"] == shown(timed) == "No. 30"
    assert log(timed, "frame")[len(texts)]["detail"]["text"] == "No. 20"


def test_a_prefix_stands_still_before_what_is_drawn(timed, service):
    run(timed, ADD, f'<kinetic-text textPrefix="No. " value="20" interpolation="odometer" duration="1">No. 19</kinetic-text>')
    until(timed, "window.log.at(-1)?.detail.progress > 0.1")
    assert shown(timed).startswith("No. ")
    assert until_ended(timed)["detail"]["text"] == shown(timed) == "No. 20"


@pytest.mark.parametrize("resource", ["frames", "stream"])
def test_a_suffix_stands_behind_each_text_and_once(timed, service, resource):
    run(timed, ADD, f'<kinetic-text src="{service.url}/v1/{resource}" textPrefix="~" suffix="/mo" value="20" duration="0.2">~10/mo</kinetic-text>')
    assert until_ended(timed)["detail"]["text"] == shown(timed) == "~20/mo"
    texts = [entry["detail"]["text"] for entry in log(timed, "frame")]
    assert texts[0] == "~10/mo" and all(re.fullmatch(r"~\d+/mo", text) for text in texts)
    run(timed, "window.label.value = '30'")
    assert until_ended(timed, count=2)["detail"]["text"] == shown(timed) == "~30/mo"
    assert log(timed, "frame")[len(texts)]["detail"]["text"] == "~20/mo"


@pytest.mark.parametrize("how", ['interpolation="odometer" value="20">~19', 'interpolation="morph" value="19a">~19b',
                                 'effect="crossFade" value="b">~a'])
def test_what_stands_around_it_stays_while_it_is_drawn(timed, service, how):
    run(timed, ADD, f'<kinetic-text textPrefix="~" suffix="/mo" duration="1" {how}/mo</kinetic-text>')
    until(timed, "window.log.at(-1)?.detail.progress > 0.1")
    drawn = run(timed, "return window.label.shadowRoot.lastChild.innerHTML")
    assert re.fullmatch(r"~<span.*</span>/mo", drawn, re.DOTALL), drawn
    assert re.fullmatch(r"~.*/mo", until_ended(timed)["detail"]["text"])


@pytest.mark.parametrize("resource", ["frames", "stream"])
def test_own_keyframes_cross_fade(page, service, resource):
    keyframes = '{"exit":[{"at":0,"opacity":1},{"at":1,"opacity":0}],"enter":[{"at":0,"opacity":0},{"at":1,"opacity":1}]}'
    run(page, ADD, f"<kinetic-text src='{service.url}/v1/{resource}' transition='{keyframes}' value='b' duration='.3'>a</kinetic-text>" * 2)
    until_ended(page, count=2)
    assert ends(page) == [("finished", "b")] * 2
    assert log(page, "frame")[0]["detail"]["labels"]["exit"]["text"] == "a"


@pytest.mark.parametrize("resource", ["frames", "stream"])
def test_a_key_is_sent_along(page, keyed_service, resource):
    run(page, ADD, f'<kinetic-text src="{keyed_service.url}/v1/{resource}" value="9" duration="0.1" apiKey="sesame">1</kinetic-text>' * 2)
    until_ended(page, 2)
    assert ends(page) == [("finished", "9")] * 2


# What is shown before, while and after it moves


@pytest.mark.parametrize("html", [
    '<kinetic-text value="400 apples">400 apples</kinetic-text>',
    '<kinetic-text value="400 apples"></kinetic-text>',
])
def test_a_first_value_that_is_already_there_does_not_move(timed, html):
    run(timed, ADD, html)
    let_pass(timed, 3)
    assert run(timed, "return window.log") == []
    assert shown(timed) == "400 apples"


def test_a_declarative_shadow_root_is_seen_before_the_module_and_taken_over_without_a_flash(browser, service, other_origin):
    browser.get(f"{other_origin.url}/bare")
    run(browser, """
      document.head.insertAdjacentHTML('beforeend', '<style>::part(prefix) { opacity: 0.5 } ::part(number) { color: red }</style>');
      document.getElementById('place').setHTMLUnsafe('<kinetic-text value="$1,024" duration="3"><template shadowrootmode="open">'
        + '<span part="prefix">$</span><span part="number" style="font-kerning: none">1,024</span></template>$1,024</kinetic-text> raised');
      window.label = document.querySelector('kinetic-text');
      window.served = window.label.shadowRoot;
    """)
    before = browser.get_screenshot_as_base64()
    assert run(browser, "return window.served.textContent") == "$1,024"
    browser.execute_async_script("""
      const [module, done] = arguments;
      import(module).then(({ settings }) => {
        // A busy machine takes its time.
        settings.patience = 5000;
        done();
      });
    """, f"{service.url}/kinetype.js")
    until(browser, "window.label.isSeen")
    assert browser.get_screenshot_as_base64() == before
    assert run(browser, "return window.label.shadowRoot === window.served")
    run(browser, ADD, "")
    run(browser, "window.label.value = '$2,048'")
    assert until_ended(browser)["detail"] == {"reason": "finished", "text": "$2,048", "problem": None}
    assert len({entry["shown"] for entry in log(browser, "frame")}) > 3
    assert shown(browser) == run(browser, "return window.spoken()") == "$2,048"


def test_a_value_set_before_the_module_came_is_shown_and_so_are_later_ones(browser, service, other_origin):
    browser.get(f"{other_origin.url}/bare")
    run(browser, ADD, '<kinetic-text value="100" duration="0.2">100</kinetic-text>')
    run(browser, "window.label.value = 500; import(arguments[0])", f"{service.url}/kinetype.js")
    assert until_ended(browser)["detail"]["text"] == "500"
    run(browser, "window.label.value = 900")
    assert until_ended(browser, 2)["detail"]["text"] == "900"
    assert shown(browser) == "900"


@pytest.mark.parametrize("source", ["", 'src="{service}/v1/frames"', 'src="{service}/v1/stream"'])
def test_a_number_that_is_already_there_is_written_at_once(page, service, source):
    source = source.format(service=service.url)
    run(page, ADD, f'<kinetic-text {source} value="1500" numberStyle="currency" currency="EUR" locale="de">1500</kinetic-text>')
    until_ended(page)
    assert shown(page) == run(page, "return window.spoken()") == "1.500,00\u00a0€"


def test_the_attribute_from_wins_over_the_text_inside(timed):
    run(timed, ADD, '<kinetic-text from="100 apples" value="400 apples" duration="0.2">400 apples</kinetic-text>')
    until_ended(timed)
    assert log(timed, "frame")[0]["shown"] == "100 apples"


MONEY = 'from="0" value="1234.5" numberStyle="currency" currency="EUR" locale="de" duration="0.2"'


def test_a_number_is_seen_as_it_is_written_inside_until_its_first_frame(timed):
    run(timed, "window.clock.delay = 200")
    run(timed, ADD, f"<kinetic-text {MONEY}>1.234,50\u00a0€</kinetic-text>")
    until(timed, "window.asked.length > 0")
    assert shown(timed) == run(timed, "return window.spoken()") == "1.234,50\u00a0€"
    assert until_ended(timed)["detail"]["text"] == "1.234,50\u00a0€"
    frames = log(timed, "frame")
    assert frames[0]["shown"] == "0,00\u00a0€" and len(frames) > 3


APART = 'from="$9,100 raised" value="$12,340 raised"'
AWAY = "http://127.0.0.1:9"


@pytest.mark.parametrize("tag", [
    f"<kinetic-text {APART}>$12,340 raised</kinetic-text>",
    '<kinetic-text value="$12,340 raised">$12,340 raised</kinetic-text>',
    f"<kinetic-text {MONEY}>$12,340 raised</kinetic-text>",
    '<kinetic-text label="donations">$12,340 raised</kinetic-text>',
])
@pytest.mark.parametrize("head", [
    f'<script type="module" src="{AWAY}/kinetype.js"></script>',
    '<meta http-equiv="Content-Security-Policy" content="script-src \'none\'"><script type="module" src="{service}/kinetype.js"></script>',
    '<script type="module" src="{service}/kinetype.js" integrity="sha256-AAAA" crossorigin></script>',
    "",
])
def test_without_the_module_the_text_inside_stands(browser, service, tmp_path, head, tag):
    page = tmp_path / "page.html"
    page.write_text('<!doctype html><meta charset="utf-8">' + head.format(service=service.url) + tag)
    browser.get(page.as_uri())
    assert browser.execute_script("return document.readyState") == "complete"
    assert browser.execute_script("return customElements.get('kinetic-text') === undefined")
    assert browser.find_element("tag name", "body").text == "$12,340 raised"


@pytest.mark.parametrize("tag, reason", [
    (f'src="{AWAY}/v1/frames" {APART}', "failed"), (f'src="{AWAY}/v1/stream" {APART}', "failed"),
    # Refused: what is shown is not what was to be left behind.
    (f'{APART} fps="9999"', "failed"), (f'{APART} duration="0.2"', "finished"),
])
def test_however_it_ends_it_ends_on_the_text_inside(page, tag, reason):
    run(page, ADD, f"<kinetic-text {tag}>$12,340 raised</kinetic-text>")
    assert until_ended(page)["detail"]["reason"] == reason
    assert shown(page) == run(page, "return window.spoken()") == "$12,340 raised"


def test_a_screen_reader_finds_the_final_text_before_the_label_is_seen(page):
    run(page, "document.getElementById('place').style.marginTop = '5000px'")
    run(page, ADD, f'<kinetic-text {APART} duration="0.2">$12,340 raised</kinetic-text>')
    assert run(page, "return window.spoken()") == "$12,340 raised"
    assert shown(page) == "$9,100 raised"
    run(page, "window.label.scrollIntoView()")
    assert until_ended(page)["detail"]["reason"] == "finished"


def test_a_screen_reader_finds_the_final_text_while_it_moves(page):
    run(page, ADD, '<kinetic-text value="400 apples" duration="0.3">100 apples</kinetic-text>')
    until_ended(page)
    assert {entry["spoken"] for entry in log(page, "frame")} == {"400 apples"}


def test_a_long_text_widens_the_page_no_more_than_plain_text_does(page):
    text = "Lorem ipsum dolor sit amet, consectetur adipiscing elit. " * 3
    metrics = {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        run(page, ADD, f'<kinetic-text value="{text}5" duration="0.1">{text}3</kinetic-text>')
        until_ended(page)
        assert run(page, "return document.documentElement.scrollWidth") == 360
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_labels_in_a_box_that_scrolls_do_not_lengthen_the_page(page):
    heights = run(page, """
      const place = document.getElementById('place');
      place.style.cssText = 'height:200px;overflow:auto';
      place.innerHTML = '<div>5</div>'.repeat(200);
      const { scrollHeight } = document.documentElement;
      place.innerHTML = '<div><kinetic-text value="5">5</kinetic-text></div>'.repeat(200);
      return [scrollHeight, document.documentElement.scrollHeight];
    """)
    assert heights[0] == heights[1]


def test_a_label_without_a_text_keeps_its_line(page):
    run(page, ADD, '<kinetic-text value=""></kinetic-text>')
    assert run(page, "return document.getElementById('place').clientHeight") == 50


def test_setting_the_value_in_flight_goes_on_from_what_is_shown(timed):
    run(timed, ADD,
        '<kinetic-text interpolation="typewriter" curve="linear" value="abcdefghij" duration="5">a</kinetic-text>')
    until(timed, "window.shown().length > 2")
    before = run(timed, "window.label.setAttribute('duration', '1'); window.label.value = 'a!'; return window.shown()")
    until_ended(timed, 2)
    ends = [entry["detail"]["reason"] for entry in log(timed, "end")]
    assert ends == ["cancelled", "finished"]
    cut = next(index for index, entry in enumerate(run(timed, "return window.log")) if entry["what"] == "end")
    later = [entry["shown"] for entry in run(timed, "return window.log")[cut:] if entry["what"] == "frame"]
    assert len(before) > 1
    assert abs(len(later[0]) - len(before)) <= 1  # one frame may pass between the reading and the change
    assert shown(timed) == "a!"


@pytest.mark.parametrize("media", [[], [{"name": "prefers-reduced-motion", "value": "reduce"}]])
def test_a_label_that_is_set_at_every_end_leaves_the_page_alive(page, media):
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
    try:
        run(page, ADD, '<kinetic-text value="0 a" duration="5">0 a</kinetic-text>')
        assert page.execute_async_script("""
          let count = 0;
          window.label.addEventListener('kinetic-end', () => { if (count < 3000) window.label.value = `${count += 1} a`; });
          window.label.value = '5 a';
          setTimeout(() => {
            window.label.value = '77 a';
            setTimeout(() => { arguments[0](count); count = 3000; });
          }, 100);
        """) < 100
    finally:
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.parametrize("nothing", ["null", "undefined"])
def test_no_value_is_an_empty_one(page, nothing):
    run(page, ADD, '<kinetic-text value="5" duration="0.1">5</kinetic-text>')
    run(page, f"window.label.value = {nothing}")
    assert until_ended(page)["detail"]["text"] == ""


@pytest.mark.parametrize("move", ["odometer", "morph"])
def test_what_is_cancelled_tells_the_text_of_its_last_frame(timed, move):
    run(timed, ADD, f'<kinetic-text interpolation="{move}" duration="5" value="10,042 km">09,986 km</kinetic-text>')
    until_frames(timed, 20)
    run(timed, "window.label.value = '5'")
    assert until_ended(timed)["detail"]["text"] in {entry["detail"]["text"] for entry in log(timed, "frame")}


def test_a_text_that_cannot_count_stays_when_it_comes_in_flight(timed):
    run(timed, ADD, '<kinetic-text value="400 apples" duration="5">100 apples</kinetic-text>')
    until_frames(timed, 10)
    run(timed, "window.label.setAttribute('duration', '1'); window.label.value = 'none left'")
    assert until_ended(timed, 2)["detail"]["reason"] == "finished"
    until(timed, "performance.now() > 6000")  # the first would be over by now
    assert [entry["detail"]["reason"] for entry in log(timed, "end")] == ["cancelled", "finished"]
    assert (log(timed, "frame")[-1]["detail"]["text"], shown(timed)) == ("none left", "none left")


def kinds(page):
    """The interpolations of the runs that have begun."""
    return [entry["detail"]["interpolation"] for entry in log(page, "start")]


@pytest.mark.parametrize("source", ["", 'src="{service}/v1/stream"'])
@pytest.mark.parametrize(("before", "after"), [("Loading", "Hello world"), ("$9,100 raised", "€8,500 raised"), ("100 apples", "none left")])
def test_a_text_without_a_number_to_count_is_morphed(timed, service, source, before, after):
    run(timed, ADD, f'<kinetic-text {source.format(service=service.url)} value="{after}">{before}</kinetic-text>')
    assert until_ended(timed)["detail"]["reason"] == "finished"
    assert kinds(timed) == ["morph"] and len(log(timed, "frame")) > 20
    assert shown(timed) == after


@pytest.mark.parametrize("how", [
    'duration="0"', 'duration="0ms"', 'interpolation="auto"', 'interpolation="numbers"', 'interpolation="none"', 'animated="false"'])
def test_a_text_without_a_number_is_not_morphed_where_something_else_is_said(timed, how):
    run(timed, ADD, f'<kinetic-text {how} value="Hello world">Loading</kinetic-text>')
    until_ended(timed)
    assert shown(timed) == "Hello world"
    assert {entry["detail"]["text"] for entry in log(timed, "frame")} <= {"Loading", "Hello world"}
    assert not any("glyphs" in entry["detail"] for entry in log(timed, "frame"))
    assert not any("morph" in address for address in run(timed, "return window.asked"))


def test_a_text_that_is_morphed_is_set_again_meanwhile(timed):
    run(timed, ADD, '<kinetic-text value="Hello world">Loading</kinetic-text>')
    until_frames(timed, 10)
    run(timed, "window.label.value = 'Good morning'")
    assert until_ended(timed, 2)["detail"]["reason"] == "finished"
    assert shown(timed) == "Good morning" and kinds(timed) == ["morph", "morph"]


# Of an element at rest, which shows 1,234.5 as $1,234.50.
PRICE = '<kinetic-text animate-on="load" numberStyle="currency" currency="USD" value="1234.5">$1,234.50</kinetic-text>'


@pytest.mark.parametrize(("script", "expected"), [
    ("label.setAttribute('locale', 'de-DE')", "1.234,50 $"), ("label.locale = 'de-DE'", "1.234,50 $"),
    ("label.currency = 'EUR'", "€1,234.50"), ("label.fractionDigits = 0", "$1,235"), ("label.textPrefix = 'about '", "about $1,234.50"),
    ("label.suffix = ' raised'", "$1,234.50 raised"), ("label.numberStyle = 'percent'", "123,450%"), ("label.numberStyle = null", "1,234.5"),
    ("label.fractionDigits = 0; label.rounding = 'floor'", "$1,234"), ("label.locale = 'de-DE'; label.currency = 'EUR'", "1.234,50 €"),
])
def test_what_writes_a_number_at_rest_is_seen_at_once(timed, script, expected):
    run(timed, ADD, PRICE)
    until_ended(timed)
    run(timed, script.replace("label", "window.label"))
    until_ended(timed, 2)
    assert shown(timed).replace("\xa0", " ") == run(timed, "return window.spoken()").replace("\xa0", " ") == expected
    assert log(timed, "frame") == [] and run(timed, "return window.asked.filter((address) => address.includes('frames'))") == []
    run(timed, "window.label.value = '2000'")
    until_ended(timed, 3)
    assert len({entry["detail"]["text"] for entry in log(timed, "frame")}) > 10


def test_what_stands_before_a_text_at_rest_is_seen_at_once(timed):
    run(timed, ADD, '<kinetic-text textPrefix="Dear " value="world">Dear world</kinetic-text>')
    until(timed, "window.label.isSeen")
    run(timed, "window.label.textPrefix = 'Hello '")
    until_ended(timed)
    assert shown(timed) == "Hello world" and log(timed, "frame") == []


def test_a_number_that_is_written_in_another_way_meanwhile_goes_on(timed):
    run(timed, ADD, '<kinetic-text numberStyle="decimal" from="0" value="9000"></kinetic-text>')
    until_frames(timed, 10)
    run(timed, "window.label.locale = 'de-DE'")
    assert until_ended(timed, 2)["detail"]["text"] == "9.000"
    texts = [entry["detail"]["text"] for entry in log(timed, "frame")]
    assert sum("." in text for text in texts) > 10 and sum("," in text for text in texts) > 1


def test_a_value_that_comes_with_another_way_to_write_it_moves(timed):
    run(timed, ADD, '<kinetic-text fractionDigits="0" value="5">5</kinetic-text>')
    until_ended(timed)
    run(timed, "window.label.fractionDigits = 2; window.label.value = 9")
    until_ended(timed, 2)
    assert shown(timed) == "9.00" and len(log(timed, "frame")) > 10


def test_parameters_that_were_set_before_the_module_are_attributes(timed):
    run(timed, """
      const label = document.createElement('kinetic-text');
      Object.defineProperty(label, 'currency', { value: 'EUR', configurable: true, writable: true });
      Object.assign(label, { numberStyle: 'currency', textContent: '€5.00', value: 5 });
      document.getElementById('place').append(label);
      window.label = label;
    """)
    assert run(timed, "return [window.label.getAttribute('currency'), window.label.currency, window.label.numberStyle, window.label.locale]") == [
        "EUR", "EUR", "currency", None]
    run(timed, "window.label.currency = null")
    assert run(timed, "return window.label.hasAttribute('currency')") is False


def test_changes_made_together_are_one(page):
    run(page, ADD, '<kinetic-text value="1 apples" duration="0.1">1 apples</kinetic-text>')
    run(page, "window.label.value = '2 apples'; window.label.value = '3 apples';")
    assert until_ended(page)["detail"]["text"] == "3 apples"
    assert len(log(page, "end")) == 1


def test_a_value_that_is_set_again_lets_the_label_arrive(timed):
    run(timed, ADD, '<kinetic-text value="100" duration="0.5">0</kinetic-text>')
    run(timed, "window.poll = setInterval(() => { window.label.value = 100; }, 100)")
    assert until_ended(timed)["detail"]["reason"] == "finished"
    let_pass(timed, 1)
    run(timed, "clearInterval(window.poll)")
    assert len(log(timed, "start")) == len(log(timed, "end")) == 1


def test_values_that_come_faster_than_answers_still_move_the_label(timed, service):
    run(timed, "window.clock.delay = 300")
    run(timed, ADD, f'<kinetic-text src="{service.url}/v1/frames" value="0" duration="1">0</kinetic-text>')
    run(timed, """
      window.texts = new Set();
      let value = 0;
      const timer = setInterval(() => {
        window.label.value = value += 1;
        window.texts.add(window.shown());
        if (window.texts.size > 3) clearInterval(timer);
      }, 60);
    """)
    until(timed, "window.texts.size > 3")


def test_a_removed_element_closes_its_stream_and_comes_back_right(timed, service):
    run(timed, ADD, f'<kinetic-text src="{service.url}/v1/stream" value="400 apples" duration="60">100 apples</kinetic-text>')
    until_frames(timed, 10)
    run(timed, "window.label.remove()")
    count = len(log(timed, "frame"))
    let_pass(timed, 3)
    assert len(log(timed, "frame")) == count
    run(timed, "document.body.append(window.label)")
    assert shown(timed) == "400 apples"
    run(timed, "window.label.value = '100 apples'; window.label.setAttribute('duration', '0.2')")
    until(timed, "window.shown() === '100 apples'")


@pytest.mark.parametrize(("attributes", "end"), [("", "7"), ('format="%d km"', "7 km"), ('repeat="infinite"', "7")])
def test_a_label_that_is_removed_as_it_changes_opens_no_stream_and_shows_the_change_when_it_comes_back(page, service, attributes, end):
    run(page, ADD, f'<kinetic-text src="{service.url}/v1/stream" value="5" {attributes} duration="0.5">5</kinetic-text>')
    until(page, "window.log.length > 0")
    count = len(streams(page))
    run(page, "window.label.value = 7; window.label.remove()")
    until(page, "window.shown() === arguments[0] && window.spoken() === arguments[0]", end)
    time.sleep(0.5)
    assert len(streams(page)) == count
    assert shown(page) == run(page, "return window.spoken()") == end
    run(page, "document.body.append(window.label)")
    if "infinite" not in attributes:
        assert shown(page) == end


@pytest.mark.parametrize("move", ["prepend", "moveBefore"])
@pytest.mark.parametrize("resource", ["frames", "stream"])
def test_a_label_goes_on_where_it_is_moved_to(timed, service, resource, move):
    run(timed, ADD, f'<kinetic-text src="{service.url}/v1/{resource}" value="9000 km" duration="2">1 km</kinetic-text>')
    until_frames(timed, 10)
    before, after = run(timed, """
      const text = window.shown();
      document.body[arguments[0]](window.label, document.body.firstChild);
      return [text, window.shown()];
    """, move)
    assert before == after
    assert until_ended(timed)["detail"]["reason"] == "finished"
    assert len(log(timed, "start")) == len(log(timed, "end")) == 1


def test_a_label_that_never_ends_begins_again_where_it_comes_back(page, service):
    run(page, ADD, f'<kinetic-text src="{service.url}/v1/stream" value="9 km" repeat="infinite" duration="0.5">1 km</kinetic-text>')
    until_frames(page, 10)
    run(page, "window.label.remove(); setTimeout(() => document.body.prepend(window.label), 200)")
    time.sleep(0.3)
    count = len(log(page, "frame"))
    until_frames(page, count + 40)
    WebDriverWait(page, PATIENCE).until(
        lambda _: {"1 km", "9 km"} < {entry["shown"] for entry in log(page, "frame")[count:]})


SEEN = """
  delete document.hidden;
  document.dispatchEvent(new Event('visibilitychange'));
"""


def test_a_label_that_never_ends_begins_when_the_page_is_seen(page, service):
    run(page, "Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    run(page, ADD, f'<kinetic-text src="{service.url}/v1/stream" value="9 km" repeat="infinite" duration="0.5">1 km</kinetic-text>')
    until_ended(page)
    assert (log(page, "frame"), shown(page)) == ([], "9 km")
    run(page, SEEN)
    until_frames(page, 40)


def test_a_label_that_never_ends_begins_again_after_a_failure_when_the_page_is_seen(page, other_origin):
    run(page, ADD, f'<kinetic-text src="{other_origin.url}/v1/stream" value="9 km" repeat="infinite">1 km</kinetic-text>')
    assert until_ended(page)["detail"]["reason"] == "failed"
    run(page, SEEN)
    until_ended(page, 2)
    assert len([path for path, _ in other_origin.requests if path.startswith("/v1")]) == 2


def test_a_written_number_counts_from_the_text_inside_and_on_from_there(page):
    run(page, ADD, '<kinetic-text value="2000000" notation="compact" duration=".3">1000000</kinetic-text>')
    until_ended(page)
    assert (log(page, "frame")[0]["shown"], shown(page)) == ("1M", "2M")
    count = len(log(page, "frame"))
    run(page, "window.label.value = 3000000")
    assert until_ended(page, 2)["detail"]["reason"] == "finished"
    assert (log(page, "frame")[count]["shown"], shown(page)) == ("2M", "3M")


@pytest.mark.parametrize("name", [
    "format", "numberStyle", "currency", "fractionDigits", "minimumIntegerDigits", "grouping", "sign", "notation"])
def test_whatever_writes_numbers_goes_on_from_the_number(page, other_origin, name):
    other_origin.sequence = sequence(["some", "some more"], seconds=0.1)
    run(page, ADD, f'<kinetic-text src="{other_origin.url}/v1/frames" value="2" {name}="x">0</kinetic-text>')
    until_ended(page)
    run(page, "window.label.value = 3")
    until_ended(page, 2)
    queries = [asked(path) for path, _ in other_origin.requests if path.startswith("/v1")]
    assert [(query["from"], query["to"]) for query in queries] == [("0", "2"), ("2", "3")]


@pytest.mark.parametrize("attributes", ['format="%.2f" curve="easeInQuint"', 'format="%d"', 'numberStyle="percent"', 'format="%x" include="velocity"'])
@pytest.mark.parametrize(("source", "target"), [("0", "5"), ("100719925474099312345678", "900719925474099312345678")])
def test_a_number_goes_on_in_flight_from_what_is_shown(timed, attributes, source, target):
    run(timed, ADD, f'<kinetic-text {attributes} value="{target}" duration="3">{source}</kinetic-text>')
    until_frames(timed, 5)
    run(timed, "window.label.value = 400; window.label.setAttribute('duration', '0.2')")
    assert until_ended(timed, 2)["detail"]["reason"] == "finished"
    entries = run(timed, "return window.log")
    cut = next(index for index, entry in enumerate(entries) if entry["what"] == "end")
    last, first = entries[cut - 1], next(entry for entry in entries[cut:] if entry["what"] == "frame")
    assert last["what"] == "frame"
    # No more than a few frames of the way lie between them, and no digit is lost.
    before, after = (int(entry["detail"]["shown"].partition(".")[0]) for entry in (last, first))
    assert abs(before) < 1e6 or before % 1000 or after % 1000
    assert abs(after - before) <= (int(target) - int(source)) // 50 + 1


@pytest.mark.parametrize("resource", ["frames", "stream"])
@pytest.mark.parametrize(("written", "texts"), [("", ["0 km", "498 km", "996 km"]), ('format="%d km"', ["0 km", "498 km", "996 km"])])
def test_a_decay_finds_its_own_target_again_and_again(timed, service, resource, written, texts):
    start = "0" if written else "0 km"
    run(timed, ADD, f'<kinetic-text src="{service.url}/v1/{resource}" value="" curve="decay(1000)" speed="10" {written}>{start}</kinetic-text>')
    until_ended(timed)
    assert (log(timed, "frame")[0]["shown"], shown(timed)) == (texts[0], texts[1])
    count = len(log(timed, "frame"))
    run(timed, "window.label.value = ''")
    assert until_ended(timed, 2)["detail"]["reason"] == "finished"
    assert shown(timed) == texts[2]
    assert log(timed, "frame")[count]["shown"] == texts[1]
    assert run(timed, "return window.spoken()") == texts[2]


def test_a_number_that_decays_turns_round_in_flight(timed):
    run(timed, ADD, '<kinetic-text value="" curve="decay(1000)" format="%.1f">0</kinetic-text>')
    until_frames(timed, 10)
    run(timed, "window.label.removeAttribute('curve'); window.label.setAttribute('duration', '0.2'); window.label.value = 5")
    until_ended(timed, 2)
    cut = next(index for index, entry in enumerate(run(timed, "return window.log")) if entry["what"] == "end")
    before, *later = [entry["shown"] for entry in run(timed, "return window.log")[cut - 1:] if entry["what"] == "frame"]
    assert float(later[0]) == pytest.approx(float(before), abs=0.1)
    assert later[-1] == "5.0"


# When something is wrong


@pytest.mark.parametrize("written", ["", 'format="%d"', 'numberStyle="decimal"'])
def test_a_decay_without_a_service_stays_where_it_is(page, written):
    run(page, ADD, f'<kinetic-text src="http://127.0.0.1:9/v1/frames" value="" curve="decay(1000)" {written}>7</kinetic-text>')
    assert until_ended(page)["detail"]["reason"] == "failed"
    assert shown(page) == run(page, "return window.spoken()") == "7"


@pytest.mark.parametrize("resource", ["frames", "stream"])
def test_a_service_that_is_away_leaves_the_final_text_at_once(timed, resource):
    run(timed, ADD, f'<kinetic-text src="http://127.0.0.1:9/v1/{resource}" value="400 apples">100 apples</kinetic-text>')
    assert until_ended(timed)["detail"]["reason"] == "failed"
    assert shown(timed) == "400 apples"
    assert run(timed, "return performance.now()") < 1000


def test_a_service_killed_in_the_middle_of_a_stream_leaves_the_final_text(page, mortal_service):
    run(page, ADD, f'<kinetic-text src="{mortal_service.url}/v1/stream" value="400 apples" duration="10">100 apples</kinetic-text>')
    until_frames(page, 20)
    mortal_service.kill()
    end = until_ended(page)
    assert end["detail"]["reason"] == "failed"
    assert shown(page) == "400 apples"


def test_a_slow_service_is_not_waited_for(timed):
    run(timed, "window.clock.delay = 12_000")
    run(timed, ADD, '<kinetic-text value="b">a</kinetic-text>')
    assert until_ended(timed)["detail"]["reason"] == "failed"
    assert shown(timed) == "b"
    assert run(timed, "return performance.now()") < 8000


@pytest.mark.parametrize("resource", ["frames", "stream"])
def test_moving_parts_that_are_late_are_not_waited_for(browser, service, other_origin, resource):
    other_origin.drawing = [600]
    page = open_page(browser, other_origin, "/mirror")
    run(page, ADD, f'<kinetic-text src="{service.url}/v1/{resource}" value="b" effect="crossFade">a</kinetic-text>')
    assert until_ended(page)["detail"]["reason"] == "finished"
    assert shown(page) == "b"


@pytest.mark.parametrize("resource", ["frames", "stream"])
def test_moving_parts_that_were_refused_are_asked_for_again(browser, service, other_origin, resource):
    other_origin.drawing = [None]
    page = open_page(browser, other_origin, "/mirror")
    run(page, ADD, f'<kinetic-text src="{service.url}/v1/{resource}" value="b" effect="crossFade">a</kinetic-text>')
    assert until_ended(page)["detail"]["reason"] == "finished"
    assert shown(page) == "b"
    run(page, """
      window.children = new Set();
      const shown = window.label.shadowRoot.querySelector('[aria-hidden]');
      window.label.addEventListener('kinetic-frame', () => window.children.add(shown.children.length));
      // As long as a busy machine may take to bring them.
      window.label.setAttribute('duration', '5');
      window.label.value = 'c';
    """)
    until_ended(page, 2)
    assert 1 in run(page, "return [...window.children]")


def test_a_refusal_tells_why_and_leaves_the_text_that_stood(page):
    run(page, ADD, '<kinetic-text value="400 apples" fps="9999">100 apples</kinetic-text>')
    detail = until_ended(page)["detail"]
    assert (detail["reason"], detail["text"]) == ("failed", "100 apples")
    assert shown(page) == run(page, "return window.spoken()") == "100 apples"
    assert any("9999" in entry["message"] for entry in page.get_log("browser"))
    assert [error["parameter"] for error in detail["problem"]["errors"]] == ["fps"]


def test_an_empty_format_leaves_the_value(page):
    run(page, ADD, '<kinetic-text from="1" value="9" format=""></kinetic-text>')
    assert until_ended(page)["detail"]["text"] == "9"


def test_a_format_is_kept_where_the_service_is_away(page):
    run(page, ADD, '<kinetic-text src="http://127.0.0.1:9/v1/frames" from="0" value="87.5" format="Done: %.1f%%"></kinetic-text>')
    assert until_ended(page)["detail"]["text"] == "Done: 87.5%"


def piece(*lines):
    return "".join(f"{line}\n" for line in lines)


def test_a_stream_that_breaks_is_taken_up_after_the_last_frame(page, other_origin):
    start = 'retry: 100\nevent: start\ndata: {"animation":{"frameCount":3}}\n'
    frame = 'id: {0}\ndata: {{"index":{0},"time":{0},"progress":0,"text":"{1}"}}\n'
    other_origin.pieces = [
        piece(start, frame.format(0, "a"), frame.format(1, "b")),
        piece(start, frame.format(2, "c")),
    ]
    run(page, ADD, f'<kinetic-text src="{other_origin.url}/v1/stream" value="c">a</kinetic-text>')
    assert until_ended(page)["detail"]["reason"] == "finished"
    # Of frames that come at once the newest is shown.
    assert [entry["shown"] for entry in log(page, "frame")] == ["b", "c"]
    assert len(log(page, "start")) == 1
    time.sleep(0.4)
    assert [last for path, last in other_origin.requests if path.startswith("/v1")] == [None, "1"]


def test_a_stream_is_waited_for_as_long_as_it_said(page, other_origin):
    start = 'retry: 3000\nevent: start\ndata: {"animation":{"frameCount":2}}\n'
    frame = 'id: {0}\ndata: {{"index":{0},"time":{0},"progress":0,"text":"{1}"}}\n'
    other_origin.pieces = [piece(start, frame.format(0, "a")), piece(start, frame.format(1, "b"))]
    run(page, ADD, f'<kinetic-text src="{other_origin.url}/v1/stream" value="b">a</kinetic-text>')
    assert until_ended(page)["detail"]["reason"] == "finished"


# Motion that is not wanted


def test_reduced_motion_shows_the_final_text_without_a_request(still_browser, other_origin, service):
    page = open_page(still_browser, other_origin)
    run(page, ADD, '<kinetic-text value="400 apples">100 apples</kinetic-text>')
    assert until_ended(page)["detail"]["reason"] == "skipped"
    assert shown(page) == "400 apples"
    assert run(page, "return performance.getEntriesByType('resource').filter(({ name }) => name.includes('/v1/'))") == []


def test_reduced_motion_asks_for_the_last_frame_where_the_service_alone_can_write_it(still_browser, other_origin):
    page = open_page(still_browser, other_origin)
    other_origin.sequence = sequence(["57", "57"], seconds=0)
    run(page, ADD, f'<kinetic-text src="{other_origin.url}/v1/stream" value="87" format="%x"></kinetic-text>')
    until_ended(page)
    assert shown(page) == "57"
    assert other_origin.requests[-1][0].startswith("/v1/frames?") and "duration=0" in other_origin.requests[-1][0]


def test_reduced_motion_writes_numbers_without_a_request(still_browser, other_origin):
    page = open_page(still_browser, other_origin)
    run(page, ADD, f'<kinetic-text src="{other_origin.url}/v1/frames" from="0" value="0.875" numberStyle="percent"></kinetic-text>')
    until_ended(page)
    assert shown(page) == run(page, "return window.spoken()") == "88%"
    assert not [path for path, _ in other_origin.requests if path.startswith("/v1")]


def test_reduced_motion_shows_where_a_decay_comes_to_rest(still_browser, other_origin):
    page = open_page(still_browser, other_origin)
    run(page, ADD, '<kinetic-text value="" curve="decay(1000)">0 km</kinetic-text>')
    until_ended(page)
    assert [entry["shown"] for entry in log(page, "frame")] == ["498 km"]
    assert shown(page) == "498 km"


THERE_AND_BACK = [("1 km", "9 km", "", "1 km"), ("1", "9", 'format="%d km"', "1 km")]


@pytest.mark.parametrize("resource", ["frames", "stream"])
@pytest.mark.parametrize(("source", "target", "written", "end"), THERE_AND_BACK)
def test_there_and_back_ends_where_it_began(timed, service, resource, source, target, written, end):
    run(timed, ADD, f'<kinetic-text src="{service.url}/v1/{resource}" value="{target}" {written} duration=".2" autoreverse>{source}</kinetic-text>')
    until_ended(timed)
    assert {entry["spoken"] for entry in log(timed, "frame")} == {source}
    assert shown(timed) == run(timed, "return window.spoken()") == end
    count = len(log(timed, "frame"))
    run(timed, "window.label.removeAttribute('autoreverse'); window.label.value = arguments[0]", target.replace("9", "5"))
    until_ended(timed, 2)
    assert (log(timed, "frame")[count]["shown"], shown(timed)) == (end, "5 km")


@pytest.mark.parametrize(("source", "target", "written", "end"), THERE_AND_BACK)
def test_reduced_motion_knows_that_there_and_back_ends_where_it_began(still_browser, other_origin, source, target, written, end):
    page = open_page(still_browser, other_origin)
    run(page, ADD, f'<kinetic-text value="{target}" {written} autoreverse>{source}</kinetic-text>')
    until_ended(page)
    assert shown(page) == run(page, "return window.spoken()") == end


def test_a_written_number_is_spoken_as_it_is_written(page):
    run(page, ADD, '<kinetic-text from="0" value="0.875" numberStyle="percent" duration="0.2"></kinetic-text>')
    until_ended(page)
    assert run(page, "return window.spoken()") == "88%"
    assert "0.875" not in {entry["spoken"] for entry in log(page, "frame")}


def test_a_second_copy_of_the_module_does_no_harm(page, service):
    assert page.execute_async_script(
        "import(arguments[0]).then(({ KineticText }) => arguments[1](KineticText.name), (error) => arguments[1](`${error}`))",
        f"{service.url}/kinetype.js?v=2") == "KineticText"


def test_what_is_spoken_is_written_only_when_it_changes(page):
    run(page, ADD + """
      window.heard = [];
      const spoken = window.label.shadowRoot.querySelector(':not([aria-hidden])');
      new MutationObserver(() => window.heard.push(spoken.textContent)).observe(spoken, { childList: true });
    """, '<kinetic-text value="400 apples" duration="0.2">100 apples</kinetic-text>')
    until_ended(page)
    run(page, "window.label.value = '500 apples'")
    until_ended(page, 2)
    assert run(page, "return window.heard") == ["400 apples", "500 apples"]


def test_motion_that_is_no_longer_wanted_ends(page, service):
    run(page, ADD, f'<kinetic-text src="{service.url}/v1/stream" value="9" repeat="infinite" duration="1">1</kinetic-text>')
    until_frames(page, 10)
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    try:
        assert until_ended(page)["detail"]["reason"] == "skipped"
        assert shown(page) == "9"
    finally:
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


# Frames with parts


def boxes(page):
    """What the parts of the last frame look like, while it is held."""
    return run(page, """
      const box = window.label.shadowRoot.querySelector('[aria-hidden]').firstElementChild;
      return [...box.children].map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return { text: part.textContent, left, top, width, height, opacity: getComputedStyle(part).opacity };
      });
    """)


def hold(page, other_origin, texts, **members):
    """Shows all frames but the last, and stays there."""
    other_origin.sequence = sequence(texts, seconds=0.1 * (len(texts) - 1), **members)
    other_origin.sequence["frames"][-1]["time"] = 30
    run(page, ADD, f'<kinetic-text src="{other_origin.url}/v1/frames" value="{texts[-1]}">{texts[0]}</kinetic-text>')
    until_frames(page, len(texts) - 1)


def test_both_labels_of_a_transition_are_drawn_in_the_same_place(page, other_origin):
    label = {"exit": {"text": "One", "opacity": 0.25, "offsetY": -0.5}, "enter": {"text": "Two", "opacity": 0.75, "scale": 0.5}}
    hold(page, other_origin, ["One", "One", "Two"], labels=[label] * 3)
    enter, leave = boxes(page)
    assert (enter["text"], enter["opacity"], leave["text"], leave["opacity"]) == ("Two", "0.75", "One", "0.25")
    assert leave["height"] == pytest.approx(50)
    assert enter["height"] == pytest.approx(25)
    middle = enter["top"] + enter["height"] / 2
    # Half of its height, and of the half em between two of them: a text that waits is not seen at the soft edge.
    assert leave["top"] + leave["height"] / 2 == pytest.approx(middle - 35, abs=0.1)


def test_glyphs_stand_where_the_letters_of_the_text_stand(page, other_origin):
    text = "Willi"
    glyphs = [{"text": letter, "x": index, "y": 0, "scale": 1, "rotation": 0, "opacity": 1} for index, letter in enumerate(text)]
    hold(page, other_origin, [text, text, "Willi!"], glyphs=[glyphs] * 3)
    # The letters' own places in running text, measured beside it at the start of the sequence.
    run(page, "window.label.insertAdjacentHTML('afterend', '<p id=\"plain\" style=\"margin:0\">Willi</p>')")
    edges = run(page, """
      const node = document.getElementById('plain').firstChild;
      const range = document.createRange();
      return [...'Willi'].map((_, index) => {
        range.setStart(node, index); range.setEnd(node, index + 1);
        return range.getBoundingClientRect().left - node.parentNode.getBoundingClientRect().left;
      });
    """)
    drawn = boxes(page)[1:]
    start = drawn[0]["left"]
    # Half of the way: kept cells lie between their places in both texts; "W" begins both.
    assert [glyph["text"] for glyph in drawn] == list(text)
    assert [glyph["left"] - start for glyph in drawn][3:] == pytest.approx(edges[3:], abs=1)


def test_columns_roll(page, other_origin):
    columns = [{"text": "1"}, {"text": "7", "offset": 0.25, "next": "8"}]
    hold(page, other_origin, ["17", "17", "18"], columns=[columns] * 3)
    still, rolling = run(page, """
      return [...window.label.shadowRoot.querySelectorAll('[part~=digit]')].map((wheel) => {
        const middle = (part) => part.getBoundingClientRect().top + part.getBoundingClientRect().height / 2;
        return { text: wheel.textContent, middle: middle(wheel), digits: [...wheel.children].map(middle) };
      });
    """)
    assert (still["text"], rolling["text"]) == ("1", "78")
    assert still["middle"] == pytest.approx(rolling["middle"])
    # From one digit to the next it is 1.15 em of 40 pixels.
    assert [middle - rolling["middle"] for middle in rolling["digits"]] == pytest.approx([-11.5, 34.5], abs=0.1)


RIGHT_TO_LEFT = [("rtl", "09,986 km", "10,042 km"), ("rtl", "מחיר 12345", "מחיר 67890"), ("ltr", "מחיר 12345", "מחיר 67890")]


@pytest.mark.parametrize(("direction", "source", "target"), RIGHT_TO_LEFT)
def test_columns_stand_where_the_characters_of_the_text_stand(timed, direction, source, target):
    run(timed, "document.dir = arguments[0]", direction)
    run(timed, ADD, f'<kinetic-text interpolation="odometer" duration="5" value="{target}">{source}</kinetic-text>')
    until_frames(timed, 20)
    run(timed, "window.label.insertAdjacentHTML('afterend', '<p id=plain></p>')")
    drawn, plain = run(timed, """
      const { columns } = window.log.at(-1).detail;
      const digits = [...window.label.shadowRoot.querySelectorAll('[part~=digit]')];
      const text = columns.map(({ text }) => text).join('');
      const node = Object.assign(document.getElementById('plain'), { textContent: text }).firstChild;
      const range = new Range();
      const places = [];
      for (let index = 0; index < text.length; index += 1) {
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        if (/[0-9]/.test(text[index])) places.push([text[index], range.getBoundingClientRect().left]);
      }
      const middle = (wheel) => wheel.firstChild.getBoundingClientRect().left;
      return [digits.map((wheel) => [wheel.firstChild.textContent, middle(wheel)]), places];
    """)
    assert [text for text, _ in drawn] == [text for text, _ in plain]
    assert [left for _, left in drawn] == pytest.approx([left for _, left in plain], abs=2)


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_glyphs_of_hebrew_stand_from_right_to_left(page, other_origin, direction):
    run(page, "document.dir = arguments[0]", direction)
    text = "שלום"
    glyphs = [{"text": letter, "x": index} for index, letter in enumerate(text)]
    hold(page, other_origin, [text, text, "שלומית"], glyphs=[glyphs] * 3)
    drawn = boxes(page)[1:]
    assert [glyph["text"] for glyph in sorted(drawn, key=lambda glyph: -glyph["left"])] == list(text)
    edges = [(glyph["left"], glyph["left"] + glyph["width"]) for glyph in drawn]
    assert [left for left, _ in edges[:-1]] == pytest.approx([right for _, right in edges[1:]], abs=2)


def test_the_label_stays_on_its_line_however_it_is_drawn(page, other_origin):
    """Nothing around a label jumps when its parts come and go."""
    run(page, "document.getElementById('place').textContent = 'x '")
    height = run(page, "return document.getElementById('place').getBoundingClientRect().height")
    glyphs = [{"text": "a", "x": 0}, {"text": "b", "x": 1}]
    columns = [{"text": "a", "next": "b", "offset": 0.5}]
    labels = {"exit": {"text": "ab", "offsetY": -0.5}, "enter": {"text": "b", "offsetY": 0.5}}
    for members in ({"glyphs": [glyphs] * 3}, {"columns": [columns] * 3}, {"labels": [labels] * 3}):
        run(page, "document.querySelector('kinetic-text')?.remove()")
        hold(page, other_origin, ["ab", "ab", "b"], **members)
        assert run(page, "return document.getElementById('place').getBoundingClientRect().height") == height, members


def test_parts_give_way_to_plain_text_at_the_end(page, other_origin):
    glyphs = [[{"text": "a", "x": 0}], [{"text": "b", "x": 0}, {"text": "c", "x": 1}], [{"text": "b", "x": 0}]]
    other_origin.sequence = sequence(["a", "b", "b"], seconds=0.1, glyphs=glyphs)
    run(page, ADD, f'<kinetic-text src="{other_origin.url}/v1/frames" value="b">a</kinetic-text>')
    until_ended(page)
    assert shown(page) == "b"
    assert run(page, "return window.label.shadowRoot.querySelector('[aria-hidden]').children.length") == 0


MOVES = {"odometer": "interpolation=odometer", "morph": "interpolation=morph", "effect": "effect=scrollUp"}


@pytest.mark.parametrize(("first", "second"), [(first, second) for first in MOVES for second in MOVES])
def test_what_is_drawn_in_flight_leaves_nothing_in_what_is_drawn_next(timed, first, second):
    run(timed, ADD, f'<kinetic-text columnMode="digit" {MOVES[first]} duration="5" value="67,890">12,345</kinetic-text>')
    until_frames(timed, 20)
    count = run(timed, """
      for (const name of ['interpolation', 'effect']) window.label.removeAttribute(name);
      window.label.setAttribute(...arguments[0]);
      window.label.value = '97,531';
      return window.log.filter(({ what }) => what === 'frame').length;
    """, MOVES[second].split("="))
    until_frames(timed, count + 10)
    drawn, frame = run(timed, """
      const box = window.label.shadowRoot.querySelector('[aria-hidden]').firstChild;
      return [[box.style.width, box.textContent], window.log.at(-1).detail];
    """)
    parts = {
        "odometer": lambda: [
            wheel["text"] + (wheel["next"] if wheel.get("offset") else "") for wheel in frame["columns"]],
        "morph": lambda: ["\u200b", *(glyph["text"] for glyph in frame["glyphs"])],
        "effect": lambda: [frame["labels"]["enter"]["text"], (frame["labels"]["exit"] or {"text": ""})["text"]]}
    assert drawn[1] == "".join(parts[second]())
    assert (drawn[0] != "") == (second != "odometer")


@pytest.mark.parametrize("move", MOVES.values())
def test_what_does_not_fit_on_a_line_stays_within_the_page(timed, move):
    metrics = {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    timed.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        text = "The quick brown fox jumps over the lazy dog {} times"
        run(timed, ADD, f'<kinetic-text {move} value="{text.format(12)}" duration="5">{text.format(10)}</kinetic-text>')
        until_frames(timed, 20)
        drawn = "return document.getElementById('place').getBoundingClientRect().height"
        height = run(timed, drawn)
        assert run(timed, "return document.documentElement.scrollWidth") == 360
        run(timed, "window.label.remove(); document.getElementById('place').append(window.label)")
        assert run(timed, drawn) == pytest.approx(height, abs=1)
    finally:
        timed.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize(("before", "after"), [("display:none", ""), ("font-size:20px", "font-size:60px")])
def test_glyphs_find_their_places_again(page, service, before, after):
    run(page, "document.getElementById('place').style.cssText = arguments[0]", before)
    run(page, ADD, f'<kinetic-text src="{service.url}/v1/stream" value="Morphing" interpolation="morph" repeat="infinite" animate-on="load" '
        'duration="2">Design</kinetic-text>')
    until_frames(page, 10)
    run(page, "document.getElementById('place').style.cssText = arguments[0]", after)
    run(page, "window.label.insertAdjacentHTML('afterend', '<span>Design</span><span>Morphing</span>')")

    def fits():
        width, *plain = run(page, """
          const box = window.label.shadowRoot.querySelector('[aria-hidden]').firstChild;
          const parts = [box, ...window.label.parentNode.querySelectorAll('span')];
          return parts.map((part) => part.getBoundingClientRect().width);
        """)
        return min(plain) - 1 <= width <= max(plain) + 1
    WebDriverWait(page, PATIENCE).until(lambda _: fits())
    time.sleep(0.5)
    assert fits()


# The function


def test_the_function_animates_any_element_and_tells_how_it_ended(page):
    seen = page.execute_async_script("""
      const done = arguments[arguments.length - 1];
      const element = document.getElementById('place');
      element.textContent = '100 apples';
      const texts = [];
      let wasBusy;
      element.addEventListener('kinetic-frame', ({ detail }) => texts.push(detail.text));
      element.addEventListener('kinetic-frame', () => { wasBusy = element.ariaBusy; }, { once: true });
      const first = window.kinetype.animate(element, { to: '400 apples', duration: 0.3 });
      first.finished.then(async (reason) => {
        const seen = { reason, texts: [...texts], wasBusy };
        const second = window.kinetype.animate(element, { to: '100 apples', duration: 5 });
        setTimeout(() => second.cancel(), 100);
        done({ ...seen, second: await second.finished, busy: element.ariaBusy });
      });
    """)
    assert seen["reason"] == "finished"
    assert (seen["texts"][0], seen["texts"][-1]) == ("100 apples", "400 apples")
    assert (seen["wasBusy"], seen["second"], seen["busy"]) == ("true", "cancelled", None)


@pytest.mark.parametrize("wait", [30, 100, 500])
@pytest.mark.parametrize("number", [{"format": "%d"}, {}])
def test_the_function_begins_with_what_the_page_has_written_meanwhile(page, wait, number):
    assert page.execute_async_script("""
      const [wait, number, done] = arguments;
      const element = document.getElementById('place');
      element.textContent = '0';
      window.kinetype.animate(element, { to: 100, duration: 0.3, ...number });
      setTimeout(() => {
        element.textContent = '7';
        element.addEventListener('kinetic-frame', ({ detail }) => done(detail.text), { once: true });
        window.kinetype.animate(element, { to: 100, duration: 0.3, ...number });
      }, wait);
    """, wait, number) == "7"


def test_a_formatted_label_goes_on_from_its_number(page, other_origin):
    other_origin.sequence = sequence(["Points: 0", "Points: 400"], seconds=0.1)
    run(page, ADD, f'<kinetic-text src="{other_origin.url}/v1/frames" from="0" value="400" format="Points: %d"></kinetic-text>')
    until_ended(page)
    run(page, "window.label.value = '900'")
    until_ended(page, 2)
    query = asked(other_origin.requests[-1][0])
    assert (query["from"], query["to"]) == ("400", "900")


def test_a_server_that_renders_pages_can_import_the_module(service, tmp_path):
    """Where no document is, nothing breaks."""
    import shutil
    import subprocess
    import urllib.request
    if shutil.which("node") is None:
        pytest.skip("there is no node")
    module = tmp_path / "kinetype.mjs"
    module.write_bytes(urllib.request.urlopen(f"{service.url}/kinetype.js").read())
    subprocess.run(["node", "-e", f"import('{module}')"], check=True, timeout=20)


# What is printed, and who wants no motion


@pytest.mark.parametrize("html", [
    '<kinetic-text value="5,000" duration="60" curve="linear">10</kinetic-text>',
    '<kinetic-text value="5,000 apples" duration="60">10 apples</kinetic-text>',
    '<kinetic-text value="5000" numberStyle="decimal" duration="60">10</kinetic-text>',
    '<kinetic-text value="5,000" interpolation="odometer" duration="60">10</kinetic-text>',
    '<kinetic-text src="{service}/v1/stream" value="5,000" duration="60">10</kinetic-text>'])
def test_what_moves_is_printed_as_it_ends(page, service, html):
    run(page, ADD, html.format(service=service.url))
    until_frames(page, 5)
    run(page, "dispatchEvent(new Event('beforeprint'))")
    assert shown(page) in ("5,000", "5,000 apples")


def test_what_waits_to_be_seen_is_printed_as_it_ends(page, service):
    run(page, "document.getElementById('place').style.marginTop = '5000px'")
    run(page, ADD, '<kinetic-text from="10" value="5,000">5,000</kinetic-text>')
    page.execute_async_script("import(arguments[0]).then(() => arguments[1]())", f"{service.url}/kinetype-play.js")
    until(page, "window.label.isSeen === false")
    assert shown(page) == "10"
    run(page, "dispatchEvent(new Event('beforeprint'))")
    assert shown(page) == "5,000"


def test_an_element_that_is_not_animated_changes_at_once(page):
    run(page, ADD, '<kinetic-text animated="false" value="10">10</kinetic-text>')
    until(page, "window.label.isSeen")
    run(page, "window.label.value = '5,000'")
    assert until_ended(page)["detail"] == {"reason": "skipped", "text": "5,000", "problem": None}
    assert shown(page) == "5,000" and log(page, "frame") == []


def test_an_element_may_move_though_its_user_wants_no_motion(still_browser, other_origin):
    page = open_page(still_browser, other_origin)
    run(page, ADD, '<kinetic-text respectMotionPreference="false" from="10" value="5,000" duration="5">5,000</kinetic-text>')
    assert until_ended(page)["detail"]["reason"] == "finished"
    assert len(log(page, "frame")) > 10
