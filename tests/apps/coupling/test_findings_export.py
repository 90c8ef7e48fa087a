"""“Export what I see”: the same filters, every page, and no text that a spreadsheet would compute."""

from __future__ import annotations

import csv
import io
import json
import zipfile

import pytest

from apps.coupling.findings.export import COLUMNS
from apps.scans.models import Finding, Scan
from tests.apps.coupling.pages import Visit

FORMULA = '=HYPERLINK("http://127.0.0.1")'


@pytest.fixture
def odd(scan: Scan) -> Finding:
    """Return a finding whose symbol is a formula."""
    finding = Finding.objects.filter(scan=scan, status="open", coupling="strong")[0]
    Finding.objects.filter(pk=finding.pk).update(symbol=FORMULA)
    return finding


def exported(visit: Visit, form: str, query: str = "") -> bytes:
    address = f"/p/{visit.project.slug}/findings/export/{form}/{query}"
    answer = visit.client.get(address)
    assert answer.status_code == 200
    assert f".{form}" in answer["Content-Disposition"]
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def rows(visit: Visit, query: str = "") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(exported(visit, "csv", query).decode("utf-8-sig"))))


def test_csv_holds_every_page_of_the_list(visit: Visit, scan: Scan) -> None:
    found = rows(visit, "?kind=all&status=all&page=2")

    assert tuple(found[0]) == COLUMNS
    assert len(found) == scan.findings.count()


def test_csv_holds_what_the_filters_match(visit: Visit, scan: Scan) -> None:
    found = rows(visit, "?layer=L2&coupling=strong")

    assert {(row["component_layer"], row["coupling"], row["status"]) for row in found} == {
        ("L2", "strong", "open")
    }


def test_no_cell_of_the_csv_is_a_formula(visit: Visit, odd: Finding) -> None:
    [row] = [row for row in rows(visit) if row["identity"] == odd.identity]

    assert row["symbol"] == f"'{FORMULA}"


def test_the_workbook_holds_texts_and_no_formula(visit: Visit, odd: Finding) -> None:
    with zipfile.ZipFile(io.BytesIO(exported(visit, "xlsx"))) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()

    assert "HYPERLINK(" in sheet
    assert "<f>" not in sheet
    assert "<hyperlink" not in sheet


def test_sarif_holds_the_same_findings(visit: Visit, scan: Scan) -> None:
    results = json.loads(exported(visit, "sarif", "?coupling=weak"))["runs"][0]["results"]

    prints = {one["partialFingerprints"]["migrationFinding/v1"] for one in results}
    assert prints == {row["fingerprint"] for row in rows(visit, "?coupling=weak")}


def test_another_form_is_not_there(visit: Visit) -> None:
    assert visit.client.get(f"/p/{visit.project.slug}/findings/export/pdf/").status_code == 404
