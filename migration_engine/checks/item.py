"""The nouns of the checklist: an item, its group, its stage in tuning order, its conditions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from migration_engine.protocol.canonical import Json
from migration_engine.text import Text


class Group(StrEnum):
    """What an item is about; the order is the order on the page."""

    BASIC = "basic"
    PRECISION = "precision"
    BOUNDARY = "boundary"
    CONCURRENCY = "concurrency"
    FAULTS = "faults"
    PERFORMANCE = "performance"
    OPERATIONS = "operations"


class Stage(StrEnum):
    """The tuning order: a later stage is worth nothing before the earlier ones hold."""

    CORRECTNESS = "correctness"
    STABILITY = "stability"
    THROUGHPUT = "throughput"
    LATENCY = "latency"


class Comparison(StrEnum):
    """How a condition compares the measured value with its own."""

    EQUALS = "equals"
    ONE_OF = "one_of"
    AT_MOST = "at_most"
    AT_LEAST = "at_least"
    INCLUDES = "includes"
    PRESENT = "present"


@dataclass(frozen=True, slots=True)
class Condition:
    """One comparison with a value of the result; `path` is dotted, `*` walks a list."""

    path: str
    comparison: Comparison
    wanted: Json


@dataclass(frozen=True, slots=True)
class Item:
    """One criterion. An empty `job_kind` says that no job kind can prove it yet.

    `applies_when` tells whether a result is about this item at all; `limits` must hold for it to pass.
    """

    id: str
    group: Group
    stage: Stage
    title: Text
    criterion: Text
    why: Text
    job_kind: str
    applies_when: tuple[Condition, ...] = ()
    limits: tuple[Condition, ...] = ()
