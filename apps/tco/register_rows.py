"""The rows of the assumptions register, as pages and print show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from apps.core.templatetags.texts import in_language
from apps.tco.money import compact, number, percent
from apps.tco.quotes import as_quoted
from migration_engine.tco.figure import Figure
from migration_engine.tco.labels import label_of, side_of
from migration_engine.tco.placeholders import source_text
from migration_engine.tco.register import is_overdue, origin_of, replacement_of
from migration_engine.text import Text

_DIGITS = 6
_FIGURE_KEYS = frozenset(field.name for field in fields(Figure))


@dataclass(frozen=True, slots=True)
class RegisterRow:
    """One input; `reach` is what it could move the NPV difference by, None where nobody can tell."""

    path: str
    label: str
    side: str
    unit: str
    value: str
    extent: str
    reach: float | None
    reach_shown: str
    origin: str
    origin_key: str
    figure: Figure
    source: str
    link: str
    quoted: str
    todo: str
    is_overdue: bool
    is_idle: bool = False

    @property
    def anchor(self) -> str:
        """Where the row stands on its page."""
        return f"row-{self.path.replace('.', '-')}"

    @property
    def short(self) -> str:
        """Return the label behind one word for its side, as paper has room for."""
        if not self.side:
            return self.label
        side = "GPU" if self.path.startswith("sides.gpu.") else _("Ascend")
        return f"{side} · {self.label}"


def rows_of(entries: Iterable[Mapping[str, Any]], currency: str, today: date) -> list[RegisterRow]:
    """Return the rows of stored entries (see `snapshots.stored`) in their order."""
    return [_row(entry, currency, today) for entry in entries]


def shown(path: str, value: Any) -> str:
    """Return a value as people write it: a share in per cent, what is unknown as unknown."""
    if value is None:
        return _("unknown")
    if isinstance(value, str):
        return value
    return percent(value) if label_of(path).is_share else number(value, _DIGITS)


def unit_of(path: str, currency: str) -> str:
    """Return the unit that stands behind the value; a share carries its own sign."""
    label = label_of(path)
    return "" if label.is_share else in_language(label.unit).replace("{currency}", currency)


def _row(entry: Mapping[str, Any], currency: str, today: date) -> RegisterRow:
    path, reach = entry["path"], entry["reach"]
    tenth, idle = entry.get("tenth"), entry.get("idle")  # older snapshots have neither
    figure = Figure(**{key: value for key, value in entry.items() if key in _FIGURE_KEYS})
    side, replacement = side_of(path), replacement_of(path, figure)
    overdue = is_overdue(figure, today)
    todo = _("Overdue: ask for a new one") if overdue else in_language(replacement) if replacement else ""
    if idle:
        todo = in_language(Text(**idle))
    return RegisterRow(
        path=path,
        label=in_language(label_of(path).name),
        side=in_language(side) if side else "",
        unit=unit_of(path, currency),
        value=shown(path, figure.value),
        extent=_extent(path, figure),
        reach=tenth if reach is None else reach,
        reach_shown=_reach(reach, tenth, currency),
        origin=in_language(origin_of(figure)),
        origin_key=figure.origin if figure.value is not None else "unknown",
        figure=figure,
        source=in_language(source_text(figure.source)),
        link=figure.evidence if figure.evidence.startswith(("https://", "http://")) else "",
        quoted=quoted(entry),
        todo=todo,
        is_overdue=overdue and not idle,
        is_idle=bool(idle),
    )


def _reach(reach: float | None, tenth: float | None, currency: str) -> str:
    """Return what the range of a figure does to the difference; without a range, what a tenth of it does."""
    if reach is None and tenth is not None:
        return _("%(amount)s by ±10%%") % {"amount": compact(tenth, currency)}
    return "" if reach is None else compact(reach, currency)


def _extent(path: str, figure: Figure) -> str:
    if figure.low is None or figure.high is None:
        return ""
    return _("%(low)s to %(high)s") % {"low": shown(path, figure.low), "high": shown(path, figure.high)}


def quoted(figure: Mapping[str, Any]) -> str:
    """Return the amount in the currency of its source, and the rate that turned it into the scenario's."""
    if not figure.get("currency") or not figure.get("fx_rate") or figure.get("value") is None:
        return ""
    return _("%(amount)s %(currency)s at %(rate)s (%(day)s)") % {
        "amount": number(as_quoted(figure)["value"], 2),
        "currency": figure["currency"],
        "rate": number(figure["fx_rate"], _DIGITS),
        "day": figure.get("fx_date") or _("no date"),
    }
