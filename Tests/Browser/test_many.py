"""Many elements on a page: few requests, nothing asked twice, and nothing moves that nobody sees."""


import pytest

from clock import let_pass, until
from test_element import ADD, log, page, run, shown, timed, until_ended  # noqa: F401

BELOW = '<div style="height:4000px"></div>'


def requests(page):
    return [address for address in run(page, "return window.asked") if "/v1/" in address]


def ends(page):
    return sorted((entry["detail"]["reason"], entry["detail"]["text"]) for entry in log(page, "end"))


@pytest.mark.parametrize("attributes", ["", 'numberStyle="currency" currency="USD"', 'interpolation="odometer"'])
def test_a_hundred_elements_cost_a_handful_of_requests(page, attributes):
    elements = "".join(f'<kinetic-text {attributes} duration="0.3" value="{count}">{count - 1}</kinetic-text> '
                       for count in range(1001, 1101))
    run(page, ADD, elements)
    until_ended(page, 100)
    assert {entry["detail"]["reason"] for entry in log(page, "end")} == {"finished"}
    assert len(requests(page)) <= 5


def test_what_has_been_answered_is_not_asked_again(page):
    run(page, ADD, '<kinetic-text duration="0.2" value="2 m">1 m</kinetic-text>' * 3)
    until_ended(page, 3)
    assert len(requests(page)) == 1
    run(page, "window.label.value = '1 m'")
    until_ended(page, 4)
    run(page, "window.label.value = '2 m'")
    until_ended(page, 5)
    assert (shown(page), len(requests(page))) == ("2 m", 2)


def test_an_element_that_is_refused_does_not_take_others_with_it(page):
    run(page, ADD, "".join(f'<kinetic-text duration="0.2" {more} value="{text}">1 m</kinetic-text>' for text, more in
                           [("2 m", ""), ("3 m", 'curve="wobbly"'), ("4 m", ""), ("5 m", 'fps="9999"')]))
    until_ended(page, 4)
    assert ends(page) == [("failed", "1 m"), ("failed", "1 m"), ("finished", "2 m"), ("finished", "4 m")]
    problems = [entry["detail"]["problem"]["detail"] for entry in log(page, "end") if entry["detail"]["problem"]]
    assert any("wobbly" in problem for problem in problems) and any("fps" in problem for problem in problems)
    assert len(requests(page)) == 2


def test_an_element_begins_when_it_is_scrolled_into_view(timed):
    run(timed, ADD, f'{BELOW}<kinetic-text duration="0.2" value="400 apples">100 apples</kinetic-text>')
    let_pass(timed, 3)
    assert (shown(timed), requests(timed), log(timed, "end")) == ("100 apples", [], [])
    run(timed, "window.label.scrollIntoView()")
    assert until_ended(timed)["detail"]["text"] == "400 apples"
    assert log(timed, "frame")[0]["shown"] == "100 apples"


def test_a_later_value_of_an_element_out_of_sight_is_there_at_once(page):
    run(page, ADD, f'<kinetic-text duration="0.2" numberStyle="currency" currency="USD" value="5">$5.00</kinetic-text>{BELOW}')
    until_ended(page)
    run(page, "scrollTo(0, 3000)")
    until(page, "window.label.isSeen === false")
    run(page, "window.label.value = '4321.5'")
    assert until_ended(page, 2)["detail"] == {"reason": "skipped", "text": "$4,321.50", "problem": None}
    assert (shown(page), requests(page)) == ("$4,321.50", [])


def test_an_element_may_begin_at_once(page):
    run(page, ADD, f'{BELOW}<kinetic-text animate-on="load" duration="0.2" value="400 apples">100 apples</kinetic-text>')
    assert until_ended(page)["detail"]["reason"] == "finished"


def layouts(page):
    return {metric["name"]: metric["value"] for metric in page.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]}["LayoutCount"]


def test_texts_of_a_stream_are_measured_together(page, service):
    page.execute_cdp_cmd("Performance.enable", {})
    run(page, """
      window.reads = 0;
      const { prototype } = ReadableStreamDefaultReader;
      const { read } = prototype;
      prototype.read = function () { window.reads += 1; return read.call(this); };
    """)
    before = layouts(page)
    run(page, ADD, "".join(
        f'<kinetic-text animate-on="load" src="{service.url}/v1/stream" interpolation="typewriter" duration="1" value="{value}">1</kinetic-text> '
        for value in range(1000, 1200)))
    until_ended(page, 200)
    assert ends(page) == [("finished", f"{value}") for value in range(1000, 1200)]
    # A layout for each piece of the stream that comes at once, about one a frame, and none for each text.
    assert layouts(page) - before < run(page, "return window.reads") + 90


# How many texts were drawn in each of some frames that come so many milliseconds apart.
FRAMES = """
  const [wait, count, done] = arguments;
  const drawn = [];
  document.addEventListener('kinetic-frame', ({ target }) => drawn.at(-1)?.push([...document.querySelectorAll('kinetic-text')].indexOf(target)));
  (async () => {
    for (let frame = 0; frame < count; frame += 1) {
      drawn.push([]);
      await window.clock.pass(wait);
    }
  })().then(() => done(drawn));
"""


@pytest.mark.parametrize("attributes", ["", 'interpolation="odometer"'])
def test_many_elements_take_turns_where_frames_come_late(timed, attributes):
    run(timed, ADD, f'<kinetic-text {attributes} curve="linear" duration="4" value="12,340">9,100</kinetic-text> ' * 100)
    until(timed, "[...document.querySelectorAll('kinetic-text')].every(({ run }) => run?.player)")
    late = timed.execute_async_script(FRAMES, 60, 30)
    assert max(map(len, late)) <= 30
    # Each has its turn as often as the others.
    turns = [sum(index in frame for frame in late[10:]) for index in range(100)]
    assert min(turns) >= 3 and max(turns) - min(turns) <= 2
    quick = timed.execute_async_script(FRAMES, 16.7, 30)
    assert len(set(quick[-1])) == 100
    until_ended(timed, 100)
    assert ends(timed) == [("finished", "12,340")] * 100
