"""The address of a list of findings: its filters, order and groups, and which finding is open beside it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from apps.coupling.address import Address, number_of, one_of, scan_in, some_of, sort_of, text_of
from apps.coupling.filters import COUPLINGS, LAYERS
from apps.coupling.findings.columns import CONFIDENCES, FOUND
from apps.coupling.findings.standing import STANDINGS
from apps.scans.models import Change

STATUSES = (*STANDINGS, "all")
KINDS = ("coupling", "debt", "information", "all")
CHANGES = tuple(one.value for one in Change)
SORTS = ("coupling", "rule", "path", "component", "layer", "binds_layer", "status")
GROUPS = ("", "rule", "file", "component", "layer")
NOBODY = "-"
# The filters with known values only: a value that is none of them narrows nothing.
NARROWING = ("layer", "coupling", "confidence", "change", "found", "kind", "status")


@dataclass(frozen=True, slots=True)
class FindingQuery(Address):
    """Which findings are listed, in which order and groups, and which one is open beside the list.

    `found` is what the scanner concluded, whatever people decided since; `status` is where a finding stands.
    """

    layer: tuple[str, ...] = ()
    coupling: tuple[str, ...] = ()
    confidence: tuple[str, ...] = ()
    change: tuple[str, ...] = ()
    rule: str = ""
    component: str = ""
    file: str = ""
    path: str = ""
    owner: str = ""
    found: str = ""
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
            scan=scan_in(data),
            layer=some_of(LAYERS, data.getlist("layer")),
            coupling=some_of(COUPLINGS, data.getlist("coupling")),
            confidence=some_of(CONFIDENCES, data.getlist("confidence")),
            change=some_of(CHANGES, data.getlist("change")),
            rule=text_of(data.get("rule", "")),
            component=text_of(data.get("component", ""), 460),
            file=text_of(data.get("file", ""), 4000),
            path=text_of(data.get("path", ""), 1000),
            owner=text_of(data.get("owner", ""), 150),
            found=one_of(("", *FOUND), data.get("found", "")),
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
        more = (self.confidence, self.change, self.file, self.owner, self.found)
        return any(narrowed) or any(more) or self.kind not in ("coupling", "all")


def _kind(data: QueryDict) -> str:
    """Return the asked kind; who asks for one rule has chosen already."""
    return one_of(KINDS, data.get("kind", "all" if data.get("rule") else ""))
