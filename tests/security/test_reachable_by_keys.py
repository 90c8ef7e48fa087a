"""Whatever can be used on any page of a project can be reached by Tab, in the order in which it is read."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, client_of
from tests.security.routes import project_routes

pytestmark = pytest.mark.django_db

REACHED = {"a", "button", "input", "select", "textarea", "summary"}
ACTS = {"button", "link", "tab", "menuitem", "option", "checkbox", "switch"}


class Controls(HTMLParser):
    """What of a page acts although no key gets there, or gets there out of turn."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.number = 0
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Hold one element to the rules."""
        found = dict(attrs)
        self.number += tag in REACHED
        acts = found.get("role") in ACTS or any(name.startswith("on") for name in found)
        if acts and tag not in REACHED and "tabindex" not in found:
            self.faults.append(f"{tag} acts and is not reached: {found}")
        if int(found.get("tabindex") or 0) > 0:
            self.faults.append(f"{tag} comes out of turn: {found}")
        if tag == "a" and "href" not in found:
            self.faults.append(f"a link without an address: {found}")


@pytest.fixture
def scan_of_cast(cast: Cast, media: Path) -> None:
    assert scanned(cast.project, zipped({"app/a.py": "import torch\ntorch.cuda.synchronize()\n"})).number == 1


def test_every_page_of_a_project_can_be_worked_by_keys(cast: Cast, scan_of_cast: None) -> None:
    client = client_of(cast.alice)
    seen = 0

    for route in project_routes():
        answer = client.get(route.address(slug=cast.project.slug, number=1))
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            controls = Controls(answer.content.decode())
            assert controls.faults == [], route
            seen += controls.number > 0

    assert seen > 20
