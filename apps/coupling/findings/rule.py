"""A rule as its page shows it: what it says, how its change is proved, and where the scan meets it."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass

from django.http import Http404

from apps.coupling.findings.words import worst_first
from apps.scans.catalogue import known_rules
from apps.scans.models import Finding, Scan
from apps.scans.wording import in_language, replacement_kind
from migration_engine.export import rule_words as words
from migration_engine.export.document_reader import rule_from
from migration_engine.model import Rule, Sample
from migration_engine.protocol.kinds import CATALOGUE as JOB_KINDS
from migration_engine.text import Text

SHOWN = 20


@dataclass(frozen=True, slots=True)
class Counterpart:
    """One row of a rule's table, in the reader's language."""

    symbol: str
    counterpart: str
    source: str


@dataclass(frozen=True, slots=True)
class RulePage:
    """Everything that the page of a rule shows; samples and patterns are empty for a rule of one's own."""

    rule: Rule
    title: str
    why: str
    kind: str
    effort: str
    replacement: str
    replacement_kind: str
    source: str
    table: tuple[Counterpart, ...]
    proofs: tuple[str, ...]
    patterns: tuple[tuple[str, tuple[str, ...]], ...]
    hits: tuple[Sample, ...]
    misses: tuple[Sample, ...]
    findings: tuple[Finding, ...]
    statuses: dict[str, int]

    @property
    def total(self) -> int:
        """All findings of the rule in the scan, whatever became of them."""
        return sum(self.statuses.values())


def rule_page(scan: Scan, identity: str) -> RulePage:
    """Return the page of a rule with its findings in that scan. Raises Http404 for an unknown rule."""
    rule = _told(scan, identity)
    known = known_rules().get(identity, rule)
    rows = Finding.objects.filter(scan=scan, rule=identity)
    return RulePage(
        rule=rule,
        title=_said(rule.title),
        why=_said(rule.why),
        kind=_said(words.KINDS[rule.kind]),
        effort=_said(words.effort_meaning(rule.effort)),
        replacement=_said(rule.replacement.what),
        replacement_kind=replacement_kind(rule.replacement.kind),
        source=_said(words.vouched(rule.replacement.verified, rule.replacement.source)),
        table=_table(rule),
        proofs=tuple(_said(JOB_KINDS[check].title) for check in rule.validate if check in JOB_KINDS),
        patterns=tuple(words.patterns(known)),
        hits=known.hit_samples,
        misses=known.miss_samples,
        findings=tuple(worst_first(rows).select_related("component").defer("snippet")[:SHOWN]),
        statuses=dict(Counter(rows.values_list("status", flat=True))),
    )


def _told(scan: Scan, identity: str) -> Rule:
    """The rule as the scan tells it, for the catalogue may have moved on since; else the catalogue's."""
    for entry in scan.rules:
        if entry["id"] == identity:
            return rule_from({"kind": "coupling", "validate": [], **entry})
    try:
        return known_rules()[identity]
    except KeyError:
        raise Http404(identity) from None


def _table(rule: Rule) -> tuple[Counterpart, ...]:
    rows = words.counterparts(rule.replacement)
    return tuple(Counterpart(symbol, _said(text), _said(source)) for symbol, text, source in rows)


def _said(text: Text) -> str:
    return in_language(asdict(text))
