"""What the figures mean, in a sentence that a manager can repeat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.core.templatetags.texts import in_language
from apps.tco.fields import SETTINGS, SIDES, rows_by_path, unit_in
from apps.tco.forms import value_at
from apps.tco.money import compact, exact, number, percent
from migration_engine.tco.fleet_words import servers_in_words
from migration_engine.tco.flips import Pays
from migration_engine.tco.result import decisive
from migration_engine.tco.shown import at_least_beside


@dataclass(frozen=True, slots=True)
class Missing:
    """An input that nobody has entered, and the field where it goes."""

    path: str
    label: str
    unit: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The sentence, what qualifies it, and what keeps it from being given."""

    kind: str
    sentence: str
    notes: list[str]
    missing: list[Missing]

    @property
    def missing_paths(self) -> list[str]:
        """Return the key paths of what is missing."""
        return [one.path for one in self.missing]


def verdict_of(inputs: dict[str, Any], result: dict[str, Any]) -> Verdict:
    """Return the verdict; without every decisive figure there is none."""
    difference = result["npv_difference"]
    if difference is None:
        return _withheld(result)
    kind = kind_of(difference)
    notes = [_payback(inputs, result), *_ratio(inputs, result), *_unit_cost(result)]
    return Verdict(kind, _sentence(kind, inputs, result), notes, [])


def briefly(result: dict[str, Any]) -> str:
    """Return the verdict in a few words, where horizon and rate stand elsewhere."""
    difference = result["npv_difference"]
    if difference is None:
        return _("No verdict yet")
    amount = compact(abs(difference), result["currency"])
    words = {
        "better": _("Saves %(amount)s"),
        "worse": _("Costs %(amount)s more"),
        "even": _("Costs the same"),
    }
    return words[kind_of(difference)] % {"amount": amount}


def kind_of(difference: float | None) -> str:
    """Return unknown, even, better or worse: what a difference means for migrating."""
    if difference is None:
        return "unknown"
    return "even" if abs(difference) < 1 else "better" if difference > 0 else "worse"


def label_of(path: str) -> str:
    """Return what the form calls the input at a key path, with its side."""
    row = rows_by_path().get(path)
    side = dict(SIDES).get(path.split(".")[1]) if path.startswith("sides.") else None
    label = str(row.label) if row else str(SETTINGS.get(path, path))
    return _("%(side)s: %(label)s") % {"side": side, "label": label} if side else label


def unit_of(path: str, currency: str) -> str:
    """Return the unit of the input at a key path, amounts in the scenario's currency."""
    row = rows_by_path().get(path)
    return unit_in(row, currency) if row else ""


def _withheld(result: dict[str, Any]) -> Verdict:
    missing = [
        Missing(path, label_of(path), unit_of(path, result["currency"]))
        for path in decisive(result["unknown"])
    ]
    sentence = ngettext(
        "No verdict yet: %(count)d figure is missing.",
        "No verdict yet: %(count)d figures are missing.",
        len(missing),
    )
    return Verdict("unknown", sentence % {"count": len(missing)}, [], missing)


def _sentence(kind: str, inputs: dict[str, Any], result: dict[str, Any]) -> str:
    sentences = {
        "better": _("Migrating saves %(amount)s over %(months)s months, at %(rate)s cost of capital."),
        "worse": _("Migrating costs %(amount)s more over %(months)s months, at %(rate)s cost of capital."),
        "even": _("Migrating costs as much as staying over %(months)s months, at %(rate)s cost of capital."),
    }
    return sentences[kind] % {
        "amount": compact(abs(result["npv_difference"]), result["currency"]),
        "months": number(value_at(inputs, "horizon_months")),
        "rate": percent(value_at(inputs, "wacc_annual")),
    }


def _payback(inputs: dict[str, Any], result: dict[str, Any]) -> str:
    month = result["payback_month"]
    if month is None:
        horizon = number(value_at(inputs, "horizon_months"))
        return _("It does not pay back within %(months)s months.") % {"months": horizon}
    if month == 0:
        return _("It is ahead from the first day.")
    discounted = result["discounted_payback_month"]
    if discounted is None:
        words = _(
            "It has paid back in month %(month)s, cost of capital not counted; "
            "with it, not within the horizon."
        )
        return words % {"month": number(month)}
    words = _(
        "It has paid back in month %(month)s and stays ahead; "
        "with the cost of capital, in month %(discounted)s."
    )
    return words % {"month": number(month), "discounted": number(discounted)}


def _ratio(inputs: dict[str, Any], result: dict[str, Any]) -> list[str]:
    now, breakeven = ratio_now(inputs), result["breakeven_throughput_ratio"]
    # Snapshots of an earlier engine don't say.
    pays, threshold = breakeven.get("pays"), breakeven.get("threshold")
    if now is None or pays is None:
        return []
    if pays == Pays.NEVER:
        return [_("No throughput of the Ascend devices would make it pay within the horizon.")]
    if pays == Pays.ALWAYS:
        return [_("It pays at any throughput of the Ascend devices.")]
    ratio, entered, digits = at_least_beside(threshold["ratio_from"], now, 3)
    words = {"ratio": number(ratio, digits), "now": number(entered, digits), "servers": servers_of(threshold)}
    said = _(
        "It pays once an Ascend device reaches %(ratio)s of a GPU's throughput (servers: %(servers)s); "
        "entered is %(now)s."
    )
    return [said % words]


def servers_of(step: dict[str, Any]) -> str:
    """Return the servers of a step over the horizon; snapshots of an earlier engine know no months."""
    return in_language(servers_in_words(step["servers"], step.get("rises", ())))


def ratio_now(inputs: dict[str, Any]) -> float | None:
    """Return the throughput of an Ascend device as a share of a GPU's, as entered."""
    gpu, ascend = (value_at(inputs, f"sides.{side}.tokens_per_s_per_device") for side in ("gpu", "ascend"))
    return ascend / gpu if gpu and ascend else None


def _unit_cost(result: dict[str, Any]) -> list[str]:
    cost = result["cost_per_million_tokens"]
    if None in cost.values() or result["npv_difference"] >= 0 or cost["ascend"] >= cost["gpu"]:
        return []
    amounts = {side: exact(cost[side], result["currency"]) for side in ("gpu", "ascend")}
    return [
        _(
            "A million tokens is cheaper on Ascend (%(ascend)s against %(gpu)s), but one-off and dual-run "
            "cost outweigh that within the horizon."
        )
        % amounts
    ]
