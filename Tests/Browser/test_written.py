"""Numbers that are written in a way of their own: what a server has put inside, and what shows without the service."""

import json
import re
import unicodedata
import urllib.request
from decimal import Decimal
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import pytest

from clock import let_pass, play
from test_element import ADD, asked, log, page, run, shown, timed, until_ended, until_frames  # noqa: F401

DOLLARS = 'numberStyle="currency" currency="USD"'

AWAY = 'src="http://127.0.0.1:9/v1/frames"'

# Keeps every text that an element has shown since it was there.
WATCH = """
  window.texts = new Set([window.shown()]);
  const look = () => { window.texts.add(window.shown()); requestAnimationFrame(look); };
  look();
"""

WRITTEN = [
    (f'{DOLLARS} value="1999.99"', "$1,999.99"),
    ('numberStyle="currency" currency="EUR" locale="de" value="1999.99"', "1.999,99 €"),
    ('numberStyle="percent" fractionDigits="1" value="0.875"', "87.5%"),
    ('notation="compact" fractionDigits="1" value="1234567"', "1.2M"),
    ('numberStyle="unit" unit="kilobyte" value="5"', "5 kB"),
    ('sign="accounting" numberStyle="currency" currency="USD" value="-5"', "($5.00)"),
    ('format="%.2f km" value="12.5"', "12.50 km"),
    ('textPrefix="From " numberStyle="currency" currency="USD" value="5"', "From $5.00"),
]


@pytest.mark.parametrize(("attributes", "text"), WRITTEN)
def test_what_the_server_has_written_is_the_first_text_and_stays(timed, attributes, text):
    run(timed, ADD, f"<kinetic-text {attributes}>{text}</kinetic-text>")
    run(timed, WATCH)
    until_ended(timed)
    let_pass(timed, 3)
    assert run(timed, "return [...window.texts]") == [text]
    assert run(timed, "return window.spoken()") == text
    assert log(timed, "frame") == []
    assert not [address for address in run(timed, "return window.asked") if "/v1/" in address]


@pytest.mark.parametrize(("attributes", "text"), WRITTEN)
def test_without_a_text_the_number_is_written_at_once_and_is_what_the_service_writes(page, attributes, text):
    run(page, ADD, f"<kinetic-text {attributes}></kinetic-text>")
    run(page, WATCH)
    until_ended(page)
    written = shown(page)
    assert written.replace("\u00a0", " ") == text
    assert run(page, "return [...window.texts].filter((text) => text)") == [written]
    # The last frame of a change to the same number is the service's.
    run(page, "window.label.setAttribute('duration', '0.05'); window.label.setAttribute('from', '1');"
        "window.second = window.label.cloneNode(); window.label.after(window.second); window.label.remove();"
        "window.label = window.second")
    until_ended(page, 2)
    assert shown(page) == written


def test_a_later_value_counts_from_what_the_server_has_written(page):
    run(page, ADD, f'<kinetic-text {DOLLARS} value="1999.99" duration="0.3">$1,999.99</kinetic-text>')
    until_ended(page)
    run(page, "window.label.value = 2500")
    until_ended(page, 2)
    texts = [entry["shown"] for entry in log(page, "frame")]
    assert (texts[0], texts[-1]) == ("$1,999.99", "$2,500.00")
    assert asked(run(page, "return window.asked.at(-1)"))["from"] == "1999.99"


def test_a_price_inside_that_is_another_counts_to_the_value(page):
    run(page, ADD, f'<kinetic-text {DOLLARS} value="2500" duration="0.3">$1,999.99</kinetic-text>')
    until_ended(page)
    texts = [entry["shown"] for entry in log(page, "frame")]
    assert (texts[0], texts[-1]) == ("$1,999.99", "$2,500.00")


@pytest.mark.parametrize(("attributes", "text"), WRITTEN)
def test_a_service_that_is_away_leaves_the_number_as_it_would_be_written(page, attributes, text):
    run(page, ADD, f'<kinetic-text {AWAY} from="1" {attributes}></kinetic-text>')
    run(page, WATCH)
    assert until_ended(page)["detail"]["reason"] == "failed"
    assert shown(page).replace("\u00a0", " ") == run(page, "return window.spoken()").replace("\u00a0", " ") == text
    run(page, "window.label.value = '4321.5'")
    until_ended(page, 2)
    assert "4,321.5" in shown(page) or "4.321,5" in shown(page) or not {"4321.5"} & set(run(page, "return [...window.texts]"))


