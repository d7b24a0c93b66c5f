"""The recipes of /docs/push: each block is run with what its sender documents that it sends, and the label has moved.

None of these senders is here. What stands in for each does what its documentation says: the fields of its event, the way
it signs, the functions that it gives a script.
"""

import base64
import hashlib
import hmac
import html
import http.client
import json
import os
import re
import subprocess
import urllib.request

import jinja2
import pytest
import yaml

from service import free_port, wait_for

KEY = "a-key-of-sixteen-and-more"


@pytest.fixture(scope="module")
def service(start):
    return start(write_keys=f"donations*={KEY}")


@pytest.fixture
def address(service):
    return f"http://127.0.0.1:{service.port}"


def request(service, method, path, body=None, **fields):
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
    try:
        connection.request(method, path, body and json.dumps(body), {"Content-Type": "application/json"} | fields)
        answer = connection.getresponse()
        return answer.status, dict(answer.headers), answer.read()
    finally:
        connection.close()


def target(service):
    return json.loads(service.get("/v1/labels/donations")[2])["to"]


class Recipe:
    def __init__(self, service, name, number=0):
        # As it was read before the service has put its own address there.
        page = service.get("/docs/push")[2].decode()
        pres = re.findall(r'<pre([^>]*)>(.*?)</pre>', page, re.DOTALL)
        found = [(attributes, text) for attributes, text in pres if f'data-push="{name}"' in attributes]
        attributes, text = found[number]
        text = html.unescape(re.sub("<[^>]*>", "", text))
        self.shows = html.unescape(re.search('data-shows="([^"]*)"', attributes).group(1))
        self.text = re.sub(r"http://localhost:\d+", f"http://127.0.0.1:{service.port}", text)
        status, *_ = request(service, "PUT", "/v1/labels/donations", {"to": "$9,100 raised", "duration": 0}, **{"X-API-Key": KEY})
        assert status in (200, 201)


@pytest.fixture
def environment():
    return {"PATH": os.environ["PATH"], "KINETYPE_KEY": KEY}


def bash(script, environment, given=""):
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], input=given, env=environment, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr


def test_from_cron(service, environment):
    recipe = Recipe(service, "cron")
    bash(recipe.text, environment)
    assert target(service) == recipe.shows


def test_from_any_webhook_once(service, environment):
    recipe = Recipe(service, "jq")
    for _ in range(2):
        bash(recipe.text, environment, '{"id": "evt_77", "amount": 12, "name": "somebody"}')
    assert target(service) == recipe.shows


NODE = """
const window = new EventTarget();
const asked = [];
const given = JSON.parse(process.argv[1]);
const within = (name, detail) => window.dispatchEvent(Object.assign(new Event(name), { detail }));
const send = fetch;
globalThis.fetch = (...request) => { const answer = send(...request); asked.push(answer); return answer; };
"""


