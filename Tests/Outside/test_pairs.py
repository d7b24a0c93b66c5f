"""Two texts of every kind that is animated, looked at by Python's own decimal and datetime and by babel's CLDR."""

import math
import random
import re
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from urllib.parse import urlencode

import pytest
from babel import Locale
from babel.numbers import format_currency, format_decimal, format_percent
from babel.units import format_unit

SEED = 8
PAIRS = 2000
EPOCH = datetime(1970, 1, 1)


class Kind:
    """Texts of one kind: how they are made, and the value of one; a text outside the kind raises."""

    query: dict = {}
    # Whether words may stand around it.
    is_text = True
    # Whether the pair that was made last is to be seen counting, and does not change at once.
    is_counted = True

    def __init__(self, pick: random.Random):
        self.pick = pick

    def pair(self) -> tuple[str, str]:
        raise NotImplementedError

    def shown(self, end: str) -> str:
        """How an end is shown."""
        return end

    def value(self, text: str):
        raise NotImplementedError


def matched(pattern: str, text: str) -> re.Match:
    match = re.fullmatch(pattern, text)
    assert match, f"{text!r} is not as {pattern}"
    return match


class Localized(Kind):
    """Numbers as languages write them, without a locale: both texts have groups or a fraction that tells which."""

    LOCALES = ["en", "de", "fr", "sv", "de_CH"]

    def pair(self):
        self.locale = self.pick.choice(self.LOCALES)
        self.digits = self.pick.choice([0, 1, 2, 4])
        return tuple(self.write(self.pick.randint(10**6, 10**9) * self.pick.choice([1, -1])) for _ in range(2))

    def write(self, units):
        pattern = "#,##0" + "." * bool(self.digits) + "0" * self.digits
        return format_decimal(Decimal(units).scaleb(-self.digits if self.digits else 0), pattern, locale=self.locale)

    def value(self, text):
        symbols = Locale.parse(self.locale).number_symbols["latn"]
        number = Decimal(text.replace(symbols["group"], "").replace(symbols["decimal"], ".").replace("\u2212", "-"))
        assert self.write(number.scaleb(self.digits)) == text
        return number


class Parts(Kind):
    """Versions and addresses: their parts are whole numbers that may carry, so that they count where all go one way."""

    def pair(self):
        before, size, count = self.pick.choice([("", 255, 4), ("v", 30, 3)])
        self.ends = [[self.pick.randint(0, size) for _ in range(count)] for _ in range(2)]
        if self.pick.random() < 0.5:
            self.ends = [[order(ends) for ends in zip(*self.ends)] for order in (min, max)]
        return tuple(before + ".".join(map(str, parts)) for parts in self.ends)

    @property
    def is_counted(self):
        ways = {(after > before) - (after < before) for before, after in zip(*self.ends)}
        return not {1, -1} <= ways

    def value(self, text):
        return tuple(int(part) for part in matched(r"v?(0|[1-9]\d*)(\.(0|[1-9]\d*)){2,3}", text).group().lstrip("v").split("."))


class Date(Kind):
    def pair(self):
        # Between are the years of Iran and of the Hijra, and those of the Buddha, which change at once.
        first = date(self.pick.choice([self.pick.randint(1000, 1350), self.pick.randint(1480, 2510), self.pick.randint(2620, 9000)]), 1, 1)
        self.form = self.pick.choice(["%Y-%m-%d", "%d.%m.%Y"])
        return tuple(day.strftime(self.form) for day in (first, first + timedelta(self.pick.randint(-5000, 5000))))

    def value(self, text):
        day = datetime.strptime(text, self.form)
        assert day.strftime(self.form) == text
        return day.toordinal()


class DateTime(Kind):
    def pair(self):
        self.separator = self.pick.choice("T ")
        self.parts = self.pick.choice(["minutes", "seconds", "milliseconds"])
        first = EPOCH + timedelta(milliseconds=self.pick.randint(-10**12, 10**12))
        second = first + timedelta(milliseconds=self.pick.randint(-10**9, 10**9))
        return first.isoformat(self.separator, self.parts), second.isoformat(self.separator, self.parts)

    def value(self, text):
        time = datetime.fromisoformat(text)
        assert time.isoformat(self.separator, self.parts) == text
        return (time - EPOCH) / timedelta(milliseconds=1)


