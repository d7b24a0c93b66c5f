"""The playground."""

import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from barriers import assert_no_barriers
from clock import PATIENCE, invent_time, play, until as until_so

LOREM = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore. "
PRESETS = 12
EASE = "from=100+apples&to=400+apples"


def text(browser, identifier):
    return browser.execute_script("return document.getElementById(arguments[0]).textContent", identifier)


def field(browser, name):
    return browser.find_element(By.NAME, name)


def until(browser, condition):
    return WebDriverWait(browser, PATIENCE, poll_frequency=0.02).until(condition)


def until_copied(browser, button):
    """Clicks a button until it says that it has copied: it does so for a moment, which a busy machine may miss."""
    until(browser, lambda _: button.click() or button.text.startswith("Copied"))


def until_played(browser, target):
    until_so(browser, "['announcement', 'label'].every((id) => document.getElementById(id)?.textContent === arguments[0])", target)


def open_timed(browser, service, query):
    """Opens the playground, whose time the test lets pass."""
    invent_time(browser, lambda: browser.get(f"{service.url}/?{query}"), service)


def watch_label(browser):
    """Has the page remember every text that can be seen in its label."""
    browser.execute_script("""
      const label = document.getElementById('label');
      window.shown = [];
      new MutationObserver(() => window.shown.push(label.innerText)).observe(label, { childList: true, subtree: true });
    """)


def frames(service, query):
    """The sequence, or `None` where the service does not know how."""
    try:
        with urllib.request.urlopen(f"{service.url}/v1/frames?{query}") as answer:
            return json.load(answer)["frames"]
    except urllib.error.HTTPError:
        return None


def severe(browser):
    return [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]


def test_the_page_loads_and_plays_without_errors_or_policy_violations(browser, service):
    browser.get(f"{service.url}/?{EASE}")
    until_played(browser, "400 apples")
    assert severe(browser) == []


def test_the_page_requests_nothing_from_elsewhere(browser, service):
    browser.get(service.url)
    until_played(browser, "400 apples")
    names = browser.execute_script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert len(names) >= 4
    assert [name for name in names if not name.startswith((service.url, "data:"))] == []


@pytest.mark.parametrize("index", range(PRESETS))
def test_a_preset_plays_and_ends_on_its_target(browser, service, index):
    open_timed(browser, service, "from=a&to=a")
    buttons = browser.find_elements(By.CSS_SELECTOR, "#presets button")
    assert len(buttons) == PRESETS
    button = buttons[index]
    expected = frames(service, button.get_attribute("data-query"))
    if expected is None:
        pytest.skip(f"the service does not know {button.text} yet")
    watch_label(browser)
    button.click()
    until_played(browser, expected[-1]["text"])
    shown = browser.execute_script("return window.shown")
    assert len(set(shown)) > min(len({frame["text"] for frame in expected}), 6) / 2
    assert button.get_attribute("aria-pressed") == "true"


