"""The findings of a scan under the filters of the address, sorted by the database."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Q, QuerySet
from django.http import QueryDict

from apps.coupling.address import Address, number_of, one_of, some_of, sort_of, text_of
from apps.coupling.findings.standing import STANDINGS, with_standing
from apps.coupling.findings.words import COUPLING_RANK, STATUS_RANK, ranked, worst_first
from apps.coupling.map.query import COUPLINGS, LAYERS
from apps.coupling.matching import rules_titled
from apps.coupling.models import Triage
from apps.scans.models import Change, Finding, Scan
from migration_engine.model import Confidence, RuleKind

STATUSES = (*STANDINGS, "all")
KINDS = ("coupling", "debt", "information", "all")
CONFIDENCES = tuple(one.value for one in Confidence)
CHANGES = tuple(one.value for one in Change)
SORTS = ("coupling", "rule", "path", "component", "layer", "binds_layer", "status")
GROUPS = ("", "rule", "file", "component")
NOBODY = "-"


@dataclass(frozen=True, slots=True)
class FindingQuery(Address):
    """Which findings are listed, in which order and groups, and which one is open beside the list."""

    layer: tuple[str, ...] = ()
    coupling: tuple[str, ...] = ()
    confidence: tuple[str, ...] = ()
    change: tuple[str, ...] = ()
    rule: str = ""
    component: str = ""
    file: str = ""
    path: str = ""
    owner: str = ""
    kind: str = "coupling"
    status: str = "open"
    q: str = ""
    group: str = ""
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
            confidence=some_of(CONFIDENCES, data.getlist("confidence")),
            change=some_of(CHANGES, data.getlist("change")),
            rule=text_of(data.get("rule", "")),
            component=text_of(data.get("component", ""), 400),
            file=text_of(data.get("file", ""), 4000),
            path=text_of(data.get("path", ""), 1000),
            owner=text_of(data.get("owner", ""), 150),
            kind=_kind(data),
            status=one_of(STATUSES, data.get("status", "")),
            q=text_of(data.get("q", "")),
            group=one_of(GROUPS, data.get("group", "")),
            sort=sort_of(SORTS, data.get("sort", "")),
            page=number_of(data.get("page", "")) or 1,
            finding=text_of(data.get("finding", "")),
        )

    @property
    def is_filtered(self) -> bool:
        """Tell whether the list is narrowed by anything but its default status."""
        narrowed = (self.layer, self.coupling, self.rule, self.component, self.path, self.q)
        more = (self.confidence, self.change, self.file, self.owner)
        return any(narrowed) or any(more) or self.kind not in ("coupling", "all")


def filtered(scan: Scan, query: FindingQuery, known: frozenset[str] | None = None) -> QuerySet[Finding]:
    """Return the findings that pass every filter but the status, annotated with their `standing`."""
    rows = of_kind(scan, Finding.objects.filter(scan=scan, **_exact(query)), query.kind)
    if query.path:
        rows = rows.filter(path__icontains=query.path)
    if query.owner:
        rows = _owned(scan, rows, query.owner)
    if query.q:
        rows = rows.filter(_says(scan, query.q))
    return with_standing(scan, rows, known)


def listed(rows: QuerySet[Finding], query: FindingQuery) -> QuerySet[Finding]:
    """Return those of the asked status."""
    return rows if query.status == "all" else rows.filter(Q(standing=query.status))


def of_kind(scan: Scan, rows: QuerySet[Finding], kind: str) -> QuerySet[Finding]:
    """Return those of ROWS whose rule is of that kind; a rule that was not published counts as coupling."""
    if kind == "all":
        return rows
    if kind == "coupling":
        return rows.filter(kind__in=("", RuleKind.COUPLING))
    return rows.filter(kind=kind)


def in_order(rows: QuerySet[Finding], sort: str) -> QuerySet[Finding]:
    """Sort by one column, then by place."""
    name, falling = sort.removeprefix("-"), sort.startswith("-")
    if name == "coupling":
        return worst_first(rows).reverse() if falling else worst_first(rows)
    if name == "path":
        return rows.order_by(*((f"-{one}" if falling else one) for one in ("path", "line", "pk")))
    ranks = {"status": ranked("standing", STATUS_RANK), "coupling": ranked("coupling", COUPLING_RANK)}
    by = ranks.get(name) or F("component__name" if name == "component" else name)
    first = by.desc(nulls_last=True) if falling else by.asc(nulls_last=True)
    return rows.order_by(first, "path", "line", "pk")


def _exact(query: FindingQuery) -> dict[str, object]:
    asked = {
        "layer__in": query.layer,
        "coupling__in": query.coupling,
        "confidence__in": query.confidence,
        "change__in": query.change,
        "rule": query.rule,
        "component__key": query.component,
        "path": query.file,
    }
    return {name: value for name, value in asked.items() if value}


def _owned(scan: Scan, rows: QuerySet[Finding], owner: str) -> QuerySet[Finding]:
    said = Triage.objects.of(scan).order_by()
    if owner == NOBODY:
        return rows.exclude(identity__in=said.filter(owner__isnull=False).values("identity"))
    return rows.filter(identity__in=said.filter(owner__username=owner).values("identity"))


def _kind(data: QueryDict) -> str:
    """Return the asked kind; who asks for one rule or one finding has chosen already."""
    chosen = bool(data.get("rule") or data.get("finding"))
    return one_of(KINDS, data.get("kind", "all" if chosen else ""))


def _says(scan: Scan, text: str) -> Q:
    in_text = Q(path__icontains=text) | Q(symbol__icontains=text) | Q(rule__icontains=text)
    return in_text | Q(rule__in=rules_titled(scan, text)) | Q(component__name__icontains=text)
