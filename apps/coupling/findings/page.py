"""What the findings page shows: one page of the list or of its groups, and the open finding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from apps.coupling.filters import COUPLINGS, LAYERS
from apps.coupling.findings.choice import Choice, choice
from apps.coupling.findings.columns import CONFIDENCES, Drawn
from apps.coupling.findings.groups import Group, groups_of
from apps.coupling.findings.placed import Placed, placed
from apps.coupling.findings.query import KINDS, FindingQuery
from apps.coupling.findings.rule_options import RuleOption, rule_options
from apps.coupling.findings.standing import is_over
from apps.coupling.findings.words import FindingWords, finding_words
from apps.coupling.models import Returned, Triage, TriageChange, TriageStep
from apps.coupling.seen import Seen
from apps.coupling.successors import successor
from apps.projects.models import Project
from apps.scans.hosts import host_name, line_address
from apps.scans.models import Change, Finding, Scan
from apps.scans.wording import RuleWords

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class Listed:
    """A finding in the list with its rule's title, where it stands and what was said about it.

    `href` opens it beside the list, `mark` is the name of the box that marks it.
    """

    placed: Placed
    title: str
    kind: str
    said: Triage | None
    href: str
    mark: str


@dataclass(frozen=True, slots=True)
class Opened:
    """The finding beside the list: its words, where it stands, what was said, and its history."""

    words: FindingWords
    placed: Placed
    said: Triage | None
    is_over: bool
    host: str
    address: str
    seen: tuple[Finding, ...]
    steps: tuple[TriageStep, ...]


@dataclass(frozen=True, slots=True)
class FindingsPage:
    """Everything that the findings page shows; `groups` stands in place of `rows` where it is asked for.

    `component` is the one that holds the files of the component that the address names.
    """

    scan: Scan
    query: FindingQuery
    component: str
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


def findings_page(
    drawn: Drawn, query: FindingQuery, seen: Seen, done: TriageChange | None = None
) -> FindingsPage:
    """Return one page of the scan's findings and the one that is open beside it."""
    scan = drawn.scan
    chosen = choice(drawn, query, seen)
    rules = rule_options(drawn)
    words = {one.rule.id: one.rule for one in rules}
    page = groups_of(chosen, words) if query.group else _page_of(chosen)
    rows = () if query.group else tuple(placed(drawn, chosen.stands, list(page.object_list)))
    opened = _open_row(chosen) if query.finding else None
    said = _said(scan, (*rows, opened) if opened else rows)
    return FindingsPage(
        scan=scan,
        query=query,
        component=successor(drawn.key, query.component),
        page=page,
        rows=tuple(_items(query, rows, words, said)),
        groups=tuple(page.object_list) if query.group else (),
        statuses=chosen.statuses,
        rules=rules,
        members=members_of(scan.project),
        opened=_opened(scan, opened, said.get(opened.row.identity)) if opened else None,
        done=done,
    )


def _page_of(chosen: Choice) -> Page[Any]:
    """Return one page of rows in the asked order; a page past the end is the last one."""
    listed: Any = chosen.listed
    page: Page[Any] = Paginator(listed, PAGE_SIZE).get_page(chosen.query.page)
    page.object_list = chosen.pks(page.object_list)  # type: ignore[arg-type]
    return page


def members_of(project: Project) -> tuple[User, ...]:
    """Return who can own a finding."""
    return tuple(User.objects.filter(memberships__project=project).order_by("username"))


def _open_row(chosen: Choice) -> Placed | None:
    drawn = chosen.drawn
    pks = Finding.objects.filter(scan=drawn.scan, key=chosen.query.finding).values_list("pk", flat=True)
    return next(iter(placed(drawn, chosen.stands, list(pks[:1]), with_code=True)), None)


def _opened(scan: Scan, one: Placed, said: Triage | None) -> Opened:
    row = one.row
    steps = TriageStep.objects.filter(identity=row.identity, change__project=scan.project)
    return Opened(
        words=finding_words(scan, row),
        placed=one,
        said=said,
        is_over=said is not None and is_over(said),
        host=host_name(scan),
        address=line_address(scan, row.path, row.line, row.end_line),
        seen=_seen(scan.project, row.identity),
        steps=tuple(steps.filter(change__branch=scan.branch).select_related("change").order_by("-pk")[:20]),
    )


def _seen(project: Project, identity: str) -> tuple[Finding, ...]:
    """The last scans that hold the finding; where it had been called fixed, it returned."""
    mine = Finding.objects.filter(identity=identity, scan__project=project)
    rows = tuple(mine.select_related("scan").defer("snippet").order_by("-scan__number")[:10])
    returned = Returned.objects.filter(identity=identity, scan__project=project)
    again = set(returned.values_list("scan_id", flat=True))
    for row in rows:
        row.change = Change.RETURNED if row.scan_id in again else row.change
    return rows


def _said(scan: Scan, rows: tuple[Placed, ...]) -> dict[str, Triage]:
    """What was decided about these rows, by identity."""
    decided = Triage.objects.of(scan).filter(identity__in=[one.row.identity for one in rows])
    return {one.identity: one for one in decided.select_related("owner")}


def _items(
    query: FindingQuery, rows: tuple[Placed, ...], words: dict[str, RuleWords], said: dict[str, Triage]
) -> Iterator[Listed]:
    begin, mark = query.open_ended("finding"), _("Mark %(title)s, %(path)s line %(line)s")
    for one in rows:
        row, rule = one.row, words.get(one.row.rule)
        title, kind = (rule.title, rule.kind) if rule else (row.rule, "coupling")
        yield Listed(
            placed=one,
            title=title,
            kind=kind,
            said=said.get(row.identity),
            href=begin + quote_plus(row.key),
            mark=mark % {"title": title, "path": row.path, "line": row.line},
        )
