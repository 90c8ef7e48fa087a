"""Why a scenario is refused, as programs read it."""

from __future__ import annotations

from enum import StrEnum

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco.labels import label_of
from migration_engine.text import Text


class Refusal(StrEnum):
    """What `ScenarioInvalid.fault` may be beside the faults of a single number (`bounds.Fault`)."""

    MALFORMED = "malformed"
    UNKNOWN_KEY = "unknown_key"
    REQUIRED = "required"
    CONTRADICTS = "contradicts"


def contradiction(text: Text, place: str, *against: str) -> ScenarioInvalid:
    """The refusal of a figure that makes no sense beside the others at `against`."""
    return ScenarioInvalid(text, place=place, fault=Refusal.CONTRADICTS, against=against)


def required(place: str, *by: str) -> ScenarioInvalid:
    """The refusal of a figure that is absent although those at `by` can't do without it."""
    names = [label_of(path).name for path in by]
    en, zh = ", ".join(name.en for name in names), "、".join(name.zh for name in names)
    return ScenarioInvalid(
        Text(f"is needed because this is set: {en}", f"需要填写，因为已填写：{zh}"),
        place=place,
        fault=Refusal.REQUIRED,
        against=by,
    )
