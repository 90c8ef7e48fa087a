"""What the findings page shows: one page of the list or of its groups, and the open finding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Count, F, QuerySet
from django.utils.functional import cached_property

from apps.coupling.findings.groups import Group, groups_of
from apps.coupling.findings.query import CONFIDENCES, KINDS, FindingQuery, filtered, in_order, listed
from apps.coupling.findings.standing import STANDINGS, is_over, said_statuses, standing_of, with_standing
from apps.coupling.findings.words import FindingWords, finding_words
from apps.coupling.map.query import COUPLINGS, LAYERS
from apps.coupling.models import Triage, TriageChange, TriageStep
from apps.coupling.selectors import RuleOption, rule_options
from apps.projects.models import Project
from apps.scans.hosts import host_name, line_address
from apps.scans.models import Finding, Scan
from apps.scans.wording import RuleWords, words_by_rule

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class Listed:
    """A finding in the list with its rule's title, where it stands and what was said about it."""

    row: Finding
    title: str
    kind: str
    standing: str
    said: Triage | None


@dataclass(frozen=True, slots=True)
class Opened:
    """The finding beside the list: its words, where it stands, what was said, and its history."""

    words: FindingWords
    standing: str
    said: Triage | None
    is_over: bool
    host: str
    address: str
    seen: tuple[Finding, ...]
    steps: tuple[TriageStep, ...]


@dataclass(frozen=True, slots=True)
class FindingsPage:
    """Everything that the findings page shows; `groups` stands in place of `rows` where it is asked for."""

    scan: Scan
    query: FindingQuery
    page: Page[Any]
    rows: tuple[Listed, ...]
    groups: tuple[Group, ...]
    statuses: dict[str, int]
    rules: tuple[RuleOption, ...]
    members: tuple[User, ...]
    opened: Opened | None
    done: TriageChange | None
    layers: tuple[str, ...] = LAYERS
    couplings: tuple[str, ...] = COUPLINGS
    kinds: tuple[str, ...] = KINDS
    confidences: tuple[str, ...] = CONFIDENCES

    @property
    def total(self) -> int:
        """How many findings the list holds."""
        return self.statuses[self.query.status]


class _Counted(Paginator):  # type: ignore[type-arg]
    """A paginator that was told how many rows there are."""

    def __init__(self, rows: QuerySet[Finding], count: int) -> None:
        super().__init__(rows, PAGE_SIZE)
        self._told = count

    @cached_property
    def count(self) -> int:
        return self._told


def findings_page(scan: Scan, query: FindingQuery, done: TriageChange | None = None) -> FindingsPage:
    """Return one page of the scan's findings and the one that is open beside it."""
    known = said_statuses(scan)
    found = filtered(scan, query, known)
    statuses = statuses_of(found)
    words = words_by_rule(scan.rules)
    page = _page(found, query, statuses, words)
    rows: tuple[Finding, ...] = () if query.group else tuple(page.object_list)
    row = _open_row(scan, query, known) if query.finding else None
    said = _said(scan, (*rows, row) if row else rows)
    return FindingsPage(
        scan=scan,
        query=query,
        page=page,
        rows=tuple(_item(one, words.get(one.rule), said.get(one.identity)) for one in rows),
        groups=tuple(page.object_list) if query.group else (),
        statuses=statuses,
        rules=rule_options(scan),
        members=members_of(scan.project),
        opened=_opened(scan, row, said.get(row.identity)) if row else None,
        done=done,
    )


def _page(
    found: QuerySet[Finding], query: FindingQuery, statuses: dict[str, int], words: dict[str, RuleWords]
) -> Page[Any]:
    if query.group:
        return groups_of(listed(found, query), query, words)
    return page_of(found, query, statuses)


def statuses_of(rows: QuerySet[Finding]) -> dict[str, int]:
    """Count the findings by where they stand, and all of them."""
    grouped: Any = rows.order_by().values(where=F("standing")).annotate(number=Count("pk"))
    counted = {one["where"]: one["number"] for one in grouped}
    return {name: counted.get(name, 0) for name in STANDINGS} | {"all": sum(counted.values())}


def page_of(rows: QuerySet[Finding], query: FindingQuery, statuses: dict[str, int]) -> Page[Finding]:
    """Return one page in the asked order; a page past the end is the last one.

    The database first finds the rows of the page alone: sorting whole rows would cost more than all else.
    """
    keys: Any = in_order(listed(rows, query), query.sort).values_list("pk", flat=True)
    page: Page[Any] = _Counted(keys, statuses[query.status]).get_page(query.page)
    chosen = list(page.object_list)
    whole = {row.pk: row for row in _whole(rows, chosen)}
    page.object_list = [whole[key] for key in chosen]
    return page


def _whole(rows: QuerySet[Finding], keys: list[int]) -> QuerySet[Finding]:
    return rows.filter(pk__in=keys).order_by().select_related("component").defer("snippet")


def members_of(project: Project) -> tuple[User, ...]:
    """Return who can own a finding."""
    return tuple(User.objects.filter(memberships__project=project).order_by("username"))


def _open_row(scan: Scan, query: FindingQuery, known: frozenset[str]) -> Finding | None:
    rows = with_standing(scan, Finding.objects.filter(scan=scan, key=query.finding), known)
    return rows.select_related("component").first()


def _opened(scan: Scan, row: Finding, said: Triage | None) -> Opened:
    mine = Finding.objects.filter(identity=row.identity, scan__project=scan.project)
    steps = TriageStep.objects.filter(identity=row.identity, change__project=scan.project)
    return Opened(
        words=finding_words(scan, row),
        standing=standing_of(row),
        said=said,
        is_over=said is not None and is_over(said),
        host=host_name(scan),
        address=line_address(scan, row.path, row.line, row.end_line),
        seen=tuple(mine.select_related("scan").defer("snippet").order_by("-scan__number")[:10]),
        steps=tuple(steps.filter(change__branch=scan.branch).select_related("change").order_by("-pk")[:20]),
    )


def _said(scan: Scan, rows: tuple[Finding, ...]) -> dict[str, Triage]:
    """What was decided about these rows, by identity."""
    decided = Triage.objects.of(scan).filter(identity__in=[row.identity for row in rows])
    return {one.identity: one for one in decided.select_related("owner")}


def _item(row: Finding, rule: RuleWords | None, said: Triage | None) -> Listed:
    title, kind = (rule.title, rule.kind) if rule else (row.rule, "coupling")
    return Listed(row, title, kind, standing_of(row), said)
