"""Plain numbers, which the page computes: they move at once, as the service would have them move, and without it."""

import gzip
import json
import random
import re
import subprocess
import unicodedata
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

import pytest

from clock import play, until
from test_element import ADD, asked, log, page, run, shown, timed, until_ended, until_frames  # noqa: F401

FILES = Path(__file__).parents[2] / "Sources/CWebAssets/files"

CURVES = [
    "linear", "ease", "ease-in", "ease-out", "ease-in-out", "default", "easeInEaseOut", "cubic-bezier(0.34, 1.56, 0.64, 1)",
    "cubic-bezier(1,0,0,1)", "cubic-bezier(0,0,0.33,1)", "spring",
    "spring(duration: 0.5, bounce: 0.3)", "spring(mass: 2, stiffness: 80, damping: 6)", "spring(1, 100, 40)",
    "spring(response: 0.4, dampingFraction: 1.5)", "spring(duration: 0.6s, velocity: 5)", "smooth",
    "smooth(0.6)", "snappy(duration: 700ms)", "bouncy(0.5, 0.1)"]

ROUNDINGS = ["halfExpand", "halfEven", "trunc", "floor", "ceil", "expand", "halfCeil", "halfFloor", "halfTrunc", "nearest", "up"]


def pairs(count):
    """Animations of plain numbers, of all kinds that the page computes."""
    pick = random.Random(38)

    def number():
        places = pick.choice([0, 0, 0, 1, 2, 3])
        digits = str(pick.randrange(10 ** pick.choice([1, 2, 3, 4, 5, 6, 8]))).rjust(places + 1, "0")
        sign = "-" if pick.random() < 0.2 and digits.strip("0") else ""
        return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)

    def grouped(text):
        whole, point, fraction = text.partition(".")
        return f"{int(whole):,}" + point + fraction if abs(int(whole)) else text

    for _ in range(count):
        query = {"from": number(), "to": number(), "curve": pick.choice(CURVES)}
        if pick.random() < 0.5:
            query["style"] = pick.choice(["decimal", "percent", "currency", "unit"])
            if query["style"] == "currency":
                query["currency"] = pick.choice(["USD", "EUR", "JPY", "CHF", "GBP"])
            if query["style"] == "unit":
                query |= {"unit": pick.choice(["kilometer", "liter", "kilobyte"]), "unitDisplay": pick.choice(["short", "long"])}
            if pick.random() < 0.6:
                query["locale"] = pick.choice(["en", "de", "fr", "en-IN", "de-CH", "ja", "sv", "pt-BR", "es", "ar-EG", "hi"])
            if pick.random() < 0.3:
                query["fractionDigits"] = pick.choice("0124")
            elif pick.random() < 0.2:
                query |= {"minimumFractionDigits": "1", "maximumFractionDigits": "3"}
            if pick.random() < 0.2:
                query["sign"] = pick.choice(["always", "never", "exceptZero", "accounting"])
            if pick.random() < 0.2:
                query["grouping"] = pick.choice(["always", "never"])
            if pick.random() < 0.1:
                query["minimumIntegerDigits"] = "4"
        elif pick.random() < 0.5:
            query |= {end: grouped(query[end]) for end in ("from", "to")}
        if pick.random() < 0.3:
            query["rounding"] = pick.choice(ROUNDINGS)
        if pick.random() < 0.3:
            query["prefix"] = "~"
        if pick.random() < 0.3:
            query["suffix"] = "/mo"
        if pick.random() < 0.6:
            query["duration"] = pick.choice(["0.5", "1.3s", "800ms", "2"])
        yield query


def computed(page, service, queries):
    """What the page computes of each: the times and texts of the frames; `None` where it asks the service."""
    return page.execute_async_script("""
      const [module, queries, done] = arguments;
      import(module).then(({ compute }) => done(queries.map((given) => {
        const query = new URLSearchParams(given);
        const answer = compute({ query, isNumber: query.has('style'), isLocal: true });
        return answer && answer.frames.map(({ time, text, shown }) => [time, text, shown ?? null]);
      })));
    """, f"{service.url}/kinetype-compute.js", queries)


