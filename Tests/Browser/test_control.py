"""An animation that is paused, sought, turned round and done again."""

import time

import pytest
from selenium.webdriver.support.ui import WebDriverWait

from test_element import ADD, log, page, run, shown, until_ended, until_frames  # noqa: F401

STREAM = 'src="{service}/v1/stream"'


def add(page, service, source="", duration=2):
    run(page, ADD, f'<kinetic-text {source.format(service=service.url)} curve="linear" duration="{duration}" value="1000 m">0 m</kinetic-text>')
    until_frames(page, 5)


def until_shown(page, text):
    WebDriverWait(page, 20, poll_frequency=0.02).until(lambda _: shown(page) == text)


@pytest.mark.parametrize("source", ["", STREAM])
def test_it_stands_while_it_is_paused_and_goes_on_from_there(page, service, source):
    add(page, service, source)
    run(page, "window.label.pause()")
    time.sleep(1)
    before = shown(page)
    time.sleep(3)
    assert shown(page) == before
    assert log(page, "end") == []
    count = len(log(page, "frame"))
    run(page, "window.label.play()")
    assert until_ended(page)["detail"] == {"reason": "finished", "text": "1000 m", "problem": None}
    values = [int(entry["shown"].split()[0]) for entry in log(page, "frame")[count:]]
    assert values == sorted(values)
    assert values[0] - int(before.split()[0]) < 500


@pytest.mark.parametrize("source", ["", STREAM])
def test_it_shows_what_belongs_to_a_time(page, service, source):
    add(page, service, source, duration=4)
    run(page, "window.label.pause()")
    for milliseconds, text in [(2000, "500 m"), (1000, "250 m"), (4000, "1000 m"), (0, "0 m")]:
        run(page, "window.label.seek(arguments[0])", milliseconds)
        until_shown(page, text)
    assert log(page, "end") == []


@pytest.mark.parametrize("source", ["", STREAM])
def test_it_turns_round_and_ends_where_it_began(page, service, source):
    add(page, service, source)
    run(page, "window.label.reverse()")
    assert until_ended(page)["detail"] == {"reason": "finished", "text": "0 m", "problem": None}
    assert shown(page) == run(page, "return window.spoken()") == "0 m"
    # The next value sets out from there.
    run(page, "window.label.value = '500 m'")
    assert until_ended(page, 2)["detail"]["text"] == "500 m"


def test_it_comes_to_its_end_at_once(page, service):
    add(page, service, duration=60)
    run(page, "window.label.finish()")
    assert until_ended(page)["detail"] == {"reason": "finished", "text": "1000 m", "problem": None}


def test_what_is_over_is_done_again(page, service):
    add(page, service, duration=0.3)
    until_ended(page)
    count = len(log(page, "frame"))
    run(page, "window.label.play()")
    until_ended(page, 2)
    assert log(page, "frame")[count]["shown"] == "0 m"
    run(page, "window.label.reverse()")
    assert until_ended(page, 3)["detail"]["text"] == "0 m"


def test_the_function_gives_the_same_control(page):
    text = page.execute_async_script("""
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