class HalfDay(Kind):
    def pair(self):
        self.form = self.pick.choice(["%I:%M %p", "%I:%M:%S %p"])
        first, second = (self.pick.randint(0, 86399) for _ in range(2))
        self.passes_midnight = False
        texts = self.write(first), self.write(second)
        first, second = map(self.value, texts)
        self.passes_midnight = second + 86400 - first < first - second
        return texts

    def write(self, second):
        return (EPOCH + timedelta(seconds=second)).strftime(self.form).removeprefix("0")

    def value(self, text):
        time = datetime.strptime(text.zfill(len("01:00 PM") if "S" not in self.form else len("01:00:00 PM")), self.form)
        assert time.strftime(self.form).removeprefix("0") == text.removeprefix("0")
        next_day = 86400 if self.passes_midnight and time.hour < 12 else 0
        return next_day + time.hour * 3600 + time.minute * 60 + time.second


class Clock(Kind):
    def pair(self):
        return tuple(f"{self.pick.randint(1, 30)}:{self.pick.randint(0, 59):02}:{self.pick.randint(0, 59):02}" for _ in range(2))

    def value(self, text):
        hours, minutes, seconds = matched(r"(\d+):([0-5]\d):([0-5]\d)", text).groups()
        return (int(hours) * 60 + int(minutes)) * 60 + int(seconds)


class Carried(Kind):
    """`1h 59m` and `5'10"`."""

    SIZES = [("h", "m", 60), ("m", "s", 60), ("'", '"', 12), ("d", "h", 24), ("lb", "oz", 16), ("kg", "g", 1000),
             ("m", "cm", 100)]

    def pair(self):
        self.high, self.low, self.size = self.pick.choice(self.SIZES)
        self.space = "" if self.high == "'" else " "
        return tuple(
            f"{self.pick.randint(1, 400)}{self.high}{self.space}{self.pick.randint(0, self.size - 1)}{self.low}"
            for _ in range(2))

    def value(self, text):
        high, low = matched(rf"(\d+){self.high}{self.space}(\d+){self.low}", text).groups()
        assert int(low) < self.size
        return int(high) * self.size + int(low)


class Fractions(Kind):
    def pair(self):
        first, second = self.pick.choice([(2, 4), (3, 6), (8, 4), (16, 2), (12, 3), (64, 32), (5, 10)])
        self.common = math.lcm(first, second)
        self.isMixed = self.pick.random() < 0.5
        return tuple(
            (f"{self.pick.randint(1, 40)} " if self.isMixed else "") + f"{self.pick.randint(1, denominator - 1)}/{denominator}"
            for denominator in (first, second))

    def value(self, text):
        whole, numerator, denominator = matched(r"(?:(\d+)(?: |$))?(?:(\d+)/(\d+))?", text).groups()
        assert (whole is None or self.isMixed) and int(denominator or 1) in (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 64)
        return int(whole or 0) + Fraction(int(numerator or 0), int(denominator or 1))


class Power(Kind):
    def pair(self):
        self.digits = self.pick.choice([0, 2])
        return tuple(f"{Decimal(self.pick.randint(10**self.digits, 10 ** (self.digits + 1) - 1)).scaleb(-self.digits)}"
                     f"e{self.pick.randint(-17, 17)}" for _ in range(2))

    def value(self, text):
        matched(rf"[1-9]{rf'[.][0-9]{{{self.digits}}}' if self.digits else ''}e(-?[1-9]\d*|0)", text)
        return Decimal(text)


class Ordinal(Kind):
    def pair(self):
        return tuple(self.write(self.pick.randint(1, 3000)) for _ in range(2))

    def write(self, number):
        category = Locale.parse("en").ordinal_form(number)
        return f"{number}{ {'one': 'st', 'two': 'nd', 'few': 'rd', 'other': 'th'}[category]}"

    def value(self, text):
        number = int(matched(r"(\d+)[a-z]+", text).group(1))
        assert self.write(number) == text
        return number


