"""Which findings of a scan an address asks for, how many there are of each status, and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from apps.coupling.filters import COUPLINGS
from apps.coupling.findings.columns import (
    CHANGES,
    CONFIDENCES,
    FOUND,
    LAYERS,
    Drawn,
    Mask,
    Numbers,
    Rows,
)
from apps.coupling.findings.query import KINDS, NOBODY, FindingQuery
from apps.coupling.findings.searching import says
from apps.coupling.findings.standing import STANDINGS, standings
from apps.coupling.models import Triage
from apps.coupling.seen import Seen
from apps.coupling.successors import successor
from apps.scans.models import Finding


@dataclass(frozen=True)
class Choice:
    """The findings that pass every filter but the status; places count in the columns."""

    drawn: Drawn
    query: FindingQuery
    passing: Mask
    stands: Numbers

    @cached_property
    def statuses(self) -> dict[str, int]:
        """Count the findings by where they stand, and all of them."""
        counted = np.bincount(self.stands[self.passing], minlength=len(STANDINGS)).tolist()
        return dict(zip(STANDINGS, counted, strict=True)) | {"all": sum(counted)}

    @cached_property
    def mask(self) -> Mask:
        """Return which findings are listed: those of the asked status."""
        if self.query.status == "all":
            return self.passing
        mask: Mask = self.passing & (self.stands == STANDINGS.index(self.query.status))
        return mask

    @cached_property
    def listed(self) -> Rows:
        """Return the places of the listed findings in the asked order."""
        name, falling = self.query.sort.removeprefix("-"), self.query.sort.startswith("-")
        if name == "coupling":
            places = np.flatnonzero(self.mask)
            return places[::-1] if falling else places
        by_place = self.drawn.columns.by_place
        places = by_place[self.mask[by_place]]
        if name == "path":
            return places[::-1] if falling else places
        keys = _sort_keys(self, name)[places]
        return places[np.argsort(-keys if falling else (keys - 1).astype(np.uint32), kind="stable")]

    def pks(self, places: Rows | None = None) -> list[int]:
        """Return the rows of those places, of all that are listed without any."""
        pks: list[int] = self.drawn.columns.pk[self.listed if places is None else places].tolist()
        return pks

    def rows(self) -> QuerySet[Finding]:
        """Return the listed findings as rows, in no order."""
        return rows_of(self.pks())


def choice(drawn: Drawn, query: FindingQuery, seen: Seen | None = None) -> Choice:
    """Return what of the scan's findings the address asks for."""
    passing = np.ones(len(drawn.columns), dtype=np.bool_)
    for mask in _masks(drawn, query):
        passing &= mask
    return Choice(drawn, query, passing, standings(drawn, seen))


def rows_of(pks: Sequence[int]) -> QuerySet[Finding]:
    """Return these rows; however many they are, the statement has one parameter."""
    among = RawSQL("SELECT unnest(%s::bigint[])", [list(pks)])
    return Finding.objects.filter(pk__in=among)


def _masks(drawn: Drawn, query: FindingQuery) -> Iterator[Mask]:
    columns = drawn.columns
    if query.layer:
        yield np.isin(columns.layer, [LAYERS.index(one) for one in query.layer])
    for name, asked, among in (
        ("coupling", query.coupling, COUPLINGS),
        ("confidence", query.confidence, CONFIDENCES),
        ("change", query.change, CHANGES),
        ("found", (query.found,) if query.found else (), FOUND),
    ):
        if asked:
            yield np.isin(columns[name], [among.index(one) for one in asked])
    yield from _texts(drawn, query)
    if query.kind != "all":
        yield columns.of_rule([KINDS.index(kind) for kind in columns.kinds]) == KINDS.index(query.kind)
    if query.owner:
        yield _owned(drawn, query.owner)


def _texts(drawn: Drawn, query: FindingQuery) -> Iterator[Mask]:
    columns = drawn.columns
    keys = [one.key for one in columns.components]
    for name, asked, among in (
        ("rule", query.rule, columns.rules),
        ("component", successor(drawn.key, query.component), keys),
        ("path", query.file, columns.paths),
    ):
        if asked:
            yield columns[name] == (among.index(asked) if asked in among else -1)
    if query.path:
        yield columns.saying("path", query.path)
    if query.q:
        yield says(drawn, query.q)


def _owned(drawn: Drawn, owner: str) -> Mask:
    said = Triage.objects.of(drawn.scan).order_by()
    of = said.filter(owner__isnull=False) if owner == NOBODY else said.filter(owner__username=owner)
    rows = Finding.objects.filter(scan=drawn.scan, identity__in=of.values("identity"))
    found: Mask = np.isin(drawn.columns.pk, list(rows.values_list("pk", flat=True)))
    return ~found if owner == NOBODY else found


def _sort_keys(choice: Choice, name: str) -> Numbers:
    """Numbers that sort as the column does, from 1; 0 stands for nothing, which is last either way."""
    columns = choice.drawn.columns
    if name == "component":
        names = [one.name for one in columns.components]
        rank = {key: place for place, key in enumerate(sorted(set(names) - {""}), 1)}
        return columns.of_component([rank.get(one, 0) for one in names])
    if name == "layer":
        return columns.layer
    if name == "status":
        return choice.stands + 1
    return columns["rule"] + 1 if name == "rule" else columns["binds"]
