"""The findings of a scan under the filters of the address, sorted and paged by the database."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import F, Q, QuerySet
from django.http import QueryDict

from apps.coupling.address import Address, number_of, one_of, some_of, sort_of, text_of
from apps.coupling.finding import COUPLING_RANK, STATUS_RANK, FindingWords, finding_words, ranked, worst_first
from apps.coupling.matching import rules_titled
from apps.coupling.query import COUPLINGS, LAYERS
from apps.scans.models import Finding, Scan

PAGE_SIZE = 50
STATUSES = ("open", "handled", "test", "doc", "vendored", "all")
KINDS = ("coupling", "debt", "information", "all")
SORTS = ("coupling", "rule", "path", "component", "layer", "binds_layer", "status")


@dataclass(frozen=True, slots=True)
class FindingQuery(Address):
    """Which findings are listed, in which order, and which one is open beside the list."""

    layer: tuple[str, ...] = ()
    coupling: tuple[str, ...] = ()
    rule: str = ""
    component: str = ""
    path: str = ""
    kind: str = "coupling"
    status: str = "open"
    q: str = ""
    sort: str = "coupling"
    page: int = 1
    finding: str = ""

    @classmethod
    def read(cls, data: QueryDict) -> FindingQuery:
        """Return the query of a request's GET parameters."""
        return cls(
            scan=number_of(data.get("scan", "")),
            layer=some_of(LAYERS, data.getlist("layer")),
            coupling=some_of(COUPLINGS, data.getlist("coupling")),
            rule=text_of(data.get("rule", "")),
            component=text_of(data.get("component", ""), 400),
            path=text_of(data.get("path", ""), 1000),
            kind=_kind(data),
            status=one_of(STATUSES, data.get("status", "")),
            q=text_of(data.get("q", "")),
            sort=sort_of(SORTS, data.get("sort", "")),
            page=number_of(data.get("page", "")) or 1,
            finding=text_of(data.get("finding", "")),
        )

    @property
    def is_filtered(self) -> bool:
        """Tell whether the list is narrowed by anything but its default status."""
        narrowed = (self.layer, self.coupling, self.rule, self.component, self.path, self.q)
        return any(narrowed) or self.kind not in ("coupling", "all")


def filtered(scan: Scan, query: FindingQuery) -> QuerySet[Finding]:
    """Return the findings that pass every filter but the status."""
    rows = of_kind(scan, Finding.objects.filter(scan=scan), query.kind)
    if query.layer:
        rows = rows.filter(layer__in=query.layer)
    if query.coupling:
        rows = rows.filter(coupling__in=query.coupling)
    if query.rule:
        rows = rows.filter(rule=query.rule)
    if query.component:
        rows = rows.filter(component__key=query.component)
    if query.path:
        rows = rows.filter(path__icontains=query.path)
    return rows.filter(_says(scan, query.q)) if query.q else rows


def of_kind(scan: Scan, rows: QuerySet[Finding], kind: str) -> QuerySet[Finding]:
    """Return those of ROWS whose rule is of that kind; a rule that was not published counts as coupling."""
    if kind == "all":
        return rows
    others = [rule["id"] for rule in scan.rules if rule.get("kind", "coupling") != "coupling"]
    if kind == "coupling":
        return rows.exclude(rule__in=others)
    return rows.filter(rule__in=[rule["id"] for rule in scan.rules if rule.get("kind") == kind])


def statuses(rows: QuerySet[Finding]) -> dict[str, int]:
    """Count the findings by status, and all of them."""
    counted = Counter(rows.values_list("status", flat=True))
    return {status: counted[status] for status in STATUSES[:-1]} | {"all": counted.total()}


def page_of(rows: QuerySet[Finding], query: FindingQuery) -> Page[Finding]:
    """Return one page in the asked order; a page past the end is the last one."""
    if query.status != "all":
        rows = rows.filter(status=query.status)
    listed = _sorted(rows, query.sort).select_related("component").defer("snippet")
    return Paginator(listed, PAGE_SIZE).get_page(query.page)


def opened(scan: Scan, query: FindingQuery) -> FindingWords | None:
    """Return the finding that the address opens, or None when the scan has no such finding."""
    row = Finding.objects.filter(scan=scan, key=query.finding).select_related("component").first()
    return finding_words(scan, row) if row else None


def _kind(data: QueryDict) -> str:
    """Return the asked kind; who asks for one rule or one finding has chosen already."""
    chosen = bool(data.get("rule") or data.get("finding"))
    return one_of(KINDS, data.get("kind", "all" if chosen else ""))


def _says(scan: Scan, text: str) -> Q:
    in_text = Q(path__icontains=text) | Q(symbol__icontains=text) | Q(rule__icontains=text)
    return in_text | Q(rule__in=rules_titled(scan, text)) | Q(component__name__icontains=text)


def _sorted(rows: QuerySet[Finding], sort: str) -> QuerySet[Finding]:
    name, falling = sort.removeprefix("-"), sort.startswith("-")
    if name == "coupling":
        rows = worst_first(rows)
        return rows.reverse() if falling else rows
    ranks = {"status": STATUS_RANK, "coupling": COUPLING_RANK}
    by = ranked(name, ranks[name]) if name in ranks else F("component__name" if name == "component" else name)
    first = by.desc(nulls_last=True) if falling else by.asc(nulls_last=True)
    return rows.order_by(first, "path", "line", "pk")
