"""The nouns of the engine: frozen values, no behaviour beyond what their own fields answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from migration_engine.text import Text
from migration_engine.value import Value


class Layer(StrEnum):
    """The five coupling layers; a smaller number is closer to the hardware."""

    COMPUTE = "L1"
    RUNTIME = "L2"
    SERVING = "L3"
    ORCHESTRATION = "L4"
    BUSINESS = "L5"


class Coupling(StrEnum):
    """How tightly something binds to the GPU stack."""

    STRONG = "strong"
    WEAK = "weak"
    NONE = "none"


class RuleKind(StrEnum):
    """What a finding of the rule means: a binding, something worth tidying, or mere news."""

    COUPLING = "coupling"
    DEBT = "debt"
    INFORMATION = "information"


class EffortClass(StrEnum):
    """The order of magnitude of fixing the first place that a rule matches."""

    MINUTES = "minutes"
    HOURS = "hours"
    DAYS = "days"
    REDESIGN = "redesign"


class FindingStatus(StrEnum):
    """What the scanner itself concluded; triage by people is the portal's business."""

    OPEN = "open"
    HANDLED = "handled"
    DOC = "doc"
    VENDORED = "vendored"
    TEST = "test"


class Confidence(StrEnum):
    """How sure the scanner is that the matched place really binds."""

    CERTAIN = "certain"
    LIKELY = "likely"
    POSSIBLE = "possible"


class FileRole(StrEnum):
    """What a file is for; only code and CI count towards effort."""

    CODE = "code"
    TEST = "test"
    DOC = "doc"
    CI = "ci"
    VENDORED = "vendored"
    GENERATED = "generated"


class EdgeKind(StrEnum):
    """How one file depends on another."""

    IMPORT = "import"
    INCLUDE = "include"
    EXEC = "exec"
    IMAGE = "image"
    CONFIG = "config"
    HTTP = "http"


class Span(Value, frozen=True):
    """A place in a file: lines and columns from 1, the end inclusive line, exclusive column."""

    line: int
    end_line: int
    column: int
    end_column: int


class Replacement(Value, frozen=True):
    """What takes the place of the matched thing on Ascend; `verified` says who vouches for it.

    `what` is equal in both languages where it is a mere name. `table` names the counterpart of single
    symbols where a family has one each; `sources` says who vouches for single symbols (a document, or
    `unverified`) where that is not who vouches for the rule.
    """

    what: Text
    kind: str
    verified: str
    since: str = ""
    source: str = ""
    table: Mapping[str, Text] = msgspec.field(default_factory=dict)
    sources: Mapping[str, str] = msgspec.field(default_factory=dict)


class Sample(Value, frozen=True):
    """A small file that a rule must hit, or must leave alone."""

    file: str
    text: str


class Rule(Value, frozen=True):
    """One coupling pattern as data. `match` and `unless` are read by the reader of each language."""

    id: str
    title: Text
    why: Text
    layer: Layer
    coupling: Coupling
    kind: RuleKind
    effort: EffortClass
    replacement: Replacement
    match: Mapping[str, tuple[str, ...]]
    unless: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    links: tuple[str, ...] = ()
    validate: tuple[str, ...] = ()
    hit_samples: tuple[Sample, ...] = ()
    miss_samples: tuple[Sample, ...] = ()


class RuleSet(Value, frozen=True):
    """The rules of one scan; `version` is a hash over their content."""

    rules: tuple[Rule, ...]
    version: str


class SourceFile(Value, frozen=True):
    """One file as the scan saw it. `component` is filled after grouping."""

    path: str
    language: str
    bytes: int
    lines: int
    hash: str
    role: FileRole
    component: str = ""


class Finding(Value, frozen=True):
    """One rule matched at one span. `fingerprint` survives lines inserted above."""

    id: str
    fingerprint: str
    rule: str
    path: str
    span: Span
    symbol: str
    binds_layer: Layer
    coupling: Coupling
    status: FindingStatus
    confidence: Confidence
    handled_by: str = ""
    snippet: str = ""