class Ladder(Kind):
    """Numbers whose units differ."""

    LADDERS = [
        [("kB", 10**3), ("MB", 10**6), ("GB", 10**9), ("TB", 10**12)],
        [("KiB", 2**10), ("MiB", 2**20), ("GiB", 2**30), ("TiB", 2**40)],
        [("ns", 1), ("µs", 10**3), ("ms", 10**6), ("s", 10**9), ("min", 60 * 10**9), ("h", 3600 * 10**9)],
        [("mm", 1), ("m", 10**3), ("km", 10**6)],
        [("K", 10**3), ("M", 10**6), ("B", 10**9), ("T", 10**12)],
    ]

    def pair(self):
        ladder = self.pick.choice(self.LADDERS)
        low, high = sorted(self.pick.sample(range(len(ladder)), 2))
        self.rungs = dict(ladder[low:high + 1])
        self.space = "" if "K" in self.rungs or "T" in self.rungs or "B" in self.rungs or "M" in self.rungs else " "
        self.digits = self.pick.choice([0, 1, 2])
        ends = [f"{Decimal(self.pick.randint(10**self.digits, 900)).scaleb(-self.digits)}{self.space}{ladder[unit][0]}"
                for unit in (low, high)]
        self.floor = self.value(ends[0])
        if self.floor < self.rungs[ladder[low + 1][0]]:
            self.floor = 0
        return tuple(self.pick.sample(ends, 2))

    def value(self, text):
        fraction = rf"[.]\d{{{self.digits}}}" if self.digits else ""
        number, unit = matched(rf"(\d+{fraction}){self.space}({'|'.join(self.rungs)})", text).groups()
        self.unit = unit
        return Decimal(number) * self.rungs[unit]

    def fits(self, text):
        """Between the ends the number is one of its unit, unless that is the smallest, and below one of the next.

        The smallest goes on as far as a text shows.
        """
        value = self.value(text)
        units = list(self.rungs)
        index = units.index(self.unit)
        assert index == 0 or value >= self.rungs[self.unit], text
        assert index == len(units) - 1 or value < max(self.rungs[units[index + 1]], self.floor + self.rungs[units[index + 1]] // 2), text


class Plural(Kind):
    """A word in the form that the number takes; each form is known from one of the ends."""

    FORMS = {
        "en": {"one": "message", "other": "messages"}, "de": {"one": "Tag", "other": "Tage"},
        "fr": {"one": "jour", "other": "jours"}, "es": {"one": "día", "other": "días"},
        "tr": {"one": "gün", "other": "günler"}, "he": {"one": "יום", "other": "ימים", "two": "יומיים"},
        "is": {"one": "dagur", "other": "dagar"}, "mk": {"one": "ден", "other": "дена"},
        "lv": {"one": "diena", "other": "dienas", "zero": "dienu"}, "fil": {"one": "araw", "other": "araws"},
    }

    def pair(self):
        locale = self.pick.choice(["en", "de", "fr", "es", "tr", "is", "mk", "fil"])
        self.query = {"locale": locale}
        self.plural, self.words = Locale.parse(locale).plural_form, self.FORMS[locale]
        while True:
            ends = self.pick.randint(0, 130), self.pick.randint(0, 130)
            if len({self.plural(end) for end in ends}) == 2:
                return tuple(self.write(end) for end in ends)

    def write(self, number):
        return f"{number} {self.words[self.plural(number)]}"

    def value(self, text):
        number = int(matched(r"(\d+) \w+", text).group(1))
        assert self.write(number) == text
        return number


class Accounting(Kind):
    """Parentheses around one of both numbers are its minus."""

    def pair(self):
        return f"({self.pick.randint(1, 999)})", f"{self.pick.randint(1, 999)}"

    def value(self, text):
        number = matched(r"\((\d+)\)|(\d+)", text)
        return int(number.group(2)) if number.group(2) else -int(number.group(1))


class WordsForUnits(Kind):
    """`30 seconds` and `2 minutes`: every amount as CLDR writes it, in the largest unit of which it is one."""

    LOCALES = ["en", "de", "fr", "es", "sv", "da", "nb", "pl", "ru", "uk"]
    UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}

    def pair(self):
        self.locale = self.pick.choice(self.LOCALES)
        self.query = {"locale": self.locale} if self.locale != "en" or self.pick.random() < 0.5 else {}
        self.low, self.high = self.units()
        ends = self.amounts()
        return tuple(self.write(*end) for end in self.pick.sample(ends, 2))

    def units(self):
        return sorted(self.pick.sample(list(self.UNITS), 2), key=self.UNITS.get)

    def amounts(self):
        names = list(self.UNITS)
        size = self.UNITS[names[names.index(self.low) + 1]] // self.UNITS[self.low]
        return [(self.pick.randint(0, size - 1), self.low), (self.pick.randint(1, 29), self.high)]

    def write(self, number, unit):
        # French has a space of its own kind before some units.
        return format_unit(number, f"duration-{unit}", length="long", locale=self.locale).replace("\xa0", " ")

    def value(self, text):
        number = int(matched(r"(\d+)\s\w+", text).group(1))
        unit, = (unit for unit in self.UNITS if self.write(number, unit) == text)
        self.fits(number, unit)
        return number * self.UNITS[unit]

    def fits(self, number, unit):
        names = list(self.UNITS)
        assert unit in names[names.index(self.low):names.index(self.high) + 1]
        assert unit == self.low or number
        assert unit == self.high or number * self.UNITS[unit] < self.UNITS[names[names.index(unit) + 1]]


