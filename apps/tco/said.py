"""What is stored of an input in words: its value, and all that is said of it beside that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from apps.core.layers import LAYER_NAMES
from apps.core.templatetags.texts import in_language
from apps.tco.choices import NO_OR_YES, choices_of
from apps.tco.money import number
from apps.tco.quotes import PAIRS, RATES, as_figure
from apps.tco.register_rows import quoted, shown
from apps.tco.selectors import LAYERS
from apps.tco.verdict import label_of
from migration_engine.tco.keys import OPTIONS
from migration_engine.tco.placeholders import source_text
from migration_engine.tco.register import ORIGINS
from migration_engine.text import Text

_RUN_DIGITS = 8


def said(path: str, stood: Any) -> str:
    """Return the value with everything else that is said of it."""
    return _(", ").join(filter(None, (value_said(path, stood), said_beside(path, stood))))


def value_said(path: str, stood: Any) -> str:
    """Return the value as people read it; of a list or a table every line."""
    if path in _TABLES:
        return _("; ").join(_TABLES[path](stood)) if stood else _("none")
    if stood is None and path in OPTIONS:
        return "–"
    value = as_figure(stood).get("value")
    if isinstance(value, bool):
        return str(NO_OR_YES[value][1])
    chosen = dict(choices_of(path) or ()).get(value) if isinstance(value, str) else None
    return str(chosen or shown(path, value))


def said_beside(path: str, stood: Any) -> str:
    """Return range, quote, origin, source, and who vouches for it until when."""
    figure = as_figure(stood)
    if path in _TABLES:
        return ""
    origin = figure.get("origin", "")
    parts = [
        _range(path, figure),
        quoted(figure),
        in_language(ORIGINS.get(origin) or Text(origin, origin)),
        in_language(source_text(figure.get("source") or "")),
        *(str(figure.get(key) or "") for key in ("date", "slo", "owner", "evidence")),
        _until(figure),
        _run(figure),
    ]
    return _(", ").join(filter(None, parts))


def _range(path: str, figure: Mapping[str, Any]) -> str:
    if figure.get("low") is None or figure.get("high") is None:
        return ""
    return _("%(low)s to %(high)s") % {"low": shown(path, figure["low"]), "high": shown(path, figure["high"])}


def _until(figure: Mapping[str, Any]) -> str:
    day = figure.get("valid_until")
    return _("valid until %(day)s") % {"day": day} if day else ""


def _run(figure: Mapping[str, Any]) -> str:
    run = figure.get("run")
    return _("run %(run)s") % {"run": str(run)[:_RUN_DIGITS]} if run else ""


def _rates(stood: Any) -> Iterator[str]:
    return (f"{code} {said(f'{RATES}.{code}', rate)}" for code, rate in stood.items())


def _pairs(stood: Any) -> Iterator[str]:
    return (f"{label_of(one['first'])} ↔ {label_of(one['second'])} {number(one['rho'], 3)}" for one in stood)


def _layers(stood: Any) -> Iterator[str]:
    for layer, one in stood.items():
        yield f"{layer} {LAYER_NAMES.get(layer, '')} {said(f'{LAYERS}.{layer}', one)}"


_TABLES: dict[str, Callable[[Any], Iterator[str]]] = {RATES: _rates, PAIRS: _pairs, LAYERS: _layers}
