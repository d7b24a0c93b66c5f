"""How odometers, cycling labels, morphs and typed texts are drawn: soft, whole, and without a push to their neighbours."""

import time

import pytest

from clock import until
from figures import FIGURES
from scripted import sequence
from test_element import ADD, hold, log, page, run, shown, timed, until_ended, until_frames  # noqa: F401

pytestmark = pytest.mark.engines

# Keeps where the text behind the element begins, at each frame and whenever the page is drawn.
NEIGHBOUR = """
  const neighbour = document.createElement('span');
  neighbour.textContent = '|';
  window.label.after(neighbour);
  window.places = [neighbour.getBoundingClientRect().left];
  window.neighbour = () => neighbour.getBoundingClientRect().left;
  document.addEventListener('kinetic-frame', () => window.places.push(window.neighbour()));
  document.addEventListener('kinetic-end', () => setTimeout(() => window.places.push(window.neighbour())));
"""

# Keeps where it is drawn.
LOOK = """
  window.drawn = [];
  const look = () => { window.drawn.push(window.neighbour()); requestAnimationFrame(look); };
  look();
"""

# Keeps how far the characters of a text reach beyond its box at each frame.
BEYOND = """
  window.beyond = [];
  document.addEventListener('kinetic-frame', () => {
    const box = window.label.shadowRoot.querySelector('[aria-hidden]').firstElementChild;
    const { left, right } = box?.getBoundingClientRect() ?? {};
    // The first part of a box is its baseline.
    const places = [...box?.children ?? []].slice(1).map((one) => one.getBoundingClientRect());
    for (const place of places) window.beyond.push(left - place.left, place.right - right, place.right - window.neighbour());
  });
"""

NINES = [{"text": "9"}, {"text": "9"}, {"text": "9"}]


def thousand(opacity):
    return [{"text": "1", "opacity": opacity}, {"text": ",", "opacity": opacity}, *({"text": "0"} for _ in range(3))]


def neighbour(page):
    return run(page, "return window.neighbour()")


def let_pass(page, milliseconds):
    page.execute_async_script("window.clock.pass(arguments[0]).then(() => arguments[1]())", milliseconds)


def is_one_way(places, back):
    """But for the sixty-fourths of a pixel in which browsers keep places."""
    return all((before - after if back else after - before) > -0.1 for before, after in zip(places, places[1:]))


# The share that the first wheel has of its size, and how opaque it is.
SIZE = """
  const { fontSize, opacity } = getComputedStyle(window.label.shadowRoot.querySelector('[part=digit]'));
  return [parseFloat(fontSize) / 40, Number(opacity)];
"""


def plain_width(page, text):
    return run(page, """
      const span = Object.assign(document.createElement('span'), { textContent: arguments[0] });
      span.style.cssText = 'position:absolute;white-space:pre;font-variant-numeric:tabular-nums';
      document.getElementById('place').append(span);
      const { width } = span.getBoundingClientRect();
      span.remove();
      return width;
    """, text)


def test_a_column_that_comes_slowly_gets_its_room_as_it_appears(page, other_origin):
    hold(page, other_origin, ["999", "999", "1,000"], columns=[NINES, thousand(0.5), thousand(1)])
    run(page, NEIGHBOUR)
    half = plain_width(page, "000") + plain_width(page, "1,") / 2
    left = run(page, "return window.label.getBoundingClientRect().left")
    until(page, "Math.abs(window.neighbour() - arguments[0]) < 1", left + half)


def test_a_column_that_comes_at_once_moves_its_neighbour_little_by_little(timed, other_origin):
    other_origin.sequence = sequence(["999", "999", "1,000", "1,000"], seconds=0.3, columns=[NINES, NINES, thousand(1), thousand(1)])
    other_origin.sequence["frames"][-1]["time"] = 30
    run(timed, ADD, f'<kinetic-text src="{other_origin.url}/v1/frames" value="1,000">999</kinetic-text>')
    run(timed, NEIGHBOUR)
    until_frames(timed, 3)
    places = run(timed, "return window.places")
    # Where the column has just come, nothing has moved.
    assert places == pytest.approx([places[0]] * len(places), abs=1)
    way = plain_width(timed, "1,000") - plain_width(timed, "999")
    let_pass(timed, 50)
    assert 0.1 * way < neighbour(timed) - places[0] < 0.9 * way
    let_pass(timed, 250)
    assert neighbour(timed) - places[0] == pytest.approx(way, abs=1)


