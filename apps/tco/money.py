"""Money and numbers in the reader's language."""

from __future__ import annotations

from babel.numbers import format_compact_currency, format_currency, format_decimal, format_percent
from django.utils.translation import get_language
from django.utils.translation import gettext as _


def locale() -> str:
    """Return Babel's name of the reader's language."""
    return "zh_Hans_CN" if (get_language() or "").startswith("zh") else "en"


def whole(amount: float, currency: str) -> str:
    """Return an amount in whole units of its currency."""
    pattern = "¤#,##0;-¤#,##0"
    shown: str = format_currency(
        round(amount), currency, format=pattern, locale=locale(), currency_digits=False
    )
    return shown


def exact(amount: float, currency: str) -> str:
    """Return a small amount with its cents."""
    shown: str = format_currency(amount, currency, locale=locale())
    return shown


def compact(amount: float, currency: str) -> str:
    """Return an amount to three digits: in thousands and millions, or in units of ten thousand in Chinese."""
    rounded = float(f"{amount:.3g}")
    shown: str = format_compact_currency(rounded, currency, locale=locale(), fraction_digits=2)
    return shown


def number(value: float, digits: int = 0) -> str:
    """Return a number with grouping and at most that many digits after the point."""
    shown: str = format_decimal(round(value, digits), format="#,##0." + "#" * digits, locale=locale())
    return shown


def percent(share: float) -> str:
    """Return a share in per cent, to a tenth."""
    shown: str = format_percent(share, format="#,##0.#%", locale=locale())
    return shown


def axis(currency: str) -> tuple[float, str]:
    """Return what an axis divides amounts by, and the unit that its title names."""
    scale = 1e4 if locale().startswith("zh") else 1e6
    # Translators: the Chinese axis counts in units of ten thousand, not in millions.
    return scale, _("%(currency)s million") % {"currency": currency}
