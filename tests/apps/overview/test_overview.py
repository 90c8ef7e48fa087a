"""One screen tells where the project stands, says what is unknown, and names the next step."""

import pytest
from django.urls import reverse

from apps.overview.layers import LayerRow
from apps.overview.selectors import Step, overview_of
from migration_engine.checks import State
from migration_engine.protocol import DeviceKind
from tests.cast import Cast, client_of, gather
from tests.results import evidence

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    """Return the people."""
    return gather()


def page(cast: Cast, name: str = "vic", language: str = "en") -> str:
    """Return the overview as a person sees it."""
    answer = client_of(cast.by_name(name)).get(
        reverse("overview:project", args=[cast.project.slug]), headers={"accept-language": language}
    )
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_empty_project_is_led_to_its_first_scan(cast: Cast) -> None:
    html = page(cast, "alice")

    assert overview_of(cast.project).next_step is Step.SCAN
    assert "No scan yet" in html
    assert reverse("scans:new", args=[cast.project.slug]) in html


def test_it_links_to_every_page_of_the_way(cast: Cast) -> None:
    html = page(cast)

    for name in (
        "scans:list",
        "coupling:map",
        "plans:plan",
        "tco:scenario",
        "validation:jobs",
        "checklist:items",
    ):
        assert f'href="{reverse(name, args=[cast.project.slug])}"' in html


def test_it_counts_jobs_and_nodes_of_this_project_alone(cast: Cast) -> None:
    evidence(cast.project, device=DeviceKind.CPU)
    evidence(cast.charlies_project)

    work = overview_of(cast.project).work

    assert (work.nodes, work.online, work.jobs, work.ended, work.failed) == (1, 1, 1, 1, 0)


def test_a_rehearsal_is_counted_as_such_and_proves_nothing(cast: Cast) -> None:
    evidence(cast.project, device=DeviceKind.CPU)

    counted = {state: count for state, _word, count in overview_of(cast.project).checklist}

    assert counted[State.PROVEN] == 0
    assert counted[State.REHEARSED] >= 1


def test_the_card_of_jobs_says_how_many_results_are_rehearsals(cast: Cast) -> None:
    evidence(cast.project, device=DeviceKind.NPU)
    assert "rehearsal, measured" not in page(cast)

    evidence(cast.project, device=DeviceKind.CPU, host="laptop")

    assert overview_of(cast.project).work.rehearsed == 1
    assert "1 result is a rehearsal, measured without an NPU." in page(cast)
    assert "其中 1 项结果为演练" in page(cast, language="zh-hans")


def test_placeholders_are_no_verdict(cast: Cast) -> None:
    cost = overview_of(cast.project).cost

    assert not cost.is_saved
    assert not cost.has_verdict
    assert "Placeholders" in page(cast)


def test_it_speaks_chinese(cast: Cast) -> None:
    html = page(cast, language="zh-hans")

    assert "下一步" in html
    assert "Next step" not in html


def test_a_bar_is_as_wide_as_its_parts() -> None:
    row = LayerRow("L2", strong=1, weak=0, none=2, left_out=0)

    assert [part.coupling for part in row.parts] == ["strong", "none"]
    assert sum(part.width for part in row.parts) == pytest.approx(100, abs=0.02)
    assert LayerRow("L5", 0, 0, 0, 7).parts == []
