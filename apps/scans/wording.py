"""The words of rules in the reader's language, and code lines as pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from migration_engine.rules.vocabulary import ReplacementKind, Verified
from migration_engine.scan.search.globs import matches

UNVERIFIED = Verified.UNVERIFIED.value

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


def in_language(text: Mapping[str, str] | str) -> str:
    """Return the reader's form of a text that carries both languages; a mere name is its own form."""
    if isinstance(text, str):
        return text
    chinese = (get_language() or "").startswith("zh")
    return (chinese and text.get("zh")) or text.get("en", "")


def replacement_kind(kind: str) -> str:
    """Return how a counterpart takes over; a newer engine's kind is shown as it is called."""
    return str(_KINDS[ReplacementKind(kind)]) if kind in set(ReplacementKind) else kind


def rule_words(rule: Mapping[str, Any], symbol: str = "") -> RuleWords:
    """Return the words of one entry of a scan document's `rules`, or of it for one symbol."""
    replacement = rule.get("replacement") or {}
    own = (replacement.get("table") or {}).get(symbol)
    return RuleWords(
        id=rule["id"],
        title=in_language(rule["title"]),
        why=in_language(rule["why"]),
        effort=rule["effort"],
        replacement=in_language(own or replacement.get("what") or {}),
        replacement_kind=replacement_kind(replacement.get("kind", "")),
        is_verified=_vouched(replacement, symbol, own is not None),
        since=replacement.get("since", ""),
        kind=rule.get("kind", "coupling"),
    )


def _vouched(replacement: Mapping[str, Any], symbol: str, is_listed: bool) -> bool:
    """Whether somebody vouches for the symbol; a symbol without a row of its own goes by its pattern."""
    sources = replacement.get("sources") or {}
    patterns = [symbol] if is_listed else sources
    said = [sources[one] for one in patterns if one in sources and matches(one, symbol)]
    return bool((said[0] if said else replacement.get("verified", UNVERIFIED)) != UNVERIFIED)


def words_by_rule(rules: list[dict[str, Any]]) -> dict[str, RuleWords]:
    """Return the words of all rules of a scan by rule id."""
    return {rule["id"]: rule_words(rule) for rule in rules}
