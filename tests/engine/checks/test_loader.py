"""A broken checklist file is refused with its file and line."""

from pathlib import Path

import pytest

from migration_engine.checks import load_items
from migration_engine.errors import ChecklistInvalid

GOOD = """\
- id: first
  group: basic
  stage: correctness
  title: {en: One, zh: 一}
  criterion: {en: 1 of 1, zh: 1 项}
  why: {en: Because, zh: 因为}
  job_kind: inventory
  limits: [{path: classification, equals: ready}]
"""


def refusal(tmp_path: Path, content: str) -> str:
    """Return the message with which the content is refused."""
    file = tmp_path / "items.yaml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(ChecklistInvalid) as caught:
        load_items(file)
    return str(caught.value)


def test_it_reads_a_good_file(tmp_path: Path) -> None:
    (tmp_path / "items.yaml").write_text(GOOD, encoding="utf-8")

    (item,) = load_items(tmp_path / "items.yaml")

    assert item.title.zh == "一"
    assert item.limits[0].wanted == "ready"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("group: basic", "group: odd", "items.yaml:2: unknown group 'odd'"),
        ("why:", "wherefore:", "items.yaml:6: unknown key 'wherefore'"),
        ("  stage: correctness\n", "", "items.yaml:1: missing: stage"),
        ("{en: One, zh: 一}", "{en: One}", "items.yaml:4: title needs a sentence in both languages"),
        ("equals: ready", "resembles: ready", "items.yaml:8: a condition has a path and one of"),
        ("id: first", "id: 7", "items.yaml:1: id is a text"),
        ("[{path", "[{path: [", "items.yaml:8: not YAML"),
        ("group: basic", "id: second", "items.yaml:2: `id` is given twice"),
    ],
)
def test_it_points_at_the_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert refusal(tmp_path, GOOD.replace(old, new)).startswith(message)


def test_it_refuses_an_id_that_is_used_twice(tmp_path: Path) -> None:
    assert "'first' is used twice" in refusal(tmp_path, GOOD + GOOD)


def test_it_refuses_a_file_that_is_no_list(tmp_path: Path) -> None:
    assert "expected a list of items" in refusal(tmp_path, "a: 1\n")
