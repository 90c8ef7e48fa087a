"""Which scan a page shows, and which rules it can filter by, always within one project."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import get_language

from apps.projects.models import Project
from apps.scans.models import Finding, Scan, State
from apps.scans.selectors import latest_scan, newest_scan, report_of, scan_for
from apps.scans.wording import RuleWords, words_by_rule

# How long after its scan a map may take.
PATIENCE = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class RuleOption:
    """A rule that can be filtered by, with its number of findings, and that as readers write it."""

    rule: RuleWords
    count: int
    shown: str


def scan_to_show(project: Project, number: int) -> Scan | None:
    """Return the asked scan; without a number the newest that succeeded, else the newest at all.

    Raises Http404 when the project has no scan of that number.
    """
    scan = scan_for(project, number) if number else latest_scan(project) or newest_scan(project)
    if scan is not None:
        scan.project = project
    return scan


def refuse_endless_wait(scan: Scan | None) -> None:
    """Raise ScanUnreadable when the map is overdue because the scan's document cannot be read."""
    if scan is None or scan.state != State.SUCCEEDED or scan.finished_at is None:
        return
    if scan.finished_at < timezone.now() - PATIENCE:
        report_of(scan)


def rule_options(scan: Scan) -> tuple[RuleOption, ...]:
    """Return the rules that hit, the most frequent first, in the reader's language."""
    return _options(scan.pk, scan.document_hash, get_language())


@lru_cache(maxsize=32)
def _options(scan_id: int, _document_hash: str, _language: str | None) -> tuple[RuleOption, ...]:
    """What a scan found never changes, and counting a hundred thousand rows takes its time."""
    words = words_by_rule(Scan.objects.values_list("rules", flat=True).get(pk=scan_id))
    counted = Finding.objects.filter(scan=scan_id).values_list("rule").annotate(number=Count("pk"))
    options = (RuleOption(words[rule], number, intcomma(number)) for rule, number in counted if rule in words)
    return tuple(sorted(options, key=lambda option: (-option.count, option.rule.title)))
