"""What differs between two snapshots, and what each changed input does to the NPV difference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from apps.core.templatetags.texts import in_language
from apps.projects.models import Project
from apps.tco.history import changes_between
from apps.tco.models import Snapshot
from apps.tco.money import compact
from apps.tco.reach import confidence
from apps.tco.register_rows import unit_of
from apps.tco.report import range_of, trust_in
from apps.tco.said import said_beside, value_said
from apps.tco.two_currencies import rate_said, why_no_effect, without_conversions
from apps.tco.verdict import label_of
from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import load_scenario
from migration_engine.tco.effects import Effects, effects
from migration_engine.tco.exchange import Exchanged, exchanged


@dataclass(frozen=True, slots=True)
class Stand:
    """What one snapshot says of an input: its value, and all else that it says of it."""

    value: str
    unit: str
    said: str


@dataclass(frozen=True, slots=True)
class ChangedInput:
    """One input of which the snapshots say something else.

    `alone` is what the new value does by itself, empty where the value is the same or nobody can tell.
    """

    label: str
    before: Stand
    after: Stand
    alone: str = ""
    helps: bool | None = None

    @property
    def is_same_value(self) -> bool:
        """Tell whether only what is said of it differs."""
        return (self.before.value, self.before.unit) == (self.after.value, self.after.unit)


@dataclass(frozen=True, slots=True)
class Difference:
    """Two snapshots, the earlier first, and what lies between them; `answers` are what both come to."""

    before: Snapshot
    after: Snapshot
    answers: list[tuple[str, str, str]]
    changes: list[ChangedInput]
    together: str
    interplay: str
    is_other_engine: bool
    unlike: str = ""
    exchange: str = ""


def difference_of(project: Project, one: Snapshot, other: str) -> Difference | None:
    """Compare a snapshot with another of the project by its number; None where there is none."""
    if not other.isascii() or not other.isdigit() or len(other) > 9:
        return None
    found = Snapshot.objects.filter(project=project, number=int(other)).exclude(pk=one.pk).first()
    if found is None:
        return None
    before, after = sorted((one, found), key=lambda snapshot: snapshot.number)
    unlike = _unlike(before, after)
    joined = None if unlike or _is_one_currency(before, after) else exchanged(before.inputs, after.inputs)
    between = None if unlike else effects(joined.inputs if joined else before.inputs, after.inputs)
    together, interplay = _sums(between, _currency(after))
    return Difference(
        before,
        after,
        _answers(before, after),
        list(_changes(before, after, between, joined)),
        together,
        interplay,
        before.engine_version != after.engine_version,
        unlike,
        rate_said(before, after, joined.rate) if joined else "",
    )


def _is_one_currency(before: Snapshot, after: Snapshot) -> bool:
    return _currency(before) == _currency(after)


def _unlike(before: Snapshot, after: Snapshot) -> str:
    """Say why no effects can be told figure by figure; empty where they can."""
    try:
        for one in (before, after):
            load_scenario(one.inputs)
    except ScenarioInvalid as error:
        words = _(
            "The present engine refuses a figure of snapshot %(number)s, so there are no effects: %(fault)s"
        )
        return words % {"number": one.number, "fault": in_language(error.told())}
    return ""


def _answers(before: Snapshot, after: Snapshot) -> list[tuple[str, str, str]]:
    names = (
        _("Net present value, migrate minus stay"),
        _("Range, P10 to P90"),
        _("Confidence in the answer"),
    )
    return list(zip(names, _answer(before), _answer(after), strict=True))


def _answer(snapshot: Snapshot) -> tuple[str, str, str]:
    npv, currency = snapshot.result["npv_difference"], _currency(snapshot)
    trust = confidence(trust_in(snapshot))
    spread = range_of(snapshot.analysis["simulation"], currency) or _("unknown")
    return (
        _("unknown") if npv is None else compact(npv, currency),
        spread,
        _(": ").join(filter(None, (trust.word, trust.says))),
    )


def _changes(
    before: Snapshot, after: Snapshot, between: Effects | None, joined: Exchanged | None
) -> Iterator[ChangedInput]:
    """What changes the answer comes first, the strongest on top, then what only stands on other grounds."""
    stood = {path: (old, new) for path, old, new in changes_between(before.inputs, after.inputs)}
    if joined:
        stood = without_conversions(stood, between, joined)
    alone = {one.path: one.alone for one in between.changes} if between else {}
    nobody_knows = _("unknown") if between and between.together is None else _("not by itself")
    for path in (*(path for path in alone if path in stood), *(path for path in stood if path not in alone)):
        old, new = (
            Stand(value_said(path, one), unit_of(path, _currency(snapshot)), said_beside(path, one))
            for snapshot, one in zip((before, after), stood[path], strict=True)
        )
        gain = alone.get(path)
        effect = _money(gain, _currency(after), nobody_knows) if path in alone else ""
        if joined and path not in alone:
            effect = why_no_effect(path, joined)
        yield ChangedInput(label_of(path), old, new, effect, gain > 0 if gain else None)


def _sums(between: Effects | None, currency: str) -> tuple[str, str]:
    """Return what all changes do together, and what of that none does alone."""
    if between is None:
        return "", ""
    interplay = "" if between.interplay == 0 else _money(between.interplay, currency, _("unknown"))
    return _money(between.together, currency, _("unknown")), interplay


def _currency(snapshot: Snapshot) -> str:
    return str(snapshot.result["currency"])


def _money(amount: float | None, currency: str, otherwise: str) -> str:
    return otherwise if amount is None else compact(amount, currency)
