"""Whatever stands in an address, the answer is a page or a refusal, never a fault of ours."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from apps.checklist.filters import Filter
from apps.coupling.findings.query import FindingQuery
from apps.coupling.map.query import MapQuery
from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, client_of
from tests.security.routes import PARAMETER, Route, all_routes, project_routes

pytestmark = pytest.mark.django_db

FREE = {"str", "path", None}
ODD = ("%00", "a%00b", "%ED%A0%80", "%FF", "%0D%0A", "%2E%2E%2F")
QUERIES = {field.name for query in (MapQuery, FindingQuery, Filter) for field in fields(query)}
ASKED = sorted(QUERIES | {"page", "kind", "view", "next", "theme", "language"})


def free_text_of(route: Route) -> list[str]:
    """Return the parameters of the route that take any text."""
    return [found["name"] for found in PARAMETER.finditer(route.pattern) if found["kind"] in FREE]


@pytest.fixture
def scan_of_cast(cast: Cast, media: Path) -> None:
    """Give the project a finished scan, so that pages look things up."""
    assert scanned(cast.project, zipped({"app/a.py": "import torch\n"})).state == "succeeded"


@pytest.mark.parametrize("odd", ODD)
def test_odd_text_in_an_address_finds_nothing(cast: Cast, scan_of_cast: None, odd: str) -> None:
    client = client_of(cast.alice)
    swept = [route for route in all_routes() if free_text_of(route)]
    assert {"plans:component-wave", "core:sign-in-link"} <= {route.name for route in swept}

    for route in swept:
        address = route.address(slug=cast.project.slug, **dict.fromkeys(free_text_of(route), odd))
        for method in (client.get, client.post):
            assert method(address).status_code < 500, address


@pytest.mark.parametrize("odd", ODD)
def test_odd_text_behind_the_question_mark_is_left_out(cast: Cast, scan_of_cast: None, odd: str) -> None:
    client = client_of(cast.alice)
    query = "&".join(f"{name}={odd}" for name in ASKED)

    for route in project_routes():
        address = route.address(slug=cast.project.slug, number=1)
        assert client.get(f"{address}?{query}").status_code < 500, address


@pytest.mark.parametrize("referer", ["https://[", "javascript:alert(1)", "\x00", "//elsewhere"])
def test_the_theme_is_kept_whatever_page_is_said_to_come_before(referer: str) -> None:
    answer = client_of(None).post("/theme/", {"theme": "dark"}, headers={"referer": referer})

    assert answer.status_code == 302
    assert answer["Location"] == "/"
