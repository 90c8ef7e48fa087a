"""Text that came from code, files, people or nodes is shown as text: no page runs any of it."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, client_of
from tests.results import evidence
from tests.security.routes import project_routes

pytestmark = pytest.mark.django_db

SCRIPT = "<script>alert(1)</script>"
IMAGE = "<img src=x onerror=alert(1)>"
BREAKOUT = "\"'></script><svg onload=alert(1)>{{7*7}}"


class Danger(HTMLParser):
    """Collects scripts without an address or nonce, handlers in attributes, and addresses that run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "script" and not (
            {"src", "nonce"} & given.keys() or given.get("type", "").endswith("json")
        ):
            self.found.append(f"<script {given}>")
        self.found += [f"{tag} {name}" for name in given if name.startswith("on")]
        self.found += [value for value in given.values() if value.strip().lower().startswith("javascript:")]


def hostile_tree() -> bytes:
    """Return an archive whose names and code try to become part of the page."""
    code = f"import torch\ntext = {(SCRIPT + BREAKOUT)!r}; torch.cuda.synchronize()  # {IMAGE}\n"
    return zipped(
        {f"app/{IMAGE.replace('/', '')}.py": code, "app/quote\"'&amp;.py": code, "app/__init__.py": ""}
    )


def test_no_page_runs_what_it_shows(cast: Cast, media: Path) -> None:
    cast.project.name, cast.project.description = SCRIPT, BREAKOUT
    cast.project.save()
    scan = scanned(cast.project, hostile_tree())
    assert scan.state == "succeeded"
    stored = evidence(cast.project, host=f"node{IMAGE}")
    ids = {"number": scan.number, "job_id": stored.job_id, "node_id": stored.attempt.node_id}

    shown = 0
    for route in project_routes():
        answer = client_of(cast.alice).get(route.address(slug=cast.project.slug, **ids))
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        reader = Danger()
        reader.feed(answer.content.decode())
        assert reader.found == [], route
        assert SCRIPT not in answer.content.decode(), route
        shown += 1
    assert shown >= 12


def test_the_policy_forbids_what_would_slip_through(cast: Cast) -> None:
    answer = client_of(cast.alice).get("/")

    policy = answer["Content-Security-Policy"]
    assert "'unsafe-inline'" not in policy
    assert "'unsafe-eval'" not in policy
    assert "object-src 'none'" in policy
