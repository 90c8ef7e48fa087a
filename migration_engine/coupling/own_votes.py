"""What one file says about its role by itself: its kind, its imports, its path, what was found in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from migration_engine.coupling import reasons
from migration_engine.coupling.evidence import kind_of, layers_of, package_votes, path_votes
from migration_engine.model import Coupling, FileRole, Finding, Layer, LayerVote, SourceFile

SERVERS = frozenset(
    {"fastapi", "flask", "starlette", "uvicorn", "sanic", "aiohttp", "tornado", "grpc", "quart"}
)
NEAR_THE_DEVICE = frozenset({Layer.RUNTIME, Layer.COMPUTE})
# A Dockerfile is L1 in whatever folder it lies: from this weight on the path has no say.
DECIDES = 5
_ENGINES = {"torch", "transformers", "vllm", "sglang", "tritonclient", "onnxruntime", "tensorrt_llm"}
_BUSINESS = {"sqlalchemy", "sqlmodel", "django", "jwt", "authlib", "passlib", "pymongo", "psycopg", "jinja2"}
_UNPROVEN = 0.4
_BROWSER = "script for the browser"
# Where findings bind only tips a balance that nothing else decides.
_BIND_WEIGHT, _BIND_CAP = 0.25, 1.0
_ASKS_DRIVER, _CALLS_SERVICE = 2.5, 2.0
_DRIVER = (
    "torch.cuda.device_count", "torch.cuda.get_device_", "torch.cuda.mem_get_info",
    "torch.cuda.memory_allocated", "torch.cuda.set_device", "pynvml.",
)  # fmt: skip


def own_votes(
    file: SourceFile, packages: Sequence[str], findings: Sequence[Finding], *, for_browser: bool = True
) -> Iterator[LayerVote]:
    """Its votes; `findings` are the open ones of the file. A document says nothing."""
    if file.role is FileRole.DOC:
        return
    kind = kind_of(file.path)
    if kind and kind.name == _BROWSER and not for_browser:
        kind = None
    if kind:
        yield LayerVote(kind.layer, kind.weight, reasons.FILE_KIND.about(kind.name))
    yield from package_votes(packages)
    if kind and kind.weight >= DECIDES:
        return
    yield from _worded(file.path, packages, findings)
    yield from _server_votes(set(packages))
    yield from _binding_votes(findings)
    yield from _acting_votes(findings)


def _worded(path: str, packages: Sequence[str], findings: Sequence[Finding]) -> Iterator[LayerVote]:
    """`models/` is a runtime only where somebody computes: mere clients bear such names too."""
    strong = any(one.coupling is Coupling.STRONG for one in findings)
    computes = strong or bool(layers_of(packages) & NEAR_THE_DEVICE)
    yield from path_votes(path, runtime=1.0 if computes else _UNPROVEN)


def _server_votes(packages: set[str]) -> Iterator[LayerVote]:
    if not packages & SERVERS:
        return
    if packages & _ENGINES:
        yield LayerVote(Layer.SERVING, 2.5, reasons.BESIDE_AN_ENGINE)
    if packages & _BUSINESS:
        yield LayerVote(Layer.BUSINESS, 2.0, reasons.BESIDE_BUSINESS_DATA)


def _binding_votes(findings: Sequence[Finding]) -> Iterator[LayerVote]:
    bound = Counter(finding.binds_layer for finding in findings)
    for layer, count in sorted(bound.items()):
        yield LayerVote(layer, min(_BIND_CAP, count * _BIND_WEIGHT), reasons.FINDINGS_BIND.about(layer))


def _acting_votes(findings: Sequence[Finding]) -> Iterator[LayerVote]:
    """Who asks the driver is close to it, and who does nothing but call a model service orchestrates."""
    if any(one.symbol.startswith(_DRIVER) for one in findings):
        yield LayerVote(Layer.COMPUTE, _ASKS_DRIVER, reasons.ASKS_THE_DRIVER)
    strong = any(one.coupling is Coupling.STRONG for one in findings)
    if not strong and any(one.binds_layer is Layer.ORCHESTRATION for one in findings):
        yield LayerVote(Layer.ORCHESTRATION, _CALLS_SERVICE, reasons.CALLS_A_MODEL_SERVICE)