class Edge(Value, frozen=True):
    """One file depends on another, seen at a line of the first."""

    source: str
    target: str
    kind: EdgeKind
    line: int
    confidence: Confidence = Confidence.CERTAIN


class FactKind(StrEnum):
    """What there is to know of a model before it moves."""

    DTYPE = "dtype"
    CONTEXT = "context_length"
    QUANTISATION = "quantisation"
    ATTENTION = "attention_backend"
    TENSOR_PARALLEL = "tensor_parallel"
    PIPELINE_PARALLEL = "pipeline_parallel"
    EXPERT_PARALLEL = "expert_parallel"
    DYNAMIC_SHAPES = "dynamic_shapes"
    SERVED_MODEL = "served_model"


class ModelFact(Value, frozen=True):
    """A constant that a file gives for a property of a model; `value` is spelt one way for all files."""

    kind: FactKind
    value: str
    path: str
    line: int
    confidence: Confidence = Confidence.CERTAIN


class OperatorUse(Value, frozen=True):
    """An operator that model code of one file uses: the line of the first use, and how many there are."""

    name: str
    path: str
    line: int
    count: int
    confidence: Confidence = Confidence.CERTAIN


class LooseEnd(StrEnum):
    """The one side on which a package stands: its list of requirements, or the code."""

    DECLARED = "declared"
    IMPORTED = "imported"


class LoosePackage(Value, frozen=True):
    """A place that declares a package which nothing imports, or imports one that nothing declares."""

    name: str
    end: LooseEnd
    path: str
    line: int


class Skipped(Value, frozen=True):
    """A file that was not read, and why."""

    path: str
    reason: str


class RuleFailure(Value, frozen=True):
    """A rule that could not run; its absence of findings proves nothing."""

    id: str
    error: str


class Coverage(Value, frozen=True):
    """What the scan did and did not look at."""

    files_total: int
    files_scanned: int
    skipped: tuple[Skipped, ...]
    rules_run: int
    rules_failed: tuple[RuleFailure, ...] = ()
    truncated: tuple[str, ...] = ()
    collisions: tuple[Skipped, ...] = ()
    """Files that were read, and that other systems could not hold beside one of the same name."""
    rules: tuple[str, ...] = ()
    """The ids of the rules that ran; empty where a document of an older scanner does not tell."""


class Source(Value, frozen=True):
    """Where the scanned tree came from; `root_hash` is equal for a folder and its archive."""

    name: str
    kind: str
    root_hash: str
    revision: str = ""
    branch: str = ""


class LayerVote(Value, frozen=True):
    """One reason to place a component in a layer."""

    layer: Layer
    weight: float
    reason: str


class Counts(Value, frozen=True):
    """Findings of a component by what they ask for; `weak` and `strong` are the open ones."""

    strong: int = 0
    weak: int = 0
    handled: int = 0
    debt: int = 0

    @property
    def places(self) -> int:
        """All places that bind or would bind; `handled` of them are NPU-aware already."""
        return self.strong + self.weak + self.handled


class Component(Value, frozen=True):
    """A unit that is moved as one. `files` and `lines` are counts."""

    id: str
    name: str
    paths: tuple[str, ...]
    layer: Layer
    layer_votes: tuple[LayerVote, ...]
    coupling: Coupling
    counts: Counts
    files: int
    lines: int


@dataclass(frozen=True, slots=True)
class TreeScan:
    """What reading a tree yields before files are grouped into components."""

    source: Source
    files: tuple[SourceFile, ...]
    findings: tuple[Finding, ...]
    edges: tuple[Edge, ...]
    coverage: Coverage
    ruleset: RuleSet
    imports: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Path -> top-level packages it imports from outside the tree: evidence for roles."""
    facts: tuple[ModelFact, ...] = ()
    operators: tuple[OperatorUse, ...] = ()
    packages: tuple[LoosePackage, ...] = ()
    files_read: int = field(default=0, compare=False)
    """Files whose content was looked at; what the others yield was kept from the last scan."""


@dataclass(frozen=True, slots=True)
class ScanReport:
    """A whole scan with its components; `export.document` turns it into the scan document."""

    scan: TreeScan
    components: tuple[Component, ...]
    started_at: str
    duration_s: float
