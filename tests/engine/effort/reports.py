"""Scan reports written in a few words: components, their files, findings and dependencies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from migration_engine.model import (
    Component,
    Confidence,
    Counts,
    Coupling,
    Coverage,
    Edge,
    EdgeKind,
    EffortClass,
    FileRole,
    Finding,
    FindingStatus,
    Layer,
    LayerVote,
    Replacement,
    Rule,
    RuleKind,
    RuleSet,
    ScanReport,
    Source,
    SourceFile,
    Span,
    TreeScan,
)
from migration_engine.text import Text


def rule(
    name: str,
    effort: EffortClass = EffortClass.HOURS,
    kind: RuleKind = RuleKind.COUPLING,
    coupling: Coupling = Coupling.STRONG,
) -> Rule:
    return Rule(
        id=name,
        title=Text(name.capitalize(), f"{name}（中文）"),
        why=Text("It binds to the chip", "绑定芯片"),
        layer=Layer.COMPUTE,
        coupling=coupling,
        kind=kind,
        effort=effort,
        replacement=Replacement(Text("torch_npu", "torch_npu"), "automatic", "unverified"),
        match={},
    )


RULES = (
    rule("rename", EffortClass.MINUTES),
    rule("call", EffortClass.HOURS),
    rule("backend", EffortClass.DAYS),
    rule("kernel", EffortClass.REDESIGN),
    rule("client", EffortClass.MINUTES, coupling=Coupling.WEAK),
    rule("prompt", EffortClass.HOURS, RuleKind.DEBT, Coupling.NONE),
)


def finding(
    rule_id: str,
    path: str,
    line: int = 1,
    *,
    status: FindingStatus = FindingStatus.OPEN,
    confidence: Confidence = Confidence.CERTAIN,
) -> Finding:
    coupling = next(one.coupling for one in RULES if one.id == rule_id)
    key = f"{rule_id}:{path}:{line}"
    return Finding(
        key, key, rule_id, path, Span(line, line, 1, 5), "x", Layer.COMPUTE, coupling, status, confidence
    )


def report(
    layers: Mapping[str, Layer],
    findings: Iterable[Finding] = (),
    edges: Iterable[tuple[str, str]] = (),
) -> ScanReport:
    """One component per folder of `layers`; its files are those named by findings, and `<folder>/main.py`."""
    found = tuple(findings)
    paths = sorted({f"{name}/main.py" for name in layers} | {one.path for one in found})
    files = tuple(
        SourceFile(path, "python", 1, 1, path, FileRole.CODE, component=path.rpartition("/")[0])
        for path in paths
    )
    tree = TreeScan(
        source=Source("sample", "folder", "0" * 64),
        files=files,
        findings=found,
        edges=tuple(Edge(f"{a}/main.py", f"{b}/main.py", EdgeKind.IMPORT, 1) for a, b in edges),
        coverage=Coverage(len(files), len(files), (), len(RULES)),
        ruleset=RuleSet(RULES, "1"),
    )
    components = tuple(_component(name, layer, found) for name, layer in sorted(layers.items()))
    return ScanReport(tree, components, "2026-11-30T00:00:00Z", 1.0)


def _component(name: str, layer: Layer, findings: Iterable[Finding]) -> Component:
    still_open = [
        one for one in findings if one.path.startswith(f"{name}/") and one.status is FindingStatus.OPEN
    ]
    couplings = {one.coupling for one in still_open}
    coupling = next((one for one in (Coupling.STRONG, Coupling.WEAK) if one in couplings), Coupling.NONE)
    return Component(
        name, name, (name,), layer, (LayerVote(layer, 1.0, "no evidence"),), coupling, Counts(), 1, 1
    )
