"""Sizes every component by its open findings: rule by rule, then what verifying it costs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from migration_engine.effort.calibration import Calibration, load_calibration
from migration_engine.effort.range import Range, total
from migration_engine.effort.texts import rule_reason, verification_reason
from migration_engine.model import (
    Component,
    Confidence,
    Coupling,
    Finding,
    FindingStatus,
    Rule,
    RuleKind,
    ScanReport,
)
from migration_engine.text import Text


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of a component's effort; `rule` is empty for verification."""

    rule: str
    effort_class: str
    places: int
    files: int
    days: Range
    text: Text


@dataclass(frozen=True, slots=True)
class ComponentEffort:
    """What moving one component costs, and why; the largest reason first."""

    component: str
    name: str
    days: Range
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Estimate:
    """The effort of a scan; components without work are listed with nothing to do."""

    calibration: str
    components: tuple[ComponentEffort, ...]
    total: Range


def estimate(report: ScanReport) -> Estimate:
    """The effort of every component; handled, test, documentation and vendored places cost nothing."""
    calibration = load_calibration()
    rules = {rule.id: rule for rule in report.scan.ruleset.rules}
    work = _work_by_component(report, rules)
    components = tuple(
        _component_effort(component, work[component.id], rules, calibration)
        for component in report.components
    )
    return Estimate(calibration.version, components, total(one.days for one in components))


def _work_by_component(report: ScanReport, rules: Mapping[str, Rule]) -> Mapping[str, list[Finding]]:
    home = {file.path: file.component for file in report.scan.files}
    work: dict[str, list[Finding]] = defaultdict(list)
    for finding in report.scan.findings:
        if _asks_for_work(finding, rules.get(finding.rule)):
            work[home.get(finding.path, "")].append(finding)
    return work


def _asks_for_work(finding: Finding, rule: Rule | None) -> bool:
    return (
        rule is not None
        and rule.kind is RuleKind.COUPLING
        and finding.status is FindingStatus.OPEN
        and finding.coupling is not Coupling.NONE
        and finding.confidence is not Confidence.POSSIBLE  # perhaps it does not bind at all
    )


def _component_effort(
    component: Component, findings: Sequence[Finding], rules: Mapping[str, Rule], calibration: Calibration
) -> ComponentEffort:
    by_rule: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_rule[finding.rule].append(finding)
    reasons = [_rule_reason(rules[rule], found, calibration) for rule, found in by_rule.items()]
    reasons.sort(key=lambda reason: (-reason.days.likely, reason.rule))
    reasons += _verification(findings, calibration)
    days = total(reason.days for reason in reasons)
    return ComponentEffort(component.id, component.name, days, tuple(reasons))


def _rule_reason(rule: Rule, findings: Sequence[Finding], calibration: Calibration) -> Reason:
    places = Counter(finding.path for finding in findings)
    days = calibration.classes[rule.effort].times(_first_places(rule, places, calibration))
    return Reason(
        rule=rule.id,
        effort_class=rule.effort,
        places=len(findings),
        files=len(places),
        days=days.rounded(),
        text=rule_reason(rule, len(findings), len(places)),
    )


def _first_places(rule: Rule, places: Mapping[str, int], calibration: Calibration) -> float:
    """How many first-time fixes the places amount to."""
    files, repeats = len(places), sum(places.values()) - len(places)
    return (
        1
        + (files - 1) * calibration.next_file_share[rule.effort]
        + repeats * calibration.next_place_share[rule.effort]
    )


def _verification(findings: Iterable[Finding], calibration: Calibration) -> list[Reason]:
    couplings = {finding.coupling for finding in findings}
    if not couplings:
        return []
    tightest = Coupling.STRONG if Coupling.STRONG in couplings else Coupling.WEAK
    days = calibration.verification[tightest]
    return [Reason("", "", 0, 0, days, verification_reason(tightest))]
