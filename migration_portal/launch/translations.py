"""Extract and compile the words of each app with Babel, so that no gettext tools are needed."""

from __future__ import annotations

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]


def catalogues() -> list[Path]:
    """Return every app's translation file."""
    return sorted(ROOT.glob("apps/*/locale/*/LC_MESSAGES/django.po"))


def compile_all() -> None:
    """Write the .mo file beside each .po file."""
    for path in catalogues():
        with path.open("rb") as source, path.with_suffix(".mo").open("wb") as target:
            write_mo(target, read_po(source, locale=path.parents[1].name))


if __name__ == "__main__":
    compile_all()
