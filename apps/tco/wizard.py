"""Where a reader stands among the questions: answers live in the address, so each step can be shared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from apps.tco.fields import rows_by_path
from apps.tco.page import Cell, cell_of, faulty_in
from apps.tco.questions import QUESTIONS, Question, step_of
from apps.tco.verdict import label_of, unit_of, verdict_of
from apps.tco.what_if import WhatIf, typed


@dataclass(frozen=True, slots=True)
class Stop:
    """One step of the list: its address keeps all answers."""

    number: int
    title: str
    query: str
    is_here: bool
    is_answered: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """One field of a question."""

    label: str
    cell: Cell


def wizard_of(asked: WhatIf, step: int) -> dict[str, Any]:
    """Return the context of one question."""
    here = _faulty_step(asked) or min(max(step, 1), len(QUESTIONS))
    question = QUESTIONS[here - 1]
    others = {path: text for path, text in asked.query.items() if path not in question.paths}
    return {
        "question": question,
        "step": here,
        "count": len(QUESTIONS),
        "stops": _stops(asked, here),
        "fields": _fields(asked, question),
        "others": others,
        "back": _query(asked.query, here - 1) if here > 1 else "",
        "skip": _query(others, here + 1) if here < len(QUESTIONS) else "",
        "answers": urlencode(asked.query),
        "skipped": urlencode(others),
        "verdict": verdict_of(asked.inputs, asked.result),
        "asked": asked,
        "faulty": faulty_in(asked.form),
    }


def tidy(base: dict[str, Any], query: dict[str, str]) -> dict[str, str]:
    """Return the answers without those that say what stands there anyway, so that addresses stay short."""
    stands = typed(base)
    return {path: text for path, text in query.items() if path in rows_by_path() and text != stands[path]}


def _faulty_step(asked: WhatIf) -> int | None:
    return next(filter(None, (step_of(path) for path in asked.form.errors)), None) if asked.refused else None


def _stops(asked: WhatIf, here: int) -> list[Stop]:
    return [
        Stop(
            number,
            str(question.title),
            _query(asked.query, number),
            number == here,
            any(path in asked.query for path in question.paths),
        )
        for number, question in enumerate(QUESTIONS, 1)
    ]


def _fields(asked: WhatIf, question: Question) -> list[Asked]:
    currency = str(asked.result["currency"])
    return [
        Asked(label_of(path), cell_of(asked.form, path, unit_of(path, currency))) for path in question.paths
    ]


def _query(answers: dict[str, str], step: int) -> str:
    return urlencode({**answers, "step": step})
