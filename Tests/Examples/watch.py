"""Prints what a live label shows, for as long as it runs: python3 watch.py"""

import json
import time
from urllib.error import URLError
from urllib.request import urlopen

ADDRESS = "http://localhost:8080/v1/labels/donations/stream?as=ndjson"

while True:
    try:
        with urlopen(ADDRESS, timeout=60) as stream:
            for line in stream:
                message = json.loads(line)
                # Frames have a text; what else comes tells of changes, or only that the connection lives.
                if "text" in message:
                    print(message["text"], flush=True)
    except (URLError, TimeoutError, ConnectionError):
        pass
    time.sleep(1)
