"""Which scan a page shows, and what the findings page shows, always within one project."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.core.paginator import Page
from django.db.models import Count
from django.utils import timezone

from apps.coupling import findings
from apps.coupling.finding import FindingWords
from apps.coupling.findings import KINDS, FindingQuery
from apps.coupling.query import COUPLINGS, LAYERS
from apps.projects.models import Project
from apps.scans.models import Finding, Scan, State
from apps.scans.selectors import latest_scan, newest_scan, report_of, scan_for
from apps.scans.wording import RuleWords, words_by_rule

# How long after its scan a map may take.
PATIENCE = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class RuleOption:
    """A rule that can be filtered by, with its number of findings."""

    rule: RuleWords
    count: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A finding in the list with its rule's title."""

    row: Finding
    title: str
    kind: str


@dataclass(frozen=True, slots=True)
class FindingsPage:
    """Everything that the findings page shows."""

    scan: Scan
    query: FindingQuery
    page: Page[Finding]
    rows: tuple[Listed, ...]
    statuses: dict[str, int]
    rules: tuple[RuleOption, ...]
    opened: FindingWords | None
    layers: tuple[str, ...] = LAYERS
    couplings: tuple[str, ...] = COUPLINGS
    kinds: tuple[str, ...] = KINDS


def scan_to_show(project: Project, number: int) -> Scan | None:
    """Return the asked scan; without a number the newest that succeeded, else the newest at all.

    Raises Http404 when the project has no scan of that number.
    """
    if number:
        return scan_for(project, number)
    return latest_scan(project) or newest_scan(project)


def refuse_endless_wait(scan: Scan | None) -> None:
    """Raise ScanUnreadable when the map is overdue because the scan's document cannot be read."""
    if scan is None or scan.state != State.SUCCEEDED or scan.finished_at is None:
        return
    if scan.finished_at < timezone.now() - PATIENCE:
        report_of(scan)


def findings_page(scan: Scan, query: FindingQuery) -> FindingsPage:
    """Return one page of the scan's findings and the one that is open beside it."""
    rows_found = findings.filtered(scan, query)
    page = findings.page_of(rows_found, query)
    words = words_by_rule(scan.rules)
    return FindingsPage(
        scan=scan,
        query=query,
        page=page,
        rows=tuple(_listed(row, words.get(row.rule)) for row in page),
        statuses=findings.statuses(rows_found),
        rules=rule_options(scan),
        opened=findings.opened(scan, query) if query.finding else None,
    )


def _listed(row: Finding, rule: RuleWords | None) -> Listed:
    return Listed(row, rule.title, rule.kind) if rule else Listed(row, row.rule, "coupling")


def rule_options(scan: Scan) -> tuple[RuleOption, ...]:
    """Return the rules that hit, the most frequent first."""
    counted = Finding.objects.filter(scan=scan).values_list("rule").annotate(number=Count("pk"))
    words = words_by_rule(scan.rules)
    options = (RuleOption(words[rule], number) for rule, number in counted if rule in words)
    return tuple(sorted(options, key=lambda option: (-option.count, option.rule.title)))