def answered(service, query):
    asked = query | ({"include": "shown"} if "style" in query else {})
    with urllib.request.urlopen(f"{service.url}/v1/frames?{urlencode(asked)}") as answer:
        return [[frame["time"], frame["text"], frame.get("shown")] for frame in json.load(answer)["frames"]]


def bare(text):
    """Without what versions of CLDR write otherwise (NodeDifferenceTests has all of that)."""
    return re.sub(r"[\s\u200e\u200f\u061c'’]", "", unicodedata.normalize("NFKC", text).casefold())


@pytest.mark.engines
def test_a_thousand_pairs_are_computed_frame_for_frame_as_the_service_does(page, service):
    assert compare(page, service, list(pairs(1000))) > 50_000


@pytest.mark.engines("firefox")
def test_another_browser_computes_pairs_frame_for_frame_as_the_service_does(page, service):
    assert compare(page, service, list(pairs(100))) > 5_000


def compare(page, service, queries):
    mine = computed(page, service, queries)
    count, others = 0, {}
    for query, frames in zip(queries, mine):
        if frames is None:
            continue
        expected = answered(service, query)
        assert len(frames) == len(expected), query
        for (time, text, value), (due, wanted, number) in zip(frames, expected):
            assert time == pytest.approx(due, abs=1e-9) and value == number, query
            count += 1
            if text != wanted:
                assert bare(text) == bare(wanted), query
                others.setdefault(query.get("locale"), (text, wanted))
    # The page leaves to the service what may be read in two ways, as the point of 1.001 beside 999.
    assert sum(frames is None for frames in mine) < len(queries) / 15
    assert set(others) <= {"de-CH", "ja"}, others
    return count


@pytest.mark.engines
def test_what_people_write_is_computed_as_the_service_does_or_left_to_it(page, service):
    rows = [line.split("\t") for line in (Path(__file__).parents[1] / "written-frames.tsv").read_text().splitlines() if "\t" in line][1:]
    ends = [(*pair, locale) for _, *pair, locale, _ in rows] + [(*pair[::-1], locale) for _, *pair, locale, _ in rows]
    queries = [
        {"from": source, "to": target, "curve": "linear", "duration": "1"} | ({"locale": locale} if locale else {})
        for source, target, locale in ends]
    mine = computed(page, service, queries)
    assert any(frames is not None for frames in mine)
    for query, frames in zip(queries, mine):
        assert frames is None or [text for _, text, _ in frames] == [text for _, text, _ in answered(service, query)], query


def until_ready(page, service):
    """Until the label is seen and all is there that moves a plain number."""
    page.execute_async_script("import(arguments[0]).then(() => arguments[1]())", f"{service.url}/kinetype-play.js")
    until(page, "window.label.isSeen")


@pytest.mark.parametrize("attributes", [
    'curve="smooth(5)" value="10"', 'curve="ease-out" duration="5" numberStyle="currency" currency="EUR" value="10"'])
def test_a_change_has_its_first_frame_before_the_page_is_drawn_again_and_asks_nobody(page, service, attributes):
    run(page, ADD, f"<kinetic-text {attributes}>10</kinetic-text>")
    until_ready(page, service)
    seen = page.execute_async_script("""
      const done = arguments[0];
      window.label.addEventListener('kinetic-frame', () => { window.first ??= performance.now(); }, { once: true });
      setTimeout(() => {
        window.label.value = '98765';
        requestAnimationFrame(() => {
          const isThere = window.first !== undefined;
          setTimeout(() => done([isThere, window.shown()]), 200);
        });
      });
    """)
    assert seen[0] and 10 < float(re.sub("[€,]", "", seen[1])) < 98_000
    until(page, "window.log.at(-1).detail.reason === 'finished'")
    assert len({entry["shown"] for entry in log(page, "frame")}) > 5
    assert [address for address in run(page, "return window.asked") if "/v1/" in address] == []


