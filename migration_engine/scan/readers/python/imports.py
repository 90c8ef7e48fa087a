"""Reads the import statements of a Python text, whose places are known, without parsing it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.python.blocks import Strings
from migration_engine.value import Value

SWITCH = "torch_npu.contrib.transfer_to_npu"
"""Whoever imports it has the whole program run on an NPU."""
_FROM = re.compile(r"from\s*(\.[.\s]*[\w.]*|[\w.]+)\s+import\b\s*(.*)", re.DOTALL)
_PLAIN = re.compile(r"import\s+(.*)", re.DOTALL)
_NAME = re.compile(r"([\w.]+|\*)(?:\s+as\s+(\w+))?$")
_COMMENT = re.compile(rb"#[^\n]*")


class Import(Value, frozen=True):
    """One statement: `module` is empty for a plain import; each name comes with what it is bound to.

    `begin` and `end` are its offsets; they are equal where more stands on its line.
    """

    line: int
    module: str
    names: tuple[tuple[str, str], ...]
    begin: int
    end: int

    def meanings(self) -> Iterator[tuple[str, str]]:
        """Each bound name with the dotted name that it stands for; none of what is relative."""
        if self.module.startswith("."):
            return
        for name, bound in self.names:
            if self.module:
                yield bound or name, f"{self.module}.{name}"
            else:
                top = name.partition(".")[0]
                yield bound or top, name if bound else top

    def bound(self) -> Iterator[str]:
        """The names that it gives to its block; an empty one where it gives any."""
        for name, bound in self.names:
            yield "" if name == "*" else bound or (name if self.module else name.partition(".")[0])

    def is_wanted(self, wants: Callable[[Kind, str], bool]) -> bool:
        """Whether a rule may want the module, or a name that is taken from it."""
        if self.module.startswith("."):
            return False
        named = [name for name, _ in self.names]
        modules = [self.module] if self.module else named
        taken = [self.module if name == "*" else f"{self.module}.{name}" for name in named]
        dotted = taken if self.module else named
        return SWITCH in dotted or any(
            wants(kind, one)
            for kind, all_of in ((Kind.IMPORT, modules), (Kind.API, dotted))
            for one in all_of
        )


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
        if strings.around(begin) or not _is_code(source, begin):
            continue
        line += source.count(b"\n", counted, begin)
        counted = begin
        text, end = _statement(source, begin)
        names = _parsed(text)
        if names:
            found.append(Import(line, *names, begin, end))
    return found


def _is_code(source: bytes, begin: int) -> bool:
    """Behind a `:` or `;` it may be prose of a comment or string."""
    before = source[source.rfind(b"\n", 0, begin) + 1 : begin]
    if not before.strip():
        return True
    return b"#" not in before and before.count(b'"') % 2 == 0 and before.count(b"'") % 2 == 0


def _statement(source: bytes, begin: int) -> tuple[str, int]:
    """The whole statement on one line, without brackets and comments, and its end."""
    end = _line_end(source, begin)
    text = _COMMENT.sub(b"", source[begin:end])
    if b"(" in text:
        while b")" not in text and end < len(source):
            start, end = end, _line_end(source, end + 1)
            text += _COMMENT.sub(b"", source[start:end])
        text = text.partition(b")")[0].replace(b"(", b" ")
    while text.rstrip().endswith(b"\\") and end < len(source):
        start, end = end, _line_end(source, end + 1)
        text = text.rstrip()[:-1] + _COMMENT.sub(b"", source[start:end])
    alone = b";" not in source[begin:end]
    return text.partition(b";")[0].decode("utf-8", "replace"), end if alone else begin


def _line_end(source: bytes, start: int) -> int:
    end = source.find(b"\n", start)
    return end if end >= 0 else len(source)


def _parsed(statement: str) -> tuple[str, tuple[tuple[str, str], ...]] | None:
    """The module, empty for a plain import, and its names; none where it turns out to be no import."""
    if found := _FROM.match(statement):
        module, names = "".join(found.group(1).split()), _names(found.group(2))
    elif found := _PLAIN.match(statement):
        module, names = "", _names(found.group(1))
    else:
        return None
    return (module, names) if names else None


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
