"""Deciding on a page that is not up to date, or that is refused: nobody's word and no mark is lost."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.coupling.models import Triage, TriageChange
from apps.scans.models import Scan
from tests.apps.coupling.pages import Read
from tests.apps.findings.test_triage import CODE, decide, keys, shown
from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

LATER = str(timezone.localdate() + timedelta(days=30))
DISMISSED = {"status": "dismissed", "reason": "a test rig", "until": LATER}


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


@pytest.fixture
def mona(cast: Cast, scan: Scan) -> Iterator[Client]:
    yield client_of(cast.mona)


def marked(text: str) -> set[str]:
    boxes = [
        one for one in Read(text).all("input", name="key") if "checked" in one or one["type"] == "hidden"
    ]
    return {one["value"] or "" for one in boxes}


def test_a_stale_page_does_not_overwrite_what_a_colleague_decided(
    bob: Client, mona: Client, scan: Scan
) -> None:
    first, second = keys(scan)
    stale = shown(bob, scan)
    decide(mona, scan, key=first, **DISMISSED)

    answer = decide(bob, scan, seen=stale, key=[first, second], status="in_work", note="mine")

    text = answer.content.decode()
    assert answer.status_code == 409
    assert "1 of the chosen findings was changed while this page was open" in text
    [clash] = answer.context["draft"].clashes
    assert (clash.was.status, clash.now.status, clash.now.reason, clash.by) == (
        *("", "dismissed", "a test rig", "mona"),
    )
    assert Triage.objects.get().status == "dismissed"
    assert marked(text) == {first, second}
    assert '<option value="in_work" selected>' in text and 'value="mine"' in text


def test_who_has_seen_both_values_may_decide_again(bob: Client, mona: Client, scan: Scan) -> None:
    stale = shown(bob, scan)
    decide(mona, scan, whole="on", **DISMISSED)
    refused = decide(bob, scan, "?kind=all&status=all", seen=stale, whole="on", status="in_work")
    assert len(refused.context["draft"].clashes) == 2

    answer = decide(
        bob, scan, "?kind=all&status=all", seen=str(refused.context["seen"]), whole="on", status="in_work"
    )

    assert answer.status_code == 200
    assert set(Triage.objects.values_list("status", "changed_by")) == {("in_work", "bob")}


def test_one_finding_is_guarded_as_the_list_is(bob: Client, mona: Client, scan: Scan) -> None:
    first, _second = keys(scan)
    stale = shown(bob, scan)
    decide(mona, scan, key=first, owner="vic")

    answer = decide(
        bob, scan, f"?kind=all&finding={first}", seen=stale, place="one", key=first, owner="bob", note="ours"
    )

    text = answer.content.decode()
    assert answer.status_code == 409
    assert answer.context["draft"].clashes[0].now.owner == "vic"
    assert '<option value="bob" selected>' in text and ">ours</textarea>" in text


def test_what_was_taken_back_meanwhile_is_a_change_too(bob: Client, mona: Client, scan: Scan) -> None:
    decide(mona, scan, whole="on", status="handled")
    stale = shown(bob, scan)
    mona.post(reverse("coupling:finding-undo", args=[scan.project.slug, TriageChange.objects.get().pk]))

    answer = decide(bob, scan, seen=stale, key=keys(scan)[0], status="in_work")

    [clash] = answer.context["draft"].clashes
    assert (clash.was.status, clash.now.status, clash.by) == ("handled", "", "mona")
    assert not Triage.objects.exists()


def test_other_findings_may_change_meanwhile(bob: Client, mona: Client, scan: Scan) -> None:
    first, second = keys(scan)
    stale = shown(bob, scan)
    decide(mona, scan, key=first, **DISMISSED)

    assert decide(bob, scan, seen=stale, key=second, status="in_work").status_code == 200
    assert Triage.objects.count() == 2


def test_a_page_of_an_older_scan_decides_about_what_it_showed(bob: Client, scan: Scan) -> None:
    stale = shown(bob, scan)
    scanned(scan.project, zipped({"app/device.py": CODE, "app/more.py": CODE}))

    decide(bob, scan, seen=stale, whole="on", status="in_work")

    assert Triage.objects.count() == 2


@pytest.mark.parametrize(
    "given", [{"reason": ""}, {"until": "2020-01-01"}, {"until": "soon"}, {"owner": "charlie"}]
)
def test_a_refused_act_keeps_marks_and_values(bob: Client, scan: Scan, given: dict[str, str]) -> None:
    first, second = keys(scan)
    fields = DISMISSED | {"note": "with care"} | given

    answer = decide(bob, scan, key=[first, second], **fields)

    text = answer.content.decode()
    assert answer.status_code == 400
    assert marked(text) == {first, second}
    assert '<option value="dismissed" selected>' in text
    assert all(f'value="{fields[name]}"' in text for name in ("reason", "until", "note"))
    assert not TriageChange.objects.exists()


def test_marks_that_the_page_does_not_show_are_kept(bob: Client, scan: Scan) -> None:
    answer = decide(bob, scan, "?kind=all&q=empty_cache", key=keys(scan), status="dismissed")

    assert marked(answer.content.decode()) == set(keys(scan))
    assert "1 marked finding is not on this page" in answer.content.decode()


def test_recent_changes_offer_the_way_back_later(bob: Client, mona: Client, scan: Scan) -> None:
    first, _second = keys(scan)
    decide(bob, scan, whole="on", **DISMISSED)
    decide(mona, scan, "?status=all", key=first, status="in_work")
    page = reverse("coupling:finding-changes", args=[scan.project.slug])
    text = bob.get(page).content.decode()
    assert page in bob.get(reverse("coupling:findings", args=[scan.project.slug])).content.decode()
    assert "Undo on 1 of 2" in text and "a test rig" in text and "mona" in text

    oldest = TriageChange.objects.last()
    assert oldest
    undo = reverse("coupling:finding-undo", args=[scan.project.slug, oldest.pk])
    after = bob.post(undo, {"back": "changes"}, follow=True)

    assert "Taken back on 1 finding." in after.content.decode()
    assert "taken back by bob" in after.content.decode()
    assert set(Triage.objects.values_list("status", flat=True)) == {"in_work"}
