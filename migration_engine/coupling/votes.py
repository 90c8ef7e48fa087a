"""Which layer a single file speaks for, vote by vote."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from migration_engine.coupling import reasons
from migration_engine.coupling.evidence import kind_of, package_votes, path_votes
from migration_engine.model import (
    Edge,
    FileRole,
    Finding,
    FindingStatus,
    Layer,
    LayerVote,
    SourceFile,
    TreeScan,
)

Votes = Mapping[str, tuple[LayerVote, ...]]

_SERVERS = {"fastapi", "flask", "starlette", "uvicorn", "sanic", "aiohttp", "tornado", "grpc"}
_ENGINES = {"torch", "transformers", "vllm", "sglang", "tritonclient", "onnxruntime", "tensorrt_llm"}
_BUSINESS = {"sqlalchemy", "sqlmodel", "django", "jwt", "authlib", "passlib", "pymongo", "psycopg", "jinja2"}
# A Dockerfile is L1 in whatever folder it lies: from this weight on the path has no say.
_DECIDES = 5
# Where findings bind and who the neighbours are only tips a balance that nothing else decides.
_BIND_WEIGHT, _BIND_CAP = 0.25, 1.0
_NEIGHBOUR_WEIGHT, _NEIGHBOUR_CAP = 0.3, 1.2


def votes_by_file(scan: TreeScan) -> Votes:
    """Every vote of every file; the neighbours are asked after all files have spoken."""
    own = _own_votes(scan)
    leaning = {path: leader(votes)[0] for path, votes in own.items() if leader(votes)[1] >= 1.0}
    near = _neighbour_votes(scan.edges, leaning)
    return {path: (*votes, *near.get(path, ())) for path, votes in own.items()}


def together(files: Iterable[SourceFile], votes: Votes) -> tuple[LayerVote, ...]:
    """The files' votes averaged, longer files weighing more: weights compare between groups of any size."""
    speakers = [file for file in files if votes.get(file.path)]
    total = sum(math.sqrt(file.lines + 1) for file in speakers)
    summed: dict[tuple[Layer, str], float] = defaultdict(float)
    for file in speakers:
        for vote in votes[file.path]:
            summed[vote.layer, vote.reason] += vote.weight * math.sqrt(file.lines + 1) / total
    spoken = [LayerVote(layer, round(weight, 3), reason) for (layer, reason), weight in summed.items()]
    return tuple(sorted(spoken, key=lambda vote: (-vote.weight, vote.layer, vote.reason)))


def leader(votes: Iterable[LayerVote]) -> tuple[Layer, float]:
    """The layer with most weight and its lead over the second; the upper layer wins a draw."""
    weights: dict[Layer, float] = defaultdict(float)
    for vote in votes:
        weights[vote.layer] += vote.weight
    if not weights:
        return Layer.BUSINESS, 0.0
    ranked = sorted(weights.items(), key=lambda item: (item[1], item[0]), reverse=True)
    second = ranked[1][1] if len(ranked) > 1 else 0.0
    return ranked[0][0], ranked[0][1] - second


def _own_votes(scan: TreeScan) -> dict[str, tuple[LayerVote, ...]]:
    findings = _open_findings(scan.findings)
    return {file.path: tuple(_file_votes(file, scan, findings.get(file.path, ()))) for file in scan.files}


def _file_votes(file: SourceFile, scan: TreeScan, findings: Iterable[Finding]) -> Iterator[LayerVote]:
    if file.role is FileRole.DOC:
        return
    packages = scan.imports.get(file.path, ())
    kind = kind_of(file.path)
    if kind:
        yield LayerVote(kind.layer, kind.weight, reasons.FILE_KIND.about(kind.name))
    yield from package_votes(packages)
    if kind and kind.weight >= _DECIDES:
        return
    yield from path_votes(file.path)
    yield from _server_votes(set(packages))
    yield from _binding_votes(findings)


def _server_votes(packages: set[str]) -> Iterator[LayerVote]:
    if not packages & _SERVERS:
        return
    if packages & _ENGINES:
        yield LayerVote(Layer.SERVING, 2.5, reasons.BESIDE_AN_ENGINE)
    if packages & _BUSINESS:
        yield LayerVote(Layer.BUSINESS, 2.0, reasons.BESIDE_BUSINESS_DATA)


def _binding_votes(findings: Iterable[Finding]) -> Iterator[LayerVote]:
    bound = Counter(finding.binds_layer for finding in findings)
    for layer, count in sorted(bound.items()):
        yield LayerVote(layer, min(_BIND_CAP, count * _BIND_WEIGHT), reasons.FINDINGS_BIND.about(layer))


def _neighbour_votes(edges: Iterable[Edge], leaning: Mapping[str, Layer]) -> dict[str, tuple[LayerVote, ...]]:
    met: dict[str, Counter[Layer]] = defaultdict(Counter)
    for edge in edges:
        for here, there in ((edge.source, edge.target), (edge.target, edge.source)):
            if there in leaning:
                met[here][leaning[there]] += 1
    return {
        path: tuple(
            LayerVote(layer, min(_NEIGHBOUR_CAP, count * _NEIGHBOUR_WEIGHT), reasons.WORKS_WITH.about(layer))
            for layer, count in sorted(layers.items())
        )
        for path, layers in met.items()
    }


def _open_findings(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    grouped: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.status is FindingStatus.OPEN:
            grouped[finding.path].append(finding)
    return grouped
