"""Says which text must stand where a pattern can match in Python, as expressions for one fast search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from migration_engine.expression import expression
from migration_engine.rules.vocabulary import Sighting
from migration_engine.scan.search.dotted import dotted_of

SHORTEST = 3
SETTINGS = frozenset({"args", "cfg", "config", "opt", "options", "training_args"})
"""Names for what holds the settings of a program."""
_WILD = expression(r"[*?]+")
_BLANKS = expression(r"\s+")
_CONSTANT = expression(r"True|False|None|\d+$")
_HARDWARE = expression(r"(?i)cuda|cudnn|nccl|nvidia|gpu|tensorrt|flash_?attn|hccl|ascend")
_COMMON = frozenset(
    {
        *("torch", "transformers", "default", "format", "device", "install", "script", "version", "core"),
        *("completion", "embedding", "temperature", "attention", "options", "command", "label", "project"),
        *("http://", "https://", "backend", "model", "image", "memory", "utils", "config", "docker", "path"),
        *("replacement", "targets", "queue", "labels", "python", "python3", "launch", "server", "value"),
    }
)
# Behind a name that is given a value: `name=value`, `"name": value`, `["name"] = value`, `"name", "value"`.
_GIVES = r"(?:\s*=|[\"'][\])\s]*[=:,])"
# What is also given by its place among the arguments of these calls.
_PLACED = {
    "device": r"(?:(?:\.to|torch\.device)\s*\(|\bdevice_map\s*=\s*\{[^{}]*:)\s*",
    "dispatch_key": r"[\"']",
}
# A text may go on in the next line or the next literal, and hold escapes.
_GAP = r"[\s\\\"'nrtfb+]+"


def telling(kind: str, pattern: str) -> Iterator[str]:
    """Expressions of which one matches wherever a name of this kind that fits the pattern is written."""
    return _BY_KIND.get(Sighting(kind), _piece_of)(pattern)


def is_telling(expression: str) -> bool:
    """Whether it holds a word long enough to be rare, or a call."""
    words = re.findall(r"[A-Za-z0-9_<]+", re.sub(r"\\[a-z]", " ", expression))
    return any(len(word) >= SHORTEST for word in words) or r"\(" in expression or not expression.isascii()


def _dotted(pattern: str) -> Iterator[str]:
    dotted = dotted_of(pattern)
    yield dotted.expression if dotted else _piece(pattern)


def _member_of_object(pattern: str) -> Iterator[str]:
    yield r"\." + (r"\w*" if pattern.startswith("*") else "") + _piece(pattern)


def _condition(pattern: str) -> Iterator[str]:
    """Such names are sighted by the words in them, which `_` and digits part."""
    core = pattern.strip("*?")
    yield rf"(?:^|[^A-Za-z]){core}(?:[^A-Za-z]|$)" if core.isalpha() else _word(pattern)


def _member(pattern: str) -> Iterator[str]:
    """`Kind.MULTI_GPU`, `in CUDA_KINDS`, and `GPU = 1` of an enum."""
    core = pattern.rpartition(".")[2].strip("*?")
    if not re.fullmatch(r"[A-Z0-9_]+", core):
        yield _piece(core or pattern)
        return
    name = rf"[A-Z0-9_]*{core}"
    yield rf"[A-Z]+[a-z]\w*\)?\s*\.\s*{name}"
    yield rf"\bin[\s(\\]+{name}"
    yield rf"(?:^|[;:=])[ \t]*{name}[A-Z0-9_]*[ \t]*="


def _word(pattern: str) -> str:
    """A name of which the pattern tells at least this."""
    core = r"\w*".join(map(re.escape, _WILD.split(pattern.strip("*?"))))
    left, right = ("" if pattern[end] in "*?" else r"\b" for end in (0, -1))
    return left + core + right


def _asked(pattern: str) -> Iterator[str]:
    """A skipped test is sighted by what its condition says of CUDA."""
    yield r"\bskip(?:if|If|Unless)\s*\("


def _called(pattern: str) -> Iterator[str]:
    """A function is sighted where it is called or defined, or decorates."""
    name = _word(pattern)
    yield rf"{name}\w*[)\s\\]*\("
    yield rf"@[\w. \t]*{name}"


def _option(pattern: str) -> Iterator[str]:
    """An attribute of what holds the settings."""
    dot = r")[)\s]*\.\s*" + (r"\w*" if pattern.startswith("*") else "")
    yield r"\b(?:" + "|".join(sorted(SETTINGS)) + dot + _piece(pattern)


def _device(pattern: str) -> Iterator[str]:
    """A constant that begins with it."""
    head = _WILD.split(pattern)[0]
    yield rf"[\"']{re.escape(head)}" if head else _piece(pattern)


def _dynamic(pattern: str) -> Iterator[str]:
    called, _, taken = pattern.partition("(")
    yield rf"\b{re.escape(called)}\s*\(\s*{re.escape(taken.strip('*? '))}"


def _given(pattern: str) -> Iterator[str]:
    """A name with its value, in whatever way Python gives the one to the other."""
    name, _, value = pattern.partition("=")
    if name.startswith("resources."):
        yield rf"[\"']{re.escape(name.rpartition('.')[2])}[\"']"
    name = name.rpartition(".")[2]
    named, given = _longest(name), _longest(value)
    if not named or not value:
        yield from _piece_of(pattern)
        return
    start = re.escape(named) + (r"[\w-]*" if name.endswith("*") else "")
    if not given:
        yield rf"{start}(?:\s*=[^=]|[\"'][\])\s]*[=:,])"
        return
    near = _CONSTANT.match(value) or len(given) < SHORTEST
    follows = rf"[\"'(]*{re.escape(given)}" if near else rf"[^\n]*{_whole(given, value)}"
    yield rf"{start}{_GIVES}\s*{follows}"
    if name in _PLACED:
        yield rf"{_PLACED[name]}{follows}"


def _whole(given: str, value: str) -> str:
    """A value without wildcards stands alone: `CUDA` is no part of `CUDA_DEVICES`."""
    alone = given == value and re.fullmatch(r"\w+", given, re.ASCII)
    return rf"\b{given}\b" if alone else re.escape(given)


def _number(pattern: str) -> Iterator[str]:
    yield rf"{re.escape(_longest(pattern))}{_GIVES}\s*[\"'(]*\d"


def _sliced(pattern: str) -> Iterator[str]:
    yield rf"{re.escape(_longest(pattern))}\s*\[\s*-"


def _required(pattern: str) -> Iterator[str]:
    """A text that requires it with extras or a version; commands that install are all looked at."""
    said = _longest(pattern.partition("[")[0])
    name = "[-_.]".join(re.escape(part) for part in re.split("[-_.]", said))
    starts = "" if pattern.startswith("*") else "[\"']"
    ends = "" if _WILD.search(pattern) else r"\s*[\[<>=~!]"
    yield f"(?i){starts}{name}{ends}"


def _picked(pattern: str) -> Iterator[str]:
    parts = (part.strip("*?") for part in pattern.split("|"))
    yield from (rf"[\"']{re.escape(part)}" for part in parts if len(part) >= SHORTEST)


def _nothing(pattern: str) -> Iterator[str]:
    """What is only seen in an import, in a command, or in code of another language: each is looked at."""
    return iter(())


def _name(pattern: str) -> Iterator[str]:
    yield _word(pattern)


def _text(pattern: str) -> Iterator[str]:
    """A whole constant stands between its quotes."""
    plain = re.fullmatch(r"[\w./:,+-]+", pattern)
    yield rf"[\"']{re.escape(pattern)}[\"']" if plain else _piece(pattern)


def _piece_of(pattern: str) -> Iterator[str]:
    yield _piece(pattern)


def _whatever_case(pattern: str) -> Iterator[str]:
    yield "(?i)" + _piece(pattern)


_BY_KIND: Mapping[Sighting, Callable[[str], Iterator[str]]] = {
    Sighting.API: _dotted,
    Sighting.METHOD: _member_of_object,
    Sighting.ATTRIBUTE: _member_of_object,
    Sighting.OPTION: _option,
    Sighting.DEVICE: _device,
    Sighting.COMPARE: _device,
    Sighting.MEMBER: _member,
    Sighting.CONDITION: _condition,
    Sighting.SKIP: _asked,
    Sighting.DYNAMIC: _dynamic,
    Sighting.ARGUMENT: _given,
    Sighting.SETTING: _given,
    Sighting.NUMBER: _number,
    Sighting.PACKAGE: _required,
    Sighting.SELECTION: _picked,
    Sighting.SLICE: _sliced,
    Sighting.HELPER: _called,
    Sighting.ENV: _name,
    Sighting.STRING: _text,
    Sighting.IMPORT: _nothing,
    Sighting.COMMAND: _nothing,
    Sighting.PROGRAM: _nothing,
    Sighting.IMAGE: _nothing,
    Sighting.INDEX: _nothing,
    Sighting.TOKEN: _nothing,
    Sighting.INCLUDE: _nothing,
    Sighting.KEY: _nothing,
    Sighting.WORD: _nothing,
    Sighting.URL: _whatever_case,
    Sighting.WHEEL: _whatever_case,
}


def _longest(pattern: str) -> str:
    return max(_WILD.split(pattern), key=len)


def _piece(pattern: str) -> str:
    """The piece that tells most of those that a match holds as they are written."""
    best, at = "", 0
    for found in re.finditer(r"[^*?]+", pattern):
        if not best or _tells(found.group()) > _tells(best):
            best, at = found.group(), found.start()
    end = at + len(best)
    return _edged(
        best,
        left=at == 0 or pattern[at - 1] not in "*?",
        right=end == len(pattern) or pattern[end] not in "*?",
    )


def _edged(piece: str, *, left: bool, right: bool) -> str:
    """The piece, as a word of its own where the pattern ends it."""
    escaped = _GAP.join(map(re.escape, _BLANKS.split(piece)))
    before = r"\b" if left and re.match(r"\w", piece, re.ASCII) else ""
    after = r"\b" if right and re.search(r"\w$", piece, re.ASCII) else ""
    return before + escaped + after


def _tells(piece: str) -> float:
    """Longer is rarer, but for words that stand everywhere, and for those that only GPU code says."""
    if _HARDWARE.search(piece):
        return len(piece) + 6
    if piece.lower().strip() in _COMMON:
        return SHORTEST + 0.5
    return len(piece) + 4 * piece.strip().count(" ")