def test_frames_arrive_one_by_one_and_204_ends_event_source(browser, service):
    browser.get(f"{service.url}/?from=a&to=a")
    # A busy machine disturbs some streams; frames that are held back are so in each.
    end = time.monotonic() + 2 * PATIENCE
    while time.monotonic() < end:
        seen = browser.execute_async_script("""
          const [query, done] = arguments;
          const source = new EventSource(`/v1/stream?${query}`);
          const arrivals = [];
          let opened = 0;
          source.onopen = () => { opened += 1; };
          source.onmessage = ({ data }) => arrivals.push([performance.now(), JSON.parse(data).time * 1000]);
          source.onerror = () => source.readyState === EventSource.CLOSED && done({ arrivals, opened });
        """, EASE + "&duration=1&fps=60&late=send")
        arrivals = seen["arrivals"]
        assert len(arrivals) == 61
        assert seen["opened"] == 1
        span = arrivals[-1][0] - arrivals[0][0]
        lateness = sorted(arrived - due for arrived, due in arrivals)
        median = lateness[len(lateness) // 2] - lateness[0]
        if 950 < span < 1200 and median < 20:
            return
    pytest.fail(f"61 frames came within {span} ms, half of them later than {median} ms")


def test_what_is_wrong_stands_beside_its_field(browser, service):
    browser.get(f"{service.url}/?{EASE}")
    until_played(browser, "400 apples")
    browser.find_element(By.CSS_SELECTOR, "#more summary").click()
    field(browser, "fps").send_keys("9999", Keys.ENTER)
    until(browser, lambda _: field(browser, "fps").get_attribute("aria-invalid"))
    note = browser.find_element(By.ID, field(browser, "fps").get_attribute("aria-describedby"))
    assert "240" in note.text
    assert text(browser, "problem") == "One setting cannot be used."
    # The curve and what can be copied are those of before, to be seen and not to be used.
    assert text(browser, "label") == ""
    usable = "return ['take', 'figure'].map((id) => !document.getElementById(id).inert)"
    assert browser.execute_script(usable) == [False, False]
    assert browser.find_element(By.ID, "plot").is_displayed() and text(browser, "tag")
    note.find_element(By.XPATH, "following-sibling::*//button[text()='Use 240']").click()
    until_played(browser, "400 apples")
    assert "fps=240" in browser.current_url
    assert not field(browser, "fps").get_attribute("aria-invalid")
    assert browser.execute_script(usable) == [True, True]


def test_the_points_of_a_curve_of_css_are_dragged(browser, service):
    browser.get(f"{service.url}/?{EASE}&duration=.2")
    until_played(browser, "400 apples")
    handles = browser.find_element(By.ID, "handles")
    # What nobody has named is no curve of CSS.
    assert not handles.is_displayed()
    browser.find_element(By.CSS_SELECTOR, "#choices [value=ease-in-out]").click()
    until(browser, lambda _: handles.is_displayed())
    handle = browser.find_element(By.ID, "handle-1")
    ActionChains(browser).click_and_hold(handle).move_by_offset(30, -40).release().perform()
    curve = until(browser, lambda _: re.fullmatch(
        r"cubic-bezier\((0\.\d+), (0\.\d+), 0\.58, 1\)", field(browser, "curve").get_property("value")))
    x, y = map(float, curve.groups())
    assert 0.42 < x < 0.7 and 0.1 < y < 0.5
    until(browser, lambda _: urllib.parse.quote_plus(curve[0]) in browser.current_url)
    until(browser, lambda _: f"cubic-bezier({x:g}, {y:g}, 0.58, 1)" in text(browser, "css") or curve[0] in text(browser, "tag"))
    handle.send_keys(Keys.ARROW_RIGHT)
    assert field(browser, "curve").get_property("value") == f"cubic-bezier({x + 0.01:.2g}, {y:g}, 0.58, 1)"


def test_the_part_that_is_wrong_is_marked(browser, service):
    browser.get(f"{service.url}/?from=1x+3&to=2&style=percent&curve={urllib.parse.quote('spring(bounce: 99)')}")
    until(browser, lambda _: browser.find_elements(By.CSS_SELECTOR, "#curve-note mark"))
    assert [mark.text for mark in browser.find_elements(By.TAG_NAME, "mark")] == ["x", "99"]
    browser.find_element(By.XPATH, "//button[text()='Use spring(bounce: 1)']").click()
    until(browser, lambda _: "bounce%3A+1%29" in browser.current_url)


def test_what_is_wrong_without_a_field_can_be_left_out(browser, service):
    browser.get(f"{service.url}/?{EASE}&rounding=bogus")
    until(browser, lambda _: "rounding" in text(browser, "elsewhere"))
    browser.find_element(By.CSS_SELECTOR, "#elsewhere button").click()
    until_played(browser, "400 apples")
    assert text(browser, "elsewhere") == text(browser, "problem") == ""


def test_texts_without_numbers_offer_what_moves_them(browser, service):
    open_timed(browser, service, "from=Hello&to=World")
    until_so(browser, "document.getElementById('to-note')?.textContent.includes('No number was found')")
    offers = browser.find_elements(By.CSS_SELECTOR, "#to ~ .offers button")
    assert [offer.text for offer in offers] == ["Use typewriter", "Use morph", "Use scramble"]
    watch_label(browser)
    offers[0].click()
    until_played(browser, "World")
    assert {"Hell", "Wor"} <= set(browser.execute_script("return window.shown"))
    assert field(browser, "interpolation").get_attribute("value") == "typewriter"
    assert browser.find_elements(By.ID, "to-note") == []


def test_a_setting_without_effect_offers_what_gives_it_one(browser, service):
    browser.get(f"{service.url}/?from=LOCKED&to=OPEN&interpolation=typewriter&seed=7&duration=.2")
    until(browser, lambda _: browser.find_elements(By.ID, "seed-note"))
    assert "has no effect" in text(browser, "seed-note").lower()
    assert [offer.text for offer in browser.find_elements(By.CSS_SELECTOR, "#seed ~ .offers button")] == [
        "Use scramble", "Leave it out"]
    browser.find_element(By.CSS_SELECTOR, "#seed ~ .offers button").click()
    until(browser, lambda _: "interpolation=scramble" in browser.current_url)
    # The run before shows this text as well, with the note.
    until(browser, lambda _: not browser.find_elements(By.ID, "seed-note"))
    until_played(browser, "OPEN")


def test_what_a_network_adds_to_a_link_is_ignored(browser, service):
    browser.get(f"{service.url}/?{EASE}&duration=.1&fbclid=x&utm_source=y")
    until_played(browser, "400 apples")
    assert text(browser, "share") == f"{service.url}/?{EASE}&duration=.1"


def test_one_goes_back_to_the_example_before(browser, service):
    browser.get(f"{service.url}/?{EASE}&duration=.1")
    until_played(browser, "400 apples")
    for name in ["Scale", "Price"]:
        browser.find_element(By.XPATH, f"//button[text()='{name}']").click()
    until_played(browser, "$1,249.00")
    browser.back()
    until_played(browser, "Two")
    assert field(browser, "effect").get_attribute("value") == "scaleFadeOut"
    browser.back()
    until_played(browser, "400 apples")


def test_half_the_speed_takes_twice_the_time(browser, service):
    open_timed(browser, service, "from=0&to=100&duration=1&fps=60&curve=linear")
    until_played(browser, "100")
    Select(browser.find_element(By.ID, "speed")).select_by_value("0.5")
    assert play(browser, """
      const [label, done] = [document.getElementById('label'), arguments[0]];
      const began = performance.now();
      new MutationObserver(() => label.textContent === '100' && done(performance.now() - began)).observe(label, {
        childList: true, subtree: true, characterData: true });
      document.getElementById('start').click();
    """) == pytest.approx(2000, abs=50)


def test_the_label_is_paused_scrubbed_stepped_and_looped(browser, service):
    browser.get(f"{service.url}/?from=0&to=100&duration=1000&fps=1&curve=linear")
    start, scrub = (browser.find_element(By.ID, name) for name in ["start", "scrub"])
    until(browser, lambda _: start.text == "Pause")
    start.click()
    until(browser, lambda _: start.text == "Play")
    browser.execute_script("""
      arguments[0].value = 500;
      arguments[0].dispatchEvent(new Event('input', { bubbles: true }));
    """, scrub)
    assert text(browser, "label") == "50"
    assert json.loads(text(browser, "frame"))["index"] == 500
    scrub.send_keys(Keys.ARROW_RIGHT * 10)
    assert text(browser, "label") == "51"
    browser.find_element(By.ID, "stop").click()
    assert text(browser, "label") == "0"
    browser.find_element(By.ID, "bench-title").click()
    browser.find_element(By.TAG_NAME, "body").send_keys(" ")
    until(browser, lambda _: start.text == "Pause")
    # What loops begins again.
    browser.get(f"{service.url}/?from=1&to=2&duration=.2&repeat=infinite")
    until(browser, lambda _: text(browser, "label") == "2")
    assert browser.find_element(By.ID, "loop").get_attribute("aria-pressed") == "true"
    until(browser, lambda _: text(browser, "label") == "1")


def test_the_label_stays_in_the_window_of_a_phone_while_one_edits(browser, service):
    metrics = {"width": 360, "height": 640, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        browser.get(f"{service.url}/?from=1+km&to=2+km&duration=.1")
        until_played(browser, "2 km")
        browser.execute_script("document.getElementById('more').open = true")
        for name in ["from", "to", "curve", "format"]:
            browser.execute_script("document.getElementById(arguments[0]).focus()", name)
            label, edited = browser.execute_script("""
              const box = (id) => document.getElementById(id).getBoundingClientRect();
              const [preview, field] = [document.querySelector('.preview').getBoundingClientRect(), box(arguments[0])];
              return [preview.top >= 0, field.top >= preview.bottom && field.bottom <= innerHeight];
            """, name)
            assert label and edited, name
        field(browser, "to").clear()
        field(browser, "to").send_keys("7 km")
        until(browser, lambda _: text(browser, "label") == "7 km")
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_curve_is_chosen_by_its_drawing_and_a_spring_by_sliders(browser, service):
    browser.get(f"{service.url}/?{EASE}&duration=.2")
    until_played(browser, "400 apples")
    with urllib.request.urlopen(f"{service.url}/v1/curves") as answer:
        curves = json.load(answer)["curves"]
    drawings = browser.find_elements(By.CSS_SELECTOR, "#choices label")
    # The favorites stand first, and with their families once more.
    drawn = [drawing.get_attribute("textContent") for drawing in drawings]
    assert sorted(drawn[8:]) == sorted(curve["example"] for curve in curves) and set(drawn[:8]) < set(drawn[8:])
    assert not browser.find_element(By.ID, "springs").is_displayed()
    browser.find_element(By.CSS_SELECTOR, "#choices [value=easeOutBack]").click()
    until(browser, lambda _: "curve=easeOutBack" in browser.current_url)
    until(browser, lambda _: text(browser, "css").startswith("linear(0, "))
    assert [level.text for level in browser.find_elements(By.CSS_SELECTOR, "#axes .level")] == ["0", "1", "1.1"]
    browser.find_element(By.CSS_SELECTOR, "#choices [value='spring(duration: 0.5, bounce: 0.3)']").click()
    bounce = browser.find_element(By.ID, "spring-bounce")
    until(browser, lambda _: bounce.is_displayed())
    bounce.send_keys(Keys.ARROW_LEFT)
    assert field(browser, "curve").get_attribute("value") == "spring(duration: 0.5, bounce: 0.25)"
    until(browser, lambda _: "bounce%3A+0.25" in browser.current_url)


def test_the_address_reproduces_the_page(browser, service):
    browser.get(f"{service.url}/?{EASE}")
    field(browser, "duration").send_keys("0.5", Keys.ENTER)
    until(browser, lambda _: "duration=0.5" in browser.current_url)
    link = browser.current_url
    browser.get("about:blank")
    browser.get(link)
    assert field(browser, "from").get_attribute("value") == "100 apples"
    assert field(browser, "duration").get_attribute("value") == "0.5"
    until_played(browser, "400 apples")
    assert text(browser, "readout") == "Frame 31 of 31 · 0.50 of 0.50 s"


def test_a_screen_reader_hears_the_final_text_only(browser, service):
    browser.get(f"{service.url}/?from=a&to=a")
    until_played(browser, "a")
    browser.execute_script("""
      window.heard = [];
      const output = document.getElementById('announcement');
      new MutationObserver(() => window.heard.push(output.textContent)).observe(output, { childList: true, subtree: true });
    """)
    browser.find_element(By.CSS_SELECTOR, "#presets button").click()
    until_played(browser, "400 apples")
    assert browser.execute_script("return window.heard") == ["400 apples"]
    assert browser.find_element(By.ID, "label").get_attribute("aria-hidden") == "true"


def test_the_keyboard_alone_suffices(browser, service):
    browser.get(f"{service.url}/?{EASE}&duration=0.2")
    until_played(browser, "400 apples")
    names = []
    for _ in range(64):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        names.append(browser.execute_script(
            "const e = document.activeElement; return e.name || e.dataset.copies || e.id || e.textContent"))
    assert names[:5] == ["Skip to the content", "Kinetype", "Playground", "Live label", "Docs"]
    assert {"start", "scrub", "Spring", "from", "curve", "choice", "effect", "tag-tab", "tag", "share"} <= set(names)
    watch_label(browser)
    browser.find_element(By.ID, "start").send_keys(Keys.ENTER)
    until(browser, lambda _: set(browser.execute_script("return window.shown")) - {"400 apples"})
    until_played(browser, "400 apples")


def test_the_snippets_are_what_they_say(browser, service):
    browser.get(f"{service.url}/?from=1+%3Cb%3E&to=2+%3Cb%3E&interpolation=none")
    until(browser, lambda _: text(browser, "url"))
    assert text(browser, "url") == f"{service.url}/v1/stream?from=1+%3Cb%3E&to=2+%3Cb%3E&interpolation=none"
    assert text(browser, "curl") == f"curl -N '{text(browser, 'url')}&as=text'"
    assert text(browser, "tag") == (
        f'<script type="module" src="{service.url}/kinetype.min.js"></script>\n'
        '<kinetic-text from="1 &lt;b>" value="2 &lt;b>" interpolation="none">2 &lt;b></kinetic-text>')


def test_each_way_to_use_it_has_a_tab(browser, service):
    browser.get(f"{service.url}/?{EASE}&duration=.1")
    until(browser, lambda _: text(browser, "tag"))
    tabs = browser.find_elements(By.CSS_SELECTOR, "#ways [role=tab]")
    browser.execute_script("arguments[0].focus()", tabs[0])
    for tab in tabs:
        panel = browser.find_element(By.ID, tab.get_attribute("aria-controls"))
        assert tab.get_attribute("aria-selected") == "true" and panel.is_displayed()
        assert len([panel for panel in browser.find_elements(By.CSS_SELECTOR, "#take .way") if panel.is_displayed()]) == 1
        browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    preview = browser.find_element(By.CSS_SELECTOR, "meta[property='og:image']").get_attribute("content")
    for picture in [text(browser, "markdown").partition("(")[2].rstrip(")"), text(browser, "picture"), preview]:
        with urllib.request.urlopen(picture) as answer:
            assert answer.headers["Content-Type"].startswith("image/")


def test_a_decay_needs_no_target(browser, service):
    browser.get(f"{service.url}/?from=0+km&to=&curve=decay(1000)&speed=10")
    until_played(browser, "498 km")
    assert browser.find_elements(By.CSS_SELECTOR, "[aria-invalid]") == []
    query = "from=0+km&curve=decay%281000%29&speed=10"
    assert browser.current_url == f"{service.url}/?{query}"
    assert text(browser, "url") == f"{service.url}/v1/stream?{query}"
    assert text(browser, "curl") == f"curl -N '{service.url}/v1/stream?{query}&as=text'"
    assert '<kinetic-text from="0 km" value="" curve="decay(1000)" speed="10">0 km</kinetic-text>' in text(browser, "tag")
    field(browser, "to").send_keys("9 km", Keys.ENTER)
    until(browser, lambda _: field(browser, "to").get_attribute("aria-invalid"))
    assert "to=9+km" in browser.current_url


def test_copying_says_so(browser, service):
    browser.get(f"{service.url}/?{EASE}")
    button = browser.find_element(By.CSS_SELECTOR, "[data-copies=tag]")
    until_copied(browser, button)


def test_copying_that_fails_does_not_say_copied(browser, service):
    browser.get(f"{service.url}/?{EASE}")
    browser.execute_script("""
      navigator.clipboard.writeText = () => Promise.reject(new Error());
      document.execCommand = () => { window.isTried = true; return false; };
    """)
    button = browser.find_element(By.CSS_SELECTOR, "[data-copies=tag]")
    button.click()
    until(browser, lambda _: browser.execute_script("return window.isTried"))
    assert not button.text.startswith("Copied")


def test_a_countdown_says_how_it_is_the_same_on_every_screen(browser, service):
    browser.get(service.url)
    note = browser.find_element(By.ID, "alike")
    until(browser, lambda _: browser.find_elements(By.CSS_SELECTOR, "#presets [aria-pressed=true]"))
    assert not note.is_displayed()
    browser.find_element(By.XPATH, "//*[@id='presets']/button[.='Countdown']").click()
    until(browser, lambda _: note.is_displayed())
    assert note.find_element(By.TAG_NAME, "a").get_attribute("href") == f"{service.url}/docs/clocks"


def test_an_address_without_texts_shows_the_first_preset(browser, service):
    browser.get(f"{service.url}/?utm_source=x")
    until_played(browser, "400 apples")


def test_a_focused_preset_is_not_clipped(browser, service):
    metrics = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        browser.get(f"{service.url}/?{EASE}")
        assert browser.execute_script("""
          const presets = document.getElementById('presets');
          return presets.firstChild.getBoundingClientRect().top - presets.getBoundingClientRect().top;
        """) >= 4
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_tag_keeps_the_ends_of_lines(browser, service):
    browser.get(f"{service.url}/?from=a&to=a%0D%0Ab")
    until(browser, lambda _: text(browser, "tag"))
    assert 'value="a&#13;\nb"' in text(browser, "tag")


def test_reduced_motion_shows_the_final_text_at_once(still_browser, service):
    # Longer than anybody waits.
    still_browser.get(f"{service.url}/?{EASE}&duration=1000&fps=1")
    until(still_browser, lambda _: text(still_browser, "label") == "400 apples")
    assert still_browser.find_element(By.ID, "still").is_displayed()
    assert text(still_browser, "readout").startswith("Frame 1001 of 1001")


def test_snippets_bring_the_key_and_leave_out_what_is_no_parameter(browser, keyed_service):
    browser.get(f"{keyed_service.url}/?from=1&to=2&duration=.1&key=sesame&style=percent")
    until_played(browser, "200%")
    assert '<kinetic-text from="1" value="2" duration=".1" apiKey="sesame" numberStyle="percent">2<' in text(browser, "tag").replace(
        'numberStyle="percent" apiKey="sesame"', 'apiKey="sesame" numberStyle="percent"')
    browser.get(f"{keyed_service.url}/?from=1&to=2&key=sesame&x%22%3E%3Cb%3E=1")
    until(browser, lambda _: text(browser, "tag"))
    assert '<kinetic-text from="1" value="2" apiKey="sesame">2<' in text(browser, "tag")


def test_a_script_in_a_text_stays_in_the_vue_component(browser, service):
    browser.get(f"{service.url}/?from=a&to=%3C/script%3Eb")
    until(browser, lambda _: text(browser, "vue"))
    assert text(browser, "vue").count("</script>") == 2  # that of the comment, and the end


@pytest.mark.parametrize("more", ["as=csv", "as=text", "lastEventId=5", "animations=%5B%5D", "late=send"])
def test_what_belongs_to_requests_does_not_disturb_the_page(browser, service, more):
    browser.get(f"{service.url}/?from=1&to=2&duration=.1&{more}")
    until_played(browser, "2")
    assert text(browser, "problem") == ""


def test_what_never_ends_is_told_to_the_tag_as_a_stream(browser, service):
    browser.get(f"{service.url}/?from=1&to=2&duration=.1&repeat=infinite&late=send")
    until(browser, lambda _: text(browser, "tag"))
    assert text(browser, "problem") == ""
    assert f'src="{service.url}/v1/stream?late=send"' in text(browser, "tag")
    assert 'repeat="infinite"' in text(browser, "tag") and " late=" not in text(browser, "tag")


def test_a_choice_that_does_not_exist_is_refused_and_kept(browser, service):
    browser.get(f"{service.url}/?{EASE}&interpolation=bogus")
    until(browser, lambda _: field(browser, "interpolation").get_attribute("aria-invalid"))
    assert "interpolation=bogus" in browser.current_url
    assert field(browser, "interpolation").get_attribute("value") == "bogus"


def test_lines_of_a_text_are_kept_until_it_is_edited(browser, service):
    browser.get(f"{service.url}/?from=a%0A1&to=a%0A2&duration=.1")
    until_played(browser, "a\n2")
    assert "to=a%0A2" in browser.current_url
    field(browser, "to").send_keys("3", Keys.ENTER)
    until_played(browser, "a23")


def test_what_is_wrong_is_told_once_and_not_while_it_is_written(browser, service):
    browser.get(f"{service.url}/?{EASE}&duration=.2")
    until_played(browser, "400 apples")
    browser.execute_script("""
      window.told = [];
      const problem = document.getElementById('problem');
      new MutationObserver(() => window.told.push(problem.textContent)).observe(problem, { childList: true });
    """)
    field(browser, "curve").send_keys("foo(")
    until(browser, lambda _: field(browser, "curve").get_attribute("aria-invalid"))
    problem = browser.find_element(By.ID, "problem")
    assert problem.get_attribute("role") == "none"
    field(browser, "curve").send_keys(Keys.ENTER)
    until(browser, lambda _: problem.get_attribute("role") == "alert")
    field(browser, "curve").send_keys(Keys.BACKSPACE, Keys.ENTER)
    until(browser, lambda _: text(browser, "curve-note") == "There is no curve foo.")
    assert browser.execute_script("return window.told") == ["One setting cannot be used."]


def test_a_link_that_cannot_be_played_shows_no_empty_boxes(browser, service):
    browser.get(f"{service.url}/?from=1&to=2&curve=foo")
    until(browser, lambda _: text(browser, "curve-note") == "There is no curve foo.")

    def shown():
        return [name for name in ("take", "figure", "frame") if browser.find_element(By.ID, name).is_displayed()]

    assert shown() == []
    field(browser, "curve").clear()
    field(browser, "curve").send_keys("linear", Keys.ENTER)
    until(browser, lambda _: shown() == ["take", "figure", "frame"])


def test_only_a_named_view_of_a_long_text_takes_the_focus(browser, service):
    browser.get(f"{service.url}/?from=&to={urllib.parse.quote(LOREM * 20 + '.')}&duration=.1")
    until(browser, lambda _: text(browser, "announcement"))
    browser.execute_script("document.querySelector('#presets :last-child').focus()")
    browser.switch_to.active_element.send_keys(Keys.TAB)
    focused = browser.switch_to.active_element
    assert (focused.get_attribute("id"), focused.get_attribute("role")) == ("view", "region")
    assert focused.get_attribute("aria-label")
    focused.send_keys(Keys.TAB)
    assert browser.switch_to.active_element.get_attribute("id") in ("scrub", "start")


def test_the_note_about_reduced_motion_follows_the_system(browser, service):
    browser.get(f"{service.url}/?{EASE}&duration=20")
    until(browser, lambda _: text(browser, "readout"))
    note = browser.find_element(By.ID, "still")
    assert not note.is_displayed()
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    try:
        until(browser, lambda _: note.is_displayed())
        until_played(browser, "400 apples")
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_the_chosen_preset_shows_in_forced_colours(browser, service):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]})
    try:
        browser.get(service.url)
        until(browser, lambda _: browser.find_elements(By.CSS_SELECTOR, "#presets [aria-pressed=true]"))
        colours = browser.execute_script("""
          return ['true', 'false'].map((pressed) => getComputedStyle(document.querySelector(`#presets [aria-pressed=${pressed}]`)).backgroundColor);
        """)
        assert colours[0] != colours[1]
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.parametrize(("width", "height"), [(375, 812), (320, 568), (1440, 1000)])
@pytest.mark.parametrize("length", [50, 180, 4000])
@pytest.mark.parametrize("parameters", ["", "&effect=crossFade"])
def test_a_text_of_any_length_leaves_the_controls_alone(browser, service, width, height, length, parameters):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        target = (LOREM * 50)[:length - 1] + "."
        browser.get(f"{service.url}/?from=&to={urllib.parse.quote(target)}&duration=.2{parameters}")
        until_played(browser, target)
        seen = browser.execute_script("""
          const label = document.getElementById('label');
          const view = document.getElementById('view');
          const box = view.getBoundingClientRect();
          const range = new Range();
          const edge = (offset, side) => {
            range.setStart(label.firstChild, offset);
            range.setEnd(label.firstChild, offset + 1);
            return range.getBoundingClientRect()[side] - box[side];
          };
          const top = edge(0, 'top');
          view.scrollTop = view.scrollHeight;
          return { top, bottom: edge(label.firstChild.length - 1, 'bottom'), isCut: getComputedStyle(view).overflowY === 'auto' };
        """)
        # A letter's box is a little higher than its line.
        assert seen["top"] >= -2
        assert seen["bottom"] <= 2
        # Effects and the like may leave the label for a moment, unless they are as long as this.
        assert seen["isCut"] == (length > 100)
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


