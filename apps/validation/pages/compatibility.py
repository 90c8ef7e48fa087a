"""Whether the versions on a node go together, as the published tables say."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from apps.validation.models import Node
from apps.validation.words import Words
from migration_engine.compatibility import FIT_NAMES, PART_NAMES, Fit, judge, versions_in
from migration_engine.compatibility.judgement import Pair
from migration_engine.text import Text

LOOKS = {Fit.SUPPORTED: "good", Fit.NOT_IN_TABLE: "waiting", Fit.KNOWN_BAD: "bad"}
SUMMARY: dict[Fit | None, Words] = {
    Fit.SUPPORTED: _("All pairs of versions are in a published table."),
    Fit.NOT_IN_TABLE: _("No table names some of the pairs: that is no verdict, try before you rely on it."),
    Fit.KNOWN_BAD: _("Some versions are known not to go together: change them before you measure."),
    None: _("There is nothing to compare: no version of an NPU stack is known."),
}


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two parts with what is said about them."""

    parts: str
    look: str
    words: Text
    reason: Text
    source: str
    address: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The worst of all pairs decides; `words` is None where there was nothing to compare."""

    look: str
    words: Text | None
    summary: Words
    first_reason: Text | None
    pairs: tuple[PairRow, ...]


def verdict_of(node: Node) -> Verdict:
    """Return the verdict on a node's facts, the pairs that matter most first."""
    judged = judge(versions_in(node.facts))
    pairs = [pair for fit in Fit for pair in judged.of(fit)]
    worst = judged.worst
    return Verdict(
        look=LOOKS[worst] if worst else "",
        words=FIT_NAMES[worst] if worst else None,
        summary=SUMMARY[worst],
        first_reason=pairs[0].reason if worst is Fit.KNOWN_BAD else None,
        pairs=tuple(_row(pair) for pair in pairs),
    )


def _row(pair: Pair) -> PairRow:
    first, second = PART_NAMES[pair.first], PART_NAMES[pair.second]
    parts = f"{first} {pair.first_version} · {second} {pair.second_version}"
    return PairRow(parts, LOOKS[pair.fit], FIT_NAMES[pair.fit], pair.reason, pair.source, pair.address)
