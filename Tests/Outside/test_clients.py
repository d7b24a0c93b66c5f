"""Independent readers of Server-Sent Events: all must hear the same, and stay away after the end."""

import asyncio
import json
import re
import subprocess
from pathlib import Path

import aiohttp
import httpx
import httpx_sse
import ld_eventsource
import ld_eventsource.config
import ld_eventsource.errors
import pytest
import requests
import sseclient
from aiohttp_sse_client import client as aiohttp_sse

CLIENTS = Path(__file__).parent / "clients"
STREAM = "/v1/stream?from=%E2%82%AC0%20%F0%9F%8D%8E&to=%E2%82%AC5%20%F0%9F%8D%8E&duration=0.5&fps=10&curve=linear"
LAST = 5


def with_httpx_sse(url, fields):
    with httpx.Client() as client, httpx_sse.connect_sse(client, "GET", url, headers=fields) as source:
        if source.response.status_code != 200:
            return source.response.status_code
        return [(event.event, event.id, event.data) for event in source.iter_sse()]


def with_sseclient(url, fields):
    with requests.get(url, stream=True, headers=fields | {"Accept": "text/event-stream"}) as response:
        if response.status_code != 200:
            return response.status_code
        return [(event.event, event.id, event.data) for event in sseclient.SSEClient(response).events()]


def with_aiohttp(url, fields):
    async def read():
        heard = []
        async with aiohttp.ClientSession() as session:
            async with aiohttp_sse.EventSource(url, session=session, headers=fields) as source:
                async for event in source:
                    heard.append((event.type, event.last_event_id, event.data))
                    if event.type == "end":
                        return heard

    try:
        return asyncio.run(read())
    except ConnectionError as error:
        return int(re.search(r"wrong response status: (\d+)", str(error)).group(1))


def with_launchdarkly(url, fields):
    strategy = ld_eventsource.config.ConnectStrategy.http(url, headers=fields)
    client = ld_eventsource.SSEClient(strategy)
    try:
        heard = []
        for event in client.events:
            heard.append((event.event, event.id or event.last_event_id, event.data))
            if event.event == "end":
                return heard
    except ld_eventsource.errors.HTTPStatusError as error:
        return error.status
    finally:
        client.close()


def node(script, url):
    result = subprocess.run(
        ["node", CLIENTS / script, url], capture_output=True, text=True, timeout=30, check=True)
    return json.loads(result.stdout)


def normal(heard):
    """Clients differ in what they leave out: the type `message`, and the id of an event that has none of its own."""
    last, events = "", []
    for kind, identifier, data in heard:
        last = identifier or last
        events.append((kind or "message", last, json.loads(data)))
    return events


@pytest.fixture(scope="module")
def url(service):
    # Every frame is compared, those as well that this machine lets go late.
    return f"http://127.0.0.1:{service.port}{STREAM}&late=send"


@pytest.fixture(scope="module")
def expected(service):
    """What the plain sequence says the stream must be."""
    document = json.loads(service.get(STREAM.replace("stream", "frames"))[2])
    frames = [("message", str(frame["index"]), frame) for frame in document["frames"]]
    end = {"reason": "finished", "framesSent": len(frames), "framesSkipped": 0}
    return [("start", "", {"animation": document["animation"]}), *frames, ("end", str(LAST), end)]


PYTHON_CLIENTS = [with_httpx_sse, with_sseclient, with_aiohttp, with_launchdarkly]


@pytest.mark.parametrize("read", PYTHON_CLIENTS)
def test_a_client_hears_every_frame(read, url, expected):
    assert normal(read(url, {})) == expected


@pytest.mark.parametrize("read", PYTHON_CLIENTS)
def test_a_client_goes_on_after_the_frame_it_has_seen(read, url, expected):
    events = normal(read(url, {"Last-Event-ID": "3"}))
    assert events[1:-1] == expected[5:-1]
    assert events[-1][2] == {"reason": "finished", "framesSent": 2, "framesSkipped": 0}


@pytest.mark.parametrize("read", PYTHON_CLIENTS)
def test_a_client_that_has_seen_all_is_told_204(read, url):
    assert read(url, {"Last-Event-ID": str(LAST)}) == 204


def test_node_eventsource_reconnects_once_and_stops(url, expected):
    result = node("eventsource.cjs", url)
    assert normal(result["heard"]) == expected
    assert (result["opened"], result["status"]) == (1, 204)


def test_fetch_of_node_reads_a_frame_at_a_time(url):
    # On a busy machine two frames may come together once; where they are held back, they do each time.
    for _ in range(15):
        result = node("fetch.mjs", url)
        assert result["type"] == "text/event-stream"
        moments = [moment for moment, text in result["pieces"] if "id: " in text]
        if len(moments) == LAST + 1 and 400 < moments[-1] - moments[0] < 1500:
            return
    pytest.fail(f"the frames came at {moments}")
