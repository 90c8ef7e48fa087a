"""Reads one Python file: by the tree of what clues point at, or line by line where it does not parse."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator, Sequence

from migration_engine.model import EdgeKind
from migration_engine.scan.readers.python.aliases import (
    Meanings,
    hidden_uses,
    meanings_of,
    places_of,
    rename_in,
    star_hides,
    uses_of,
)
from migration_engine.scan.readers.python.blocks import Strings, strings_in
from migration_engine.scan.readers.python.formatted import refuse_endless
from migration_engine.scan.readers.python.imports import Import, Imports, imports_in
from migration_engine.scan.readers.python.prune import Pruner
from migration_engine.scan.readers.python.tolerant import read_lines
from migration_engine.scan.readers.python.tree_walk import Walk
from migration_engine.scan.search.clues import Clues
from migration_engine.scan.sighting import Reading
from migration_engine.scan.text import Lines, lines_of

_ROUNDS = 6
_BROKEN = (SyntaxError, ValueError, RecursionError, MemoryError)


def read_python(text: str, reading: Reading) -> None:
    """Everything sighted in a module; with clues, only where they say that a rule may match."""
    if reading.clues is None or not _Quick(text, reading, reading.clues).read():
        _read_whole(text, reading)


def _read_whole(text: str, reading: Reading) -> None:
    reading.start_over("")
    try:
        module = _parsed(text)
        Walk(module, Lines(text), reading).visit(module)
    except _BROKEN as error:
        reading.start_over(f"read line by line, its syntax tree cannot be used ({_reason(error)})")
        read_lines(Lines(text), reading)


class _Quick:
    """One reading by clues."""

    def __init__(self, text: str, reading: Reading, clues: Clues) -> None:
        self.text = text
        self.source = text.encode("utf-8", "replace")
        self.reading = reading
        self.clues = clues
        self.marks = clues.marks(self.source)
        self.imports = Imports([])
        self.topmost: list[Import] = []
        """Import statements that stand in no other."""
        self.beside: list[int] = []
        self.said: list[int] = []
        """Offsets of what rules may want, said in words."""

    def read(self) -> bool:
        """False where clues say too little, and the whole file is to be read."""
        strings = strings_in(self.source)
        if strings is None or self.clues.everywhere:
            return False
        imports = imports_in(self.source, self.marks.imports, strings)
        self.imports = Imports(imports)
        if star_hides(imports, self.clues.hides):
            return False
        renames = [rename_in(self._row(at)) for at in self.marks.renamed]
        meanings = meanings_of(imports, renames)
        self.said = self._said(imports, meanings, strings)
        names = hidden_uses(meanings, self.clues.hides)
        given = zip(self.marks.renamed, renames, strict=True)
        given_on = (at for at, (_, root, _) in given if root in meanings)
        self.topmost = [one for one in imports if one.end > one.begin and self._is_at_margin(one.begin)]
        alone = Imports(self.topmost)
        others = (at for at in self.marks.imports if not alone.around(at) and not strings.around(at))
        self.beside = sorted((*others, *given_on))
        try:
            done = self._look(names, strings)
        except _BROKEN:
            return False
        _link(imports, self.reading)
        return done

    def _look(self, names: set[str], strings: Strings) -> bool:
        """Read what holds a clue; names that turn out to be aliases are clues of the next round."""
        for _ in range(_ROUNDS):
            clues = self._clues(names, strings)
            if not clues:
                return True
            code = self._worth_parsing(clues, strings)
            if not code:
                return True
            module = _parsed(code)
            walk = self._walked(module, lines_of(clues, self.source))
            assigned = (uses_of(bound, dotted, self.clues.hides) for bound, dotted in walk.names.assigned)
            fresh = set().union(*assigned)
            if fresh <= names:
                return True
            names |= fresh
            self.reading.start_over("")
        return False

    def _worth_parsing(self, clues: Sequence[int], strings: Strings) -> str:
        """What serves an NPU may stand anywhere in a module that speaks of one."""
        if self.marks.npu:
            return self.text
        pruner = Pruner(self.source, clues, self.beside, strings)
        return pruner.pruned(self.topmost).decode("utf-8", "replace")

    def _walked(self, module: ast.Module, lines: Sequence[int]) -> Walk:
        npu = lines_of(sorted(self.marks.npu), self.source)
        walk = Walk(module, Lines(self.text), self.reading, lines, npu)
        walk.visit(module)
        return walk

    def _clues(self, names: set[str], strings: Strings) -> list[int]:
        if not names:
            return self.said
        used = self._in_code(places_of(names, self.source), strings)
        return sorted({*self.said, *used})

    def _said(self, imports: Sequence[Import], meanings: Meanings, strings: Strings) -> list[int]:
        """Imports are judged by what they take, all else by its words."""
        wanted = [one.begin for one in imports if one.is_wanted(self.reading.wants)]
        inner = filter(strings.around, self.marks.imports)  # of code in a text
        meant = self.clues.meant(self.marks, self._packages(meanings))
        return sorted({*wanted, *inner, *self._in_code(meant, strings)})

    def _packages(self, meanings: Meanings) -> set[str] | None:
        """From which the text imports, and none in particular; None where that is not known."""
        if any(word in self.source for word in (b"import_module", b"__import__")):
            return None
        return {dotted.partition(".")[0] for all_of in meanings.values() for dotted in all_of} | {""}

    def _in_code(self, offsets: Sequence[int], strings: Strings) -> Iterator[int]:
        """Each row is judged once: it may be all of a file, and hold a million marks."""
        end, is_code = -1, False
        for offset in offsets:
            if offset > end:
                end = self.source.find(b"\n", offset) % (len(self.source) + 1)
                is_code = self._is_code(offset, strings)
            if is_code and not self.imports.around(offset):
                yield offset

    def _is_code(self, offset: int, strings: Strings) -> bool:
        """A comment is none, unless the line belongs to a string."""
        start = self.source.rfind(b"\n", 0, offset) + 1
        return not self.source[start : offset + 1].lstrip().startswith(b"#") or bool(strings.around(start))

    def _is_at_margin(self, offset: int) -> bool:
        return offset == 0 or self.source[offset - 1] == 0x0A

    def _row(self, offset: int) -> str:
        start = self.source.rfind(b"\n", 0, offset) + 1
        return self.source[start : offset + 1].decode("utf-8", "replace")


def _parsed(text: str) -> ast.Module:
    refuse_endless(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the scanned code, not of ours
        return ast.parse(text)


def _link(imports: Iterable[Import], reading: Reading) -> None:
    """Imports of the whole file, in place of those that the walk has seen outside of texts."""
    reading.links = [link for link in reading.links if link.kind is not EdgeKind.IMPORT or link.language]
    for one in imports:
        names = tuple(name for name, _ in one.taken.names)
        for module in [one.taken.module] if one.taken.module else names:
            reading.link(EdgeKind.IMPORT, module, one.line, names if one.taken.module else ())


def _reason(error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return f"{error.msg}, line {error.lineno}"
    return type(error).__name__
