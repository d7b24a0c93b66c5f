"""The forms of a sequence that programs of others open: recordings of terminals, Lottie and captions."""

import csv
import html
import io
import json
import urllib.parse

import lottie.parsers.tgs
import pyte
import pysubs2
import pytest
import webvtt
from asciinema.asciicast import open_from_url

SEQUENCES = [
    {"from": "1", "to": "30", "duration": "1"},
    {"from": "9 apples", "to": "10 <pears> & \"more\"", "interpolation": "typewriter", "delay": "0.5"},
    {"from": "0", "to": "99", "curve": "easeOutBack", "repeat": "2", "autoreverse": "true"},
    {"from": "5", "to": "5"},
]


def ask(service, form, parameters):
    status, headers, body = service.get(f"/v1/frames?{urllib.parse.urlencode(parameters | {'as': form})}")
    assert status == 200, body
    return headers, body


def frames(service, parameters):
    """The time and the text of each frame."""
    rows = csv.DictReader(io.StringIO(ask(service, "csv", parameters | {"csv": "raw"})[1].decode()))
    return [(float(row["time"]), row["text"]) for row in rows]


def seconds(timestamp):
    hours, minutes, rest = timestamp.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


def recording(service, parameters, tmp_path):
    headers, body = ask(service, "cast", parameters)
    assert headers["Content-Type"] == "application/x-asciicast"
    path = tmp_path / "recording.cast"
    path.write_bytes(body)
    with open_from_url(str(path)) as cast:
        header = json.loads(body.split(b"\n")[0])
        return header, [(float(time), text) for time, kind, text in cast.events() if kind == "o"]


@pytest.mark.parametrize("parameters", SEQUENCES)
def test_asciinema_opens_a_recording_and_a_terminal_shows_each_text_in_its_place(service, parameters, tmp_path):
    header, events = recording(service, parameters, tmp_path)
    screen = pyte.Screen(header["width"], header["height"])
    stream = pyte.Stream(screen)
    expected = frames(service, parameters)
    assert events[-1][0] == expected[-1][0]
    for index, (time, output) in enumerate(events):
        stream.feed(output)
        following = events[index + 1][0] if index + 1 < len(events) else float("inf")
        shown = [text for start, text in expected if time <= start < following]
        assert {text.rstrip() for text in shown} <= {screen.display[0].rstrip()}
    assert screen.display[0].rstrip() == expected[-1][1].rstrip()
    assert "".join(screen.display[1:]).strip() == "" and (screen.cursor.y, screen.cursor.x) == (1, 0)


@pytest.mark.parametrize("parameters, below", [
    ({"from": "old", "to": "new", "effect": "scrollUp"}, "new"), ({"from": "5", "to": "6", "interpolation": "odometer"}, "6"),
])
def test_a_recording_shows_what_comes_on_the_line_below(service, parameters, below, tmp_path):
    header, events = recording(service, parameters, tmp_path)
    screen = pyte.Screen(header["width"], header["height"])
    stream = pyte.Stream(screen)
    seen = []
    for _, output in events:
        stream.feed(output)
        seen.append([line.rstrip() for line in screen.display])
    assert header["height"] == 3
    assert [parameters["from"], below, ""] in seen and seen[-1] == [parameters["to"], "", ""]


@pytest.mark.parametrize("parameters", SEQUENCES)
def test_a_lottie_player_has_a_document_for_each_text(service, parameters):
    headers, body = ask(service, "lottie", parameters)
    assert headers["Content-Type"] == "video/lottie+json"
    animation = lottie.parsers.tgs.parse_tgs(io.BytesIO(body))
    layer, = animation.layers
    assert isinstance(layer, lottie.objects.TextLayer)
    expected = frames(service, parameters)
    keyframes = layer.data.data.keyframes
    for time, text in expected:
        shown = [keyframe for keyframe in keyframes if keyframe.time <= time * animation.frame_rate + 1e-6][-1]
        assert shown.start.text == text
    assert animation.in_point == 0 and animation.out_point >= expected[-1][0] * animation.frame_rate + 1
    assert animation.width > 0 and animation.height > 0


@pytest.mark.parametrize("parameters", SEQUENCES)
def test_another_reader_of_captions_opens_a_track(service, parameters):
    captions = webvtt.from_string(ask(service, "vtt", parameters)[1].decode())
    for time, text in frames(service, parameters):
        shown = [caption for caption in captions if seconds(caption.start) <= time + 0.0005 < seconds(caption.end)]
        # An empty text has no caption.
        assert [html.unescape(caption.text).strip() for caption in shown] == ([text.strip()] if text else [])


@pytest.mark.parametrize("parameters", SEQUENCES)
def test_an_editor_of_subtitles_opens_a_track(service, parameters):
    track = pysubs2.SSAFile.from_string(ask(service, "vtt", parameters)[1].decode(), format_="vtt")
    for time, text in frames(service, parameters):
        shown = [line for line in track if line.start <= time * 1000 + 0.5 < line.end]
        assert [html.unescape(line.plaintext).strip() for line in shown] == ([text.strip()] if text else [])


@pytest.mark.parametrize("form", ["cast", "lottie"])
def test_what_has_no_end_or_several_animations_is_refused(service, form):
    assert service.get(f"/v1/frames?to=9&repeat=infinite&as={form}")[0] == 400
    several = urllib.parse.quote('[{"id":"a","to":"1"},{"id":"b","to":"2"}]')
    assert service.get(f"/v1/frames?animations={several}&as={form}")[0] == 400
