"""The coupling map as stored and drawn: lanes, cards, edges, exposures."""

from __future__ import annotations

from dataclasses import dataclass

from migration_engine.coupling.codec import from_plain, to_plain
from migration_engine.coupling.exposure import Exposure
from migration_engine.model import Coupling, Layer

VERSION = 1


@dataclass(frozen=True, slots=True)
class Share:
    """Files by coupling: the bar under a card or a lane name.

    Those that an override leaves out of the migration are counted apart and are in no share.
    """

    strong: int
    weak: int
    none: int
    left_out: int = 0

    @property
    def files(self) -> int:
        """How many files are divided."""
        return self.strong + self.weak + self.none


@dataclass(frozen=True, slots=True)
class Card:
    """One component on its lane, or the "N more" card that stands for the ids in `hides`."""

    id: str
    name: str
    layer: Layer
    coupling: Coupling
    share: Share
    findings: int
    hides: tuple[str, ...]
    row: int
    column: int
    x: int
    y: int
    w: int
    h: int
    route: str

    @property
    def is_more(self) -> bool:
        return bool(self.hides)

    @property
    def is_left_out(self) -> bool:
        """Whether an override leaves all that it stands for out of the migration."""
        return self.share.left_out > 0 and not self.share.files

    @property
    def components(self) -> tuple[str, ...]:
        """The ids of those that it stands for."""
        return self.hides or (self.id,)


@dataclass(frozen=True, slots=True)
class Lane:
    """One layer's band. `components` counts all of the layer, `shown` those with a card of their own."""

    layer: Layer
    y: int
    h: int
    share: Share
    components: int
    shown: int


@dataclass(frozen=True, slots=True)
class MapEdge:
    """Dependencies from one card to another; `weight` counts file pairs, `d` is the path to draw."""

    source: str
    target: str
    weight: int
    d: str


@dataclass(frozen=True, slots=True)
class CouplingMap:
    """Everything a page needs to draw the map; positions never change after the scan."""

    version: int
    width: int
    height: int
    label_width: int
    share: Share
    lanes: tuple[Lane, ...]
    cards: tuple[Card, ...]
    edges: tuple[MapEdge, ...]
    edges_total: int
    exposures: tuple[Exposure, ...]
    cycles: tuple[tuple[str, ...], ...]

    @property
    def is_folded(self) -> bool:
        """Whether some components stand behind an "N more" card, so that their edges are drawn as its own."""
        return any(lane.shown < lane.components for lane in self.lanes)

    def to_dict(self) -> dict[str, object]:
        plain = to_plain(self)
        assert isinstance(plain, dict)
        return plain

    @classmethod
    def from_dict(cls, value: object) -> CouplingMap:
        return from_plain(cls, value)
