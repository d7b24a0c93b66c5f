"""Another origin: a page that uses the module, and streams and sequences that go as a test wants them."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = """<!doctype html><meta charset="utf-8"><title>Elsewhere</title>
<body style="font: 40px/1.25 serif"><p id="place"></p>
<script type="module" src="{service}/kinetype.js"></script>
<script type="module">
  import * as kinetype from '{service}/kinetype.js';
  Object.assign(window, {{ kinetype }});
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
    """`sequence` is what /v1/frames answers, `delay` seconds late; /v1/stream sends `pieces` in turn, one a request."""

    def __init__(self, service_url):
        self.sequence = None
        self.delay = 0
        self.pieces = []
        self.requests = []
        handler = type("Handler", (Handler,), {"script": self, "page": PAGE.format(service=service_url).encode()})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.script.requests.append((self.path, self.headers.get("Last-Event-ID")))
        try:
            if self.path.startswith("/v1/frames"):
                time.sleep(self.script.delay)
                self.answer(json.dumps(self.script.sequence).encode(), "application/json")
            elif self.path.startswith("/v1/stream"):
                self.answer(self.script.pieces.pop(0).encode() if self.script.pieces else b"", "text/event-stream")
            elif self.path == "/bare":
                self.answer(BARE, "text/html")
            else:
                self.answer(self.page, "text/html")
        except (BrokenPipeError, ConnectionResetError):
            pass

    def answer(self, body, media_type):
        self.send_response(200 if body else 204)
        self.send_header("Content-Type", media_type)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass
