"""Whatever answers instead of a portal, the node says what to do about it and never sends a token on."""

import http.server
import threading
from collections.abc import Iterator

import pytest

from migration_node.errors import Fenced, NoPortal, NotKnown, PortalRefused, PortalUnreachable
from migration_node.wire import Wire


class Answer(http.server.BaseHTTPRequestHandler):
    """Gives the one answer that its server holds."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        status, headers, body = self.server.answer
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[http.server.HTTPServer]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("status", "headers", "body", "error", "said"),
    [
        (200, {}, b"<html>welcome</html>", NoPortal, "check the address"),
        (200, {}, b"[1]", NoPortal, "check the address"),
        (301, {"Location": "https://elsewhere.example/"}, b"", NoPortal, "https://elsewhere.example/"),
        (404, {}, b"<html>not here</html>", NoPortal, "check the address"),
        (401, {}, b"<html>a proxy wants a name</html>", NoPortal, "check the address"),
        (413, {}, b"<html>too large</html>", PortalRefused, "413"),
        (401, {}, b'{"code": "x", "message": "unknown node."}', NotKnown, "enrol again"),
        (409, {}, b'{"code": "attempt_over", "message": "over"}', Fenced, "over"),
        (409, {}, b'{"code": "artifact_incomplete", "message": "send it"}', PortalRefused, "send it"),
        (400, {}, b'{"code": "invalid_body", "message": "name: too long"}', PortalRefused, "name: too long"),
        (507, {}, b'{"code": "no_space", "message": "full"}', PortalUnreachable, "full"),
        (502, {}, b"bad gateway", PortalUnreachable, "502"),
        (429, {}, b"{}", PortalUnreachable, "429"),
    ],
)
def test_every_answer_has_its_meaning(server, status, headers, body, error, said):
    server.answer = (status, headers, body)
    wire = Wire(f"http://127.0.0.1:{server.server_port}", "secret")
    with pytest.raises(error, match=said) as told:
        wire.post("hello", {})
    assert type(told.value) is error and "secret" not in str(told.value)


def test_nobody_listening_is_said_with_the_address():
    with pytest.raises(PortalUnreachable, match="http://127.0.0.1:9"):
        Wire("http://127.0.0.1:9", "secret").post("hello", {})


def test_a_wish_of_the_portal_is_heard_on_any_answer(server):
    server.answer = (204, {"X-Portal-Wants": "hello"}, b"")
    wire = Wire(f"http://127.0.0.1:{server.server_port}")
    assert wire.post("lease", {}) == {}
    assert wire.wants_hello


def test_half_a_letter_and_no_number_are_sent_for_the_portal_to_judge(server):
    server.answer = (400, {}, b'{"code": "invalid_body", "message": "lines.0"}')
    with pytest.raises(PortalRefused, match=r"lines\.0"):
        Wire(f"http://127.0.0.1:{server.server_port}").post("log", {"lines": ["\ud800"], "at": float("nan")})
