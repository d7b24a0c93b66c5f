"""Another origin: a page that uses the module, and streams and sequences that go as a test wants them."""

import json
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl

from clock import CLOCK

PAGE = """<!doctype html><meta charset="utf-8"><title>Elsewhere</title>
<body style="font: 40px/1.25 serif"><p id="place"></p>
<script type="module" src="{service}/kinetype.js"></script>
<script type="module">
  import * as kinetype from '{service}/kinetype.js';
  Object.assign(window, {{ kinetype }});
  // A busy machine takes its time.
  kinetype.settings.patience = 5000;
</script>"""

# With a module of its own, which asks the service at the same host.
MIRROR = PAGE.removesuffix("</script>") + """
  kinetype.settings.service = '{asked}'.replace('127.0.0.1', location.hostname);
</script>"""

# Without the module, which a test may load later.
BARE = PAGE.partition("<script")[0].encode()


def sequence(texts, seconds=0.3, **members):
    """An answer of `/v1/frames`; a member is a list with one value for each frame."""
    last = len(texts) - 1
    frames = [
        {"index": index, "time": seconds * index / last, "progress": index / last, "text": text}
        | {name: values[index] for name, values in members.items()}
        for index, text in enumerate(texts)
    ]
    return {"animation": {"from": texts[0], "to": texts[-1], "duration": seconds, "frameCount": len(texts)},
            "frames": frames}


class ScriptedServer:
    """`sequence` is what /v1/frames answers, `delay` seconds late; /v1/stream sends `pieces` in turn, one a request.

    With `answers`, the address of a service, what that answers.

    At /timed the page's time is the test's. A font is the service's. At /mirror the module is this server's own; `drawing` is
    how late each request for its moving parts is answered, in turn, or `None` for one that is refused, and `files` are those
    of it that are other than the service's, by their paths.
    """

    def __init__(self, service_url):
        self.sequence = None
        self.delay = 0
        self.answers = None
        self.pieces = []
        self.drawing = []
        self.files = {}
        self.requests = []
        handler = type("Handler", (Handler,), {"script": self, "page": PAGE.format(service=service_url).encode()})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.service_url = service_url
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        self.script.requests.append((self.path, form.get("lastEventId")))
        self.answer(self.script.pieces.pop(0).encode() if self.script.pieces else b"", "text/event-stream")

    def do_GET(self):
        self.script.requests.append((self.path, None))
        try:
            if self.path.startswith("/v1/frames"):
                time.sleep(self.script.delay)
                self.answer(self.frames(), "application/json")
            elif self.path.partition("?")[0].endswith((".js", ".woff2")):
                self.mirror()
            elif self.path == "/mirror":
                self.answer(MIRROR.format(service="", asked=self.script.service_url).encode(), "text/html")
            elif self.path == "/timed":
                self.answer(self.page.replace(b"<script", b"<script>{%b}</script><script" % CLOCK.encode(), 1), "text/html")
            elif self.path == "/bare":
                self.answer(BARE, "text/html")
            else:
                self.answer(self.page, "text/html")
        except (BrokenPipeError, ConnectionResetError):
            pass

    def frames(self):
        if not self.script.answers:
            return json.dumps(self.script.sequence).encode()
        with urllib.request.urlopen(self.script.answers + self.path) as answer:
            return answer.read()

    def mirror(self):
        delay = self.script.drawing.pop(0) if "draw" in self.path and self.script.drawing else 0
        if delay is None:
            self.send_error(503)
            return
        time.sleep(delay)
        with urllib.request.urlopen(self.script.service_url + self.path) as answer:
            self.answer(self.script.files.get(self.path) or answer.read(), answer.headers["Content-Type"])

    def answer(self, body, media_type):
        self.send_response(200 if body else 204)
        self.send_header("Content-Type", media_type)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass
