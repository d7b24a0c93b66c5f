"""`kinetype label` as a shell knows it, at a server that answers as it is told."""

import http.server
import itertools
import json
import os
import pty
import re
import signal
import socket
import ssl
import subprocess
import threading
import time

import pytest

from service import Service, free_port, wait_for
from terminal import film
from test_labels import request


class Server:
    """Answers each request by the next of some functions, and keeps what it was asked."""

    def __init__(self, *answers, certificate=None):
        self.asked = []
        steps = iter(answers)

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(handler):
                body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
                self.asked.append((handler.command, handler.path, dict(handler.headers), body))
                next(steps)(handler)
                handler.close_connection = True

            do_GET = do_PUT = do_POST = do_DELETE = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def answer(status, document, chunked=False):
    def send(handler):
        body = document if isinstance(document, bytes) else json.dumps(document).encode()
        handler.send_response(status)
        if chunked:
            handler.send_header("Transfer-Encoding", "chunked")
            body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        else:
            handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)
    return send


def stream(*events, cut=False):
    """Sends events, each a chunk; where it is cut, the connection ends without the last chunk."""
    def send(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for event in events:
            data = event.encode()
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            handler.wfile.flush()
        if not cut:
            handler.wfile.write(b"0\r\n\r\n")
    return send


def label(*arguments, port=None, **variables):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KINETYPE_")}
    if port:
        environment["KINETYPE_SERVER"] = f"http://127.0.0.1:{port}"
    return subprocess.run([os.environ["KINETYPE"], "label", *arguments], capture_output=True, text=True, timeout=60,
                          env=environment | variables)


def test_set_sends_the_text_and_the_options_that_were_given():
    document = b'{"id":"a","version":1,"to":"9 apples"}\n'
    with Server(answer(201, document)) as server:
        result = label("set", "a.b:c", "9 apples", "--curve", "smooth", "--duration", "400ms", "--clamp", "both", "--unset",
                       "fps, seed", "--if-version", "7", "--expires", "60", "--no-private", port=server.port, KINETYPE_KEY="secret")
    assert (result.returncode, result.stdout, result.stderr) == (0, document.decode(), "")
    [(method, path, fields, body)] = server.asked
    assert (method, path) == ("PUT", "/v1/labels/a.b%3Ac")
    assert json.loads(body) == {
        "to": "9 apples", "curve": "smooth", "duration": "400ms", "clamp": "both", "expires": "60", "private": False,
        "fps": None, "seed": None}
    assert (fields["Content-Type"], fields["If-Match"], fields["X-API-Key"]) == ("application/json", '"7"', "secret")


@pytest.mark.parametrize("arguments, body", [
    (["set", "a", "-5"], {"to": "-5"}), (["set", "a", "--", "-5"], {"to": "-5"}),
    (["set", "a", "-$1.50", "--fps", "30"], {"to": "-$1.50", "fps": "30"}),
    (["set", "a", "--seed", "-7", "-5"], {"seed": "-7", "to": "-5"}),
    (["set", "a", "--seed=-7", "-.5"], {"seed": "-7", "to": "-.5"}),
    (["set", "a", "--private", "-5"], {"private": True, "to": "-5"}),
    (["set", "a", "--", "-x"], {"to": "-x"}),
    (["add", "a", "-1.50", "--timeout", "9"], {"by": "-1.50"}), (["add", "a", "--", "-1.50"], {"by": "-1.50"}),
])
def test_a_text_below_zero_needs_nothing_before_it(arguments, body):
    with Server(answer(200, {})) as server:
        result = label(*arguments, port=server.port)
        assert result.returncode == 0, result.stderr
    assert [json.loads(sent) for *_, sent in server.asked] == [body]


def test_add_names_its_request():
    with Server(answer(200, {"id": "a"}, chunked=True)) as server:
        result = label("add", "a", "12.50", "--idempotency-key", "payment-1", port=server.port)
    assert (result.returncode, result.stdout) == (0, '{"id": "a"}')
    [(method, path, fields, body)] = server.asked
    assert (method, path, fields["Idempotency-Key"]) == ("POST", "/v1/labels/a/add", "payment-1")
    assert "X-API-Key" not in fields


def test_get_and_delete():
    with Server(answer(200, b"9 apples"), answer(204, b"")) as server:
        result = label("get", "a", "--as", "text", "--server", f"http://localhost:{server.port}/base/")
        assert (result.returncode, result.stdout) == (0, "9 apples\n")
        assert label("delete", "a", port=server.port).returncode == 0
    assert [request[:2] for request in server.asked] == [
        ("GET", "/base/v1/labels/a?as=text"), ("DELETE", "/v1/labels/a")]


ODD = "\x1b]0;a\x07b\r\x7f\x9b1mc"
PICTURES = "␛]0;a␇b␍␡\ufffd1mc"


def test_nothing_that_a_server_says_drives_the_terminal():
    raw = f'{{"to":"{ODD}"}}\n'.encode()
    with Server(answer(200, raw), answer(200, ODD.encode() + b"\xff\n"), answer(200, f"<a>{ODD}</a>\n".encode())) as server:
        written = [label("get", "a", "--as", form, port=server.port).stdout for form in ["json", "text", "svg"]]
    assert written == [
        '{"to":"\\u001b]0;a\\u0007b\\u000d\\u007f\\u009b1mc"}\n', PICTURES + "\ufffd\n", f"<a>{PICTURES}</a>\n"]
    with Server(*[answer(200, raw)] * 2) as server:
        for command in [["set", "a", "1"], ["add", "a", "1"]]:
            assert json.loads(label(*command, port=server.port).stdout) == {"to": ODD}
    refusals = [(404, {"detail": ODD}), (404, {"title": ODD}), (400, {"errors": [{"parameter": "to", "detail": ODD}]}),
                (400, {"errors": [{"parameter": ODD, "detail": "x"}]})]
    for status, document in refusals:
        for command in [["get", "a"], ["set", "a", "1"], ["watch", "a"], ["list"], ["delete", "a"]]:
            with Server(answer(status, document)) as server:
                result = label(*command, port=server.port)
            assert PICTURES in result.stderr and result.stdout == "", command


def test_list_goes_through_all_pages():
    pages = [{"labels": [{"id": "a", "to": "1\t2"}, {"id": "b", "to": "x"}], "next": "b"},
             {"labels": [{"id": "c", "to": "é"}], "next": None}]
    with Server(*[answer(200, page) for page in pages]) as server:
        result = label("list", "--prefix", "sh&p", port=server.port)
    assert (result.returncode, result.stdout) == (0, "a\t1␉2\nb\tx\nc\té\n")
    assert [path for _, path, *_ in server.asked] == [
        "/v1/labels?limit=500&prefix=sh%26p", "/v1/labels?limit=500&prefix=sh%26p&after=b"]


@pytest.mark.parametrize("status, document, code, words", [
    (400, {"detail": "x", "errors": [{"parameter": "fps", "detail": "must be from 1 to 240"}]}, 64,
     "--fps must be from 1 to 240"),
    (400, {"errors": [{"parameter": "to", "detail": "is too long"}]}, 64, "TEXT is too long"),
    (404, {"title": "No such label", "detail": "There is no label `a`."}, 1, "There is no label `a`."),
    (403, {"title": "Not allowed"}, 1, "Not allowed"),
    (502, b"<html>Bad gateway</html>", 1, "the answer was 502"),
])
def test_what_the_service_refuses_is_said_in_its_words(status, document, code, words):
    for command in [["set", "a", "1"], ["watch", "a"]]:
        with Server(answer(status, document)) as server:
            result = label(*command, port=server.port)
        assert (result.returncode, result.stdout, result.stderr) == (code, "", f"Error: {words}\n")


@pytest.mark.parametrize("command", [["get"], ["add", "-1"], ["delete"], ["watch", "--once"]])
def test_a_label_that_is_not_there_is_named_with_the_command_that_creates_it(tmp_path, command):
    (subcommand, *rest), service = command, Service(tmp_path / "log")
    try:
        result = label(subcommand, "no.pe", *rest, port=service.port)
    finally:
        assert service.stop() == 0
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == 'Error: There is no label "no.pe"; kinetype label set no.pe TEXT creates one.\n'


def test_a_label_that_may_be_private_is_named_as_one():
    document = {"detail": "There is no label of this name that can be read without a key or a token; PUT creates one."}
    for command in [["get", "a"], ["watch", "a"]]:
        with Server(answer(404, document)) as server:
            result = label(*command, port=server.port)
        assert result.stderr == ('Error: There is no label "a" that can be read without a key or a token; '
                                 'kinetype label set a TEXT creates one.\n')


@pytest.mark.parametrize("command", [["set", "a", "1"], ["get", "a"], ["list"], ["watch", "a"]])
def test_where_nobody_listens_the_address_is_named(command):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        result = label(*command, port=port)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"Error: 127.0.0.1:{port}: no connection to 127.0.0.1:{port} (Connection refused)\n"


@pytest.mark.parametrize("arguments, words", [
    (["set", "a"], "TEXT is required"),
    (["set", "a", "1", "--curve", "smooth", "--unset", "curve"], "--unset curve contradicts"),
    (["set", "a", "1", "--to", "2"], "--to contradicts TEXT"),
    (["add", "a", "1", "--idempotency-key", "a b"], "--idempotency-key must be printable"),
    (["get", "a", "--server", "localhost:8080"], "--server must be an address such as"),
    (["get", "a", "--server", "http://u:p@localhost"], "--server must be an address such as"),
    (["get", "a", "--server", "http://localhost:0"], "--server must be an address such as"),
    (["get", "a", "--timeout", "nan"], "--timeout must be from"),
    (["watch", "a", "a"], "a label is named twice"),
])
def test_mistakes_are_named(arguments, words):
    result = label(*arguments)
    assert (result.returncode, result.stdout) == (64, "")
    assert result.stderr.startswith(f"Error: {words}")


def event(data, kind=None, number=None, retry=None):
    lines = [f"retry: {retry}"] * (retry is not None) + [f"id: {number}"] * (number is not None)
    return "\n".join(lines + [f"event: {kind}"] * (kind is not None) + [f"data: {json.dumps(data)}", "", ""])


def test_watch_goes_on_after_a_lost_connection_where_it_was():
    steps = [
        stream(event({"label": {"id": "a", "text": "1", "to": "3"}, "now": 5}, "start", retry=10), event({"text": "1"}, number="7:0"),
               event({"text": "2"}, number="7:9"), ":\n\n", cut=True),
        answer(503, {"detail": "later"}),
        stream(event({"text": "3"}, number="7:20"), event({"reason": "shutdown"}, "end", retry=20)),
        stream(event({"text": "3"}, number="7:21"), event({"label": {"id": "a", "text": "3.2", "to": "4"}}, "change"),
               event({"text": "4\u009b2J"}, number="8:5"), event({"reason": "deleted"}, "end")),
    ]
    with Server(*steps) as server:
        result = label("watch", "a", port=server.port)
    assert (result.returncode, result.stdout) == (0, "1\n2\n3\n4\ufffd2J\n")
    assert result.stderr.splitlines()[-1] == "a: deleted"
    assert [fields.get("Last-Event-ID") for _, _, fields, _ in server.asked] == [None, "7:9", "7:9", "7:20"]
    assert {path for _, path, *_ in server.asked} == {"/v1/labels/a/stream"}


def test_several_labels_are_watched_on_one_connection():
    with Server(stream(
            event({"label": {"id": "a", "text": "1"}}, "start"), event({"id": "b", "reason": "missing"}, "absent"),
            event({"id": "a", "text": "2"}), event({"id": "a", "reason": "deleted"}, "absent"),
            event({"label": {"id": "b", "text": "x"}}, "start"), event({"id": "b", "text": "y"}),
            event({"id": "b", "reason": "expired"}, "absent"))) as server:
        result = label("watch", "a", "b", port=server.port)
    assert (result.returncode, result.stdout) == (0, "a\t1\na\t2\nb\tx\nb\ty\n")
    assert result.stderr == "b: missing\na: deleted\nb: expired\n"
    assert [path for _, path, *_ in server.asked] == ["/v1/labels/stream?id=a&id=b"]


def test_a_label_that_may_no_longer_be_read_is_a_failure():
    with Server(stream(event({"label": {"id": "a", "text": "1"}}, "start"), event({"reason": "forbidden"}, "end"))) as server:
        result = label("watch", "a", port=server.port)
    assert (result.returncode, result.stdout, result.stderr) == (1, "1\n", "Error: a: forbidden\n")


def test_in_a_terminal_each_label_keeps_its_line():
    with Server(stream(event({"id": "b", "text": "x"}), event({"id": "a", "text": "1"}),
                       event({"id": "a", "reason": "deleted"}, "absent"), event({"id": "b", "reason": "deleted"}, "absent"))) as server:
        seen = film("label", "watch", "a", "b", environment={"KINETYPE_SERVER": f"http://127.0.0.1:{server.port}"})
    assert seen.status == 0
    # A word about a label stays where it came, and what is still watched goes on below it.
    first = ["a: 1", "b: x"]
    assert seen.texts == [["", "b: x"], first, [*first, "a: deleted", "", "b: x"], [*first, "a: deleted", "", "b: x", "b: deleted"]]


def test_a_file_has_what_a_label_shows(tmp_path):
    path = tmp_path / "donations.txt"
    seen, last, took = [], [], []

    def look(handler):
        stream(event({"label": {"id": "a", "text": "$1"}}, "start"), cut=True)(handler)
        seen.append(wait_for(lambda: path.exists() and path.read_text()))
        # While it is open, no other file has its number.
        first = path.open()
        begun = time.monotonic()
        for frame in itertools.count(2):
            # A command that a busy machine holds up is given time.
            if frame >= 40 and (len(set(seen)) > 2 or time.monotonic() > begun + 60):
                break
            event_of = event({"text": f"${frame}"}).encode()
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(event_of), event_of))
            seen.append(path.read_text())
            time.sleep(0.01)
        # Nothing more comes, and the last is written all the same.
        last.append(f"${frame - 1}")
        wait_for(lambda: path.read_text() == last[0])
        took.append(time.monotonic() - begun)
        with first:
            assert first.read() == "$1" and not path.samefile(f"/proc/self/fd/{first.fileno()}")
        end = event({"reason": "deleted"}, "end").encode()
        handler.wfile.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(end), end))

    with Server(look) as server:
        result = label("watch", "a", "--file", str(path), port=server.port)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert path.read_text() == last[0] and os.listdir(tmp_path) == ["donations.txt"]
    # Ten times a second: 38 frames within half a second or so are a few files, each a whole text.
    assert all(re.fullmatch(r"\$\d+", text) for text in seen) and 3 <= len(set(seen)) <= 3 + 10 * took[0]


