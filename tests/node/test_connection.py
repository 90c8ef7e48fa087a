"""The doctor asks the portal: does it know this node, is its clock the same, can the doorbell be heard."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from migration_node.doctor.check import Check, State
from migration_node.doctor.connection import connection_checks
from migration_node.home import Identity

NOBODY = "redis://node.x:secret-word@127.0.0.1:9/0"


@contextmanager
def portal(status: int, body: object, behind: timedelta = timedelta()) -> Iterator[Identity]:
    """Yield the identity of a node whose portal always answers so, by a clock that is wrong."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def date_time_string(self, timestamp: Any = None) -> str:
            return format_datetime(datetime.now(UTC) - behind, usegmt=True)

        def log_message(self, *_: Any) -> None:
            """Keep the tests' output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}"
        yield Identity(url, "n", "bench", "demo", "secret-token", "k")
    finally:
        server.shutdown()
        server.server_close()


def looked_at(status: int, body: object, **how: timedelta) -> dict[str, Check]:
    with portal(status, body, **how) as identity:
        return {check.name: check for check in connection_checks(identity)}


def test_a_portal_that_knows_the_node_is_in_order():
    found = looked_at(200, {"state": "enrolled", "doorbell": {"url": ""}})
    assert [check.state for check in found.values()] == [State.OK] * 3


def test_a_wrong_clock_is_measured_and_a_broker_behind_a_firewall_is_named_without_its_password():
    found = looked_at(200, {"state": "draining", "doorbell": {"url": NOBODY}}, behind=timedelta(hours=1))
    assert {name: check.state for name, check in found.items()} == {
        "portal": State.WARNING,
        "clock": State.WARNING,
        "doorbell": State.WARNING,
    }
    assert "Resume" in found["portal"].next_step.en
    assert re.search(r"36\d\d s ahead of", found["clock"].found.en)
    assert re.search(r"快 36\d\d 秒", found["clock"].found.zh)
    assert "127.0.0.1:9" in found["doorbell"].next_step.en
    assert "secret" not in str([check.to_dict() for check in found.values()])


def test_a_token_that_was_revoked_leads_to_a_new_code():
    found = looked_at(401, {"code": "not_authenticated", "message": "unknown"})
    assert list(found) == ["portal"]
    assert found["portal"].state is State.PROBLEM
    assert "does not know this node" in found["portal"].found.en
    assert "enroll URL CODE" in found["portal"].next_step.zh


def test_something_else_at_the_address_is_told_from_a_portal_that_is_away():
    assert "migration portal" in looked_at(404, None)["portal"].found.en
    away = looked_at(502, {"detail": "no upstream"})["portal"]
    assert (away.state, "must reach" in away.next_step.en) == (State.PROBLEM, True)
