"""Templates that depend on a few words alone, rendered once for each of them and kept."""

from __future__ import annotations

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language


def rendered_once(template: str, **values: str | int) -> SafeString:
    """Return the template under these VALUES and the reader's language, on which alone it may depend."""
    return _rendered(template, get_language(), tuple(values.items()))


@lru_cache(maxsize=4096)
def _rendered(template: str, _language: str | None, values: tuple[tuple[str, str | int], ...]) -> SafeString:
    return render_to_string(template, dict(values))
