"""All findings of a map as columns of numbers, the tightest first: lists are made from them in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import msgspec
import numpy as np
import numpy.typing as npt

from apps.coupling.kept import Key, key_of
from apps.coupling.models import MapFindings, MapSnapshot
from apps.scans.models import Change, Scan
from migration_engine.model import Confidence, FindingStatus, Layer

Numbers = npt.NDArray[np.int32]
Rows = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

EXCLUDED, OTHER_CHIP = "excluded", "other_chip"
# What the scanner concluded under the overrides. Apart: what is open in a component that was left out, and
# what is handled in a file for other chips, which nobody made aware of an NPU.
FOUND = (*(status.value for status in FindingStatus), EXCLUDED, OTHER_CHIP)
LAYERS = ("", *(layer.value for layer in Layer))
CONFIDENCES = tuple(one.value for one in Confidence)
CHANGES = ("", *Change.values)


class Held(msgspec.Struct, array_like=True, frozen=True):
    """A component of the map; the first one stands for files that belong to none."""

    key: str
    name: str
    layer: str


class Columns(msgspec.Struct, array_like=True, dict=True):
    """One number a finding in each column: 64 bits for `pk` and `identity`, else 32.

    `paths`, `rules`, `symbols` and `components` are what the columns of these names count in; `kinds` stands
    beside `rules`. Paths and rules are sorted, so that their numbers sort as they do. `found` and `coupling`
    are under the overrides, `scanned_status` and `scanned_coupling` as the scanner said.
    """

    paths: list[str]
    rules: list[str]
    kinds: list[str]
    symbols: list[str]
    components: list[Held]
    packed: dict[str, bytes]

    def __getitem__(self, name: str) -> Numbers:
        return np.frombuffer(self.packed[name], dtype="<i4")

    def __len__(self) -> int:
        return len(self.pk)

    @cached_property
    def pk(self) -> Rows:
        """Return the row of each finding."""
        return np.frombuffer(self.packed["pk"], dtype="<i8")

    @cached_property
    def identity(self) -> Rows:
        """Return a hash of the identity of each finding."""
        return np.frombuffer(self.packed["identity"], dtype="<i8")

    @cached_property
    def layer(self) -> Numbers:
        """Return the place of each finding's layer in LAYERS."""
        return self.of_component([LAYERS.index(one.layer) for one in self.components])

    @cached_property
    def by_pk(self) -> Rows:
        """Return where the findings stand, in the order of their rows."""
        return np.argsort(self.pk)

    @cached_property
    def by_identity(self) -> Rows:
        """Return where the findings stand, in the order of their identities."""
        return np.argsort(self.identity)

    @cached_property
    def by_place(self) -> Rows:
        """Return where the findings stand, sorted by path and line."""
        return np.lexsort((self.pk, self["line"], self["path"]))

    @cached_property
    def folded(self) -> dict[str, list[str]]:
        """Return the texts that can be searched, without upper case."""
        texts = {"path": self.paths, "rule": self.rules, "symbol": self.symbols}
        texts["component"] = [one.name for one in self.components]
        return {name: [text.casefold() for text in held] for name, held in texts.items()}

    def of_component(self, values: list[int]) -> Numbers:
        """Return for each finding the value of its component."""
        return np.array(values, dtype=np.int32)[self["component"]]

    def of_rule(self, values: list[int]) -> Numbers:
        """Return for each finding the value of its rule."""
        return np.array(values, dtype=np.int32)[self["rule"]]

    def saying(self, name: str, text: str) -> Mask:
        """Return which findings hold TEXT in that column, in whatever case."""
        wanted = text.casefold()
        held = self.folded[name]
        found: Mask = np.fromiter((wanted in one for one in held), dtype=np.bool_, count=len(held))
        return found[self[name]]

    def in_file(self, path: str) -> Rows:
        """Return the rows of the findings in that file."""
        rows: Rows = self.pk[self["path"] == (self.paths.index(path) if path in self.paths else -1)]
        return rows

    def places_of(self, pks: list[int]) -> Rows:
        """Return where the findings of these rows stand; all of them must be there."""
        return self.by_pk[np.searchsorted(self.pk, pks, sorter=self.by_pk)]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The columns of a scan with the key of the drawing that they belong to."""

    columns: Columns = field(compare=False)
    key: Key
    scan: Scan = field(compare=False)


def drawn_findings(scan: Scan) -> Drawn | None:
    """Return the findings of a scan under its overrides, or None while its map is not drawn yet."""
    snapshot = MapSnapshot.objects.filter(scan=scan, findings__isnull=False).defer("data").first()
    return findings_of(snapshot, scan) if snapshot else None


def findings_of(snapshot: MapSnapshot, scan: Scan) -> Drawn:
    """Return the findings of a map that is drawn, which is of that scan."""
    key = key_of(snapshot)
    return Drawn(_columns(key), key, scan)


@lru_cache(maxsize=8)
def _columns(key: Key) -> Columns:
    packed = MapFindings.objects.values_list("packed", flat=True).get(snapshot=key[0])
    return msgspec.msgpack.decode(packed, type=Columns)
