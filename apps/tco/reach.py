"""The analyses as a page shows them: the range beside the verdict, the badge, the tornado, the histogram."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from apps.core.templatetags.texts import in_language
from apps.tco.fields import rows_by_path
from apps.tco.forms import ScenarioForm
from apps.tco.money import axis, compact, number, percent
from apps.tco.origins import Badge, badge_of
from apps.tco.sensitivity import Sensitivity
from apps.tco.verdict import label_of, unit_of
from apps.tco.what_if import shown_in
from migration_engine.tco import Simulation
from migration_engine.tco.analysis import Swing
from migration_engine.tco.chances import pays_in, whole_percents
from migration_engine.tco.shown import beyond
from migration_engine.tco.trust import Trust

_DRAWN = 12
_HIGH, _MEDIUM = 0.75, 0.4


@dataclass(frozen=True, slots=True)
class Confidence:
    """How far the verdict rests on evidence: a word, its tone, and what it is made of."""

    word: str
    tone: str
    says: str


@dataclass(frozen=True, slots=True)
class SwingRow:
    """One input of the tornado as the table lists it."""

    label: str
    path: str
    unit: str
    low: str
    high: str
    at_low: str
    at_high: str
    switching: str
    flips: bool
    badge: Badge | None


def reach_of(inputs: dict[str, Any], found: Sensitivity) -> dict[str, Any]:
    """Return the context of everything that the analyses say."""
    currency = str(inputs["currency"])
    form = ScenarioForm(inputs)
    rows = [_row(form, swing, currency) for swing in found.tornado.swings]
    return {
        "spread": spread(found.simulation, currency),
        "confidence": confidence(found.trust),
        "draws": number(found.simulation.draws),
        "seed": str(found.simulation.seed),
        "varied": len(found.simulation.varied),
        "chances": chances(found.simulation, currency),
        "bins": bins(found.simulation, currency),
        "swings": rows,
        "drawn": min(_DRAWN, len(rows)),
        "certain": [_row(form, swing, currency) for swing in found.tornado.certain],
        "pays_in": in_language(said) if (said := pays_in(found.simulation)) else "",
        "without_range": [label_of(path) for path in found.tornado.without_range],
    }


def reach_charts(inputs: dict[str, Any], found: Sensitivity) -> dict[str, Any]:
    """Return what the browser draws of the analyses."""
    currency = str(inputs["currency"])
    return {
        "tornado": _tornado_chart(inputs, found, currency),
        "histogram": _histogram_chart(found.simulation, currency),
    }


def spread(simulation: Simulation, currency: str) -> str:
    """Return P10 to P90 of the difference, the bad end first."""
    if simulation.p10 is None or simulation.p90 is None:
        return ""
    if not simulation.varied:
        return _("no figure has a range")
    low, high = (compact(end.value, currency) for end in (simulation.p10, simulation.p90))
    return _("%(low)s to %(high)s") % {"low": low, "high": high}


def confidence(shares: Trust) -> Confidence:
    """Return the badge: what share of the influence on the answer rests on evidence."""
    if shares.evidence is None or shares.stated is None or shares.default is None:
        return Confidence(_("unknown"), "", "")
    names, parts = ("evidence", "stated", "default"), (shares.evidence, shares.stated, shares.default)
    shown = [percent(whole / 100) for whole in whole_percents(parts)]
    says = _("%(evidence)s evidence, %(stated)s entered, %(default)s defaults") % dict(
        zip(names, shown, strict=True)
    )
    if shares.evidence >= _HIGH:
        return Confidence(_("high"), "good", says)
    if shares.evidence >= _MEDIUM:
        return Confidence(_("medium"), "warn", says)
    return Confidence(_("low"), "bad", says)


def chances(simulation: Simulation, currency: str) -> list[tuple[str, str]]:
    """Return what the draws say, each with its name."""
    if simulation.p10 is None or simulation.p50 is None or simulation.p90 is None or not simulation.varied:
        return []
    positive = simulation.probability_positive or 0.0
    return [
        (_("Migrating pays in"), _("%(share)s of the draws") % {"share": percent(positive)}),
        (_("P10, the bad end"), compact(simulation.p10.value, currency)),
        (_("P50, the middle"), compact(simulation.p50.value, currency)),
        (_("P90, the good end"), compact(simulation.p90.value, currency)),
        (_("Mean loss where it loses"), compact(simulation.mean_shortfall or 0.0, currency)),
    ]


def bins(simulation: Simulation, currency: str) -> list[tuple[str, str, str]]:
    """Return the bars of the histogram: from, to, share of the draws."""
    return [
        (compact(one.start, currency), compact(one.end, currency), percent(one.draws / simulation.draws))
        for one in simulation.histogram
    ]


def _row(form: ScenarioForm, swing: Swing, currency: str) -> SwingRow:
    low, high = (shown_in(form, swing.path, end) for end in (swing.low, swing.high))
    flips_at = _(", ").join(
        shown_in(form, swing.path, beyond(one, swing.value, 4)) for one in swing.switching[:2]
    )
    return SwingRow(
        label_of(swing.path),
        swing.path,
        unit_of(swing.path, currency),
        low,
        high,
        compact(swing.npv_low, currency),
        compact(swing.npv_high, currency),
        flips_at,
        swing.flips,
        badge_of(form.inputs, swing.path),
    )


def _tornado_chart(inputs: dict[str, Any], found: Sensitivity, currency: str) -> dict[str, Any]:
    scale, unit = axis(currency)
    form = ScenarioForm(inputs)
    drawn = found.tornado.swings[:_DRAWN]
    return {
        "labels": [_named(swing) for swing in drawn],
        "low": [round(swing.npv_low / scale, 4) for swing in drawn],
        "high": [round(swing.npv_high / scale, 4) for swing in drawn],
        "lowTexts": [shown_in(form, swing.path, swing.low) for swing in drawn],
        "highTexts": [shown_in(form, swing.path, swing.high) for swing in drawn],
        "flips": [swing.flips for swing in drawn],
        "base": round((found.tornado.npv_difference or 0.0) / scale, 4),
        "words": {
            "low": _("At its low value"),
            "high": _("At its high value"),
            "flips": _("Changes the verdict"),
            "money": _("NPV difference, %(unit)s") % {"unit": unit},
        },
    }


def _histogram_chart(simulation: Simulation, currency: str) -> dict[str, Any]:
    scale, unit = axis(currency)
    marks = ((name, getattr(simulation, name.lower())) for name in ("P10", "P50", "P90"))
    return {
        "starts": [round(one.start / scale, 4) for one in simulation.histogram],
        "ends": [round(one.end / scale, 4) for one in simulation.histogram],
        "shares": [round(100 * one.draws / simulation.draws, 3) for one in simulation.histogram],
        "marks": [[name, round(mark.value / scale, 4)] for name, mark in marks if mark is not None],
        "words": {
            "money": _("NPV difference, %(unit)s") % {"unit": unit},
            "share": _("Share of the draws, per cent"),
            "loses": _("Costs more"),
            "pays": _("Costs less"),
        },
    }


def _named(swing: Swing) -> str:
    """Return the label behind its side, which is a word here, not a sentence."""
    label = str(rows_by_path()[swing.path].label)
    if swing.path.startswith("sides."):
        side = "GPU" if swing.path.startswith("sides.gpu.") else _("Ascend")
        label = f"{side} · {label}"
    return label
