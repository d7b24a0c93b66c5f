"""An animation that is paused, sought, turned round and done again."""

import pytest

from clock import play, until
from test_element import ADD, log, run, shown, timed, until_ended, until_frames  # noqa: F401

STREAM = 'src="{service}/v1/stream"'


def add(timed, service, source="", duration=2):
    run(timed, ADD, f'<kinetic-text {source.format(service=service.url)} curve="linear" duration="{duration}" value="1000 m">0 m</kinetic-text>')
    until_frames(timed, 5)


@pytest.mark.parametrize("source", ["", STREAM])
def test_it_stands_while_it_is_paused_and_goes_on_from_there(timed, service, source):
    add(timed, service, source)
    run(timed, "window.label.pause()")
    play(timed, "setTimeout(arguments[0], 1000)")
    before = shown(timed)
    play(timed, "setTimeout(arguments[0], 3000)")
    assert shown(timed) == before
    assert log(timed, "end") == []
    count = len(log(timed, "frame"))
    run(timed, "window.label.play()")
    assert until_ended(timed)["detail"] == {"reason": "finished", "text": "1000 m", "problem": None}
    values = [int(entry["shown"].split()[0]) for entry in log(timed, "frame")[count:]]
    assert values == sorted(values)
    assert values[0] - int(before.split()[0]) < 500


@pytest.mark.parametrize("source", ["", STREAM])
def test_it_shows_what_belongs_to_a_time(timed, service, source):
    add(timed, service, source, duration=4)
    run(timed, "window.label.pause()")
    for milliseconds, text in [(2000, "500 m"), (1000, "250 m"), (4000, "1000 m"), (0, "0 m")]:
        run(timed, "window.label.seek(arguments[0])", milliseconds)
        until(timed, "window.shown() === arguments[0]", text)
    assert log(timed, "end") == []


@pytest.mark.parametrize("source", ["", STREAM])
def test_it_turns_round_and_ends_where_it_began(timed, service, source):
    add(timed, service, source)
    run(timed, "window.label.reverse()")
    assert until_ended(timed)["detail"] == {"reason": "finished", "text": "0 m", "problem": None}
    assert shown(timed) == run(timed, "return window.spoken()") == "0 m"
    # The next value sets out from there.
    run(timed, "window.label.value = '500 m'")
    assert until_ended(timed, 2)["detail"]["text"] == "500 m"


def test_it_comes_to_its_end_at_once(timed, service):
    add(timed, service, duration=60)
    run(timed, "window.label.finish()")
    assert until_ended(timed)["detail"] == {"reason": "finished", "text": "1000 m", "problem": None}


def test_what_is_over_is_done_again(timed, service):
    add(timed, service, duration=0.3)
    until_ended(timed)
    count = len(log(timed, "frame"))
    run(timed, "window.label.play()")
    until_ended(timed, 2)
    assert log(timed, "frame")[count]["shown"] == "0 m"
    run(timed, "window.label.reverse()")
    assert until_ended(timed, 3)["detail"]["text"] == "0 m"


def test_the_function_gives_the_same_control(timed):
    text = play(timed, """
      const done = arguments[0];
      const element = document.getElementById('place');
      element.textContent = '0 m';
      const run = window.kinetype.animate(element, { to: '1000 m', duration: 4, curve: 'linear' });
      run.pause();
      run.seek(1000);
      element.addEventListener('kinetic-frame', ({ detail }) => detail.text === '250 m' && setTimeout(() => {
        const { textContent } = element;
        run.finish();
        run.finished.then((reason) => done([textContent, reason, element.textContent]));
      }, 300));
    """)
    assert text == ["250 m", "finished", "1000 m"]


def test_what_is_over_and_paused_stands_where_it_ended(timed, service):
    add(timed, service, duration=0.3)
    until_ended(timed)
    count = len(log(timed, "frame"))
    run(timed, "window.label.pause()")
    play(timed, "setTimeout(arguments[0], 1000)")
    assert shown(timed) == "1000 m" and len(log(timed, "frame")) == count
    # It stands at what is sought in it, too, until it is to go on.
    run(timed, "window.label.seek(150)")
    play(timed, "setTimeout(arguments[0], 1000)")
    assert shown(timed) == "500 m" and len(log(timed, "end")) == 1
    run(timed, "window.label.play()")
    assert until_ended(timed, 2)["detail"]["text"] == "1000 m"
