"""Makes the scan of an application that does not exist, as large as asked: what pages are measured on."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from migration_engine.coupling import group
from migration_engine.model import (
    Confidence,
    Coverage,
    Edge,
    EdgeKind,
    FileRole,
    Finding,
    FindingStatus,
    Rule,
    RuleKind,
    ScanReport,
    Source,
    SourceFile,
    Span,
    TreeScan,
)
from migration_engine.rules import load_catalogue

_AREAS = {
    "web": ("streamlit", "fastapi"),
    "agents": ("langchain", "openai"),
    "serving": ("fastapi", "uvicorn", "vllm"),
    "runtime": ("torch", "flash_attn", "triton"),
    "device": ("torch", "pynvml"),
}
_FILES_A_FOLDER = 10
_STATUSES = (
    *[FindingStatus.OPEN] * 16,
    *(FindingStatus.HANDLED, FindingStatus.TEST, FindingStatus.DOC, FindingStatus.VENDORED),
)
_CONFIDENCES = (*[Confidence.CERTAIN] * 8, Confidence.LIKELY, Confidence.POSSIBLE)


@dataclass(frozen=True, slots=True)
class Size:
    """How much of each there is."""

    files: int = 20_000
    edges: int = 100_000
    findings: int = 100_000


def large_report(size: Size | None = None, *, seed: int = 1) -> ScanReport:
    """The report; the same for the same size and seed."""
    size = size or Size()
    chance = random.Random(seed)  # noqa: S311 - a benchmark keeps no secret
    rules = load_catalogue()
    paths = list(_paths(size.files))
    tree = TreeScan(
        source=Source("generated", "git", "0" * 64, "0" * 40, "main"),
        files=tuple(_file(path, chance) for path in paths),
        findings=tuple(_findings(paths, rules.rules, size.findings, chance)),
        edges=tuple(_edges(paths, size.edges, chance)),
        coverage=Coverage(size.files, size.files, (), len(rules.rules)),
        ruleset=rules,
        imports={path: _AREAS[path.split("/")[1]] for path in paths},
    )
    parts = group(tree)
    return ScanReport(_with_files(tree, parts.files), parts.components, "2026-12-01T00:00:00Z", 60.0)


def _with_files(tree: TreeScan, files: Sequence[SourceFile]) -> TreeScan:
    return TreeScan(
        tree.source, tuple(files), tree.findings, tree.edges, tree.coverage, tree.ruleset, tree.imports
    )


def _paths(count: int) -> Iterator[str]:
    areas = list(_AREAS)
    for number in range(count):
        folder, file = divmod(number, _FILES_A_FOLDER)
        area = areas[folder % len(areas)]
        yield f"app/{area}/part{folder // 50:03}/unit{folder % 50:02}/file{file}.py"


def _file(path: str, chance: random.Random) -> SourceFile:
    lines = chance.randint(20, 800)
    return SourceFile(path, "python", lines * 34, lines, f"{chance.getrandbits(256):064x}", FileRole.CODE)


def _findings(
    paths: Sequence[str], rules: Sequence[Rule], count: int, chance: random.Random
) -> Iterator[Finding]:
    wanted = [rule for rule in rules if rule.kind is not RuleKind.INFORMATION]
    weights = [1 / place for place in range(1, len(wanted) + 1)]
    folders = list(range(len(paths) // _FILES_A_FOLDER))
    chance.shuffle(folders)
    for rule in chance.choices(wanted, weights, k=count):
        folder = folders[int(0.6 * len(folders) * chance.random() ** 5)]  # a few folders hold most
        path = paths[folder * _FILES_A_FOLDER + chance.randrange(_FILES_A_FOLDER)]
        yield _finding(rule, path, chance.randint(1, 780), chance)


def _finding(rule: Rule, path: str, line: int, chance: random.Random) -> Finding:
    mark = f"{chance.getrandbits(128):032x}"
    symbol = f"{rule.id.replace('-', '.')}.call_{line % 97}"
    rows = [f"    value_{line + n} = prepare(batch_{n}, device={symbol!r})" for n in range(-2, 3)]
    return Finding(
        id=f"f{mark[:16]}",
        fingerprint=mark,
        rule=rule.id,
        path=path,
        span=Span(line, line, 5, 5 + len(symbol)),
        symbol=symbol,
        binds_layer=rule.layer,
        coupling=rule.coupling,
        status=chance.choice(_STATUSES),
        confidence=chance.choice(_CONFIDENCES),
        snippet="\n".join(rows),
    )


def _edges(paths: Sequence[str], count: int, chance: random.Random) -> Iterator[Edge]:
    """Most lead into the neighbourhood, some across the whole tree, a few into what everybody uses."""
    made: set[tuple[int, int]] = set()
    while len(made) < count:
        source = chance.randrange(len(paths))
        target = _target(source, len(paths), chance)
        if source != target and (source, target) not in made:
            made.add((source, target))
            yield Edge(paths[source], paths[target], EdgeKind.IMPORT, len(made) % 60 + 1)


def _target(source: int, count: int, chance: random.Random) -> int:
    kind = chance.random()
    if kind < 0.6:
        return (source + chance.randint(-30, 30)) % count
    return chance.randrange(count) if kind < 0.8 else int(count * chance.random() ** 4)