class BeyondAUnit(WordsForUnits):
    """`1 hour` and `90 minutes`: the smaller unit goes on as far as a text shows."""

    def pair(self):
        ends = super().pair()
        self.ends = {*ends}
        return ends

    def units(self):
        return self.pick.choice(list(zip(self.UNITS, list(self.UNITS)[1:])))

    def amounts(self):
        size = self.UNITS[self.high] // self.UNITS[self.low]
        number = self.pick.randint(1, 5)
        return [(self.pick.randint(max(size, size * number // 2 + 1), 2 * size * number), self.low), (number, self.high)]

    def fits(self, number, unit):
        assert unit == self.low or self.write(number, unit) in self.ends


class OneUnit(WordsForUnits):
    """`3 days` and `0 days`: one word, whose form need not stand in either text."""

    def amounts(self):
        self.high = self.low
        return [(self.pick.randint(0, 40), self.low) for _ in range(2)]


class Durations(WordsForUnits):
    """`2 hours and 1 minute`, in words."""

    GAPS = {"en": " and ", "de": " und ", "fr": " et ", "es": " y ", "sv": " och ", "pl": " i "}

    def pair(self):
        self.locale = self.pick.choice(list(self.GAPS))
        self.query = {"locale": self.locale}
        self.gap = self.pick.choice([" ", ", ", self.GAPS[self.locale]])
        self.low, self.high = self.pick.choice([("second", "minute"), ("minute", "hour"), ("hour", "day")])
        self.size = self.UNITS[self.high] // self.UNITS[self.low]
        return tuple(self.amount(self.pick.randint(self.size, 30 * self.size)) for _ in range(2))

    def amount(self, number):
        high, low = divmod(number, self.size)
        return self.write(high, self.high) + self.gap + self.write(low, self.low)

    def value(self, text):
        high, low = map(int, re.findall(r"\d+", text))
        assert self.amount(high * self.size + low) == text
        return high * self.size + low


class Styled(Kind):
    """Plain numbers that a style writes as their locale does."""

    LOCALES = ["en-US", "en-IN", "de-DE", "fr-FR", "it-IT", "sv-SE", "pt-BR", "nl-NL"]
    is_text = False

    def pair(self):
        self.locale = self.pick.choice(self.LOCALES)
        self.style = self.pick.choice(["decimal", "percent", "currency"])
        self.query = {"locale": self.locale, "style": self.style, "grouping": "always"}
        self.digits = {"decimal": 2, "percent": 2, "currency": 2}[self.style]
        if self.style == "currency":
            self.currency = self.pick.choice(["USD", "EUR", "GBP", "JPY"])
            self.query["currency"] = self.currency
            self.digits = 0 if self.currency == "JPY" else 2
        else:
            self.query["fractionDigits"] = 2 if self.style == "decimal" else 0
        return tuple(str(Decimal(self.pick.randint(0, 10 ** self.pick.randint(4, 11))).scaleb(-self.digits)) for _ in range(2))

    def shown(self, plain):
        return self.write(Decimal(plain))

    def write(self, number):
        locale = self.locale.replace("-", "_")
        if self.style == "currency":
            return format_currency(number, self.currency, locale=locale)
        if self.style == "percent":
            return format_percent(number, locale=locale)
        whole = Locale.parse(locale).decimal_formats[None].pattern.split(";")[0].split(".")[0]
        return format_decimal(number, whole + ".00", locale=locale)

    def value(self, text):
        units = Decimal(re.sub(r"\D", "", text)).scaleb(-self.digits)
        assert self.write(units) == text
        return units


class Compact(Kind):
    """Plain numbers in compact notation: two digits, or all before the separator."""

    UNITS = {"": 0, "K": 3, "M": 6, "B": 9, "T": 12}
    query = {"notation": "compact"}
    is_text = False

    def pair(self):
        return tuple(str(self.pick.randint(1, 10 ** self.pick.randint(1, 14))) for _ in range(2))

    def shown(self, plain):
        number = int(plain)
        step = 10 ** max(len(plain) - max((len(plain) - 1) % 3 + 1, 2), 0)
        rounded = (2 * number + step) // (2 * step) * step
        exponent = (len(str(rounded)) - 1) // 3 * 3
        unit, = (unit for unit, size in self.UNITS.items() if size == exponent)
        return f"{(Decimal(rounded) / 10**exponent).normalize():f}{unit}"

    def value(self, text):
        number, unit = matched(r"([1-9]\d{0,2}|[1-9][.][1-9])([KMBT]?)", text).groups()
        return Decimal(number).scaleb(self.UNITS[unit])


class Money(Kind):
    """Amounts as people write them, without a locale."""

    def pair(self):
        self.form = self.pick.choice(["${}", "€{}", "£ {}", "USD {}", "{} CHF", "Total: ${}!", "{} kr"])
        self.digits = self.pick.choice([0, 2])
        return tuple(self.write(Decimal(self.pick.randint(10**6, 10**9)).scaleb(-self.digits)) for _ in range(2))

    def write(self, number):
        return self.form.format(f"{number:,.{self.digits}f}")

    def value(self, text):
        before, after = self.form.split("{}")
        number = Decimal(text.removeprefix(before).removesuffix(after).replace(",", ""))
        assert self.write(number) == text
        return number


class Mixed(Kind):
    """Words of which some have numbers: these count, and the others are the target's from the first frame on."""

    WORDS = ["sans-serif", "bold", "Comic-Sans", "solid", "and", "left", "the", "north"]
    FORMS = ["{}px", "{}%", "{}em", "x{}", "€{}"]
    query = {"interpolation": "words"}

    def pair(self):
        self.forms = [self.pick.choice(self.FORMS) for _ in range(self.pick.randint(1, 4))]
        self.ends = [[self.pick.choice(self.WORDS) for _ in range(len(self.forms) + 1)] for _ in range(2)]
        return tuple(self.write(words, [self.pick.randint(0, 999) for _ in self.forms]) for words in self.ends)

    def write(self, words, numbers):
        counted = [form.format(number) for form, number in zip(self.forms, numbers)]
        return " ".join([word for both in zip(words, counted) for word in both] + [words[-1]])

    def value(self, text):
        numbers = tuple(int(number) for number in re.findall(r"\d+", text))
        assert text in [self.write(words, numbers) for words in self.ends]
        return numbers


KINDS = [Localized, Parts, Date, DateTime, HalfDay, Clock, Carried, Fractions, Power, Ordinal, Ladder, Plural, Accounting,
         WordsForUnits, BeyondAUnit, OneUnit, Durations, Styled, Compact, Money, Mixed]


def is_monotone(values) -> bool:
    return list(values) in (sorted(values), sorted(values, reverse=True))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_shown_lies_between_its_ends(service, kind):
    kind = kind(random.Random(SEED))
    for _ in range(-(-PAIRS // len(KINDS))):
        source, target = kind.pair()
        around = kind.pick.choice(["", "", "In all: {}, so far"]) if kind.is_text else ""
        before, after = around.split("{}") if around else ("", "")
        query = {"from": before + source + after, "to": before + target + after, "as": "text", "fps": 30, "duration": 1,
                 "curve": kind.pick.choice(["linear", "easeInOut"]), **kind.query}
        status, _, body = service.get("/v1/frames?" + urlencode(query))
        texts = body.decode().splitlines()
        assert status == 200, (query, body)
        assert (texts[0], texts[-1]) == (before + kind.shown(source) + after, before + kind.shown(target) + after), query
        shown = [text.removeprefix(before).removesuffix(after) for text in texts]
        try:
            values = [kind.value(text) for text in shown]
            if isinstance(kind, Ladder):
                for text in shown[1:-1]:
                    kind.fits(text)
        except (AssertionError, ArithmeticError, ValueError) as error:
            raise AssertionError(f"{query}: {error}") from error
        if kind.shown(source) != kind.shown(target):
            assert len(texts) == (31 if kind.is_counted else 2), query
        columns = list(zip(*values)) if isinstance(values[0], tuple) else [values]
        assert all(is_monotone(column) for column in columns), (query, shown)


def linear(channel: int) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def encoded(light: float) -> float:
    light = min(max(light, 0), 1)
    return 255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)


def oklab(color: tuple[int, ...]) -> list[float]:
    """Björn Ottosson's matrices."""
    red, green, blue = map(linear, color)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return [0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
            1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
            0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short]


def channels(lab: list[float]) -> list[float]:
    light, a, b = lab
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return [encoded(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
            encoded(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
            encoded(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short)]


@pytest.mark.parametrize("form", ["#{:02x}{:02x}{:02x}", "#{:02X}{:02X}{:02X}", "rgb({}, {}, {})", "rgb({},{},{})",
                                  "rgb({} {} {})", "1px solid rgb({} {} {}), so far"])
def test_colors_mix_in_oklab(service, form):
    pick = random.Random(SEED)
    pattern = re.escape(form).replace(re.escape("{:02x}"), "([0-9a-f]{2})").replace(re.escape("{:02X}"), "([0-9A-F]{2})")
    pattern = pattern.replace(re.escape("{}"), "(0|[1-9][0-9]*)")
    base = 16 if form.startswith("#") else 10
    for _ in range(PAIRS // 100):
        ends = [tuple(pick.randint(0, 255) for _ in range(3)) for _ in range(2)]
        source, target = (form.format(*end) for end in ends)
        query = {"from": source, "to": target, "fps": 20, "duration": 1, "curve": "linear", "as": "text"}
        status, _, body = service.get("/v1/frames?" + urlencode(query))
        texts = body.decode().splitlines()
        assert status == 200 and (texts[0], texts[-1], len(texts)) == (source, target, 21), (query, texts)
        first, last = map(oklab, ends)
        for index, text in enumerate(texts):
            mixed = channels([a + (b - a) * index / 20 for a, b in zip(first, last)])
            found = [int(channel, base) for channel in matched(pattern, text).groups()]
            assert all(abs(a - b) < 1 for a, b in zip(mixed, found)), (query, text, mixed)


def test_the_forms_of_words_are_those_of_cldr(service):
    """Each language for itself, by the one number whose word is looked at: both forms are at the ends."""
    pick = random.Random(SEED)
    for locale in ["en", "de", "fr", "pt", "es", "it", "ru", "uk", "pl", "cs", "sl", "hr", "lt", "lv", "ro", "ar", "he", "is",
                   "mk", "da", "fil", "hi", "fa", "cy", "ga", "mt", "br", "bn", "tr", "hy", "si", "be"]:
        plural = Locale.parse(locale).plural_form
        for _ in range(20):
            source, target = pick.randint(0, 130), pick.randint(0, 130)
            first, last = plural(source), plural(target)
            if first == last:
                continue
            between = {plural(number) for number in range(min(source, target) + 1, max(source, target))}
            query = {"from": f"{source} x{first}", "to": f"{target} x{last}", "as": "json", "locale": f"{locale}-u-nu-latn",
                     "curve": "linear", "frames": "distinct", "duration": 10}
            status, _, body = service.get("/v1/frames?" + urlencode(query))
            if between <= {first, last}:
                numbers = [(int(number), word) for number, word in re.findall(r'"text":"(\d+) x(\w+)"', body.decode())]
                assert len(numbers) == abs(target - source) + 1, (query, body)
                assert all(plural(number) == word for number, word in numbers), (query, numbers)
            else:
                assert status == 200 and "which neither text shows" in body.decode(), (query, body)
