"""What migrating costs beside the Ascend fleet: work, dual run, the risk of going back, GPUs sold or kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from migration_engine.tco.capital import Capital, capital_of
from migration_engine.tco.numbers import Array, Numbers, some, times
from migration_engine.tco.opex import NOTHING, Opex, Team, only_where, opex_of
from migration_engine.tco.scenario import Case
from migration_engine.tco.sizing import Fleet, fleet_of, mean_tokens

Heads = dict[str, Array]


@dataclass(frozen=True, slots=True)
class KeptGpus:
    """The GPUs that keep a share of the demand for good."""

    fleet: Fleet
    opex: Opex
    capital: Capital


@dataclass(frozen=True, slots=True)
class Aside:
    """What the migrating world has whatever an Ascend device does.

    `heads` is its money, `tokens_per_s` what Ascend serves in the mean, `team` who runs that; `emits` gives
    what the GPUs emit in the dual run beyond those that are `kept`, in kg, (n, months).
    """

    heads: Heads
    tokens_per_s: Array
    team: Team
    kept: KeptGpus | None
    emits: Callable[[], Array]


def aside_of(numbers: Numbers, gpus: Fleet, running: Opex) -> Aside:
    """All of it, beside the GPUs of the staying world and what they cost to run."""
    share, both_run = numbers["gpu_kept_share"], _in_dual_run(numbers)
    team = Team(1 - share, _uplift(numbers))
    moved = team.carried * _moved(numbers, both_run)
    beside, kept = _beside(numbers, gpus, running, moved), _kept(numbers)
    heads = {
        "one_off": np.where(numbers.months == 0, 0.0 - one_off(numbers), 0.0),
        "dual_run": np.where(both_run, 0.0 - beside.total, 0.0),
        "rollback": _rollback(numbers, beside.total),
        "resale": _resale(numbers, gpus),
    }
    if kept:  # which the dual run pays for already
        heads["gpu_kept"] = np.where(both_run, 0.0, 0.0 - kept.opex.total)

    def emits() -> Array:
        beyond = beside.co2_kg - (kept.opex.co2_kg if kept else 0.0)
        return np.where(both_run, beyond, 0.0 * beyond)  # unknown stays unknown, dual run or not

    return Aside(heads, mean_tokens(numbers) * moved, team, kept, emits)


def one_off(numbers: Numbers) -> Array:
    """What migrating costs once, (n, 1): work with contingency, training, the rest."""
    extra = ("training", "other_one_off", "external_support", "test_hardware", "contract_exit")
    size, each = numbers["migration.data_gb"], numbers["migration.data_per_gb"]
    data = np.where(each == 0, 0.0, times(size, each))
    return np.asarray(_work(numbers) + data + sum(numbers[f"migration.{key}"] for key in extra))


def _work(numbers: Numbers) -> Array:
    days = numbers["migration.person_days.likely"] * numbers["migration.day_rate"]
    return np.asarray(days * (1 + numbers["migration.contingency"]))


def _in_dual_run(numbers: Numbers) -> Array:
    return np.asarray(numbers.running & (numbers.months <= numbers["dual_run_months"]))


def _moved(numbers: Numbers, both_run: Array) -> Array | float:
    """The share of the moving traffic on Ascend in each month; all where energy doesn't follow it."""
    share = numbers.find("dual_run_shifted_share")
    return 1.0 if share is None else np.where(both_run, share, 1.0)


def _beside(numbers: Numbers, gpus: Fleet, running: Opex, moved: Array) -> Opex:
    """The GPUs beside Ascend in the dual run; where energy follows traffic, with what Ascend leaves them."""
    if numbers.find("dual_run_shifted_share") is None:
        return running
    return opex_of(numbers.side("gpu"), gpus, mean_tokens(numbers) * (1 - moved))


def _rollback(numbers: Numbers, beside: Array) -> Array:
    """Expected cost of going back when the dual run ends: the work is lost, and the GPUs run on."""
    likely = numbers["rollback_probability"]
    if not some(likely):
        return NOTHING
    lost = _work(numbers) + numbers["rollback_extra_months"] * beside[:, 1:2]
    return np.where(numbers.months == numbers["dual_run_months"], 0.0 - times(likely, lost), 0.0)


def _resale(numbers: Numbers, gpus: Fleet) -> Array:
    if numbers.scenario.case is not Case.GPUS_OWNED:
        return NOTHING
    gpu = numbers.side("gpu")
    sold = gpus.servers[:, :1]
    if some(numbers["gpu_kept_share"]):
        sold = np.maximum(sold - fleet_of(gpu, numbers["gpu_kept_share"]).servers[:, :1], 0.0)
    money = gpu["server_price"] * gpu["resale_share"] * sold
    # Until the dual run is over, going back needs them.
    month = np.maximum(gpu["resale_month"], numbers["dual_run_months"])
    # Money at an unknown time has an unknown value, wherever it is booked.
    return np.where(np.isnan(month), np.nan, np.where(numbers.months == month, money, 0.0))


def _uplift(numbers: Numbers) -> Array:
    """The share of posts that running both platforms for good adds; none where no GPUs stay."""
    return times(np.sign(numbers["gpu_kept_share"]), numbers["gpu_kept_staff_uplift_share"])


def _kept(numbers: Numbers) -> KeptGpus | None:
    share = numbers["gpu_kept_share"]
    if not some(share):
        return None
    gpu = numbers.side("gpu")
    fleet, team = _nothing_without(share, fleet_of(gpu, share)), Team(share, _uplift(numbers))
    running = only_where(share != 0, opex_of(gpu, fleet, mean_tokens(numbers) * share, team))
    opening = numbers.scenario.case is Case.REPLACEMENT_DUE
    return KeptGpus(fleet, running, capital_of(gpu, fleet, opening=opening))


def _nothing_without(share: Array, fleet: Fleet) -> Fleet:
    """Where no share is kept, not even spare servers are."""
    return Fleet(*(np.where(share == 0, 0.0, part) for part in (fleet.devices, fleet.servers, fleet.bought)))
