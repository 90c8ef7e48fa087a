"""Deciding about findings: one, several, all that match; taking it back; what later scans make of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.core.models import AuditEntry
from apps.coupling.models import Triage, TriageChange
from apps.scans.models import Finding, Scan
from tests.apps.coupling.pages import Visit
from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

CODE = "import torch\n\n\ndef forward(batch):\n    torch.cuda.synchronize()\n    torch.cuda.empty_cache()\n"
TODAY = timezone.localdate()


@pytest.fixture
def cast(db: None, settings: Any, tmp_path: Any) -> Cast:
    settings.MEDIA_ROOT = tmp_path
    return gather()


@pytest.fixture
def scan(cast: Cast) -> Scan:
    return scanned(cast.project, zipped({"app/device.py": CODE}))


@pytest.fixture
def bob(cast: Cast, scan: Scan) -> Iterator[Client]:
    yield client_of(cast.bob)


def decide(client: Client, scan: Scan, where: str = "?kind=all", **fields: Any) -> Any:
    """Decide as somebody does who has just opened the list at that address."""
    address = reverse("coupling:findings", args=[scan.project.slug]) + where
    seen = fields.pop("seen", None) or shown(client, scan)
    return client.post(address, {"seen": seen, **fields}, follow=True)


def shown(client: Client, scan: Scan) -> str:
    """Return what a page says that it shows."""
    return str(Visit(client, scan.project).get("findings").context["seen"])


def listed(client: Client, scan: Scan, **query: Any) -> dict[str, int]:
    page = Visit(client, scan.project).get("findings", kind="all", **query).context["page"]
    return {name: count for name, count in page.statuses.items() if count}


def keys(scan: Scan) -> list[str]:
    return list(Finding.objects.filter(scan=scan).order_by("line").values_list("key", flat=True))


def test_marked_findings_get_status_owner_and_note(bob: Client, scan: Scan, cast: Cast) -> None:
    first, *_others = keys(scan)

    answer = decide(bob, scan, key=first, status="in_work", owner="vic", note="with the driver team")

    said = Triage.objects.get()
    assert (said.status, said.owner, said.note, said.changed_by) == (
        *("in_work", cast.vic, "with the driver team", "bob"),
    )
    assert listed(bob, scan) == {"open": 1, "in_work": 1, "all": 2}
    assert "Decided about 1 finding." in answer.content.decode()
    entry = AuditEntry.objects.get(verb="finding.triaged")
    assert (entry.actor, entry.detail["count"], entry.detail["status"]) == ("bob", 1, "in_work")


def test_all_that_match_the_filter_are_decided_at_once(bob: Client, scan: Scan) -> None:
    decide(bob, scan, whole="on", status="handled", where="?kind=all&q=empty_cache")

    assert [row.symbol for row in Finding.objects.filter(identity__in=Triage.objects.values("identity"))] == [
        "torch.cuda.empty_cache"
    ]


def test_an_unknown_filter_never_means_all(bob: Client, scan: Scan) -> None:
    answer = decide(bob, scan, whole="on", status="handled", where="?kind=all&coupling=zzz")

    assert answer.status_code == 400 and "coupling=zzz" in answer.content.decode()
    assert not Triage.objects.exists()


def test_undo_brings_back_what_was_said_before(bob: Client, scan: Scan) -> None:
    first, second = keys(scan)
    decide(bob, scan, key=first, status="in_work", note="mine")
    decide(bob, scan, whole="on", status="handled", where="?kind=all&status=all")
    change = TriageChange.objects.first()
    assert change is not None

    answer = bob.post(reverse("coupling:finding-undo", args=[scan.project.slug, change.pk]), follow=True)

    assert "Taken back on 2 findings." in answer.content.decode()
    said = Triage.objects.get()
    assert (said.status, said.note) == ("in_work", "mine")
    assert AuditEntry.objects.filter(verb="finding.triage_undone").exists()


def test_undo_leaves_alone_what_was_decided_again_since_then(bob: Client, scan: Scan) -> None:
    first, _second = keys(scan)
    decide(bob, scan, whole="on", status="handled")
    change = TriageChange.objects.get()
    decide(bob, scan, key=first, status="in_work")

    undo = reverse("coupling:finding-undo", args=[scan.project.slug, change.pk])
    text = bob.post(undo, follow=True).content.decode()
    again = bob.post(undo, follow=True).content.decode()

    assert "1 were changed again since then" in text
    assert "taken back already" in again
    assert listed(bob, scan) == {"open": 1, "in_work": 1, "all": 2}


def test_undo_skips_what_was_itself_taken_back_meanwhile(bob: Client, scan: Scan) -> None:
    first, _second = keys(scan)
    decide(bob, scan, whole="on", status="fixed")
    decide(bob, scan, key=first, status="in_work")
    decide(bob, scan, key=first, status="handled")
    every = list(TriageChange.objects.order_by("pk").values_list("pk", flat=True))

    for change in every:
        bob.post(reverse("coupling:finding-undo", args=[scan.project.slug, change]))

    assert not Triage.objects.exists()
    assert listed(bob, scan) == {"open": 2, "all": 2}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"reason": "", "until": str(TODAY)}, "needs a reason"),
        ({"reason": "not ours", "until": ""}, "needs a day"),
        ({"reason": "not ours", "until": str(TODAY - timedelta(days=1))}, "needs a day"),
        ({"reason": "not ours", "until": "soon"}, "year-month-day"),
    ],
)
def test_a_dismissal_without_reason_or_day_is_refused(
    bob: Client, scan: Scan, given: dict[str, str], said: str
) -> None:
    answer = decide(bob, scan, whole="on", status="dismissed", **given)

    assert said in answer.content.decode()
    assert not Triage.objects.exists()
    assert not TriageChange.objects.exists()


def test_a_dismissed_finding_is_open_again_when_its_day_is_over(
    bob: Client, scan: Scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(bob, scan, whole="on", status="dismissed", reason="a test rig", until=str(TODAY))
    assert listed(bob, scan) == {"dismissed": 2, "all": 2}

    monkeypatch.setattr(timezone, "localdate", lambda: TODAY + timedelta(days=1))

    assert listed(bob, scan) == {"open": 2, "all": 2}
    panel = Visit(bob, scan.project).text("findings", finding=keys(scan)[0])
    assert "the finding is open again" in panel


def test_what_was_decided_is_kept_when_lines_move_and_files_are_renamed(bob: Client, scan: Scan) -> None:
    decide(bob, scan, key=keys(scan)[0], status="in_work")

    later = scanned(scan.project, zipped({"core/accelerator.py": "# words\n" * 9 + CODE}))

    assert listed(bob, later) == {"open": 1, "in_work": 1, "all": 2}


def test_what_was_called_fixed_and_is_found_again_has_returned(bob: Client, scan: Scan) -> None:
    decide(bob, scan, whole="on", status="fixed")
    assert listed(bob, scan) == {"fixed": 2, "all": 2}

    later = scanned(scan.project, zipped({"app/device.py": CODE}))

    assert listed(bob, later) == {"returned": 2, "all": 2}
    decide(bob, later, whole="on", status="open", where="?kind=all&status=returned")
    assert listed(bob, later) == {"open": 2, "all": 2}


def test_nothing_chosen_or_nothing_set_is_said(bob: Client, scan: Scan) -> None:
    assert "No finding is chosen" in decide(bob, scan, status="in_work").content.decode()
    assert "Choose a status" in decide(bob, scan, key=keys(scan)[0]).content.decode()
    assert "no member" in decide(bob, scan, whole="on", owner="charlie").content.decode()


def test_findings_can_be_listed_by_owner_and_taken_from_one(bob: Client, scan: Scan) -> None:
    decide(bob, scan, key=keys(scan)[0], owner="vic")
    assert listed(bob, scan, owner="vic") == {"open": 1, "all": 1}
    assert listed(bob, scan, owner="-") == {"open": 1, "all": 1}

    decide(bob, scan, whole="on", owner="-")

    assert listed(bob, scan, owner="vic") == {}


def test_a_viewer_sees_no_way_to_decide(scan: Scan, cast: Cast) -> None:
    text = Visit(client_of(cast.vic), scan.project).text("findings", finding=keys(scan)[0])

    assert "triage-status" not in text
    assert 'name="key"' not in text
    assert "Undo" not in Visit(client_of(cast.vic), scan.project).text("finding-changes")
