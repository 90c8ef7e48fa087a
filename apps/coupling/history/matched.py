"""Which finding of one scan is which of another, by identity, and what became of the others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from apps.coupling.findings.bound import of_kind, open_in
from apps.coupling.findings.choice import rows_of
from apps.coupling.findings.columns import CHANGES, EXCLUDED, FOUND, Columns, Drawn, Mask, Rows
from apps.coupling.models import Returned
from apps.scans.models import Change, Finding, Scan
from migration_engine.changes import Unchecked
from migration_engine.model import FindingStatus, RuleKind

KINDS = ("new", "returned", "fixed", "not_checked", "changed", "moved", "same", "left_out")
# What was found open on either side and binds, as the lists and the burn-down count it; debt; or everything.
WHAT = ("open", "debt", "all")
Pairs = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Matched:
    """For each of KINDS the pairs of rows, old and new, the tightest first; 0 stands for no row.

    What an override leaves out of the migration, on the newer side that has it, is told apart.
    """

    pairs: dict[str, Pairs]


def matched(old: Drawn, new: Drawn, unchecked: Unchecked, text: str = "", what: str = WHAT[0]) -> Matched:
    """Match two scans, of each only what holds TEXT and is of WHAT; news that bind nothing are left out."""
    was, now = old.columns, new.columns
    before = _same_in(was, now)
    there = before >= 0
    changed, moved = _changed(was, now, before), _moved(was, now, before)
    gone = np.ones(len(was), dtype=np.bool_)
    gone[before[there]] = False
    missed = _missed(was, unchecked)
    back = _seen_earlier(old.scan, new, ~there) | _called_fixed(old.scan, new)
    unseen = ~there & ~back & _not_looked_for(old.scan, new)
    stayed = there & ~back
    aside, aside_once = _left_out(now), _left_out(was)
    kinds = {
        "new": ~there & ~back & ~unseen,
        "returned": back,
        "changed": stayed & changed,
        "moved": stayed & moved & ~changed,
        "same": (stayed & ~moved & ~changed) | unseen,
    }
    wanted_once = _wanted(was, text, what)
    wanted = _wanted(now, text, what) | (there & _at(wanted_once, before) & _saying(now, text))
    pairs = {
        kind: _both(was, now, before, np.flatnonzero(mask & wanted & ~aside)) for kind, mask in kinds.items()
    }
    for kind, mask in (("fixed", gone & ~missed), ("not_checked", gone & missed)):
        pairs[kind] = _gone(was, mask & wanted_once & ~aside_once)
    stays = _both(was, now, before, np.flatnonzero(aside & _of_what(now, what) & _saying(now, text)))
    went = gone & aside_once & _of_what(was, what) & _saying(was, text)
    pairs["left_out"] = np.concatenate((stays, _gone(was, went)))
    return Matched(pairs)


def _left_out(columns: Columns) -> Mask:
    found: Mask = columns["found"] == FOUND.index(EXCLUDED)
    return found


def _gone(was: Columns, mask: Mask) -> Pairs:
    rows = was.pk[mask]
    return np.column_stack((rows, np.zeros_like(rows)))


def _same_in(was: Columns, now: Columns) -> Rows:
    """For each finding of now the place of the same one before; -1 where there was none."""
    if not len(was):
        return np.full(len(now), -1)
    held, wanted = was.identity[was.by_identity], now.identity[now.by_identity]
    at = np.searchsorted(held, wanted).clip(max=len(was) - 1)
    found = np.empty(len(now), dtype=np.int64)
    found[now.by_identity] = np.where(held[at] == wanted, was.by_identity[at], -1)
    return found


def _changed(was: Columns, now: Columns, before: Rows) -> Mask:
    """Whether status, coupling or layer are others; nothing is told of what was not there."""
    names = ("scanned_status", "scanned_coupling", "binds")
    if not len(was):
        return np.zeros(len(now), dtype=np.bool_)
    found: Mask = np.logical_or.reduce([was[name][before] != now[name] for name in names])
    return found


def _moved(was: Columns, now: Columns, before: Rows) -> Mask:
    if not len(was):
        return np.zeros(len(now), dtype=np.bool_)
    place = {path: number for number, path in enumerate(now.paths)}
    paths = np.array([place.get(path, -1) for path in was.paths], dtype=np.int32)
    found: Mask = (paths[was["path"][before]] != now["path"]) | (was["line"][before] != now["line"])
    return found


def _missed(was: Columns, unchecked: Unchecked) -> Mask:
    """What the newer scan did not look for again: its rule did not run, or its file was skipped."""
    ran = unchecked.ran
    rules = [rule in unchecked.rules or (ran is not None and rule not in ran) for rule in was.rules]
    paths = np.array([path in unchecked.paths for path in was.paths], dtype=np.bool_)
    found: Mask = paths[was["path"]] | (was.of_rule(list(map(int, rules))) == 1)
    return found


def _seen_earlier(old: Scan, new: Drawn, alone: Mask) -> Mask:
    """Which of those that are in the newer scan alone were in one before the older."""
    if _is_before(old, new.scan):  # recording the scan told those apart that nobody had looked for
        told: Mask = alone & (new.columns["change"] == CHANGES.index(Change.RETURNED))
        return told
    earlier = Scan.objects.of(old.project).succeeded().filter(number__lt=old.number).values("pk")
    back = np.zeros(len(new.columns), dtype=np.bool_)
    if alone.any():
        known = Finding.objects.filter(scan__in=earlier).values("identity")
        rows = rows_of(new.columns.pk[alone].tolist()).filter(identity__in=known)
        back[new.columns.places_of(list(rows.values_list("pk", flat=True)))] = True
    return back


def _called_fixed(old: Scan, new: Drawn) -> Mask:
    """Which had been called fixed since the older scan, or at it, and were found again up to the newer."""
    among = Returned.objects.filter(scan__project=old.project_id, scan__branch=new.scan.branch)
    again = among.filter(scan__number__gt=old.number, scan__number__lte=new.scan.number)
    rows = Finding.objects.filter(scan=new.scan, identity__in=again.values("identity"))
    back = np.zeros(len(new.columns), dtype=np.bool_)
    back[new.columns.places_of(list(rows.values_list("pk", flat=True)))] = True
    return back


def _not_looked_for(old: Scan, new: Drawn) -> Mask:
    """Which are told as unchanged although the scan right before lacks them: it did not look for them."""
    told: Mask = new.columns["change"] == CHANGES.index(Change.SAME)
    return told if _is_before(old, new.scan) else np.zeros_like(told)


def _is_before(old: Scan, new: Scan) -> bool:
    return new.compared_with_id == old.pk


def _wanted(columns: Columns, text: str, what: str) -> Mask:
    wanted = _of_what(columns, what) & _saying(columns, text)
    if what == "open":
        wanted &= open_in(columns)
    elif what == "debt":
        wanted &= columns["found"] == FOUND.index(FindingStatus.OPEN)
    return wanted


def _of_what(columns: Columns, what: str) -> Mask:
    if what == "all":
        return ~of_kind(columns, RuleKind.INFORMATION)
    return of_kind(columns, RuleKind.DEBT if what == "debt" else RuleKind.COUPLING)


def _saying(columns: Columns, text: str) -> Mask:
    if not text:
        return np.ones(len(columns), dtype=np.bool_)
    found: Mask = np.logical_or.reduce([columns.saying(name, text) for name in ("path", "symbol", "rule")])
    return found


def _at(mask: Mask, before: Rows) -> Mask:
    """What holds for the same finding before; the place of one that was not there means nothing."""
    return mask[before] if len(mask) else np.zeros(len(before), dtype=np.bool_)


def _both(was: Columns, now: Columns, before: Rows, places: Rows) -> Pairs:
    old = np.where(before[places] >= 0, was.pk[before[places]], 0) if len(was) else np.zeros_like(places)
    return np.column_stack((old, now.pk[places]))