def test_a_number_moves_while_the_service_is_away(browser, mortal_service, other_origin):
    browser.get(other_origin.url + "/bare")
    run(browser, ADD, '<kinetic-text curve="smooth(2)" value="10">10</kinetic-text>')
    run(browser, "import(arguments[0])", f"{mortal_service.url}/kinetype.js")
    until_ready(browser, mortal_service)
    mortal_service.kill()
    for count, value in enumerate(["5,000", "1,234.5", "7"], start=1):
        run(browser, "window.label.value = arguments[0]", value)
        assert until_ended(browser, count)["detail"] == {"reason": "finished", "text": value, "problem": None}
    assert len({entry["shown"] for entry in log(browser, "frame")}) > 10


@pytest.mark.parametrize("text", ["{} apples", "${}", "{}K"])
def test_what_is_asked_for_moves_however_far_the_service_is(timed, text):
    run(timed, "window.clock.delay = 350")
    usual = timed.execute_async_script(
        "import(`${arguments[0]}?other`).then(({ settings }) => arguments[1](settings.patience))",
        run(timed, "return document.querySelector('script[src]').src"))
    run(timed, "window.kinetype.settings.patience = arguments[0]", usual)
    run(timed, ADD, f'<kinetic-text value="{text.format(1000)}" curve="smooth">{text.format(1000)}</kinetic-text>')
    until(timed, "window.label.isSeen")
    run(timed, "window.label.value = arguments[0]", text.format(2000))
    assert until_ended(timed)["detail"] == {"reason": "finished", "text": text.format(2000), "problem": None}
    assert len({entry["shown"] for entry in log(timed, "frame")}) > 10
    assert len(run(timed, "return window.asked")) == 1


@pytest.mark.parametrize("attributes", [
    'curve="smooth" interpolation="odometer"', 'curve="smooth" src="{service}/v1/frames"', 'curve="easeOutQuint"',
    'curve="steps(4)"', 'curve="linear(0, 0.7 25%, 1)"', 'curve="pop"', 'curve="spring(dampingRatio: 0.5)" duration="1"',
    'curve="smooth" format="%d"', 'curve="smooth" notation="compact"', 'curve="spring(dampingRatio: 0.5)" duration="wrong"'])
def test_what_is_no_plain_number_asks_the_service(page, service, attributes):
    run(page, ADD, f'<kinetic-text {attributes.format(service=service.url)} value="20">10</kinetic-text>')
    until_ended(page)
    assert len([address for address in run(page, "return window.asked") if "/v1/" in address]) == 1


def test_what_is_wrong_is_told_as_by_the_service(page):
    run(page, ADD, '<kinetic-text curve="smooth(0.001)" value="20">10</kinetic-text>')
    assert "smooth" in until_ended(page)["detail"]["problem"]["detail"]


def test_who_calls_the_function_hears_its_first_frame(page):
    assert page.execute_async_script("""
      const done = arguments[0];
      const element = document.getElementById('place');
      element.textContent = '7';
      window.kinetype.animate(element, { to: 9, curve: 'linear', duration: 0.05 }).finished.then(() => {
        const heard = [];
        element.addEventListener('kinetic-end', () => done(heard));
        window.kinetype.animate(element, { to: 7, curve: 'linear', duration: 0.05 });
        for (const what of ['start', 'frame']) {
          element.addEventListener(`kinetic-${what}`, ({ detail }) => heard.push(detail.text ?? detail.from), { once: true });
        }
      });
    """) == ["9", "9"]


def test_a_plain_number_takes_sixteen_kilobytes_of_the_module():
    """Minified and compressed, with all that it loads."""
    others = ["caret", "columns", "control", "draw", "labels", "measure", "stream"]
    command = ["esbuild", "kinetype.js", "--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8"]
    made = subprocess.run(
        command + [f"--external:./kinetype-{part}.js" for part in others], cwd=FILES, check=True, capture_output=True).stdout
    assert len(gzip.compress(made)) <= 16_000
