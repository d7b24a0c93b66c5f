"""REDbot's opinion of the answers that caches may see."""

import re
import subprocess

import pytest

# Statements of fact, and one hint: `public` is not needed without credentials, but does no harm.
FINE = """\
The server's clock is correct.
The Content-Length header is correct.
This response allows all caches to store it.
This response is fresh for 24 hours.
Cache-Control: public is probably not necessary.
In exceptional circumstances, caches can serve this response stale.
If-None-Match conditional requests are supported.
This response can't be stored by caches.
The resource could not be found.
This response instructs browsers not to 'sniff' its media type.
This response is only available for reading to requests from the same origin.
Content negotiation for gzip compression is supported, saving N%.
""".splitlines()


@pytest.mark.parametrize("path", [
    "/v1/frames?from=1&to=9", "/v1/frames?from=1&to=9&as=csv", "/v1/frame?from=1&to=9&index=3", "/healthz", "/nowhere"])
def test_redbot_has_nothing_to_complain_about(service, path):
    # `Date` counts whole seconds, so an answer that is read after the next second has begun looks a second old to REDbot.
    # What is wrong with the answer itself stands in every report.
    complaints = complaints_about(service, path)
    for _ in range(2):
        if complaints:
            complaints = [complaint for complaint in complaints_about(service, path) if complaint in complaints]
    assert complaints == []


def complaints_about(service, path):
    report = subprocess.run(
        ["redbot", "-o", "text", f"http://127.0.0.1:{service.port}{path}"], capture_output=True, text=True, timeout=60)
    notes = re.findall(r"^ +\* (.*[^:\n])$", re.sub(r"\d+%", "N%", report.stdout), re.MULTILINE)
    assert len(notes) >= 3, report.stdout + report.stderr
    return [note for note in notes if note not in FINE]