def test_several_labels_are_lines_of_a_file(tmp_path):
    path = tmp_path / "all.txt"
    with Server(stream(
            event({"label": {"id": "b", "text": "x"}}, "start"), event({"label": {"id": "a", "text": "1\n2\u009b"}}, "start"),
            event({"id": "b", "text": "y"}), event({"id": "b", "reason": "deleted"}, "absent"),
            event({"id": "b", "text": "z"}), event({"id": "a", "reason": "deleted"}, "absent"),
            event({"id": "b", "reason": "deleted"}, "absent"))) as server:
        result = label("watch", "a", "b", "--file", str(path), port=server.port)
    assert (result.returncode, result.stdout) == (0, "")
    assert path.read_text() == ""
    with Server(stream(event({"label": {"id": "b", "text": "x"}}, "start"), event({"id": "a", "reason": "missing"}, "absent"),
                       event({"id": "b", "text": "never"}))) as server:
        result = label("watch", "a", "b", "--once", "--file", str(path), port=server.port)
    assert (result.returncode, result.stdout, path.read_text()) == (0, "", "b\tx\n")


def test_once_is_what_a_label_shows_now(service):
    request(service, "PUT", "/v1/labels/once", {"to": "7 km", "duration": 0})
    result = label("watch", "once", "--once", port=service.port)
    assert (result.returncode, result.stdout, result.stderr) == (0, "7 km\n", "")


