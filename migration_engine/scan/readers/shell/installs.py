"""Reads commands that install packages: pip, uv, poetry, conda."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from migration_engine.expression import expression
from migration_engine.model import EdgeKind, Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.requirements import see_conda, see_requirement
from migration_engine.scan.sighting import Reading

_PIP = expression(r"(?:.*/)?(?:pip[\d.]*|pipx)")
_ADDERS = frozenset({"uv", "poetry", "pdm", "pipenv", "rye"})
_CONDAS = frozenset({"conda", "mamba", "micromamba"})
_FILES = frozenset({"-r", "-c", "--requirement", "--constraint"})
_INDEXES = frozenset({"-i", "-f", "--index-url", "--extra-index-url", "--find-links", "--index"})
_PASSED_OVER = frozenset(
    {
        *("-t", "--target", "--platform", "--python-version", "--root", "--prefix", "--progress-bar"),
        *("-n", "--name", "-p", "--group", "--extra", "-G", "--python", "--timeout", "--cache-dir"),
    }
)


class Command(Protocol):
    """A program with its words, each at its place."""

    @property
    def program(self) -> str: ...

    @property
    def words(self) -> Sequence[str]: ...

    def place(self, at: int, text: str = "") -> Span: ...


def read_install_command(command: Command, reading: Reading) -> None:
    """`pip install torch --index-url …`, also as `python -m pip` and `uv pip`; `conda install`."""
    words = list(command.words)
    if command.program in _CONDAS and {"install", "create"} & set(words):
        _read_words(
            command, 1 + min(words.index(one) for one in ("install", "create") if one in words), reading
        )
    elif "install" in words and any(_PIP.fullmatch(word) for word in words[: words.index("install")]):
        _read_words(command, words.index("install") + 1, reading)
    elif command.program in _ADDERS and "add" in words[:3]:
        _read_words(command, words.index("add") + 1, reading)


def _read_words(command: Command, first: int, reading: Reading) -> None:
    conda = command.program in _CONDAS
    at = first
    while at < len(command.words):
        option, _, value = command.words[at].partition("=")
        if option in _FILES | _INDEXES | _PASSED_OVER and not value:
            at += 1
            value = command.words[at] if at < len(command.words) else ""
        if option.startswith("-"):
            _option(option, value, command.place(min(at, len(command.words) - 1), value), conda, reading)
        elif not option.startswith((".", "/", "$")):
            see = see_conda if conda else see_requirement
            see(command.words[at], command.place(at), reading)
        at += 1


def _option(option: str, value: str, span: Span, conda: bool, reading: Reading) -> None:
    if conda and option in ("-c", "--channel"):
        reading.see(Kind.SETTING, f"channels={value}", span)
    elif option in _FILES and not conda:
        reading.link(EdgeKind.CONFIG, value, span.line)
    elif option in _INDEXES:
        reading.see(Kind.INDEX, value, span)
