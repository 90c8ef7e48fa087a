"""Which scan a page shows, and which rules it can filter by, always within one project."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import Count
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.core.errors import ApplicationError
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


class NoSuchScan(ApplicationError):
    """An address asks for a scan that the project does not have."""

    def __init__(self, project: Project) -> None:
        message = _("This project has no such scan. The list of scans shows those that there are.")
        super().__init__("no_such_scan", message, status=404)
        self.way = reverse("scans:list", args=[project.slug]), _("Scans")


def scan_to_show(project: Project, number: int) -> Scan | None:
    """Return the asked scan; without a number the newest that succeeded, else the newest at all.

    Raises NoSuchScan when the project has no scan of that number.
    """
    scan = asked_scan(project, number) if number else latest_scan(project) or newest_scan(project)
    if scan is not None:
        scan.project = project
    return scan


def asked_scan(project: Project, number: int) -> Scan:
    """Return the scan of that number; raises NoSuchScan, also for a number that can be none."""
    try:
        return scan_for(project, number)
    except Http404 as error:
        raise NoSuchScan(project) from error


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