def test_what_is_no_file_is_not_replaced(tmp_path):
    pipe, link, folder = (tmp_path / name for name in ["pipe", "link", "folder"])
    os.mkfifo(pipe)
    (tmp_path / "text").write_text("1")
    link.symlink_to(tmp_path / "text")
    folder.mkdir()
    for path in [pipe, link, folder]:
        result = label("watch", "a", "--file", str(path), port=1)
        said = f"Error: --file must name a file that may be replaced, which {path} is not\n"
        assert (result.returncode, result.stderr) == (64, said)
    assert pipe.is_fifo() and link.is_symlink() and folder.is_dir()


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    with Server(stream(event({"label": {"id": "a", "text": "1"}}, "start"))) as server:
        result = label("watch", "a", "--file", str(tmp_path / "none" / "a.txt"), port=server.port)
    assert (result.returncode, result.stdout) == (74, "")
    assert result.stderr == f"Error: {tmp_path / 'none' / 'a.txt'}: cannot be written\n"


def test_ctrl_c_ends_it():
    release = threading.Event()

    def hold(handler):
        stream(event({"text": "1"}), cut=True)(handler)
        release.wait(30)

    with Server(hold) as server:
        environment = os.environ | {"KINETYPE_SERVER": f"http://127.0.0.1:{server.port}"}
        # What runs the tests in the background may have them ignore Ctrl-C, which programs inherit.
        process = subprocess.Popen([os.environ["KINETYPE"], "label", "watch", "a"], stdout=subprocess.PIPE, env=environment,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        assert process.stdout.readline() == b"1\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == -signal.SIGINT
        release.set()


def test_it_offers_every_parameter_of_a_change_and_no_other(service):
    schemas = json.loads(service.get("/openapi.json")[2])["components"]["schemas"]
    usage = label("set", "--help").stdout
    taken = set(schemas["LabelRequest"]["properties"])
    offered = {re.sub(r"-(\w)", lambda part: part[1].upper(), name) for name in re.findall(r"^ +--([a-z][a-z-]*)", usage, re.M)}
    assert taken - offered <= {"as"}
    # What else there is says how the service is asked.
    assert offered - taken <= {"unset", "ifVersion", "server", "caFile", "timeout", "version", "help"}


def test_a_label_lives(service):
    def ask(*arguments, code=0):
        result = label(*arguments, port=service.port)
        assert result.returncode == code, result.stderr
        return result.stdout if code == 0 else result.stderr

    assert json.loads(ask("set", "total", "$1,234.50", "--duration", "0", "--expires", "60"))["version"] == 1
    assert json.loads(ask("add", "total", "12.50"))["to"] == "$1,247.00"
    first = ask("add", "total", "1", "--idempotency-key", "one")
    assert ask("add", "total", "1", "--idempotency-key", "one") == first
    assert ask("get", "total", "--as", "text") == "$1,248.00\n"
    assert "version" in ask("set", "total", "x", "--if-version", "1", code=1)
    assert json.loads(ask("add", "total", "-8"))["to"] == "$1,240.00"
    assert json.loads(ask("add", "total", "8"))["to"] == "$1,248.00"
    assert ask("set", "total", "1", "--fps", "999", code=64) == "Error: --fps must be from 1 to 240, not 999\n"
    ask("set", "t", "-5")
    assert ask("list", "--prefix", "t") == "t\t-5\ntotal\t$1,248.00\n"
    ask("delete", "total")
    assert ask("list", "--prefix", "t") == "t\t-5\n"
    assert ask("get", "total", code=1).startswith("Error: There is no label")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "cert.pem"],
        cwd=folder, check=True, capture_output=True)
    return folder / "cert.pem", folder / "key.pem"


