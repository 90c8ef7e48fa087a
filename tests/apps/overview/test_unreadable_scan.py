"""A scan whose document can no longer be read costs its own numbers, and no page more than that."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from apps.overview.selectors import Step, overview_of
from apps.plans import services as plans
from apps.scans import storage
from apps.scans.models import Scan, SourceKind, State
from apps.scans.services import is_kept
from tests.apps.plans.scans import recorded
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db
WORDS = "Scan #1 was stored by an older version of the portal, or its file is gone. Scan the source again."


@pytest.fixture
def cast(settings: Settings, tmp_path: Path) -> Cast:
    """Return the people, with a folder of their own for documents."""
    settings.MEDIA_ROOT = tmp_path
    return gather()


@pytest.fixture(params=["older", "gone"])
def scan(request: pytest.FixtureRequest, cast: Cast) -> Scan:
    """Return a finished scan whose document is of an older version, or whose file is gone."""
    scan = recorded(cast.project)
    scan.document_hash = "0" * 64
    if request.param == "older":
        with storage.kept_document(b'{"schema_version": "0"}') as kept:
            scan.document_hash = kept.sha256
    scan.save()
    return scan


def answer(cast: Cast, name: str, *args: object, language: str = "en", **headers: str) -> HttpResponse:
    """Return what the architect gets."""
    address = reverse(name, args=[cast.project.slug, *args])
    headers = {"accept-language": language, **headers}
    return client_of(cast.alice).get(address, headers=headers)


def test_the_plan_says_why_and_shows_the_way(cast: Cast, scan: Scan) -> None:
    refused = answer(cast, "plans:plan")

    assert refused.status_code == 409
    html = refused.content.decode()
    assert WORDS in html
    assert f'href="{reverse("scans:new", args=[cast.project.slug])}"' in html


def test_it_is_said_in_chinese(cast: Cast, scan: Scan) -> None:
    html = answer(cast, "plans:plan", language="zh-hans").content.decode()

    assert "请重新扫描源码" in html
    assert "Scan the source again" not in html


def test_the_wave_of_a_component_is_a_notice_with_the_way(cast: Cast, scan: Scan) -> None:
    refused = answer(cast, "plans:component-wave", "device", **{"HX-Request": "true"})

    assert refused.status_code == 409
    assert WORDS in refused.content.decode()
    assert "<html" not in refused.content.decode()


def test_the_overview_shows_everything_else(cast: Cast, scan: Scan) -> None:
    shown = answer(cast, "overview:project")

    assert shown.status_code == 200
    html = shown.content.decode()
    assert WORDS in html
    assert reverse("checklist:items", args=[cast.project.slug]) in html
    found = overview_of(cast.project)
    assert found.effort is None and found.layers
    assert found.next_step is Step.RESCAN


def test_the_cost_comparison_takes_the_effort_for_unknown(cast: Cast, scan: Scan) -> None:
    shown = answer(cast, "tco:scenario")

    assert shown.status_code == 200
    assert WORDS in shown.content.decode()


def test_an_adopted_plan_outlives_its_scan(cast: Cast) -> None:
    scan = recorded(cast.project)
    plans.adopt(actor="alice", project=cast.project, scan_number=scan.number)
    storage.document_path(scan.document_hash).unlink()

    assert answer(cast, "plans:plan").status_code == 200
    assert answer(cast, "overview:project").status_code == 200


def test_adopting_says_why_nothing_was_adopted(cast: Cast, scan: Scan) -> None:
    address = reverse("plans:adopt", args=[cast.project.slug])

    page = client_of(cast.alice).post(address, {"scan_number": 1}, follow=True)

    assert page.redirect_chain
    assert WORDS in page.content.decode()


def test_what_is_there_of_a_document_is_handed_out(cast: Cast, scan: Scan) -> None:
    handed = answer(cast, "scans:document", scan.number)

    is_there = storage.document_path(scan.document_hash).exists()
    assert handed.status_code == (200 if is_there else 409)
    if not is_there:
        assert WORDS in handed.content.decode()


def test_nobody_waits_for_a_map_that_cannot_be_drawn(cast: Cast, scan: Scan) -> None:
    assert "The map is being drawn" in answer(cast, "coupling:map").content.decode()
    Scan.objects.update(finished_at=timezone.now() - timedelta(minutes=2))

    refused = answer(cast, "coupling:map")

    assert refused.status_code == 409
    assert WORDS in refused.content.decode()


def test_an_import_is_not_tried_again_without_its_file(cast: Cast, scan: Scan) -> None:
    scan.source_kind, scan.state = SourceKind.DOCUMENT, State.FAILED
    scan.save()

    assert is_kept(scan) == storage.document_path(scan.document_hash).exists()
