"""Reads one Python file: by the tree of what clues point at, or line by line where it does not parse."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator, Sequence

from migration_engine.model import EdgeKind
from migration_engine.scan.readers.python.aliases import (
    Judged,
    hidden_uses,
    judged,
    meanings_of,
    places_of,
    rename_in,
    uses_of,
)
from migration_engine.scan.readers.python.blocks import Strings, strings_in
from migration_engine.scan.readers.python.formatted import refuse_endless
from migration_engine.scan.readers.python.imports import Import, Imports, Taken, imports_in
from migration_engine.scan.readers.python.prune import Pruner
from migration_engine.scan.readers.python.tolerant import read_lines
from migration_engine.scan.readers.python.tree_walk import Walk
from migration_engine.scan.search.clues import Clues
from migration_engine.scan.sighting import Link, Reading
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
        self.found: list[Import] = []
        self.given_on: list[int] = []
        """Offsets of lines that give an imported name another one."""
        self.said: list[int] = []
        """Offsets of what rules may want, said in words."""

    def read(self) -> bool:
        """False where clues say too little, and the whole file is to be read."""
        strings = strings_in(self.source)
        if strings is None or self.clues.everywhere:
            return False
        self.found = imports_in(self.source, self.marks.imports, strings)
        self.imports = Imports(self.found)
        judgements = [self._judged(one.taken) for one in self.found]
        if any(one.hides_all for one in judgements):
            return False
        names, packages = self._meant(judgements)
        self.said = self._said(judgements, packages, strings)
        try:
            done = self._look(names, strings)
        except _BROKEN:
            return False
        _link(self.found, self.reading)
        return done

    def _judged(self, taken: Taken) -> Judged:
        known: dict[int, Judged] = self.clues.judged  # each holds what it is of, so that no id comes twice
        if id(taken) not in known:
            known[id(taken)] = judged(taken, self.reading.wants, self.clues.hides)
        return known[id(taken)]

    def _meant(self, judgements: Sequence[Judged]) -> tuple[set[str], set[str]]:
        """Uses of names that can mean what a rule wants without saying it, and the packages behind names."""
        rows = [(at, rename_in(self._row(at))) for at in self.marks.renamed]
        bound = set[str]().union(*(one.bound for one in judgements)) if rows else ()
        if not any(root in bound for _, (_, root, _) in rows):
            uses = set[str]().union(*(one.uses for one in judgements))
            return uses, set[str]().union(*(one.taken.roots for one in judgements))
        meanings = meanings_of(self.found, (row for _, row in rows))
        self.given_on = [at for at, (_, root, _) in rows if root in meanings]
        packages = {dotted.partition(".")[0] for all_of in meanings.values() for dotted in all_of}
        return hidden_uses(meanings, self.clues.hides), packages

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
        topmost = [one for one in self.found if one.end > one.begin and self._is_at_margin(one.begin)]
        alone = Imports(topmost)
        others = (at for at in self.marks.imports if not alone.around(at) and not strings.around(at))
        pruner = Pruner(self.source, clues, sorted((*others, *self.given_on)), strings)
        return pruner.pruned(topmost).decode("utf-8", "replace")

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

    def _said(self, judgements: Sequence[Judged], packages: set[str], strings: Strings) -> list[int]:
        """Imports are judged by what they take, all else by its words."""
        wanted = [one.begin for one, of in zip(self.found, judgements, strict=True) if of.wanted]
        inner = filter(strings.around, self.marks.imports)  # of code in a text
        known = not any(word in self.source for word in (b"import_module", b"__import__"))
        meant = self.clues.meant(self.marks, packages | {""} if known else None)
        return sorted({*wanted, *inner, *self._in_code(meant, strings)})

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
    reading.links += [
        Link(EdgeKind.IMPORT, module, one.line, names) for one in imports for module, names in one.taken.links
    ]


def _reason(error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return f"{error.msg}, line {error.lineno}"
    return type(error).__name__
