"""The catalogue that ships: complete, bilingual, honest about what no job can prove."""

import re

import pytest

from migration_engine.checks import Group, Item, State, judge, load_items
from migration_engine.protocol import CATALOGUE

ITEMS = load_items()


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_every_criterion_names_a_number_in_both_languages(item: Item) -> None:
    assert re.search(r"\d", item.criterion.en)
    assert re.search(r"\d", item.criterion.zh)
    assert re.search(r"[\u4e00-\u9fff]", item.title.zh + item.why.zh)


def test_every_group_has_items() -> None:
    assert {item.group for item in ITEMS} == set(Group)


def test_every_named_job_kind_exists() -> None:
    assert {item.job_kind for item in ITEMS if item.job_kind} == set(CATALOGUE)


def test_items_that_no_job_proves_say_so() -> None:
    waiting = [judge(item, []) for item in ITEMS if not item.job_kind]

    assert waiting
    assert {judgement.state for judgement in waiting} == {State.UNPROVEN}
    assert all("No job kind proves this yet" in judgement.reason.en for judgement in waiting)


def test_only_items_with_a_job_kind_have_conditions() -> None:
    assert not [item.id for item in ITEMS if not item.job_kind and (item.applies_when or item.limits)]
