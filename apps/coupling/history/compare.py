"""Any two scans of a project beside each other: what is new, fixed, returned, changed, moved, not checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import QueryDict

from apps.coupling.address import Address, number_of, one_of, scan_in, text_of
from apps.coupling.findings.columns import FOUND, Drawn, drawn_findings
from apps.coupling.findings.words import FindingWords, finding_words
from apps.coupling.history.matched import KINDS, WHAT, matched
from apps.scans.models import Finding, Scan
from migration_engine.changes import Unchecked
from migration_engine.export.document_reader import coverage_from

PAGE_SIZE = 20


@dataclass(frozen=True, slots=True)
class CompareQuery(Address):
    """Which two scans are compared, and which part of the answer is shown."""

    old: int = 0
    new: int = 0
    kind: str = "new"
    what: str = WHAT[0]
    q: str = ""
    page: int = 1

    @classmethod
    def read(cls, data: QueryDict) -> CompareQuery:
        """Return the query of a request's GET parameters."""
        return cls(
            old=scan_in(data, "old"),
            new=scan_in(data, "new"),
            kind=one_of(KINDS, data.get("kind", "")),
            what=one_of(WHAT, data.get("what", "")),
            q=text_of(data.get("q", "")),
            page=number_of(data.get("page", "")) or 1,
        )


@dataclass(frozen=True, slots=True)
class Pair:
    """One finding on both sides; the side that does not have it is None. `why` it was not checked.

    A status is what the list of its scan says: under the overrides of the map.
    """

    kind: str
    old: FindingWords | None
    new: FindingWords | None
    why: str
    old_status: str
    new_status: str

    @property
    def shown(self) -> FindingWords:
        """The newer side, else the older one."""
        found = self.new or self.old
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class Comparison:
    """One page of one kind, and how many there are of each."""

    old: Scan
    new: Scan
    counts: dict[str, int]
    page: Page[Any]
    pairs: tuple[Pair, ...]

    @property
    def rules_differ(self) -> bool:
        """Whether what is new or fixed may be the rules' doing."""
        return self.old.rules_version != self.new.rules_version

    @property
    def sources_differ(self) -> bool:
        """Whether the scans are of sources that are called differently."""
        return (self.old.source_name, self.old.branch) != (self.new.source_name, self.new.branch)


def compare_scans(old: Drawn, new: Drawn, query: CompareQuery) -> Comparison:
    """Compare two finished scans of one project."""
    unchecked = unchecked_between(old.scan, new.scan)
    found = matched(old, new, unchecked, query.q, query.what)
    page: Page[Any] = Paginator(found.pairs[query.kind], PAGE_SIZE).get_page(query.page)
    counts = {kind: len(found.pairs[kind]) for kind in KINDS}
    return Comparison(old.scan, new.scan, counts, page, _pairs(old, new, unchecked, page))


def changes_between(before: Scan | None, new: Drawn) -> dict[str, int]:
    """Count what became of what was found open; nothing without a scan before whose map is drawn."""
    old = drawn_findings(before) if before else None
    if old is None:
        return {}
    found = matched(old, new, unchecked_between(old.scan, new.scan))
    return {kind: len(found.pairs[kind]) for kind in KINDS}


def unchecked_between(old: Scan, new: Scan) -> Unchecked:
    """Return what the newer scan did not look for again."""
    hit = frozenset(rule["id"] for rule in new.rules)
    same = old.rules_version == new.rules_version
    return Unchecked.of(coverage_from(old.coverage), coverage_from(new.coverage), hit, same_rules=same)


def _pairs(old: Drawn, new: Drawn, unchecked: Unchecked, ids: Iterable[tuple[int, int]]) -> tuple[Pair, ...]:
    """The two sides of each pair of rows; 0 stands for a side that does not have it."""
    wanted = [(int(before), int(after)) for before, after in ids]
    every = [one for pair in wanted for one in pair if one]
    rows = Finding.objects.select_related("component").in_bulk(every)
    pairs = []
    for before, after in wanted:
        left = finding_words(old.scan, rows[before]) if before else None
        right = finding_words(new.scan, rows[after]) if after else None
        why = unchecked.why(left.row.rule, left.row.path) if left and not right else ""
        pairs.append(Pair("", left, right, why, _status(old, before), _status(new, after)))
    return tuple(pairs)


def _status(drawn: Drawn, row: int) -> str:
    if not row:
        return ""
    [place] = drawn.columns.places_of([row]).tolist()
    status: str = FOUND[drawn.columns["found"][place]]
    return status
