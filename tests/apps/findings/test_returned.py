"""What had been called fixed and is found again has returned: tab, filter, comparison and notice agree."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from apps.coupling.models import TriageChange
from apps.coupling.services import store_map, store_point
from apps.scans.models import Scan
from tests.apps.coupling.pages import Visit
from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

CODE = "import torch\n\n\ndef forward(batch):\n    torch.cuda.synchronize()\n    torch.cuda.empty_cache()\n"


@pytest.fixture
def cast(db: None, settings: Any, tmp_path: Any) -> Cast:
    settings.MEDIA_ROOT = tmp_path
    return gather()


@pytest.fixture
def bob(cast: Cast) -> Client:
    return client_of(cast.bob)


def scan(cast: Cast, code: str = CODE) -> Scan:
    made = scanned(cast.project, zipped({"app/device.py": code}))
    store_point(scan_id=made.pk)
    return made


def call(client: Client, scan: Scan, status: str) -> None:
    address = reverse("coupling:findings", args=[scan.project.slug])
    seen = str(Visit(client, scan.project).get("findings").context["seen"])
    client.post(f"{address}?kind=all&status=all", {"seen": seen, "whole": "on", "status": status})


def told(client: Client, scan: Scan) -> dict[str, int]:
    """How many have returned, as each page that says so tells it."""
    visit = Visit(client, scan.project)
    listed = visit.get("findings", kind="all", status="all", change="returned", scan=scan.number)
    compared = visit.get("history-compare", new=scan.number).context["page"]
    export = f"/p/{scan.project.slug}/findings/export/csv/?kind=all&status=all&scan={scan.number}"
    answer = client.get(export)
    rows = csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig")))  # type: ignore[attr-defined]
    notice = next((one for one in visit.get("notices").context["page"] if one.scan == scan), None)
    drawn = visit.get("history").context["drawn"]
    return {
        "tab": visit.get("findings", kind="all", scan=scan.number).context["page"].statuses["returned"],
        "list": listed.context["page"].total,
        "compare": compared.counts["returned"],
        "export": sum(row["change"] == "returned" for row in rows),
        "notice": notice.scan.point.changes["returned"] if notice else 0,
        "history": {one.scan: one.point.changes.get("returned", 0) for one in drawn.columns}[scan],
    }


def everywhere(number: int) -> dict[str, int]:
    return dict.fromkeys(("tab", "list", "compare", "export", "notice", "history"), number)


def test_every_page_tells_the_same_number(cast: Cast, bob: Client) -> None:
    first = scan(cast)
    call(bob, first, "fixed")
    second = scan(cast)

    assert told(bob, second) == everywhere(2)
    assert "2 returned" in Visit(bob, cast.project).text("notices")
    assert "2 returned" in Visit(bob, cast.project).text("history")
    gate = bob.get(f"/api/v1/projects/{cast.project.slug}/scans/{second.number}/gate/").json()
    assert gate["changes"]["returned"] == gate["limits"][0]["count"] == 2


def test_a_finding_returns_with_one_scan_and_is_open_in_the_next(cast: Cast, bob: Client) -> None:
    call(bob, scan(cast), "fixed")
    second, third = scan(cast), scan(cast, "# words\n" + CODE)

    assert told(bob, third) == everywhere(0)
    assert told(bob, second) == everywhere(2)
    page = Visit(bob, cast.project).get("findings", kind="all").context["page"]
    assert {name: count for name, count in page.statuses.items() if count} == {"open": 2, "all": 2}


def test_what_a_scan_found_again_stays_so_whatever_is_decided_later(cast: Cast, bob: Client) -> None:
    first = scan(cast)
    call(bob, first, "fixed")
    claim = TriageChange.objects.get()
    second = scan(cast)
    bob.post(reverse("coupling:finding-undo", args=[cast.project.slug, claim.pk]))
    call(bob, second, "in_work")
    store_map(scan_id=second.pk)
    store_point(scan_id=second.pk)

    assert told(bob, second) == everywhere(2) | {"tab": 0}


def test_what_was_gone_and_called_fixed_returns_once(cast: Cast, bob: Client) -> None:
    first = scan(cast)
    call(bob, first, "fixed")
    scan(cast, "import torch\n")
    third = scan(cast)

    assert told(bob, third) == everywhere(2)
    compared = Visit(bob, cast.project).get("history-compare", old=first.number, new=third.number)
    assert compared.context["page"].counts["returned"] == 2
