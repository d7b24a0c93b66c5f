"""A label whose value changes while it moves: it follows, and neither stands still nor jumps."""

import re

import pytest

from clock import play, until
from test_element import ADD, log, page, run, shown, timed, until_frames  # noqa: F401

# Sets the value `count` times, `pause` milliseconds apart, and keeps what each animation frame of the page shows.
DRIVE = """
  const [count, pause, step, done] = arguments;
  const seen = [];
  const origin = performance.now();
  let isOver = false;
  const look = () => {
    const text = window.shown();
    seen.push([performance.now() - origin, parseFloat(text.replace(/[^0-9.]/g, ''))]);
    if (!isOver) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  let value = 0;
  const timer = setInterval(() => {
    value += 1;
    window.label.value = `${value * step} apples`;
    if (value === count) clearInterval(timer);
  }, pause);
  window.label.addEventListener('kinetic-end', ({ detail }) => {
    if (detail.reason === 'cancelled' || detail.text !== `${count * step} apples`) return;
    isOver = true;
    // A busy page may draw no more frame for a while.
    setTimeout(() => { look(); done(seen); }, 50);
  });
"""


def follow(page, source, attributes="duration='1'", count=40, pause=100, step=1000):
    run(page, ADD, f'<kinetic-text {source} value="0 apples" {attributes}>0 apples</kinetic-text>')
    return play(page, DRIVE, count, pause, step)


def velocities(seen):
    """Apples a second over a fifth of a second, by the time of its end."""
    result = []
    for time, value in seen:
        before = [entry for entry in seen if entry[0] <= time - 200]
        if before:
            start = before[-1]
            result.append((time, (value - start[1]) / (time - start[0]) * 1000))
    return result


