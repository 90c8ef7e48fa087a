"""The plan page suggests waves, an architect adopts them, and others may only look."""

from __future__ import annotations

import pytest
from django.urls import reverse

from apps.core.models import AuditEntry
from apps.plans import selectors, services
from apps.plans.models import Plan, WorkItem
from migration_engine.model import Layer
from tests.apps.plans.scans import LAYERS, recorded
from tests.cast import Cast, client_of, gather
from tests.engine.effort.reports import finding, report

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return gather()


def page(cast: Cast, name: str = "vic", language: str = "en", query: str = "") -> str:
    address = reverse("plans:plan", args=[cast.project.slug]) + query
    answer = client_of(cast.by_name(name)).get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def adopt(cast: Cast, name: str, scan_number: object = 1) -> int:
    address = reverse("plans:adopt", args=[cast.project.slug])
    return client_of(cast.by_name(name)).post(address, {"scan_number": scan_number}).status_code


def test_without_a_scan_it_says_what_to_do_first(cast: Cast) -> None:
    html = page(cast)

    assert "No plan yet" in html
    assert reverse("scans:new", args=[cast.project.slug]) in html


def test_it_suggests_waves_with_ranges_and_reasons(cast: Cast) -> None:
    recorded(cast.project)

    html = page(cast)

    assert "A suggestion, worked out from scan #1" in html
    assert [html.index(title) for title in ("Pilot", "Re-point", "Unaffected")] == sorted(
        html.index(title) for title in ("Pilot", "Re-point", "Unaffected")
    )
    assert "Kernel: 1 place in 1 file, needs a redesign" in html
    assert "Adopt as plan" not in html
    assert Plan.objects.count() == 0


def test_it_speaks_chinese(cast: Cast) -> None:
    recorded(cast.project)

    html = page(cast, "alice", "zh-hans")

    for words in ("迁移计划", "试点", "采纳为计划", "需要重新设计", "第 1 批次"):
        assert words in html


def test_an_architect_adopts_it_and_later_scans_leave_it_alone(cast: Cast) -> None:
    recorded(cast.project)

    assert adopt(cast, "alice") == 302
    recorded(cast.project, report({"new": Layer.COMPUTE}, [finding("kernel", "new/main.py")]))

    html = page(cast)
    assert "Plan 1, adopted from scan #1" in html
    assert "Scan #2 is the newest" in html
    assert WorkItem.objects.filter(wave__plan__project=cast.project).count() == len(LAYERS)
    assert AuditEntry.objects.get(verb="plan.adopt").actor == "alice"
    assert "new" in page(cast, query="?view=suggestion")


def test_adopting_twice_makes_one_plan_and_a_newer_scan_the_next(cast: Cast) -> None:
    recorded(cast.project)
    for _ in range(2):
        adopt(cast, "alice")
    recorded(cast.project)

    adopt(cast, "alice", 2)

    assert list(Plan.objects.values_list("number", "scan__number")) == [(2, 2), (1, 1)]


@pytest.mark.parametrize("name", ["mona", "bob", "vic"])
def test_others_cannot_adopt(cast: Cast, name: str) -> None:
    recorded(cast.project)

    assert adopt(cast, name) == 403
    assert Plan.objects.count() == 0


@pytest.mark.parametrize("number", [7, "x", "", 2**40])
def test_a_scan_that_is_not_there_adopts_nothing(cast: Cast, number: object) -> None:
    recorded(cast.project)

    assert adopt(cast, "alice", number) == 302
    assert Plan.objects.count() == 0


def test_the_scan_of_another_project_adopts_nothing(cast: Cast) -> None:
    recorded(cast.charlies_project)

    assert adopt(cast, "alice") == 302
    assert Plan.objects.count() == 0


def test_a_stored_plan_shows_what_the_suggestion_showed(cast: Cast) -> None:
    recorded(cast.project)
    before = selectors.board_for(cast.project)
    services.adopt(actor="alice", project=cast.project, scan_number=1)

    after = selectors.board_for(cast.project)

    def shown(board: selectors.Board | None) -> list[object]:
        assert board is not None
        return [
            (column.wave.title_text, column.wave.days, [(i.component, i.days, i.lines) for i in column.items])
            for column in board.columns
        ]

    assert shown(after) == shown(before)


def test_the_fragment_tells_the_wave_of_a_component(cast: Cast) -> None:
    recorded(cast.project)
    address = reverse("plans:component-wave", args=[cast.project.slug, "ops"])

    html = client_of(cast.vic).get(address).content.decode()

    assert "Wave 1: Pilot" in html
    assert "suggested" in html
    assert "<html" not in html


def test_a_component_that_came_later_is_not_in_the_plan_and_an_unknown_one_not_found(cast: Cast) -> None:
    recorded(cast.project)
    services.adopt(actor="alice", project=cast.project, scan_number=1)
    recorded(cast.project, report({"new/part": Layer.COMPUTE}, []))

    def status(component: str) -> tuple[int, bool]:
        address = reverse("plans:component-wave", args=[cast.project.slug, component])
        answer = client_of(cast.vic).get(address)
        return answer.status_code, "Not in the plan" in answer.content.decode()

    assert status("new/part") == (200, True)
    assert status("nobody") == (404, False)