def test_over_tls_the_certificate_must_be_trusted_and_of_that_name(certificate):
    with Server(*[answer(200, {"id": "a"})] * 3, certificate=certificate) as server:
        trusted = label("get", "a", "--server", f"https://localhost:{server.port}", "--ca-file", str(certificate[0]))
        assert (trusted.returncode, trusted.stdout) == (0, '{"id": "a"}')
        for arguments in [["--server", f"https://localhost:{server.port}"],
                          ["--server", f"https://127.0.0.1:{server.port}", "--ca-file", str(certificate[0])]]:
            result = label("get", "a", *arguments)
            assert (result.returncode, result.stdout) == (1, "")
            assert "the server's certificate is not trusted (" in result.stderr
        assert len(server.asked) == 1


def test_watch_draws_a_real_label_and_comes_back_with_its_service(tmp_path):
    settings = {"port": free_port(), "labels": f"sqlite:{tmp_path / 'labels.db'}"}
    service = Service(tmp_path / "log", **settings)
    request(service, "PUT", "/v1/labels/way", {"to": "0 km", "duration": 5})
    main, terminal = pty.openpty()
    environment = os.environ | {"KINETYPE_SERVER": f"http://127.0.0.1:{service.port}"}
    process = subprocess.Popen(
        [os.environ["KINETYPE"], "label", "watch", "way"], stdout=terminal, stderr=subprocess.DEVNULL, env=environment,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    os.close(terminal)
    written = bytearray()

    def read():
        try:
            while piece := os.read(main, 4096):
                written.extend(piece)
        except OSError:
            pass  # The end of a terminal that nobody writes to is an error.

    threading.Thread(target=read, daemon=True).start()

    def drawn():
        return re.findall(r"\r([\d,]+ km)\x1b\[K", written.decode(errors="replace"))

    try:
        wait_for(lambda: drawn() == ["0 km"])
        request(service, "PUT", "/v1/labels/way", {"to": "9000 km"})
        wait_for(lambda: drawn()[-1] == "9000 km")
        values = [int(text.removesuffix(" km")) for text in drawn()]
        assert len(set(values)) > 5 and values == sorted(values)
        service.process.kill()
        service.process.wait()
        service = Service(tmp_path / "again", **settings)
        request(service, "PUT", "/v1/labels/way", {"to": "7 km", "duration": 0})
        wait_for(lambda: drawn()[-1] == "7 km", within=40)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == -signal.SIGINT
    finally:
        process.kill()
        process.wait()
        assert service.stop() == 0
        os.close(main)
