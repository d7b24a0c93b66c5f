"""HTTPS by the service itself, asked through OpenSSL, curl and Node's fetch, and the address for probes."""

import http.client
import os
import random
import re
import signal
import socket
import ssl
import subprocess
import threading
import time

import pytest

from service import Service, wait_for

STREAM = "/v1/stream?from=0&to=1000&duration=60&fps=20&late=send"
HEAD, IDLE = 2, 3


class Certificate:
    """A certificate for this machine and its key, in files."""

    def __init__(self, folder, name="localhost", days=("20200101000000Z", "20990101000000Z"), algorithm="ec"):
        self.folder, self.certificate, self.key = folder, folder / "tls.crt", folder / "tls.key"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "index").write_text("")
        (folder / "ca.cnf").write_text(
            f"[ca]\ndefault_ca=d\n[d]\ndatabase={folder}/index\nnew_certs_dir={folder}\nrand_serial=yes\n"
            "default_md=sha256\npolicy=p\nx509_extensions=x\n[p]\ncommonName=supplied\n"
            "[x]\nbasicConstraints=CA:TRUE\nsubjectAltName=DNS:localhost,IP:127.0.0.1\n")
        kind = {"ec": ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"], "rsa": ["rsa:2048"], "ed25519": ["ed25519"]}
        openssl("req", "-new", "-newkey", *kind[algorithm], "-nodes", "-subj", f"/CN={name}", "-keyout", self.key,
                "-out", folder / "request")
        openssl("ca", "-batch", "-selfsign", "-notext", "-config", folder / "ca.cnf", "-keyfile", self.key, "-in",
                folder / "request", "-out", self.certificate, "-startdate", days[0], "-enddate", days[1])

    @property
    def settings(self):
        return {"tls_certificate_file": self.certificate, "tls_key_file": self.key}

    def replace(self, other):
        self.certificate.write_bytes(other.certificate.read_bytes())
        self.key.write_bytes(other.key.read_bytes())


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


def context(certificate) -> ssl.SSLContext:
    return ssl.create_default_context(cadata=certificate.certificate.read_text())


def connect(service, trusting: ssl.SSLContext, timeout=10) -> ssl.SSLSocket:
    """A connection whose end is an error unless TLS has said goodbye."""
    return trusting.wrap_socket(
        service.connect(timeout), server_hostname="localhost", suppress_ragged_eofs=False)


def ask(service, trusting, path="/healthz") -> bytes:
    with connect(service, trusting) as client:
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        received = b""
        while piece := client.recv(65536):
            received += piece
        return received


def read_until(client, end: bytes) -> bytes:
    received = b""
    while end not in received:
        piece = client.recv(65536)
        assert piece, received
        received += piece
    return received


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return Certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def service(start, certificate):
    return start(**certificate.settings, head_timeout=HEAD, idle_timeout=IDLE)


@pytest.mark.parametrize("algorithm", ["ec", "rsa", "ed25519"])
@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_a_handshake_with_each_kind_of_key(start, tmp_path, algorithm, version):
    certificate = Certificate(tmp_path, algorithm=algorithm)
    service = start(**certificate.settings)
    trusting = context(certificate)
    trusting.minimum_version = trusting.maximum_version = version
    trusting.set_alpn_protocols(["h2", "http/1.1"])
    with connect(service, trusting) as client:
        assert client.selected_alpn_protocol() == "http/1.1"
        assert not client.session or not client.session.has_ticket
    answer = ask(service, trusting)
    assert answer.startswith(b"HTTP/1.1 200 ") and answer.endswith(b"ok\n")


def test_browsers_are_told_to_come_by_https_alone(start, certificate, service):
    """Also by answers that were kept, by problems, and by what libmicrohttpd cannot parse (RFC 6797 section 7.1)."""
    strict = start(**certificate.settings, hsts_max_age=31536000)
    told, plain = b"\r\nStrict-Transport-Security: max-age=31536000\r\n", start(hsts_max_age=31536000)
    for path in 2 * ["/v1/frames?from=1&to=3&fps=1", "/v1/stream?from=1&to=3&duration=0", "/", "/nowhere"]:
        assert ask(strict, context(certificate), path).count(told) == 1
        assert b"Strict-Transport" not in ask(service, context(certificate), path)
        assert "Strict-Transport-Security" not in plain.get(path)[1]
    with connect(strict, context(certificate)) as client:
        client.sendall(b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n")
        assert told in read_until(client, b"}\n")


def test_curl_sees_each_frame_when_it_is_due(service, certificate):
    # A busy machine may disturb one stream; frames that are held back are so in each.
    for _ in range(20):
        curl = subprocess.Popen(
            ["curl", "-sSN", "--cacert", certificate.certificate,
             f"https://localhost:{service.port}/v1/stream?from=0&to=9&duration=1&fps=10&late=send&as=ndjson"],
            stdout=subprocess.PIPE, text=True)
        arrivals = [(time.monotonic(), line) for line in curl.stdout]
        assert curl.wait() == 0
        frames = [(moment, line) for moment, line in arrivals if line.startswith('{"index"')]
        assert len(frames) == 11
        # The first may be the late one, so the stream began when the earliest of them says.
        starts = [moment - index / 10 for index, (moment, _) in enumerate(frames)]
        deviations = sorted(start - min(starts) for start in starts)
        if deviations[len(deviations) // 2] < 0.03 and deviations[-1] < 0.5:
            return
    pytest.fail(f"frames were late by {deviations}")


@pytest.mark.parametrize("files, told", [
    (("nowhere", "key"), "KINETYPE_TLS_CERTIFICATE_FILE names `{0}`: No such file"),
    (("certificate", "nowhere"), "KINETYPE_TLS_KEY_FILE names `{1}`: No such file"),
    (("secret", "key"), "KINETYPE_TLS_CERTIFICATE_FILE names `{0}`: Permission denied"),
    (("key", "key"), "KINETYPE_TLS_CERTIFICATE_FILE names `{0}`: it has no certificate chain in PEM"),
    (("certificate", "certificate"), "KINETYPE_TLS_KEY_FILE names `{1}`: it has no private key in PEM"),
    (("certificate", "other"), "KINETYPE_TLS_KEY_FILE names `{1}`: it is not the key of the first certificate"),
    (("expired", "expired key"), "KINETYPE_TLS_CERTIFICATE_FILE names `{0}`: it expired at 2021-01-01T00:00:00Z"),
    (("future", "future key"), "KINETYPE_TLS_CERTIFICATE_FILE names `{0}`: it is not valid before 2098-01-01T00:00:00Z"),
    (("certificate", None), "KINETYPE_TLS_KEY_FILE must be set where the certificate file is"),
    ((None, "key"), "KINETYPE_TLS_CERTIFICATE_FILE must be set where the key file is"),
], ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else None)
def test_a_file_that_cannot_be_used_is_named_at_the_start(certificate, tmp_path, files, told):
    paths = {"certificate": certificate.certificate, "key": certificate.key, "nowhere": tmp_path / "nowhere"}
    paths["other"] = Certificate(tmp_path / "other").key
    for name, days in {"expired": ("20200101000000Z", "20210101000000Z"),
                       "future": ("20980101000000Z", "20990101000000Z")}.items():
        dated = Certificate(tmp_path / name, days=days)
        paths |= {name: dated.certificate, name + " key": dated.key}
    paths["secret"] = tmp_path / "secret"
    paths["secret"].write_bytes(b"")
    paths["secret"].chmod(0)
    command = [os.environ["KINETYPE"], "serve", "--port", "0"]
    if "secret" in files and os.geteuid() == 0:
        # The superuser may read everything, unless it gives that up.
        command = ["setpriv", "--bounding-set=-dac_override,-dac_read_search",
                   "--inh-caps=-dac_override,-dac_read_search", *command]
    given = [str(paths[name]) if name else "" for name in files]
    result = subprocess.run(
        command, capture_output=True, text=True, timeout=20,
        env=os.environ | {"KINETYPE_TLS_CERTIFICATE_FILE": given[0], "KINETYPE_TLS_KEY_FILE": given[1]})
    assert result.returncode not in (0, None)
    assert told.format(*given) in result.stderr


def test_sighup_changes_the_certificate_under_running_streams(start, tmp_path):
    certificate = Certificate(tmp_path / "first")
    first, second = context(certificate), Certificate(tmp_path / "second", name="second")
    # One connects before the change and begins to speak after it.
    service = start(**certificate.settings, head_timeout=60)
    viewers = [connect(service, first) for _ in range(20)]
    for viewer in viewers:
        viewer.sendall(f"GET {STREAM} HTTP/1.1\r\nHost: h\r\n\r\n".encode())
    texts = [read_until(viewer, b"id: 3\n") for viewer in viewers]
    early = service.connect()
    certificate.replace(second)
    service.process.send_signal(signal.SIGHUP)
    wait_for(lambda: any(
        "certificate read again" in line and "2099-01-01T00:00:00Z" in line for line in service.log.read_text().splitlines()))
    assert ask(service, context(second)).endswith(b"ok\n")
    with pytest.raises(ssl.SSLCertVerificationError):
        connect(service, first)
    late = context(second).wrap_socket(early, server_hostname="localhost")
    assert dict(late.getpeercert()["subject"][0])["commonName"] == "second"
    for viewer, text in zip(viewers, texts):
        text += read_until(viewer, b"id: 40\n")
        assert re.findall(rb"^id: (\d+)$", text, re.MULTILINE)[:41] == [b"%d" % index for index in range(41)]
        viewer.close()


def test_sighup_many_times_under_load_leaks_nothing(start, tmp_path):
    certificate = Certificate(tmp_path / "first")
    trusting = context(certificate)
    service = start(**certificate.settings)
    assert ask(service, trusting)
    wait_for(lambda: service.descriptors)
    before, stop, answers, failures = service.descriptors, threading.Event(), [], []

    def load():
        try:
            while not stop.is_set():
                answer = ask(service, trusting)
                assert answer.endswith(b"ok\n"), answer
                answers.append(answer)
        except Exception as error:
            # A thread's own end would tell nobody.
            failures.append(error)

    threads = [threading.Thread(target=load) for _ in range(4)]
    for thread in threads:
        thread.start()
    signals = 0
    # A busy machine answers fewer in a second, and then the signals go on.
    while signals < 100 or len(answers) <= 100 and not failures:
        service.process.send_signal(signal.SIGHUP)
        signals += 1
        time.sleep(0.01)
    stop.set()
    for thread in threads:
        thread.join()
    assert not failures and len(answers) > 100
    wait_for(lambda: service.descriptors <= before)


@pytest.mark.parametrize("sent", [
    b"GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n", b"\0", random.Random(1).randbytes(4096), b"\x16\x03\x01\x00\x04\x01\0\0\0",
    b"SSH-2.0-OpenSSH_9.2\r\n",
], ids=["HTTP", "NUL", "noise", "empty hello", "SSH"])
def test_who_does_not_speak_tls_is_let_go(service, certificate, sent):
    with service.connect(timeout=HEAD + 7) as client:
        client.sendall(sent)
        received = b""
        try:
            while piece := client.recv(4096):
                received += piece
        except ConnectionResetError:
            pass
        assert not received.startswith(b"HTTP")
    assert ask(service, context(certificate)).endswith(b"ok\n")


def hello() -> bytes:
    """A ClientHello as OpenSSL sends it."""
    outgoing = ssl.MemoryBIO()
    client = ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname="localhost")
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()
    return outgoing.read()


def test_a_handshake_must_come_in_time(service, certificate):
    """Also one that has begun well: the client does not answer the ServerHello."""
    before = service.descriptors
    for _ in range(3):
        start = time.monotonic()
        with service.connect(timeout=HEAD + 5) as client:
            client.sendall(hello())
            while client.recv(65536):
                pass
            took = time.monotonic() - start
        assert HEAD - 0.2 <= took
        wait_for(lambda: service.descriptors <= before)
        # A busy machine may hold one try up.
        if took < HEAD + 2.5:
            return
    pytest.fail(f"cut after {took} seconds")


def test_handshakes_do_not_exceed_the_connection_limit(start, certificate):
    limit = 16
    service = start(**certificate.settings, maximum_connections=limit, head_timeout=3, threads=1)
    before = service.descriptors
    silent = [service.connect() for _ in range(200)]
    wait_for(lambda: service.descriptors >= before + limit)
    time.sleep(1)
    assert service.descriptors <= before + limit + limit // 16 + 16
    for client in silent:
        client.close()
    wait_for(lambda: service.descriptors <= before, within=15)
    # A descriptor is closed a moment before its connection counts no more.
    wait_for(lambda: ask(service, context(certificate)).endswith(b"ok\n"))


@pytest.mark.parametrize("way", ["close", "without goodbye", "reset"])
def test_a_viewer_that_leaves_is_noticed(start, certificate, way):
    service = start(**certificate.settings)
    before = service.descriptors
    viewer = connect(service, context(certificate))
    viewer.sendall(b"GET /v1/stream?from=0&to=9&delay=50 HTTP/1.1\r\nHost: h\r\n\r\n")
    read_until(viewer, b"event: start")
    if way == "reset":
        viewer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    if way == "close":
        viewer.settimeout(0.2)
        try:
            viewer.unwrap()
        except (TimeoutError, ssl.SSLError, OSError):
            pass
    viewer.close()
    wait_for(lambda: service.descriptors <= before, within=40)


def test_an_idle_connection_ends_with_a_goodbye(service, certificate):
    with connect(service, context(certificate), timeout=IDLE + 5) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
        read_until(client, b"ok\n")
        assert client.recv(100) == b""


def test_a_drain_ends_streams_with_their_farewell(start, certificate):
    service = start(**certificate.settings)
    trusting = context(certificate)
    viewers = [connect(service, trusting) for _ in range(20)]
    for viewer in viewers:
        viewer.sendall(f"GET {STREAM} HTTP/1.1\r\nHost: h\r\n\r\n".encode())
    for viewer in viewers:
        read_until(viewer, b"id: 3\n")
    assert service.stop() == 0
    for viewer in viewers:
        rest = b""
        while piece := viewer.recv(65536):
            rest += piece
        assert b'event: end\ndata: {"reason":"shutdown"' in rest and rest.endswith(b"\r\n0\r\n\r\n")


def test_the_health_check_asks_over_tls(service, certificate):
    def check(**settings):
        names = {f"KINETYPE_{name.upper()}": str(value) for name, value in settings.items()}
        return subprocess.run([os.environ["KINETYPE"], "healthcheck"], env=os.environ | names, timeout=20).returncode
    assert check(port=service.port, **certificate.settings) == 0
    assert check(port=service.port) == 1


# The address for probes and metrics.

def test_a_client_that_stops_in_the_midst_of_a_handshake_takes_no_core(start, certificate):
    service = start(**certificate.settings, head_timeout=100)
    before = service.descriptors
    clients = [service.connect() for _ in range(500)]
    for client in clients:
        client.sendall(b"\x16\x03\x01\x02")
    wait_for(lambda: service.descriptors >= before + len(clients))

    def is_idle():
        cpu = service.cpu
        time.sleep(2)
        return service.cpu - cpu < 0.1

    # All have been set up at some time; one that spins is never idle.
    wait_for(is_idle, within=30)
    assert ask(service, context(certificate)).startswith(b"HTTP/1.1 200 ")
    for client in clients:
        client.close()


@pytest.fixture
def admin(start):
    service = start(admin_host="127.0.0.1", admin_port=0, maximum_connections=2, threads=1, grace_time=60)
    port = int(re.search(r"admin=http://127\.0\.0\.1:(\d+)/", service.log.read_text()).group(1))
    return service, port


def probe(port: int, path: str) -> int:
    return subprocess.run([os.environ["KINETYPE"], "healthcheck", "--port", str(port), "--path", path]).returncode


def test_the_admin_address_answers_while_the_service_is_full(admin):
    service, port = admin
    full = [service.connect() for _ in range(40)]
    time.sleep(0.3)
    start = time.monotonic()
    for path in ["/healthz", "/readyz"] * 20:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", path)
        assert connection.getresponse().status == 200
        connection.close()
    assert time.monotonic() - start < 20
    assert probe(port, "/healthz") == probe(port, "/readyz") == 0
    environment = {"KINETYPE_ADMIN_HOST": "127.0.0.1", "KINETYPE_ADMIN_PORT": str(port), "KINETYPE_PORT": str(service.port)}
    assert subprocess.run([os.environ["KINETYPE"], "healthcheck"], env=os.environ | environment).returncode == 0
    assert probe(port, "/v1/curves") == 1
    for client in full:
        client.close()


def test_the_admin_address_answers_until_the_end(admin):
    service, port = admin
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    reader.connect(("127.0.0.1", service.port))
    text = "x" * 400  # nine megabytes in all, more than the sockets hold
    reader.sendall(f"GET /v1/frames?from=0{text}&to=9{text}&duration=200&fps=100 HTTP/1.1\r\nHost: h\r\n\r\n".encode())
    assert reader.recv(12) == b"HTTP/1.1 200"
    service.process.send_signal(signal.SIGTERM)
    wait_for(lambda: probe(port, "/readyz") == 1)

    def is_refused():
        try:
            service.connect().close()
        except ConnectionRefusedError:
            return True
    wait_for(is_refused)
    assert probe(port, "/healthz") == 0
    while reader.recv(1 << 20):
        pass
    assert service.stop(within=70) == 0
    assert probe(port, "/healthz") == 1


def test_an_admin_address_in_use_ends_the_start(admin):
    _, port = admin
    result = subprocess.run(
        [os.environ["KINETYPE"], "serve", "--port", "0"], capture_output=True, text=True, timeout=20,
        env=os.environ | {"KINETYPE_ADMIN_HOST": "127.0.0.1", "KINETYPE_ADMIN_PORT": str(port)})
    assert result.returncode == 1
    assert f"KINETYPE_ADMIN_PORT cannot be used: 127.0.0.1 port {port} is already in use" in result.stderr