@pytest.mark.parametrize("height", ["1", "1.5", "2"])
def test_wheels_keep_the_line_and_show_their_digits_whole(page, other_origin, height):
    run(page, f"document.getElementById('place').style.lineHeight = '{height}'")
    columns = [{"text": "8", "next": "9", "offset": 0.01}]
    hold(page, other_origin, ["8", "8", "9"], columns=[columns] * 3)
    box, line, mask = run(page, """
      const wheel = window.label.shadowRoot.querySelector('[part~=digit]');
      const { top, bottom } = wheel.getBoundingClientRect();
      const place = document.getElementById('place').getBoundingClientRect();
      return [[top, bottom], [place.top, place.bottom], getComputedStyle(wheel).maskImage];
    """)
    assert line[1] - line[0] == pytest.approx(40 * float(height))
    # The soft edge begins 0.4 em from the middle and ends 0.65 em from it, within the box that is painted.
    middle = (line[0] + line[1]) / 2
    assert (box[0] + box[1]) / 2 == pytest.approx(middle, abs=0.5)
    assert box[0] <= middle - 26 and box[1] >= middle + 26
    assert "linear-gradient" in mask


def test_wheels_that_come_are_painted_as_far_as_they_fade(timed):
    run(timed, ADD, '<kinetic-text interpolation="odometer" duration="1" value="1,234">9</kinetic-text>')
    until_frames(timed, 12)
    heights = run(timed, """
      const wheels = [...window.label.shadowRoot.querySelectorAll('[part=digit][style*=mask]')];
      return wheels.map((wheel) => wheel.getBoundingClientRect().height / parseFloat(getComputedStyle(wheel).fontSize));
    """)
    # But for the sixty-fourths of a pixel in which browsers keep sizes.
    assert len(heights) > 1 and min(heights) > 1.2


def test_a_cycling_label_has_soft_edges_and_its_width_goes_from_one_text_to_the_other(page, other_origin):
    label = {"exit": {"text": "Design", "offsetY": -0.5}, "enter": {"text": "A longer text", "offsetY": 0.5}}
    hold(page, other_origin, ["Design", "A longer text", "A longer text"], labels=[label] * 3)
    run(page, NEIGHBOUR)
    left = run(page, "return window.label.getBoundingClientRect().left")
    half = (plain_width(page, "Design") + plain_width(page, "A longer text")) / 2
    assert neighbour(page) - left == pytest.approx(half, abs=1)
    assert "linear-gradient" in run(page, """
      return getComputedStyle(window.label.shadowRoot.querySelector('[aria-hidden]').firstChild).maskImage;
    """)


@pytest.mark.parametrize(("source", "target"), [("Morphing", "Go"), ("Design", "Morphing"), ("Go", "Morphing")])
def test_no_character_of_a_morph_leaves_its_box(timed, source, target):
    run(timed, ADD, f'<kinetic-text interpolation="morph" curve="linear" duration="1" value="{target}">{source}</kinetic-text>')
    run(timed, NEIGHBOUR)
    run(timed, BEYOND)
    until_ended(timed)
    beyond = run(timed, "return window.beyond")
    assert len(beyond) > 5
    assert max(beyond) < 1
    places = run(timed, "return window.places")
    assert is_one_way(places, back=len(source) > len(target))


def test_wheels_turn_in_a_text_that_wraps(timed):
    run(timed, "document.getElementById('place').style.width = '300px'")
    text = "The quick brown fox jumps over the lazy dog {} times"
    run(timed, ADD, f'<kinetic-text interpolation="odometer" duration="5" value="{text.format(90)}">{text.format(10)}</kinetic-text>')
    height = run(timed, "return document.getElementById('place').offsetHeight")
    until_frames(timed, 20)
    assert run(timed, "return window.label.shadowRoot.querySelectorAll('[part~=digit]').length") == 2
    assert run(timed, "return document.getElementById('place').offsetHeight") == height >= 100


def test_what_stands_before_and_after_what_is_typed_stands_there_once(timed):
    run(timed, "document.getElementById('place').style.textAlign = 'center'")
    label = '<kinetic-text interpolation="typewriter" textPrefix="Dear " suffix="!" duration="1" value="Jo">Dear Al!</kinetic-text>'
    run(timed, ADD, label)
    run(timed, """
      window.texts = new Set();
      document.addEventListener('kinetic-frame', () => {
        const text = window.label.shadowRoot.querySelector('[aria-hidden]').textContent;
        window.texts.add(text.replaceAll('\\u200b', ''));
      });
    """)
    until_ended(timed)
    assert run(timed, "return [...window.texts]") == ["Dear Al!", "Dear A!", "Dear !", "Dear J!", "Dear Jo!"]


@pytest.mark.parametrize("align", ["center", "right", "left"])
def test_what_is_typed_keeps_its_left_edge(timed, align):
    run(timed, f"document.getElementById('place').style.textAlign = '{align}'")
    run(timed, ADD, '<kinetic-text interpolation="typewriter" curve="linear" duration="1" value="Typewriter">T</kinetic-text>')
    run(timed, """
      window.lefts = new Set();
      document.addEventListener('kinetic-frame', () => {
        const [typed] = [...window.label.shadowRoot.querySelectorAll('.typed'), window.label.shadowRoot.lastChild];
        if (!typed.textContent.startsWith('T')) return;
        const range = new Range();
        range.setStart(typed.firstChild, 0);
        range.setEnd(typed.firstChild, 1);
        window.lefts.add(Math.round(range.getBoundingClientRect().left));
      });
    """)
    until_ended(timed)
    assert len(run(timed, "return [...window.lefts]")) == 1


