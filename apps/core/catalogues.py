"""The words of each app: found in its Python and templates, kept in its django.po, compiled for Django."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

LANGUAGE = "zh_Hans"
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
# Templates outside any app's own folder (the shell, the parts) belong to core.
SHARED_ROOM = "core"
HEADER = "# Simplified Chinese of this app; `manage.py messages` keeps it in step with the sources."
USELESS_HEADERS = (
    r'^"(POT-Creation-Date|PO-Revision-Date|Project-Id-Version|Report-Msgid-Bugs-To|Last-Translator'
    r"|Language-Team|Generated-By): .*\n"
)


@dataclass(frozen=True, slots=True)
class Problem:
    """A word that keeps a catalogue from being complete."""

    app: str
    kind: str
    text: str


def apps_with_words() -> tuple[str, ...]:
    """Return the apps of this project, by name."""
    folders = (settings.BASE_DIR / "apps").iterdir()
    return tuple(sorted(folder.name for folder in folders if (folder / "__init__.py").is_file()))


def catalogue_path(app: str) -> Path:
    """Return where the app keeps its Chinese words."""
    return Path(settings.BASE_DIR) / "apps" / app / "locale" / LANGUAGE / "LC_MESSAGES" / "django.po"


def python_files(app: str) -> list[Path]:
    """Return the app's own modules; core also answers for the project package."""
    folders = [settings.BASE_DIR / "apps" / app]
    if app == SHARED_ROOM:
        folders.append(settings.BASE_DIR / "migration_portal")
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def template_files(app: str) -> list[Path]:
    """Return the app's templates; core also has those that lie in no app's folder."""
    root = Path(settings.BASE_DIR) / "templates"
    others = set(apps_with_words()) - {app}
    if app != SHARED_ROOM:
        return sorted((root / app).rglob("*.html"))
    return sorted(path for path in root.rglob("*.html") if path.relative_to(root).parts[0] not in others)


def as_python(template: Path) -> bytes:
    """Return a template's words as Python calls, one a line, its line numbers kept."""
    source = templatize(template.read_text(encoding="utf-8"), origin=str(template))
    lines = (line.strip() for line in source.splitlines())
    # What is not a call is filler that Python's tokeniser may stumble over.
    return "\n".join(line if "gettext(" in line or "_(" in line else "" for line in lines).encode()


def sources(app: str) -> Iterator[tuple[str, bytes]]:
    """Yield each file that may hold words of the app, as Python source under its name in the repository."""
    for path in python_files(app):
        yield path.relative_to(settings.BASE_DIR).as_posix(), path.read_bytes()
    for path in template_files(app):
        yield path.relative_to(settings.BASE_DIR).as_posix(), as_python(path)


def found_words(app: str) -> Catalog:
    """Return every word that the app's sources ask for, untranslated."""
    words = Catalog(locale=LANGUAGE, fuzzy=False, header_comment=HEADER)
    for name, source in sources(app):
        for _line, text, comments, context in extract("python", BytesIO(source), KEYWORDS, ("Translators:",)):
            words.add(text, locations=[(name, None)], auto_comments=comments, context=context)
    return words


def kept_words(app: str) -> Catalog:
    """Return the app's catalogue as it is stored; an empty one when there is none."""
    path = catalogue_path(app)
    if not path.is_file():
        return Catalog(locale=LANGUAGE, fuzzy=False)
    with path.open("rb") as stored:
        return read_po(stored, locale=LANGUAGE)


def key(message: Message) -> tuple[str | None, str]:
    """Return what tells one message from another."""
    text = message.id if isinstance(message.id, str) else message.id[0]
    return message.context, text


def merged(found: Catalog, kept: Catalog) -> Catalog:
    """Return the found words with the kept translations; those asked for no longer stay as obsolete.

    Obsolete translations are kept because a word often comes back when its template is finished.
    """
    known = {key(message): message for message in (*kept.obsolete.values(), *kept) if message.id}
    asked = set()
    for message in found:
        old = known.get(key(message)) if message.id else None
        asked.add(key(message))
        if old is not None and old.pluralizable == message.pluralizable:
            message.string = old.string
            message.flags |= old.flags & {"fuzzy"}
    for name, message in known.items():
        if name not in asked and message.string:
            found.obsolete[message.id] = message
    return found


def as_text(words: Catalog, *, with_obsolete: bool = True) -> str:
    """Return a catalogue as a .po file, sorted and without line numbers, so that diffs stay small."""
    stream = BytesIO()
    write_po(
        stream, words, width=100, sort_output=True, ignore_obsolete=not with_obsolete, include_lineno=False
    )
    # Dates would change every run, and placeholders for names say nothing that git does not.
    return re.sub(USELESS_HEADERS, "", stream.getvalue().decode(), flags=re.MULTILINE)


def extract_words(app: str, *, prune: bool = False) -> Catalog:
    """Bring the app's catalogue up to date with its sources and return it."""
    words = merged(found_words(app), kept_words(app))
    path = catalogue_path(app)
    if len(words) or path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(as_text(words, with_obsolete=not prune), encoding="utf-8")
    return words


def is_translated(message: Message) -> bool:
    """Tell whether every form of the message has words."""
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


def problems(app: str) -> list[Problem]:
    """Return what is missing, fuzzy or obsolete in the app's catalogue, measured against its sources."""
    kept = kept_words(app)
    words = merged(found_words(app), kept)
    stored = {key(message) for message in kept if message.id}
    answer = [Problem(app, "missing", key(m)[1]) for m in words if m.id and not is_translated(m)]
    answer += [Problem(app, "fuzzy", key(m)[1]) for m in words if m.id and m.fuzzy]
    answer += [Problem(app, "obsolete", text) for context, text in stored - {key(m) for m in words}]
    answer += [Problem(app, "obsolete", key(m)[1]) for m in kept.obsolete.values()]
    return answer


def compile_words(app: str) -> bool:
    """Write the app's .mo beside its .po; say whether there was anything to write."""
    path = catalogue_path(app)
    if not path.is_file():
        return False
    target = path.with_suffix(".mo")
    with target.open("wb") as stream:
        write_mo(stream, kept_words(app))
    return True
