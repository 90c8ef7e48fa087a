"""The page says where each item stands by word and shape, and keeps its filters in the address."""

import re

import pytest
from django.urls import reverse

from migration_engine.protocol import DeviceKind
from tests.cast import Cast, client_of, gather
from tests.results import evidence

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    """Return the people."""
    return gather()


def page(cast: Cast, name: str = "vic", **query: str) -> str:
    """Return the page as a person sees it."""
    answer = client_of(cast.by_name(name)).get(
        reverse("checklist:items", args=[cast.project.slug]), query, headers={"accept-language": "en"}
    )
    assert answer.status_code == 200
    return answer.content.decode()


def shown(html: str) -> list[str]:
    """Return the ids of the items on the page."""
    return re.findall(r'class="check-item" id="([^"]+)"', html)


def test_it_shows_every_item_with_its_criterion(cast: Cast) -> None:
    html = page(cast)

    assert len(shown(html)) >= 20
    assert "No job kind proves this yet" in html
    assert "cosine ≥ 0.9995" in html


def test_it_shows_rehearsal_evidence_without_green(cast: Cast) -> None:
    stored = evidence(cast.project, device=DeviceKind.CPU)

    html = page(cast)

    assert stored.sha256[:12] in html
    assert "Rehearsal · cpu" in html
    assert reverse("validation:job", args=[cast.project.slug, stored.job.pk]) in html
    items = html[html.index("check-items") :]
    assert "check-state--rehearsed" in items
    assert "check-state--proven" not in items


def test_filters_come_from_the_address(cast: Cast) -> None:
    evidence(cast.project)

    assert "layers-align-16bit" in shown(page(cast, state="proven"))
    assert "rollback" not in shown(page(cast, state="proven"))
    assert shown(page(cast, group="faults", stage="stability")) == [
        "timeout-and-retry",
        "memory-exhausted",
        "rollback",
    ]


def test_a_filter_that_means_nothing_filters_nothing(cast: Cast) -> None:
    assert shown(page(cast, state="splendid")) == shown(page(cast))


def test_no_match_offers_the_way_back(cast: Cast) -> None:
    html = page(cast, state="failed")

    assert shown(html) == []
    assert "Clear filters" in html


def test_only_who_may_validate_is_offered_a_job(cast: Cast) -> None:
    offer = "Request Inventory for"

    assert offer in page(cast, "bob")
    assert offer not in page(cast, "vic")
    assert offer not in page(cast, "mona")


def test_it_speaks_chinese(cast: Cast) -> None:
    answer = client_of(cast.vic).get(
        reverse("checklist:items", args=[cast.project.slug]), headers={"accept-language": "zh-hans"}
    )

    html = answer.content.decode()
    assert "检查清单" in html
    assert "16 位逐层对齐" in html
    assert "Criterion" not in html
