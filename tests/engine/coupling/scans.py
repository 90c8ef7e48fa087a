"""Scans built by hand: a few words describe a repository."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from migration_engine.coupling import group
from migration_engine.model import (
    Confidence,
    Coupling,
    Coverage,
    Edge,
    EdgeKind,
    EffortClass,
    FileRole,
    Finding,
    FindingStatus,
    Layer,
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

STRONG, WEAK = Coupling.STRONG, Coupling.WEAK


def source_file(path: str, *, lines: int = 100, role: FileRole = FileRole.CODE) -> SourceFile:
    return SourceFile(path, path.rpartition(".")[2], lines * 30, lines, f"sha256:{path}", role)


def finding(
    path: str,
    coupling: Coupling = STRONG,
    *,
    line: int = 3,
    status: FindingStatus = FindingStatus.OPEN,
    rule: str = "torch-cuda-call",
    symbol: str = "torch.cuda.empty_cache",
    layer: Layer = Layer.COMPUTE,
    snippet: str = "",
) -> Finding:
    key = f"{rule}:{path}:{line}"
    span = Span(line, line, 5, 5 + len(symbol))
    return Finding(
        key, key, rule, path, span, symbol, layer, coupling, status, Confidence.CERTAIN, "", snippet
    )


def small_rule(rule_id: str, kind: RuleKind) -> Rule:
    return Rule(
        rule_id,
        Text("A title", "标题"),
        Text("A reason", "原因"),
        Layer.ORCHESTRATION,
        Coupling.WEAK,
        kind,
        EffortClass.MINUTES,
        Replacement(Text("Something", "某物"), "rewrite", "unverified"),
        {},
    )


def scan(
    files: Iterable[SourceFile | str],
    *,
    imports: Mapping[str, tuple[str, ...]] | None = None,
    findings: Iterable[Finding] = (),
    edges: Iterable[tuple[str, str]] = (),
    ruleset: RuleSet | None = None,
) -> TreeScan:
    known = tuple(source_file(one) if isinstance(one, str) else one for one in files)
    return TreeScan(
        source=Source("docqa", "folder", "sha256:0"),
        files=known,
        findings=tuple(findings),
        edges=tuple(Edge(source, target, EdgeKind.IMPORT, 1) for source, target in edges),
        coverage=Coverage(len(known), len(known), (), 1),
        ruleset=ruleset or RuleSet((), "1"),
        imports=imports or {},
    )


def report(tree: TreeScan) -> ScanReport:
    parts = group(tree)
    return ScanReport(replace(tree, files=parts.files), parts.components, "2026-11-30T00:00:00Z", 0.5)


def small_app() -> TreeScan:
    """One component on each layer, and a chain of imports from the pages down to the device."""
    return scan(
        [
            "web/pages.py",
            "agent/planner.py",
            "serving/openai_api.py",
            "runtime/attention.py",
            "device/pick.py",
        ],
        imports={
            "web/pages.py": ("streamlit",),
            "agent/planner.py": ("langchain", "openai"),
            "serving/openai_api.py": ("fastapi", "uvicorn"),
            "runtime/attention.py": ("torch", "flash_attn"),
            "device/pick.py": ("torch", "pynvml"),
        },
        findings=[
            finding("agent/planner.py", WEAK, rule="openai-client", symbol="OpenAI", layer=Layer.SERVING),
            finding("runtime/attention.py", rule="flash-attn", symbol="flash_attn_func", layer=Layer.RUNTIME),
            finding("device/pick.py"),
        ],
        edges=[
            ("web/pages.py", "agent/planner.py"),
            ("agent/planner.py", "serving/openai_api.py"),
            ("serving/openai_api.py", "runtime/attention.py"),
            ("runtime/attention.py", "device/pick.py"),
        ],
    )
