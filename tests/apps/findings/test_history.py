"""The burn-down over scans, and two scans beside each other."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import pytest
from django.test import Client

from apps.coupling.findings.columns import drawn_findings
from apps.coupling.history.burndown import BurnDown, scale
from apps.coupling.history.compare import CompareQuery, Comparison, compare_scans
from apps.coupling.models import HistoryPoint, Override
from apps.coupling.services import Said, override, store_map, store_point, undo
from apps.plans.progress import progress_of
from apps.plans.services import adopt
from apps.scans.models import Scan
from tests.apps.coupling.pages import Visit
from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

SYNC, CACHE = "    torch.cuda.synchronize()\n", "    torch.cuda.empty_cache()\n"
DEBT = (
    'PROMPT = "You are a helpful assistant. Answer in JSON."\nMAX_TOKENS = 4096\nmessages = messages[-10:]\n'
)
BOTH = f"import torch\n\n\ndef forward(batch):\n{SYNC}{CACHE}"


@pytest.fixture
def cast(db: None, settings: Any, tmp_path: Any) -> Cast:
    settings.MEDIA_ROOT = tmp_path
    return gather()


@pytest.fixture
def client(cast: Cast) -> Client:
    return client_of(cast.vic)


def scan(cast: Cast, **files: str) -> Scan:
    made = scanned(cast.project, zipped({f"app/{name}.py": text for name, text in files.items()}))
    store_point(scan_id=made.pk)
    return made


def compared(old: Scan, new: Scan, **asked: str) -> Comparison:
    was, now = drawn_findings(old), drawn_findings(new)
    assert was and now
    return compare_scans(was, now, CompareQuery(**asked))


def drawn(client: Client, cast: Cast) -> BurnDown:
    found: BurnDown = Visit(client, cast.project).get("history").context["drawn"]
    return found


def leave_out(cast: Cast, latest: Scan, file: str) -> None:
    """Leave out the component of that file and count the newest scan again."""
    say(cast, latest, "exclude", file, value="dead")


def say(cast: Cast, latest: Scan, kind: str, *files: str, value: str = "") -> None:
    """Say something of the components of these files and count the newest scan again."""
    keys = tuple(latest.findings.filter(path__contains=file)[0].component.key for file in files)
    said = Said(kind, keys, value=value, reason="not shipped")
    override(actor="alice", project=cast.project, scan_number=latest.number, said=said)
    store_map(scan_id=latest.pk)
    store_point(scan_id=latest.pk)


def kinds(old: Scan, new: Scan) -> dict[str, int]:
    counts = compared(old, new).counts
    return {kind: count for kind, count in counts.items() if count}


def test_any_two_scans_can_be_compared(cast: Cast) -> None:
    first = scan(cast, device=BOTH)
    fixed = scan(cast, device=BOTH.replace(SYNC, "    pass\n"))
    back = scan(cast, device="# words\n" * 3 + BOTH)

    assert kinds(first, first) == {"same": 2}
    assert kinds(first, fixed) == {"fixed": 1, "same": 1}
    assert kinds(fixed, back) == {"returned": 1, "moved": 1}
    assert kinds(first, back) == {"moved": 2}
    assert kinds(back, first) == {"moved": 2}


def test_a_rule_that_did_not_run_closes_nothing(cast: Cast) -> None:
    first = scan(cast, device=BOTH)
    empty = scan(cast, device="import torch\n")
    rule = first.findings.get(symbol="torch.cuda.empty_cache").rule
    empty.coverage["rules"].remove(rule)
    empty.save()

    found = compared(first, empty, kind="not_checked")

    assert found.counts["not_checked"] == sum(row.rule == rule for row in first.findings.all())
    assert {pair.why for pair in found.pairs} == {"the rule did not run"}


def test_both_sides_show_their_code(cast: Cast, client: Client) -> None:
    scan(cast, device=BOTH)
    scan(cast, device="# words\n" + BOTH)

    text = Visit(client, cast.project).text("history-compare", kind="moved")

    assert text.count("code-line is-hit") == 4
    assert "device.py:5" in text.replace("<wbr>", "")


def test_the_scope_grows_when_findings_come_and_stays_when_they_go(cast: Cast) -> None:
    scan(cast, device=BOTH)
    scan(cast, device=BOTH, other=BOTH)
    scan(cast, device="import torch\n", other=BOTH)

    points = HistoryPoint.objects.order_by("scan__number")
    assert [(one.open, one.scope) for one in points] == [(2, 2), (4, 4), (2, 4)]
    assert all(one.layers["L1"]["likely"] <= one.likely for one in points)


def test_with_one_scan_the_history_says_so(cast: Cast, client: Client) -> None:
    scan(cast, device=BOTH)

    assert "There is one scan so far: a starting point" in Visit(client, cast.project).text("history")
    assert "It is the baseline" in Visit(client, cast.project).text("history-compare")


def test_with_three_scans_a_range_is_forecast(cast: Cast, client: Client) -> None:
    scan(cast, device=BOTH, other=BOTH)
    scan(cast, device=BOTH)
    scan(cast, device=BOTH.replace(SYNC, ""))

    visit = Visit(client, cast.project)
    assert "it is done between" in visit.text("history")
    assert "Person-days" in visit.text("history", metric="effort")


def test_without_a_scan_the_history_teaches_what_to_do(cast: Cast, client: Client) -> None:
    assert "No scan yet" in Visit(client, cast.project).text("history")


def test_the_waves_fragment_counts_what_is_open(cast: Cast, client: Client) -> None:
    scan(cast, device=BOTH)
    scan(cast, device=BOTH.replace(SYNC, ""))

    answer = client.get(f"/p/{cast.project.slug}/plan/progress/")

    assert '<td class="number">2</td><td class="number">1</td>' in answer.content.decode()


def test_the_same_source_again_within_a_day_is_no_step(cast: Cast, client: Client) -> None:
    scan(cast, device=BOTH)
    scan(cast, device=BOTH)
    scan(cast, device=BOTH)

    text = Visit(client, cast.project).text("history")

    assert "too few different states" in text
    assert "2 more read the same source again within a day" in text
    assert "no end" not in text


def test_the_forecast_says_on_how_many_scans_it_rests(cast: Cast, client: Client) -> None:
    for code in (BOTH, BOTH, BOTH.replace(SYNC, ""), BOTH.replace(SYNC, "# nothing\n")):
        scan(cast, device=code, other=BOTH)

    text = Visit(client, cast.project).text("history")

    assert "This rests on 3 scans." in text
    assert "1 more read the same source again" in text


def test_a_point_counts_what_the_list_shows_under_overrides(cast: Cast, client: Client) -> None:
    for code in (BOTH, BOTH.replace(SYNC, "")):
        latest = scan(cast, device=code, other=BOTH)
    leave_out(cast, latest, "device")

    [before, after] = drawn(client, cast).columns
    listed = Visit(client, cast.project).get("findings", scan=after.scan.number).context["page"]
    assert (before.point.open, after.point.open) == (4, 2)
    assert listed.statuses["open"] == after.point.open
    assert after.point.scope == 3, "what went before its component was left out had been in the scope"
    assert 0 < after.point.likely < before.point.likely


def test_what_an_override_leaves_out_is_no_progress(cast: Cast, client: Client) -> None:
    for code in (BOTH, "# one\n" + BOTH, "# two\n" + BOTH):
        latest = scan(cast, device=code, other=BOTH)
    leave_out(cast, latest, "device")

    assert drawn(client, cast).end.outlook == "no_end"


def test_deleting_what_was_left_out_is_neither_scope_nor_progress(cast: Cast, client: Client) -> None:
    scan(cast, device=BOTH, other=BOTH)
    latest = scan(cast, device=BOTH, other=BOTH, third=BOTH)
    leave_out(cast, latest, "device")
    gone = scan(cast, other=BOTH, third=BOTH)

    points = HistoryPoint.objects.order_by("scan__number")
    assert [(one.open, one.scope) for one in points] == [(4, 4), (4, 4), (4, 4)]
    assert points[2].changes["fixed"] == 0
    assert kinds(latest, gone) == {"same": 4, "left_out": 2}
    assert compared(latest, gone, kind="left_out").pairs[0].old_status == "excluded"
    assert [one.is_apart for one in drawn(client, cast).columns] == [True, False, False]
    assert "* Counted under other overrides" in Visit(client, cast.project).text("history")


def test_the_waves_add_up_to_what_is_open_under_overrides(cast: Cast, client: Client) -> None:
    latest = scan(cast, device=BOTH, other=BOTH, third=BOTH)
    leave_out(cast, latest, "device")
    assert waves(cast) == HistoryPoint.objects.get().open == 4

    undo(actor="alice", override=Override.objects.get())
    say(cast, latest, "merge", "other", "device")
    assert waves(cast) == HistoryPoint.objects.get().open == 6


def test_the_plan_tells_apart_what_is_left_out_and_why(cast: Cast, client: Client) -> None:
    leave_out(cast, scan(cast, device=BOTH, other=BOTH), "device")

    text = client.get(f"/p/{cast.project.slug}/plan/").content.decode()

    assert "Left out by an override" in text and "not shipped" in text
    assert "Nothing here binds to the GPU stack" not in text


def test_a_plan_that_is_older_than_an_override_says_so_and_can_be_adopted_anew(
    cast: Cast, client: Client
) -> None:
    latest = scan(cast, device=BOTH, other=BOTH)
    adopt(actor="alice", project=cast.project, scan_number=1)
    leave_out(cast, latest, "device")
    key = latest.findings.filter(path__contains="device")[0].component.key

    text = client.get(f"/p/{cast.project.slug}/plan/").content.decode()
    beside = client.get(f"/p/{cast.project.slug}/plan/component/{key}/").content.decode()

    assert "Overrides have changed since." in text and "Left out since" in text
    assert "left out by an override since" in beside
    assert adopt(actor="alice", project=cast.project, scan_number=1).number == 2
    assert "Overrides have changed" not in client.get(f"/p/{cast.project.slug}/plan/").content.decode()


def test_each_number_of_a_change_leads_to_the_list_that_makes_it(cast: Cast, client: Client) -> None:
    scan(cast, device=BOTH, other=BOTH)
    more = BOTH + "    torch.cuda.set_device(0)\n"
    latest = scan(cast, device=BOTH.replace(SYNC, ""), other=more, prompts=DEBT)
    assert latest.findings.filter(kind="debt").exists(), "debt is no part of what was found open"

    for page in ("notices", "history"):
        links = [one for one in Visit(client, cast.project).read(page).all("a") if "data-count" in one]
        told = {parse_qs(one["href"])["kind"][0]: int(one["data-count"] or 0) for one in links}
        assert told == {"new": 1, "fixed": 1}
        for one in links:
            listed = client.get(one["href"]).context["page"]
            assert listed.page.paginator.count == int(one["data-count"] or 0)
    new = Visit(client, cast.project).get("findings", change="new").context["page"]
    assert new.total == 1
    assert compared(*Scan.objects.order_by("number"), what="all").counts["new"] > 1


def waves(cast: Cast) -> int:
    """Return what is open in the waves after the only scan; nothing may be open outside of them."""
    progress = progress_of(cast.project, None)
    assert progress and progress.rest == (0,)
    return sum(row.counts[0] for row in progress.rows)


@pytest.mark.parametrize(
    ("top", "values"),
    [
        (0, (0, 1)),
        (3, (0, 1, 2, 3)),
        (23, (0, 5, 10, 15, 20, 25)),
        (81, (0, 20, 40, 60, 80, 100)),
        (1_234, (0, 500, 1_000, 1_500)),
    ],
)
def test_the_scale_has_even_steps_up_to_the_highest_value(top: int, values: tuple[int, ...]) -> None:
    assert scale(top, least=1) == values


def test_the_scale_of_days_has_tenths() -> None:
    assert scale(0.7) == (0, 0.2, 0.4, 0.6, 0.8)