def test_a_service_that_hangs_costs_a_third_of_a_second(timed):
    run(timed, "window.kinetype.settings.patience = 300; window.clock.delay = 12_000")
    run(timed, ADD, f'<kinetic-text {DOLLARS} value="5">$5.00</kinetic-text>')
    until_ended(timed)
    waited = play(timed, """
      const done = arguments[0];
      const begin = performance.now();
      window.label.addEventListener('kinetic-end', () => done(performance.now() - begin), { once: true });
      window.label.value = 6;
    """)
    assert shown(timed) == "$6.00"
    assert 250 < waited < 2000


def test_a_refused_number_leaves_what_stood_and_the_next_goes_on_from_there(page):
    run(page, ADD, f'<kinetic-text {DOLLARS} value="4" duration="0.2">$4.00</kinetic-text>')
    until_ended(page)
    run(page, "window.label.value = 'none'")
    detail = until_ended(page, 2)["detail"]
    assert (detail["reason"], detail["text"], shown(page)) == ("failed", "$4.00", "$4.00")
    assert detail["problem"]["status"] == 400
    assert run(page, "return window.spoken()") == "$4.00"
    run(page, "window.label.value = 5")
    assert until_ended(page, 3)["detail"]["reason"] == "finished"
    assert (log(page, "frame")[0]["shown"], shown(page)) == ("$4.00", "$5.00")


def test_what_moves_goes_on_where_the_next_value_is_refused(timed):
    run(timed, ADD, '<kinetic-text value="400 apples" duration="2">100 apples</kinetic-text>')
    until_frames(timed, 4)
    run(timed, "window.label.setAttribute('curve', 'wobbly'); window.label.value = '900 apples'")
    assert until_ended(timed)["detail"]["reason"] == "failed"
    assert until_ended(timed, 2)["detail"] == {"reason": "finished", "text": "400 apples", "problem": None}
    assert shown(timed) == "400 apples"


READ = """
  const [texts, done] = arguments;
  import('/kinetype-numbers.js').then(({ read }) => done(texts.map(([text, query]) => read(text, new URLSearchParams(query)))));
"""


def test_what_the_page_reads_by_itself_is_what_the_service_reads(page, service):
    rows = [line.split("\t") for line in (Path(__file__).parents[1] / "written-numbers.tsv").read_text().splitlines()]
    cells = [[re.sub(r"\\u([0-9A-F]{4})", lambda match: chr(int(match[1], 16)), cell) for cell in row] for row in rows if len(row) == 5]
    texts = {(text, locale) for kind, *ends, locale, _ in cells[1:] for text in (ends[:1] if kind == "sum" else ends)}
    asked = [(text, urlencode({"style": "decimal", "locale": locale or "en"})) for text, locale in sorted(texts)]
    read = dict(zip(asked, page.execute_async_script(READ, asked)))
    told = {key: number for key, number in read.items() if number is not None}
    assert len(told) > 80
    for (text, query), number in told.items():
        # The same number with another last digit is read as it is.
        last = max(index for index, character in enumerate(text) if character.isdecimal())
        other = text[:last] + chr(ord(text[last]) + (-1 if unicodedata.decimal(text[last]) else 1)) + text[last + 1:]
        # In Danish these are times of the day, unless `style` says that they are numbers.
        style = {"style": "decimal"} if "locale=da" in query and re.fullmatch(r"\d\d\.\d\d", text) else {}
        asked = {"from": text, "to": other, **style, "locale": dict(parse_qsl(query))["locale"], "include": "value", "position": 0}
        with urllib.request.urlopen(f"{service.url}/v1/frame?{urlencode(asked)}") as answer:
            assert Decimal(json.load(answer)["frame"]["value"]) == Decimal(number), asked


@pytest.mark.parametrize(("text", "query", "number"), [
    ("1 900 €", "style=currency&currency=EUR&locale=de", "1900"),
    ("-Rp 8", "style=currency&currency=IDR&locale=id", "-8"),
    ("CHF-8.00", "style=currency&currency=CHF&locale=de-CH", "-8.00"),
    ("(8,00 €)", "style=currency&currency=EUR&locale=fr", "-8.00"),
    ("-%8", "style=percent&locale=tr", "-0.08"),
    ("100.00-", "style=decimal", "-100.00"),
    ("1'900.5", "style=decimal&locale=de-CH", "1900.5"),
    ("1.900", "style=decimal&locale=de", "1900"),
    ("-٨", "style=decimal&locale=ar-EG", "-8"),
    ("1.2M", "notation=compact", None),
    ("1½", "style=decimal", None),
    ("1:30", "style=decimal", None),
])
def test_the_page_reads_signs_and_groups_however_they_are_written(page, text, query, number):
    assert page.execute_async_script(READ, [(text, query)]) == [number]