def node(script, given, environment):
    # Not as a module: Apps Script and widgets are plain scripts.
    result = subprocess.run(
        ["node", "-e", f"{NODE}\n(async () => {{\n{script}\nfor (const answer of await Promise.all(asked)) "
         "if (!answer.ok) throw new Error(await answer.text());\n})();", json.dumps(given)],
        env=environment, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr


def test_from_streamelements(service, address, environment):
    recipe = Recipe(service, "streamelements")
    tip = {"listener": "tip-latest", "event": {"type": "tip", "name": "styler", "amount": 10, "message": "hi", "_id": "5eaf"}}
    # Custom widgets are told what their fields hold, and then of each event; this one comes twice, and others are none.
    node(recipe.text + """
      within('onWidgetLoad', { fieldData: given.fields });
      within('onEventReceived', { listener: 'follower-latest', event: { name: 'styler', _id: '1' } });
      within('onEventReceived', given.tip);
      within('onEventReceived', given.tip);
    """, {"fields": {"service": address, "key": KEY}, "tip": tip}, environment)
    assert target(service) == recipe.shows
    # The page of the widget is of another origin.
    status, fields, _ = request(
        service, "OPTIONS", "/v1/labels/donations/add", Origin="https://streamelements.com",
        **{"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type,idempotency-key,x-api-key"})
    assert status in (200, 204) and fields["Access-Control-Allow-Origin"] in ("*", "https://streamelements.com")
    allowed = fields["Access-Control-Allow-Headers"].lower().replace(" ", "").split(",")
    assert {"content-type", "idempotency-key", "x-api-key"} <= set(allowed)


def test_from_tiltify_if_it_has_signed(service, environment, tmp_path):
    recipe = Recipe(service, "tiltify")
    port = free_port()
    process = subprocess.Popen(
        ["python3", "-c", recipe.text], cwd=tmp_path, stderr=subprocess.DEVNULL,
        env=environment | {"TILTIFY_SECRET": "13c3b68914487acd1c68d85857ee1cfc", "PORT": str(port)})
    body = json.dumps({
        "data": {"id": "dfa25dcc-2026-4320-a5b7-5da076efeb05", "amount": {"currency": "USD", "value": "82.32"},
                 "donor_name": "Aaron", "completed_at": "2023-04-18T16:49:25.275Z"},
        "meta": {"event_type": "public:direct:donation_updated", "id": "d8768e26"}}).encode()
    moment = "2023-04-18T16:49:00.617031Z"
    digest = hmac.new(b"13c3b68914487acd1c68d85857ee1cfc", moment.encode() + b"." + body, hashlib.sha256).digest()

    def deliver(signature):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("POST", "/", body, {"X-Tiltify-Timestamp": moment, "X-Tiltify-Signature": signature})
        return connection.getresponse().status

    def answers():
        try:
            return deliver("bm9ib2R5") == 403
        except OSError:
            return False

    try:
        wait_for(answers)
        assert target(service) == "$9,100 raised"
        signature = base64.b64encode(digest).decode()
        assert [deliver(signature), deliver(signature)] == [200, 200]
        assert target(service) == recipe.shows
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("number", [0, 1], ids=["streamdeck", "companion"])
def test_from_a_button(service, number):
    recipe = Recipe(service, "fields", number)
    fields = dict(re.split(r":\s+", line, maxsplit=1) for line in recipe.text.replace("YOUR-KEY", KEY).strip().split("\n"))
    headers = fields.get("Headers") or fields["Header input"]
    headers = json.loads(headers) if headers.startswith("{") else dict([headers.split(": ", 1)])
    urllib.request.urlopen(urllib.request.Request(
        fields.get("URL") or fields["URI"], fields["Body"].encode(), headers | {"Content-Type": fields["Content type"]},
        method=fields.get("Method", "POST"))).close()
    assert target(service) == recipe.shows


def test_from_home_assistant(service):
    recipe = Recipe(service, "homeassistant")

    class Loader(yaml.SafeLoader):
        pass

    Loader.add_constructor("!secret", lambda loader, node: {"kinetype_key": KEY}[node.value])
    command = yaml.load(recipe.text, Loader)["rest_command"]["kinetype_add"]
    payload = jinja2.Template(command["payload"]).render(by="3.50")
    urllib.request.urlopen(urllib.request.Request(
        command["url"], payload.encode(), command["headers"] | {"Content-Type": command["content_type"]},
        method=command["method"])).close()
    assert target(service) == recipe.shows


def test_from_github_actions_once_a_run(service, environment):
    recipe = Recipe(service, "actions")
    step, = yaml.safe_load(recipe.text)["jobs"]["count"]["steps"]
    own = {name: value.replace("${{ secrets.KINETYPE_KEY }}", KEY) for name, value in step["env"].items()}
    for _ in range(2):
        bash(step["run"], {"PATH": os.environ["PATH"], "GITHUB_RUN_ID": "1658821493"} | own)
    assert target(service) == recipe.shows


def test_from_a_sheet(service, environment):
    recipe = Recipe(service, "sheet")
    node("""
      const SpreadsheetApp = { getActive: () => ({ getRange: (name) => ({ getDisplayValue: () => given.cells[name] }) }) };
      const PropertiesService = { getScriptProperties: () => ({ getProperty: (name) => given.properties[name] }) };
      const UrlFetchApp = { fetch: (url, { method, contentType, headers, payload }) => fetch(url, {
        method: method.toUpperCase(), headers: { ...headers, 'Content-Type': contentType }, body: payload }) };
    """ + recipe.text + "push();", {"cells": {"B1": "$9,777"}, "properties": {"KINETYPE_KEY": KEY}}, environment)
    assert target(service) == recipe.shows


def test_from_a_form(service, environment):
    recipe = Recipe(service, "form")
    script, = re.findall("<script>(.*?)</script>", recipe.text, re.DOTALL)
    names = set(re.findall(' name="([^"]*)"', recipe.text))
    assert names == {"key", "by", "said"} and '<form id="door">' in recipe.text
    # The elements that the script knows of the form.
    node("""
      const door = { elements: { key: { value: given.key }, by: { value: '5' }, said: {} } };
    """ + script + """
      await door.onsubmit({ preventDefault() {} });
      if (door.elements.said.value !== '$9,105 raised') throw new Error(door.elements.said.value);
    """, {"key": KEY}, environment)
    assert target(service) == recipe.shows