WATCH_HERO = """
  Object.assign(window, { ends: [], wheels: [] });
  const isHero = ({ target }) => target.parentNode.id === 'hero-label';
  addEventListener('kinetic-end', (event) => { if (isHero(event)) ends.push(event.detail.text); });
  addEventListener('kinetic-frame', (event) => {
    const { shadowRoot } = event.target;
    if (isHero(event)) requestAnimationFrame(() => wheels.push(shadowRoot.querySelectorAll('[part~=digit]').length));
  });
"""


def hero_rolls(browser, service):
    """Opens the first page and sets its label; whether it was seen to roll before and then, with a wheel for each digit."""
    browser.get(service.url)
    until(browser, lambda _: browser.find_elements(By.CSS_SELECTOR, "[data-when=offered]:not([hidden])"))
    wheels = []
    for target in ("$9,100 raised", "$12,340 raised"):
        until(browser, lambda _: browser.execute_script("return ends.at(-1)") == target)
        wheels.append(max(browser.execute_script("return wheels"), default=0))
        browser.execute_script("for (const list of [ends, wheels]) list.length = 0")
        if target == "$9,100 raised":
            browser.find_element(By.CSS_SELECTOR, "#hero-set button").click()
    return min(wheels) >= 4


def test_above_the_fold_a_number_rolls_and_another_screen_moves_too(browser, service):
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH_HERO})
    metrics = {"width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    first = browser.current_window_handle
    try:
        # A busy machine may show the end of a move alone.
        until(browser, lambda _: hero_rolls(browser, service))
        # What somebody has written stays.
        assert browser.find_element(By.ID, "hero-text").get_property("value") == "$12,340 raised"
        ids = ["hero-label", "slogan", "hero-text", "hero-page", "hero-tag"]
        boxes = browser.execute_script("""
          return arguments[0].map((id) => {
            const { top, bottom, width } = document.getElementById(id).getBoundingClientRect();
            return [top >= 0, bottom <= innerHeight, width > 0];
          });
        """, ids)
        assert boxes == [[True] * 3] * len(ids)
        assert f'src="{service.url}/kinetype.min.js"' in text(browser, "hero-tag")
        assert '<kinetic-text label="_' in text(browser, "hero-tag")
        copies = browser.find_element(By.CSS_SELECTOR, "[data-copies=hero-tag]")
        until_copied(browser, copies)
        browser.find_element(By.ID, "hero-page").click()
        other, = set(browser.window_handles) - {first}
        browser.switch_to.window(other)
        label = until(browser, lambda _: browser.find_elements(By.CSS_SELECTOR, ".label kinetic-text[label]"))[0]
        until(browser, lambda _: browser.execute_script("return arguments[0].shadowRoot.textContent", label).count("$12,340 raised"))
        browser.switch_to.window(first)
        write = browser.find_element(By.ID, "hero-text")
        write.clear()
        write.send_keys("$20,000 raised", Keys.ENTER)
        browser.switch_to.window(other)
        until(browser, lambda _: browser.execute_script("return arguments[0].shadowRoot.textContent", label).count("$20,000 raised"))
    finally:
        for handle in set(browser.window_handles) - {first}:
            browser.switch_to.window(handle)
            browser.close()
        browser.switch_to.window(first)
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


@pytest.mark.parametrize("path", ["/", "/live", "/docs/number"])
def test_pages_have_a_font_of_their_own_with_figures_of_one_width(browser, service, path):
    browser.get(service.url + path)
    widths = browser.execute_async_script("""
      const done = arguments[0];
      const pen = document.createElement('canvas').getContext('2d');
      const { fontFamily } = getComputedStyle(document.body);
      Promise.all(['400', '650'].map((weight) => document.fonts.load(`${weight} 100px ${fontFamily}`))).then((faces) => {
        done([faces.map((found) => found.map(({ family, status }) => `${family.replaceAll('"', '')} ${status}`)),
          ...['400', '650'].map((weight) => {
            pen.font = `${weight} 100px ${fontFamily}`;
            return [...'0123456789'].map((digit) => pen.measureText(digit).width);
          })]);
      });
    """)
    assert widths[0] == [["Kinetype Sans loaded"]] * 2
    for each in widths[1:]:
        # Pixels where the font has 100.
        assert max(each) - min(each) < 0.2
    assert severe(browser) == []
    with urllib.request.urlopen(f"{service.url}/sans-license.txt") as answer:
        assert "SIL OPEN FONT LICENSE" in answer.read().decode()


@pytest.mark.parametrize("path", ["/", "/live"])
def test_large_figures_have_their_own_widths_at_rest(browser, service, path):
    browser.get(service.url + path)
    widths = browser.execute_async_script("""
      const done = arguments[0];
      const label = document.querySelector('.show .label');
      document.fonts.load(`650 100px ${getComputedStyle(label).fontFamily}`).then(() => {
        const probes = ['0', '1'].map((digit) => label.appendChild(Object.assign(
          document.createElement('span'), { textContent: digit, style: 'position:absolute' })));
        done(probes.map((one) => one.getBoundingClientRect().width / parseFloat(getComputedStyle(one).fontSize)));
      });
    """)
    assert widths[0] - widths[1] > 0.15


def test_lines_to_copy_fade_where_they_are_cut(browser, service):
    for path, line in [("/", ".hero-take .way"), ("/live", ".lines .snippet")]:
        browser.get(service.url + path)
        fade = browser.execute_script("return getComputedStyle(document.querySelector(arguments[0]), '::after').backgroundImage", line)
        assert fade.startswith("linear-gradient"), path


def test_the_tag_of_the_first_page_is_whole_on_a_desktop(browser, service):
    browser.get(service.url)
    assert browser.execute_script("const { scrollWidth, clientWidth } = document.querySelector('#hero-tag-panel pre'); return scrollWidth <= clientWidth")


def test_rare_fields_are_folded_until_they_say_something(browser, service):
    browser.get(f"{service.url}/?{EASE}&duration=.1")
    until_played(browser, "400 apples")
    named = ["from", "to", "curve", "duration", "interpolation", "effect", "fps", "locale", "format"]
    assert [name for name in named if not field(browser, name).is_displayed()] == ["fps", "locale", "format"]
    browser.find_element(By.CSS_SELECTOR, "#more summary").click()
    assert all(field(browser, name).is_displayed() for name in named)
    browser.get(f"{service.url}/?{EASE}&duration=.1&locale=de")
    until_played(browser, "400 apples")
    assert field(browser, "locale").is_displayed()


def test_how_wheels_turn_is_chosen_where_there_are_wheels(browser, service):
    browser.get(f"{service.url}/?from=98&to=112&duration=.1")
    until_played(browser, "112")
    assert not field(browser, "columnMode").is_displayed()
    Select(field(browser, "interpolation")).select_by_visible_text("odometer")
    mode = Select(field(browser, "columnMode"))
    assert [option.text for option in mode.options] == ["as a counter", "carry", "continuous", "digit", "auto"]
    mode.select_by_visible_text("digit")
    until(browser, lambda _: 'columnMode="digit"' in text(browser, "tag"))


def test_what_to_copy_stands_beside_the_settings_below_the_label(browser, service):
    browser.get(f"{service.url}/?{EASE}&duration=.1")
    until(browser, lambda _: browser.find_element(By.ID, "take").is_displayed())
    preview, take, settings = (browser.find_element(By.CSS_SELECTOR, part).rect for part in (".preview", "#take", "#settings"))
    assert preview["y"] + preview["height"] <= take["y"] < preview["y"] + preview["height"] + 50
    assert take["x"] + take["width"] <= settings["x"] and take["y"] < settings["y"] + settings["height"]


def test_the_picker_marks_what_is_chosen(browser, service):
    for curve, chosen in [("", "easeInOut(2.5)"), ("easeOutBack", "easeOutBack"),
                          ("spring(duration: 0.7, bounce: 0.1)", "spring(duration: 0.5, bounce: 0.3)"), ("steps(9)", "steps(4, jump-none)")]:
        browser.get(f"{service.url}/?{EASE}&duration=.1&curve={urllib.parse.quote(curve)}")
        until_played(browser, "400 apples")
        marked = browser.execute_script("""
          return [...document.querySelectorAll('#choices label')]
            .filter((label) => getComputedStyle(label).boxShadow !== 'none').map((label) => label.querySelector('input').value);
        """)
        assert marked == [chosen]
        box, drawing = browser.execute_script("""
          const box = (part) => { const { top, bottom } = document.querySelector(part).getBoundingClientRect(); return [top, bottom]; };
          return [box('#choices'), box('#choices label:has(:checked)')];
        """)
        assert box[0] <= drawing[0] and drawing[1] <= box[1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_plots_have_the_colours_of_the_pages(browser, service, scheme):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    try:
        browser.get(f"{service.url}/v1/curve?curve=bouncy&as=svg")
        plot = browser.execute_script("return getComputedStyle(document.querySelector('path.curve')).stroke")
        browser.get(service.url)
        page = browser.execute_script("""
          const pen = document.createElement('canvas').getContext('2d');
          pen.fillStyle = getComputedStyle(document.querySelector('.brand path')).stroke;
          pen.fillRect(0, 0, 1, 1);
          return `rgb(${[...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).join(', ')})`;
        """)
        assert plot == page
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.parametrize("scheme, width", [("light", 1440), ("dark", 390)])
def test_axe_finds_no_barrier(browser, service, scheme, width):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        browser.get(service.url)
        for state in ("offered", "own"):
            until(browser, lambda _: browser.find_elements(By.CSS_SELECTOR, f"[data-when={state}]:not([hidden])"))
            assert_no_barriers(browser)
            browser.find_element(By.CSS_SELECTOR, "#hero-set button").click()
        browser.get(f"{service.url}/?{EASE}&duration=0.2&fps=9999")
        until(browser, lambda _: field(browser, "fps").get_attribute("aria-invalid"))
        assert_no_barriers(browser)
        browser.get(f"{service.url}/live")
        browser.find_element(By.CSS_SELECTOR, "#setter button").click()
        until(browser, lambda _: browser.find_elements(By.CSS_SELECTOR, ".lines:not([hidden])"))
        assert_no_barriers(browser)
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.parametrize("width", [320, 390, 768, 1100])
def test_nothing_sticks_out_of_the_window(browser, service, width):
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        long = urllib.parse.quote("Donaudampfschifffahrtsgesellschaftskapitän " * 4)
        browser.get(f"{service.url}/?from={long}1&to={long}2&duration=0.2")
        until(browser, lambda _: text(browser, "announcement") != "")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


SHIFTED = """
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted.push(value);
  }).observe({ type: 'layout-shift', buffered: true });
"""


@pytest.mark.parametrize("path", ["/", "/live", "/labels/nobody-has-set-it", "/labels/shifts"])
@pytest.mark.parametrize("width", [360, 1280, 1440])
def test_what_loads_shifts_little(browser, service, path, width):
    """Whatever moves counts here, labels that grow as well: Chromium's own sum is what search engines rank by."""
    request = urllib.request.Request(
        f"{service.url}/v1/labels/shifts", b'{"to": "$9,100 raised"}', {"Content-Type": "application/json"}, method="PUT")
    urllib.request.urlopen(request).close()
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SHIFTED})
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        browser.get(service.url + path)
        shown = {"/": "[data-when=offered]:not([hidden])", "/live": "#setter", "/labels/nobody-has-set-it": "#note:not([hidden])",
                 "/labels/shifts": "kinetic-text"}[path]
        until(browser, lambda _: browser.find_elements(By.CSS_SELECTOR, shown))
        if path == "/":
            until(browser, lambda _: browser.execute_script(
                "return document.querySelector('#hero-label kinetic-text').shadowRoot.textContent").count("9,100"))
        time.sleep(1.5)
        assert browser.execute_script("return shifted.reduce((sum, value) => sum + value, 0)") < 0.05
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