def test_a_caret_takes_no_room(page):
    run(page, ADD, '<kinetic-text caret value="Typed">Typed</kinetic-text>')
    run(page, NEIGHBOUR)
    caret = "getComputedStyle(window.label.shadowRoot.querySelector('[aria-hidden]'), '::after').borderInlineEndWidth"
    until(page, f"!['', '0px'].includes({caret})")
    left = run(page, "return window.label.getBoundingClientRect().left")
    assert neighbour(page) - left == pytest.approx(plain_width(page, "Typed"), abs=1)


def test_parts_and_colours_can_be_styled_from_outside(page, other_origin):
    run(page, """
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('kinetic-text { --kinetype-changed: rgb(255, 0, 0) } ::part(digit) { font-weight: 900 }'
        + '::part(number) { text-decoration-line: underline } ::part(unit) { font-style: italic }'
        + '::part(prefix) { opacity: 0.5 } ::part(symbol) { letter-spacing: 3px }');
      document.adoptedStyleSheets.push(sheet);
    """)
    columns = [{"text": "~"}, {"text": "1", "next": "2", "offset": 0.5}, {"text": ","}, {"text": "0"}, {"text": " "}, {"text": "m"}]
    hold(page, other_origin, ["~1,0 m", "~1,0 m", "~2,0 m"], columns=[columns] * 3)
    style = """
      const part = window.label.shadowRoot.querySelector(`[part~=${arguments[0]}]`);
      return part && [part.textContent, getComputedStyle(part)[arguments[1]]];
    """
    assert run(page, style, "number", "textDecorationLine") == ["12,0", "underline"]
    assert run(page, style, "digit", "fontWeight") == ["12", "900"]
    assert run(page, style, "digit", "color") == ["12", "rgb(255, 0, 0)"]
    assert run(page, style, "symbol", "letterSpacing") == [",", "3px"]
    assert run(page, style, "prefix", "opacity") == ["~", "0.5"]
    assert run(page, style, "unit", "fontStyle") == [" m", "italic"]
    run(page, "window.label.remove()")
    run(page, ADD, '<kinetic-text value="about 1,000.5 m">about 1,000.5 m</kinetic-text>')
    assert run(page, style, "prefix", "opacity") == ["about ", "0.5"]
    assert run(page, style, "number", "textDecorationLine") == ["1,000.5", "underline"]
    assert run(page, style, "unit", "fontStyle") == [" m", "italic"]
    assert shown(page) == "about 1,000.5 m"


@pytest.mark.parametrize(("source", "target"), [("999 m", "1,002 m"), ("1,002 m", "999 m"), ("9.5 m", "12 m"), ("10 m", "12 m")])
def test_a_number_that_gets_another_width_moves_its_neighbour_little_by_little(timed, source, target):
    run(timed, ADD, f'<kinetic-text curve="linear" duration="0.3" value="{target}">{source}</kinetic-text>')
    run(timed, NEIGHBOUR)
    run(timed, LOOK)
    left = run(timed, "return window.label.getBoundingClientRect().left")
    until_ended(timed)
    for _ in range(20):
        let_pass(timed, 17)
    places = run(timed, "return window.drawn")
    steps = [abs(after - before) for before, after in zip(places, places[1:])]
    assert max(steps) < 15
    assert neighbour(timed) - left == pytest.approx(plain_width(timed, target), abs=1)
    # At rest it is one text again.
    assert run(timed, "return window.label.shadowRoot.querySelector('[aria-hidden] [part=number]').childElementCount") == 0


@pytest.mark.parametrize("query, part", [
    ("from=9&to=1000&interpolation=odometer", '[part="digit"]'), ("from=One&to=Two&effect=crossFade", '[style*="grid-area"]'),
    ("from=One&to=Other&interpolation=typewriter", ".typed"),
])
def test_a_page_that_keeps_its_own_time_draws_a_frame_of_an_answer(page, service, query, part):
    counts, text = page.execute_async_script("""
      const [address, part, done] = arguments;
      const element = document.getElementById('place');
      element.style.textAlign = 'center';
      Promise.all([window.kinetype.drawing(), fetch(address).then((answer) => answer.json())])
        .then(([draw, { animation, frames }]) => {
          const count = (frame) => {
            draw(element, frame, animation);
            return element.querySelectorAll(part).length;
          };
          done([[frames[1], frames[3], frames.at(-1), frames[2]].map(count).map(Boolean), (count(frames.at(-1)), element.textContent)]);
        });
    """, f"{service.url}/v1/frames?{query}&duration=1&fps=10", part)
    assert counts == [True, True, False, True]
    assert text == query.partition("to=")[2].partition("&")[0]


