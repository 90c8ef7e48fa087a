"""Which layer files speak for, vote by vote, alone and together."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from migration_engine.coupling import reasons
from migration_engine.coupling.neighbours import Votes as Votes
from migration_engine.coupling.neighbours import behind_servers, beside
from migration_engine.coupling.own_votes import DECIDES, own_votes
from migration_engine.coupling.scripts import server_scripts
from migration_engine.model import (
    Finding,
    FindingStatus,
    Layer,
    LayerVote,
    RuleKind,
    SourceFile,
    TreeScan,
)

_CLEAR = 1.0


def votes_by_file(scan: TreeScan) -> Votes:
    """Every vote of every file; the neighbours are asked after all files have spoken."""
    findings = _open_bindings(scan)
    servers = server_scripts(scan.files)
    own = {
        file.path: tuple(
            own_votes(
                file,
                scan.imports.get(file.path, ()),
                findings.get(file.path, ()),
                for_browser=file.path not in servers,
            )
        )
        for file in scan.files
    }
    leads = {path: leader(votes) for path, votes in own.items()}
    leaning = {path: layer for path, (layer, lead) in leads.items() if lead >= _CLEAR}
    near, behind = beside(scan.edges, leaning), behind_servers(scan, leaning)
    return {path: (*votes, *near.get(path, ()), *behind.get(path, ())) for path, votes in own.items()}


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


def builds(votes: Iterable[LayerVote]) -> bool:
    """Whether the kind of file alone makes it L1: a container file, a list of packages, a workflow."""
    return any(
        vote.layer is Layer.COMPUTE
        and vote.weight >= DECIDES
        and vote.reason.startswith(reasons.FILE_KIND.prefix)
        for vote in votes
    )


def leader(votes: Iterable[LayerVote]) -> tuple[Layer, float]:
    """The layer with most weight and its lead over the second; the upper layer wins a draw."""
    weights: dict[Layer, float] = defaultdict(float)
    for vote in votes:
        weights[vote.layer] += vote.weight
    if not weights:
        return Layer.BUSINESS, 0.0
    ranked = sorted(((weight, layer) for layer, weight in weights.items()), reverse=True)
    second = ranked[1][0] if len(ranked) > 1 else 0.0
    return ranked[0][1], ranked[0][0] - second


def _open_bindings(scan: TreeScan) -> dict[str, list[Finding]]:
    """The open findings of each file that bind; debt and information say nothing of a role."""
    others = {rule.id for rule in scan.ruleset.rules if rule.kind is not RuleKind.COUPLING}
    grouped: dict[str, list[Finding]] = defaultdict(list)
    for finding in scan.findings:
        if finding.status is FindingStatus.OPEN and finding.rule not in others:
            grouped[finding.path].append(finding)
    return grouped
