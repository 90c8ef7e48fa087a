"""The whole workbook, sheet by sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from migration_engine.export.workbook.book import Book
from migration_engine.export.workbook.checks import write_checks
from migration_engine.export.workbook.delta import write_delta
from migration_engine.export.workbook.inputs import mark_changes, write_inputs
from migration_engine.export.workbook.monthly import write_months
from migration_engine.export.workbook.register import write_register
from migration_engine.export.workbook.sensitivity import write_sensitivity
from migration_engine.export.workbook.summary import add_summary, write_note, write_summary
from migration_engine.export.workbook.two_way import ratio_by_price
from migration_engine.tco import evaluate, simulate, tornado
from migration_engine.tco.analysis import Simulation, Tornado
from migration_engine.tco.chances import pays_in
from migration_engine.tco.register import Entry, register
from migration_engine.tco.result import Result
from migration_engine.tco.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Dossier:
    """All that a workbook holds of one scenario: what the engine and the register say of it.

    `note` says, in the workbook's language, what the scenario is where it is not the one that counts.
    """

    scenario: Scenario
    result: Result
    register: Sequence[Entry] = ()
    tornado: Tornado | None = None
    simulation: Simulation | None = None
    note: str = ""


def dossier_of(scenario: Scenario, today: date) -> Dossier:
    """Evaluate a scenario with everything that a workbook shows of it; takes a second for the simulation."""
    swings = tornado(scenario)
    entries = register(scenario, swings, today)
    return Dossier(scenario, evaluate(scenario), entries, swings, simulate(scenario))


def to_workbook(dossier: Dossier, language: str = "en") -> bytes:
    """The comparison as XLSX in one language."""
    scenario, result = dossier.scenario, dossier.result
    book = Book(language)
    summary = add_summary(book)
    inputs = write_inputs(book, scenario)
    gpu = write_months(book, scenario, result, "gpu")
    ascend = write_months(book, scenario, result, "ascend", gpu)
    if gpu.frozen or ascend.frozen:
        mark_changes(inputs)
    delta = write_delta(book, result, gpu, ascend, [row.discount_factor for row in result.monthly])
    chance = pays_in(dossier.simulation) if dossier.simulation else None
    write_summary(summary, scenario, result, (gpu, ascend, delta), chance)
    write_note(summary, dossier.note)
    write_sensitivity(book, result, dossier.tornado, dossier.simulation, ratio_by_price(scenario))
    write_register(book, dossier.register, scenario.currency)
    write_checks(book, result, gpu, ascend, delta)
    return book.closed()
