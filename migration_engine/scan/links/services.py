"""Finds the file behind a service's name, a port or an image of the same tree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from migration_engine.scan.links.modules import ModuleIndex
from migration_engine.scan.one_file import FileScan

# A program that listens says more than an image that exposes the port, and that more than a script.
_RANK = {"python": 0, "javascript": 0, "typescript": 0, "notebook": 0, "dockerfile": 1}


class ServiceIndex:
    """Everything that files of the tree offer under a name of the network."""

    def __init__(self, scans: Sequence[FileScan], files: ModuleIndex) -> None:
        self._ranks = {scan.file.path: _RANK.get(scan.file.language, 2) for scan in scans}
        self._behind: dict[tuple[str, str], set[str]] = defaultdict(set)
        for scan in scans:
            for offer in scan.offers:
                path = files.near(offer.target, scan.file.path) if offer.target else scan.file.path
                self._behind[offer.kind, offer.name].add(path or scan.file.path)

    def image(self, name: str) -> str:
        """The file that an image of this name is built from."""
        return self._only("image", name)

    def called(self, address: str) -> str:
        """The file behind `:port` or a host's name; empty when none or several could be meant."""
        if address.startswith(":"):
            return self._only("port", address[1:])
        return self._only("host", address)

    def _only(self, kind: str, name: str) -> str:
        known = self._behind.get((kind, name), set())
        first = min((self._ranks[path] for path in known), default=0)
        best = [path for path in known if self._ranks[path] == first]
        return best[0] if len(best) == 1 else ""
