"""The findings of a list in groups: by rule, by file, by component or by layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.core.paginator import Page, Paginator

from apps.coupling.filters import COUPLINGS
from apps.coupling.findings.choice import Choice
from apps.coupling.findings.columns import LAYERS, Columns, Numbers
from apps.scans.wording import RuleWords

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class Group:
    """All findings of a list that share a rule, file, component or layer, and the address that lists them.

    `files` counts files, or the rules of a file.
    """

    name: str
    key: str
    strong: int
    weak: int
    total: int
    files: int
    href: str


def groups_of(choice: Choice, words: Mapping[str, RuleWords]) -> Page[Any]:
    """Return one page of groups, those with most strong findings first."""
    columns, by = choice.drawn.columns, choice.query.group
    held, names = _shared(columns, by)
    keys = [key for key, _name in names]
    mine, coupling = held[choice.mask], columns["coupling"][choice.mask]
    total = np.bincount(mine, minlength=len(keys))
    tight = {
        one: np.bincount(mine[coupling == place], minlength=len(keys)) for place, one in enumerate(COUPLINGS)
    }
    order = np.lexsort((np.arange(len(keys)), -total, -tight["strong"]))
    found: Any = order[total[order] > 0]
    page: Page[Any] = Paginator(found, PAGE_SIZE).get_page(choice.query.page)
    other = columns["rule" if by == "file" else "path"][choice.mask]
    page.object_list = [
        Group(
            name=words[keys[one]].title if by == "rule" and keys[one] in words else names[one][1],
            key=keys[one],
            strong=int(tight["strong"][one]),
            weak=int(tight["weak"][one]),
            total=int(total[one]),
            files=len(np.unique(other[mine == one])),
            href=_inside(choice, keys[one]),
        )
        for one in page.object_list
    ]
    return page


def _shared(columns: Columns, by: str) -> tuple[Numbers, Sequence[tuple[str, str]]]:
    """For each finding the number of its group; and for each group its key and its name."""
    if by == "component":
        return columns["component"], [(one.key, one.name) for one in columns.components]
    if by == "layer":
        return columns.layer, [(layer, layer) for layer in LAYERS]
    name, texts = ("rule", columns.rules) if by == "rule" else ("path", columns.paths)
    return columns[name], [(text, text) for text in texts]


def _inside(choice: Choice, key: str) -> str:
    value = (key,) if choice.query.group == "layer" else key
    inside = {choice.query.group: value, "group": "", "page": 1, "finding": ""}
    return choice.query.link(**inside) if key else ""
