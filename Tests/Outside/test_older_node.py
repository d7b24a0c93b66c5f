"""A node of version 0.2.0 and one of this version on one Redis, while they are replaced one after the other.

Nobody has that version by chance: KINETYPE_OLDER names its binary, made from commit 3517573f.
"""

import os
import re

import pytest

from redis_server import RedisServer
from service import Service, wait_for
from test_label_streams import Viewer, last_text
from test_labels import request

OLDER = os.environ.get("KINETYPE_OLDER")
pytestmark = pytest.mark.skipif(not OLDER, reason="KINETYPE_OLDER names no binary of version 0.2.0")
KEY = "secret-of-the-writer"


@pytest.fixture
def redis(tmp_path):
    folder = tmp_path / "redis"
    folder.mkdir()
    with RedisServer(folder, "--save", "") as server:
        yield server


@pytest.fixture
def nodes(redis, tmp_path):
    """One of the older version, and one of this."""
    started = []
    for name, binary in [("older", OLDER), ("newer", None)]:
        started.append(Service(tmp_path / name, binary=binary, labels=f"redis://127.0.0.1:{redis.port}", write_keys=KEY))
        wait_for(lambda: started[-1].get("/readyz")[0] == 200)
    yield started
    assert [node.stop() for node in started] == [0, 0]


def put(node, name, **members):
    return request(node, "PUT", f"/v1/labels/{name}", members, Authorization=f"Bearer {KEY}")


def text(node, name):
    status, _, shown = request(node, "GET", f"/v1/labels/{name}?as=text")
    return shown.strip() if status == 200 else status


def records(redis):
    """The states of all labels, with none of the times."""
    hashes = [key for key in sorted(redis.run("KEYS", "*").split()) if redis.run("TYPE", key) == "hash"]
    states = [redis.run("HGET", key, "state") for key in hashes]
    return [re.sub(r"\d{13,}", "TIME", state) for state in states if state]


def test_what_does_not_run_is_the_same_byte_for_byte(redis, nodes):
    told = []
    for node in nodes:
        for name, members in [("plain", {"to": "$9,100 raised"}), ("eased", {"to": "5", "curve": "linear", "duration": 2}),
                              ("hidden", {"to": "7", "private": True})]:
            assert put(node, name, **members)[0] == 201
        told.append(records(redis))
        redis.run("FLUSHALL")
        wait_for(lambda node=node: text(node, "plain") == 404)
    assert told[0] == told[1] and len(told[0]) == 3 and "raised" in "".join(told[0])


def test_each_reads_and_changes_what_the_other_has_put(nodes):
    older, newer = nodes
    assert put(older, "one", to="1", duration=0)[0] == 201
    assert put(newer, "two", to="2", duration=0)[0] == 201
    for writer, reader in [(older, newer), (newer, older)]:
        for name in ("one", "two"):
            status, _, label = put(writer, name, to=f"{writer.port}", duration=0)
            assert status == 200
            wait_for(lambda name=name, reader=reader, writer=writer: text(reader, name) == f"{writer.port}", within=5)


def test_a_label_that_runs_is_unreadable_there_and_nothing_else_is(nodes):
    older, newer = nodes
    assert put(newer, "clock", to="4:58", duration=0)[0] == 201
    assert put(newer, "other", to="1", duration=0)[0] == 201
    viewer = Viewer(older, "/v1/labels/clock/stream")
    wait_for(lambda: viewer.frames() and last_text(viewer) == "4:58")
    assert put(newer, "clock", to="5:00:00", rate=-1)[0] == 200
    wait_for(lambda: text(older, "clock") == 503, within=5)
    assert text(older, "other") == "1" and text(newer, "clock").startswith(("5:00:00", "4:59:5"))
    # It neither overwrites what it cannot read, nor shows it wrongly: what it showed goes on.
    assert put(older, "clock", to="0")[0] == 503
    wait_for(lambda: text(newer, "clock").startswith("4:59:5"), within=5)
    assert last_text(viewer) == "4:58"
    assert put(older, "other", to="2", duration=0)[0] == 200
    # Once it does not run, the older node shows it again.
    assert put(newer, "clock", to="7", rate=None, duration=0)[0] == 200
    wait_for(lambda: text(older, "clock") == "7", within=5)
    viewer.connection.close()


def test_a_private_label_that_runs_is_in_no_list_there(nodes):
    older, newer = nodes
    assert put(newer, "hidden", to="5:00:00", rate=-1, private=True)[0] == 201
    assert put(newer, "open", to="1")[0] == 201
    for node in nodes:
        status, _, page = request(node, "GET", "/v1/labels")
        assert status == 200 and [label["id"] for label in page["labels"]] == ["open"]
    assert text(older, "hidden") in (404, 503) and text(newer, "hidden") == 404
    assert request(newer, "GET", "/v1/labels/hidden", Authorization=f"Bearer {KEY}")[0] == 200
