"""Any two scans of a project beside each other: what is new, fixed, returned, changed, moved, not checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator
from django.db import connection
from django.http import QueryDict

from apps.coupling.address import Address, number_of, one_of, text_of
from apps.coupling.findings.words import FindingWords, finding_words
from apps.scans.models import Finding, Scan
from migration_engine.changes import Unchecked
from migration_engine.export.document_reader import coverage_from

KINDS = ("new", "returned", "fixed", "not_checked", "changed", "moved", "same")
PAGE_SIZE = 20


@dataclass(frozen=True, slots=True)
class CompareQuery(Address):
    """Which two scans are compared, and which part of the answer is shown."""

    old: int = 0
    new: int = 0
    kind: str = "new"
    q: str = ""
    page: int = 1

    @classmethod
    def read(cls, data: QueryDict) -> CompareQuery:
        """Return the query of a request's GET parameters."""
        return cls(
            old=number_of(data.get("old", "")),
            new=number_of(data.get("new", "")),
            kind=one_of(KINDS, data.get("kind", "")),
            q=text_of(data.get("q", "")),
            page=number_of(data.get("page", "")) or 1,
        )


@dataclass(frozen=True, slots=True)
class Pair:
    """One finding on both sides; the side that does not have it is None. `why` it was not checked."""

    kind: str
    old: FindingWords | None
    new: FindingWords | None
    why: str

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


def compare_scans(old: Scan, new: Scan, query: CompareQuery) -> Comparison:
    """Compare two finished scans of one project."""
    unchecked = unchecked_between(old, new)
    joined = _Joined(old, new, unchecked, query)
    rows: Any = joined
    page: Page[Any] = Paginator(rows, PAGE_SIZE).get_page(query.page)
    return Comparison(old, new, joined.counts, page, _pairs(old, new, unchecked, list(page.object_list)))


def unchecked_between(old: Scan, new: Scan) -> Unchecked:
    """Return what the newer scan did not look for again."""
    hit = frozenset(rule["id"] for rule in new.rules)
    same = old.rules_version == new.rules_version
    return Unchecked.of(coverage_from(old.coverage), coverage_from(new.coverage), hit, same_rules=same)


# One join over both scans by identity; news that bind nothing are left out.
_SQL = """
WITH o AS (SELECT * FROM scans_finding WHERE scan_id = %(old)s AND kind <> 'information'),
     n AS (SELECT * FROM scans_finding WHERE scan_id = %(new)s AND kind <> 'information'),
     both_sides AS (
    SELECT o.id AS old_id, n.id AS new_id,
        coalesce(n.path, o.path) AS path, coalesce(n.line, o.line) AS line,
        coalesce(n.rank, o.rank) AS rank, coalesce(n.rule, o.rule) AS rule,
        coalesce(n.symbol, o.symbol) AS symbol,
        CASE
        WHEN o.id IS NULL AND EXISTS (SELECT 1 FROM scans_finding e WHERE e.scan_id = ANY(%(earlier)s)
            AND e.identity = n.identity) THEN 'returned'
        WHEN o.id IS NULL THEN 'new'
        WHEN n.id IS NULL AND (o.rule = ANY(%(failed)s) OR o.path = ANY(%(paths)s)
            OR (%(some)s AND o.rule <> ALL(%(ran)s))) THEN 'not_checked'
        WHEN n.id IS NULL THEN 'fixed'
        WHEN (o.status, o.coupling, o.binds_layer) <> (n.status, n.coupling, n.binds_layer) THEN 'changed'
        WHEN (o.path, o.line) <> (n.path, n.line) THEN 'moved'
        ELSE 'same' END AS kind
    FROM o FULL JOIN n ON o.identity = n.identity)
"""
_ASKED = "(%(like)s = '' OR path ILIKE %(like)s OR symbol ILIKE %(like)s OR rule ILIKE %(like)s)"


class _Joined:
    """The rows of one kind as a paginator wants them: a length, and slices."""

    def __init__(self, old: Scan, new: Scan, unchecked: Unchecked, query: CompareQuery) -> None:
        earlier = Scan.objects.of(old.project).succeeded().filter(number__lt=old.number)
        escaped = query.q.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        self._kind = query.kind
        self._values: dict[str, Any] = {
            "old": old.pk,
            "new": new.pk,
            "earlier": list(earlier.values_list("pk", flat=True)),
            "failed": list(unchecked.rules),
            "paths": list(unchecked.paths),
            "some": unchecked.ran is not None,
            "ran": list(unchecked.ran or ()),
            "like": f"%{escaped}%" if query.q else "",
        }

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many there are of each kind."""
        sql = f"{_SQL} SELECT kind, count(*) FROM both_sides WHERE {_ASKED} GROUP BY kind"  # noqa: S608
        found = dict(self._rows(sql))
        return {kind: found.get(kind, 0) for kind in KINDS}

    def __len__(self) -> int:
        return self.counts[self._kind]

    def __getitem__(self, part: slice) -> list[tuple[int | None, int | None]]:
        sql = f"""{_SQL} SELECT old_id, new_id FROM both_sides WHERE {_ASKED} AND kind = %(kind)s
            ORDER BY rank, path, line, new_id, old_id LIMIT %(most)s OFFSET %(skip)s"""  # noqa: S608
        start = part.start or 0
        return self._rows(sql, kind=self._kind, most=part.stop - start, skip=start)

    def _rows(self, sql: str, **more: Any) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(sql, self._values | more)
            return list(cursor.fetchall())


def _pairs(
    old: Scan, new: Scan, unchecked: Unchecked, ids: list[tuple[int | None, int | None]]
) -> tuple[Pair, ...]:
    rows = Finding.objects.select_related("component").in_bulk([one for pair in ids for one in pair if one])
    pairs = []
    for before, after in ids:
        left = finding_words(old, rows[before]) if before else None
        right = finding_words(new, rows[after]) if after else None
        why = unchecked.why(left.row.rule, left.row.path) if left and not right else ""
        pairs.append(Pair("", left, right, why))
    return tuple(pairs)
