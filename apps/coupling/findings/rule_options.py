"""The rules that hit, as pages offer them to be filtered by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import get_language

from apps.coupling.findings.columns import Drawn
from apps.scans.wording import RuleWords, words_by_rule


@dataclass(frozen=True, slots=True)
class RuleOption:
    """A rule that can be filtered by, with its number of findings, and that as readers write it."""

    rule: RuleWords
    count: int
    shown: str


def rule_options(listed: Drawn) -> tuple[RuleOption, ...]:
    """Return the rules that hit, the most frequent first, in the reader's language."""
    return _options(listed, get_language())


@lru_cache(maxsize=32)
def _options(listed: Drawn, _language: str | None) -> tuple[RuleOption, ...]:
    """What a scan found never changes; its words take longer to find than to show."""
    words, columns = words_by_rule(listed.scan.rules), listed.columns
    counts = np.bincount(columns["rule"], minlength=len(columns.rules)).tolist()
    counted = zip(columns.rules, counts, strict=True)
    options = (RuleOption(words[rule], number, intcomma(number)) for rule, number in counted if rule in words)
    return tuple(sorted(options, key=lambda option: (-option.count, option.rule.title)))
