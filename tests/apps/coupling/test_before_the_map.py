"""What the pages say while there is nothing to draw, and whom they say nothing."""

from __future__ import annotations

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from apps.coupling.services import request_missing
from apps.scans.models import Scan, State
from apps.validation.management.commands.reconcile import bring_forward
from tests import factory
from tests.apps.coupling.pages import Visit
from tests.apps.coupling.world import World
from tests.cast import client_of

PAGES = ("map", "findings")


@pytest.mark.parametrize("page", PAGES)
def test_a_project_without_scans_offers_the_first(bare: Visit, page: str) -> None:
    links = bare.read(page).all("a", class_="button--primary")

    assert [link["href"] for link in links] == [f"/p/{bare.project.slug}/scans/new/"]


def test_an_export_without_a_scan_says_how_to_make_one(bare: Visit) -> None:
    answer = bare.client.get(f"/p/{bare.project.slug}/findings/export/csv/")

    text = answer.content.decode()
    assert answer.status_code == 404
    assert "No scan yet" in text and f"/p/{bare.project.slug}/scans/new/" in text
    assert "Someone was faster" not in text


def test_an_export_before_the_map_waits_beside_the_list(bare: Visit) -> None:
    factory.scan(bare.project)

    answer = bare.client.get(f"/p/{bare.project.slug}/findings/export/csv/")

    assert answer.status_code == 404
    assert f'hx-get="/p/{bare.project.slug}/findings/"' in answer.content.decode()


@pytest.mark.parametrize("asked", ["9" * 20, "7", "-1", "0", "first"])
@pytest.mark.parametrize("page", ["map", "graph", "findings", "findings/export/csv", "history/compare"])
def test_a_scan_that_is_not_there_is_not_taken_for_the_newest(visit: Visit, page: str, asked: str) -> None:
    name = "new" if page == "history/compare" else "scan"

    answer = visit.client.get(f"/p/{visit.project.slug}/{page}/?{name}={asked}")

    assert answer.status_code == 404
    assert "This project has no such scan" in answer.content.decode()
    assert f"/p/{visit.project.slug}/scans/" in answer.content.decode()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    ("state", "told"),
    [
        (State.QUEUED, "The scan is running"),
        (State.RUNNING, "The scan is running"),
        (State.FAILED, "The scan failed"),
    ],
)
def test_it_waits_for_the_scan_and_tells_how_it_stands(
    bare: Visit, page: str, state: State, told: str
) -> None:
    factory.scan(bare.project, state=state)

    assert told in bare.text(page)
    assert bool(bare.read(page).all("div", id="waiting", hx_swap="outerHTML")) == (state != State.FAILED)


def test_it_waits_for_the_map_after_the_scan(bare: Visit) -> None:
    factory.scan(bare.project)

    assert "The map is being drawn" in bare.text("map")
    assert "The map is being drawn" in bare.by_htmx().text("map")
    assert "<html" not in bare.by_htmx().text("map")


@pytest.mark.parametrize("page", PAGES)
def test_the_waiting_page_opens_the_result_by_itself(visit: Visit, page: str) -> None:
    assert visit.by_htmx().get(page).headers["HX-Refresh"] == "true"


def test_an_older_scan_stays_on_show_while_a_new_one_runs(visit: Visit) -> None:
    factory.scan(visit.project, number=2, state=State.RUNNING)

    assert "Five-layer coupling map" in visit.text("map")
    assert "The scan is running" in visit.text("map", scan=2)


@pytest.mark.parametrize("page", PAGES)
def test_a_scan_that_the_project_does_not_have_is_not_there(visit: Visit, page: str) -> None:
    assert visit.get(page, scan=7).status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_a_stranger_learns_nothing(world: World, page: str, db: None) -> None:
    stranger = Visit(client_of(world.cast.charlie), world.cast.project)

    assert stranger.get(page).status_code == 404


def test_a_map_that_was_never_drawn_is_asked_for_again(bare: Visit) -> None:
    scan = factory.scan(bare.project)
    before = request_missing()

    Scan.objects.filter(pk=scan.pk).update(finished_at="2020-01-01T00:00Z", updated_at="2020-01-01T00:00Z")

    assert (before, request_missing()) == (0, 1)
    assert request_missing() == 0, "the next ring can wait"


def test_the_reconciler_asks_for_it(
    bare: Visit, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    scan = factory.scan(bare.project)
    Scan.objects.filter(pk=scan.pk).update(finished_at="2020-01-01T00:00Z", updated_at="2020-01-01T00:00Z")

    with django_capture_on_commit_callbacks() as rung:
        bring_forward()

    assert [ring.args for ring in rung] == [("coupling.build_map", scan.pk)]
