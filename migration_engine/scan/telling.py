"""Says which text must stand where a pattern can match in Python, as expressions for one fast search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from migration_engine.rules.vocabulary import Sighting

SHORTEST = 3
_WILD = re.compile(r"[*?]+")
_CONSTANT = re.compile(r"True|False|None|\d+$")
_DOTTED = frozenset({Sighting.API, Sighting.IMPORT})
_MEMBERS = frozenset({Sighting.METHOD, Sighting.ATTRIBUTE, Sighting.OPTION})
_GIVEN = frozenset({Sighting.ARGUMENT, Sighting.SETTING})
_WORDS = frozenset({Sighting.COMMAND, Sighting.PROGRAM})
_HARDWARE = re.compile(r"(?i)cuda|cudnn|nccl|nvidia|gpu|tensorrt|flash_?attn|hccl|ascend")
_COMMON = frozenset(
    {
        *("torch", "transformers", "default", "format", "device", "install", "script", "version", "core"),
        *("completion", "embedding", "temperature", "attention", "options", "command", "label", "project"),
        *("http://", "https://", "backend", "model", "image", "memory", "utils", "config", "docker", "path"),
        *("replacement", "targets", "queue", "labels", "python", "python3", "launch", "server"),
    }
)
_SIGNS = {"*": r"[\w.]*", ".": r"[\s\\]*\.\s*"}
_RARE_TAIL = 12
_OFTEN = frozenset({"from_pretrained", "from_config", "available", "is_available", "configuration"})
# Between a name and its value: `name=value`, `"name": value`, `["name"] = value`, `"name", "value"`.
_BETWEEN = r"[\"'\])\s=:,]+"


@dataclass(frozen=True, slots=True)
class Dotted:
    """A pattern of dotted names by its parts; `first` begins what is searched for."""

    parts: tuple[str, ...]
    open_end: bool
    searched: tuple[str, ...]

    @property
    def expression(self) -> str:
        """The last parts, over line ends and what a wildcard between them stands for."""
        whole = ".".join(self.searched)
        core = whole.strip("*?")
        signs = (_SIGNS.get(sign, re.escape(sign)) for sign in _WILD.sub("*", core))
        left = "" if whole.startswith(("*", "?")) else r"\b"
        right = "" if whole.endswith(("*", "?")) else r"\b"
        return left + "".join(signs) + right

    def hidden_by(self, dotted: str, bound: str) -> bool:
        """Whether a name that is bound to `dotted` can fit the pattern where nothing of it is written."""
        parts = dotted.split(".")
        if not self._begins_like(parts):
            return False
        start = len(self.parts) - len(self.searched)
        if any(map(_WILD.search, self.parts[:start])):  # which may stand for several parts
            return max(_WILD.split(self.searched[0]), key=len) in dotted
        return len(parts) > start and not (len(parts) == start + 1 and bound == parts[-1])

    def _begins_like(self, parts: list[str]) -> bool:
        for mine, theirs in zip(self.parts, parts, strict=False):
            if _WILD.search(mine):
                return True
            if mine != theirs:
                return False
        return len(parts) <= len(self.parts) or self.open_end


def dotted_of(pattern: str) -> Dotted | None:
    """None for what is no dotted name, such as a package of JavaScript."""
    core = pattern.rstrip("*?")
    open_end = core != pattern
    parts = tuple(part for part in core.strip(".").split(".") if part)
    if not parts or not all(_is_part(part) for part in parts):
        return None
    tail = parts[-1]
    rare = len(tail) >= _RARE_TAIL and tail not in _OFTEN and not _WILD.search(tail)
    named = parts[-1:] if rare else parts[-2:]
    searched = named[1:] if len(named) > 1 and not named[0].strip("*?") else named
    if open_end and not core.endswith("."):
        searched = (*searched[:-1], searched[-1] + "*")
    return Dotted(parts, open_end, searched)


def telling(kind: str, pattern: str) -> Iterator[str]:
    """Expressions of which one matches wherever a name of this kind that fits the pattern is written."""
    if kind in _DOTTED and (dotted := dotted_of(pattern)):
        yield dotted.expression
    elif kind in _MEMBERS:
        yield r"\.\s*" + (r"\w*" if pattern.startswith("*") else "") + _piece(pattern)
    elif kind == Sighting.MEMBER:
        yield _piece(pattern.rpartition(".")[2] or pattern)
    elif kind in _GIVEN and "=" in pattern:
        yield from _given(pattern)
    elif kind == Sighting.PACKAGE:
        yield _required(pattern)
    elif kind == Sighting.SELECTION:
        yield from (_piece(part) for part in pattern.split("|") if len(part.strip("*?")) >= SHORTEST)
    else:
        yield _piece(pattern, apart=kind in _WORDS or kind in _GIVEN)


def _required(pattern: str) -> str:
    """A package where it is required: with extras or a version, or by a command that installs it."""
    said = max(_WILD.split(pattern.partition("[")[0]), key=len)
    name = "[-_.]".join(re.escape(part) for part in re.split("[-_.]", said))
    return rf"(?i:{name}[\w.-]*\s*[\[<>=~!]|\binstall\b[^\n]*{name})"


def _tells(piece: str) -> float:
    """Longer is rarer, but for words that stand everywhere, and for those that only GPU code says."""
    if _HARDWARE.search(piece):
        return len(piece) + 6
    return SHORTEST + 0.5 if piece.lower().strip() in _COMMON else len(piece)


def is_telling(expression: str) -> bool:
    """Whether it holds a word long enough to be rare, or a call."""
    words = re.findall(r"[A-Za-z0-9_<]+", re.sub(r"\\[a-z]", " ", expression))
    return any(len(word) >= SHORTEST for word in words) or r"\(" in expression


def _is_part(part: str) -> bool:
    return bool(re.fullmatch(r"[\w*?]+", part))


def _given(pattern: str) -> Iterator[str]:
    """A name with its value, in whatever way Python gives the one to the other."""
    name, _, value = pattern.partition("=")
    name = name.rpartition(".")[2]
    named = max(_WILD.split(name), key=len)
    given = max(_WILD.split(value), key=len)
    if not given or not named:
        yield _edged(named or given, left=False, right=False)
        return
    follows = rf"{re.escape(given)}\b" if _CONSTANT.match(value) else rf"[^\n]*{re.escape(given)}"
    yield rf"{re.escape(named)}\w*{_BETWEEN}{follows}"
    if name == "device":
        yield rf"\.to\s*\(\s*{follows}"


def _piece(pattern: str, *, apart: bool = False) -> str:
    """The piece that tells most of those that a match holds as they are written."""
    between = r"[*?]+|[=\s]+" if apart else r"[*?]+"
    best, at = "", 0
    for found in re.finditer(rf"(?:(?!{between}).)+", pattern):
        if not best or _tells(found.group()) > _tells(best):
            best, at = found.group(), found.start()
    end = at + len(best)
    return _edged(
        best,
        left=at == 0 or pattern[at - 1] not in "*?",
        right=end == len(pattern) or pattern[end] not in "*?",
    )


def _edged(piece: str, *, left: bool, right: bool) -> str:
    """The piece as a word of its own where the pattern ends it; an escape such as `\\n` may stand before."""
    escaped = re.escape(piece)
    if left and re.match(r"\w", piece):
        escaped = rf"(?:\b|\\[abfnrtv]){escaped}"
    return rf"{escaped}\b" if right and re.search(r"\w$", piece) else escaped
