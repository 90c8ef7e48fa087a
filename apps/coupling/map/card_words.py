"""The words on a card and for its screen reader: hundreds a page, too many for template tags."""

from __future__ import annotations

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext, ngettext, pgettext

from apps.core.layers import LAYER_NAMES
from apps.coupling.models import EXCLUDED
from migration_engine.coupling import Card, Share


def title_of(card: Card) -> str:
    """Return what the card stands for: a component's key, or how many more there are."""
    if not card.is_more:
        return card.id
    told = {"number": len(card.hides), "layer": card.layer.value}
    return gettext("%(number)s more components of layer %(layer)s") % told


def mark_of(card: Card) -> str:
    """Return the coupling of a card, or `excluded`."""
    return EXCLUDED if card.is_left_out else card.coupling.value


def label_of(card: Card) -> str:
    """Return the whole card in one sentence."""
    layer = card.layer.value
    place = "" if card.is_more else f", {layer} {LAYER_NAMES[layer]}"
    coupling = {
        "strong": gettext("strong"),
        "weak": gettext("weak"),
        "none": pgettext("coupling", "none"),
        EXCLUDED: gettext("left out"),
    }[mark_of(card)]
    number = card.share.files or card.share.left_out
    files = ngettext("%(files)s file", "%(files)s files", number) % {"files": number}
    findings = ngettext(
        "%(findings)s finding found open", "%(findings)s findings found open", card.findings
    ) % {"findings": card.findings}
    return f"{title_of(card)}{place}, {coupling}, {files}, {findings}"


def counts_of(share: Share) -> str:
    """Return how many files there are, and how many of them are the tightest."""
    number = share.files or share.left_out
    files = ngettext("%(shown)s file", "%(shown)s files", number) % {"shown": intcomma(number)}
    if not share.files:
        return files + ", " + gettext("left out")
    if share.strong:
        return files + ", " + gettext("%(strong)s strong") % {"strong": intcomma(share.strong)}
    if share.weak:
        return files + ", " + gettext("%(weak)s weak") % {"weak": intcomma(share.weak)}
    return files


def more_of(card: Card) -> str:
    """Return the name of an “N more” card."""
    return gettext("%(number)s more") % {"number": len(card.hides)}


def shortened(name: str, room: float) -> str:
    """Return a name that fits ROOM, in widths of the type size, by the rough width of its letters."""
    kept = ""
    for letter in name:
        room -= _width(letter)
        if room < 0:
            return kept[:-1] + "…"
        kept += letter
    return kept


def _width(letter: str) -> float:
    """Return the share of the type size that a letter takes, in half-bold type."""
    if ord(letter) > 0x2E80:
        return 1.0
    narrow = 0.3 if letter in "ijl.,:;'|! " else 0.42 if letter in "frt()[]/-I" else 0.0
    return narrow or (0.9 if letter in "mwMW@" else 0.62)