@pytest.mark.parametrize("source", ["", 'src="{service}/v1/stream"'])
@pytest.mark.parametrize("attributes", ["duration='1'", "duration='1' curve='linear'", "curve='spring(duration: 0.5)'"])
def test_values_ten_times_a_second_are_followed_at_their_speed(timed, service, source, attributes):
    seen = follow(timed, source.format(service=service.url), attributes)
    values = [value for _, value in seen]
    assert values == sorted(values)
    assert values[-1] == 40_000
    # 1,000 apples each 0.1 s.
    steady = [speed for time, speed in velocities(seen) if 2000 < time < 3800]
    median = sorted(steady)[len(steady) // 2]
    assert all(2_000 < speed < 25_000 for speed in steady)
    assert median == pytest.approx(10_000, rel=0.15)


def test_wheels_do_not_snap_when_the_value_changes(timed):
    run(timed, ADD, '<kinetic-text interpolation="odometer" curve="linear" duration="2" value="0100">0000</kinetic-text>')
    until_frames(timed, 10)
    place = play(timed, """
      const done = arguments[0];
      const places = [];
      window.label.addEventListener('kinetic-frame', ({ detail }) => {
        if (!detail.columns) return;
        const { text, offset = 0 } = detail.columns.at(-2);
        places.push(10 * (Number(text) + offset));
        if (places.length > 80) done(places);
      });
      setTimeout(() => { window.label.value = '0080'; }, 300);
    """)
    steps = [after - before for before, after in zip(place, place[1:])]
    # The wheel of the tens turns by one digit at a time, where that of the ones turns from 9 to 0.
    assert max(abs(step) for step in steps) < 12, steps


def test_a_label_goes_back_without_a_jump(timed):
    run(timed, ADD, '<kinetic-text duration="1" value="1000 m">0 m</kinetic-text>')
    until_frames(timed, 20)
    texts = play(timed, """
      const done = arguments[0];
      const texts = [window.shown()];
      window.label.addEventListener('kinetic-frame', ({ detail }) => texts.push(detail.text));
      window.label.addEventListener('kinetic-end', ({ detail }) => detail.reason === 'finished' && done(texts));
      window.label.value = '0 m';
    """)
    values = [int(re.match(r"-?\d+", text).group()) for text in texts]
    assert values[-1] == 0
    assert max(values) > values[0]
    assert [entry["detail"]["reason"] for entry in log(timed, "end")] == ["cancelled", "finished"]


def test_slow_answers_are_waited_for_while_the_label_moves_on(timed):
    run(timed, "window.clock.delay = 400")
    seen = follow(timed, "", count=25)
    values = [value for _, value in seen]
    assert values == sorted(values)
    moving = [value for time, value in seen if 1200 < time < 2500]
    assert len(set(moving)) > 20
    assert len([address for address in run(timed, "return window.asked") if "/v1/" in address]) < 12


# Keeps what each animation frame of the page shows, and when, from a change of the element until it has ended.
CHANGE = """
  const [change, done] = arguments;
  const seen = [];
  const look = () => {
    seen.push([performance.now(), window.shown()]);
    if (!seen.isOver) requestAnimationFrame(look);
  };
  window.label.addEventListener('kinetic-start', () => { seen.answered ??= performance.now(); });
  window.label.addEventListener('kinetic-end', ({ detail }) => {
    if (detail.reason === 'cancelled' || !seen.answered) return;
    seen.isOver = true;
    setTimeout(() => { look(); done([seen, seen.answered]); });
  });
  look();
  for (const [name, value] of Object.entries(change)) window.label.setAttribute(name, value);
"""


@pytest.mark.parametrize("before, change", [
    ('value="9000000"', {"value": "9500000", "numberStyle": "decimal"}),
    ('value="9000000" numberStyle="decimal"', {"value": "9500000", "numberStyle": "currency", "currency": "USD"}),
    ('value="9000000 m"', {"value": "9500000 m", "interpolation": "odometer"}),
])
def test_what_is_to_move_in_another_way_does_not_stand_still_meanwhile(timed, before, change):
    run(timed, "window.clock.delay = 200")
    run(timed, ADD, f'<kinetic-text {before} duration="3" curve="easeOutQuad">0</kinetic-text>')
    until_frames(timed, 10)
    seen, answered = play(timed, CHANGE, change)
    texts = [text for time, text in seen if time < answered]
    # Wheels show more than one number.
    counted = numbers(texts if "interpolation" in change else [text for _, text in seen])
    assert counted == sorted(counted)
    assert longest_stand([entry for entry in seen if entry[0] < answered]) < 60
    assert len(set(texts)) > 8


def numbers(texts):
    return [int(re.sub(r"\D", "", text.partition(".")[0])) for text in texts]


def longest_stand(seen):
    """The most milliseconds for which nothing changes."""
    since, longest = seen[0][0], 0
    for (_, before), (time, text) in zip(seen, seen[1:]):
        longest = max(longest, time - since)
        if text != before:
            since = time
    return longest


def test_a_value_that_is_set_and_removed_at_once_leaves_the_last(timed):
    run(timed, ADD, '<kinetic-text duration="5" value="9 apples">0 apples</kinetic-text>')
    until_frames(timed, 5)
    run(timed, "window.label.value = '5 apples'; setTimeout(() => window.label.remove(), 1)")
    until(timed, "window.shown() === '5 apples'")
    play(timed, "setTimeout(arguments[0], 300)")
    assert shown(timed) == "5 apples"


def test_stopping_stops_what_is_seen(timed):
    texts = play(timed, """
      const done = arguments[0];
      const element = document.getElementById('place');
      element.textContent = '0 m';
      window.kinetype.animate(element, { to: '9000 m', duration: 3 });
      setTimeout(() => {
        const run = window.kinetype.animate(element, { to: '5000 m', duration: 3 });
        run.cancel();
        const text = element.textContent;
        setTimeout(() => done([text, element.textContent]), 300);
      }, 500);
    """)
    assert texts[0] == texts[1]
    assert texts[0] not in ("0 m", "5000 m", "9000 m")


def test_what_follows_a_stream_that_has_caught_up_does_not_go_back(timed):
    """Frames that were held up come faster than the first: the stream is further than its first frames said."""
    texts = play(timed, """
      const done = arguments[0];
      const at = (times, text) => times.map((time, index) => ({ index, time, progress: time, text: text(time) }));
      const animation = { from: '0 m', to: '1000 m', duration: 1, frameCount: 11 };
      const streamed = at([0, 0.1, 0.2, 0.3], (time) => `${1000 * time} m`);
      const followed = at([0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4], (time) => `${1000 * time} m`);
      let stream;
      const send = (event, data) => stream.enqueue(new TextEncoder().encode(
        `${event ? `event: ${event}\\n` : ''}data: ${JSON.stringify(data)}\\n\\n`));
      window.fetch = async (url, { body } = {}) => {
        if (body) return new Response(new ReadableStream({ start: (controller) => {
          stream = controller;
          send('start', { animation });
          send(null, streamed[0]);
        } }));
        // While this is asked for, the stream catches up.
        for (const frame of streamed.slice(1)) send(null, frame);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return Response.json({ animation: { ...animation, to: '2000 m', frameCount: followed.length }, frames: followed });
      };
      const element = document.getElementById('place');
      element.textContent = '0 m';
      const texts = [];
      element.addEventListener('kinetic-frame', ({ detail }) => texts.push(detail.text));
      const options = { src: '/v1/stream', duration: 1, curve: 'linear' };
      element.addEventListener('kinetic-frame', () => {
        window.kinetype.animate(element, { ...options, to: '2000 m' }).finished.then(() => done(texts));
      }, { once: true });
      window.kinetype.animate(element, { ...options, to: '1000 m' });
    """)
    values = [int(text.partition(" ")[0]) for text in texts]
    assert 300 in values
    assert values == sorted(values)
    assert values[-1] == 400


# Sets values ten times a second, and keeps what each animation frame of the page shows.
TEN_A_SECOND = """
  const [texts, done] = arguments;
  const seen = [];
  const rest = [...texts];
  const origin = performance.now();
  const look = () => {
    const box = window.label.shadowRoot.querySelector('[aria-hidden]');
    const { text } = window.log.findLast(({ what }) => what === 'frame')?.detail ?? {};
    seen.push([performance.now() - origin, box.textContent, box.innerHTML, text]);
    if (rest.length > 0 || window.log.at(-1)?.detail.reason !== 'finished') requestAnimationFrame(look);
    else done(seen);
  };
  const timer = setInterval(() => {
    window.label.value = rest.shift();
    if (rest.length === 0) clearInterval(timer);
  }, 100);
  look();
"""


@pytest.mark.parametrize("delay", [0, 100])
@pytest.mark.parametrize("text", ["{}", "{} apples"])
def test_without_a_curve_ten_values_a_second_are_followed_half_a_second_behind(timed, text, delay):
    run(timed, "window.clock.delay = arguments[0]", delay)
    run(timed, ADD, f'<kinetic-text value="{text.format(0)}">{text.format(0)}</kinetic-text>')
    until(timed, "window.label.isSeen")
    values = [1000 * count for count in range(1, 41)]
    seen = play(timed, TEN_A_SECOND, [text.format(value) for value in values])
    numbers = [(time, int(shown.split()[0])) for time, shown, *_ in seen]
    assert [number for _, number in numbers] == sorted(number for _, number in numbers)
    # The first value, 1,000, is set after a tenth of a second.
    assert all(number >= 1000 * ((time - 500) // 100) for time, number in numbers if 600 < time < 4000)
    assert numbers[-1] == (pytest.approx(4000 + 1400, abs=700), 40_000)


@pytest.mark.parametrize("attributes", ["", 'interpolation="morph"'])
def test_without_a_curve_and_a_duration_it_moves_for_nine_tenths_of_a_second(timed, attributes):
    run(timed, ADD, f'<kinetic-text value="150" {attributes}>50</kinetic-text>')
    until_frames(timed, 1)
    start = log(timed, "start")[0]["detail"]
    assert start["curve"] == "cubic-bezier(0.12,0,0,1)" and start["duration"] == 0.9


@pytest.mark.parametrize("attributes", ['duration="1"', 'curve="ease" duration="1"', 'effect="crossFade"', 'interpolation="typewriter"'])
def test_what_has_a_time_of_its_own_keeps_it(timed, attributes):
    run(timed, ADD, f'<kinetic-text value="Ada" {attributes} interpolation="scramble">Bea</kinetic-text>')
    until_frames(timed, 1)
    start = log(timed, "start")[0]["detail"]
    assert "0.12" not in start["curve"] and start["duration"] in (0.3, 1, 2)


@pytest.mark.parametrize("delay", [0, 200])
@pytest.mark.parametrize("interpolation", ["numericText", "morph", "wave"])
def test_characters_never_stand_still_while_values_come(timed, interpolation, delay):
    run(timed, "window.clock.delay = arguments[0]", delay)
    run(timed, ADD, f'<kinetic-text value="Total 1000" interpolation="{interpolation}">Total 1000</kinetic-text>')
    until(timed, "window.label.isSeen")
    seen = play(timed, TEN_A_SECOND, [f"Total {1000 + 37 * count}" for count in range(1, 41)])
    moving = [entry for entry in seen if 600 + delay < entry[0] < 4000]
    assert longest_stand([(time, markup) for time, _, markup, _ in moving]) < 350
    # The text of a frame is that of which most is seen.
    assert longest_stand([(time, text) for time, *_, text in moving]) < 1000
    assert seen[-1][1] == "Total 2480"
