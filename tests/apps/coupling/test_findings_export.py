"""“Export what I see”: the same filters, every page, and no text that a spreadsheet would compute."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.coupling.findings.export import COLUMNS
from apps.coupling.models import Triage
from apps.coupling.seen import Seen
from apps.coupling.services import Decision, decide
from apps.scans.models import Finding, Scan
from tests.apps.coupling.pages import Visit
from tests.engine.sarif_profile import mistakes

FORMULA = '=HYPERLINK("http://127.0.0.1")'


@pytest.fixture
def odd(scan: Scan) -> Finding:
    """Return a finding whose symbol is a formula."""
    finding = Finding.objects.filter(scan=scan, status="open", coupling="strong")[0]
    Finding.objects.filter(pk=finding.pk).update(symbol=FORMULA)
    return finding


def say(scan: Scan, finding: Finding, what: Decision) -> None:
    rows = Finding.objects.filter(pk=finding.pk)
    decide(actor="bob", scan=scan, rows=rows, what=what, seen=Seen.now(scan))


def suppressed(justification: str, status: str = "accepted") -> dict[str, str]:
    return {"kind": "external", "status": status, "justification": justification}


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


def test_sarif_satisfies_the_standard_and_suppresses_what_people_settled(visit: Visit, scan: Scan) -> None:
    dismissed, handled, fixed, over = Finding.objects.filter(scan=scan, status="open").order_by("pk")[:4]
    tomorrow = timezone.localdate() + timedelta(days=1)
    say(scan, dismissed, Decision("dismissed", reason="a test rig", until=tomorrow))
    say(scan, handled, Decision("handled"))
    say(scan, fixed, Decision("fixed"))
    say(scan, over, Decision("dismissed", reason="over by now", until=tomorrow))
    Triage.objects.filter(identity=over.identity).update(until=tomorrow - timedelta(days=2))

    log = json.loads(exported(visit, "sarif", "?kind=all&status=all"))

    assert mistakes(log) == []
    results = log["runs"][0]["results"]
    told = {one["partialFingerprints"]["migrationFinding/v1"]: one.get("suppressions") for one in results}
    assert len(results) == len(told) == scan.findings.count()
    assert told[dismissed.fingerprint] == [suppressed(f"a test rig (until {tomorrow})")]
    assert told[handled.fingerprint] == [suppressed("bob called it handled.")]
    assert told[fixed.fingerprint] == [suppressed("bob called it fixed; the next scan tells.", "underReview")]
    assert told[over.fingerprint] is None
    still_open = Finding.objects.filter(scan=scan, status="open").count() - 3
    assert sum(one is None for one in told.values()) == still_open


def test_another_form_is_not_there(visit: Visit) -> None:
    assert visit.client.get(f"/p/{visit.project.slug}/findings/export/pdf/").status_code == 404
