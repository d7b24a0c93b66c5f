"""The sequence as a picture that plays by itself (`as=svg`)."""

import urllib.request

import pytest
from selenium.webdriver.support.ui import WebDriverWait

from clock import PATIENCE
from running import put

FRAMES = "/v1/frames?as=svg&"
APPLES = FRAMES + "from=100%20apples&to=400%20apples"
VISIBLE = """return [...document.querySelectorAll('text')]
  .filter(text => text.getClientRects().length && text.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .map(text => text.firstChild.data)"""


def seek(browser, seconds):
    browser.execute_script(
        """for (const picture of document.querySelectorAll('svg')) {
          picture.pauseAnimations?.()
          picture.setCurrentTime?.(arguments[0])
        }""", seconds)


def shown_at(browser, seconds):
    seek(browser, seconds)
    return browser.execute_script(VISIBLE)


def style(browser, selector, name):
    return browser.execute_script(
        "return [...document.querySelectorAll(arguments[0])].map(element => getComputedStyle(element)[arguments[1]])",
        selector, name)


def prefer(browser, name, value):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": name, "value": value}]})


@pytest.mark.parametrize(("seconds", "expected"), [(0, "100 apples"), (1, "250 apples"), (2, "400 apples"), (99, "400 apples")])
def test_a_picture_shows_one_text_at_a_time(browser, service, seconds, expected):
    browser.get(service.url + APPLES)
    assert shown_at(browser, seconds) == [expected]


def test_texts_are_escaped_and_blanks_stay(browser, service):
    browser.get(service.url + FRAMES + "from=%3Cb%3E%26%22%20%201&to=%3Cb%3E%26%22%20%202&duration=1")
    assert shown_at(browser, 1) == ['<b>&"  2']
    blanks = browser.execute_script(
        "return [...document.querySelectorAll('.moving text')].at(-1).getSubStringLength(4, 2)")
    assert blanks > 40


def test_who_prefers_less_motion_sees_the_target(still_browser, service):
    for query in (APPLES, FRAMES + "from=200&to=400%20apples&effect=scrollUp"):
        still_browser.get(service.url + query)
        assert shown_at(still_browser, 0.5) == ["400 apples"]


def test_wheels_roll(browser, service):
    browser.get(service.url + FRAMES + "from=8&to=12&interpolation=odometer&curve=linear&duration=4")
    wheels = """return [...document.querySelectorAll('[mask] text')].filter(text => text.checkVisibility({ opacityProperty: true }))
      .map(text => -text.transform.animVal.getItem(0).matrix.f / 57.6)"""
    for seconds, expected in ((0.5, [8.5]), (1.5, [9.5, 0.5]), (1.75, [9.75, 0.75]), (3.5, [1.5, 1])):
        seek(browser, seconds)
        assert sorted(browser.execute_script(wheels), reverse=True) == pytest.approx(expected, abs=0.05)


def test_labels_fade_into_each_other(browser, service):
    browser.get(service.url + FRAMES + "from=one&to=two&effect=crossFade&curve=linear&duration=2")
    assert shown_at(browser, 0.5) == ["one", "two"]
    assert [float(value) for value in style(browser, ".moving text", "opacity")] == pytest.approx([0.75, 0.25], abs=0.02)
    assert shown_at(browser, 2) == ["two"]


def test_characters_of_a_morph_move(browser, service):
    browser.get(service.url + FRAMES + "from=ab&to=bc&interpolation=morph&duration=2")
    left = """return [...document.querySelectorAll('.moving text')].find(text => text.textContent === 'b')
      .getBoundingClientRect().x"""
    places = []
    for seconds in (0, 0.8, 2):
        seek(browser, seconds)
        places.append(browser.execute_script(left))
    assert places[0] - places[2] > 20
    assert places[0] - 1 > places[1] > places[2] + 1
    assert shown_at(browser, 2) == ["b", "c"]


def test_it_repeats_for_ever(browser, service):
    for query in ("from=0&to=9", "from=0&to=9&interpolation=odometer"):
        browser.get(service.url + FRAMES + query + "&curve=linear&duration=10&repeat=infinite&delay=2")
        marks = """return [...document.querySelectorAll('.moving text')].map(text =>
          [getComputedStyle(text).visibility, [...text.transform.animVal].map(step => step.matrix.f).join()])"""
        states = []
        for seconds in (1, 2, 5.5, 15.5, 1205.5):
            seek(browser, seconds)
            states.append(browser.execute_script(marks))
        assert states[0] == states[1] != states[2]
        assert states[2] == states[3] == states[4]


def test_pictures_in_a_page_touch_nothing_else(browser, still_browser, service, tmp_path):
    queries = ("from=1&to=9&theme=dark", "from=1&to=9&interpolation=odometer&color=red", "from=a&to=b&effect=fadeIn")
    pictures = [urllib.request.urlopen(service.url + FRAMES + query).read().decode() for query in queries]
    foreign = "<svg id=foreign><text y=20 class=still>foreign</text><g class=moving><text y=40>chart</text></g></svg>"
    page = tmp_path / "page.html"
    page.write_text(f"<!doctype html><meta charset=utf-8>{foreign}{''.join(pictures)}")
    for some in (browser, still_browser):
        some.get(page.as_uri())
        seek(some, 0.1)
        assert style(some, "#foreign text", "fill") == ["rgb(0, 0, 0)"] * 2
        assert style(some, "#foreign text", "visibility") == ["visible"] * 2
        assert some.execute_script("return [...document.querySelectorAll('#foreign text')].every(text => text.checkVisibility())")
        assert style(some, "svg:not(#foreign)", "fill") == ["rgb(242, 241, 236)", "rgb(255, 0, 0)", "rgb(26, 26, 24)"]


