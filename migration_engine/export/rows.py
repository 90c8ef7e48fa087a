"""The findings of a report as flat rows: what every table of findings shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from migration_engine.model import Component, Finding, Rule, RuleKind, ScanReport


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding with what its rule and its component add. `rule` is None when the document lacks it."""

    finding: Finding
    rule: Rule | None
    component: Component | None

    @property
    def title(self) -> str:
        return self.rule.title.en if self.rule else self.finding.rule

    @property
    def kind(self) -> RuleKind:
        return self.rule.kind if self.rule else RuleKind.COUPLING

    @property
    def replacement(self) -> str:
        return self.rule.replacement.what.en if self.rule else ""


def rows(report: ScanReport) -> Iterator[FindingRow]:
    """In the order of the tree: by path, line and rule."""
    rules = {rule.id: rule for rule in report.scan.ruleset.rules}
    components = {component.id: component for component in report.components}
    home = {file.path: file.component for file in report.scan.files}
    for finding in sorted(report.scan.findings, key=_place):
        yield FindingRow(finding, rules.get(finding.rule), components.get(home.get(finding.path, "")))


def _place(finding: Finding) -> tuple[str, int, int, str, str]:
    return finding.path, finding.span.line, finding.span.column, finding.rule, finding.fingerprint
