"""The assumptions register: who vouches for each input, until when, and what it could change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from migration_engine.tco.analysis import Swing, Tornado
from migration_engine.tco.figure import Figure
from migration_engine.tco.idle import idle_because
from migration_engine.tco.keys import OPTIONS
from migration_engine.tco.labels import Label, label_of, side_of
from migration_engine.tco.listed import listed
from migration_engine.tco.placeholders import placeholders
from migration_engine.tco.scenario import Scenario
from migration_engine.text import Text

ORIGINS = {
    "quote": Text("Quote", "报价"),
    "bill": Text("Bill", "账单"),
    "measurement": Text("Measurement", "实测"),
    "scan": Text("Scan", "扫描"),
    "expert": Text("Expert", "专家判断"),
    "entered": Text("Entered, origin not said", "已填写，来源未注明"),
    "default": Text("Default", "默认值"),
}
"""Where a figure can come from, from what is best known to what is not."""

_REPLACE = {
    "quote": Text("Replace with quote", "待换为报价"),
    "measurement": Text("Replace with measurement", "待换为实测值"),
    "bill": Text("Replace with bill", "待换为账单数据"),
    "data sheet": Text("Replace with data sheet", "待换为规格书数据"),
}
_ANY = Text("Replace with your own figure", "待换为自有数值")


@dataclass(frozen=True, slots=True)
class Entry:
    """One input as the register lists it.

    `swing` is what the NPV difference moves by between low and high, None where there is no range or no
    verdict; `nudge` what an input without a range does when it is a tenth lower and higher. `replace` says
    what should take the place of a default, None where nothing needs to. `idle` says why the input changes
    nothing in this scenario; then nothing needs to take its place.
    """

    path: str
    label: Label
    side: Text | None
    figure: Figure
    swing: Swing | None
    replace: Text | None
    overdue: bool
    idle: Text | None = None
    nudge: Swing | None = None

    @property
    def origin(self) -> Text:
        """Where the figure comes from, in words."""
        return origin_of(self.figure)

    @property
    def reach(self) -> float:
        """How far its range, or a tenth of it, moves the NPV difference; -1 where nobody can tell."""
        moved = self.swing or self.nudge
        return moved.range if moved else -1.0


def register(scenario: Scenario, tornado: Tornado | None, today: date) -> tuple[Entry, ...]:
    """Every input but the options that are not in use, the one that could change most first."""
    entries = [_entry(scenario, path, figure, tornado, today) for path, figure in listed(scenario)]
    return tuple(sorted(entries, key=lambda entry: -entry.reach))


def to_replace(scenario: Scenario) -> tuple[str, ...]:
    """The key paths of defaults and unknown inputs that play a part and should be replaced."""
    return tuple(
        path
        for path, figure in listed(scenario)
        if replacement_of(path, figure) and idle_because(scenario, path) is None
    )


def overdue(scenario: Scenario, today: date) -> tuple[str, ...]:
    """The key paths of figures that play a part and rest on what has run out."""
    return tuple(
        path
        for path, figure in listed(scenario)
        if is_overdue(figure, today) and idle_because(scenario, path) is None
    )


def origin_of(figure: Figure) -> Text:
    """The words for where a figure comes from; an origin of somebody's own is said as it is."""
    if figure.value is None:
        return Text("Unknown", "未知")
    return ORIGINS.get(figure.origin) or Text(figure.origin, figure.origin)


def is_overdue(figure: Figure, today: date) -> bool:
    """Whether what the figure rests on has run out."""
    return bool(figure.valid_until) and date.fromisoformat(figure.valid_until) < today


def _entry(scenario: Scenario, path: str, figure: Figure, tornado: Tornado | None, today: date) -> Entry:
    idle = idle_because(scenario, path)
    return Entry(
        path,
        label_of(path),
        side_of(path),
        figure,
        _of(path, tornado.swings if tornado else ()),
        None if idle else replacement_of(path, figure),
        idle is None and is_overdue(figure, today),
        idle,
        _of(path, tornado.certain if tornado else ()),
    )


def _of(path: str, swings: Iterable[Swing]) -> Swing | None:
    return next((one for one in swings if one.path == path), None)


def replacement_of(path: str, figure: Figure) -> Text | None:
    """What should take the place of a default or of an unknown figure; None where nothing needs to."""
    if figure.origin != "default" and figure.value is not None:
        return None
    known = placeholders().get(path)
    if known is None:
        return _ANY if figure.value is None and path not in OPTIONS else None
    return _REPLACE.get(known.replace, _ANY if known.grade else None)