def test_texts_are_as_dark_as_a_white_page_needs_them(browser, service, tmp_path):
    """Also where the system is dark, of which pages need not know."""
    page = tmp_path / "page.html"
    page.write_text(f'<!doctype html><body style="background: white"><img src="{service.url}{APPLES}">')
    try:
        for preference in ("light", "dark"):
            prefer(browser, "prefers-color-scheme", preference)
            browser.get(page.as_uri())
            image = browser.find_element("tag name", "img")
            WebDriverWait(browser, PATIENCE).until(lambda _: image.get_property("naturalWidth"))
            darkest = browser.execute_async_script("""
              const [shown, done] = arguments;
              const image = Object.assign(new Image(), { src: `data:image/png;base64,${shown}` });
              image.decode().then(() => {
                const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
                pen.drawImage(image, 0, 0);
                done(pen.getImageData(0, 0, image.width, image.height).data.reduce((least, value) => Math.min(least, value)));
              });
            """, image.screenshot_as_base64)
            assert darkest < 60, preference
    finally:
        prefer(browser, "prefers-color-scheme", "")


def test_a_page_of_another_origin_shows_every_picture_that_anybody_may_see(browser, service, tmp_path):
    # The version is 1 where no label was deleted before.
    seen = put(service, "anybody-sees", to="1")["version"]
    private = put(service, "few-see", to="1", private=True)["version"]
    paths = [f"/v1/frames?from=1&to=3&duration=0.1&as={form}" for form in ("svg", "gif", "apng")]
    paths += [f"/v1/labels/anybody-sees/frames?version={seen}&as={form}" for form in ("svg", "gif", "apng")]
    paths += [f"/labels/anybody-sees.{form}" for form in ("svg", "gif", "png")]
    paths += ["/v1/labels/anybody-sees?as=svg", "/v1/labels/anybody-sees?as=apng", "/v1/curve?curve=ease&as=svg"]
    # What a page of this machine may see is for no other page.
    hidden = ["/labels/few-see.png"] + [f"/v1/labels/few-see{rest}" for rest in ("?as=svg", "?as=gif", f"/frames?version={private}&as=gif")]
    page = tmp_path / "page.html"
    page.write_text("<!doctype html>" + "".join(f'<img src="{service.url}{path}">' for path in paths + hidden))
    browser.get(page.as_uri())
    WebDriverWait(browser, PATIENCE).until(
        lambda _: browser.execute_script("return [...document.images].every(image => image.complete)"))
    shown = browser.execute_script("return [...document.images].map(image => image.naturalWidth > 0)")
    assert dict(zip(paths + hidden, shown, strict=True)) == dict.fromkeys(paths, True) | dict.fromkeys(hidden, False)


def test_texts_are_as_the_viewer_wants_them_where_that_is_asked(browser, service):
    browser.get(f"{service.url}{APPLES}&theme=auto")
    try:
        for preference, expected in (("light", "rgb(26, 26, 24)"), ("dark", "rgb(242, 241, 236)")):
            prefer(browser, "prefers-color-scheme", preference)
            assert set(style(browser, "text", "fill")) == {expected}
    finally:
        prefer(browser, "prefers-color-scheme", "")


@pytest.mark.parametrize("query", ["", "&interpolation=odometer", "&interpolation=morph", "&effect=scrollUp"])
def test_a_font_keeps_the_shapes_of_its_letters(browser, service, query):
    """Each letter is as wide as the font has it: what is left is between them."""
    browser.get(f"{service.url}{FRAMES}from=100 mills&to=400 wills{query}&font=Liberation Serif&duration=4")
    seek(browser, 2)
    stretched = browser.execute_script("""
      return [...document.querySelectorAll('text')].filter((text) => text.lengthAdjust.baseVal !== 1).length;
    """)
    assert stretched == 0
    if not query:
        assert browser.execute_script("return document.querySelectorAll('[textLength]').length") == 0


def test_a_clock_moves_on_inside_an_image_where_no_script_runs(browser, still_browser, service, tmp_path):
    put(service, "clock", to="5:00:00", rate=-1)
    page = tmp_path / "page.html"
    page.write_text(f'<!doctype html><img src="{service.url}/labels/clock.svg"><img src="{service.url}/labels/clock.gif">')
    # A clock tells the time also to who asks for less motion.
    for some in (browser, still_browser):
        some.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            some.get(page.as_uri())
            for image in some.find_elements("tag name", "img"):
                seen = []
                WebDriverWait(some, PATIENCE).until(
                    lambda _, image=image, seen=seen: len(set(seen)) > 2 or seen.append(image.screenshot_as_png))
        finally:
            some.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_it_plays_inside_an_image(browser, service, other_origin):
    browser.get(service.url + "/healthz")
    size = browser.execute_async_script(
        """const image = document.body.appendChild(new Image())
        image.onload = () => arguments[1]([image.naturalWidth, image.naturalHeight])
        image.onerror = () => arguments[1](null)
        image.src = arguments[0]""", service.url + FRAMES + "from=100&to=999&interpolation=odometer&duration=20")
    assert size and size[0] > 100 and size[1] == 72
    image = browser.find_element("tag name", "img")
    first = image.screenshot_as_png
    WebDriverWait(browser, PATIENCE).until(lambda _: image.screenshot_as_png != first)
