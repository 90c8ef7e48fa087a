"""A result as its page shows it: unknown stays unknown, and nothing is green by default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.core.hidden import spelled_out_in
from apps.validation.models import Evidence
from apps.validation.words import DEVICES, READINESS, STACK, VALUES, Words
from migration_engine.text import Text


@dataclass(frozen=True, slots=True)
class Module:
    """One row of a layer alignment."""

    name: str
    cosine: str
    relative_error: str
    max_abs: str
    passes: bool
    is_first: bool


@dataclass(frozen=True, slots=True)
class Input:
    """All modules of one input."""

    name: Words
    tokens: int
    first_divergent: str
    is_open: bool
    modules: tuple[Module, ...]


@dataclass(frozen=True, slots=True)
class Alignment:
    """A layer alignment as a whole; the limits are texts like those of the rows."""

    first: Mapping[str, str] | None
    first_input: Words
    limits: Mapping[str, str]
    target: Mapping[str, str]
    inputs: tuple[Input, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the result part of a job page needs."""

    evidence: Evidence
    summary: Text
    error: str
    stack: tuple[tuple[Words, str], ...]
    alignment: Alignment | None
    inventory: Mapping[str, Any] | None
    readiness: Words


def shown(evidence: Evidence) -> Shown:
    """Return a result in the form of its page."""
    # The evidence itself stays as it was hashed.
    content, data = spelled_out_in(evidence.content), spelled_out_in(evidence.values)
    concluded = evidence.verdict != "errored"
    return Shown(
        evidence=evidence,
        summary=Text(**content["summary"]),
        error=content["error"],
        stack=_stack(spelled_out_in(evidence.measured_on)),
        alignment=_alignment(data) if concluded and evidence.kind == "layer_alignment" else None,
        inventory=data if concluded and evidence.kind == "inventory" else None,
        readiness=READINESS.get(data.get("classification", ""), ""),
    )


def _stack(measured_on: Mapping[str, str]) -> tuple[tuple[Words, str], ...]:
    named = {**measured_on, "device_kind": str(DEVICES[measured_on["device_kind"]])}
    return tuple((words, named[key]) for key, words in STACK.items())


def _alignment(data: Mapping[str, Any]) -> Alignment:
    first, limits = data["first_divergent"], data["thresholds"]
    opened = first["input"] if first else ""
    return Alignment(
        first=first,
        first_input=VALUES[first["input"]] if first else "",
        limits={
            "cosine": f"{limits['cosine']:g}",
            "relative_error": f"{limits['relative_error']:.1%}",
            "max_abs_share": f"{limits['max_abs_share']:.1%}",
        },
        target=data["target"],
        inputs=tuple(_input(one, opened) for one in data["inputs"]),
    )


def _input(one: Mapping[str, Any], opened: str) -> Input:
    modules = tuple(_module(module, one["first_divergent"]) for module in one["modules"])
    return Input(
        name=VALUES.get(one["name"], one["name"]),
        tokens=one["tokens"],
        first_divergent=one["first_divergent"] or "",
        is_open=one["name"] == opened,
        modules=modules,
    )


def _module(module: Mapping[str, Any], first: str | None) -> Module:
    return Module(
        name=module["name"],
        cosine=_figure(module["cosine"], "{:.6f}"),
        relative_error=_figure(module["relative_error"], "{:.3%}"),
        max_abs=_figure(module["max_abs"], "{:.2e}"),
        passes=module["passes"],
        is_first=module["name"] == first,
    )


def _figure(value: float | None, form: str) -> str:
    """An empty text stands for a number that does not exist, which the page says in words."""
    return "" if value is None else form.format(value)
