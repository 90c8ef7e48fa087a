"""Reading one figure: a number, nothing, or a number with its range and origin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from math import inf, isfinite

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco.bounds import Bounds
from migration_engine.tco.figure import UNKNOWN, Figure
from migration_engine.tco.refusals import Refusal, contradiction
from migration_engine.text import Text

_NUMBERS = ("value", "low", "high")
_WORDS = ("origin", "source", "date", "evidence", "owner", "currency", "run", "slo")
_DAYS = ("valid_until", "fx_date")
FX_RATE = Bounds(positive=True, most=1e9)


def figures(group: Mapping[str, object], prefix: str, limits: Mapping[str, Bounds]) -> dict[str, Figure]:
    """A figure for every key of `limits`; a key that is absent is unknown."""
    return {key: figure(group.get(key), prefix + key, bound) for key, bound in limits.items()}


def options(group: Mapping[str, object], prefix: str, limits: Mapping[str, Bounds]) -> dict[str, Figure]:
    """A figure for every optional key that is there; one that is there without a value is unknown."""
    return {key: figure(group[key], prefix + key, bound) for key, bound in limits.items() if key in group}


def figure(value: object, path: str, limits: Bounds) -> Figure:
    """The figure at `path`; raises ScenarioInvalid when it is not a number within its limits."""
    if value is None:
        return UNKNOWN
    if not isinstance(value, Mapping):
        return Figure(_number(value, path, limits))
    _refuse_unknown(value, path)
    numbers = {key: _number(value.get(key), f"{path}.{key}", limits) for key in _NUMBERS}
    words = {key: _word(value.get(key), f"{path}.{key}") for key in _WORDS}
    days = {key: _day(value.get(key), f"{path}.{key}") for key in _DAYS}
    _check_order(numbers, path)
    rate = _number(value.get("fx_rate"), f"{path}.fx_rate", FX_RATE)
    return Figure(
        numbers["value"],
        low=numbers["low"],
        high=numbers["high"],
        origin=words["origin"],
        source=words["source"],
        date=words["date"],
        evidence=words["evidence"],
        owner=words["owner"],
        valid_until=days["valid_until"],
        currency=currency_code(words["currency"], f"{path}.currency") if words["currency"] else "",
        fx_rate=rate,
        fx_date=days["fx_date"],
        run=words["run"],
        slo=words["slo"],
    )


def _refuse_unknown(value: Mapping[object, object], path: str) -> None:
    known = (*_NUMBERS, *_WORDS, *_DAYS, "fx_rate")
    for key in value:
        if key not in known:
            raise unknown_key(known, f"{path}.{key}")


def unknown_key(known: Iterable[str], place: str) -> ScenarioInvalid:
    """The refusal of a key that means nothing at its place."""
    names = ", ".join(known)
    return ScenarioInvalid(
        Text(f"unknown key; known here: {names}", f"未知的键；此处可用：{names}"),
        place=place,
        fault=Refusal.UNKNOWN_KEY,
    )


def _number(value: object, path: str, limits: Bounds) -> float | None:
    if value is None:
        return None
    # bool is an int in Python; `headroom: yes` must not become 1.
    if isinstance(value, bool) or not isinstance(value, int | float):
        found = f"{type(value).__name__} {value!r}"
        raise ScenarioInvalid(
            Text(f"expected a number, found {found}", f"须为数值，实际为 {found}"), place=path
        )
    try:
        number = float(value)
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise ScenarioInvalid(Text("expected a finite number", "须为有限数值"), place=path)
    if objection := limits.objection(number):
        raise ScenarioInvalid(objection, place=path, fault=limits.fault(number) or Refusal.MALFORMED)
    return number


def _word(value: object, path: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool | int | float | list | Mapping):
        found = type(value).__name__
        raise ScenarioInvalid(Text(f"expected text, found {found}", f"须为文本，实际为 {found}"), place=path)
    return str(value)


def currency_code(value: object, path: str) -> str:
    """A code in the shape of ISO 4217."""
    if not (
        isinstance(value, str) and len(value) == 3 and value.isascii() and value.isalpha() and value.isupper()
    ):
        raise ScenarioInvalid(
            Text("expected a three-letter currency code such as CNY", "须为三个字母的货币代码，例如 CNY"),
            place=path,
        )
    return value


def _day(value: object, path: str) -> str:
    """A whole date: whether a quote has run out can't be told from a year alone."""
    word = _word(value, path)
    try:
        return date.fromisoformat(word).isoformat() if word else ""
    except ValueError as error:
        raise ScenarioInvalid(
            Text("expected a date such as 2027-03-31", "须为日期，例如 2027-03-31"), place=path
        ) from error


def _check_order(numbers: Mapping[str, float | None], path: str) -> None:
    known = [number for number in (numbers["low"], numbers["value"], numbers["high"]) if number is not None]
    if known != sorted(known):
        raise contradiction(Text("expected low <= value <= high", "须满足 低 ≤ 取值 ≤ 高"), path)
