"""Answers that a page of another origin tries to run as scripts, or may show as pictures."""

import urllib.parse

import pytest

LOADED = """const [kind, address, done] = arguments
const element = document.createElement(kind)
element.onload = () => done('loaded')
element.onerror = () => done('refused')
element.src = address
document.head.append(element)"""


def address(service, path, **parameters):
    return f"{service.url}{path}?{urllib.parse.urlencode(parameters, quote_via=urllib.parse.quote)}"


@pytest.mark.parametrize(("path", "form"), [
    *(("/v1/frames", form) for form in ["text", "csv", "json", "ndjson", "vtt", "svg"]),
    *(("/v1/stream", form) for form in ["text", "ndjson"])])
def test_no_answer_runs_as_a_script(browser, service, other_origin, path, form):
    browser.get(other_origin.url + "/")
    form = {"as": form, "duration": "0", "to": "window.ran=1"}
    assert browser.execute_async_script(LOADED, "script", address(service, path, **form)) == "refused"
    assert browser.execute_script("return window.ran") is None


def test_the_module_and_pictures_may_be_used_by_any_page(browser, service, other_origin):
    browser.get(other_origin.url + "/")
    picture = address(service, "/v1/frames", **{"from": "1", "to": "2", "as": "svg"})
    assert browser.execute_async_script(LOADED, "img", picture) == "loaded"
    imported = "import(arguments[0]).then(() => arguments[1]('loaded'), error => arguments[1](String(error)))"
    assert browser.execute_async_script(imported, f"{service.url}/kinetype.js") == "loaded"


@pytest.mark.parametrize("field", ["Cache-Control", "Pragma", "X-Requested-With", "Last-Event-ID", "Authorization"])
def test_a_page_elsewhere_may_send_what_clients_of_event_streams_send(browser, service, other_origin, field):
    """Each makes the browser ask before (WHATWG Fetch, CORS-preflight fetch)."""
    browser.get(f"{other_origin.url}/bare")
    script = """
      const [address, field, done] = arguments;
      fetch(address, { headers: { Accept: 'text/event-stream', [field]: 'no-cache' } })
        .then((answer) => answer.text()).then(done, (error) => done(`${error}`));"""
    assert "event: end" in browser.execute_async_script(script, f"{service.url}/v1/stream?from=1&to=2&duration=0.1", field)
