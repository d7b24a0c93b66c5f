"""The sequence as a picture that plays by itself (`as=svg`)."""

import pytest

APPLES = "/v1/frames?from=100%20apples&to=400%20apples&as=svg"
VISIBLE = """return [...document.querySelectorAll('text')]
  .filter(text => getComputedStyle(text).visibility === 'visible' && getComputedStyle(text).display !== 'none')
  .map(text => text.firstChild.data)"""


def shown_at(browser, seconds):
    browser.execute_script(
        "document.documentElement.pauseAnimations(); document.documentElement.setCurrentTime(arguments[0])", seconds)
    return browser.execute_script(VISIBLE)


@pytest.mark.parametrize(("seconds", "expected"), [(0, "100 apples"), (1, "250 apples"), (2, "400 apples"), (99, "400 apples")])
def test_a_picture_shows_one_text_at_a_time(browser, service, seconds, expected):
    browser.get(service.url + APPLES)
    assert shown_at(browser, seconds) == [expected]


def test_texts_are_escaped(browser, service):
    browser.get(service.url + "/v1/frames?from=%3Cb%3E%26%221&to=%3Cb%3E%26%222&as=svg&duration=1")
    assert shown_at(browser, 1) == ['<b>&"2']


def test_who_prefers_less_motion_sees_the_target(still_browser, service):
    still_browser.get(service.url + APPLES)
    assert shown_at(still_browser, 0.5) == ["400 apples"]


def test_it_plays_inside_an_image(browser, service, other_origin):
    browser.get(service.url + "/healthz")
    size = browser.execute_async_script(
        """const image = new Image()
        image.onload = () => arguments[1]([image.naturalWidth, image.naturalHeight])
        image.onerror = () => arguments[1](null)
        image.src = arguments[0]""", service.url + APPLES)
    assert size and size[0] > 200 and size[1] == 72
