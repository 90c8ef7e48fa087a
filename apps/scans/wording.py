"""The words of rules in the reader's language, and code lines as pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from migration_engine.rules.vocabulary import ReplacementKind

_KINDS = {
    ReplacementKind.AUTOMATIC: _("Automatic at run time"),
    ReplacementKind.RENAME: _("Rename"),
    ReplacementKind.DROP_IN: _("Drop-in"),
    ReplacementKind.RE_POINT: _("Re-point"),
    ReplacementKind.REWRITE: _("Rewrite"),
    ReplacementKind.REMOVE: _("Remove"),
    ReplacementKind.OPERATOR: _("Custom operator"),
    ReplacementKind.NONE: _("Nothing to change"),
}


@dataclass(frozen=True, slots=True)
class RuleWords:
    """What a page says about a rule."""

    id: str
    title: str
    why: str
    effort: str
    replacement: str
    replacement_kind: str
    is_verified: bool
    since: str
    kind: str = "coupling"


def in_language(text: Mapping[str, str]) -> str:
    """Return the reader's form of a text that carries both languages."""
    chinese = (get_language() or "").startswith("zh")
    return (chinese and text.get("zh")) or text.get("en", "")


def replacement_kind(kind: str) -> str:
    """Return how a counterpart takes over; a newer engine's kind is shown as it is called."""
    return str(_KINDS[ReplacementKind(kind)]) if kind in set(ReplacementKind) else kind


def rule_words(rule: Mapping[str, Any]) -> RuleWords:
    """Return the words of one entry of a scan document's `rules`."""
    replacement = rule.get("replacement") or {}
    return RuleWords(
        id=rule["id"],
        title=in_language(rule["title"]),
        why=in_language(rule["why"]),
        effort=rule["effort"],
        replacement=in_language(replacement.get("what") or {}),
        replacement_kind=replacement_kind(replacement.get("kind", "")),
        is_verified=replacement.get("verified", "unverified") != "unverified",
        since=replacement.get("since", ""),
        kind=rule.get("kind", "coupling"),
    )


def words_by_rule(rules: list[dict[str, Any]]) -> dict[str, RuleWords]:
    """Return the words of all rules of a scan by rule id."""
    return {rule["id"]: rule_words(rule) for rule in rules}
