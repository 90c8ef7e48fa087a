"""Reads the import statements of a Python text, whose places are known, without parsing it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache

from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.python.blocks import Strings
from migration_engine.value import Value

SWITCH = "torch_npu.contrib.transfer_to_npu"
"""Whoever imports it has the whole program run on an NPU."""
_FROM = re.compile(r"from\s*(\.[.\s]*[\w.]*|[\w.]+)\s+import\b\s*(.*)", re.DOTALL)
_PLAIN = re.compile(r"import\s+(.*)", re.DOTALL)
_NAME = re.compile(r"([\w.]+|\*)(?:\s+as\s+(\w+))?$")
_MORE = re.compile(rb"[#(;\\]")
_COMMENT = re.compile(rb"#[^\n]*")


class Taken(Value, frozen=True):
    """What a statement takes: no `module` by a plain import; each name with what it is bound to."""

    module: str
    names: tuple[tuple[str, str], ...]
    meanings: tuple[tuple[str, str], ...]
    """Each bound name with the dotted name that it stands for; none of what is relative."""
    bound: tuple[bytes, ...]
    """The names that it gives to its block; an empty one where it gives any."""
    asked: tuple[tuple[Kind, str], ...]
    """What rules may want of it."""
    links: tuple[tuple[str, tuple[str, ...]], ...]
    """Each module that it names, with what is taken from it."""
    roots: frozenset[str]
    """The packages of what its names stand for."""

    def is_wanted(self, wants: Callable[[Kind, str], bool]) -> bool:
        """Whether a rule may want the module, or a name that is taken from it."""
        return any(wants(kind, one) or one == SWITCH for kind, one in self.asked)


class Import(Value, frozen=True):
    """One statement with its offsets, which are equal where more stands on its line."""

    line: int
    taken: Taken
    begin: int
    end: int


class Imports:
    """Where the import statements of a text stand, in order."""

    def __init__(self, imports: Sequence[Import]) -> None:
        self._begins = [one.begin for one in imports]
        self._ends = [one.end for one in imports]

    def around(self, offset: int) -> bool:
        """Whether the offset is inside of one."""
        at = bisect_right(self._begins, offset) - 1
        return at >= 0 and offset < self._ends[at]


def imports_in(source: bytes, offsets: Sequence[int], strings: Strings) -> list[Import]:
    """The statements at the offsets, which are those of the blank behind the keyword."""
    found: list[Import] = []
    line, counted = 1, 0
    for offset in offsets:
        begin = offset - (6 if source[offset - 6 : offset] == b"import" else 4)
        at_margin = not begin or source[begin - 1] == 0x0A
        if strings.around(begin) or not (at_margin or _is_code(source, begin)):
            continue
        line += source.count(b"\n", counted, begin)
        counted = begin
        text, end = _statement(source, begin)
        if taken := taken_by(text):
            found.append(Import(line, taken, begin, end))
    return found


def _is_code(source: bytes, begin: int) -> bool:
    """Behind a `:` or `;` it may be prose of a comment or string."""
    before = source[source.rfind(b"\n", 0, begin) + 1 : begin]
    if not before or before.isspace():
        return True
    return b"#" not in before and before.count(b'"') % 2 == 0 and before.count(b"'") % 2 == 0


def _statement(source: bytes, begin: int) -> tuple[bytes, int]:
    """The whole statement on one line, without brackets and comments, and its end."""
    end = _line_end(source, begin)
    text = source[begin:end]
    if not _MORE.search(text):
        return text, end
    text = _COMMENT.sub(b"", text)
    if b"(" in text:
        while b")" not in text and end < len(source):
            start, end = end, _line_end(source, end + 1)
            text += _COMMENT.sub(b"", source[start:end])
        text = text.partition(b")")[0].replace(b"(", b" ")
    while text.rstrip().endswith(b"\\") and end < len(source):
        start, end = end, _line_end(source, end + 1)
        text = text.rstrip()[:-1] + _COMMENT.sub(b"", source[start:end])
    alone = b";" not in source[begin:end]
    return text.partition(b";")[0], end if alone else begin


def _line_end(source: bytes, start: int) -> int:
    end = source.find(b"\n", start)
    return end if end >= 0 else len(source)


@lru_cache(maxsize=16384)
def taken_by(statement: bytes) -> Taken | None:
    """None where it turns out to be no import. The same statements stand in many files."""
    text = statement.decode("utf-8", "replace")
    if found := _FROM.match(text):
        names = _names(found.group(2))
        return _from("".join(found.group(1).split()), names) if names else None
    found = _PLAIN.match(text)
    names = _names(found.group(1)) if found else ()
    return _plain(names) if names else None


def _from(module: str, names: tuple[tuple[str, str], ...]) -> Taken:
    bound = tuple(b"" if name == "*" else (given or name).encode() for name, given in names)
    links = ((module, tuple(name for name, _ in names)),)
    if module.startswith("."):
        return Taken(module, names, (), bound, (), links, frozenset())
    dotted = ((Kind.API, module if name == "*" else f"{module}.{name}") for name, _ in names)
    meanings = tuple((given or name, f"{module}.{name}") for name, given in names)
    root = frozenset({module.partition(".")[0]})
    return Taken(module, names, meanings, bound, ((Kind.IMPORT, module), *dotted), links, root)


def _plain(names: tuple[tuple[str, str], ...]) -> Taken:
    tops = [name.partition(".")[0] for name, _ in names]
    meanings = tuple(
        (given or top, name if given else top) for (name, given), top in zip(names, tops, strict=True)
    )
    asked = tuple((kind, name) for name, _ in names for kind in (Kind.IMPORT, Kind.API))
    bound = tuple(bound.encode() for bound, _ in meanings)
    links = tuple((name, ()) for name, _ in names)
    return Taken("", names, meanings, bound, asked, links, frozenset(tops))


def _names(text: str) -> tuple[tuple[str, str], ...]:
    """Empty where it turns out to be no import."""
    names = []
    for part in text.split(","):
        stripped = part.strip()
        if not stripped:
            continue
        found = _NAME.match(stripped)
        if not found:
            return ()
        names.append((found.group(1), found.group(2) or ""))
    return tuple(names)
