"""Every frame between random numbers, as Python's `decimal`, `datetime` and Babel count it."""

import http.client
import json
import re
from dataclasses import dataclass
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal, localcontext
from random import Random
from typing import Callable

import pytest
from babel import Locale
from babel.numbers import format_currency, format_decimal, get_minus_sign_symbol

# Those that only rise have to give frames that never go back.
RISING = ("linear", "easeInOut", "easeOutQuint", "ease-in", "smooth")
SWINGING = ("bouncy", "easeOutBack", "easeInOutElastic")
# A progress is a quotient of doubles: a value that is this share of the way from a half counts as the half.
PROGRESS_ERROR = Decimal(2) ** -47
# On a way of more steps the share would be more than a tenth of one.
MOST_STEPS = Decimal(10) ** 13


@dataclass
class Pair:
    """Two numbers, how both are written, and what else is asked for."""
    source: Decimal
    target: Decimal
    write: Callable[[Decimal], str]
    places: int = 0
    locale: str | None = None
    ends: tuple[str, str] | None = None
    curves: tuple[str, ...] = RISING + SWINGING

    @property
    def texts(self) -> tuple[str, str]:
        return self.ends or (self.write(self.source), self.write(self.target))

    def rounded(self, progress: Decimal) -> Decimal:
        """The number shown at an eased progress; halves go away from zero, and zero has no sign."""
        value = self.source + (self.target - self.source) * progress
        shown = value.quantize(Decimal(1).scaleb(-self.places), ROUND_HALF_UP)
        return shown if shown else abs(shown)

    def text(self, progress: float) -> str:
        if progress in (0, 1):
            return self.texts[int(progress)]
        steps = abs(self.target - self.source).scaleb(self.places)
        error = PROGRESS_ERROR if steps < MOST_STEPS else 0
        near = (self.rounded(Decimal(progress) + error), self.rounded(Decimal(progress) - error))
        return self.write(max(near, key=abs))


def number(chance: Random, digits: int, places: int) -> Decimal:
    size = chance.randint(1, digits)
    return Decimal(chance.randint(-(10 ** size), 10 ** size)).scaleb(-places)


def plain(chance: Random) -> Pair:
    """Numbers without groups, with words around them that both texts have."""
    own = [chance.choice([0, 0, 1, 2, 5]) for _ in "ab"]
    source, target = (number(chance, chance.choice([2, 5, 12, 24]), places) for places in own)
    before = chance.choice(["", "Score: ", "about ", "№ ", "x = "])
    behind = chance.choice(["", " apples", " points", "!", " 点"])
    places = max(own)
    passes_one = not places and any(min(source, target) < one < max(source, target) for one in (-1, 1))

    def write(value: Decimal) -> str:
        """A regular plural is singular beside the one that a number passes, unless a text shows it otherwise."""
        is_one = passes_one and behind.endswith("s") and abs(value) == 1 and 1 not in (abs(source), abs(target))
        return f"{before}{value:.{places}f}{behind.removesuffix('s') if is_one else behind}"

    return Pair(
        source, target, write, places,
        ends=tuple(f"{before}{value:.{digits}f}{behind}" for value, digits in zip((source, target), own)))


LOCALES = ["en-US", "en-IN", "de-DE", "fr-FR", "it-IT", "sv-SE", "nl-NL", "tr-TR", "hi-IN", "ja-JP", "el-GR", "pt-BR"]


def pattern(locale: Locale, places: int) -> str:
    whole = locale.decimal_formats[None].pattern.split(";")[0].split(".")[0]
    return whole + ("." + "0" * places if places else "")


def with_minus(text: str, locale: Locale) -> str:
    """Babel leaves the hyphen of a pattern as it is."""
    return text.replace("-", get_minus_sign_symbol(locale))


def with_groups(text: str, tag: str) -> str:
    """Babel knows nothing of languages that leave four digits together (CLDR, minimumGroupingDigits)."""
    return re.sub(r"(?<![\d.])(\d)\.(\d{3})(?![\d.])", r"\1\2", text) if tag == "it-IT" else text


