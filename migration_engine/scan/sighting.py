"""What a reader reports of one file: things sighted, and links to other files."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from migration_engine.intake import skips
from migration_engine.model import Confidence, EdgeKind, Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.search.clues import Clues
from migration_engine.scan.search.prefilter import Prefilter
from migration_engine.value import Value

MOST_SIGHTS = 10_000
LONGEST_SYMBOL = 4000
"""Characters of one command or value that rules look at."""


class Sight(Value, frozen=True):
    """One thing seen at one span. `handled_at` is the line of the NPU branch that already serves it."""

    kind: Kind
    symbol: str
    span: Span
    confidence: Confidence = Confidence.CERTAIN
    handled_at: int = 0
    language: str = ""
    """Of a text inside the file, where it is another than the file's own."""
    asks: str = ""
    """The function whose answer leads here: `ask`, or `pick==` where it is compared with a device."""


class Link(Value, frozen=True):
    """A mention of another file or module, as written; the tree decides what it means."""

    kind: EdgeKind
    target: str
    line: int
    names: tuple[str, ...] = ()
    language: str = ""


class Offer(Value, frozen=True):
    """A name under which others may reach a file: `target` is a path as written, or empty for this file.

    A `package` is a prefix of imports, with `*` where the rest goes; a `host` and a `port` belong to a
    service; an `image` is built from a file. An `npu-question` is a function that is true for NPU alone, an
    `npu-picker` one that answers with an NPU among other devices.
    """

    kind: str
    name: str
    target: str
    line: int


QUESTION, PICKER = "npu-question", "npu-picker"
_SWITCH = "TORCH_TRANSFER_TO_NPU=1"


class Full(Exception):
    """A file has more places than are kept."""


def _everything(kind: Kind, symbol: str) -> bool:
    return True


class Reading(msgspec.Struct):
    """All that one reader has to say about one file. What no rule can want is not kept."""

    wants: Callable[[Kind, str], bool] = _everything
    sights: list[Sight] = msgspec.field(default_factory=list)
    links: list[Link] = msgspec.field(default_factory=list)
    offers: list[Offer] = msgspec.field(default_factory=list)
    note: str = ""
    readers: Mapping[str, Reader] = msgspec.field(default_factory=dict)
    """By language: for texts inside this one, such as a script in a container file."""
    depth: int = 0
    """How many texts this one stands inside of."""
    clues: Clues | None = None
    """Where rules can match at all in Python; without it, a text is read whole."""
    words: Prefilter | None = None
    """The same for all other texts."""
    automatic_from: int = 0
    """Line that switches the whole program to NPU (transfer_to_npu or its variable); 0 when there is none."""

    def see(
        self,
        kind: Kind,
        symbol: str,
        span: Span,
        confidence: Confidence = Confidence.CERTAIN,
        handled_at: int = 0,
        asks: str = "",
    ) -> None:
        if kind is Kind.SETTING and symbol == _SWITCH:
            self.automatic_from = self.automatic_from or span.line
        if len(symbol) > LONGEST_SYMBOL:
            symbol = symbol[:LONGEST_SYMBOL]
            self.note = self.note or skips.LONG_VALUE.format(f"{LONGEST_SYMBOL:,}")
        if self.wants(kind, symbol):
            if len(self.sights) >= MOST_SIGHTS and kind is not Kind.FILE:
                raise Full
            self.sights.append(Sight(kind, symbol, span, confidence, handled_at, asks=asks))

    def start_over(self, note: str) -> None:
        self.sights.clear()
        self.links.clear()
        self.offers.clear()
        self.note = note

    def link(self, kind: EdgeKind, target: str, line: int, names: tuple[str, ...] = ()) -> None:
        self.links.append(Link(kind, target, line, names))

    def offer(self, kind: str, name: str, target: str, line: int) -> None:
        self.offers.append(Offer(kind, name, target, line))


Reader = Callable[[str, Reading], None]


def on_line(line: int, start: int, text: str) -> Span:
    """The span of `text` that starts at the zero-based column `start`."""
    return Span(line, line, start + 1, start + 1 + len(text))
