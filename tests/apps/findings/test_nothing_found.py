"""A scan without findings says what was looked for and how much was covered; silence proves nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.formats import number_format

from apps.scans.models import Scan
from tests.apps.coupling.pages import Visit
from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

PLAIN = {"app/greet.py": "def greet(name):\n    return f'hello {name}'\n", "app/logo.png": "\x00\x01"}


@pytest.fixture
def cast(db: None, settings: Any, tmp_path: Any) -> Cast:
    settings.MEDIA_ROOT = tmp_path
    return gather()


@pytest.fixture
def scan(cast: Cast) -> Scan:
    made = scanned(cast.project, zipped(PLAIN))
    assert made.counts["findings"] == 0
    return made


@pytest.fixture
def visit(cast: Cast, scan: Scan) -> Visit:
    return Visit(client_of(cast.vic), cast.project)


def test_the_list_says_how_many_rules_ran_over_how_many_files(visit: Visit, scan: Scan) -> None:
    rules, files = (
        number_format(scan.coverage["rules_run"], force_grouping=True),
        scan.coverage["files_scanned"],
    )

    text = visit.text("findings")

    assert f"{files} files were read and {rules} rules ran; none of them matched." in text
    assert f"{files} of {scan.coverage['files_total']} files scanned" in text
    assert "1 skipped" in text
    assert f"{rules} 条规则" in visit.in_chinese().text("findings")


def test_a_filter_does_not_pass_for_an_empty_scan(visit: Visit) -> None:
    assert "rules ran" in visit.text("findings", status="all", kind="all")
    assert "No finding matches" in visit.text("findings", q="torch")


@pytest.mark.parametrize("page", ["map", "history"])
def test_other_pages_open_and_count_nothing(visit: Visit, page: str) -> None:
    assert visit.get(page).status_code == 200


def test_what_is_exported_names_its_columns_and_holds_no_row(visit: Visit) -> None:
    answer = visit.client.get(f"/p/{visit.project.slug}/findings/export/csv/")

    assert b"".join(answer.streaming_content).decode().count("\r\n") == 1
