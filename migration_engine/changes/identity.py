"""Recognises findings in another scan whose fingerprint changed: files renamed, lines written anew."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass

_ALIKE = 0.5
"""The share of findings that a file under a new name must have in common with the old one."""
_RARE, _WIDEST = 3, 50


@dataclass(frozen=True, slots=True)
class Trace:
    """What a finding is recognised by; `content` is the hash of its file, empty when it is not known."""

    fingerprint: str
    rule: str
    path: str
    symbol: str
    line: int
    column: int
    content: str = ""

    @property
    def order(self) -> tuple[str, int, int, str]:
        """Top to bottom within a file."""
        return self.path, self.line, self.column, self.fingerprint


def followed(
    left: Iterable[Trace], come: Iterable[Trace], was: Mapping[str, str], now: Mapping[str, str]
) -> dict[str, str]:
    """The new fingerprint by the old one, for findings without an equal fingerprint in the other scan.

    `was` and `now` hold the hash of every file by path. In order: a file under a new name with the same
    content; the same rule and symbol in the same file, top to bottom; a file under a new name whose
    findings are mostly those of a file that is gone.
    """
    pairs = _Pairs(sorted(left, key=lambda one: one.order), sorted(come, key=lambda one: one.order))
    pairs.meet(lambda one: one.content and (one.rule, one.symbol, one.line, one.column, one.content))
    pairs.meet(lambda one: (one.rule, one.symbol, one.path))
    gone = [one for one in pairs.left if one.path not in now]
    names = _renamed(gone, [one for one in pairs.come if one.path not in was])
    pairs.meet(lambda one: (one.rule, one.symbol, names.get(one.path, one.path)))
    return pairs.met


class _Pairs:
    """What has met so far, and what is left on both sides."""

    def __init__(self, left: list[Trace], come: list[Trace]) -> None:
        self.left, self.come = left, come
        self.met: dict[str, str] = {}

    def meet(self, key: Callable[[Trace], Hashable]) -> None:
        """Pair those of equal keys in their order; an empty key meets nothing."""
        waiting = _grouped(self.come, key)
        for name, group in _grouped(self.left, key).items():
            for before, after in zip(group, waiting.get(name, ()), strict=False):
                self.met[before.fingerprint] = after.fingerprint
        taken = set(self.met.values())
        self.left = [one for one in self.left if one.fingerprint not in self.met]
        self.come = [one for one in self.come if one.fingerprint not in taken]


def _grouped(traces: Iterable[Trace], key: Callable[[Trace], Hashable]) -> dict[Hashable, list[Trace]]:
    groups: dict[Hashable, list[Trace]] = defaultdict(list)
    for one in traces:
        if name := key(one):
            groups[name].append(one)
    return groups


def _renamed(gone: Iterable[Trace], arrived: Iterable[Trace]) -> dict[str, str]:
    """The new name of each file that is gone, where a new file holds most of its findings."""
    news = {path: _held(group) for path, group in _by_path(arrived).items()}
    homes = _homes(news)
    names: dict[str, str] = {}
    for path, group in sorted(_by_path(gone).items()):
        held = _held(group)
        best = max(
            _candidates(held, homes), key=lambda other: (_likeness(held, news[other]), other), default=""
        )
        if best and best not in names.values() and _likeness(held, news[best]) >= _ALIKE:
            names[path] = best
    return names


def _by_path(traces: Iterable[Trace]) -> dict[str, list[Trace]]:
    files: dict[str, list[Trace]] = defaultdict(list)
    for one in traces:
        files[one.path].append(one)
    return files


_Held = Counter[tuple[str, str]]


def _held(group: Iterable[Trace]) -> _Held:
    return Counter((one.rule, one.symbol) for one in group)


def _homes(files: Mapping[str, _Held]) -> dict[tuple[str, str], list[str]]:
    homes: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path, held in files.items():
        for name in held:
            homes[name].append(path)
    return homes


def _candidates(held: _Held, homes: Mapping[tuple[str, str], list[str]]) -> set[str]:
    """Files that share one of its rarest findings: looking at all would take the square of them."""
    known = sorted((homes[name] for name in held if name in homes), key=len)[:_RARE]
    return {path for paths in known for path in paths[:_WIDEST]}


def _likeness(one: _Held, other: _Held) -> float:
    return (one & other).total() / (one | other).total()