def grouped(chance: Random) -> Pair:
    """Numbers as their locale groups them, ends with thousands."""
    tag = chance.choice(LOCALES)
    locale = Locale.parse(tag, sep="-")
    places = chance.choice([0, 0, 1, 2, 3])
    form = pattern(locale, places)
    source, target = (
        chance.choice([-1, 1]) * Decimal(chance.randint(10 ** (4 + places), 10 ** (places + chance.randint(6, 12))))
        .scaleb(-places) for _ in "ab")
    return Pair(
        source, target, lambda value: with_groups(with_minus(format_decimal(value, form, locale), locale), tag), places, tag)


def currency(chance: Random) -> Pair:
    """Money as its locale writes it."""
    tag = chance.choice(LOCALES)
    locale = Locale.parse(tag, sep="-")
    code = chance.choice(["USD", "EUR", "GBP", "INR", "JPY", "CHF"])
    places = 0 if code == "JPY" else 2

    def write(value: Decimal) -> str:
        return with_groups(with_minus(format_currency(value, code, locale=locale), locale), tag)

    source, target = (
        chance.choice([-1, 1, 1]) * Decimal(chance.randint(1_000_000, 10 ** chance.randint(7, 11))).scaleb(-places)
        for _ in "ab")
    if write(Decimal(1)).find("1") <= 1:
        return Pair(source, target, write, places, tag)
    # A sign is found before one symbol that touches the digits, and not before a name.
    return Pair(source, abs(target) if source > 0 else -abs(target), write, places, tag, curves=RISING)


def clock(chance: Random) -> Pair:
    """Times of minutes and seconds, or of hours."""
    hours = chance.random() < 0.5
    limits = (3_600, 35_999) if hours else (0, 3_599)
    is_padded = chance.random() < 0.5

    def write(seconds: Decimal) -> str:
        text = str(timedelta(seconds=int(seconds)))
        if not hours:
            text = text.removeprefix("0:")
            return text if is_padded else text.removeprefix("0")
        return text.zfill(8) if is_padded else text

    source, target = (Decimal(chance.randint(*limits)) for _ in "ab")
    return Pair(source, target, write, curves=RISING)


@pytest.mark.parametrize("kind", [plain, grouped, currency, clock], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("seed", range(5))
def test_every_frame_is_what_another_program_counts(service, kind, seed):
    chance = Random(f"{kind.__name__} {seed}")
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
    wrong = []
    with localcontext(prec=120):
        for _ in range(100):
            pair = kind(chance)
            curve = chance.choice(pair.curves)
            source, target = pair.texts
            query = {"from": source, "to": target, "curve": curve}
            query |= {"duration": chance.randint(1, 5), "fps": chance.randint(1, 9)}
            if pair.locale:
                query["locale"] = pair.locale
            connection.request("POST", "/v1/frames", json.dumps(query), {"Content-Type": "application/json"})
            answer = json.load(connection.getresponse())
            wrong += [f"{query}: {problem}" for problem in problems(pair, curve, answer)]
    connection.close()
    assert not wrong, "\n".join(wrong)


def problems(pair: Pair, curve: str, answer: dict):
    """What is wrong with an answer, each in a line."""
    if "frames" not in answer or pair.source != pair.target and not answer["animation"]["animated"]:
        yield answer.get("detail") or answer["animation"]
        return
    frames = answer["frames"]
    texts = [frame["text"] for frame in frames]
    if pair.source == pair.target:
        if texts[-1] != pair.texts[1]:
            yield texts
        return
    if (texts[0], texts[-1]) != pair.texts:
        yield f"begins with {texts[0]} and ends with {texts[-1]}"
    for frame in frames[1:-1]:
        if frame["text"] != (text := pair.text(frame["progress"])):
            yield f"{frame['text']} at {frame['progress']}, not {text}"
    if curve in RISING:
        places = [frame["progress"] for frame in frames]
        if places != sorted(places):
            yield f"goes back: {places}"
