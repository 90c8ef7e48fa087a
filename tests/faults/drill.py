"""The drill: a job kind that only the fault tests know. It lasts and ends as it is told.

Processes of a stage learn it when they start (`stage.shim`); the product itself never knows it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from migration_engine.protocol import CATALOGUE, DeviceKind, JobKind, Outcome, Parameter, Verdict, schema
from migration_engine.text import Text

NAME = "drill"


def _parameter(name: str, default: Any, rule: dict[str, Any]) -> Parameter:
    return Parameter(name, Text(name, name), Text(name, name), default, rule)


DRILL = JobKind(
    name=NAME,
    title=Text("Drill", "演习"),
    summary=Text("Lasts as long as it is told.", "按要求持续一段时间。"),
    needs=frozenset(),
    minutes=5,
    parameters=(
        _parameter("seconds", 0, {"type": "number", "minimum": 0, "maximum": 120}),
        _parameter("end", "well", {"type": "string", "enum": ["well", "no", "crash"]}),
        _parameter("marks", "", {"type": "string"}),
        _parameter("waits_for", "", {"type": "string"}),
    ),
)
DATA = {"type": "object", "properties": {"seconds": {"type": "number"}}, "required": ["seconds"]}


def teach() -> None:
    """Make this process know the drill, whether it is a portal's, an agent's or a job's."""
    from migration_node.kinds import registry

    cast(dict[str, JobKind], CATALOGUE)[NAME] = DRILL
    published, doer_of = schema.published, registry.doer_of
    schema.published = lambda name: schema.validator(DATA) if name == NAME else published(name)  # type: ignore
    registry.doer_of = lambda kind: run_drill if kind == NAME else doer_of(kind)


@contextmanager
def taught() -> Iterator[None]:
    """Know the drill for a while, in the process of the tests themselves."""
    published = schema.published
    catalogue = cast(dict[str, JobKind], CATALOGUE)
    catalogue[NAME] = DRILL
    schema.published = lambda name: schema.validator(DATA) if name == NAME else published(name)  # type: ignore
    try:
        yield
    finally:
        schema.published = published
        del catalogue[NAME]


def run_drill(context: Any) -> Outcome:
    """Leave a mark, work for the given seconds or until a file is there, then end well, say no, or die."""
    from migration_node.runners.base import describe_stack

    wanted = context.parameters
    _mark(wanted["marks"])
    context.progress(NAME, 1, 2)
    time.sleep(wanted["seconds"])
    while wanted["waits_for"] and not Path(wanted["waits_for"]).exists():
        time.sleep(0.1)
    if wanted["end"] == "crash":
        os._exit(3)
    return Outcome(
        verdict=Verdict.FAILED if wanted["end"] == "no" else Verdict.SUCCEEDED,
        summary=Text("Done.", "完成。"),
        data={"seconds": wanted["seconds"]},
        measured_on=describe_stack(DeviceKind.CPU, "cpu"),
    )


def _mark(file: str) -> None:
    """One line for each process that really began, written whole: how often a job ran is counted by them."""
    if file:
        with Path(file).open("a", encoding="ascii") as marks:
            marks.write(f"{os.getpid()}\n")
