"""The twelve questions that lead to a verdict; everything else has a default."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from apps.tco.fields import Words


@dataclass(frozen=True, slots=True)
class Question:
    """One screen: what is asked, why it matters, and the key paths of its fields."""

    title: Words
    why: Words
    paths: tuple[str, ...]


def _question(title: Words, why: Words, paths: str) -> Question:
    return Question(title, why, tuple(paths.split()))


def _of_sides(keys: str) -> str:
    return " ".join(f"sides.{side}.{key}" for key in keys.split() for side in ("gpu", "ascend"))


QUESTIONS = (
    _question(
        _("Is new hardware due, or are the GPUs paid for?"),
        _(
            "This decides more than any price. What is already paid is gone either way: GPUs that can keep "
            "running cost nothing to keep, and only their resale counts for migrating."
        ),
        "case",
    ),
    _question(
        _("How much has to be served?"),
        _("The peak decides how many servers are needed, the mean what a million tokens costs."),
        "demand.peak_tokens_per_s demand.mean_tokens_per_s demand.growth_annual",
    ),
    _question(
        _("What does one GPU deliver?"),
        _("Take it at your own service level, with your model and your lengths of input and output."),
        "sides.gpu.tokens_per_s_per_device sides.gpu.devices_per_server",
    ),
    _question(
        _("What does one Ascend device deliver?"),
        _("Nothing moves the answer more. Measure it: no data sheet gives this figure."),
        "sides.ascend.tokens_per_s_per_device sides.ascend.devices_per_server",
    ),
    _question(
        _("What does a server cost?"),
        _("Nobody publishes the price of an Ascend server. Ask for a quote; until then there is no verdict."),
        _of_sides("server_price"),
    ),
    _question(
        _("How much power does a server draw?"),
        _("The average decides the electricity bill, the nameplate the space."),
        _of_sides("it_power_kw_average it_power_kw_nameplate"),
    ),
    _question(
        _("What does electricity cost?"),
        _("Some regions subsidise power for domestic chips only: enter each side's own tariff."),
        _of_sides("tariff_per_kwh"),
    ),
    _question(
        _("What does the data centre cost?"),
        _("Space is paid by nameplate power; the PUE multiplies what the servers draw."),
        _of_sides("rack_per_kw_month pue"),
    ),
    _question(
        _("Which software licences fall away?"),
        _("Licences are counted by device, server or site, and sometimes come with the hardware."),
        "sides.gpu.licence_annual sides.gpu.licence_unit sides.ascend.licence_annual "
        "sides.ascend.licence_unit",
    ),
    _question(
        _("Who runs it?"),
        _("A new platform usually needs more people at first."),
        _of_sides("fte fte_annual_cost"),
    ),
    _question(
        _("How much work is the migration?"),
        _("The plan's estimate stands here once a scan has finished; the range says how sure it is."),
        "migration.person_days.low migration.person_days.likely migration.person_days.high "
        "migration.day_rate migration.contingency",
    ),
    _question(
        _("How long do both run, and over which time do you compare?"),
        _("As long as both environments run, both are paid for."),
        "dual_run_months horizon_months wacc_annual",
    ),
)


def step_of(path: str) -> int | None:
    """Return the number of the question that asks for the key path, from 1 on."""
    return next((place for place, one in enumerate(QUESTIONS, 1) if path in one.paths), None)