@pytest.mark.parametrize(("source", "target"), [("$999", "$1,002"), ("$4,321", "$9")])
def test_a_currency_sign_stands_beside_its_number_which_gets_another_width(timed, source, target):
    run(timed, ADD, f'<kinetic-text curve="linear" duration="0.3" value="{target}">{source}</kinetic-text>')
    run(timed, """
      window.signs = [];
      const look = () => {
        const [sign, number] = [...window.label.shadowRoot.querySelectorAll('[part=prefix],[part=number]')].map((one) => one.getBoundingClientRect());
        window.signs.push([sign.left, number.left - sign.right]);
        requestAnimationFrame(look);
      };
      look();
    """)
    until_ended(timed)
    for _ in range(20):
        let_pass(timed, 17)
    signs = run(timed, "return window.signs")
    assert len(signs) > 30 and shown(timed) == target
    assert [left for left, _ in signs] == pytest.approx([signs[0][0]] * len(signs), abs=0.1)
    assert [room for _, room in signs] == pytest.approx([0] * len(signs), abs=0.1)


@pytest.mark.parametrize(("source", "target"), [("$19.90", "$1,027.40"), ("99", "1,003 users"), ("999", "1,002")])
def test_a_figure_is_never_read_without_its_first_digits(timed, source, target):
    run(timed, ADD, f'<kinetic-text curve="linear" duration="1" value="{target}">{source}</kinetic-text>')
    run(timed, """
      window.sizes = [];
      document.addEventListener('kinetic-frame', ({ detail: { text } }) => {
        const number = window.label.shadowRoot.querySelector('[part=number]');
        // What goes and what is to come is no text.
        const first = [...number.children].find((one) => one.textContent);
        window.sizes.push([text, first ? parseFloat(getComputedStyle(first).fontSize) / 40 : 1, window.shown()]);
      });
    """)
    until_ended(timed)
    sizes = run(timed, "return window.sizes")
    assert len(sizes) > 50 and all(shown_then == text for text, _, shown_then in sizes)
    # What comes with the first frames has had no time.
    assert min(size for text, size, _ in sizes[10:]) > 0.85
    let_pass(timed, 400)
    assert shown(timed) == target
    assert run(timed, "return window.label.shadowRoot.querySelectorAll('[aria-hidden] span span').length") == 0


WHEELS = """
  window.sizes = [];
  document.addEventListener('kinetic-frame', ({ detail: { text } }) => {
    const wheels = [...window.label.shadowRoot.querySelectorAll('[part=digit]')].filter((one) => !one.dataset.gone);
    window.sizes.push([text, wheels.map((one) => parseFloat(getComputedStyle(one).fontSize) / 40), wheels.map((one) => one.textContent[0])]);
  });
"""


@pytest.mark.parametrize(("source", "target"), [("$19.90", "$1,027.40"), ("99 users", "1,003 users"), ("$27", "$100,027"), ("9", "12.50")])
def test_wheels_that_come_at_once_do_so_as_zeros_before_they_count(timed, source, target):
    run(timed, ADD, '<kinetic-text interpolation="odometer" columnMode="carry" curve="linear" duration="1" '
        f'value="{target}">{source}</kinetic-text>')
    run(timed, WHEELS)
    until_ended(timed)
    seen = run(timed, "return window.sizes")
    counts = [sum(map(str.isdigit, text)) for text, _, _ in seen]
    assert len(seen) > 50 and counts[0] < counts[-1]
    assert max(len(sizes) for _, sizes, _ in seen) == counts[-1]
    # What comes with the first frames has had no time.
    for (text, sizes, digits), count in list(zip(seen, counts))[10:]:
        assert min(sizes[len(sizes) - count:]) > 0.85, text
        assert set(digits[:len(digits) - count]) <= {"0"}, text
    let_pass(timed, 400)
    assert shown(timed) == target


