"""Scans one file: decides language and role, reads it if a rule may match, judges what was sighted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from migration_engine.intake import skips
from migration_engine.model import (
    FileRole,
    Finding,
    ModelFact,
    OperatorUse,
    RuleSet,
    Skipped,
    SourceFile,
    Span,
)
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.budget import LONGEST_S, OutOfTime, computing_time
from migration_engine.scan.facts import operators_in, settings_in
from migration_engine.scan.findings import Place, findings_in
from migration_engine.scan.languages import COMPILED, language_of, suffix_of
from migration_engine.scan.links.addresses import READ as ADDRESSED
from migration_engine.scan.links.addresses import read_addresses
from migration_engine.scan.no_source import reason_not_to_read
from migration_engine.scan.readers.table import LINKS_ONLY, READERS
from migration_engine.scan.roles import role_of
from migration_engine.scan.search.clues import Clues
from migration_engine.scan.search.hints import hints_in
from migration_engine.scan.search.matcher import Matcher
from migration_engine.scan.search.prefilter import Prefilter
from migration_engine.scan.sighting import MOST_SIGHTS, Full, Link, Offer, Reading, Sight
from migration_engine.scan.text import as_utf8, count_lines, decoded, decoded_by, is_binary
from migration_engine.value import Value


class FileScan(Value, frozen=True):
    """What one file yields. `read` is false for a language without a reader."""

    file: SourceFile
    findings: tuple[Finding, ...]
    links: tuple[Link, ...]
    read: bool
    offers: tuple[Offer, ...] = ()
    facts: tuple[ModelFact, ...] = ()
    operators: tuple[OperatorUse, ...] = ()
    note: str = ""
    automatic_from: int = 0
    asking: Mapping[Span, str] = msgspec.field(default_factory=dict)
    """Places that are reached only by the answer of a function: which one, as in `Sight.asks`."""


Outcome = FileScan | Skipped


class FileScanner:
    """Holds what all files share: the compiled rules and the wish about snippets."""

    def __init__(
        self, ruleset: RuleSet, *, snippets: str, cache: Path | None = None, whole: bool = False
    ) -> None:
        """`whole` reads all of every file: slower, and with the same result."""
        self._matcher = Matcher(ruleset)
        self._prefilter = Prefilter(ruleset, cache)
        self._clues = None if whole else Clues(ruleset, cache)
        self._words = None if whole else self._prefilter
        self._snippets = snippets

    def scan(self, path: str, content: bytes, digest: str) -> FileScan | Skipped:
        """Raises nothing for what a file holds: one that asks for too much is listed with the reason."""
        try:
            with computing_time(LONGEST_S):
                return self._scan(path, content, digest)
        except OutOfTime:
            return Skipped(path, skips.TOO_SLOW.format(LONGEST_S))
        except RecursionError:
            return Skipped(path, skips.TOO_DEEP)
        except MemoryError:
            return Skipped(path, skips.TOO_MUCH_MEMORY)

    def _scan(self, path: str, content: bytes, digest: str) -> FileScan | Skipped:
        data = as_utf8(content)
        if is_binary(data):
            return self._compiled(path, content, digest) or Skipped(path, skips.BINARY)
        language = language_of(path, data)
        if reason := reason_not_to_read(language, data):
            return Skipped(path, reason)
        role = role_of(path, language, data)
        file = SourceFile(path, language, len(content), count_lines(data), digest, role)
        reading = self._read(path, language, data)
        findings = self._judge(path, language, role, data, reading)
        return FileScan(
            file,
            findings,
            tuple(reading.links),
            read=language in READERS,
            offers=tuple(reading.offers),
            facts=settings_in(path, language, role, data),
            operators=operators_in(path, language, role, data),
            note=reading.note,
            automatic_from=reading.automatic_from,
            asking={sight.span: sight.asks for sight in reading.sights if sight.asks},
        )

    def _compiled(self, path: str, content: bytes, digest: str) -> FileScan | None:
        """A file that nobody can read and a rule knows by its suffix: an engine, a compiled kernel."""
        sight = Sight(Kind.FILE, suffix_of(path.rpartition("/")[2]).lower(), Span(1, 1, 1, 1))
        if not self._matcher.knows(sight.kind, sight.symbol):
            return None
        role = role_of(path, COMPILED, b"")
        found = findings_in(Place(path, COMPILED, role, self._snippets), "", (sight,), self._matcher)
        return FileScan(SourceFile(path, COMPILED, len(content), 0, digest, role), found, (), read=False)

    def _read(self, path: str, language: str, data: bytes) -> Reading:
        reading = Reading(self._matcher.knows, readers=READERS, clues=self._clues, words=self._words)
        asked = language in LINKS_ONLY or self._prefilter.may_match(data)
        if reader := READERS.get(language) if asked else None:
            try:
                reader(decoded(data), reading)
            except Full:
                reading.note = skips.MANY_PLACES.format(f"{MOST_SIGHTS:,}")
            reading.note = reading.note or _remark_on(decoded_by(data))
        if language in ADDRESSED and (hints := hints_in(data)).addresses:
            read_addresses(language, decoded(data), reading, starts=hints.starts)
        reading.see(Kind.FILE, suffix_of(path.rpartition("/")[2]).lower() or path, Span(1, 1, 1, 1))
        return reading

    def _judge(
        self, path: str, language: str, role: FileRole, data: bytes, reading: Reading
    ) -> tuple[Finding, ...]:
        if not reading.sights:
            return ()
        spoken = "python" if language == "notebook" else language  # what rules call it
        place = Place(path, spoken, role, self._snippets)
        return findings_in(place, decoded(data), reading.sights, self._matcher)


def _remark_on(encoding: str) -> str:
    return "" if encoding == "utf-8" else skips.NO_UTF8_TEXT.format(encoding)
