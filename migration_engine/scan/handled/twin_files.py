"""Files that exist once for CUDA and once for the NPU: the second answers what binds in the first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from msgspec.structs import replace

from migration_engine.expression import expression
from migration_engine.model import Finding, FindingStatus
from migration_engine.scan.readers.python.twins import is_for_npu, pair_of

_ARTEFACT = expression(r"(?i)dockerfile|containerfile|requirements|compose|environment|\.sh$|\.env$")
_NPU_PART = expression(r"(?i)[-_.]?(?:npu|ascend)(?=[-_./]|$)|(?:npu|ascend)[-_.]")


def with_twins(findings: Sequence[Finding], paths: Iterable[str]) -> tuple[Finding, ...]:
    """The findings, with those in a file that has an NPU twin marked as handled by the twin."""
    twins = _twins(tuple(paths))
    return tuple(
        replace(finding, status=FindingStatus.HANDLED, handled_by=f"{twins[finding.path]}:1")
        if finding.status is FindingStatus.OPEN and finding.path in twins
        else finding
        for finding in findings
    )


def _twins(paths: Sequence[str]) -> Mapping[str, str]:
    """Path -> path of its NPU twin: `docker-cuda/Dockerfile` -> `docker-npu/Dockerfile`."""
    halves = {pair: path for path in paths if is_for_npu(path) and (pair := pair_of(path))}
    bare = {
        _without_npu(path): path for path in halves.values() if _ARTEFACT.search(PurePosixPath(path).name)
    }
    twins = {
        path: halves[pair] for path in paths if not is_for_npu(path) and (pair := pair_of(path)) in halves
    }
    present = frozenset(paths)
    return {path: twin for path, twin in bare.items() if path in present} | twins


def _without_npu(path: str) -> str:
    """`requirements-npu.txt` -> `requirements.txt`; `docker/npu/Dockerfile` stays, it names a folder."""
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}{_NPU_PART.sub('', name, count=1)}"