def test_wheels_that_come_all_along_are_of_one_size(timed):
    run(timed, ADD, '<kinetic-text interpolation="odometer" curve="linear" duration="1" value="$123,427">$27</kinetic-text>')
    run(timed, WHEELS)
    until_ended(timed)
    coming = [sizes[:-2] for _, sizes, _ in run(timed, "return window.sizes")[2:-1]]
    assert len(coming) > 50 and all(len(sizes) == 4 for sizes in coming)
    assert [max(sizes) - min(sizes) for sizes in coming] == pytest.approx([0] * len(coming), abs=0.01)
    assert 0.4 < coming[len(coming) // 2][0] < 0.6


def test_a_line_does_not_break_between_a_currency_sign_and_its_wheels(page, other_origin):
    run(page, "document.getElementById('place').style.width = '2em'")
    hold(page, other_origin, ["$999", "$999", "$1,000"], columns=[[{"text": "$"}, *NINES, {"text": "%"}]] * 3)
    edges = "return [...window.label.shadowRoot.querySelectorAll('[part=prefix],[part=digit],[part=unit]')].map((one) => one.getBoundingClientRect().bottom)"
    bottoms = run(page, edges)
    assert len(bottoms) == 5
    assert max(bottoms) - min(bottoms) < 20


@pytest.mark.parametrize(("attributes", "source", "target", "last"), [
    ("", "0", "5000", {"0"}), ("", "995", "1003", set("5678901230")), ('columnMode="carry"', "0", "5000", set("0123456789"))])
def test_a_wheel_turns_by_itself_where_it_would_spin(timed, attributes, source, target, last):
    run(timed, ADD, f'<kinetic-text interpolation="odometer" {attributes} value="{target}">{source}</kinetic-text>')
    until_ended(timed)
    columns = [entry["detail"]["columns"][-1] for entry in log(timed, "frame") if entry["detail"].get("columns")]
    assert len(columns) > 20
    assert {column["text"] for column in columns} == last


@pytest.mark.parametrize(("attributes", "target"), [("", "1,118 m"), ('interpolation="odometer"', "1,118 m"), ("", "8,011 m")])
def test_figures_are_the_pages_own_at_rest_and_equally_wide_while_they_move(timed, attributes, target):
    run(timed, FIGURES)
    run(timed, ADD, f'<kinetic-text curve="linear" duration="1" {attributes} value="{target}">1,111 m</kinetic-text>')
    run(timed, NEIGHBOUR)
    run(timed, LOOK)
    number = "return window.label.shadowRoot.querySelector('[aria-hidden] [part=number]').getBoundingClientRect().width"
    # The figure 1 is half as wide as the others, of 24 pixels.
    comma = plain_width(timed, ",")
    assert run(timed, number) == pytest.approx(4 * 12 + comma, abs=1)
    until_frames(timed, 21)
    assert run(timed, number) == pytest.approx(4 * 24 + comma, abs=1)
    until_ended(timed)
    assert shown(timed) == target
    for _ in range(24):
        let_pass(timed, 17)
    places = run(timed, "return window.drawn")
    assert max(abs(after - before) for before, after in zip(places, places[1:])) < 32
    own = sum(12 if digit == "1" else 24 for digit in target if digit.isdigit())
    assert run(timed, number) == pytest.approx(own + comma, abs=1)


@pytest.mark.parametrize("attributes", [f'interpolation="{name}"' for name in ("morph", "typewriter", "scramble")] + ['effect="crossFade"'])
def test_no_character_is_drawn_twice_when_figures_have_moved_apart(timed, attributes):
    run(timed, FIGURES)
    run(timed, ADD, f'<kinetic-text curve="linear" duration="1" {attributes} value="Hello">111</kinetic-text>')
    run(timed, """
      const text = window.label.shadowRoot.querySelector('[aria-hidden]');
      window.drawn = [];
      addEventListener('kinetic-frame', () => window.drawn.push(text.textContent.replaceAll('\u200b', '')));
    """)
    until_ended(timed)
    drawn = run(timed, "return window.drawn")
    assert len(drawn) > 50
    assert [text for text in drawn if len(text) > len("111Hello")] == []


def test_figures_of_a_stream_become_equally_wide(page, service):
    run(page, FIGURES)
    run(page, ADD, f'<kinetic-text src="{service.url}/v1/stream" duration="60" value="8,011 m">1,111 m</kinetic-text>')
    width = "window.label.shadowRoot.querySelector('[aria-hidden] [part=number]').getBoundingClientRect().width"
    until(page, f"Math.abs({width} - arguments[0]) <= 1", 4 * 24 + plain_width(page, ","))


def test_what_moves_by_itself_waits_for_the_invented_time_from_its_first_moment(timed):
    run(timed, ADD, '<kinetic-text value="1">1</kinetic-text>')
    run(timed, """
      const text = window.label.shadowRoot.lastChild;
      text.style.cssText = 'transition: opacity 100ms linear; opacity: 1';
      getComputedStyle(text).opacity;
      text.style.opacity = 0;
    """)
    # As long as a busy machine may take for the next task.
    time.sleep(0.3)
    assert run(timed, "return getComputedStyle(window.label.shadowRoot.lastChild).opacity") == "1"
    let_pass(timed, 50)
    assert run(timed, "return getComputedStyle(window.label.shadowRoot.lastChild).opacity") == "0.5"


def test_figures_are_those_that_a_style_sheet_asks_for(timed):
    run(timed, FIGURES)
    run(timed, "document.head.insertAdjacentHTML('beforeend', arguments[0])",
        "<style>kinetic-text { font-variant-numeric: tabular-nums; --kinetype-numeric: normal }</style>")
    run(timed, ADD, '<kinetic-text curve="linear" duration="1" value="1111">1111</kinetic-text>')
    width = "return window.label.shadowRoot.querySelector('[aria-hidden] [part=number]').getBoundingClientRect().width"
    assert run(timed, width) == pytest.approx(4 * 24, abs=1)
    until(timed, "window.label.isSeen")
    run(timed, "window.label.value = '1118'")
    until_frames(timed, 21)
    assert run(timed, width) == pytest.approx(3 * 12 + 24, abs=1)
    until_ended(timed)
    let_pass(timed, 400)
    assert run(timed, width) == pytest.approx(4 * 24, abs=1)


@pytest.mark.parametrize(("source", "target"), [("Loading", "Will it settle?"), ("Will it settle?", "Go"), ("LOCKED", "ACCESS 1")])
def test_a_scramble_goes_from_one_width_to_the_other_and_its_neighbour_never_back(timed, source, target):
    run(timed, ADD, f'<kinetic-text interpolation="scramble" curve="linear" duration="1" value="{target}">{source}</kinetic-text>')
    run(timed, NEIGHBOUR)
    run(timed, BEYOND)
    until_ended(timed)
    texts = {entry["detail"]["text"] for entry in log(timed, "frame")}
    assert len(texts) > 20 and shown(timed) == target
    places = run(timed, "return window.places")
    assert is_one_way(places, back=len(source) > len(target)) or max(places) - min(places) < 1
    left = run(timed, "return window.label.getBoundingClientRect().left")
    assert places[-1] - left == pytest.approx(plain_width(timed, target), abs=1)
    steps = [abs(after - before) for before, after in zip(places, places[1:])]
    assert max(steps) < (max(places) - min(places)) / 15 + 1
    beyond = run(timed, "return window.beyond")
    assert len(beyond) > 60 and max(beyond) < 1


@pytest.mark.parametrize("odometer", [True, False])
def test_a_script_says_how_neighbours_follow(timed, other_origin, odometer):
    columns = {"columns": [NINES, NINES, thousand(1), thousand(1)]} if odometer else {}
    other_origin.sequence = sequence(["999", "999", "1,000", "1,000"], seconds=3, **columns)
    other_origin.sequence["animation"]["interpolation"] = "odometer" if odometer else "number"
    run(timed, ADD, f'<kinetic-text src="{other_origin.url}/v1/frames" value="1,000">999</kinetic-text>')
    run(timed, "window.label.transformTiming = { duration: 2000, easing: 'linear' }")
    run(timed, NEIGHBOUR)
    until_frames(timed, 3)
    place = neighbour(timed)
    way = plain_width(timed, "1,000") - plain_width(timed, "999")
    for time in [500, 1500]:
        let_pass(timed, time - (500 if time > 500 else 0))
        assert neighbour(timed) - place == pytest.approx(time / 2000 * way, abs=1.5)


@pytest.mark.parametrize(("source", "target"), [("$0", "$9,100"), ("$9,100", "$0")])
def test_a_script_says_how_wheels_come_and_go(timed, source, target):
    run(timed, ADD, f'<kinetic-text interpolation="odometer" curve="linear" duration="1" value="{target}">{source}</kinetic-text>')
    until_frames(timed, 1)
    run(timed, """
      window.label.transformTiming = { duration: 500 };
      window.label.opacityTiming = { duration: 250, easing: 'ease-in' };
      window.label.pause();
    """)
    comes = target == "$9,100"
    # Any moment, in any order.
    for time, room, opacity in [(100, 0.2, 0.21), (400, 0.8, 1), (50, 0.1, 0.06), (250, 0.5, 1), (200, 0.4, 0.69), (750, 1, 1)]:
        run(timed, "window.label.seek(arguments[0])", time)
        until(timed, "Math.abs(window.log.findLast(({ what }) => what === 'frame')?.detail.time - arguments[0]) < 0.001", time / 1000)
        count = 1 if room == 1 and not comes else 4
        # What has gone at once leaves its room little by little.
        let_pass(timed, 600)
        until(timed, "window.label.shadowRoot.querySelectorAll('[part=digit]').length === arguments[0]", count)
        if count == 1:
            continue
        size, seen = run(timed, SIZE)
        assert size == pytest.approx(room if comes else 1 - room, abs=0.03)
        assert seen == pytest.approx(opacity if comes else 1 - opacity, abs=0.05)


def test_each_number_of_a_text_comes_and_goes_by_itself(timed):
    run(timed, ADD, '<kinetic-text interpolation="odometer" columnmode="digit" curve="linear" duration="1" value="10 of 99">9 of 100</kinetic-text>')
    until_frames(timed, 1)
    run(timed, "window.label.opacityTiming = { duration: 800 }; window.label.pause()")
    for time, opacity in [(200, 0.25), (500, 0.625), (600, 0.75)]:
        run(timed, "window.label.seek(arguments[0])", time)
        until(timed, "Math.abs(window.log.findLast(({ what }) => what === 'frame')?.detail.time - arguments[0]) < 0.001", time / 1000)
        seen = run(timed, """
          return [...window.label.shadowRoot.querySelectorAll('[part=number]')].map((number) =>
            Number(number.querySelector('[part=digit]').style.opacity));
        """)
        assert seen == pytest.approx([opacity, 1 - opacity], abs=0.01)


@pytest.mark.parametrize(("timing", "room"), [
    ("{ duration: 500, easing: 'steps(2, jump-both)' }", 1 / 3), ("{ easing: 'ease-in' }", 0.017),
    # What is no timing counts as none.
    ("{ duration: -1 }", 0.1), ("{ duration: NaN }", 0.1), ("{ duration: 500, easing: 'swift' }", 0.1),
    ("{ duration: 'soon' }", 0.1), ("'soon'", 0.1), ("null", 0.1),
])
def test_each_pass_has_the_times_that_a_script_says(timed, timing, room):
    run(timed, ADD, '<kinetic-text interpolation="odometer" curve="linear" duration="1" delay="0.5" repeat="2" value="1000">0</kinetic-text>')
    until_frames(timed, 1)
    run(timed, f"window.label.transformTiming = {timing}; window.label.pause()")
    for time in [600, 1600]:
        run(timed, "window.label.seek(arguments[0])", time)
        until(timed, "Math.abs(window.log.findLast(({ what }) => what === 'frame')?.detail.time - arguments[0]) < 0.001", time / 1000)
        let_pass(timed, 600)
        assert run(timed, SIZE)[0] == pytest.approx(room, abs=0.01)


@pytest.mark.parametrize("timing", ["{ duration: 500 }", "{ duration: -1 }", "{ duration: 500, easing: 'swift' }"])
def test_a_number_comes_to_rest_whatever_a_script_says_of_its_times(timed, timing):
    run(timed, f"document.addEventListener('kinetic-start', ({{ target }}) => {{ target.transformTiming = {timing}; }})")
    run(timed, ADD, '<kinetic-text interpolation="odometer" columnMode="carry" curve="linear" duration="1" value="1000">9</kinetic-text>')
    until_ended(timed)
    assert shown(timed) == "1000"
    # The others tell nobody what stands in their console.
    if timed.engine == "chromium":
        assert [entry for entry in timed.get_log("browser") if entry["level"] == "SEVERE"] == []


def test_a_wheel_has_the_digits_that_it_is_told(timed):
    run(timed, ADD, '<kinetic-text interpolation="odometer" direction="up" digits="1:5" curve="linear" duration="0.5" from="49" value="00"></kinetic-text>')
    until_ended(timed)
    tens = [entry["detail"]["columns"][0] for entry in log(timed, "frame") if entry["detail"].get("columns")]
    assert shown(timed) == "00" and {column["text"] for column in tens} == {"4", "5", "0"}
    assert {column["next"] for column in tens if column["text"] == "5"} == {"0"}


def wheels(page, since=0):
    """Where the last wheel stands at each frame."""
    columns = [entry["detail"]["columns"][-1] for entry in log(page, "frame")[since:] if entry["detail"].get("columns")]
    return [int(column["text"]) + column.get("offset", 0) for column in columns]


# When each wheel has most of its way behind it, from the right.
HALFWAY = """
  window.halfway = [];
  document.addEventListener('kinetic-frame', ({ detail: { time } }) => {
    const wheels = [...window.label.shadowRoot.querySelectorAll('[part=digit]')].reverse();
    wheels.forEach((wheel, index) => {
      const top = new DOMMatrix(getComputedStyle(wheel.firstChild).transform).f / 46;
      if (Number(wheel.firstChild.textContent) - top >= 2.5) window.halfway[index] ??= time;
    });
  });
"""


@pytest.mark.parametrize(("attributes", "is_apart"), [
    ("", True), ('curve="linear" duration="0.6"', True), ('columnMode="digit"', False), ('direction="up"', False)])
def test_wheels_that_turn_by_themselves_follow_one_another_from_the_right(timed, attributes, is_apart):
    run(timed, HALFWAY)
    run(timed, ADD, f'<kinetic-text interpolation="odometer" {attributes} value="55555">00000</kinetic-text>')
    until_ended(timed)
    halfway = run(timed, "return window.halfway")
    assert len(halfway) == 5 and shown(timed) == "55555"
    steps = [after - before for before, after in zip(halfway, halfway[1:])]
    # To a frame.
    assert all((0.01 < step < 0.055) if is_apart else step == 0 for step in steps)
    if is_apart:
        assert 0.08 <= halfway[-1] - halfway[0] <= 0.16


def test_wheels_that_carry_turn_together(timed):
    run(timed, ADD, '<kinetic-text interpolation="odometer" curve="linear" duration="1" value="1003">995</kinetic-text>')
    run(timed, """
      window.apart = 0;
      document.addEventListener('kinetic-frame', ({ detail: { columns = [] } }) => {
        const wheels = [...window.label.shadowRoot.querySelectorAll('[part=digit]')];
        if (wheels.map((wheel) => wheel.firstChild.textContent).join('') !== columns.map(({ text }) => text).join('')) window.apart += 1;
      });
    """)
    until_ended(timed)
    assert run(timed, "return window.apart") == 0


@pytest.mark.parametrize(("source", "target"), [("1,000", "1,000,000"), ("0", "999,999,999"), ("$3.00", "$4,321.00"), ("9", "12")])
@pytest.mark.parametrize("attributes", ["", 'interpolation="odometer"'])
def test_without_a_curve_and_a_duration_a_text_is_there_within_a_second_however_long_its_way_is(timed, attributes, source, target):
    run(timed, ADD, f'<kinetic-text {attributes} value="{target}">{source}</kinetic-text>')
    until_ended(timed)
    texts = [(entry["detail"]["time"], entry["detail"]["text"]) for entry in log(timed, "frame")]
    assert len({text for _, text in texts}) > 3 and texts[-1][1] == target
    assert max(time for (time, text), (_, last) in zip(texts[1:], texts) if text != last) <= 1


def test_a_script_says_at_each_change_which_way_wheels_turn(timed):
    run(timed, ADD, '<kinetic-text interpolation="odometer" columnMode="digit" curve="linear" duration="0.5" value="5">5</kinetic-text>')
    until(timed, "window.label.isSeen")
    run(timed, """
      window.given = [];
      window.label.direction = (...texts) => { window.given.push(texts); return texts[1] === '7' ? 'down' : 'up'; };
      window.label.value = '7';
    """)
    until_ended(timed)
    # Down from 5 past 0 to 7.
    assert {int(place) for place in wheels(timed)} == {5, 4, 3, 2, 1, 0, 9, 8, 7}
    count = len(log(timed, "frame"))
    run(timed, "window.label.value = '6'")
    until_ended(timed, 2)
    assert {int(place) for place in wheels(timed, count)} == {7, 8, 9, 0, 1, 2, 3, 4, 5, 6}
    assert run(timed, "return window.given") == [["5", "7"], ["7", "6"]]


def test_a_script_that_fails_to_say_which_way_is_reported_and_keeps_no_text_back(timed):
    run(timed, ADD, '<kinetic-text interpolation="odometer" curve="linear" duration="0.5" value="5">5</kinetic-text>')
    until(timed, "window.label.isSeen")
    run(timed, """
      window.reported = [];
      addEventListener('error', (event) => { event.preventDefault(); window.reported.push(event.message); });
      window.label.direction = () => { throw new Error('no way'); };
      window.label.value = '7';
    """)
    until_ended(timed)
    assert run(timed, "return window.spoken()") == "7"
    # Chromium tells no page what a module of another origin has thrown.
    assert run(timed, "return window.reported[0]") in ("Uncaught Error: no way", "Error: no way", "Script error.")


# Texts of which some characters stay, in another place or not, and others come and go.
PAIRS = [
    ("Good morning", "Good evening"), ("Mon", "Sun"), ("Total 1,000", "Total 2,480"), ("abc", "cba"), ("a the cat", "the cat"),
    ("Design", "Morphing"), ("9", "1,000,000"), ("Hello world", "world, hello"), ("iiii WWWW", "WWWW iiii"), ("", "Hello"),
]


@pytest.mark.parametrize("interpolation", ["morph", "numericText"])
@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_no_character_lies_over_another(timed, interpolation, source, target):
    run(timed, """
      window.overlaps = [];
      document.addEventListener('kinetic-frame', () => {
        const box = window.label.shadowRoot.querySelector('[aria-hidden]').firstElementChild;
        const seen = [...box?.children ?? []].filter((glyph) => glyph.textContent.trim() && getComputedStyle(glyph).opacity > 0.3)
          .map((glyph) => ({ text: glyph.textContent, place: glyph.getBoundingClientRect() }))
          .filter(({ place }) => place.width > 1);
        const common = (a, b, start, end) => Math.min(a[end], b[end]) - Math.max(a[start], b[start]);
        seen.forEach((one, index) => seen.slice(index + 1).forEach((other) => {
          const [a, b] = [one.place, other.place];
          if (common(a, b, 'top', 'bottom') < 0.3 * Math.min(a.height, b.height)) return;
          const share = common(a, b, 'left', 'right') / Math.min(a.width, b.width);
          window.overlaps.push([share, one.text + other.text]);
        }));
      });
    """)
    run(timed, ADD, f'<kinetic-text interpolation="{interpolation}" curve="linear" duration="1" from="{source}" value="{target}"></kinetic-text>')
    until_ended(timed)
    overlaps = run(timed, "return window.overlaps")
    assert len(log(timed, "frame")) > 50
    assert overlaps
    assert max(overlaps)[0] < 0.25, max(overlaps)
